export { TalkPanel } from './talk-panel.tsx';
