import { type Database, DatabaseBatches, type Queryable } from '../../platform/db/index.ts';
import { findPrices } from '../prices/index.ts';
import { type RecordedUsage, withUsage } from './add-usage.ts';
import { attemptVerdict } from './attempt-verdict.ts';
import type { CallEnd, EndCondition } from './call-end.ts';
import { type EndingRow, type EventToTell, lockEnding, type WrittenEnd, writeEnds } from './end-store.ts';
import type { CallUsage } from './latency-schemas.ts';
import { decideRetry, type Retry } from './retry.ts';
import { insertAttempts } from './retry-store.ts';
import { retryOutcome } from './state.ts';

/** A call that is to be ended, and how. */
interface EndToWrite {
  condition: EndCondition;
  ending: CallEnd;
}

const endings = new DatabaseBatches<EndToWrite, boolean>({ run: endCalls, itemsMax: 100, batchesMax: 2 });

/**
 * Ends a call, which frees its slot, and decides in the same transaction whether it is tried again. Answers
 * false, and changes nothing, when the call is not in one of the given states or another process holds it. Calls that
 * end at the same time share a transaction.
 */
export async function endCall(db: Database, condition: EndCondition, ending: CallEnd): Promise<boolean> {
  return endings.add(db, { condition, ending });
}

/** The same for many calls, in one transaction and with as many statements as for one; for each, whether it ended. */
export async function endCalls(db: Database, ends: readonly EndToWrite[]): Promise<boolean[]> {
  return db.transaction((tx) => endCallsIn(tx, ends));
}

/** The same for one call inside a transaction of the caller's. */
export async function endCallIn(tx: Queryable, condition: EndCondition, ending: CallEnd): Promise<boolean> {
  const [isEnded] = await endCallsIn(tx, [{ condition, ending }]);
  return isEnded ?? false;
}

/**
 * Everything that the end of calls means, in the order in which they are given: reads and locks their records, decides in
 * memory, and writes. What else has to be written with an end, and only then, belongs here.
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
  const events: EventToTell[] = [];
  const retries: Retry[] = [];
  const usage = new UsageOfEnds(tx);
  for (const [place, row] of rows) {
    const { ending } = ends[place]!;
    const end = { ...timesOf(row, ending), row, ending, verdict: attemptVerdict(ending) };
    written.push({ ...end, ...(await usage.of(row, ending, connectionOf(row, end))) });
    const told = eventsOf(ending);
    const outcome = outcomeOf(ending);
    const retry = outcome && decideRetry(row, outcome, ending.retryId);
    if (retry) {
      retries.push(retry);
      told.push(retry.retried);
    }
    events.push(...told.map((event) => ({ ...event, call: row })));
    if (retry) events.push({ ...retry.held, call: { ...row, call_id: retry.callId } });
  }
  if (written.length > 0) await writeEnds(tx, written, events);
  if (retries.length > 0) await insertAttempts(tx, retries);
  return ends.map((_, place) => rows.has(place));
}

function outcomeOf(ending: CallEnd) {
  return ending.retriedAs ?? retryOutcome(ending.endedReason);
}

function eventsOf(ending: CallEnd): Omit<EventToTell, 'call'>[] {
  return [
    ...(ending.notes ?? []).map((note) => ({ decision: 'noted', ...note })),
    {
      decision: ending.refusal === undefined ? ending.status : 'refused',
      reason: ending.refusal ?? ending.endedReason,
      message: ending.message,
    },
  ];
}

/** When it was answered (null: never) and when it ended, by the clock that dialing goes by. */
function timesOf(row: EndingRow, ending: CallEnd): { startedMs: number | null; endedMs: number } {
  const answeredMs = ending.answeredAgoMs == null ? null : row.now_ms - ending.answeredAgoMs;
  return { startedMs: row.started_ms ?? answeredMs, endedMs: row.now_ms - (ending.endedAgoMs ?? 0) };
}

/** The line that the call itself took, once it was answered. */
function connectionOf(
  { type, trunk_id }: EndingRow,
  { startedMs, endedMs }: { startedMs: number | null; endedMs: number },
): CallUsage[] {
  if (trunk_id === null || startedMs === null) return [];
  const direction = type === 'inboundPhoneCall' ? 'inbound' : 'outbound';
  const connectedMs = Math.max(Math.round(endedMs - startedMs), 0);
  return [{ kind: 'telephony', provider: trunk_id, direction, connectedMs }];
}

/** What ended calls have used, and cost by the newest prices of their organizations. */
class UsageOfEnds {
  readonly #tx: Queryable;
  readonly #prices = new Map<string, Awaited<ReturnType<typeof findPrices>>>();

  constructor(tx: Queryable) {
    this.#tx = tx;
  }

  async of(row: EndingRow, ending: CallEnd, connection: CallUsage[]): Promise<RecordedUsage> {
    const isAnswered = row.started_ms !== null || ending.answeredAgoMs != null;
    const isUsed = (ending.usage ?? []).length > 0 || isAnswered;
    const price_version = isUsed ? row.newest_prices : null;
    const used = [...(ending.usage ?? row.usage_so_far ?? []), ...connection];
    const recorded = { usage: row.usage, cost: row.cost, price_version };
    if (used.length === 0) return recorded;
    return withUsage(recorded, used, {
      isComplete: ending.usage !== undefined,
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
