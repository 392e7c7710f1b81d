export { CallEngine, type CallEngineOptions } from './engine.ts';
