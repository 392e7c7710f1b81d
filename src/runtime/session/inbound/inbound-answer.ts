import { isDatabaseAway } from '../../../platform/db/index.ts';
import { counter, fairTimeout, type Log } from '../../../platform/kernel/index.ts';
import {
  answerOffer,
  buildOffer,
  type HeaderList,
  type IncomingCall,
  listedCodecs,
  readAnswer,
} from '../../../telephony/sip/index.ts';
import { audioOfTrunk, type TrunkAudio } from '../audio/call-audio.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import type { InboundRoute } from './store.ts';
import { isCounted } from './turned-away.ts';

/** The state of one inbound call. */
export interface InboundState {
  live: LiveCall | null;
  /** The number that was called, once it is known. */
  route: InboundRoute | null;
  /** The caller's offer, with addresses instead of names, or `null` when the caller wants an offer. */
  offer: string | null;
  /** Aborts when the caller has given up waiting for an answer. */
  gone: AbortController;
  /** Whether the caller has been sent 180, because the call waited for room. */
  isRinging: boolean;
  lateAnswer: (sdp: string) => void;
  /** Returns whether an address belongs to the trunk of the call. */
  isOfTrunk: (address: string) => boolean;
}

/** Our side of the audio while an offer is only checked. */
const anyAudio = { address: '127.0.0.1', port: 9, sessionId: 1, version: 1 };

/** Returns the caller's offer, or `null` when the caller wants one. Throws a Refusal when no audio is common. */
export async function acceptableOffer(
  { locator, onAudio }: Pick<CallEnvironment, 'locator' | 'onAudio'>,
  { sdpOffer }: IncomingCall,
  organizationId: string,
  trunk: TrunkAudio & { trunkId: string },
): Promise<string | null> {
  if (sdpOffer === null) return null;
  const offer = await locator.withAddresses(sdpOffer);
  const reaches = (address: string): boolean => locator.reaches(address);
  const negotiation = answerOffer(offer, { ...anyAudio, ...audioOfTrunk(trunk), reaches });
  if (negotiation.ok) {
    onAudio(organizationId, trunk.trunkId, null);
    return offer;
  }
  // An address that cannot be reached is a problem of the caller, and not of the trunk's codecs and encryption.
  if (negotiation.reason.includes('address')) throw noCommonAudio(negotiation.reason);
  const offered = listedCodecs(offer)?.slice(0, 8).join(', ') ?? 'no codec';
  const problem = `an inbound call that offered ${offered} was refused with 488: ${negotiation.reason}`;
  onAudio(organizationId, trunk.trunkId, problem);
  throw noCommonAudio(negotiation.reason);
}

const noCommonAudio = (reason: string) => new Refusal(488, 'no-common-audio', reason);

/**
 * Accepts the call and agrees on audio: at once when the caller sent an offer, otherwise when it answers our offer. Returns
 * whether that succeeded.
 */
export async function accept(
  { locator }: Pick<CallEnvironment, 'locator'>,
  incoming: IncomingCall,
  live: LiveCall,
  state: InboundState,
): Promise<boolean> {
  live.audio.signalledFrom(incoming.source.address);
  // Later answers of the caller answer offers that it asked for.
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

const refusedTotal = counter('parley_inbound_refused_total', 'Inbound calls refused, by reason', ['reason']);
/** Seconds after which a caller may try again after 503 (RFC 3261 §20.33). */
const retryAfter = [['Retry-After', '5']] as const;

/** Refuses an inbound call with a SIP status before anything of it is stored. */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** Answers the caller, and logs and counts the refusal. */
  answer(incoming: IncomingCall, log: Log): void {
    refusedTotal.inc({ reason: this.reason });
    const { source, callId } = incoming;
    log.info({ reason: this.reason, source: source.address, sipCallId: callId }, 'refused an inbound call');
    const explained = this.code === 488 || this.code === 503 ? warningOf(this.message) : [];
    const later = this.code === 503 ? retryAfter : [];
    incoming.reject(this.code, undefined, [...later, ...explained, ...turnedAwayOf(this.reason)]);
  }
}

/**
 * The longest wait of a new call for the database. A proxy that passes the call on after a 503 then still reaches another
 * process within 2 s.
 */
const databaseWithinMs = 1500;

/** Returns the result of work in the database. Throws a Refusal when the database cannot be reached, or is too slow. */
export async function fromDatabase<Result>(work: Promise<Result>): Promise<Result> {
  const away = (why: string) => new Refusal(503, 'database-away', why);
  const late = Promise.withResolvers<never>();
  const callOff = fairTimeout(databaseWithinMs, () =>
    late.reject(away(`the database did not answer within ${databaseWithinMs / 1000} s`)),
  );
  try {
    return await Promise.race([work, late.promise]);
  } catch (thrown) {
    throw isDatabaseAway(thrown) ? away('the database cannot be reached') : thrown;
  } finally {
    callOff();
  }
}

/** Returns a header by which a proxy knows that another node would refuse the call too. The call is counted here. */
function turnedAwayOf(reason: string): HeaderList {
  return isCounted(reason) ? [['X-Parley-Turned-Away', reason]] : [];
}

/** Returns a Warning header that explains a 488 or 503 in a trace (RFC 3261 §20.43). */
function warningOf(reason: string): HeaderList {
  return [['Warning', `399 parley "${reason.replace(/[^\x20-\x7e]|["\\]/g, ' ').slice(0, 200)}"`]];
}
