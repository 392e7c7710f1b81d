import type { CallStack } from './call-stack.ts';
import type { DialogPeer, RequestExtra } from './dialog-peer.ts';
import type { InviteClientTransaction } from './invite-client-transaction.ts';
import type { SipResponse } from './message.ts';
import { cancelOf } from './outgoing-invite.ts';
import { transactionTimeoutMs } from './scheduler.ts';
import type { OutgoingRequest } from './serialize.ts';
import type { Endpoint } from './transport.ts';

/**
 * Sends an INVITE within a dialog (RFC 3261 §14.1). `done` is called once, with the final response, or with null when
 * none came: a peer that only says 1xx is cancelled after 64*T1. Every 2xx is acknowledged, as often as it comes.
 */
export function sendReInvite(
  stack: CallStack,
  peer: DialogPeer,
  extra: RequestExtra,
  done: (response: SipResponse | null) => void,
): void {
  const { request, nextHop } = peer.make('INVITE', extra);
  peer.reach(nextHop, (to) => send({ stack, peer, to, done }, request, 0));
}

interface Sending {
  stack: CallStack;
  peer: DialogPeer;
  to: Endpoint;
  done: (response: SipResponse | null) => void;
}

function send(sending: Sending, request: OutgoingRequest, challenges: number): void {
  const { stack, peer, to, done } = sending;
  let isDone = false;
  let stopPatience = (): void => {};
  const finish = (response: SipResponse | null): void => {
    stopPatience();
    if (isDone) return;
    isDone = true;
    done(response);
  };
  const cancel = (transaction: InviteClientTransaction): void => {
    stack.transactions.sendCancel(cancelOf(transaction.request), to);
    stopPatience = stack.wire.scheduler.after(transactionTimeoutMs, () => {
      transaction.terminate();
      finish(null);
    });
  };
  let isProceeding = false;
  const transaction = stack.transactions.sendInvite(request, to, {
    onResponse: (response) => {
      if (response.status < 200) {
        if (isProceeding) return;
        isProceeding = true;
        stopPatience = stack.wire.scheduler.after(transactionTimeoutMs, () => cancel(transaction));
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
      stopPatience();
      send(sending, retry, challenges + 1);
    },
    onTimeout: () => finish(null),
    onTransportError: () => finish(null),
    onTerminated: () => stopPatience(),
  });
}
