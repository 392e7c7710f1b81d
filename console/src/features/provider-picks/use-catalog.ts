import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCan } from '../../api/index.ts';
import { type CatalogRow, isFor, type Order, ordered, type Speed, speedOf } from './catalog-rows.ts';
import { minutePrice, priceKinds, shortPrice } from './published-price.tsx';
import {
  type Choices,
  choicesQuery,
  type Gender,
  isOwnServer,
  type ProviderFacts,
  providersQuery,
  speedsQuery,
} from './queries.ts';

/** The part of an agent that is chosen. */
export type Part = 'model' | 'voice' | 'transcriber';

export interface CatalogFilters {
  /** Empty: all that can be used. */
  provider: string;
  /** BCP 47; null for all. */
  language: string | null;
  gender: Gender | null;
  search: string;
  order: Order;
}

const typingMs = 250;

/** Lists what the providers that can be used offer for a part. A provider that fails is named with its problem. */
export function useCatalog(part: Part, filters: CatalogFilters) {
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
  const lists = useQueries({
    queries: asked.map(({ provider }) =>
      choicesQuery({
        ...{ provider, what, kind: part, keyName: null, search, model: null },
        ...(part === 'voice' ? { language, gender } : { language: null }),
      }),
    ),
  });
  const rows = asked.flatMap((facts, at) => rowsOf(part, facts, lists[at]?.data, measured?.speeds ?? []));
  const ofLanguage =
    part === 'transcriber' ? rows.filter(({ languages }) => isFor(languages, language)) : rows;
  return {
    rows: ordered(ofLanguage, filters.order),
    usable,
    /** Providers without a key. */
    others: all.filter(({ isEmbedded, keys }) => !isEmbedded && keys.length === 0),
    isLoading: data === undefined || lists.some(({ isPending }) => isPending),
    error,
    notes: asked.flatMap(({ label }, at) => noteOf(label, lists[at]?.data, lists[at]?.error ?? null, what)),
  };
}

function rowsOf(
  part: Part,
  facts: ProviderFacts,
  list: Choices | undefined,
  speeds: readonly Speed[],
): CatalogRow[] {
  const { provider, label, prices } = facts;
  const published = isOwnServer(facts, null) ? [] : prices;
  return (list?.choices ?? []).map((choice) => {
    // A voice costs what its model does.
    const model = part === 'voice' ? (choice.models?.[0] ?? null) : choice.id;
    return {
      ...{ ...choice, provider, label },
      price: facts.isEmbedded ? 'free' : shortPrice(published, priceKinds[part], model),
      minutePrice: facts.isEmbedded ? 0 : minutePrice(published, priceKinds[part], model),
      speed: speedOf(speeds, { part, provider, id: choice.id }),
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
