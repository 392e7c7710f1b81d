import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';

/** Numbers whose agent is looked at. */
const numbersMax = 100;

/** Returns the first number that the agent answers, '' for none, and null until it is known. */
export function useAnsweredNumber(agentId: string): string | null {
  const mayRead = useCan('telephony:read');
  const { data, isLoading } = useQuery({
    queryKey: ['phone-numbers', 'answered'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/phone-numbers', { params: { query: { pageSize: numbersMax } }, signal })),
    enabled: mayRead,
  });
  if (isLoading) return null;
  return data?.phoneNumbers.find(({ inboundAgentId }) => inboundAgentId === agentId)?.phoneNumber ?? '';
}

/** Shows how the agent begins a call that it makes, and warns about an agent that answers calls. */
export function AgentNote({ agentId }: { agentId: string }) {
  const answered = useAnsweredNumber(agentId);
  const body = { direction: 'outbound' as const, variables: {}, draft: false };
  const { data } = useQuery({
    queryKey: ['agents', 'previews', agentId, 'opening'],
    queryFn: ({ signal }) =>
      read(api.POST('/api/agents/{agentId}/preview', { params: { path: { agentId } }, body, signal })),
    enabled: useCan('agents:read') && agentId !== '',
  });
  if (agentId === '') return null;
  const opening = data?.opening ? <Text size="sm">The customer hears first: “{data.opening}”</Text> : null;
  if (!answered) return opening;
  return (
    <Alert color="yellow" variant="light" title={`This agent answers the calls to ${answered}`}>
      <Text size="sm">
        Check that its words suit customers who are called, or choose an agent that is made for calling them.
      </Text>
      {opening}
    </Alert>
  );
}
