export { isPocketSphinxInstalled, PocketSphinx, type PocketSphinxOptions } from './pocketsphinx.ts';
