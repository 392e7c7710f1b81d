import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { ReferResult } from '../../../telephony/sip/index.ts';
import { uriAtTrunk } from '../signalling/trunk-invite.ts';
import type { TransferOutcome, TransferParties } from './parties.ts';
import type { TransferRoute } from './store.ts';

/** Maximum wait for the result of a REFER. A peer that accepts one reports its progress for at least a minute. */
const resultWithinMs = 90_000;

/** Asks the caller's side to call the destination itself (REFER, RFC 3515). The call leaves us then. */
export async function transferBlind(
  { leg, signal, onConnected }: TransferParties,
  route: TransferRoute,
  target: { to: string; uri: string | null },
  withinMs = resultWithinMs,
): Promise<TransferOutcome> {
  if (signal.aborted) return failed('the caller hung up');
  const result = Promise.withResolvers<ReferResult | 'gone' | 'late'>();
  const callOff = fairTimeout(withinMs, () => result.resolve('late'));
  signal.addEventListener('abort', () => result.resolve('gone'), { once: true });
  let isAccepted = false;
  try {
    const refer = { target: target.uri ?? uriAtTrunk(target.to, route.trunk) };
    const onAccepted = () => {
      isAccepted = true;
      onConnected();
    };
    leg.refer(refer, { onAccepted, onEnd: (end) => result.resolve(end) });
    const end = await result.promise;
    // Many carriers hang up as soon as they have accepted the REFER, or never report its result.
    if (end === 'gone' || end === 'late') {
      return isAccepted ? { kind: 'connected' } : failed('the transfer request was not accepted');
    }
    if (end.kind === 'succeeded' || end.kind === 'unknown') return { kind: 'connected' };
    return failed(`${end.status ?? ''} ${end.reason}`.trim());
  } catch (error) {
    return failed(error instanceof Error ? error.message : 'the request could not be sent');
  } finally {
    callOff();
  }
}

function failed(reason: string): TransferOutcome {
  return { kind: 'failed', reason };
}
