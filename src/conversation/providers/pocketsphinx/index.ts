export { isPocketSphinxInstalled, PocketSphinx } from './pocketsphinx.ts';
