export { CallDesk } from './call-desk.ts';
export { CallListening } from './call-listening.ts';
