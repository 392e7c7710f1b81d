import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import { greetsCallers } from './greets-callers.ts';

/** Numbers whose agent is looked at. */
const numbersMax = 100;

/** Returns the first number that the agent answers, '' for none. */
function useAnsweredNumber(agentId: string): string {
  const { data } = useQuery({
    queryKey: ['phone-numbers', 'answered'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/phone-numbers', { params: { query: { pageSize: numbersMax } }, signal })),
    enabled: useCan('telephony:read'),
  });
  return data?.phoneNumbers.find(({ inboundAgentId }) => inboundAgentId === agentId)?.phoneNumber ?? '';
}

/** Shows what a customer hears first, and warns about an agent that answers calls or greets callers. */
export function AgentNote({ agentId }: { agentId: string }) {
  const answered = useAnsweredNumber(agentId);
  const body = { direction: 'outbound' as const, variables: {}, draft: false };
  const { data } = useQuery({
    queryKey: ['agents', 'previews', agentId, 'opening'],
    queryFn: ({ signal }) =>
      read(api.POST('/api/agents/{agentId}/preview', { params: { path: { agentId } }, body, signal })),
    enabled: useCan('agents:read') && agentId !== '',
  });
  if (agentId === '' || data === undefined) return null;
  const opening = data.opening ?? '';
  const title = greetsCallers(opening)
    ? 'This agent greets customers who call'
    : answered && `This agent answers the calls to ${answered}`;
  if (!title) return <FirstWords opening={opening} lead="The customer hears first" />;
  return (
    <Alert color="yellow" variant="light" title={title}>
      <FirstWords opening={opening} lead="A customer would hear first" />
      <Text size="sm">
        Check that its words suit customers who are called, or choose an agent that is made for calling them.
      </Text>
    </Alert>
  );
}

function FirstWords({ opening, lead }: { opening: string; lead: string }) {
  return (
    <Text size="sm">
      {opening === ''
        ? 'The model finds the first words, or the customer speaks first.'
        : `${lead}: “${opening}”`}
    </Text>
  );
}
