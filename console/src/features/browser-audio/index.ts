export { type BrowserAudio, NoAudio, openBrowserAudio } from './browser-audio.ts';
export { LevelMeters, type MeteredSide } from './level-meters.tsx';
export { loudnessOf, loudnessOfPeak } from './loudness.ts';
export { useMicrophones } from './microphones.ts';
