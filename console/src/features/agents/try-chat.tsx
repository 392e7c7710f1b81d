import { Alert, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, useSession } from '../../api/index.ts';
import { AppLink, ErrorState, Panel } from '../../ui/index.ts';
import { ConversationList, StreamLost, useConversation, Writer } from '../chats/index.ts';
import type { Agent } from './agent-labels.ts';

/** A chat with the agent, as a customer would have it. */
export function TryChat({ agent, examples }: { agent: Agent; examples: Record<string, string> }) {
  const { member } = useSession();
  const [given, setGiven] = useState(examples);
  const start = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/agents/{agentId}/chats', {
          params: { path: { agentId: agent.agentId } },
          body: { customerUniqueId: `console-${member.memberId}`, chatVariables: given },
        }),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  if (start.data) return <Tried key={start.data.chatId} chatId={start.data.chatId} restart={start.reset} />;
  return (
    <Panel
      title="Test chat"
      description={`You write as a customer. Version ${agent.version} replies with its prompt and model. Its tools run for real.`}
    >
      <form onSubmit={submit}>
        <Stack gap="sm" align="flex-start">
          {agent.draft ? (
            <Alert color="yellow" variant="light">
              Test chats use the published version. Publish the draft to test it.
            </Alert>
          ) : null}
          {agent.model === null && agent.flow === null ? (
            <Alert color="yellow" variant="light">
              This agent has no model, so it only sends its first message. Choose a model under Edit.
            </Alert>
          ) : null}
          {start.error ? <ErrorState error={start.error} /> : null}
          {agent.requiredVariables.length > 0 ? (
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" w="100%" maw={640}>
              {agent.requiredVariables.map((name) => (
                <TextInput
                  key={name}
                  label={name}
                  value={given[name] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    setGiven((before) => ({ ...before, [name]: value }))
                  }
                />
              ))}
            </SimpleGrid>
          ) : null}
          <Button type="submit" loading={start.isPending}>
            Start chat
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

function Tried({ chatId, restart }: { chatId: string; restart: () => void }) {
  const { conversation, isLost } = useConversation(chatId);
  const { status } = conversation;
  return (
    <Panel
      title="Test chat"
      aside={
        <Button size="xs" variant="default" onClick={restart}>
          Start new chat
        </Button>
      }
    >
      {isLost ? <StreamLost /> : null}
      <ConversationList conversation={conversation} label="Chat with the agent" />
      {status === 'ended' || status === 'abandoned' ? (
        <Text size="sm">The chat has ended.</Text>
      ) : (
        <Writer chatId={chatId} writer="user" label="Write as a customer" />
      )}
      <Text size="xs" c="dimmed" mt="xs">
        This chat is also in the inbox:{' '}
        <AppLink to="/chats/$chatId" params={{ chatId }} className="app-link underlined">
          open it there
        </AppLink>
        .
      </Text>
    </Panel>
  );
}
