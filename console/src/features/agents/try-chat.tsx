import { Button, Grid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { api, read, useCan, useSession } from '../../api/index.ts';
import { AppLink, ErrorState, errorAt, Panel } from '../../ui/index.ts';
import { ConversationList, inOrder, StreamLost, useConversation, Writer } from '../chats/index.ts';
import {
  FlowTracePanel,
  flowStartOf,
  stepsOfChat,
  type TestDraft,
  TestFields,
  testedOf,
  useFlowTrace,
} from '../flow-trace/index.ts';
import type { Agent } from './agent-labels.ts';
import { ReadyNotice } from './ready-notice.tsx';
import type { useTrial } from './use-trial.ts';

interface TryChatProps {
  agent: Agent;
  examples: Record<string, string>;
  /** Where the flow begins. */
  trial: Pick<ReturnType<typeof useTrial>, 'start' | 'setStart'>;
}

/** The agent as a chat tests it. */
interface TestedChat {
  chatId: string;
  agentId: string;
  /** Null for the draft. */
  version: number | null;
  flow: Agent['flow'];
  /** The stage with which it begins; null for the first one. */
  stage: string | null;
}

/** A chat with the agent, as a customer would have it. */
export function TryChat({ agent, examples, trial }: TryChatProps) {
  const { member } = useSession();
  const mayTest = useCan('agents:write');
  const [own, setOwn] = useState({ isDraft: true, variables: examples });
  const change = ({ start: from, ...changes }: Partial<TestDraft>) => {
    if (from) trial.setStart(from);
    setOwn((before) => ({ ...before, ...changes }));
  };
  const tested = testedOf(agent, mayTest && own.isDraft);
  const isDraft = tested === agent.draft;
  const start = useMutation({
    mutationFn: async (): Promise<TestedChat> => {
      const { agentId, version } = agent;
      const flow = mayTest && tested.flow ? flowStartOf(tested.flow, trial.start) : null;
      const body = {
        customerUniqueId: `console-${member.memberId}`,
        chatVariables: own.variables,
        ...{ draft: isDraft, flow },
      };
      const params = { path: { agentId } };
      const { chatId } = await read(api.POST('/api/agents/{agentId}/chats', { params, body }));
      const stage = flow?.stage ?? null;
      return { chatId, agentId, version: isDraft ? null : version, flow: tested.flow, stage };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  if (start.data) return <Tried key={start.data.chatId} tested={start.data} restart={start.reset} />;
  const replies = isDraft ? 'The saved draft' : `Version ${agent.version}`;
  return (
    <Panel
      title="Test chat"
      description={`You write as a customer. ${replies} replies. Its tools run for real.`}
    >
      <form onSubmit={submit}>
        <Stack gap="sm" align="flex-start">
          <ReadyNotice agent={agent} tested={tested} channel="chat" variables={own.variables} />
          {start.error ? <ErrorState error={start.error} /> : null}
          <TestFields
            agent={agent}
            label="Version to test"
            test={{ ...own, start: trial.start }}
            onChange={change}
            mayChoose={mayTest}
            errorOf={(name) => errorAt(start.error, name)}
          />
          <Button type="submit" loading={start.isPending}>
            Start chat
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

function Tried({ tested, restart }: { tested: TestedChat; restart: () => void }) {
  const { chatId, version, stage } = tested;
  const { conversation, isLost } = useConversation(chatId);
  const { status, messages } = conversation;
  const isOver = status === 'ended' || status === 'abandoned';
  const { traces, ...flow } = useFlowTrace(
    useMemo(() => stepsOfChat(inOrder({ messages }), tested), [messages, tested]),
  );
  const hasFlow = tested.flow !== null || traces.length > 0;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: hasFlow ? 6 : 12 }}>
        <Panel
          title="Test chat"
          aside={
            <>
              <Text size="xs" c="dimmed" ml="auto">
                {version === null ? 'Draft' : `Version ${version}`}
              </Text>
              <Button size="xs" variant="default" onClick={restart}>
                Start new chat
              </Button>
            </>
          }
        >
          {isLost ? <StreamLost /> : null}
          <ConversationList conversation={conversation} label="Chat with the agent" flow={flow} />
          {stage !== null && messages.size === 0 ? (
            <Text size="sm" c="dimmed" mb="xs">
              The agent enters stage {stage} with its answer to your first message.
            </Text>
          ) : null}
          {isOver ? (
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
      </Grid.Col>
      {hasFlow ? (
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <FlowTracePanel
            traces={traces}
            own={tested}
            isLive={!isOver}
            focus={flow.focus}
            onFocus={flow.onFocus}
          />
        </Grid.Col>
      ) : null}
    </Grid>
  );
}
