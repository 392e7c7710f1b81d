import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';

export type ProviderFacts = Schema<'Provider'>;
type Name = ProviderFacts['provider'];

/** Every provider with its kinds, its prices and the stored keys. */
export const providersQuery = queryOptions({
  // The keys of the organization are part of the answer.
  queryKey: ['provider-keys', 'providers'],
  queryFn: ({ signal }) => read(api.GET('/api/providers', { signal })),
  staleTime: 60_000,
});

/** Returns the facts of a provider; undefined until they are known, or when they may not be read. */
export function useProvider(provider: string): ProviderFacts | undefined {
  const mayRead = useCan('organization:read');
  const { data } = useQuery({ ...providersQuery, enabled: mayRead });
  return data?.providers.find((one) => one.provider === provider);
}

/** Returns the only languages of each provider that has such a limit; empty until they are known. */
export function useLanguageLimits(): ReadonlyMap<string, string[]> {
  const mayRead = useCan('organization:read');
  const { data } = useQuery({ ...providersQuery, enabled: mayRead });
  const limits = (data?.providers ?? []).map(({ provider, languages }) => [provider, languages] as const);
  return new Map(limits.filter((limit): limit is readonly [Name, string[]] => limit[1] !== null));
}

/** Returns whether a key leads to an address of its own, where the provider's published prices do not hold. */
export function isOwnServer({ keys }: ProviderFacts, keyName: string | null): boolean {
  // A call uses the newest key of this name, and the list begins with the newest.
  const key = keys.find(({ name }) => keyName === null || name === keyName);
  return (key?.baseUrl ?? null) !== null;
}

/** The filters of a list of models or voices. */
export interface Wanted {
  provider: string;
  what: 'models' | 'voices';
  kind: 'model' | 'voice' | 'transcriber' | 'embedding';
  /** The name of the key; null for the newest one. */
  keyName: string | null;
  /** Empty for everything. */
  search: string;
  /** Limits voices to a language; null for all. */
  language: string | null;
  /** Limits voices to a model; null for all. */
  model: string | null;
  /** Limits voices to those that sound so; absent for all. */
  gender?: Gender | null;
}

export type Gender = NonNullable<Schema<'ProviderVoice'>['gender']>;

/** A model or a voice, as an agent names it. */
export interface Choice {
  id: string;
  name: string | null;
  detail: string | null;
  /** BCP 47; null when the vendor does not say. */
  languages: string[] | null;
  /** Of a voice; null for a model, and when the vendor does not say. */
  gender: Gender | null;
  /** The models that speak a voice; null when the vendor does not say. */
  models: string[] | null;
}

export interface Choices {
  choices: Choice[];
  hasMore: boolean;
  /** The number of items that were read of a longer list; null for a whole list. */
  truncatedAt: number | null;
  problem: Schema<'ProviderModelPage'>['problem'];
  askedAt: string | null;
}

const pageSize = 100;
const typingMs = 250;
/** In characters, as the API limits it. */
const searchMax = 100;

/** Lists models or voices while a field is open. The server searches when typing pauses. */
export function useChoices(wanted: Wanted, isOpen: boolean) {
  const search = [...wanted.search.trim()].slice(0, searchMax).join('');
  const settled = useDebouncedValue(search, typingMs)[0];
  const asked = { ...wanted, search: search === '' ? '' : settled };
  const mayRead = useCan('agents:read');
  const answer = useQuery({
    ...choicesQuery(asked),
    enabled: isOpen && mayRead,
    placeholderData: (before) => before,
  });
  return { ...answer, isStale: asked.search !== search };
}

export function choicesQuery(asked: Wanted) {
  return queryOptions({
    queryKey: ['provider-keys', 'choices', asked],
    queryFn: ({ signal }) => fetchChoices(asked, signal),
    staleTime: 60_000,
  });
}

/** How fast providers were in the organization's calls of the last week. */
export const speedsQuery = queryOptions({
  queryKey: ['provider-speeds'],
  queryFn: ({ signal }) => read(api.GET('/api/analytics/providers', { signal })),
  staleTime: 300_000,
});

async function fetchChoices(wanted: Wanted, signal: AbortSignal): Promise<Choices> {
  const { what, kind, keyName, search, language, model, gender } = wanted;
  const path = { provider: wanted.provider as Name };
  const shared = { pageSize, ...(search && { search }), ...(keyName !== null && { key: keyName }) };
  if (what === 'models') {
    const params = { path, query: { ...shared, kind } };
    const { models, ...facts } = await read(api.GET('/api/providers/{provider}/models', { params, signal }));
    return {
      ...factsOf(facts),
      choices: models.map(({ model: id, name, languages }) => ({
        ...{ id, name, languages, detail: null, gender: null, models: null },
      })),
    };
  }
  const params = {
    path,
    query: {
      ...shared,
      ...(language !== null && { language }),
      ...(model && { model }),
      ...(gender && { gender }),
    },
  };
  const { voices, ...facts } = await read(api.GET('/api/providers/{provider}/voices', { params, signal }));
  const choices = voices.map((one) => ({
    ...{ id: one.voice, name: one.name, languages: one.languages, gender: one.gender, models: one.models },
    detail: [one.detail, languagesText(one.languages)].filter(Boolean).join(' · ') || null,
  }));
  return { ...factsOf(facts), choices };
}

type Facts = Pick<Schema<'ProviderModelPage'>, 'problem' | 'askedAt' | 'truncatedAt' | 'metadata'>;

function factsOf({ problem, askedAt, truncatedAt, metadata }: Facts) {
  return { problem, askedAt, truncatedAt, hasMore: metadata.nextPage !== null };
}

const languagesShown = 4;

function languagesText(languages: string[] | null): string | null {
  if (languages === null) return null;
  const more = languages.length - languagesShown;
  return `${languages.slice(0, languagesShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
