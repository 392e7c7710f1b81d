export { GraphEditor } from './graph-editor.tsx';
export { GraphView } from './graph-view.tsx';
export type { Mark, Marks } from './marks.ts';
export { NodeButton } from './node-button.tsx';
export { NodeLine } from './node-line.tsx';
export { ProblemLines } from './problem-lines.tsx';
