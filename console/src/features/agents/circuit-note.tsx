import type { ChainPart, Settings } from './chain.ts';

/** Says that calls avoid a provider at the moment, because its last requests failed. */
export function CircuitNote(_: { part: ChainPart; settings: Settings }) {
  return null;
}
