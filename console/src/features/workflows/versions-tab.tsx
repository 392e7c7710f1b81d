import { Grid, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api, read, type Schema, useCan, usePages } from '../../api/index.ts';
import {
  type Column,
  ConfirmButton,
  DataTable,
  EmptyState,
  ErrorState,
  JsonView,
  Panel,
  TimeText,
} from '../../ui/index.ts';
import { stepsOf } from './definition/tree.ts';
import { StepsView } from './graph/steps-view.tsx';
import { versionQuery } from './queries.ts';
import { triggerLabel, type Workflow } from './workflow-labels.ts';

type Version = Schema<'WorkflowVersionSummary'>;

/** The published versions, newest first, and one of them in full. */
export function VersionsTab({ workflow, version }: { workflow: Workflow; version: string | undefined }) {
  const { workflowId } = workflow;
  const pages = usePages({
    queryKey: ['workflow-versions', workflowId, 'list'],
    fetchPage: (pageToken, signal) => {
      const params = { path: { workflowId }, query: { pageSize: 50, pageToken } };
      return read(api.GET('/api/workflows/{workflowId}/versions', { params, signal }));
    },
    rowsOf: ({ versions }) => versions,
  });
  const shown = Number(version ?? workflow.published?.version ?? 0);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <DataTable
          label="Versions"
          columns={columnsOf(workflowId)}
          pages={pages}
          rowKey={({ version: number }) => String(number)}
          skeletonRows={3}
          empty={
            <EmptyState title="Never published">
              Publish the draft to create version 1. Triggers start the published version.
            </EmptyState>
          }
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        {shown > 0 ? <ShownVersion workflow={workflow} version={shown} /> : null}
      </Grid.Col>
    </Grid>
  );
}

function columnsOf(workflowId: string): Column<Version>[] {
  return [
    {
      id: 'version',
      title: 'Version',
      width: 84,
      cell: ({ version }) => (
        <Link
          to="/workflows/$workflowId"
          params={{ workflowId }}
          search={{ view: 'versions', version: String(version) }}
          replace
          className="row-link"
        >
          {version}
        </Link>
      ),
    },
    { id: 'trigger', title: 'Started by', cell: ({ trigger }) => triggerLabel(trigger) },
    {
      id: 'published',
      title: 'Published',
      width: 104,
      align: 'right',
      cell: ({ publishedAt }) => <TimeText at={publishedAt} />,
    },
  ];
}

const noMarks = new Map<string, never>();

function ShownVersion({ workflow, version }: { workflow: Workflow; version: number }) {
  const { data, error, refetch } = useQuery(versionQuery(workflow.workflowId, version));
  const steps = useMemo(() => stepsOf(data?.definition), [data]);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={460} aria-busy="true" />;
  return (
    <Panel title={`Version ${version}`} aside={<TakeIntoDraft workflow={workflow} version={data} />}>
      <Text size="sm" c="dimmed" mb="sm">
        Published by <code>{data.publishedBy}</code>
      </Text>
      <Paper withBorder className="version-graph">
        <StepsView
          {...{ steps, label: `Steps of version ${version}`, triggerLabel: triggerLabel(data.trigger) }}
          {...{ selected: null, onSelect: () => undefined, marks: noMarks, editing: null }}
        />
      </Paper>
      <details className="version-json">
        <summary>JSON</summary>
        <JsonView value={data.definition} label={`Definition of version ${version}`} />
      </details>
    </Panel>
  );
}

interface TakeProps {
  workflow: Workflow;
  version: Schema<'WorkflowVersion'>;
}

/** Copies a version into the draft. Publishing it is a separate action. */
function TakeIntoDraft({ workflow: { workflowId }, version }: TakeProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  if (!useCan('workflows:write')) return null;
  const take = async () => {
    const { trigger, definition } = version;
    const params = { path: { workflowId } };
    await read(api.PATCH('/api/workflows/{workflowId}', { params, body: { trigger, definition } }));
    await client.invalidateQueries({ queryKey: ['workflows'] });
    await navigate({ to: '/workflows/$workflowId', params: { workflowId }, search: {} });
  };
  return (
    <ConfirmButton
      size="xs"
      consequence="The draft gets the trigger and steps of this version. Unpublished changes in the draft are lost. Nothing is published."
      onConfirm={take}
      done="Version restored to the draft."
    >
      Restore to draft
    </ConfirmButton>
  );
}
