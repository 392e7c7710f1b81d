import './chats.css';
import { Code, Text } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { formatInstant, formatTimeOfDay, JsonView } from '../../ui/index.ts';
import { type FlowMarks, FlowStepLine, useScrollToStage } from '../flow-trace/index.ts';
import { UsedDocuments } from '../knowledge-use/index.ts';
import { NameOf } from '../picks/index.ts';
import { type Conversation, inOrder, isAwaited, type Message } from './conversation.ts';

const speakers: Record<Message['role'], string> = {
  user: 'Customer',
  bot: 'Agent',
  agent: 'Member',
  tool: 'Tool',
};

interface ConversationListProps {
  conversation: Conversation;
  label: string;
  flow: FlowMarks;
  /** Whether the reader writes as the customer. The reader's messages are at the right. */
  isOwn?: boolean;
}

/** The messages, with the one being written. It stays scrolled to the end while the end is visible. */
export function ConversationList({ conversation, label, flow, isOwn = false }: ConversationListProps) {
  const { writing, tool } = conversation;
  const messages = inOrder(conversation);
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the conversation grows
  useLayoutEffect(() => {
    const { current } = list;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [messages.length, writing, tool]);
  return (
    <div
      ref={list}
      className="chat-frame"
      aria-label={label}
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 40;
      }}
    >
      <ol className="chat">
        {messages.map(([position, message]) => (
          <Line key={position} {...{ position, message, flow, isOwn }} />
        ))}
        {writing !== '' ? (
          <li className="chat-message" data-role="bot" data-mine={isOwn ? undefined : true}>
            <Text size="xs" c="dimmed">
              Agent, writing
            </Text>
            <p className="chat-words">{writing}</p>
          </li>
        ) : tool || isAwaited(conversation) ? (
          <li className="chat-note">{tool ? `Running ${tool}…` : 'The agent is replying…'}</li>
        ) : null}
      </ol>
    </div>
  );
}

interface LineProps extends Required<Pick<ConversationListProps, 'flow' | 'isOwn'>> {
  position: number;
  message: Message;
}

function Line({ position, message, flow, isOwn }: LineProps) {
  const line = useRef<HTMLLIElement>(null);
  useScrollToStage(line, position, flow.focus);
  const step = flow.steps.get(position);
  const isInFocus = flow.isInFocus(position) || undefined;
  const at = (
    <time dateTime={message.createdAt} title={formatInstant(message.createdAt)}>
      {formatTimeOfDay(message.createdAt)}
    </time>
  );
  if (step) {
    return (
      <li className="chat-note" ref={line} data-in-focus={isInFocus}>
        <FlowStepLine step={step} onFocus={flow.onFocus} />
      </li>
    );
  }
  if (message.role === 'tool') {
    return (
      <li className="chat-note" ref={line} data-in-focus={isInFocus}>
        <details>
          <summary>
            <ToolNote message={message} /> {at}
          </summary>
          <JsonView value={parsed(message.toolArguments)} label={`Arguments of ${message.toolName}`} />
          <JsonView value={parsed(message.toolResult)} label={`Result of ${message.toolName}`} />
        </details>
      </li>
    );
  }
  // A chat of several agents names the one that wrote.
  const who =
    message.role === 'agent' ? (
      message.agentName
    ) : message.role === 'bot' && message.agentId ? (
      <>
        <NameOf kind="agents" id={message.agentId} />, version {message.agentVersion}
      </>
    ) : isOwn && message.role === 'user' ? (
      'You'
    ) : (
      speakers[message.role]
    );
  const isMine = (message.role === 'user') === isOwn || undefined;
  return (
    <li
      className="chat-message"
      ref={line}
      data-role={message.role}
      data-mine={isMine}
      data-in-focus={isInFocus}
    >
      <Text size="xs" c="dimmed">
        {who} {at}
      </Text>
      <p className="chat-words">{message.content}</p>
      {message.role === 'bot' && message.knowledge ? <UsedDocuments use={message.knowledge} /> : null}
    </li>
  );
}

/** Says what an entry is about: a guard rail that was applied, or a tool. */
function ToolNote({ message }: { message: Extract<Message, { role: 'tool' }> }) {
  const { toolName } = message;
  if (toolName === 'guardRail') {
    const given = parsed(message.toolArguments) as { rule?: string } | null;
    return `Guard rail: ${given?.rule ?? ''}`;
  }
  return (
    <>
      Tool <Code>{toolName}</Code>
    </>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
