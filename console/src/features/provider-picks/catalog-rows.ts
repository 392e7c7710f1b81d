import type { Schema } from '../../api/schema.ts';
import type { Choice } from './queries.ts';

export type Speed = Schema<'ProviderSpeed'>;

/** A model, a voice or a transcriber of a provider, as the catalog shows it. */
export interface CatalogRow extends Choice {
  provider: string;
  /** The name of the provider for people. */
  label: string;
  /** The published price as text; null when it is not known. */
  price: string | null;
  /** The price of a minute, to compare; null when it is not known. */
  minutePrice: number | null;
  /** What the organization's own calls measured; null without calls. */
  speed: Speed | null;
}

export const orders = {
  listed: 'As listed',
  fastest: 'Fastest in your calls',
  cheapest: 'Cheapest',
} as const;
export type Order = keyof typeof orders;

/** Returns the measured speed of a choice: of the one with most turns, when a voice was spoken by several models. */
export function speedOf(
  speeds: readonly Speed[],
  { part, provider, id }: { part: Speed['part']; provider: string; id: string },
): Speed | null {
  const own = speeds.filter(
    (one) =>
      one.part === part && one.provider === provider && (part === 'voice' ? one.voice : one.model) === id,
  );
  return own.toSorted((one, other) => other.turns - one.turns)[0] ?? null;
}

/** Returns the rows in an order. Rows without the fact come last, as they were listed. */
export function ordered(rows: readonly CatalogRow[], order: Order): CatalogRow[] {
  if (order === 'listed') return [...rows];
  const factOf = ({ speed, minutePrice }: CatalogRow) =>
    (order === 'fastest' ? speed?.p50Ms : minutePrice) ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((one, other) => {
    const [a, b] = [factOf(one), factOf(other)];
    return a === b ? 0 : a - b;
  });
}

/** Returns whether something of these languages can be used for a language. A region is ignored. */
export function isFor(languages: readonly string[] | null, language: string | null): boolean {
  const primaryOf = (tag: string) => tag.split(/[-_]/, 1)[0]!.toLowerCase();
  if (language === null || languages === null) return true;
  return languages.some((tag) => primaryOf(tag) === primaryOf(language));
}

/** Returns the settings that choose a voice: of its models the first, when the vendor names them and none fits. */
export function modelFor({ models }: Pick<Choice, 'models'>, current: string | null): string | null {
  if (models === null || models.length === 0) return current;
  return current !== null && models.includes(current) ? current : models[0]!;
}
