// The animation code as one chunk that is loaded after the table.
export { default as BeatPlayer } from "./BeatPlayer.svelte";
export { sceneOf } from "./sceneBuilders";
