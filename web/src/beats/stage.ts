// All that it takes to play a beat, as one part that comes after the table.
export { default as Playing } from "./Playing.svelte";
export { sceneOf } from "./players";
