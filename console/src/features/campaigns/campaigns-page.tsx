import './campaigns.css';
import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, read, usePages } from '../../api/index.ts';
import {
  AppLink,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  FilterSelect,
  formatLabel,
  formatNumber,
  Page,
  TimeText,
} from '../../ui/index.ts';
import { DecisionText } from '../calls/index.ts';
import { FilterChoice, NameOf } from '../picks/index.ts';
import type { Campaign } from './campaign-state.ts';
import { holdText } from './hold-text.ts';
import { NewCampaignButton } from './new-campaign.tsx';
import { holdQuery } from './queries.ts';
import { StateBadge } from './state-badge.tsx';

const route = getRouteApi('/frame/campaigns');
const pageSize = 50;
const statuses = ['running', 'paused', 'ended'] as const;

export function CampaignsPage() {
  const search = route.useSearch();
  const [chosen, setChosen] = useState<string[]>([]);
  const navigate = route.useNavigate();
  const choose = (filters: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...filters }), replace: true });
  const query = {
    ...(search.status ? { status: search.status as Campaign['status'] } : {}),
    ...(search.agentId ? { agentId: search.agentId } : {}),
  };
  const pages = usePages({
    queryKey: ['campaigns', 'list', query],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/campaigns', { params: { query: { ...query, pageSize, pageToken } }, signal })),
    rowsOf: ({ campaigns }) => campaigns,
  });
  return (
    <Page
      title="Campaigns"
      description="The dialer places campaign calls during the hours of their schedules."
      actions={
        <>
          <AppLink to="/campaigns/compare" search={{ campaignId: chosen.join(',') }}>
            {chosen.length < 2 ? 'Compare campaigns' : `Compare ${chosen.length} campaigns`}
          </AppLink>
          <AppLink to="/suppressions">Suppression list</AppLink>
          <NewCampaignButton />
        </>
      }
    >
      <FilterBar chosen={search} onClear={() => void navigate({ search: {}, replace: true })}>
        <FilterSelect
          label="Status"
          value={search.status}
          options={statuses.map((value) => ({ value, label: formatLabel(value) }))}
          onChange={(status) => choose({ status })}
        />
        <FilterChoice
          label="Agent"
          kind="agents"
          value={search.agentId}
          onChange={(agentId) => choose({ agentId })}
        />
      </FilterBar>
      <DataTable
        label="Campaigns"
        columns={[nameColumn(chosen, setChosen), ...columns]}
        pages={pages}
        rowKey={({ campaignId }) => campaignId}
        empty={<NoCampaigns isFiltered={Object.keys(query).length > 0} />}
      />
    </Page>
  );
}

/** The most campaigns of a comparison. */
const comparedMax = 5;

/** The name, after a box that chooses the campaign for the comparison. */
function nameColumn(chosen: string[], choose: (ids: string[]) => void): Column<Campaign> {
  return {
    id: 'name',
    title: 'Campaign',
    cell: ({ campaignId, name }) => (
      <span className="campaign-name">
        <Checkbox
          className="campaign-choice"
          size="xs"
          aria-label={`Compare ${name}`}
          checked={chosen.includes(campaignId)}
          disabled={chosen.length >= comparedMax && !chosen.includes(campaignId)}
          onChange={({ currentTarget: { checked } }) =>
            choose(checked ? [...chosen, campaignId] : chosen.filter((id) => id !== campaignId))
          }
        />
        <Link to="/campaigns/$campaignId" params={{ campaignId }} className="row-link">
          {name}
        </Link>
      </span>
    ),
  };
}

const columns: Column<Campaign>[] = [
  {
    id: 'status',
    title: 'Status',
    width: 176,
    cell: (campaign) => (
      <>
        <StateBadge campaign={campaign} />
        <WaitsFor campaign={campaign} />
      </>
    ),
  },
  {
    id: 'customers',
    title: 'Customers finished',
    width: 150,
    hiddenBelow: 'sm',
    cell: ({ campaignId, customers: { total, waiting } }) =>
      total === 0 ? (
        '—'
      ) : (
        <span className="campaign-calls tabular">
          <progress max={total} value={total - waiting} aria-label="Customers reached or given up" />
          <CustomersLink
            count={total - waiting}
            search={{ campaignId, status: 'ended,canceled', retried: 'false' }}
          >
            {formatNumber(total - waiting)} of {formatNumber(total)}
          </CustomersLink>
        </span>
      ),
  },
  {
    id: 'reached',
    title: 'Reached',
    width: 76,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ campaignId, customers: { reached } }) => (
      <CustomersLink count={reached} search={{ campaignId, outcome: 'talked' }}>
        {formatNumber(reached)}
      </CustomersLink>
    ),
  },
  {
    id: 'agent',
    title: 'Agent',
    hiddenBelow: 'sm',
    cell: ({ agentId }) => <NameOf kind="agents" id={agentId} />,
  },
  {
    id: 'cap',
    title: 'Concurrent calls',
    width: 140,
    align: 'right',
    hiddenBelow: 'xl',
    cell: ({ maxConcurrentCalls }) =>
      maxConcurrentCalls === null ? 'Organization limit' : formatNumber(maxConcurrentCalls),
  },
  {
    id: 'weight',
    title: 'Weight',
    width: 80,
    align: 'right',
    hiddenBelow: 'xl',
    cell: ({ weight }) => weight,
  },
  {
    id: 'ends',
    title: 'Ends',
    width: 96,
    align: 'right',
    hiddenBelow: 'md',
    cell: ({ endedAt, endCampaignAt }) => (
      <TimeText at={endedAt ?? (endCampaignAt === null ? null : new Date(endCampaignAt).toISOString())} />
    ),
  },
  {
    id: 'created',
    title: 'Created',
    width: 100,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ createdAt }) => <TimeText at={createdAt} />,
  },
];

/** The reason why a running campaign calls no customer now. */
function WaitsFor({ campaign: { campaignId, state } }: { campaign: Campaign }) {
  const { data } = useQuery({ ...holdQuery(campaignId), enabled: state === 'running' });
  const hold = state === 'running' && data ? holdText(data) : null;
  if (hold === null || hold.isInTurn) return null;
  return (
    <Text size="xs" c="dimmed" lineClamp={3} className="campaign-waits">
      <DecisionText text={hold.short} />
    </Text>
  );
}

interface CustomersLinkProps {
  count: number;
  /** The filters of the list with the last calls of these customers. */
  search: Record<string, string>;
  children: ReactNode;
}

function CustomersLink({ count, search, children }: CustomersLinkProps) {
  if (count === 0) return children;
  return (
    <AppLink to="/calls" search={search}>
      {children}
    </AppLink>
  );
}

function NoCampaigns({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <EmptyState title="No matching campaigns">No campaign matches these filters.</EmptyState>;
  }
  return (
    <EmptyState title="No campaigns yet" action={<NewCampaignButton />}>
      Create a campaign, import its calls from an Excel or CSV file, and the dialer calls your customers. You
      need an agent, a phone number and a schedule.
    </EmptyState>
  );
}
