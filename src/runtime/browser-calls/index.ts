export { BrowserCalls } from './browser-calls.ts';
export { BrowserLine, browserRateHz } from './browser-line.ts';
