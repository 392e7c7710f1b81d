import { type PriceKind, type PriceRow, subjectOf } from './price-rows.ts';

/**
 * A minute of a typical call: the agent speaks for half of it, in four answers. Each answer reads the instructions
 * and the conversation again.
 */
export const typicalMinute: Partial<Record<PriceKind, Partial<Record<PriceRow['unit'], number>>>> = {
  telephony: { minutes: 1 },
  'speech-to-text': { minutes: 1 },
  'language-model': { 'input-tokens': 6_000, 'output-tokens': 160 },
  'text-to-speech': { characters: 500 },
};

/** What one part of a call may be: a trunk's direction, or a model of a provider. */
export type Part = Pick<PriceRow, 'kind' | 'provider' | 'model' | 'trunkId' | 'direction'>;

export const partKey = (part: Part) => subjectOf({ ...part, unit: 'minutes' });

/** Returns the parts of a kind that have prices, in the order of the list. */
export function partsOf(rows: readonly PriceRow[], kind: PriceKind): Part[] {
  const parts = new Map<string, Part>();
  for (const row of rows) if (row.kind === kind) parts.set(partKey(row), row);
  return [...parts.values()];
}

/** Returns what a typical minute of a part costs; null when a unit has no price, or its amount is no number. */
export function minuteOf(rows: readonly PriceRow[], part: Part): number | null {
  let sum = 0;
  for (const [unit, count] of Object.entries(typicalMinute[part.kind] ?? {})) {
    const own = rows.find((row) => row.unit === unit && partKey(row) === partKey(part));
    const row =
      own ?? rows.find((one) => one.unit === unit && partKey(one) === partKey({ ...part, model: null }));
    const amount = row && row.amount.trim() !== '' ? Number(row.amount) : Number.NaN;
    if (!row || !Number.isFinite(amount)) return null;
    sum += (amount * count) / row.per;
  }
  return sum;
}
