export type { Replier } from './replier.ts';
export { ReplyWorker } from './worker.ts';
