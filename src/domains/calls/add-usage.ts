import type { Queryable } from '../../platform/db/index.ts';
import { costOf, findPrices, type PriceList } from '../prices/index.ts';
import type { CallUsage } from './latency-schemas.ts';
import { lockUsage, type RecordedUsage, updateUsage } from './store/end.ts';
import type { CallKey } from './store/read.ts';

/**
 * Adds usage to a call's record. Once the call has ended, also adds its cost, by the prices at the end of the call.
 * Runs in the transaction of the work that caused the usage. `isComplete` false marks that some usage is unknown.
 */
export async function addUsage(
  tx: Queryable,
  call: CallKey,
  used: readonly CallUsage[],
  isComplete = true,
): Promise<void> {
  if (used.length === 0 && isComplete) return;
  const recorded = await lockUsage(tx, call);
  if (!recorded) return;
  const { price_version, ended_ms, ...before } = recorded;
  const prices = price_version === null ? null : await findPrices(tx, call.organizationId, price_version);
  await updateUsage(
    tx,
    call,
    withUsage({ ...before, price_version }, used, { isComplete, prices, endedMs: ended_ms ?? 0 }),
  );
}

/**
 * Returns a record with more usage, and its cost by the `prices` that held at the end. The cost is null without prices and
 * before the call ends.
 */
export function withUsage(
  recorded: RecordedUsage,
  used: readonly CallUsage[],
  { isComplete, prices, endedMs }: { isComplete: boolean; prices: PriceList | null; endedMs: number },
): RecordedUsage {
  const usage = mergeUsage(recorded.usage ?? [], used);
  const isAllKnown = isComplete && (recorded.cost?.usageIsComplete ?? true);
  return {
    ...recorded,
    usage,
    cost: prices && costOf(prices, usage, { usageIsComplete: isAllKnown, atMs: endedMs }),
  };
}

const units = [
  ...(['characters', 'audioMs', 'inputTokens', 'outputTokens'] as const),
  ...(['inputAudioTokens', 'outputAudioTokens'] as const),
  ...(['cachedInputTokens', 'cachedInputAudioTokens', 'cacheWriteInputTokens'] as const),
];

/** Sums usage: one entry for each kind, provider, model and agent. Connections stay entries of their own. */
export function mergeUsage(known: readonly CallUsage[], added: readonly CallUsage[]): CallUsage[] {
  const sums = known.map((sum) => ({ ...sum }));
  for (const usage of added) {
    const sum = usage.kind === 'telephony' ? undefined : sums.find((other) => keyOf(other) === keyOf(usage));
    if (!sum) {
      sums.push({ ...usage });
      continue;
    }
    for (const unit of units) {
      const amount = usage[unit];
      if (amount !== undefined) sum[unit] = (sum[unit] ?? 0) + amount;
    }
    if (usage.estimated) sum.estimated = true;
  }
  return sums;
}

function keyOf({ kind, provider, model, agentId, agentVersion }: CallUsage): string {
  return JSON.stringify([kind, provider, model ?? null, agentId ?? null, agentVersion ?? null]);
}
