export { loadSound, type PlayableSound } from './playable.ts';
export { findSound } from './store.ts';
