import { type Queryable, statement, toJson } from '../db/index.ts';
import { type CallCost, costOf, findPrices } from '../prices/index.ts';
import type { CallUsage } from './latency-schemas.ts';

/** What is on record of a call's usage; `price_version`: by which its cost counts, null while it has not ended. */
export interface RecordedUsage {
  usage: CallUsage[] | null;
  cost: CallCost | null;
  price_version: number | null;
}

const lock = statement(
  'calls.usage_lock',
  'select usage, cost, price_version from calls where organization_id = $1 and call_id = $2 for no key update',
);
const update = statement(
  'calls.usage',
  'update calls set usage = $3, cost = $4 where organization_id = $1 and call_id = $2',
);

/**
 * Adds to a call's record what was used for it, in the transaction of what that was about, and once the call has ended
 * what it cost by then, by the prices of that time. `isComplete` false: more was used than anybody knows of.
 */
export async function addUsage(
  tx: Queryable,
  { organizationId, callId }: { organizationId: string; callId: string },
  used: readonly CallUsage[],
  isComplete = true,
): Promise<void> {
  if (used.length === 0) return;
  const [recorded] = await tx.query<RecordedUsage>(lock, [organizationId, callId]);
  if (recorded) await addToRecorded(tx, { organizationId, callId, recorded }, used, isComplete);
}

/** The same to a record that this transaction has read from a row that it holds. */
export async function addToRecorded(
  tx: Queryable,
  call: { organizationId: string; callId: string; recorded: RecordedUsage },
  used: readonly CallUsage[],
  isComplete: boolean,
): Promise<void> {
  if (used.length === 0) return;
  const { organizationId, callId, recorded: row } = call;
  const usage = mergeUsage(row.usage ?? [], used);
  const prices = row.price_version === null ? null : await findPrices(tx, organizationId, row.price_version);
  const isAllKnown = isComplete && (row.cost?.usageIsComplete ?? true);
  const cost = prices && costOf(prices, usage, isAllKnown);
  await tx.query(update, [organizationId, callId, toJson(usage), toJson(cost)]);
}

const units = [
  ...(['characters', 'audioMs', 'inputTokens', 'outputTokens'] as const),
  ...(['inputAudioTokens', 'outputAudioTokens', 'cachedInputTokens'] as const),
];

/** Both together: what one model of one provider was used for is one entry, and so is each connection. */
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

function keyOf({ kind, provider, model }: CallUsage): string {
  return JSON.stringify([kind, provider, model ?? null]);
}
