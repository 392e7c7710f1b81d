export { BrowserCalls } from './browser-calls.ts';
