import { fairTimeout } from '../../../platform/kernel/index.ts';
import { repeatWithBackoff, t2Ms } from '../base/scheduler.ts';
import type { InviteServerTransaction } from '../transaction/invite-server-transaction.ts';
import type { CallStack } from './call-stack.ts';

/** A 2xx of ours that waits for its ACK. */
export interface AckWait {
  cseq: number;
  /** True when the 2xx carried an offer, which the ACK answers. */
  wasOffer: boolean;
  stop: () => void;
}

/** Repeats the 2xx of `transaction` until it is stopped; `onNever` when that takes `timeoutMs` (RFC 3261 §13.3.1.4). */
export function waitForAck(
  stack: CallStack,
  transaction: InviteServerTransaction,
  wait: { wasOffer: boolean; timeoutMs: number },
  onNever: () => void,
): AckWait {
  const { scheduler } = stack.wire;
  const stopRepeating = repeatWithBackoff(scheduler, t2Ms, () => transaction.repeat());
  const stop = (): void => {
    stopRepeating();
    stopTimeout();
    transaction.letGo();
  };
  const giveUp = (): void => {
    stop();
    onNever();
  };
  const stopTimeout = fairTimeout(wait.timeoutMs, giveUp, scheduler);
  return { cseq: transaction.request.cseq.number, wasOffer: wait.wasOffer, stop };
}
