import './agents.css';
import { Link } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  Page,
  providerNames,
  StatusBadge,
  TimeText,
} from '../../ui/index.ts';
import { type Agent, partLabel } from './agent-labels.ts';
import { NewAgentButton } from './new-agent.tsx';

const columns: Column<Agent>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: ({ agentId, name }) => (
      <Link to="/agents/$agentId" params={{ agentId }} className="row-link">
        {name}
      </Link>
    ),
  },
  { id: 'version', title: 'Version', width: 150, cell: (agent) => <AgentState agent={agent} /> },
  {
    id: 'model',
    title: 'Model',
    hiddenBelow: 'sm',
    cell: ({ model, speechToSpeech, flow }) =>
      speechToSpeech
        ? `${providerNames[speechToSpeech.provider]} · ${speechToSpeech.model ?? 'speech to speech'}`
        : partLabel('model', model, flow ? 'None, follows its flow' : 'None'),
  },
  {
    id: 'voice',
    title: 'Voice',
    hiddenBelow: 'md',
    cell: ({ voice }) => partLabel('voice', voice, 'Flite, embedded'),
  },
  { id: 'language', title: 'Language', width: 100, hiddenBelow: 'lg', cell: ({ language }) => language },
  {
    id: 'tools',
    title: 'Tools',
    width: 72,
    align: 'right',
    hiddenBelow: 'lg',
    cell: ({ tools }) => tools.length,
  },
  {
    id: 'updated',
    title: 'Updated',
    width: 112,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ updatedAt }) => <TimeText at={updatedAt} />,
  },
];

export function AgentsPage() {
  const mayWrite = useCan('agents:write');
  const pages = usePages({
    queryKey: ['agents', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/agents', { params: { query: { pageSize: 50, pageToken } }, signal })),
    rowsOf: ({ agents }) => agents,
  });
  return (
    <Page
      title="Agents"
      description="Agents answer and make calls and reply in chats."
      actions={<NewAgentButton />}
    >
      <DataTable
        label="Agents"
        columns={columns}
        pages={pages}
        rowKey={({ agentId }) => agentId}
        skeletonRows={6}
        empty={
          <EmptyState title="No agents yet" action={<NewAgentButton />}>
            {mayWrite
              ? 'Start with a name and a prompt. Test the agent in the browser before it takes calls.'
              : 'An admin or agent manager of your organization can create one.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Shows which version is published, and whether there are unpublished changes. */
export function AgentState({ agent: { version, draft } }: { agent: Pick<Agent, 'version' | 'draft'> }) {
  return draft ? (
    <StatusBadge status={`version ${version}, draft`} tone="waiting" />
  ) : (
    <StatusBadge status={`version ${version}`} tone="good" />
  );
}
