import { Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { DraftForm, Panel, parseJson } from '../../ui/index.ts';

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
