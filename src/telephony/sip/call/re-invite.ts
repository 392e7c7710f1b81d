import { fairTimeout } from '../../../platform/kernel/index.ts';
import { transactionTimeoutMs } from '../base/scheduler.ts';
import { newBranch } from '../message/identifiers.ts';
import type { SipResponse } from '../message/message.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { cancelOf } from '../message/serialize.ts';
import type { InviteClientTransaction } from '../transaction/invite-client-transaction.ts';
import type { CallStack } from './call-stack.ts';
import type { Destinations, DialogPeer, PeerAnswer, RequestExtra } from './dialog-peer.ts';

/**
 * Sends an INVITE within a dialog (RFC 3261 §14.1). `done` is called once with the final response, or with
 * `null` without one. After 64*T1 with only 1xx the INVITE is canceled. Every 2xx is acknowledged each time
 * that it arrives.
 */
export function sendReInvite(
  stack: CallStack,
  peer: DialogPeer,
  extra: RequestExtra,
  done: PeerAnswer,
): void {
  const { request, nextHop } = peer.make('INVITE', extra);
  peer.reach(nextHop, (destinations) => send({ stack, peer, destinations, done }, request, 0));
}

interface Sending {
  stack: CallStack;
  peer: DialogPeer;
  destinations: Destinations;
  done: PeerAnswer;
}

function send(sending: Sending, request: OutgoingRequest, challenges: number): void {
  const { stack, peer, destinations, done } = sending;
  const [to, next, ...others] = destinations;
  let isDone = false;
  let stopWait = (): void => {};
  const finish = (response: SipResponse | null, isUnsent = false): void => {
    stopWait();
    if (isDone) return;
    isDone = true;
    done(response, isUnsent);
  };
  const cancel = (transaction: InviteClientTransaction): void => {
    stack.transactions.sendCancel(cancelOf(transaction.request), to);
    const giveUp = (): void => {
      transaction.terminate();
      finish(null);
    };
    stopWait = fairTimeout(transactionTimeoutMs, giveUp, stack.wire.scheduler);
  };
  let isProceeding = false;
  const transaction = stack.transactions.sendInvite(request, to, {
    onResponse: (response) => {
      if (response.status < 200) {
        if (isProceeding) return;
        isProceeding = true;
        stopWait = stack.wire.scheduler.after(transactionTimeoutMs, () => cancel(transaction));
        return;
      }
      if (response.status < 300) {
        if (peer.acknowledgeAgain(request.cseq)) return;
        peer.refreshedBy(response);
        peer.acknowledge(request);
        finish(response);
        return;
      }
      const retry = isDone ? null : peer.retry(request, response, challenges);
      if (!retry) return finish(response);
      stopWait();
      send(sending, retry, challenges + 1);
    },
    onTimeout: () => finish(null),
    onTransportError: (error) => {
      if (error.sent || !next || isDone) return finish(null, !error.sent);
      stopWait();
      send({ ...sending, destinations: [next, ...others] }, { ...request, branch: newBranch() }, challenges);
    },
    onTerminated: () => stopWait(),
  });
}
