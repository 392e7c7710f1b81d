import { delay } from '../platform/kernel/index.ts';
import { answerOffer, type IncomingCall, type IncomingCallEvents } from '../telephony/sip/index.ts';
import type { Behaviour, Manners } from './behaviour.ts';
import type { CallLeg } from './call-leg.ts';
import { interceptManners } from './intercept.ts';
import { voicemailManners } from './voicemail.ts';

/** Handles an incoming call according to `behaviour`. */
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
      if (behaviour.ringMs !== undefined) await ring(incoming, leg, behaviour.ringMs);
      return refuse(incoming, leg, behaviour.code, behaviour.reason);
    case 'no-answer':
      if (behaviour.ringMs === undefined) return incoming.ring();
      await ring(incoming, leg, behaviour.ringMs);
      return refuse(incoming, leg, 480);
    case 'answer':
    case 'voicemail':
    case 'intercept':
      await Promise.all([leg.open(), ring(incoming, leg, behaviour.ringMs)]);
      if (leg.over.aborted) return;
      return answer(incoming, leg, mannersOf(behaviour));
  }
}

function mannersOf(behaviour: Extract<Behaviour, { kind: 'answer' | 'voicemail' | 'intercept' }>): Manners {
  if (behaviour.kind === 'answer') return behaviour;
  return behaviour.kind === 'voicemail' ? voicemailManners(behaviour) : interceptManners(behaviour);
}

function ring(incoming: IncomingCall, leg: CallLeg, ms: number): Promise<void> {
  incoming.ring();
  return delay(ms, leg.over);
}

function answer(incoming: IncomingCall, leg: CallLeg, manners: Manners): void {
  const negotiation = answerOffer(incoming.sdpOffer ?? '', leg.localAudio());
  if (!negotiation.ok) refuse(incoming, leg, 488);
  else if (incoming.accept(negotiation.sdp)) leg.begin(negotiation.audio, manners);
}

function refuse(incoming: IncomingCall, leg: CallLeg, code: number, reason?: string): void {
  if (!leg.over.aborted && incoming.reject(code, reason)) leg.end('customer', code);
}
