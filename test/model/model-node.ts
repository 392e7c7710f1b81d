import type { DialableCall } from '../../src/runtime/dialer/dialable-call.ts';

/** The progress of a process with a claimed call. */
export type Stage = 'claimed' | 'invited' | 'ringing' | 'answered';

/** A call that a process holds. */
export interface HeldCall {
  stage: Stage;
  /** The call as it was read after the claim. Every claim has an identity of its own. */
  call: DialableCall;
  /** Whether the INVITE is on record. */
  isNoted: boolean;
}

/**
 * A process of the model, with what it remembers. A `stalled` process does nothing. Others will find it dead, and it
 * may come back with all that it remembers. A `dead` process does not come back.
 */
export interface ModelNode {
  nodeId: string;
  state: 'alive' | 'stalled' | 'dead';
  /** Whether another process has settled its calls, so that nothing it does may take effect. */
  isSettled: boolean;
  calls: Map<string, HeldCall>;
  /** Claims before their hand-over, which upkeep does not see. */
  late: DialableCall[];
}

/** Returns a process that has just started. */
export function newNode(nodeId: string): ModelNode {
  return { nodeId, state: 'alive', isSettled: false, calls: new Map(), late: [] };
}
