import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AppLink, FactList, formatInstant, formatNumber, formatPercent, Panel } from '../../ui/index.ts';
import type { CampaignDetail } from './campaign-state.ts';
import { dialingLabels, heldBackLabels } from './dialing-labels.ts';
import { dialingQuery } from './queries.ts';

/** How a campaign dials for the members of its team. Nothing for a campaign of an agent. */
export function DialingPanel({ campaign }: { campaign: CampaignDetail }) {
  if (campaign.dialing.mode === 'agent') return null;
  return <Figures campaign={campaign} />;
}

function Figures({ campaign }: { campaign: CampaignDetail }) {
  const { campaignId, status } = campaign;
  const { data } = useQuery(dialingQuery(campaignId));
  if (!data) return null;
  const { team, answered, given, abandoned, abandonment, maxAbandonment, periodSince, idleShare } = data;
  const { isPaced, heldBack, inAir, answerRate } = data;
  return (
    <Panel title="Calls for the team">
      {team === null ? (
        <Text size="sm" mb="sm" role="alert">
          The team was deleted. Choose another one in the settings.
        </Text>
      ) : null}
      {team !== null && team.available + team.onCalls + team.inWrapUp === 0 && status === 'running' ? (
        <Text size="sm" mb="sm" role="status">
          No member is there, so no call is dialed. Members become available on{' '}
          <AppLink to="/take-calls">Take calls</AppLink>.
        </Text>
      ) : null}
      <FactList
        facts={[
          team && [
            'Team',
            <AppLink key="team" to="/teams/$teamId" params={{ teamId: team.teamId }}>
              {team.name}
            </AppLink>,
          ],
          team && [
            'Members',
            `${team.available} free, ${team.onCalls} on calls, ${team.inWrapUp} in wrap-up`,
          ],
          ['Dialing', dialingLabels[campaign.dialing.mode]],
          isPaced ? ['Calls in the air', formatNumber(inAir)] : null,
          isPaced ? ['Dials ahead', heldBack === null ? 'Yes' : heldBackLabels[heldBack]] : null,
          answerRate === null ? null : ['Answer rate used', formatPercent(answerRate)],
          ['Answered', formatNumber(answered)],
          ['Given to members', formatNumber(given)],
          ['Taken by the agent', formatNumber(abandoned)],
          [
            'Abandoned',
            `${abandonment === null ? 'None' : formatPercent(abandonment)}, at most ${formatPercent(maxAbandonment)}`,
          ],
          idleShare === null ? null : ['Members idle', formatPercent(idleShare)],
          periodSince === null ? null : ['Counted since', formatInstant(periodSince)],
        ]}
      />
    </Panel>
  );
}
