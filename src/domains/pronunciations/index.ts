export { pronunciationsFor } from './read.ts';
