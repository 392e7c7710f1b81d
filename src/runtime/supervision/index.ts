export { CallListening } from './call-listening.ts';
export { CallSocket } from './call-socket.ts';
