export { Circuit, CircuitBreaker } from './schemas.ts';
export {
  type CircuitRow,
  circuitMessage,
  circuitSql,
  closeCircuit,
  closeCircuits,
  closeProbedSql,
  forgetAttempts,
  giveProbeBack,
  noteCampaignFailure,
  noteTrunkFailure,
  type OpenCircuit,
  openCircuit,
  takeProbe,
  toCircuit,
} from './store.ts';
