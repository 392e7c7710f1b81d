export { continueDeletions } from './continue.ts';
