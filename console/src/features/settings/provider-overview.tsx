import { Anchor, Skeleton, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../api/index.ts';
import { ErrorState, formatCount, formatDay, Panel } from '../../ui/index.ts';
import { AddKey, type ProviderFacts, priceText, providersQuery } from '../provider-picks/index.ts';

const kindNames = {
  model: 'Model',
  voice: 'Voice',
  transcriber: 'Transcriber',
  speechToSpeech: 'Speech to speech',
  embedding: 'Embedding',
} as const;

/** Every provider: what it is for, whether a key is stored, and what it costs. */
export function ProviderOverview() {
  const { data, error, refetch } = useQuery(providersQuery);
  const [search, setSearch] = useState('');
  const shown = data?.providers.filter((facts) => isFound(facts, search)) ?? [];
  return (
    <Panel
      title="All providers"
      description="Models and voices are listed where you choose them, in an agent, and can be tried there. Prices are published ones in US dollars, and may have changed since they were checked."
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={420} aria-busy="true" /> : null}
      {data ? (
        <TextInput
          label="Search"
          placeholder="A provider, or what it is for"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          maw={320}
          mb="sm"
        />
      ) : null}
      {data && shown.length === 0 ? <Text size="sm">No provider matches.</Text> : null}
      {data && shown.length > 0 ? (
        <Table tabularNums verticalSpacing={6} className="provider-overview">
          <Table.Caption className="visually-hidden-caption">
            <VisuallyHidden>All providers</VisuallyHidden>
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Provider</Table.Th>
              <Table.Th visibleFrom="sm">For</Table.Th>
              <Table.Th>Key</Table.Th>
              <Table.Th>Published prices</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((facts) => (
              <Table.Tr key={facts.provider}>
                <Table.Td>{facts.label}</Table.Td>
                <Table.Td visibleFrom="sm">{facts.kinds.map((kind) => kindNames[kind]).join(', ')}</Table.Td>
                <Table.Td>
                  <KeyState facts={facts} />
                </Table.Td>
                <Table.Td>
                  <Prices facts={facts} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Panel>
  );
}

/** Matches the name and the kinds, each word by itself. */
function isFound({ label, kinds }: ProviderFacts, search: string): boolean {
  const text = [label, ...kinds.map((kind) => kindNames[kind])].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function KeyState({ facts: { isEmbedded, keys, provider, label } }: { facts: ProviderFacts }) {
  const mayWrite = useCan('organization:write');
  if (isEmbedded) return 'Not needed';
  if (keys.length === 0) {
    return mayWrite ? <AddKey wanted={[provider]} aria-label={`Add a key for ${label}`} /> : 'None';
  }
  return keys.length === 1 ? 'Stored' : `${keys.length} stored`;
}

/** The prices by model. The page of each is a link. */
function Prices({ facts: { prices, isEmbedded, provider } }: { facts: ProviderFacts }) {
  if (isEmbedded) return 'Free';
  if (provider === 'websocket') return 'Your own server';
  const shown = prices.filter(({ unit }) => !unit.includes('cache'));
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Not known
      </Text>
    );
  const byModel = [...Map.groupBy(shown, ({ kind, model }) => `${kind} ${model}`)];
  return (
    <details>
      <summary>{formatCount(byModel.length, 'price')}</summary>
      {byModel.map(([name, [first, ...more]]) => (
        <Text size="xs" key={name} mt={4}>
          <b>{first!.model ?? 'All models'}</b>: {[first!, ...more].map(priceText).join(', ')}
          {first!.note === null ? '' : ` (${first!.note})`}.{' '}
          <Anchor href={first!.source} target="_blank" rel="noreferrer" size="xs" underline="always">
            Checked on {formatDay(first!.checkedOn)}
          </Anchor>
        </Text>
      ))}
    </details>
  );
}
