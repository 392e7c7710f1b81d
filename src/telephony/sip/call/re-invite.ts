import { fairTimeout } from '../../../platform/kernel/index.ts';
import { transactionTimeoutMs } from '../base/scheduler.ts';
import { newBranch } from '../message/identifiers.ts';
import type { SipResponse } from '../message/message.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { cancelOf } from '../message/serialize.ts';
import type { InviteClientTransaction } from '../transaction/invite-client-transaction.ts';
import type { CallStack } from './call-stack.ts';
import type { DialogPeer, PeerAnswer, Places, RequestExtra } from './dialog-peer.ts';

/**
 * Sends an INVITE within a dialog (RFC 3261 §14.1). `done` is called once, with the final response, or with null when
 * none came: a peer that only says 1xx is cancelled after 64*T1. Every 2xx is acknowledged, as often as it comes.
 */
export function sendReInvite(
  stack: CallStack,
  peer: DialogPeer,
  extra: RequestExtra,
  done: PeerAnswer,
): void {
  const { request, nextHop } = peer.make('INVITE', extra);
  peer.reach(nextHop, (places) => send({ stack, peer, places, done }, request, 0));
}

interface Sending {
  stack: CallStack;
  peer: DialogPeer;
  places: Places;
  done: PeerAnswer;
}

function send(sending: Sending, request: OutgoingRequest, challenges: number): void {
  const { stack, peer, places, done } = sending;
  const [to, next, ...others] = places;
  let isDone = false;
  let stopPatience = (): void => {};
  const finish = (response: SipResponse | null, isUnsent = false): void => {
    stopPatience();
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
    stopPatience = fairTimeout(transactionTimeoutMs, giveUp, stack.wire.scheduler);
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
    onTransportError: (error) => {
      if (error.sent || !next || isDone) return finish(null, !error.sent);
      stopPatience();
      send({ ...sending, places: [next, ...others] }, { ...request, branch: newBranch() }, challenges);
    },
    onTerminated: () => stopPatience(),
  });
}
