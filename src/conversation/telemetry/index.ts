export type { TracedCall } from './trace-call.ts';
export { startTracing } from './tracing.ts';
