// All that it takes to play a beat, as one part that comes after the table.
export { default as BeatPlayer } from "./BeatPlayer.svelte";
export { sceneOf } from "./sceneBuilders";
