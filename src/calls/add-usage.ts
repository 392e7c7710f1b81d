import { type Queryable, statement, toJson } from '../db/index.ts';
import type { CallUsage } from './latency-schemas.ts';

const lock = statement(
  'calls.usage_lock',
  'select usage from calls where organization_id = $1 and call_id = $2 for no key update',
);
const update = statement(
  'calls.usage',
  'update calls set usage = $3 where organization_id = $1 and call_id = $2',
);

/** Adds to a call's record what providers were used for, in the transaction of what that was about. */
export async function addUsage(
  tx: Queryable,
  { organizationId, callId }: { organizationId: string; callId: string },
  used: readonly CallUsage[],
): Promise<void> {
  if (used.length === 0) return;
  const [row] = await tx.query<{ usage: CallUsage[] | null }>(lock, [organizationId, callId]);
  if (!row) return;
  await tx.query(update, [organizationId, callId, toJson(mergeUsage(row.usage ?? [], used))]);
}

const units = ['characters', 'audioMs', 'inputTokens', 'outputTokens'] as const;

/** Both together: what one model of one provider was used for is one entry. */
export function mergeUsage(known: readonly CallUsage[], added: readonly CallUsage[]): CallUsage[] {
  const sums = known.map((sum) => ({ ...sum }));
  for (const usage of added) {
    const sum = sums.find((other) => keyOf(other) === keyOf(usage));
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
