import type { DialableCall } from '../../src/runtime/dialer/dialable-call.ts';

/** How far a process is with a call that it has claimed. */
export type Stage = 'claimed' | 'invited' | 'ringing' | 'answered';

/** A call that a process has in hand. */
export interface HeldCall {
  stage: Stage;
  /** As it was read after the claim; every claim has an identity of its own. */
  call: DialableCall;
  /** The INVITE is on record. */
  isNoted: boolean;
}

/**
 * A process of the model, and what it remembers. `stalled`: it does nothing, and the others will find it dead; it may
 * come back with all that it remembers. `dead`: it will not.
 */
export interface ModelNode {
  nodeId: string;
  state: 'alive' | 'stalled' | 'dead';
  /** Its calls were settled by another process, so that nothing it does may count any more. */
  isSettled: boolean;
  calls: Map<string, HeldCall>;
  /** Claims on their way to whoever dials, which upkeep does not see there. */
  late: DialableCall[];
}

/** A process that has just started. */
export function newNode(nodeId: string): ModelNode {
  return { nodeId, state: 'alive', isSettled: false, calls: new Map(), late: [] };
}
