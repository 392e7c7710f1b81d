import { type EndedReason, endCalls, liveStatuses } from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { CallPlacer, DialableCall } from '../../runtime/dialer/index.ts';
import { endOfStop } from '../../runtime/session/index.ts';
import { fateOf, reasonOf } from '../carrier/fate.ts';
import { CarrierLimits } from '../carrier/limits.ts';
import { localHour } from '../carrier/local-time.ts';
import type { CampaignConfiguration } from './configuration.ts';
import { type Customers, callIdOf, partsOfCallId } from './customers.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { RuleChecker } from './rule-checker.ts';
import type { Statistics } from './statistics.ts';
import { ids } from './store-campaign.ts';
import type { VirtualClock } from './virtual-clock.ts';

interface LiveCall {
  call: DialableCall;
  index: number;
  attempt: number;
  trunk: number;
  dialedAtMs: number;
  outcome: Outcome;
  endsAtMs: number;
  isOnCarrier: boolean;
  /** Cancels the scheduled end of the call. */
  cancel: () => void;
}

interface VirtualCallsOptions {
  db: Database;
  nodeId: string;
  clock: VirtualClock;
  configuration: CampaignConfiguration;
  customers: Customers;
  checker: RuleChecker;
  statistics: Statistics;
}

/** Maximum ends in one transaction. */
const endsPerTransaction = 200;

/** Simulates calls without sockets. The carrier's model decides their fate, and the virtual clock ends them. */
export class VirtualCalls implements CallPlacer {
  readonly #options: VirtualCallsOptions;
  readonly #limits: CarrierLimits;
  readonly #live = new Map<string, LiveCall>();
  #placed: DialableCall[] = [];
  #over: LiveCall[] = [];

  constructor(options: VirtualCallsOptions) {
    this.#options = options;
    this.#limits = new CarrierLimits(options.configuration.carrier.limits);
  }

  get live(): number {
    return this.#live.size;
  }

  room(): number {
    return this.#options.configuration.organizationMaxConcurrentCalls - this.#live.size - this.#placed.length;
  }

  place(call: DialableCall): void {
    this.#placed.push(call);
  }

  /** Dials the newly placed calls in the order of their ids, so that runs repeat exactly. Returns their number. */
  dialPlaced(): number {
    const placed = this.#placed.toSorted((a, b) => (a.callId < b.callId ? -1 : 1));
    this.#placed = [];
    for (const call of placed) this.#dial(call);
    return placed.length;
  }

  /** Stores the ends of all calls that are over. Returns the times of the ends. */
  async endOver(): Promise<number[]> {
    const over = this.#over.toSorted(
      (a, b) => a.endsAtMs - b.endsAtMs || (a.call.callId < b.call.callId ? -1 : 1),
    );
    this.#over = [];
    const groups: LiveCall[][] = [];
    for (let at = 0; at < over.length; at += endsPerTransaction)
      groups.push(over.slice(at, at + endsPerTransaction));
    // In order, because the circuit breaker counts attempts in the order of their ends.
    for (const group of groups) await this.#end(group);
    for (const live of over) this.#forget(live);
    return over.map(({ endsAtMs }) => endsAtMs);
  }

  /** Stops unanswered calls, because their campaign ended. */
  stop(callIds: readonly string[]): void {
    const nowMs = this.#options.clock.now();
    for (const callId of callIds) {
      const live = this.#live.get(callId);
      if (!live || live.endsAtMs <= nowMs || this.#isAnswered(live, nowMs)) continue;
      live.cancel();
      const ending = endOfStop('campaign-ended', false);
      live.outcome = { answeredAfterMs: null, endedAfterMs: nowMs - live.dialedAtMs, ending };
      live.endsAtMs = nowMs;
      this.#over.push(live);
    }
  }

  #isAnswered({ outcome, dialedAtMs }: LiveCall, nowMs: number): boolean {
    return outcome.answeredAfterMs !== null && dialedAtMs + outcome.answeredAfterMs <= nowMs;
  }

  #dial(call: DialableCall): void {
    const { clock, configuration, customers, checker, statistics } = this.#options;
    const dialedAtMs = clock.now();
    const { index, attempt } = partsOfCallId(call.callId);
    const trunk = configuration.trunks.findIndex(
      (_, trunkIndex) => ids.trunk(trunkIndex) === call.trunk?.trunkId,
    );
    const isOnCarrier = this.#limits.admit(dialedAtMs);
    const outcome = outcomeOf(
      isOnCarrier ? this.#fateOf(call, customers.timeZones(index)[0] ?? 'UTC', attempt) : overLimit,
      configuration.noAnswerSeconds * 1000,
    );
    const endsAtMs = dialedAtMs + Math.max(outcome.endedAfterMs, 1);
    const live = {
      call,
      index,
      attempt,
      trunk,
      dialedAtMs,
      outcome,
      endsAtMs,
      isOnCarrier,
      cancel: () => {},
    };
    live.cancel = clock.at(endsAtMs, () => void this.#over.push(live));
    this.#live.set(call.callId, live);
    checker.dialed({ callId: call.callId, index, trunk, atMs: dialedAtMs });
    statistics.dialed(call.callId, dialedAtMs);
  }

  #fateOf({ customerNumber: number }: DialableCall, zone: string, attempt: number) {
    const { clock, configuration } = this.#options;
    const atMs = clock.now();
    return fateOf(configuration.carrier, configuration.seed, {
      number,
      attempt,
      atMs,
      localHour: localHour(zone, atMs),
    });
  }

  async #end(group: readonly LiveCall[]): Promise<void> {
    const { db, nodeId, clock } = this.#options;
    const nowMs = clock.now();
    const ended = await endCalls(
      db,
      group.map(({ call, index, attempt, outcome, dialedAtMs, endsAtMs }) => {
        const { organizationId, callId } = call;
        const { answeredAfterMs } = outcome;
        return {
          condition: { organizationId, callId, from: liveStatuses, nodeId },
          ending: {
            ...outcome.ending,
            answeredAgoMs: answeredAfterMs === null ? null : nowMs - dialedAtMs - answeredAfterMs,
            endedAgoMs: nowMs - endsAtMs,
            retryId: callIdOf(ids.callPrefix, index, attempt + 1),
          },
        };
      }),
    );
    const notEnded = group[ended.indexOf(false)];
    if (notEnded) throw new Error(`cannot end the call ${notEnded.call.callId}: it is not live`);
  }

  #forget({ call, index, trunk, outcome, dialedAtMs, endsAtMs, isOnCarrier }: LiveCall): void {
    const { checker, statistics } = this.#options;
    const { callId } = call;
    this.#live.delete(callId);
    if (isOnCarrier) this.#limits.release();
    const endedReason: EndedReason = outcome.ending.endedReason;
    const answeredAtMs = outcome.answeredAfterMs === null ? null : dialedAtMs + outcome.answeredAfterMs;
    checker.ended({ callId, index, trunk, atMs: endsAtMs }, endedReason);
    statistics.ended(callId, endedReason, endsAtMs, answeredAtMs);
  }
}

/** The response of a carrier at its limit. */
const overLimit = { kind: 'refused', setupMs: 100, ringMs: null, code: 503, reason: reasonOf(503) } as const;
