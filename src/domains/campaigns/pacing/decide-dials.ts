import { answerRateAtMost, type MeasuredAttempts } from './answer-rate.ts';
import type { Durations } from './durations.ts';
import { NetDemand } from './net-demand.ts';

/** Everything that the number of calls to dial now depends on. Durations are in seconds. */
export interface PacingFacts {
  /** `progressive` dials one call for each free member. `predictive` dials ahead. */
  mode: 'progressive' | 'predictive';
  /** The greatest share of the answered calls that may be abandoned, such as 0.03. */
  maxAbandonment: number;
  /** The calls of the period that people answered, and those of them that no member took in time. */
  period: { answered: number; abandoned: number };
  members: {
    available: number;
    /** For each member on a call, how long the call has lasted. */
    onCall: readonly number[];
    /** For each member who wraps up, how long it still takes. */
    wrapUp: readonly number[];
  };
  /** People who have answered and wait for a member. */
  waiting: number;
  /** For each unanswered call, the time since its INVITE. */
  inAir: readonly number[];
  /** How long a person waits for a member before the call counts as abandoned. */
  patienceSeconds: number;
  wrapUpSeconds: number;
  measured: MeasuredAttempts & {
    /** From the INVITE to the answer by a person. */
    answerAfter: Durations;
    /** From the INVITE to the end of an attempt that no person answered. */
    unansweredAfter: Durations;
    /** The calls of members, without wrap-up. */
    handling: Durations;
  };
}

/** Why no call is dialed ahead. */
export type HeldBack =
  /** The campaign dials one call for each free member. */
  | 'mode'
  /** Too little was measured. */
  | 'measuring'
  /** Fewer calls may still be abandoned than one. */
  | 'bound';

export interface DialDecision {
  /** Calls to dial now. */
  dial: number;
  /** `null` when calls may be dialed ahead. */
  heldBack: HeldBack | null;
  /** The answer rate that was reckoned with, from 0 to 1; `null` when none was. */
  answerRate: number | null;
}

/** The attempts, answers and calls of members that are measured before a call is dialed ahead. */
export const attemptsMin = 100;
export const answersMin = 20;
/** Calls are dialed ahead by an answer rate this many standard deviations above the measured one. */
const deviations = 1;
/**
 * The credit is how many more calls may be abandoned now. The next call is dialed when the risk that it finds no member is
 * at most a share of the credit, so that the risk falls as the bound comes near.
 */
const creditPerRisk = 200;
const riskMax = 0.5;
/** Even if people answer this many times as often as measured, more calls than the credit are abandoned only with … */
const stress = 1.5;
/** … this probability. */
const overrunMax = 0.001;
/** Maximum unanswered calls for each member who works. */
const callsPerMemberMax = 10;
/** The moments to which a decision looks ahead, as places in the order of the times to an answer. The worst ones come first. */
const moments = [0.85, 0.7, 0.5, 1, 0.3, 0.15] as const;

/**
 * Returns how many calls to dial now. Pure. At least one call for each free member that has none, in both modes. A
 * predictive campaign dials more only while
 *
 * - enough is measured, and at least one more call may be abandoned within the bound,
 * - the risk that the next call finds no member is small against what may still be abandoned, and
 * - half as many answers again as measured would still keep the bound.
 */
export function decideDials(facts: PacingFacts): DialDecision {
  const { members, waiting, inAir, measured } = facts;
  const oneForEach = Math.max(members.available - waiting - inAir.length, 0);
  const heldBack = heldBackBy(facts);
  if (heldBack) return { dial: oneForEach, heldBack, answerRate: null };
  const answerRate = answerRateAtMost(measured, deviations);
  const outlook = new Outlook(facts, answerRate);
  for (let dial = 0; dial < oneForEach; dial++) outlook.add();
  const working = members.available + members.onCall.length + members.wrapUp.length;
  const room = callsPerMemberMax * working - inAir.length - oneForEach;
  return { dial: oneForEach + outlook.addWhileWithin(creditOf(facts), room), heldBack: null, answerRate };
}

/** Returns how many more calls may be abandoned now: the bound's share of those answered, less those abandoned. */
export function creditOf({ maxAbandonment, period }: PacingFacts): number {
  return maxAbandonment * period.answered - period.abandoned;
}

