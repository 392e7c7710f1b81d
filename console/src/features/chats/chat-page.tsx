import './chats.css';
import { Alert, Grid, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import {
  AppLink,
  FactList,
  formatInstant,
  formatMoney,
  JsonView,
  Page,
  Panel,
  TimeText,
  UnloadedPage,
} from '../../ui/index.ts';
import { CustomerFactsPanel, customerOf } from '../customer-facts/index.ts';
import { FlowTracePanel, stepsOfChat, useFlowTrace } from '../flow-trace/index.ts';
import { NameOf } from '../picks/index.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { ChatActions } from './chat-actions.tsx';
import { ChatStatus, isOver } from './chat-status.tsx';
import { type Chat, inOrder } from './conversation.ts';
import { ConversationList } from './conversation-list.tsx';
import { useCustomerName } from './customer-name.tsx';
import { useConversation } from './use-conversation.ts';
import { StreamLost, Writer } from './writer.tsx';

const route = getRouteApi('/frame/chats/$chatId');
const back = (
  <AppLink to="/chats" className="app-link back">
    Chats
  </AppLink>
);

export function ChatPage() {
  const { chatId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['chats', 'one', chatId],
    queryFn: ({ signal }) => read(api.GET('/api/chats/{chatId}', { params: { path: { chatId } }, signal })),
  });
  if (data) return <LoadedChat chat={data} />;
  return <UnloadedPage title="Chat" id={chatId} back={back} skeleton={560} {...{ error, refetch }} />;
}

function LoadedChat({ chat }: { chat: Schema<'ShownChat'> }) {
  const { chatId, agentId, agentVersion, trial, customerUniqueId, createdAt } = chat;
  const title = useCustomerName(customerUniqueId);
  const mayWrite = useCan('chats:write');
  const client = useQueryClient();
  const { conversation, isLost } = useConversation(chatId);
  const status = conversation.status ?? chat.status;
  const own = useMemo(
    () => ({ agentId, version: agentVersion, ...(trial?.draftFlow && { flow: trial.draftFlow }) }),
    [agentId, agentVersion, trial],
  );
  const { messages } = conversation;
  const { traces, ...flow } = useFlowTrace(
    useMemo(() => stepsOfChat(inOrder({ messages }), own), [messages, own]),
  );
  // The stream reports the status first. The summary and the lists follow it.
  useEffect(() => {
    if (conversation.status !== null) void client.invalidateQueries({ queryKey: ['chats'] });
  }, [client, conversation.status]);
  return (
    <Page
      title={title}
      back={back}
      beside={<ChatStatus status={status} />}
      description={
        <>
          <AppLink to="/agents/$agentId" params={{ agentId }} className="app-link underlined">
            <NameOf kind="agents" id={agentId} />
          </AppLink>{' '}
          · started <TimeText at={createdAt} />
        </>
      }
      actions={mayWrite ? <ChatActions chatId={chatId} status={status} /> : null}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <Panel title="Conversation" aside={trial ? <TrialNote trial={trial} /> : null}>
              {isLost && !isOver(status) ? <StreamLost /> : null}
              <ConversationList conversation={conversation} label="Conversation" flow={flow} />
              <Foot chatId={chatId} status={status} mayWrite={mayWrite} />
            </Panel>
            {traces.length > 0 ? (
              <FlowTracePanel
                {...{ traces, own }}
                isLive={!isOver(status)}
                focus={flow.focus}
                onFocus={flow.onFocus}
              />
            ) : null}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <Details chat={chat} />
            <CustomerFactsPanel
              customer={customerOf(chat.customerNumber, customerUniqueId)}
              agentId={agentId}
              conversationId={chatId}
            />
            <AnalysisPanel chatId={chatId} status={status} />
            <Panel title="Variables" description="Values that the chat started with.">
              <JsonView value={chat.chatVariables} label="Variables of the chat" />
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Details({ chat }: { chat: Schema<'ShownChat'> }) {
  const { chatId, agentVersion, trial, customerUniqueId, createdAt, cost } = chat;
  return (
    <Panel title="Details">
      <FactList
        facts={[
          ['Customer', customerUniqueId],
          [
            'Started',
            <time key="at" dateTime={createdAt}>
              {formatInstant(createdAt)}
            </time>,
          ],
          agentVersion !== null || trial?.draft
            ? ['Version', agentVersion === null ? 'Draft' : `Version ${agentVersion}`]
            : null,
          cost ? ['Cost', formatMoney(cost.total, cost.currency)] : null,
          [
            'Chat id',
            <code key="id" className="id">
              {chatId}
            </code>,
          ],
        ]}
      />
    </Panel>
  );
}

/** Says what a test chat tests. */
function TrialNote({ trial }: { trial: NonNullable<Schema<'ShownChat'>['trial']> }) {
  const { draft, flow } = trial;
  const parts = [draft ? 'Test of the draft' : 'Test', flow ? `from stage ${flow.stage}` : null];
  return (
    <Text size="xs" c="dimmed">
      {parts.filter((part) => part !== null).join(' ')}
    </Text>
  );
}

function Foot({ chatId, status, mayWrite }: { chatId: string; status: Chat['status']; mayWrite: boolean }) {
  if (isOver(status)) {
    return (
      <Text size="sm" c="dimmed">
        The chat has ended.
      </Text>
    );
  }
  if (status === 'active') {
    return (
      <Alert color="gray" variant="light" py={8}>
        The agent replies.{mayWrite ? ' Take over to reply yourself.' : ''}
      </Alert>
    );
  }
  if (mayWrite) return <Writer chatId={chatId} writer="agent" label="Reply" />;
  return (
    <Text size="sm" c="dimmed">
      A member replies. Your role is read-only.
    </Text>
  );
}
