import './chats.css';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api, read, usePages } from '../../api/index.ts';
import {
  AppLink,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  FilterSelect,
  FilterText,
  formatLabel,
  Page,
  TimeText,
} from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { ChatStatus, type OpenStatus, openStatuses } from './chat-status.tsx';
import type { Chat } from './conversation.ts';
import { CustomerName } from './customer-name.tsx';

const route = getRouteApi('/frame/chats');

const columns: Column<Chat>[] = [
  {
    id: 'customer',
    title: 'Customer',
    width: '34%',
    cell: ({ chatId, customerUniqueId }) => (
      <Link to="/chats/$chatId" params={{ chatId }} className="row-link">
        <CustomerName id={customerUniqueId} />
      </Link>
    ),
  },
  { id: 'status', title: 'Status', width: 140, cell: ({ status }) => <ChatStatus status={status} /> },
  { id: 'last', title: 'Last message', hiddenBelow: 'sm', cell: lastMessage },
  {
    id: 'agent',
    title: 'Agent',
    width: 150,
    hiddenBelow: 'md',
    cell: ({ agentId }) => <NameOf kind="agents" id={agentId} />,
  },
  {
    id: 'created',
    title: 'Started',
    width: 104,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ createdAt }) => <TimeText at={createdAt} />,
  },
];

function lastMessage({ transcript: { messages } }: Chat): string {
  const last = messages.findLast(({ role }) => role !== 'tool');
  return last && 'content' in last ? last.content : '—';
}

/** Lists chats, newest first, those that wait for a person apart. */
export function ChatsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (chosen: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  const query = {
    ...(search.customerUniqueId ? { customerUniqueId: search.customerUniqueId } : {}),
    ...(search.status ? { status: search.status as OpenStatus } : {}),
  };
  const pages = usePages({
    queryKey: ['chats', 'list', query],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/chats', { params: { query: { ...query, pageSize: 50, pageToken } }, signal })),
    rowsOf: ({ chats }) => chats,
  });
  const isFiltered = search.status !== undefined || search.customerUniqueId !== undefined;
  return (
    <Page title="Chats" description="Take over a chat to reply yourself, then hand it back to the agent.">
      <FilterBar chosen={search} onClear={() => void navigate({ search: {}, replace: true })}>
        <FilterSelect
          label="Status"
          value={search.status}
          options={openStatuses.map((value) => ({ value, label: formatLabel(value) }))}
          onChange={(status) => choose({ status })}
        />
        <FilterText
          label="Customer id"
          value={search.customerUniqueId}
          onChange={(customerUniqueId) => choose({ customerUniqueId })}
        />
      </FilterBar>
      <DataTable
        label="Chats"
        columns={columns}
        pages={pages}
        rowKey={({ chatId }) => chatId}
        empty={<NoChats isFiltered={isFiltered} />}
      />
    </Page>
  );
}

function NoChats({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <EmptyState title="No matching chats">No chat matches these filters.</EmptyState>;
  }
  return (
    <EmptyState title="No chats yet" action={<AppLink to="/agents">Go to agents</AppLink>}>
      Test an agent on its page, add its widget to a website, or start chats with the API.
    </EmptyState>
  );
}
