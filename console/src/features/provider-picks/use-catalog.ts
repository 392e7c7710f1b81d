import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/index.ts';
import {
  type CatalogRow,
  isFor,
  type Order,
  onceEach,
  ordered,
  type Part,
  type Speed,
  speedOf,
  suitedFirst,
  unsuitedBy,
} from './catalog-rows.ts';
import { minutePrice, priceKinds, shortPrice } from './published-price.tsx';
import {
  type Choice,
  type Choices,
  choicesQuery,
  type Gender,
  isOwnServer,
  type ProviderFacts,
  providersQuery,
  speedsQuery,
} from './queries.ts';

export interface CatalogFilters {
  /** Empty: all that can be used. */
  provider: string;
  /** BCP 47; null for all. */
  language: string | null;
  gender: Gender | null;
  search: string;
  order: Order;
}

/** The notes below the list. */
export type CatalogNotes = Pick<ReturnType<typeof useCatalog>, 'notes' | 'usable' | 'others'>;

const typingMs = 250;

/**
 * Lists what the providers that can be used offer for a part: first what suits the languages of the agent. A provider that
 * fails is named with its problem.
 */
export function useCatalog(part: Part, filters: CatalogFilters, agentLanguages: readonly string[]) {
  const { data, error } = useQuery(providersQuery);
  const { data: measured } = useQuery({ ...speedsQuery, enabled: useCan('calls:read') });
  const search = useDebouncedValue(filters.search.trim(), typingMs)[0];
  // The protocol of one's own server has no list.
  const all = (data?.providers ?? []).filter(
    ({ kinds, provider }) => kinds.includes(part) && provider !== 'websocket' && provider !== 'scripted',
  );
  const usable = all.filter(({ isEmbedded, keys }) => isEmbedded || keys.length > 0);
  const asked = usable.filter(({ provider }) => filters.provider === '' || provider === filters.provider);
  const what = part === 'voice' ? ('voices' as const) : ('models' as const);
  const { language, gender } = filters;
  // Of a long list only the beginning is read, in which the agent's language may be missing.
  const languages = part === 'voice' && language === null ? [agentLanguages[0]!, null] : [language];
  const lists = useQueries({
    queries: asked.flatMap(({ provider }) =>
      (part === 'voice' ? languages : [null]).map((listed) =>
        choicesQuery({
          ...{ provider, what, kind: part, keyName: null, search, model: null },
          ...(part === 'voice' ? { language: listed, gender } : { language: null }),
        }),
      ),
    ),
  });
  const each = lists.length / Math.max(asked.length, 1);
  const listsOf = (at: number) => lists.slice(at * each, (at + 1) * each);
  const rows = asked.flatMap((facts, at) => {
    const choices = onceEach(listsOf(at).flatMap((list) => list.data?.choices ?? []));
    return rowsOf({ part, facts, agentLanguages, speeds: measured?.speeds ?? [] }, choices);
  });
  const ofLanguage = part === 'transcriber' ? rows.filter((row) => isFor(row.languages, language)) : rows;
  return {
    rows: suitedFirst(ordered(ofLanguage, filters.order)),
    usable,
    /** Providers without a key. */
    others: all.filter(({ isEmbedded, keys }) => !isEmbedded && keys.length === 0),
    isLoading: data === undefined || lists.some(({ isPending }) => isPending),
    error,
    notes: asked.flatMap(({ label }, at) => {
      const last = listsOf(at).at(-1);
      return noteOf(label, last?.data, last?.error ?? null, what);
    }),
  };
}

interface RowFacts {
  part: Part;
  facts: ProviderFacts;
  agentLanguages: readonly string[];
  speeds: readonly Speed[];
}

function rowsOf({ part, facts, agentLanguages, speeds }: RowFacts, choices: readonly Choice[]): CatalogRow[] {
  const { provider, label, prices, isEmbedded } = facts;
  const published = isOwnServer(facts, null) ? [] : prices;
  return choices.map((choice) => {
    // A voice costs what its model does.
    const model = part === 'voice' ? (choice.models?.[0] ?? null) : choice.id;
    return {
      ...{ ...choice, provider, label },
      price: isEmbedded ? 'free' : shortPrice(published, priceKinds[part], model),
      minutePrice: isEmbedded ? 0 : minutePrice(published, priceKinds[part], model),
      speed: speedOf(speeds, { part, provider, id: choice.id }),
      unsuited: unsuitedBy(choice.languages, { part, isEmbedded, agentLanguages }),
    };
  });
}

/** Says why the list of a provider is empty or not whole. */
function noteOf(label: string, list: Choices | undefined, error: Error | null, what: string): string[] {
  if (error) return [`${label}: the list could not be loaded.`];
  if (list?.problem) return [list.problem.message];
  if (list?.hasMore)
    return [`${label}: the first ${list.choices.length} ${what} are listed. Search for others.`];
  return [];
}
