import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read } from '../../api/index.ts';
import { ConfirmButton } from '../../ui/index.ts';
import type { Agent } from './agent-words.ts';

/** What is done to the agent as a whole. */
export function AgentMenu({ agent: { agentId } }: { agent: Agent }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await read(api.DELETE('/api/agents/{agentId}', { params: { path: { agentId } } }));
    await navigate({ to: '/agents', ignoreBlocker: true });
    client.removeQueries({ queryKey: ['agents', 'one', agentId] });
    await client.invalidateQueries({ queryKey: ['agents'] });
  };
  return (
    <ConfirmButton
      consequence="Its versions go with it. An agent that answers a number, or has a campaign, a call or a chat that is not over, cannot be deleted. This cannot be undone."
      onConfirm={remove}
      done="The agent was deleted."
    >
      Delete agent
    </ConfirmButton>
  );
}
