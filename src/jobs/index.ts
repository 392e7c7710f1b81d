export { Jobs, type JobsOptions, type JobTry, type Queue } from './jobs.ts';
