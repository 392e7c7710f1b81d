import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { AppLink, ErrorState, Panel } from '../../ui/index.ts';
import { placeOf } from './labels.ts';

type Found = Schema<'KnowledgeFound'>['chunks'][number];

/** Returns the question that the panel shows, and how it is asked. Other panels ask by it too. */
export function useAsking() {
  const [query, setQuery] = useState('');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (asked: string) =>
      read(api.POST('/api/knowledge/search', { body: { query: asked, limit: 5 } })),
  });
  const field = useRef<HTMLInputElement>(null);
  const ask = (asked: string) => {
    setQuery(asked);
    field.current?.focus();
    if (asked.trim() !== '') mutate(asked.trim());
  };
  return { query, setQuery, ask, field, data, error, isPending };
}

/** Shows what an agent would find for a question. */
export function AskPanel({ asking }: { asking: ReturnType<typeof useAsking> }) {
  const { query, setQuery, ask, field, data, error, isPending } = asking;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(query);
  };
  return (
    <Panel title="Ask" description="What an agent that searches all sources would find.">
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end">
          <TextInput
            ref={field}
            label="Question"
            placeholder="As a caller would ask it"
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
            maxLength={1000}
            style={{ flex: '1 1 200px' }}
          />
          <Button type="submit" loading={isPending}>
            Ask
          </Button>
        </Group>
      </form>
      <div aria-live="polite">
        {error ? <ErrorState error={error} /> : null}
        {data?.problem ? (
          <Text size="sm" mt="md">
            The search is not complete. {data.problem}
          </Text>
        ) : null}
        {data ? <Results chunks={data.chunks} /> : null}
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
