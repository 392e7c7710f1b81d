import { circuitWords, type OpenCircuit } from '../../../domains/circuits/index.ts';
import type { DialableCall, DialableTrunk } from '../dialable-call.ts';
import type { GateRule, Hold } from './verdict.ts';

/** The circuits of the campaign and of a trunk that can be reached are closed, or were open for long enough to be tried. */
export const closedCircuits: GateRule = (call) => {
  if (call.circuit && !call.circuit.isProbeDue) return circuitHold([call.circuit]);
  if (firstOpenTo(call)) return null;
  return circuitHold(reachable(call).flatMap(({ circuit }) => circuit ?? []));
};

/** A call that is held by circuits waits for the first of them. */
export function circuitHold(circuits: readonly OpenCircuit[]): Hold {
  const message = circuits.map(circuitWords).join(' ');
  const untilMs = Math.min(...circuits.map((circuit) => circuit.untilMs));
  return { kind: 'hold', reason: 'circuit-open', message, untilMs };
}

/** Which trunks carry a call that may be dialed, and the circuits that it tries by that. */
export function chooseTrunk(call: DialableCall): {
  trunk: DialableTrunk | null;
  fallbacks: DialableTrunk[];
  probes: OpenCircuit[];
} {
  const trunk = firstOpenTo(call) ?? call.trunk;
  const probes = [call.circuit, trunk?.circuit ?? null].filter((circuit) => circuit !== null);
  // One call at a time tries an open circuit, so no other trunk with one may take this call over.
  const fallbacks = trunksOf(call).filter((other) => other !== trunk && other.circuit === null);
  return { trunk, fallbacks, probes };
}

/** A trunk whose circuit is open is passed over like one that is down, until it is to be tried. */
function firstOpenTo(call: DialableCall): DialableTrunk | undefined {
  return reachable(call).find(({ circuit }) => circuit === null || circuit.isProbeDue);
}

function reachable(call: DialableCall): DialableTrunk[] {
  return trunksOf(call).filter(({ downReason }) => downReason === null);
}

function trunksOf({ trunk, fallbacks }: DialableCall): DialableTrunk[] {
  return trunk === null ? [] : [trunk, ...fallbacks];
}
