import './knowledge.css';
import { Grid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  formatNumber,
  Page,
  StatusBadge,
  TimeText,
} from '../../ui/index.ts';
import { AddSource } from './add-source.tsx';
import { AskPanel, useAsking } from './ask-panel.tsx';
import { kindLabels, readingMs, type Source, stateTones } from './labels.ts';
import { firstLanguage } from './language-field.tsx';
import { MeaningPanel } from './meaning-panel.tsx';
import { QuestionsPanel } from './questions-panel.tsx';

const pageSize = 50;

/** The sources of knowledge, what a question would find, and what was not found. */
export function KnowledgePage() {
  const mayWrite = useCan('agents:write');
  const asking = useAsking();
  const pages = usePages({
    queryKey: ['knowledge', 'sources'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/knowledge/sources', { params: { query: { pageSize, pageToken } }, signal })),
    rowsOf: ({ sources }) => sources,
    refreshMs: (rows) => (rows.some(({ state }) => state === 'reading') ? readingMs : false),
  });
  const add = mayWrite ? <AddSource sources={pages.rows} /> : null;
  return (
    <Page
      title="Knowledge"
      description="The documents from which agents answer. An agent uses them when its Knowledge setting is on."
      actions={add}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <DataTable
            label="Sources"
            columns={columns}
            pages={pages}
            rowKey={({ sourceId }) => sourceId}
            skeletonRows={4}
            empty={
              <EmptyState title="No sources yet" isReadOnly={!mayWrite}>
                Add a text, files, a web page or a whole site. They are searched while the caller still
                speaks.
              </EmptyState>
            }
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <AskPanel asking={asking} />
            <MeaningPanel />
            <QuestionsPanel ask={asking.ask} language={firstLanguage(pages.rows)} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

const columns: Column<Source>[] = [
  {
    id: 'name',
    title: 'Source',
    cell: ({ sourceId, name, problem }) => (
      <>
        <Link to="/knowledge/sources/$sourceId" params={{ sourceId }} className="row-link">
          {name}
        </Link>
        {problem ? (
          <Text size="xs" c="dimmed" lineClamp={2} style={{ whiteSpace: 'normal' }}>
            {problem}
          </Text>
        ) : null}
      </>
    ),
  },
  { id: 'kind', title: 'Kind', width: 96, hiddenBelow: 'sm', cell: ({ kind }) => kindLabels[kind] },
  {
    id: 'state',
    title: 'State',
    width: 110,
    cell: ({ state }) => <StatusBadge status={state} tone={stateTones[state]} pulse={state === 'reading'} />,
  },
  {
    id: 'documents',
    title: 'Documents',
    width: 100,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ documentCount }) => formatNumber(documentCount),
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
