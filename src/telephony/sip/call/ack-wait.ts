import { fairTimeout } from '../../../platform/kernel/index.ts';
import { repeatWithBackoff, t2Ms } from '../base/scheduler.ts';
import type { InviteServerTransaction } from '../transaction/invite-server-transaction.ts';
import type { CallStack } from './call-stack.ts';

/** Our 2xx that waits for its ACK. */
export interface AckWait {
  cseq: number;
  /** True when the 2xx carried an offer, which the ACK answers. */
  wasOffer: boolean;
  stop: () => void;
}

/**
 * Retransmits the 2xx of `transaction` until it is stopped; calls `onNever` after `timeoutMs` (RFC 3261
 * §13.3.1.4).
 */
export function waitForAck(
  stack: CallStack,
  transaction: InviteServerTransaction,
  wait: { wasOffer: boolean; timeoutMs: number },
  onNever: () => void,
): AckWait {
  const { scheduler } = stack.wire;
  const stopRepeating = repeatWithBackoff(scheduler, t2Ms, () => transaction.retransmit());
  const stop = (): void => {
    stopRepeating();
    stopTimeout();
    transaction.release();
  };
  const giveUp = (): void => {
    stop();
    onNever();
  };
  const stopTimeout = fairTimeout(wait.timeoutMs, giveUp, scheduler);
  return { cseq: transaction.request.cseq.number, wasOffer: wait.wasOffer, stop };
}
