export { type CircuitRow, circuitSql, toCircuit } from './circuit-sql.ts';
export { closeCircuit, closeCircuits, closeProbedSql } from './close.ts';
export { forgetAttempts } from './forget.ts';
export {
  circuitMessage,
  giveProbeBack,
  noteCampaignFailure,
  noteTrunkFailure,
  type OpenCircuit,
  openCircuit,
  takeProbe,
} from './probe.ts';
export { Circuit, CircuitBreaker } from './schemas.ts';
