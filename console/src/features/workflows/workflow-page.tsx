import './workflows.css';
import { Alert, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCan } from '../../api/index.ts';
import { AppLink, Page, StatusBadge, TimeText, UnloadedPage } from '../../ui/index.ts';
import { DraftTab } from './editor/draft-tab.tsx';
import { workflowQuery } from './queries.ts';
import { RunsTable } from './runs/runs-table.tsx';
import { VersionsTab } from './versions-tab.tsx';
import { WorkflowActions } from './workflow-actions.tsx';
import { isPublishedAsIs, triggerLabel, type Workflow, workflowState } from './workflow-labels.ts';

const route = getRouteApi('/frame/workflows/$workflowId');
const back = (
  <AppLink to="/workflows" className="app-link back">
    Workflows
  </AppLink>
);

/** One workflow: its draft, runs and versions. */
export function WorkflowPage() {
  const { workflowId } = route.useParams();
  const { data, error, refetch } = useQuery(workflowQuery(workflowId));
  if (data) return <LoadedWorkflow key={workflowId} workflow={data} />;
  return <UnloadedPage title="Workflow" id={workflowId} back={back} skeleton={560} {...{ error, refetch }} />;
}

function LoadedWorkflow({ workflow }: { workflow: Workflow }) {
  const { view = 'draft', status, version } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useCan('workflows:write');
  const { workflowId, name, published } = workflow;
  const { word, tone } = workflowState(workflow);
  return (
    <Page
      title={name}
      back={back}
      beside={<StatusBadge status={word} tone={tone} />}
      description={<Standing workflow={workflow} />}
      actions={<WorkflowActions workflow={workflow} />}
    >
      <TriggerFailure workflow={workflow} />
      <Tabs
        value={view}
        onChange={(chosen) =>
          void navigate({ search: chosen === 'draft' ? {} : { view: chosen ?? undefined }, replace: true })
        }
        keepMounted
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="draft">Draft</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
          <Tabs.Tab value="versions">Versions{published ? ` (${published.version})` : ''}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="draft">
          <DraftTab workflow={workflow} isReadOnly={!mayWrite} isShown={view === 'draft'} />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          {view === 'runs' ? (
            <RunsTable
              workflowId={workflowId}
              status={status}
              onStatus={(chosen) =>
                void navigate({ search: { view: 'runs', status: chosen }, replace: true })
              }
            />
          ) : null}
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          {view === 'versions' ? <VersionsTab workflow={workflow} version={version} /> : null}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Standing({ workflow }: { workflow: Workflow }) {
  const { published, trigger } = workflow;
  if (!published) return <>{triggerLabel(trigger)} · not published</>;
  return (
    <>
      {triggerLabel(published.trigger)} · version {published.version} published{' '}
      <TimeText at={published.publishedAt} />
      {isPublishedAsIs(workflow) ? '' : ' · unpublished changes'}
    </>
  );
}

function TriggerFailure({ workflow: { triggerFailure } }: { workflow: Workflow }) {
  if (!triggerFailure) return null;
  return (
    <Alert color="yellow" variant="light" title="The trigger filter failed">
      <Stack gap={2}>
        <span>{triggerFailure.message}</span>
        <span>
          <TimeText at={triggerFailure.at} />, for event <code>{triggerFailure.eventId}</code>. No run was
          started.
        </span>
      </Stack>
    </Alert>
  );
}
