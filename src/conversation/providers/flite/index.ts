export { Flite, type FliteOptions, fliteVoices } from './flite.ts';
