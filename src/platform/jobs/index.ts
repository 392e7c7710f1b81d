export { Jobs, type JobTry, LostTry, type Queue, type TakenJob } from './jobs.ts';
