import type { ReadKeys } from '../../../conversation/providers/registry.ts';
import { answerOffer, buildOffer, type IncomingCall, readAnswer } from '../../../telephony/sip/index.ts';
import { audioOfTrunk } from '../audio/local-audio.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import type { RouteTrunk } from './inbound-store.ts';
import { Refusal, warningOf } from './refusal.ts';

/** An inbound call on its way to its end. */
export interface InboundState {
  live: LiveCall | null;
  /** What the caller offers, with addresses in the place of names; null: it wants an offer. */
  offer: string | null;
  /** The organization's keys that were read to find out whether the call can be taken, until its agent is prepared. */
  keys: ReadKeys;
  /** Aborts when nobody waits for an answer any more. */
  gone: AbortController;
  lateAnswer: (sdp: string) => void;
  /** Whether an address belongs to the trunk that the call came over. */
  isOfTrunk: (address: string) => boolean;
}

/** Stands for our side where it is only asked whether an offer can be taken. */
const anyAudio = { address: '127.0.0.1', port: 9, sessionId: 1, version: 1 };

/** What the caller offers, as it can be taken; null: it wants an offer. Throws a Refusal. */
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

/** Answers with our side of the audio: at once where the caller offered, else when it answers our offer. */
export async function accept(
  { locator }: Pick<CallEnvironment, 'locator'>,
  incoming: IncomingCall,
  live: LiveCall,
  state: InboundState,
): Promise<boolean> {
  live.audio.signalledFrom(incoming.source.address);
  // Once the call stands, what the caller answers is an offer that it asked for.
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
