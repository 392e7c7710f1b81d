export { CallEngine } from './engine.ts';
export { endOfFailure, endOfStop } from './signalling/sip-outcome.ts';
