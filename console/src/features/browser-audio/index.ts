export { type BrowserAudio, NoAudio, openBrowserAudio } from './browser-audio.ts';
export { loudnessOf, loudnessOfPeak } from './loudness.ts';
export { useMicrophones } from './microphones.ts';
