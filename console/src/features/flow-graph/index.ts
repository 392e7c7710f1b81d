export { FlowGraph } from './flow-graph.tsx';
export { StageIcon } from './stage-icon.tsx';
export { aboutDialogue } from './stage-text.ts';
