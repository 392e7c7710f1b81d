export { Jobs, type JobsOptions, type JobTry, type Queue, type TakenJob } from './jobs.ts';
export { LostTry } from './lost-try.ts';
