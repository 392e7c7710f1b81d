export { Flite, type FliteOptions } from './flite.ts';
