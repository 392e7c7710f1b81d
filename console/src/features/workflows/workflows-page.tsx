import './workflows.css';
import { Link } from '@tanstack/react-router';
import { api, read, usePages } from '../../api/index.ts';
import {
  AppLink,
  type Column,
  DataTable,
  EmptyState,
  formatLabel,
  Page,
  StatusBadge,
  TimeText,
} from '../../ui/index.ts';
import { NewWorkflowButton } from './new-workflow.tsx';
import {
  isPublishedAsIs,
  type ListedWorkflow,
  runTones,
  triggerLabel,
  triggerTypeLabels,
  workflowState,
} from './workflow-labels.ts';

const pageSize = 50;

/** Lists workflows, newest first. */
export function WorkflowsPage() {
  const pages = usePages({
    queryKey: ['workflows', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/workflows', { params: { query: { pageSize, pageToken } }, signal })),
    rowsOf: ({ workflows }) => workflows,
  });
  return (
    <Page
      title="Workflows"
      description="Automated steps, started by a request, a schedule or an event."
      actions={
        <>
          <AppLink to="/workflow-runs">All runs</AppLink>
          <NewWorkflowButton />
        </>
      }
    >
      <DataTable
        label="Workflows"
        columns={columns}
        pages={pages}
        rowKey={({ workflowId }) => workflowId}
        skeletonRows={6}
        empty={
          <EmptyState title="No workflows yet" action={<NewWorkflowButton />}>
            A workflow runs steps such as requests, decisions, calls and waits. Start from an example and
            change it.
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns: Column<ListedWorkflow>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: ({ workflowId, name }) => (
      <Link to="/workflows/$workflowId" params={{ workflowId }} className="row-link">
        {name}
      </Link>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    width: 148,
    cell: (workflow) => {
      const { word, tone } = workflowState(workflow);
      return <StatusBadge status={word} tone={tone} />;
    },
  },
  {
    id: 'version',
    title: 'Version',
    width: 110,
    hiddenBelow: 'sm',
    cell: (workflow) =>
      workflow.published === null
        ? '—'
        : `${workflow.published.version}${isPublishedAsIs(workflow) ? '' : ' · changed'}`,
  },
  {
    id: 'trigger',
    title: 'Started by',
    hiddenBelow: 'md',
    cell: ({ published, trigger }) => <Trigger trigger={published?.trigger ?? trigger} />,
  },
  {
    id: 'runs',
    title: 'Recent runs',
    width: 232,
    hiddenBelow: 'sm',
    cell: ({ lastRuns }) => <LastRuns runs={lastRuns} />,
  },
  {
    id: 'updated',
    title: 'Updated',
    width: 104,
    align: 'right',
    hiddenBelow: 'md',
    cell: ({ updatedAt }) => <TimeText at={updatedAt} />,
  },
];

function Trigger({ trigger }: Pick<ListedWorkflow, 'trigger'>) {
  const label = triggerLabel(trigger);
  const type = triggerTypeLabels[trigger.type];
  return (
    <span title={label}>
      {type}
      {trigger.type === 'webhook' ? null : <span className="dimmed"> · {label}</span>}
    </span>
  );
}

/** The newest run in words, and earlier ones as dots, the newest on the right. */
function LastRuns({ runs }: { runs: ListedWorkflow['lastRuns'] }) {
  const [newest] = runs;
  if (!newest) return <span className="dimmed">None</span>;
  const states = runs.map(({ status }) => status).join(', ');
  return (
    <span className="last-runs">
      <span className="run-dots" role="img" aria-label={`Newest first: ${states}`} title={states}>
        {runs.toReversed().map(({ workflowRunId, status }) => (
          <span key={workflowRunId} data-tone={runTones[status]} />
        ))}
      </span>
      <span className="dimmed">
        {formatLabel(newest.status)} <TimeText at={newest.createdAt} />
      </span>
    </span>
  );
}
