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
      consequence="All its versions are deleted too. An agent that answers a phone number, or has an active campaign, call or chat, cannot be deleted. This cannot be undone."
      onConfirm={remove}
      done="The agent was deleted."
    >
      Delete agent
    </ConfirmButton>
  );
}
