import './knowledge.css';
import { Alert, Button, Grid, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, read, type Schema, useCan, usePages } from '../../api/index.ts';
import {
  AppLink,
  type Column,
  ConfirmItem,
  DataTable,
  DraftForm,
  EmptyState,
  FactList,
  formatNumber,
  MoreMenu,
  Page,
  Panel,
  StatusBadge,
  TimeText,
  toastFailure,
  UnloadedPage,
} from '../../ui/index.ts';
import { ReplaceFile } from './files-dialog.tsx';
import { kindLabels, readingMs, rereadChoices, type Source, stateTones } from './labels.ts';

const route = getRouteApi('/frame/knowledge/sources/$sourceId');
const back = <AppLink to="/knowledge">← Knowledge</AppLink>;
const pageSize = 50;

type Document = Schema<'KnowledgeDocumentSummary'>;

/** One source: its state, its documents and its settings. */
export function SourcePage() {
  const { sourceId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge', 'source', sourceId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/knowledge/sources/{sourceId}', { params: { path: { sourceId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? readingMs : false),
  });
  if (data) return <LoadedSource source={data} />;
  return <UnloadedPage title="Source" id={sourceId} back={back} skeleton={320} {...{ error, refetch }} />;
}

function LoadedSource({ source }: { source: Source }) {
  const { name, kind, state, problem } = source;
  const mayWrite = useCan('agents:write');
  const isFromWeb = kind === 'page' || kind === 'site';
  return (
    <Page
      title={name}
      beside={<StatusBadge status={state} tone={stateTones[state]} pulse={state === 'reading'} />}
      back={back}
      description={source.address ?? source.fileName ?? 'A text that was typed in'}
      actions={
        mayWrite ? (
          <>
            {isFromWeb ? <ReadAgain source={source} /> : null}
            {kind === 'file' ? <ReplaceFile source={source} /> : null}
            <MoreMenu>
              <DeleteSource source={source} />
            </MoreMenu>
          </>
        ) : null
      }
    >
      {problem ? (
        <Alert
          color={state === 'failed' ? 'red' : 'yellow'}
          variant="light"
          title={state === 'failed' ? 'The last reading failed' : 'Something was left out'}
        >
          {problem}
        </Alert>
      ) : null}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Documents source={source} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <SourceSettings source={source} mayWrite={mayWrite} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Documents({ source: { sourceId, readAt } }: { source: Source }) {
  const pages = usePages({
    queryKey: ['knowledge', 'documents', sourceId, readAt],
    fetchPage: (pageToken, signal) =>
      read(
        api.GET('/api/knowledge/sources/{sourceId}/documents', {
          params: { path: { sourceId }, query: { pageSize, pageToken } },
          signal,
        }),
      ),
    rowsOf: ({ documents }) => documents,
  });
  return (
    <DataTable
      label="Documents"
      columns={columns}
      pages={pages}
      rowKey={({ documentId }) => documentId}
      skeletonRows={3}
      empty={<EmptyState title="No documents yet">They appear here when the source is read.</EmptyState>}
    />
  );
}

const columns: Column<Document>[] = [
  {
    id: 'title',
    title: 'Document',
    cell: ({ documentId, title }) => (
      <Link to="/knowledge/documents/$documentId" params={{ documentId }} className="row-link">
        {title}
      </Link>
    ),
  },
  {
    id: 'note',
    title: 'Note',
    hiddenBelow: 'sm',
    cell: ({ problem, isCorrected, refusedCount }) =>
      problem ??
      [
        isCorrected ? 'Corrected by hand' : null,
        refusedCount > 0 ? `${formatNumber(refusedCount)} refused by the embedding model` : null,
      ]
        .filter((note) => note !== null)
        .join(' · '),
  },
  {
    id: 'parts',
    title: 'Parts',
    width: 80,
    align: 'right',
    cell: ({ chunkCount }) => formatNumber(chunkCount),
  },
  {
    id: 'read',
    title: 'Last read',
    width: 112,
    align: 'right',
    hiddenBelow: 'md',
    cell: ({ readAt }) => <TimeText at={readAt} />,
  },
];

function SourceSettings({ source, mayWrite }: { source: Source; mayWrite: boolean }) {
  const client = useQueryClient();
  const { sourceId, name, kind, rereadHours } = source;
  const isFromWeb = kind === 'page' || kind === 'site';
  const known = rereadChoices.some(({ value }) => value === String(rereadHours ?? ''));
  const choices = known
    ? rereadChoices
    : [...rereadChoices, { value: String(rereadHours), label: `Every ${rereadHours} hours` }];
  return (
    <Panel title="Details">
      <FactList
        facts={[
          ['Kind', kindLabels[kind]],
          ['Documents', formatNumber(source.documentCount)],
          ['Parts', formatNumber(source.chunkCount)],
          source.refusedCount > 0
            ? ['Refused by the embedding model', `${formatNumber(source.refusedCount)}, found by words alone`]
            : null,
          ['Language', source.language ?? 'Unknown'],
          ['Last read', <TimeText key="read" at={source.readAt} />],
          isFromWeb ? ['Next reading', <TimeText key="next" at={source.nextReadAt} />] : null,
        ]}
      />
      <DraftForm
        saved={{ name, reread: String(rereadHours ?? '') }}
        action="Save source"
        save={async ({ name: to, reread }) => {
          const hours = isFromWeb ? { rereadHours: reread === '' ? null : Number(reread) } : {};
          const params = { path: { sourceId } };
          const body = { name: to, ...hours };
          await read(api.PATCH('/api/knowledge/sources/{sourceId}', { params, body }));
          await client.invalidateQueries({ queryKey: ['knowledge'] });
        }}
        done="The source was saved."
        isReadOnly={!mayWrite}
      >
        {({ text, value, errorOf }) => (
          <>
            <TextInput label="Name" {...text('name')} maxLength={200} required mt="md" />
            {isFromWeb ? (
              <Select
                label="Read again"
                data={choices}
                {...value('reread')}
                onChange={(chosen) => value('reread').onChange(chosen ?? '')}
                error={errorOf('rereadHours')}
                allowDeselect={false}
              />
            ) : null}
          </>
        )}
      </DraftForm>
    </Panel>
  );
}

function ReadAgain({ source: { sourceId, state } }: { source: Source }) {
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: () =>
      read(api.POST('/api/knowledge/sources/{sourceId}/read', { params: { path: { sourceId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['knowledge'] }),
    onError: toastFailure,
  });
  return (
    <Button
      variant="default"
      onClick={() => reading.mutate()}
      loading={reading.isPending}
      disabled={state === 'reading'}
    >
      Read again now
    </Button>
  );
}

function DeleteSource({ source: { sourceId, name } }: { source: Source }) {
  const navigate = useNavigate();
  const remove = async () => {
    await read(api.DELETE('/api/knowledge/sources/{sourceId}', { params: { path: { sourceId } } }));
    await navigate({ to: '/knowledge' });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="Agents no longer find its documents. This cannot be undone."
      onConfirm={remove}
      refreshes={['knowledge', 'sources']}
      done={`${name} was deleted.`}
    >
      Delete source
    </ConfirmItem>
  );
}
