import type { ReadScope } from '../../platform/audit/index.ts';
import { periodOf, wholeHours } from './period.ts';
import type { TurnedAwayCalls, TurnedAwayQuery } from './schemas.ts';
import { type NumberCount, turnedAwayByHour, turnedAwayByNumber } from './store/turned-away.ts';

const lengths = { daysMax: 400, defaultDays: 30 };
const numbersMax = 200;

type ByReason = Record<string, number>;

/** Returns how many inbound calls were refused before they were on record, by reason, number and hour. */
export async function turnedAwayCalls(
  { db, actor }: ReadScope,
  asked: TurnedAwayQuery,
  nowMs: number,
): Promise<TurnedAwayCalls> {
  const period = wholeHours(periodOf(asked, nowMs, lengths));
  const of = { ...period, phoneNumberId: asked.phoneNumberId ?? null };
  const [counts, hours] = await Promise.all([
    turnedAwayByNumber(db, actor.organizationId, of),
    turnedAwayByHour(db, actor.organizationId, of),
  ]);
  return {
    ...period,
    total: counts.reduce((sum, { calls }) => sum + calls, 0),
    byReason: reasonsOf(counts),
    numbers: numbersOf(counts),
    hours,
  };
}

function reasonsOf(counts: readonly NumberCount[]): ByReason {
  const found: ByReason = {};
  for (const { reason, calls } of counts) found[reason] = (found[reason] ?? 0) + calls;
  return found;
}

function numbersOf(counts: readonly NumberCount[]): TurnedAwayCalls['numbers'] {
  const found = Map.groupBy(counts, ({ phoneNumberId }) => phoneNumberId);
  return [...found.values()]
    .map((own) => ({
      phoneNumberId: own[0]!.phoneNumberId,
      phoneNumber: own[0]!.phoneNumber,
      total: own.reduce((sum, { calls }) => sum + calls, 0),
      byReason: reasonsOf(own),
      lastAt: own
        .map(({ lastAt }) => lastAt)
        .toSorted()
        .at(-1)!,
    }))
    .toSorted((one, other) => other.total - one.total || (one.phoneNumber < other.phoneNumber ? -1 : 1))
    .slice(0, numbersMax);
}
