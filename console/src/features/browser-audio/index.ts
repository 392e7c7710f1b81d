export { type BrowserAudio, NoAudio, openBrowserAudio, tryMicrophone } from './browser-audio.ts';
export { LevelMeters, type MeteredSide } from './level-meters.tsx';
export { loudnessOf, loudnessOfPeak } from './loudness.ts';
export { MicrophoneSelect, useMicrophone } from './microphone-select.tsx';
