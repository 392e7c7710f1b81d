export { loadSound, type PlayableSound } from './playable.ts';
