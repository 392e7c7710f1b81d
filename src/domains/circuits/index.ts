export { type CircuitRow, circuitSql, toCircuit } from './circuit-sql.ts';
export { closeCircuit, closeCircuits } from './close.ts';
export { forgetAttempts } from './forget.ts';
export {
  circuitWords,
  giveProbeBack,
  noteCampaignFailure,
  noteTrunkFailure,
  type OpenCircuit,
  openCircuit,
  takeProbe,
} from './probe.ts';
export { Circuit, CircuitBreaker } from './schemas.ts';
