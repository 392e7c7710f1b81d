export { GraphCanvas } from './graph-canvas.tsx';
