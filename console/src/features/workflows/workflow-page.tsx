import './workflows.css';
import { Alert, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCan } from '../../api/index.ts';
import { AppLink, ErrorState, Page, StatusBadge, TimeText } from '../../ui/index.ts';
import { DraftTab } from './editor/draft-tab.tsx';
import { workflowQuery } from './queries.ts';
import { RunsTable } from './runs/runs-table.tsx';
import { VersionsTab } from './versions-tab.tsx';
import { WorkflowActions } from './workflow-actions.tsx';
import { isPublishedAsIs, triggerWords, type Workflow, workflowWord } from './workflow-words.ts';

const route = getRouteApi('/frame/workflows/$workflowId');
const back = (
  <AppLink to="/workflows" className="app-link back">
    Workflows
  </AppLink>
);

/** One workflow: its draft in the editor, its runs, and what was published. */
export function WorkflowPage() {
  const { workflowId } = route.useParams();
  const { data, error, refetch } = useQuery(workflowQuery(workflowId));
  if (data) return <LoadedWorkflow key={workflowId} workflow={data} />;
  return (
    <Page title="Workflow" back={back} description={workflowId}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={560} aria-busy="true" />
      )}
    </Page>
  );
}

function LoadedWorkflow({ workflow }: { workflow: Workflow }) {
  const { view = 'draft', status, version } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useCan('workflows:write');
  const { workflowId, name, published } = workflow;
  const { word, tone } = workflowWord(workflow);
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
  if (!published) return <>{triggerWords(trigger)} · not published</>;
  return (
    <>
      {triggerWords(published.trigger)} · version {published.version} published{' '}
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
