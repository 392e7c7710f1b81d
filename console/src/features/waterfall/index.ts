export { LatencyPanel } from './latency-panel.tsx';
export type { Turn } from './waterfall-parts.ts';
