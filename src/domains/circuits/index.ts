export { Circuit, CircuitBreaker } from './schemas.ts';
export * from './store.ts';
