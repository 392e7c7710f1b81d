import type { CarrierConfiguration } from './configuration.ts';
import { type Draws, drawsOf } from './draws.ts';
import { durationMs } from './duration.ts';
import { isOut } from './outage.ts';

/** The party that answers a call. */
export type Answerer = 'person' | 'voicemail' | 'screening';

/** The course of a call that the caller does not give up. */
export type Fate =
  /** Neither the INVITE nor any of its retransmissions arrives. */
  | { kind: 'lost' }
  /** The call rings `setupMs` after the INVITE, for `ringMs` or not at all (null). Then it is refused. */
  | { kind: 'refused'; setupMs: number; ringMs: number | null; code: number; reason: string }
  /** The call is answered. `hangsUp` ends it after `connectedMs`. */
  | {
      kind: 'answered';
      setupMs: number;
      ringMs: number;
      by: Answerer;
      connectedMs: number;
      hangsUp: 'customer' | 'caller';
    };

/** The facts of a call that decide its fate. */
interface FatedCall {
  /** The called number. */
  number: string;
  /** The ordinal of this call to the number, from 1. */
  attempt: number;
  /** The epoch time of the INVITE in milliseconds. */
  atMs: number;
  /** The hour of the called party's day at that time, 0 to 23. */
  localHour: number;
}

const reasons: Record<number, string> = {
  404: 'Not Found',
  480: 'Temporarily Unavailable',
  484: 'Address Incomplete',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  503: 'Service Unavailable',
  600: 'Busy Everywhere',
  603: 'Decline',
  604: 'Does Not Exist Anywhere',
  607: 'Unwanted',
  608: 'Rejected',
};

/** Returns the reason phrase of a SIP status. */
export function reasonOf(code: number): string {
  return reasons[code] ?? 'Refused';
}

/** T1 of RFC 3261 §17.1.1.1. An INVITE is sent seven times, at 0, 1, 3, 7 … 63 times T1. */
const t1Ms = 500;
const sendsMax = 7;

/**
 * Returns the fate of a call. It depends only on the configuration, the seed and the call, so the order of calls does not
 * matter. It ignores the carrier's limits, which {@link CarrierLimits} enforces.
 */
export function fateOf(configuration: CarrierConfiguration, seed: number, call: FatedCall): Fate {
  const { number, attempt, atMs } = call;
  const draw = drawsOf(seed, number, attempt);
  const lateMs = lossDelayMs(configuration.loss, draw);
  if (lateMs === null) return { kind: 'lost' };
  const setupMs = durationMs(configuration.setupSeconds, draw) + lateMs;
  if (isOut(configuration, seed, atMs)) return refused(503, lateMs);
  const traits = traitsOf(configuration, seed, number);
  if (traits.isInvalid) return refused(404, setupMs);
  let roll = draw();
  for (const { code, share } of configuration.refusals) {
    if (roll < share) return refused(code, setupMs);
    roll -= share;
  }
  if (roll < configuration.busy) return refused(486, setupMs);
  return answeredFate(configuration, call, traits, setupMs, draw);
}

function refused(code: number, setupMs: number): Fate {
  return { kind: 'refused', setupMs, ringMs: null, code, reason: reasonOf(code) };
}

/** Returns the delay by which lost datagrams postpone the first response; `null` when all are lost. */
function lossDelayMs(loss: number, draw: Draws): number | null {
  if (loss === 0) return 0;
  const arrives = (1 - loss) ** 2;
  for (let sends = 0; sends < sendsMax; sends++) if (draw() < arrives) return t1Ms * (2 ** sends - 1);
  return null;
}

/** The properties of a number, which are the same in all calls to it. */
interface Traits {
  isInvalid: boolean;
  hasVoicemail: boolean;
  isScreened: boolean;
  /** The factor of the probability that its owner answers, from 0 to 2 and 1 on average. */
  readiness: number;
}

function traitsOf({ numbers }: CarrierConfiguration, seed: number, number: string): Traits {
  const draw = drawsOf(seed, 'number', number);
  return {
    isInvalid: draw() < numbers.invalid,
    hasVoicemail: draw() < numbers.voicemail,
    isScreened: draw() < numbers.screened,
    readiness: 2 * draw(),
  };
}

function answeredFate(
  configuration: CarrierConfiguration,
  { localHour }: FatedCall,
  { hasVoicemail, isScreened, readiness }: Traits,
  setupMs: number,
  draw: Draws,
): Fate {
  const ringMaxMs = configuration.ringMaxSeconds * 1000;
  const answered = (
    by: Answerer,
    ringMs: number,
    connectedMs: number,
    hangsUp: 'customer' | 'caller',
  ): Fate =>
    ringMs < ringMaxMs
      ? { kind: 'answered', setupMs, ringMs, by, connectedMs, hangsUp }
      : { kind: 'refused', setupMs, ringMs: ringMaxMs, code: 480, reason: reasonOf(480) };
  const isAnswered = draw() < (configuration.answersByHour[localHour] ?? 0) * readiness;
  if (isAnswered && isScreened) {
    return answered('screening', 0, durationMs(configuration.screeningSeconds, draw), 'customer');
  }
  if (isAnswered) {
    const ringMs = durationMs(configuration.ringSeconds, draw);
    const hangsUp = draw() < configuration.customerHangsUp ? 'customer' : 'caller';
    return answered('person', ringMs, durationMs(configuration.conversationSeconds, draw), hangsUp);
  }
  const ringMs = hasVoicemail ? durationMs(configuration.voicemailAfterSeconds, draw) : ringMaxMs;
  return answered('voicemail', ringMs, durationMs(configuration.voicemailSeconds, draw), 'caller');
}
