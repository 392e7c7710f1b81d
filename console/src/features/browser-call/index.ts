export { openBrowserAudio } from './browser-audio.ts';
export { BrowserCallPanel } from './browser-call-panel.tsx';
