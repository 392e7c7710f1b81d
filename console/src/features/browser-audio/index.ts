export { AudioLine } from './audio-line.ts';
export {
  type AudioDevices,
  type BrowserAudio,
  NoAudio,
  openAudioDevices,
  openBrowserAudio,
  tryMicrophone,
} from './browser-audio.ts';
export { playOnChosen } from './devices.ts';
export { Headset } from './headset.tsx';
export { LevelMeters, type MeteredSide } from './level-meters.tsx';
export { loudnessOf, loudnessOfPeak } from './loudness.ts';
