import { Durations, type PacingFacts } from '../../domains/campaigns/index.ts';
import { VirtualClock } from '../campaign/virtual-clock.ts';
import type { RecordedAttempt } from './configuration.ts';

/** A way of dialing: how many calls to dial now. */
export type Dialing = (facts: PacingFacts) => number;

interface TeamRunOptions {
  attempts: readonly RecordedAttempt[];
  members: number;
  mode: PacingFacts['mode'];
  maxAbandonment: number;
  wrapUpSeconds: number;
  patienceSeconds: number;
  dialing: Dialing;
}

/** The result of one run. */
export interface TeamRun {
  /** Calls that a person answered. */
  answered: number;
  /** Those that no member took in time. */
  abandoned: number;
  /** Whether more than the bound was abandoned at any time. */
  wasAboveBound: boolean;
  /** The time from the first to the last dialed call. */
  seconds: number;
  /** The time in it that members were free, as a share of their time. */
  idleShare: number;
  /** Calls that members took until the last call was dialed. */
  taken: number;
}

/** The latest measurements that a decision is given. */
const latestMax = 300;
/** A decision is taken once a second, as the pacer of the product does. */
const decideEveryMs = 1000;

/** Keeps the latest numbers. */
class Latest {
  readonly values: number[] = [];
  #durations: Durations | null = null;

  /** The same numbers as durations. */
  get durations(): Durations {
    return (this.#durations ??= new Durations(this.values));
  }

  add(value: number): void {
    this.#durations = null;
    this.values.push(value);
    if (this.values.length > latestMax) this.values.shift();
  }
}

/**
 * A team and its calls on a virtual clock. A person who answers goes to a free member at once, else to the first who becomes
 * free before the patience is over. Members are always there.
 */
class SimulatedTeam {
  readonly #options: TeamRunOptions;
  readonly #clock = new VirtualClock(0);
  readonly #inAir = new Set<number>();
  readonly #onCall = new Set<{ sinceMs: number }>();
  readonly #wrapUp = new Set<{ untilMs: number }>();
  readonly #waiting = new Map<object, { handlingMs: number; cancel: () => void }>();
  readonly #answerAfter = new Latest();
  readonly #unansweredAfter = new Latest();
  readonly #handling = new Latest();
  /** 1 for an attempt that a person answered, else 0. */
  readonly #decided = new Latest();
  readonly #measured: PacingFacts['measured'];
  #free: number;
  #next = 0;
  #answered = 0;
  #abandoned = 0;
  #taken = 0;
  #wasAboveBound = false;
  #idleMs = 0;
  #idleSinceMs = 0;

