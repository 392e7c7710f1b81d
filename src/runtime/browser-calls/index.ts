export { Talks, type TalksOptions } from './talks.ts';
