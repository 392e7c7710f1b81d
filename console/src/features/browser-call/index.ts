export { BrowserCallPanel } from './browser-call-panel.tsx';
