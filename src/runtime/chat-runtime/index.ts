export type { ChatResponder } from './responder.ts';
export { ChatWorker } from './worker.ts';
