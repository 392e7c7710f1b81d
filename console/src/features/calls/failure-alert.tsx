import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppLink, formatLabel } from '../../ui/index.ts';
import { isSoftphone } from '../softphones/index.ts';
import { useTrunk } from '../test-call/index.ts';
import { failureOf, nextCallOf, type Remedy } from './call-failure.ts';
import { type Call, outcomeOf } from './call-labels.ts';
import { DecisionText } from './decision-text.tsx';
import { whyQuery } from './queries.ts';

/** Shows on top of the page why the call failed, and what to do about it. Shows nothing for other calls. */
export function FailureAlert({ call }: { call: Call }) {
  const isOver = call.endedReason !== null;
  const { data } = useQuery({ ...whyQuery(call.callId), enabled: isOver });
  const decisions = data?.decisions ?? null;
  const trunk = useTrunk(failureOf(call, decisions) === null ? '' : (call.trunkId ?? ''));
  const failure = failureOf(call, decisions, trunk !== undefined && isSoftphone(trunk));
  if (!failure) return null;
  const { what, cause, advice, remedy } = failure;
  const { word, tone } = outcomeOf(call);
  const next = nextCallOf(call, decisions);
  return (
    <Alert
      color={tone === 'bad' ? 'red' : 'yellow'}
      variant="light"
      title={formatLabel(word)}
      role="region"
      aria-label="Cause of failure"
    >
      <Text size="sm">
        {what}. {cause ? <DecisionText text={cause} /> : null}
      </Text>
      <Text size="sm" mt={2}>
        <strong>What to do:</strong> {advice} {remedy ? remedyLink(remedy, call) : null}
      </Text>
      {next ? (
        <Text size="sm" mt={2}>
          <DecisionText text={next} />
        </Text>
      ) : null}
    </Alert>
  );
}

const className = 'app-link underlined';

function remedyLink(remedy: Remedy, { agentId, customerNumber, phoneNumberId, trunkId }: Call): ReactNode {
  switch (remedy) {
    case 'agent':
      return (
        <AppLink to="/agents/$agentId" params={{ agentId }} className={className}>
          Open the agent
        </AppLink>
      );
    case 'calls':
      return (
        <AppLink to="/calls" search={{ customerNumber }} className={className}>
          All calls with this number
        </AppLink>
      );
    case 'number':
      return (
        <AppLink to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId }} className={className}>
          Open the agent’s number
        </AppLink>
      );
    case 'processes':
      return (
        <AppLink to="/settings/processes" className={className}>
          Open processes
        </AppLink>
      );
    case 'providers':
      return (
        <AppLink to="/settings/provider-keys" className={className}>
          Open provider keys
        </AppLink>
      );
    case 'trunks':
      return trunkId ? (
        <AppLink to="/trunks/$trunkId" params={{ trunkId }} className={className}>
          Open the trunk
        </AppLink>
      ) : (
        <AppLink to="/trunks" className={className}>
          Open trunks
        </AppLink>
      );
  }
}
