import './teams.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import {
  AppLink,
  type Column,
  DataTable,
  EmptyState,
  formatDuration,
  formatPercent,
  Page,
  Panel,
} from '../../ui/index.ts';
import { teamFiguresQuery } from './queries.ts';
import { TeamButton } from './team-dialog.tsx';
import type { Team } from './team-labels.ts';

/** The teams of members who take calls. */
export function TeamsPage() {
  const mayWrite = useCan('teams:write');
  const navigate = useNavigate();
  const pages = usePages({
    queryKey: ['teams', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/teams', { params: { query: { pageSize: 100, pageToken } }, signal })),
    rowsOf: ({ teams }) => teams,
  });
  const add = mayWrite ? (
    <TeamButton
      team={null}
      onSaved={({ teamId }) => void navigate({ to: '/teams/$teamId', params: { teamId } })}
    >
      Add team
    </TeamButton>
  ) : null;
  return (
    <Page
      title="Teams"
      description="Members who take calls that agents transfer to them."
      actions={
        <>
          <AppLink to="/take-calls">Take calls</AppLink>
          {add}
        </>
      }
    >
      <Panel title="Teams">
        <DataTable
          label="Teams"
          pages={pages}
          skeletonRows={3}
          rowKey={({ teamId }) => teamId}
          columns={columns}
          empty={
            <EmptyState title="No teams yet" action={add} isReadOnly={!mayWrite}>
              Add a team with its members, and choose it as a transfer destination of an agent.
            </EmptyState>
          }
        />
      </Panel>
    </Page>
  );
}

const columns: Column<Team>[] = [
  {
    id: 'name',
    title: 'Team',
    cell: ({ teamId, name }) => (
      <AppLink to="/teams/$teamId" params={{ teamId }}>
        {name}
      </AppLink>
    ),
  },
  { id: 'members', title: 'Members', width: 100, align: 'right', cell: ({ members }) => members.length },
  {
    id: 'available',
    title: 'Available',
    width: 100,
    align: 'right',
    cell: (team) => <Figure team={team} of="available" />,
  },
  {
    id: 'waiting',
    title: 'Waiting',
    width: 100,
    align: 'right',
    cell: (team) => <Figure team={team} of="waiting" />,
  },
  {
    id: 'longest',
    title: 'Longest wait',
    width: 120,
    align: 'right',
    hiddenBelow: 'sm',
    cell: (team) => <Figure team={team} of="longest" />,
  },
  {
    id: 'level',
    title: 'Within 20 s, today',
    width: 150,
    align: 'right',
    hiddenBelow: 'md',
    cell: (team) => <Figure team={team} of="level" />,
  },
];

function Figure({ team, of }: { team: Team; of: 'available' | 'waiting' | 'longest' | 'level' }) {
  const { data } = useQuery(teamFiguresQuery(team.teamId, 1440));
  if (!data) return '…';
  if (of === 'longest')
    return data.longestWaitSeconds === null ? '—' : formatDuration(data.longestWaitSeconds * 1000);
  if (of === 'level') return data.serviceLevel === null ? '—' : formatPercent(data.serviceLevel);
  return data[of];
}
