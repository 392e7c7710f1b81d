export type { Replier, ReplyEnvironment } from './replier.ts';
export { ReplyWorker, type ReplyWorkerOptions } from './worker.ts';
