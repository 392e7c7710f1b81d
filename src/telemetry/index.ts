export { type TracedCall, traceCall } from './trace-call.ts';
export { startTracing, type Tracing } from './tracing.ts';
