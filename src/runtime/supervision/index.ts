export { CallListening } from './call-listening.ts';
export { CallSocket } from './call-socket.ts';
export { CallTakeOver } from './call-take-over.ts';
