export { GraphCanvas } from './graph-canvas.tsx';
export { placedNodes } from './placed-nodes.ts';
