import {
  addressedProviders,
  isKeyless,
  type KeyedProvider,
  keyFieldNames,
  keyFields,
  kindsOf,
  languageLimit,
  type ProviderKind,
  providerLabels,
  providers,
} from '../../conversation/providers/catalog.ts';
import { publishedPrices } from '../../conversation/providers/published-prices.ts';
import type { ReadScope } from '../../platform/audit/index.ts';
import type { ProviderList } from './schemas.ts';
import { selectProviderKeys } from './store.ts';

type Listed = ProviderList['providers'][number];

const keysMax = 1_000;

/** The names of the kinds in an agent, and in the knowledge of an organization. */
export const fieldOf: Record<ProviderKind, Listed['kinds'][number]> = {
  languageModel: 'model',
  textToSpeech: 'voice',
  speechToText: 'transcriber',
  speechToSpeech: 'speechToSpeech',
  embedding: 'embedding',
};

/** Returns every provider, with the organization's keys. */
export async function listProviders({ db, actor }: ReadScope): Promise<ProviderList> {
  const stored = await selectProviderKeys(db, actor.organizationId, { size: keysMax, after: null });
  const keys = Map.groupBy(stored.slice(0, keysMax), ({ provider }) => provider as string);
  return {
    providers: providers.map((provider) => ({
      provider,
      label: providerLabels[provider],
      kinds: kindsOf(provider).map((kind) => fieldOf[kind]),
      isEmbedded: isKeyless(provider),
      languages: languageLimit(provider)?.slice() ?? null,
      keys: (keys.get(provider) ?? []).map(({ providerKeyId, name, baseUrl }) => ({
        ...{ providerKeyId, name, baseUrl },
      })),
      keyFields: keyFieldNames.flatMap((field) => {
        const takes = keyFields[provider as KeyedProvider]?.[field];
        if (takes === undefined) return [];
        return [
          { field, isRequired: takes !== 'optional', replacedBy: takes === 'address' ? 'baseUrl' : null },
        ];
      }),
      prices: publishedPrices
        .filter((price) => price.provider === provider)
        .map(({ provider: _, ...price }) => price),
      needsBaseUrl: addressedProviders.has(provider),
    })),
  };
}
