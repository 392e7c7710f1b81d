export type { TracedCall } from './trace-call.ts';
export { startTracing, type Tracing } from './tracing.ts';