function heldBackBy(facts: PacingFacts): HeldBack | null {
  const { mode, measured } = facts;
  if (mode === 'progressive') return 'mode';
  const { attempts, answered, answerAfter, handling } = measured;
  if (attempts < attemptsMin || answered < answersMin) return 'measuring';
  if (answerAfter.count < answersMin || handling.count < answersMin) return 'measuring';
  return creditOf(facts) < 1 ? 'bound' : null;
}

/** What will have happened by one moment ahead. Its distributions are computed when they are first needed. */
class Moment {
  readonly #least: number;
  /** The probability that a call dialed now, if a person answers it, is answered by then. */
  readonly #answeredBy: number;
  /** The probabilities of everything that adds a person without a member, by the answer rate. */
  readonly #events: (answerRate: number) => number[];
  readonly #answerRate: number;
  #dialed = 0;
  #expected: NetDemand | null = null;
  /** The same, if people answer more often than measured. */
  #stressed: NetDemand | null = null;

  constructor(facts: PacingFacts, seconds: number, answerRate: number) {
    const times = facts.measured;
    const { least, stillTaken } = membersAt(facts, seconds + facts.patienceSeconds);
    this.#least = least;
    this.#answerRate = answerRate;
    this.#answeredBy = times.answerAfter.endsWithin(0, seconds);
    this.#events = (rate) => [
      ...stillTaken,
      ...facts.inAir.map((age) => answerable(rate, times, age) * times.answerAfter.endsWithin(age, seconds)),
      ...Array.from({ length: this.#dialed }, () => rate * this.#answeredBy),
    ];
  }

  /** Reckons with one more call that is dialed now. */
  add(): void {
    this.#dialed++;
    this.#expected?.add(this.#answerRate * this.#answeredBy);
    this.#stressed?.add(stressed(this.#answerRate) * this.#answeredBy);
  }

  /** The probability that a person who answers the next call by then finds no member. */
  get riskOfNext(): number {
    this.#expected ??= new NetDemand(this.#least, this.#events(this.#answerRate));
    return this.#answeredBy * this.#expected.atLeast(0);
  }

  /** The probability that more people than the credit find no member, with one more call and many answers. */
  overrun(credit: number): number {
    this.#stressed ??= new NetDemand(this.#least, this.#events(stressed(this.#answerRate)));
    return this.#stressed.atLeast(Math.floor(credit));
  }
}

/** The people without a member at some moments ahead, by the calls in the air and the members who become free. */
class Outlook {
  readonly #moments: Moment[];

  constructor(facts: PacingFacts, answerRate: number) {
    const { answerAfter } = facts.measured;
    this.#moments = moments.map((place) => new Moment(facts, answerAfter.quantile(place), answerRate));
  }

  /** Reckons with one more call that is dialed now. */
  add(): void {
    for (const moment of this.#moments) moment.add();
  }

  /** Adds at most `room` calls, while their risk is small against the credit. Returns how many. */
  addWhileWithin(credit: number, room: number): number {
    const risk = Math.min(credit / creditPerRisk, riskMax);
    let added = 0;
    while (
      added < room &&
      this.#moments.every(({ riskOfNext }) => riskOfNext <= risk) &&
      this.#moments.every((moment) => moment.overrun(credit) <= overrunMax)
    ) {
      this.add();
      added++;
    }
    return added;
  }
}

function stressed(answerRate: number): number {
  return Math.min(stress * answerRate, 1);
}

/**
 * Returns the probability that a person will answer a call that has been unanswered for `age` seconds. Attempts that end
 * early, because the line is busy, are no longer among those of this age.
 */
function answerable(
  rate: number,
  { answerAfter, unansweredAfter }: PacingFacts['measured'],
  age: number,
): number {
  const yes = rate * answerAfter.longerThan(age);
  const no = (1 - rate) * unansweredAfter.longerThan(age);
  return yes + no === 0 ? rate : yes / (yes + no);
}

/** Returns the probability for each member who is taken now to be so after `seconds`, and the demand without them. */
function membersAt({ members, waiting, wrapUpSeconds, measured }: PacingFacts, seconds: number) {
  const wrappingUp = members.wrapUp.filter((rest) => rest > seconds).map(() => 1);
  const onCall = members.onCall.map(
    (elapsed) => 1 - measured.handling.endsWithin(elapsed, seconds - wrapUpSeconds),
  );
  const taken = members.wrapUp.length + members.onCall.length;
  return { least: waiting - members.available - taken, stillTaken: [...wrappingUp, ...onCall] };
}
