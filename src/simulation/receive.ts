import { delay } from '../kernel/index.ts';
import { answerOffer, type IncomingCall, type IncomingCallEvents } from '../sip/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { CallLeg } from './simulated-call.ts';

/** Lets the customer do with a call that came in as `behaviour` says. */
export function receiveCall(incoming: IncomingCall, leg: CallLeg, behaviour: Behaviour): IncomingCallEvents {
  void follow(incoming, leg, behaviour).catch(() => refuse(incoming, leg, 500));
  return {
    onOffer: (offer) => leg.answerChange(offer),
    onLateAnswer: () => undefined,
    onEnd: ({ by }) => leg.end(by === 'remote' ? 'other-side' : 'system', null),
    onCancel: () => leg.end('other-side', 487),
    onAck: () => undefined,
  };
}

async function follow(incoming: IncomingCall, leg: CallLeg, behaviour: Behaviour): Promise<void> {
  switch (behaviour.kind) {
    case 'busy':
      return refuse(incoming, leg, 486);
    case 'reject':
      return refuse(incoming, leg, behaviour.code, behaviour.reason);
    case 'no-answer':
      return incoming.ring();
    case 'answer':
      incoming.ring();
      await Promise.all([leg.open(), delay(behaviour.ringMs, leg.over)]);
      if (leg.over.aborted) return;
      return answer(incoming, leg, behaviour);
  }
}

function answer(incoming: IncomingCall, leg: CallLeg, behaviour: Behaviour & { kind: 'answer' }): void {
  const negotiation = answerOffer(incoming.sdpOffer ?? '', leg.localAudio());
  if (!negotiation.ok) refuse(incoming, leg, 488);
  else if (incoming.accept(negotiation.sdp)) leg.begin(negotiation.audio, behaviour);
}

function refuse(incoming: IncomingCall, leg: CallLeg, code: number, reason?: string): void {
  if (incoming.reject(code, reason)) leg.end('customer', code);
}
