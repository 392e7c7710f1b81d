export { Jobs, type JobTry, type Queue, type TakenJob } from './jobs.ts';
export { LostTry } from './lost-try.ts';
