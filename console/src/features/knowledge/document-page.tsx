import './knowledge.css';
import { Alert, Grid, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmButton,
  DraftForm,
  ErrorState,
  Page,
  Panel,
  TimeText,
  UnloadedPage,
} from '../../ui/index.ts';

type Document = Schema<'KnowledgeDocument'>;

const route = getRouteApi('/frame/knowledge/documents/$documentId');

/** One document: its text, which can be corrected, and the parts that a search finds. */
export function DocumentPage() {
  const { documentId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge', 'document', documentId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/knowledge/documents/{documentId}', { params: { path: { documentId } }, signal })),
  });
  if (data) return <LoadedDocument document={data} />;
  const back = <AppLink to="/knowledge">← Knowledge</AppLink>;
  return <UnloadedPage title="Document" id={documentId} back={back} skeleton={320} {...{ error, refetch }} />;
}

function LoadedDocument({ document }: { document: Document }) {
  const { sourceId, title, address, readAt, problem, isCorrected } = document;
  return (
    <Page
      title={title}
      back={
        <AppLink to="/knowledge/sources/$sourceId" params={{ sourceId }}>
          ← Source
        </AppLink>
      }
      description={
        <>
          {address ? (
            <>
              <a className="app-link" href={address} rel="noreferrer" target="_blank">
                {address}
              </a>{' '}
              ·{' '}
            </>
          ) : null}
          {isCorrected ? 'corrected' : 'read'} <TimeText at={readAt} />
        </>
      }
    >
      {problem ? (
        <Alert color="yellow" variant="light" title="The page could not be read the last time">
          {problem}
        </Alert>
      ) : null}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <TextPanel document={document} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Chunks document={document} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function TextPanel({ document: { documentId, title, text, canUndo } }: { document: Document }) {
  const client = useQueryClient();
  const mayWrite = useCan('agents:write');
  return (
    <Panel
      title="Text"
      description="A correction is found from now on. Reading a web page again does not replace it."
    >
      <DraftForm
        saved={{ title, text }}
        action="Save correction"
        save={async (body) => {
          const params = { path: { documentId } };
          await read(api.PATCH('/api/knowledge/documents/{documentId}', { params, body }));
          await client.invalidateQueries({ queryKey: ['knowledge'] });
        }}
        done="The correction was saved. Agents find it from now on."
        isReadOnly={!mayWrite}
      >
        {({ text: field }) => (
          <>
            <TextInput label="Title" {...field('title')} maxLength={300} required />
            <Textarea label="Text" {...field('text')} autosize minRows={12} maxRows={30} required />
          </>
        )}
      </DraftForm>
      {canUndo && mayWrite ? (
        <ConfirmButton
          consequence="The text from before the last correction comes back. You can bring the correction back in the same way."
          onConfirm={() =>
            read(api.POST('/api/knowledge/documents/{documentId}/undo', { params: { path: { documentId } } }))
          }
          refreshes={['knowledge']}
          done="The text from before the last correction is found from now on."
        >
          Undo last correction
        </ConfirmButton>
      ) : null}
    </Panel>
  );
}

function Chunks({ document: { documentId, readAt } }: { document: Document }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge', 'chunks', documentId, readAt],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/knowledge/documents/{documentId}/chunks', { params: { path: { documentId } }, signal }),
      ),
  });
  return (
    <Panel title="Parts" description="What a search finds. Headings divide the text.">
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={120} aria-busy="true" /> : null}
      <Stack gap="md">
        {data?.chunks.map(({ chunkId, headings, text, refusal }) => (
          <div key={chunkId}>
            <Text size="sm" fw={600}>
              {headings.join(' › ') || 'Without a heading'}
            </Text>
            <Text size="sm" lineClamp={5} className="knowledge-text">
              {text}
            </Text>
            {refusal ? (
              <Text size="sm" c="red">
                The embedding model refuses this part: {refusal}. A search finds it by its words alone.
              </Text>
            ) : null}
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
