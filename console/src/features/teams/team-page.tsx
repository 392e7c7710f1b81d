import './teams.css';
import { Grid, Select, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmItem,
  Elapsed,
  EmptyState,
  ErrorState,
  FactList,
  formatDuration,
  formatNumber,
  formatPercent,
  MoreMenu,
  Page,
  Panel,
  StatusBadge,
  UnloadedPage,
} from '../../ui/index.ts';
import { musicQuery, teamFiguresQuery, teamNowQuery, teamQuery } from './queries.ts';
import { TeamButton } from './team-dialog.tsx';
import { callLabels, stateLabels, type Team, windows } from './team-labels.ts';

const route = getRouteApi('/frame/teams/$teamId');
const back = <AppLink to="/teams">← Teams</AppLink>;

/** One team: its calls and members now, its figures and its settings. */
export function TeamPage() {
  const { teamId } = route.useParams();
  const { data, error, refetch } = useQuery(teamQuery(teamId));
  if (data) return <LoadedTeam team={data} />;
  return <UnloadedPage title="Team" id={teamId} back={back} skeleton={320} {...{ error, refetch }} />;
}

function LoadedTeam({ team }: { team: Team }) {
  const mayWrite = useCan('teams:write');
  return (
    <Page
      title={team.name}
      back={back}
      actions={
        mayWrite ? (
          <>
            <TeamButton team={team}>Edit team</TeamButton>
            <Removal team={team} />
          </>
        ) : null
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <NowPanels teamId={team.teamId} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <FiguresPanel teamId={team.teamId} />
            <SettingsPanel team={team} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Removal({ team: { teamId, name } }: { team: Team }) {
  const navigate = useNavigate();
  const remove = async () => {
    await read(api.DELETE('/api/teams/{teamId}', { params: { path: { teamId } } }));
    void navigate({ to: '/teams' });
  };
  return (
    <MoreMenu label={`More actions for ${name}`}>
      <ConfirmItem
        isDestructive
        consequence="Its figures are kept with the calls. This cannot be undone."
        onConfirm={remove}
        refreshes={['teams']}
        done={`${name} was deleted.`}
      >
        Delete team
      </ConfirmItem>
    </MoreMenu>
  );
}

function NowPanels({ teamId }: { teamId: string }) {
  const { data, error, refetch } = useQuery(teamNowQuery(teamId));
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const { calls = [], members = [] } = data ?? {};
  return (
    <>
      <Panel title="Calls now">
        {data && calls.length === 0 ? (
          <EmptyState title="No call waits">Calls that agents transfer to this team appear here.</EmptyState>
        ) : null}
        <ul className="team-list">
          {calls.map(
            ({ teamCallId, callId, state, customerNumber, memberName, waitingSince, answeredAt }) => (
              <li key={teamCallId}>
                <StatusBadge {...callLabels[state]} pulse={state !== 'answered'} />
                <AppLink to="/calls/$callId" params={{ callId }}>
                  {customerNumber || 'Web page'}
                </AppLink>
                <span className="team-who">{memberName}</span>
                <Elapsed since={answeredAt ?? waitingSince} />
              </li>
            ),
          )}
        </ul>
      </Panel>
      <Panel title="Members">
        {data && members.length === 0 ? (
          <EmptyState title="No members">
            Edit the team to add members. They take calls on the page “Take calls”.
          </EmptyState>
        ) : null}
        <ul className="team-list">
          {members.map(({ memberId, name, skills, state }) => (
            <li key={memberId}>
              <StatusBadge {...stateLabels[state]} />
              <span>{name ?? memberId}</span>
              <span className="team-who">{skills.join(', ')}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

const seconds = (value: number | null) => (value === null ? '—' : formatDuration(value * 1000));

/** A number of calls of the window, which leads to them. */
function callsLink(
  teamId: string,
  { from }: Schema<'TeamFigures'>,
  count: number,
  search: Record<string, string>,
) {
  if (count === 0) return count;
  return (
    <AppLink to="/calls" search={{ teamId, teamWaitedGt: from, ...search }}>
      {formatNumber(count)}
    </AppLink>
  );
}

function FiguresPanel({ teamId }: { teamId: string }) {
  const [window, setWindow] = useState('1440');
  const { data, error, refetch } = useQuery(teamFiguresQuery(teamId, Number(window)));
  return (
    <Panel
      title="Figures"
      aside={
        <Select
          aria-label="Window of the figures"
          size="xs"
          w={150}
          data={windows}
          value={window}
          onChange={(chosen) => setWindow(chosen ?? '1440')}
          allowDeselect={false}
        />
      }
    >
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? (
        <FactList
          facts={[
            ['Waiting now', data.waiting],
            ['Longest wait now', seconds(data.longestWaitSeconds)],
            ['Answered', callsLink(teamId, data, data.answered, { teamResult: 'answered' })],
            ['Answered within 20 s', data.serviceLevel === null ? '—' : formatPercent(data.serviceLevel)],
            ['Abandoned', callsLink(teamId, data, data.abandoned, { teamResult: 'abandoned' })],
            [
              'Went on to the fallback',
              callsLink(teamId, data, data.unanswered, { teamResult: 'unanswered' }),
            ],
            ['Mean wait', seconds(data.meanWaitSeconds)],
            ['Mean time of a call', seconds(data.meanHandlingSeconds)],
          ]}
        />
      ) : null}
      {data && data.members.length > 0 ? <MemberFigures teamId={teamId} figures={data} /> : null}
    </Panel>
  );
}

function MemberFigures({ teamId, figures }: { teamId: string; figures: Schema<'TeamFigures'> }) {
  return (
    <Table.ScrollContainer minWidth={420} mt="md">
      <Table aria-label="Figures of the members">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th ta="right">Taken</Table.Th>
            <Table.Th ta="right">Declined or missed</Table.Th>
            <Table.Th ta="right">Mean time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="tabular">
          {figures.members.map(({ memberId, name, answered, missed, meanHandlingSeconds }) => (
            <Table.Tr key={memberId}>
              <Table.Td>{name ?? memberId}</Table.Td>
              <Table.Td ta="right">
                {callsLink(teamId, figures, answered, { teamMemberId: memberId, teamResult: 'answered' })}
              </Table.Td>
              <Table.Td ta="right">
                {callsLink(teamId, figures, missed, { teamMemberId: memberId, teamResult: 'missed' })}
              </Table.Td>
              <Table.Td ta="right">{seconds(meanHandlingSeconds)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function SettingsPanel({ team }: { team: Team }) {
  const { data: sounds = [] } = useQuery({ ...musicQuery, enabled: team.musicSoundId !== null });
  const sound = sounds.find(({ soundId }) => soundId === team.musicSoundId);
  return (
    <Panel title="Settings">
      <FactList
        facts={[
          ['Rings at a member for', seconds(team.ringSeconds)],
          ['Longest wait', seconds(team.waitSecondsMax)],
          ['Time for notes', seconds(team.wrapUpSeconds)],
          ['Music', team.musicSoundId === null ? 'Music of Parley' : (sound?.name ?? '…')],
          ['Place in the queue', team.saysPosition ? 'Announced' : 'Not announced'],
        ]}
      />
    </Panel>
  );
}
