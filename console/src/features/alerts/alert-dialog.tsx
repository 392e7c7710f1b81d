import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/index.ts';
import { AppLink, ErrorState, FactList, formatInstant, StatusBadge } from '../../ui/index.ts';
import { endLabels, isOfTeams, valueText } from './labels.ts';
import { alertQuery } from './queries.ts';

type Alert = Schema<'Alert'>;

/** One alert, the calls behind it, and what was sent. */
export function AlertDialog({ alertId, onClose }: { alertId: string; onClose: () => void }) {
  const { data: alert, error, refetch } = useQuery(alertQuery(alertId));
  return (
    <Modal opened onClose={onClose} title={alert?.name ?? 'Alert'} size="lg">
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {alert ? <Content alert={alert} /> : error ? null : <Skeleton h={160} />}
    </Modal>
  );
}

function Content({ alert }: { alert: Alert }) {
  const { measure, summary, beganAt, endedAt, endReason, value, limit, worst, messages } = alert;
  return (
    <Stack gap="sm">
      <Text size="sm">{summary}</Text>
      <FactList
        facts={[
          ['State', endedAt === null ? <StatusBadge key="s" status="Open" tone="bad" /> : 'Ended'],
          ['Began', formatInstant(beganAt)],
          [
            'Ended',
            endedAt === null ? '—' : `${formatInstant(endedAt)}. ${endLabels[endReason!] ?? endReason}.`,
          ],
          ['Value at the beginning', valueText(measure, value)],
          ['Limit', valueText(measure, limit)],
          ['Worst value', valueText(measure, worst)],
        ]}
      />
      {isOfTeams(measure) ? (
        <AppLink to="/teams">Show the teams</AppLink>
      ) : (
        <AppLink to="/calls" search={callsOf(alert)}>
          Show the calls
        </AppLink>
      )}
      <Text size="sm" fw={600}>
        Sent
      </Text>
      {messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          To no channel.
        </Text>
      ) : (
        <ul className="alert-messages">
          {messages.map(({ channelName, occasion, recipient, state, reason }) => (
            <li key={`${channelName} ${occasion} ${recipient}`}>
              <Text size="sm">
                {occasion === 'began' ? 'Beginning' : 'End'} to {recipient ?? channelName}:{' '}
                <StatusBadge status={stateWords[state]} tone={state === 'failed' ? 'bad' : 'neutral'} />{' '}
                {reason ?? ''}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

const stateWords = { waiting: 'Waiting', sent: 'Sent', failed: 'Not sent' } as const;

/** The filters of the calls that the rule watches. */
function callsOf({ agentId, campaignId }: Alert): Record<string, string> {
  return {
    status: 'ended',
    ...(agentId === null ? {} : { agentId }),
    ...(campaignId === null ? {} : { campaignId }),
  };
}
