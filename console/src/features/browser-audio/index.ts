export { type BrowserAudio, NoAudio, openBrowserAudio, tryMicrophone } from './browser-audio.ts';
export { playOnChosen } from './devices.ts';
export { Headset } from './headset.tsx';
export { LevelMeters, type MeteredSide } from './level-meters.tsx';
export { loudnessOf, loudnessOfPeak } from './loudness.ts';
