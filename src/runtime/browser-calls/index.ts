export { Talks } from './talks.ts';
