import type { Schema } from '../../api/schema.ts';
import { languageName } from './language-name.ts';
import type { Choice } from './queries.ts';

/** The part of an agent that is chosen. */
export type Part = 'model' | 'voice' | 'transcriber';
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
  /** Why it does not suit the agent's languages; null when it suits, or when the vendor does not say. */
  unsuited: Unsuited | null;
}

interface Unsuited {
  /** A sentence for people. */
  reason: string;
  /** Whether an agent with it could not be saved, or would not understand its callers. */
  isUnusable: boolean;
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

/** Returns the rows that suit the agent's languages, followed by the others. */
export function suitedFirst(rows: readonly CatalogRow[]): CatalogRow[] {
  const isSuited = ({ unsuited }: CatalogRow) => unsuited === null;
  return [...rows.filter(isSuited), ...rows.filter((row) => !isSuited(row))];
}

/** Whether a list is asked for with or without a filter by language, an item is listed once. */
export function onceEach<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

interface Asked {
  part: Part;
  /** Whether it is part of Parley. */
  isEmbedded: boolean;
  /** The languages of the agent, its main one first. */
  agentLanguages: readonly string[];
}

/**
 * Returns why something of these languages does not suit an agent. A vendor's voice needs the main language only, because further
 * languages have voices of their own. A transcriber and an embedded voice need all of them.
 */
export function unsuitedBy(
  languages: readonly string[] | null,
  { part, isEmbedded, agentLanguages }: Asked,
): Unsuited | null {
  if (part === 'model' || languages === null) return null;
  const isUnusable = isEmbedded || part === 'transcriber';
  const needed = isUnusable ? agentLanguages : agentLanguages.slice(0, 1);
  const missing = needed.filter((language) => !isFor(languages, language));
  if (missing.length === 0) return null;
  const own = [...new Set(languages.map(languageName))];
  const known = own.length <= namedMax ? listed(own, 'and') : `${own.length} languages`;
  const verb = part === 'voice' ? 'Speaks' : 'Understands';
  const lacking = listed([...new Set(missing.map(languageName))], 'or');
  return { reason: `${verb} ${known}, not ${lacking}.`, isUnusable };
}

const namedMax = 3;
const listed = (names: readonly string[], word: 'and' | 'or') =>
  new Intl.ListFormat('en', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(names);

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
