import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { DraftForm, Panel, parseJson } from '../../ui/index.ts';
import { type ProviderFacts, providersQuery } from '../provider-picks/index.ts';

/** One price of each kind, to start an empty list. */
const example: Schema<'PriceInput'>[] = [
  { kind: 'telephony', direction: 'outbound', unit: 'minutes', amount: '0.012' },
  { kind: 'language-model', provider: 'openai', unit: 'input-tokens', amount: '2.50' },
  { kind: 'language-model', provider: 'openai', unit: 'cached-input-tokens', amount: '1.25' },
];

/** Replaces the whole list, as JSON. */
export function PriceEditor({ list: { currency, prices } }: { list: Schema<'PriceList'> }) {
  const client = useQueryClient();
  const saved = { currency: currency ?? '', text: JSON.stringify(prices, null, 2) };
  const save = async (draft: typeof saved) => {
    const parsed = parseJson('prices', draft.text) as Schema<'PriceInput'>[];
    const body = { currency: draft.currency, prices: parsed };
    client.setQueryData(['prices'], await read(api.PUT('/api/organization/prices', { body })));
  };
  return (
    <Panel
      title="Set prices"
      description="Replaces the whole list for calls and chats that end from now on. The most specific price applies."
    >
      <DraftForm saved={saved} save={save} action="Set prices" done="Prices saved.">
        {({ draft, change, errorOf, text }) => (
          <Stack gap="md">
            <TextInput
              label="Currency"
              description="Three letters, such as USD."
              value={draft.currency}
              onChange={({ currentTarget }) => change({ currency: currentTarget.value.trim().toUpperCase() })}
              error={errorOf('currency')}
              maw={200}
            />
            <PublishedPrices
              currency={draft.currency}
              text={draft.text}
              onAdd={(text) => change({ currency: 'USD', text })}
            />
            <Textarea
              label="Prices"
              description={`A list such as ${JSON.stringify(example)}`}
              {...text('text')}
              error={errorOf('prices')}
              classNames={{ input: 'json-text' }}
              spellCheck={false}
              autosize
              minRows={6}
              maxRows={24}
            />
          </Stack>
        )}
      </DraftForm>
    </Panel>
  );
}

interface PublishedPricesProps {
  currency: string;
  /** The list in the form, as JSON. */
  text: string;
  onAdd: (text: string) => void;
}

/** Adds the published prices of the providers whose keys are stored, where the list has none. */
function PublishedPrices({ currency, text, onAdd }: PublishedPricesProps) {
  const { data } = useQuery(providersQuery);
  const listed = listIn(text);
  const added = data && listed ? publishedFor(data.providers, listed) : [];
  const add = () => onAdd(JSON.stringify([...(listed ?? []), ...added], null, 2));
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="xs"
        disabled={added.length === 0 || !isInDollars(currency)}
        onClick={add}
      >
        Add published prices
      </Button>
      <Text size="xs" c="dimmed" maw={520}>
        {data ? offer(data.providers, { currency, isList: listed !== null, count: added.length }) : null}
      </Text>
    </Group>
  );
}

const isInDollars = (currency: string) => currency === '' || currency === 'USD';

/** Says what is added, or why nothing can be. */
function offer(
  providers: readonly ProviderFacts[],
  { currency, isList, count }: { currency: string; isList: boolean; count: number },
): string {
  if (!isInDollars(currency)) return 'Published prices are in USD.';
  if (!isList) return 'The prices below must be a list first.';
  if (!providers.some((facts) => hasVendorKey(facts) && facts.prices.length > 0))
    return 'None of the providers whose keys you have stored has a published price that we know.';
  if (count === 0) return 'The list has every published price of the providers whose keys you have stored.';
  const prices = count === 1 ? '1 published price' : `${count} published prices`;
  return `Adds ${prices} of the providers whose keys you have stored. Compare with your contracts: a price may have changed since it was checked.`;
}

type Listed = Partial<Schema<'PriceInput'>>;

/** Returns the list in the form; null for text that is no list. */
function listIn(text: string): Listed[] | null {
  try {
    const list: unknown = JSON.parse(text);
    const isList = Array.isArray(list) && list.every((price) => typeof price === 'object' && price !== null);
    return isList ? list : null;
  } catch {
    return null;
  }
}

/** Returns what identifies a price. Seconds and minutes are the same unit. */
function keyOf(price: Listed): string {
  const { kind, provider, model = null, unit } = price as Record<string, unknown>;
  return JSON.stringify([kind, provider, model, unit === 'seconds' ? 'minutes' : unit]);
}

/** Returns whether a key leads to the provider itself. Published prices do not hold at other addresses. */
function hasVendorKey({ keys }: ProviderFacts): boolean {
  return keys.some(({ baseUrl }) => baseUrl === null);
}

/** Returns the published prices that a list lacks. */
function publishedFor(providers: readonly ProviderFacts[], listed: readonly Listed[]): Listed[] {
  const known = new Set(listed.map(keyOf));
  return providers
    .filter(hasVendorKey)
    .flatMap(({ provider, prices }) =>
      prices.map(({ note: _, checkedOn: __, source: ___, ...price }) => ({ ...price, provider }) as Listed),
    )
    .filter((price) => !known.has(keyOf(price)));
}