  constructor(options: TeamRunOptions) {
    this.#options = options;
    const [decided, answerAfter] = [this.#decided, this.#answerAfter];
    const [unansweredAfter, handling] = [this.#unansweredAfter, this.#handling];
    // Computed only for decisions that use them.
    this.#measured = {
      get attempts() {
        return decided.values.length;
      },
      get answered() {
        return decided.values.reduce((sum, value) => sum + value, 0);
      },
      get answerAfter() {
        return answerAfter.durations;
      },
      get unansweredAfter() {
        return unansweredAfter.durations;
      },
      get handling() {
        return handling.durations;
      },
    };
    this.#free = options.members;
  }

  run(): TeamRun {
    const { attempts, members } = this.#options;
    while (this.#next < attempts.length) {
      const count = Math.min(this.#options.dialing(this.#facts()), attempts.length - this.#next);
      for (let dialed = 0; dialed < count; dialed++) this.#dial(attempts[this.#next++]!);
      this.#advanceTo(this.#clock.now() + decideEveryMs);
    }
    this.#countIdle();
    const [ms, idleMs, taken] = [this.#clock.now(), this.#idleMs, this.#taken];
    for (let at = this.#clock.nextMs(); at !== null; at = this.#clock.nextMs()) this.#clock.moveTo(at);
    return {
      answered: this.#answered,
      abandoned: this.#abandoned,
      wasAboveBound: this.#wasAboveBound,
      seconds: ms / 1000,
      idleShare: idleMs / (ms * members),
      taken,
    };
  }

  /** Runs each event at its own time. */
  #advanceTo(ms: number): void {
    for (let at = this.#clock.nextMs(); at !== null && at <= ms; at = this.#clock.nextMs())
      this.#clock.moveTo(at);
    this.#clock.moveTo(ms);
  }

  #facts(): PacingFacts {
    const nowMs = this.#clock.now();
    const { mode, maxAbandonment, patienceSeconds, wrapUpSeconds } = this.#options;
    return {
      ...{ mode, maxAbandonment, patienceSeconds, wrapUpSeconds },
      period: { answered: this.#answered, abandoned: this.#abandoned },
      members: {
        available: this.#free,
        onCall: Array.from(this.#onCall, ({ sinceMs }) => (nowMs - sinceMs) / 1000),
        wrapUp: Array.from(this.#wrapUp, ({ untilMs }) => (untilMs - nowMs) / 1000),
      },
      waiting: this.#waiting.size,
      inAir: Array.from(this.#inAir, (dialedAtMs) => (nowMs - Math.floor(dialedAtMs)) / 1000),
      measured: this.#measured,
    };
  }

  #dial({ outcome, seconds, handlingSeconds }: RecordedAttempt): void {
    // The fraction keeps calls of one moment apart.
    const call = this.#clock.now() + this.#next / (this.#options.attempts.length + 1);
    this.#inAir.add(call);
    this.#clock.after(seconds * 1000, () => {
      this.#inAir.delete(call);
      this.#decided.add(outcome === 'person' ? 1 : 0);
      if (outcome !== 'person') return this.#unansweredAfter.add(seconds);
      this.#answerAfter.add(seconds);
      this.#answer(handlingSeconds * 1000);
    });
  }

  #answer(handlingMs: number): void {
    this.#answered++;
    if (this.#free > 0) {
      this.#take(handlingMs);
      return;
    }
    const waiting = {};
    const giveUp = () => {
      this.#waiting.delete(waiting);
      this.#abandoned++;
      if (this.#abandoned > this.#options.maxAbandonment * this.#answered) this.#wasAboveBound = true;
    };
    const cancel = this.#clock.after(this.#options.patienceSeconds * 1000, giveUp);
    this.#waiting.set(waiting, { handlingMs, cancel });
  }

  #take(handlingMs: number): void {
    this.#countIdle();
    this.#free--;
    this.#taken++;
    const onCall = { sinceMs: this.#clock.now() };
    this.#onCall.add(onCall);
    this.#clock.after(handlingMs, () => {
      this.#onCall.delete(onCall);
      this.#handling.add(handlingMs / 1000);
      const wrapUpMs = this.#options.wrapUpSeconds * 1000;
      const wrapUp = { untilMs: this.#clock.now() + wrapUpMs };
      this.#wrapUp.add(wrapUp);
      this.#clock.after(wrapUpMs, () => {
        this.#wrapUp.delete(wrapUp);
        this.#becomeFree();
      });
    });
  }

  #becomeFree(): void {
    this.#countIdle();
    this.#free++;
    const [first] = this.#waiting;
    if (!first) return;
    const [waiting, { handlingMs, cancel }] = first;
    this.#waiting.delete(waiting);
    cancel();
    this.#take(handlingMs);
  }

  #countIdle(): void {
    const nowMs = this.#clock.now();
    this.#idleMs += this.#free * (nowMs - this.#idleSinceMs);
    this.#idleSinceMs = nowMs;
  }
}

/** Dials all calls for a team. The same options give the same result. */
export function runTeam(options: TeamRunOptions): TeamRun {
  return new SimulatedTeam(options).run();
}
