import { getRouteApi } from '@tanstack/react-router';
import { api, read, usePages } from '../../api/index.ts';
import {
  AppLink,
  DataTable,
  EmptyState,
  FilterBar,
  FilterDay,
  FilterSelect,
  FilterText,
  formatLabel,
  Page,
} from '../../ui/index.ts';
import { FilterChoice } from '../picks/index.ts';
import { callColumns } from './call-columns.tsx';
import { type Call, callStatuses, callTypes, directionLabels } from './call-labels.ts';

const route = getRouteApi('/frame/calls');
const pageSize = 50;

/** Lists calls, newest first. The filters are in the URL. */
export function CallsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (chosen: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  const query = {
    ...(search.status ? { status: search.status as Call['status'] } : {}),
    ...(search.type ? { type: search.type as Call['type'] } : {}),
    ...(search.agentId ? { agentId: search.agentId } : {}),
    ...(search.campaignId ? { campaignId: search.campaignId } : {}),
    ...(search.customerNumber ? { customerNumber: search.customerNumber } : {}),
    ...(search.day ? dayOf(search.day) : {}),
  };
  const pages = usePages({
    queryKey: ['calls', 'list', query],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/calls', { params: { query: { ...query, pageSize, pageToken } }, signal })),
    rowsOf: ({ calls }) => calls,
  });
  return (
    <Page title="Calls" description="All calls, newest first. The list updates live.">
      <FilterBar chosen={search} onClear={() => void navigate({ search: {}, replace: true })}>
        <FilterSelect
          label="Status"
          value={search.status}
          options={callStatuses.map((value) => ({ value, label: formatLabel(value) }))}
          onChange={(status) => choose({ status })}
        />
        <FilterSelect
          label="Direction"
          value={search.type}
          options={callTypes.map((value) => ({ value, label: directionLabels[value] }))}
          onChange={(type) => choose({ type })}
        />
        <FilterChoice
          label="Agent"
          kind="agents"
          value={search.agentId}
          onChange={(agentId) => choose({ agentId })}
        />
        <FilterChoice
          label="Campaign"
          kind="campaigns"
          value={search.campaignId}
          onChange={(campaignId) => choose({ campaignId })}
        />
        <FilterText
          label="Customer, +1…"
          value={search.customerNumber}
          onChange={(customerNumber) => choose({ customerNumber })}
        />
        <FilterDay label="Date" value={search.day} onChange={(day) => choose({ day })} />
      </FilterBar>
      <DataTable
        label="Calls"
        columns={callColumns}
        pages={pages}
        rowKey={({ callId }) => callId}
        empty={<NoCalls isFiltered={Object.keys(query).length > 0} />}
      />
    </Page>
  );
}

/** Returns the bounds of a day in the browser's time zone, such as `2026-11-21`. */
function dayOf(day: string): { createdAtGt?: string; createdAtLt?: string } {
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return {};
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  return { createdAtGt: start.toISOString(), createdAtLt: end.toISOString() };
}

function NoCalls({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <EmptyState title="No matching calls">No call matches these filters.</EmptyState>;
  }
  return (
    <EmptyState title="No calls yet" action={<AppLink to="/agents">Go to agents</AppLink>}>
      To make or receive calls, you need an agent, a trunk and a phone number. Calls appear here
      automatically.
    </EmptyState>
  );
}
