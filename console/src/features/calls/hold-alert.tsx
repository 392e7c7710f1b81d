import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TrunkLink } from '../test-call/index.ts';
import type { Call } from './call-labels.ts';
import { DecisionText } from './decision-text.tsx';
import { whyQuery } from './queries.ts';

/** Says on top of the page why a queued call is not dialed now. Shows nothing for other calls. */
export function HoldAlert({ call }: { call: Call }) {
  const isQueued = call.status === 'queued';
  // Holds begin and end without events.
  const { data } = useQuery({
    ...whyQuery(call.callId),
    enabled: isQueued,
    refetchInterval: isQueued ? 15_000 : false,
  });
  const last = data?.decisions.at(-1);
  if (!isQueued || last?.decision !== 'held') return null;
  return (
    <Alert color="yellow" variant="light" title="The call waits" role="region">
      <Text size="sm">
        <DecisionText text={last.message} />{' '}
        {last.reason === 'trunk-down' ? <TrunkLink phoneNumberId={call.phoneNumberId} /> : null}
      </Text>
    </Alert>
  );
}
