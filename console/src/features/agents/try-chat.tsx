import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { api, read, useCan, useSession } from '../../api/index.ts';
import { AppLink, ErrorState, errorAt, Panel } from '../../ui/index.ts';
import {
  ConversationList,
  inOrder,
  StreamLost,
  testCustomer,
  useConversation,
  Writer,
} from '../chats/index.ts';
import {
  FlowTracePanel,
  flowStartOf,
  stepsOfChat,
  suppliedOf,
  type TestDraft,
  TestFields,
  testedOf,
  useFlowTrace,
} from '../flow-trace/index.ts';
import type { Agent } from './agent-labels.ts';
import { NotUnderstood } from './dialogue/index.ts';
import { ReadyNotice } from './ready-notice.tsx';
import { beginsByScript } from './script.ts';
import type { Trial } from './use-trial.ts';

interface TryChatProps {
  agent: Agent;
  examples: Record<string, string>;
  /** Where the flow begins, and the edits that are not saved yet. */
  trial: Pick<Trial, 'start' | 'setStart' | 'prepare' | 'unsaved' | 'teaching'>;
  /** Whether the chat is in the narrow column beside the editor, without the graph of the flow. */
  isBeside?: boolean;
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
  /** Whether the agent writes first: its first message, or its script. */
  isGreeting: boolean;
  /** When the agent was changed last, as the chat tests it. */
  updatedAt: string;
}

/** A chat with the agent, as a customer would have it. */
export function TryChat({ agent, examples, trial, isBeside = false }: TryChatProps) {
  const mayTest = useCan('agents:write');
  const [own, setOwn] = useState({ isDraft: true, variables: examples });
  const change = ({ start: from, ...changes }: Partial<TestDraft>) => {
    if (from) trial.setStart(from);
    setOwn((before) => ({ ...before, ...changes }));
  };
  const wantsDraft = mayTest && own.isDraft;
  const unsaved = wantsDraft ? trial.unsaved : null;
  const start = useStart({ agent, trial, wantsDraft, variables: own.variables });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  if (start.data) {
    const { version, updatedAt } = start.data;
    const isChanged = version === null && updatedAt !== agent.updatedAt;
    const isOutdated = isChanged || (wantsDraft && trial.unsaved !== null);
    return (
      <Tried
        key={start.data.chatId}
        tested={start.data}
        isBeside={isBeside}
        teaching={trial.teaching}
        restart={start.reset}
        again={isOutdated ? () => start.mutate() : null}
      />
    );
  }
  const tested = unsaved ?? testedOf(agent, wantsDraft);
  const replies = unsaved
    ? 'The draft with your changes, which are saved first,'
    : tested === agent.draft
      ? 'The saved draft'
      : `Version ${agent.version}`;
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

interface Start extends Pick<TryChatProps, 'agent' | 'trial'> {
  wantsDraft: boolean;
  variables: Record<string, string>;
}

/** Returns how to begin the chat. Unsaved edits are saved first when the draft is tested. */
function useStart({ agent, trial, wantsDraft, variables }: Start) {
  const { member } = useSession();
  const mayTest = useCan('agents:write');
  return useMutation({
    mutationFn: async (): Promise<TestedChat> => {
      const current = wantsDraft ? await trial.prepare() : agent;
      const { agentId, version, updatedAt } = current;
      const tested = testedOf(current, wantsDraft);
      const isDraft = tested === current.draft;
      const flow = mayTest && tested.flow ? flowStartOf(tested.flow, trial.start) : null;
      const customerUniqueId = testCustomer(member.memberId);
      const chatVariables = suppliedOf(current, variables);
      const body = { customerUniqueId, chatVariables, draft: isDraft, flow, agentBegins: true };
      const params = { path: { agentId } };
      const { chatId } = await read(api.POST('/api/agents/{agentId}/chats', { params, body }));
      const stage = flow?.stage ?? null;
      const isGreeting = (tested.firstMessage !== null && flow === null) || beginsByScript(tested, stage);
      return {
        ...{ chatId, agentId, flow: tested.flow, stage, isGreeting, updatedAt },
        version: isDraft ? null : version,
      };
    },
  });
}

interface TriedProps {
  tested: TestedChat;
  isBeside: boolean;
  teaching: Trial['teaching'];
  restart: () => void;
  /** Begins another chat with what was changed since; null when nothing was. */
  again: (() => void) | null;
}

function Tried({ tested, isBeside, teaching, restart, again }: TriedProps) {
  const { chatId, version, stage, isGreeting } = tested;
  const { conversation, isLost } = useConversation(chatId);
  const { status, messages } = conversation;
  const isOver = status === 'ended' || status === 'abandoned';
  const { traces, ...flow } = useFlowTrace(
    useMemo(() => stepsOfChat(inOrder({ messages }), tested), [messages, tested]),
  );
  const hasGraph = !isBeside && (tested.flow !== null || traces.length > 0);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: hasGraph ? 6 : 12 }}>
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
          {again ? (
            <Alert color="gray" variant="light" role="status" py={6} mb="xs">
              <Group gap="xs" justify="space-between">
                <Text size="sm">You have changed the agent since this chat began.</Text>
                <Button size="compact-xs" variant="default" onClick={again}>
                  Try the changes
                </Button>
              </Group>
            </Alert>
          ) : null}
          <ConversationList conversation={conversation} label="Chat with the agent" flow={flow} isOwn />
          {teaching ? <NotUnderstood said={saidOf(messages)} {...teaching} /> : null}
          {messages.size === 0 && !isGreeting ? <WritesFirst stage={stage} /> : null}
          {isOver ? (
            <Text size="sm">The chat has ended.</Text>
          ) : (
            <Writer chatId={chatId} writer="user" label="Write as a customer" isFocused />
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
      {hasGraph ? (
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

function saidOf(messages: Parameters<typeof inOrder>[0]['messages']) {
  return inOrder({ messages }).flatMap(([, message]) =>
    message.role === 'tool' ? [] : [{ role: message.role, text: message.content }],
  );
}

/** Says how an agent begins that does not greet. */
function WritesFirst({ stage }: Pick<TestedChat, 'stage'>) {
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {stage === null
        ? 'You write first: in a chat, this agent begins with its answer to your first message.'
        : `The agent enters stage ${stage} with its answer to your first message.`}
    </Text>
  );
}
