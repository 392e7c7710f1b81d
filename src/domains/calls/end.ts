import type { Database, Queryable } from '../../platform/db/index.ts';
import { monotonicMs } from '../../platform/kernel/index.ts';
import { findPrices } from '../prices/index.ts';
import { withUsage } from './add-usage.ts';
import { attemptVerdict } from './attempt-verdict.ts';
import type { CallEnd, EndCondition } from './call-end.ts';
import type { CallUsage } from './latency-schemas.ts';
import { decideRetry, type Retry } from './retry.ts';
import { retryOutcome } from './state.ts';
import {
  type EndEvent,
  type EndingRow,
  lockEnding,
  type RecordedUsage,
  type WrittenEnd,
  writeEnds,
} from './store/end.ts';
import { insertAttempts } from './store/queue.ts';

/** A call to end, and how. */
export interface EndToWrite {
  condition: EndCondition;
  ending: CallEnd;
}

/** Ends one call as `endCalls` does. */
export async function endCall(db: Database, condition: EndCondition, ending: CallEnd): Promise<boolean> {
  const [isEnded] = await endCalls(db, [{ condition, ending }]);
  return isEnded ?? false;
}

/**
 * Ends calls, which frees their slots, and decides in the same transaction whether each is tried again. Returns for each
 * whether it ended: a call that is not in one of the given states, or that another process holds, does not change.
 */
export async function endCalls(db: Database, ends: readonly EndToWrite[]): Promise<boolean[]> {
  return db.transaction((tx) => endCallsIn(tx, ends));
}

/** Ends one call within the caller's transaction. */
export async function endCallIn(tx: Queryable, condition: EndCondition, ending: CallEnd): Promise<boolean> {
  const [isEnded] = await endCallsIn(tx, [{ condition, ending }]);
  return isEnded ?? false;
}

/**
 * Ends calls in the given order: locks their records, decides in memory, and writes. Add other writes that must happen
 * exactly when a call ends here.
 */
export async function endCallsIn(tx: Queryable, ends: readonly EndToWrite[]): Promise<boolean[]> {
  if (ends.length === 0) return [];
  const rows = await lockEnding(
    tx,
    ends.map(({ condition, ending }) => ({
      ...condition,
      isAnswered: ending.answeredAgoMs != null,
      outcome: outcomeOf(ending),
    })),
  );
  const written: WrittenEnd[] = [];
  const events: EndEvent[] = [];
  const retries: Retry[] = [];
  const usage = new UsageOfEnds(tx);
  for (const [place, row] of rows) {
    const { ending } = ends[place]!;
    const end = { ...timesOf(row, ending), row, ending, verdict: attemptVerdict(ending) };
    written.push({ ...end, ...(await usage.of(row, ending, connectionOf(row, end), end.endedMs)) });
    const own = eventsOf(ending);
    const outcome = outcomeOf(ending);
    const retry = outcome && decideRetry(row, outcome, ending.retryId);
    if (retry) {
      retries.push(retry);
      own.push(retry.retried);
    }
    events.push(...own.map((event) => ({ ...event, call: row })));
    if (retry) events.push({ ...retry.held, call: { ...row, call_id: retry.callId } });
  }
  if (written.length > 0) await writeEnds(tx, written, events);
  if (retries.length > 0) await insertAttempts(tx, retries);
  return ends.map((_, place) => rows.has(place));
}

/** An answer on record may be this much later than the call itself knows. */
const lateMs = 1000;

function outcomeOf(ending: CallEnd) {
  return ending.retriedAs ?? retryOutcome(ending.endedReason);
}

function eventsOf(ending: CallEnd): Omit<EndEvent, 'call'>[] {
  return [
    ...(ending.notes ?? []).map((note) => ({ decision: 'noted', ...note })),
    {
      decision: ending.refusal === undefined ? ending.status : 'refused',
      reason: ending.refusal ?? ending.endedReason,
      message: ending.message,
    },
  ];
}

/** Returns when the call was answered (null: never) and when it ended, by the dialer's clock. */
function timesOf(row: EndingRow, ending: CallEnd): { startedMs: number | null; endedMs: number } {
  const { answeredAgoMs, endedAgoMs = 0, countedAtMs } = ending;
  const isCounted = countedAtMs !== undefined;
  const countedMs = row.now_ms - (isCounted ? monotonicMs() - countedAtMs : 0);
  const answeredMs = answeredAgoMs == null ? null : countedMs - answeredAgoMs;
  let startedMs = row.started_ms ?? answeredMs;
  // The record of an answer that waited for the database is late.
  if (isCounted && startedMs !== null && answeredMs !== null && startedMs - answeredMs > lateMs)
    startedMs = answeredMs;
  return { startedMs, endedMs: Math.max(countedMs - endedAgoMs, startedMs ?? 0) };
}

/** Returns the call's own connection, once it was answered. */
function connectionOf(
  { type, trunk_id }: EndingRow,
  { startedMs, endedMs }: { startedMs: number | null; endedMs: number },
): CallUsage[] {
  if (trunk_id === null || startedMs === null) return [];
  const direction = type === 'inboundPhoneCall' ? 'inbound' : 'outbound';
  const connectedMs = Math.max(Math.round(endedMs - startedMs), 0);
  return [{ kind: 'telephony', provider: trunk_id, direction, connectedMs }];
}

/** Computes the usage of ended calls, and its cost by the prices of their organizations that hold at their ends. */
class UsageOfEnds {
  readonly #tx: Queryable;
  readonly #prices = new Map<string, Awaited<ReturnType<typeof findPrices>>>();

  constructor(tx: Queryable) {
    this.#tx = tx;
  }

  async of(
    row: EndingRow,
    ending: CallEnd,
    connection: CallUsage[],
    endedMs: number,
  ): Promise<RecordedUsage> {
    const isAnswered = row.started_ms !== null || ending.answeredAgoMs != null;
    const isUsed = (ending.usage ?? []).length > 0 || isAnswered;
    const price_version = isUsed ? row.newest_prices : null;
    const used = [...(ending.usage ?? row.usage_so_far ?? []), ...connection];
    const recorded = { usage: row.usage, cost: row.cost, price_version };
    if (used.length === 0) return recorded;
    return withUsage(recorded, used, {
      isComplete: ending.usage !== undefined,
      endedMs,
      prices: price_version === null ? null : await this.#pricesOf(row.organization_id, price_version),
    });
  }

  async #pricesOf(organizationId: string, version: number) {
    const known = this.#prices.get(organizationId);
    if (known !== undefined) return known;
    const prices = await findPrices(this.#tx, organizationId, version);
    this.#prices.set(organizationId, prices);
    return prices;
  }
}
