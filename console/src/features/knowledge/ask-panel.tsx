import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { AppLink, ErrorState, Panel } from '../../ui/index.ts';
import { placeOf } from './labels.ts';

type Found = Schema<'KnowledgeFound'>['chunks'][number];

/** Shows what an agent would find for a question. */
export function AskPanel() {
  const [query, setQuery] = useState('');
  const asking = useMutation({
    mutationFn: (asked: string) =>
      read(api.POST('/api/knowledge/search', { body: { query: asked, limit: 5 } })),
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (query.trim() !== '') asking.mutate(query.trim());
  };
  return (
    <Panel title="Ask" description="What an agent that searches all sources would find.">
      <form onSubmit={ask}>
        <Group gap="xs" align="flex-end">
          <TextInput
            label="Question"
            placeholder="As a caller would ask it"
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
            maxLength={1000}
            style={{ flex: '1 1 200px' }}
          />
          <Button type="submit" loading={asking.isPending}>
            Ask
          </Button>
        </Group>
      </form>
      <div aria-live="polite">
        {asking.error ? <ErrorState error={asking.error} /> : null}
        {asking.data?.problem ? (
          <Text size="sm" mt="md">
            Only words were compared: {asking.data.problem}
          </Text>
        ) : null}
        {asking.data ? <Results chunks={asking.data.chunks} /> : null}
      </div>
    </Panel>
  );
}

function Results({ chunks }: { chunks: readonly Found[] }) {
  const isAnswered = chunks.some(({ isEnough }) => isEnough);
  return (
    <Stack gap="md" mt="md">
      {isAnswered ? null : (
        <Text size="sm">An agent would find nothing. Add a source, or correct a document.</Text>
      )}
      {chunks.map((chunk) => (
        <div key={chunk.chunkId}>
          <Group gap="xs" justify="space-between">
            <AppLink to="/knowledge/documents/$documentId" params={{ documentId: chunk.documentId }}>
              {placeOf(chunk)}
            </AppLink>
            <Text size="xs" c="dimmed" className="tabular">
              {chunk.isEnough ? '' : 'not enough for an agent · '}by {chunk.foundBy.join(' and ')}
            </Text>
          </Group>
          <Text size="sm" lineClamp={6} className="knowledge-text">
            {chunk.text}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
