import { answerOffer, buildOffer, type IncomingCall, readAnswer } from '../../../telephony/sip/index.ts';
import { audioOfTrunk } from '../audio/local-audio.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { Refusal, warningOf } from './refusal.ts';
import type { RouteTrunk } from './route.ts';

/** The state of one inbound call. */
export interface InboundState {
  live: LiveCall | null;
  /** The caller's offer, with addresses instead of names, or `null` when the caller wants an offer. */
  offer: string | null;
  /** Aborts when the caller does not wait for an answer any more. */
  gone: AbortController;
  lateAnswer: (sdp: string) => void;
  /** Returns whether an address belongs to the trunk of the call. */
  isOfTrunk: (address: string) => boolean;
}

/** Our side of the audio while an offer is only checked. */
const anyAudio = { address: '127.0.0.1', port: 9, sessionId: 1, version: 1 };

/** Returns the caller's offer, or `null` when the caller wants one. Throws a Refusal when no audio is common. */
export async function acceptableOffer(
  { locator }: Pick<CallEnvironment, 'locator'>,
  { sdpOffer }: IncomingCall,
  trunk: RouteTrunk,
): Promise<string | null> {
  if (sdpOffer === null) return null;
  const offer = await locator.withAddresses(sdpOffer);
  const reaches = (address: string): boolean => locator.reaches(address);
  const negotiation = answerOffer(offer, { ...anyAudio, ...audioOfTrunk(trunk), reaches });
  if (negotiation.ok) return offer;
  throw new Refusal(488, 'no-common-audio', negotiation.reason);
}

/** Accepts the call and agrees on audio: at once when the caller offered, else when it answers our offer. */
export async function accept(
  { locator }: Pick<CallEnvironment, 'locator'>,
  incoming: IncomingCall,
  live: LiveCall,
  state: InboundState,
): Promise<boolean> {
  live.audio.signalledFrom(incoming.source.address);
  // Within the call, the caller's answer is to an offer that it asked for.
  const changes = (answer: string): void => {
    if (answer !== '') live.audio.acceptChange(answer);
  };
  if (state.offer !== null) {
    const negotiation = answerOffer(state.offer, live.audio.local());
    if (!negotiation.ok) {
      incoming.reject(488, undefined, warningOf(negotiation.reason));
      return false;
    }
    if (!incoming.accept(negotiation.sdp)) return false;
    live.audio.connect(negotiation.audio, false);
    state.lateAnswer = changes;
    return true;
  }
  const answer = Promise.withResolvers<string>();
  state.lateAnswer = answer.resolve;
  const local = live.audio.offer();
  if (!incoming.accept(buildOffer(local))) return false;
  const negotiation = readAnswer(await locator.withAddresses(await answer.promise), local);
  state.lateAnswer = changes;
  if (negotiation.ok) live.audio.connect(negotiation.audio);
  else incoming.hangUp();
  return negotiation.ok;
}
