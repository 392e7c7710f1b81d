import './calls.css';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, read, useCan, usePages } from '../../api/index.ts';
import { AppLink, DataTable, EmptyState, formatNumber, Page } from '../../ui/index.ts';
import { TestCallButton } from '../test-call/index.ts';
import { turnedAwayQuery } from '../turned-away/index.ts';
import { callColumns } from './call-columns.tsx';
import { CallSearchFields } from './filters/call-search.tsx';
import { ExportMenu } from './filters/export-menu.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import { NoMatches } from './filters/no-matches.tsx';
import { type CallSearch, filtersOf, queryOf } from './filters/search-of.ts';
import { ViewsMenu, viewsQuery } from './filters/views-menu.tsx';

const route = getRouteApi('/frame/calls');
const pageSize = 50;

/** Lists calls, newest first. The filters are in the URL. */
export function CallsPage() {
  const search = route.useSearch();
  const mayExport = useCan('exports:read');
  const navigate = route.useNavigate();
  const choose = (chosen: CallSearch) =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  const clear = () => void navigate({ search: {}, replace: true });
  const open = ({ viewId, filters }: { viewId: string; filters: Record<string, string> }) =>
    void navigate({ search: { ...filters, view: viewId } });
  const isFiltered = Object.keys(filtersOf(search)).length > 0;
  const isOpening = useViewOfAddress(isFiltered ? undefined : search.view, open);
  const pages = usePages({
    // The bounds of a period move with the clock, so the key has its name.
    queryKey: ['calls', 'list', filtersOf(search)],
    fetchPage: (pageToken, signal) => {
      const filters = queryOf(search, new Date());
      return read(api.GET('/api/calls', { params: { query: { ...filters, pageSize, pageToken } }, signal }));
    },
    rowsOf: ({ calls }) => calls,
    isEnabled: !isOpening,
  });
  const actions = (
    <>
      <ViewsMenu search={search} onChoose={open} onLeave={() => choose({ view: undefined } as CallSearch)} />
      <TestCallButton label="Call a number" phoneNumber="" />
      {mayExport ? <ExportMenu query={queryOf(search, new Date())} /> : null}
    </>
  );
  return (
    <Page title="Calls" description="All calls, newest first. The list updates live." actions={actions}>
      <Stack gap="xs" role="search" aria-label="Filters">
        <Group gap="xs">
          <CallSearchFields search={search} choose={choose} />
        </Group>
        <FilterChips search={search} choose={choose} onClear={clear} />
      </Stack>
      {maySeeTurnedAway(search) ? <TurnedAwayNotice /> : null}
      <DataTable
        label="Calls"
        columns={callColumns}
        pages={pages}
        rowKey={({ callId }) => callId}
        empty={isFiltered ? <NoMatches {...{ search, choose }} onClear={clear} /> : <NoCalls />}
      />
    </Page>
  );
}

/** Returns whether calls that were turned away would be among those of the filters. */
function maySeeTurnedAway(search: CallSearch): boolean {
  const filters = Object.entries(filtersOf(search));
  return filters.every(([name, value]) => name === 'type' && value === 'inboundPhoneCall');
}

/** Says that callers were turned away, because the list does not have them. */
function TurnedAwayNotice() {
  const to = new Date();
  const from = new Date(to.getTime() - 7 * 86_400_000);
  const { data } = useQuery(turnedAwayQuery({ name: 'last week', from, to }));
  if (!data || data.total === 0) return null;
  const one = data.total === 1;
  return (
    <Text size="sm">
      In the last 7 days {one ? 'one inbound call was' : `${formatNumber(data.total)} inbound calls were`}{' '}
      turned away and {one ? 'has' : 'have'} no record here.{' '}
      <AppLink to="/analytics" search={{ range: '7-days' }}>
        Why, and which numbers
      </AppLink>
    </Text>
  );
}

/** Opens the view of an address that names only a view. Returns whether its filters are not known yet. */
function useViewOfAddress(
  viewId: string | undefined,
  open: (view: { viewId: string; filters: Record<string, string> }) => void,
): boolean {
  const { data: views, isPending } = useQuery({ ...viewsQuery, enabled: viewId !== undefined });
  const view = viewId === undefined ? undefined : views?.find((one) => one.viewId === viewId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is opened once
  useEffect(() => {
    if (view && Object.keys(view.filters).length > 0) open(view);
  }, [view]);
  return viewId !== undefined && isPending;
}

function NoCalls() {
  return (
    <EmptyState title="No calls yet" action={<AppLink to="/agents">Go to agents</AppLink>}>
      To make or receive telephone calls, you need an agent, a trunk and a phone number. They appear here
      automatically. Calls from your browser are on the page of their agent.
    </EmptyState>
  );
}
