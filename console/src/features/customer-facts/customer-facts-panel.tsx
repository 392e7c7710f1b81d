import { Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmItem,
  ErrorState,
  formatCount,
  formatDay,
  formatNumber,
  MoreMenu,
  Panel,
  TimeText,
} from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import type { Customer } from './customer.ts';
import { FactButton } from './fact-dialog.tsx';

type Fact = Schema<'CustomerFact'>;

/** More than a customer has of one agent. */
const shownMax = 200;

function factsQuery(customer: Customer | null) {
  return queryOptions({
    queryKey: ['customer-facts', 'list', customer],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/customer-facts', {
          params: { query: { ...(customer ?? {}), pageSize: shownMax } },
          signal,
        }),
      ),
  });
}

interface CustomerFactsPanelProps {
  /** Null for a caller without a number, of whom nothing is known. */
  customer: Customer | null;
  /** The agent of the conversation; null outside of one. */
  agentId: string | null;
  /** The conversation that the page shows, to which no link is needed. */
  conversationId?: string;
}

/** Shows the facts that agents remember of a customer. Without facts, an agent without memory shows nothing. */
export function CustomerFactsPanel({ customer, agentId, conversationId }: CustomerFactsPanelProps) {
  const mayRead = useCan('personalization:read') && customer !== null;
  const { data, error, refetch } = useQuery({ ...factsQuery(customer), enabled: mayRead });
  const agent = useQuery({
    queryKey: ['agents', 'one', agentId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/agents/{agentId}', { params: { path: { agentId: agentId ?? '' } }, signal })),
    enabled: mayRead && agentId !== null,
    // The agent may have been deleted.
    retry: false,
  });
  const mayWrite = useCan('personalization:write');
  if (!mayRead) return null;
  const memory = agent.data?.memory ?? null;
  const facts = data?.facts ?? [];
  if (agentId !== null && memory === null && facts.length === 0) return null;
  const ownAgentId = memory?.scope === 'agent' ? agentId : null;
  const mayAdd = mayWrite && (agentId === null || memory !== null);
  return (
    <Panel title="Known about this customer" description="What agents remember in the next conversation.">
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={72} /> : null}
      <Stack gap="md">
        {data && facts.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing yet. Facts come from the analysis of conversations, from the agent during one, or from
            you.
          </Text>
        ) : null}
        {facts.map((fact) => (
          <FactEntry
            key={fact.factId}
            fact={fact}
            customer={customer}
            conversationId={conversationId}
            mayWrite={mayWrite}
          />
        ))}
        <Group gap="xs">
          {mayAdd ? (
            <FactButton customer={customer} agentId={ownAgentId} keepDays={memory?.keepDays} fact={null}>
              Add fact
            </FactButton>
          ) : null}
          {mayWrite && facts.length > 1 ? (
            <MoreMenu label="More actions for all facts" isSmall>
              <ForgetAll customer={customer} count={facts.length} />
            </MoreMenu>
          ) : null}
        </Group>
      </Stack>
    </Panel>
  );
}

interface FactEntryProps {
  fact: Fact;
  customer: Customer;
  conversationId: string | undefined;
  mayWrite: boolean;
}

function FactEntry({ fact, customer, conversationId, mayWrite }: FactEntryProps) {
  const { factId, topic, agentId, writtenAt, expiresAt } = fact;
  const forget = () => read(api.DELETE('/api/customer-facts/{factId}', { params: { path: { factId } } }));
  return (
    <div>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {topic}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {fact.fact}
      </Text>
      <Text size="xs" c="dimmed" mt={2}>
        <Source fact={fact} conversationId={conversationId} /> · <TimeText at={writtenAt} /> · kept until{' '}
        <time dateTime={expiresAt}>{formatDay(expiresAt)}</time>
        {' · '}
        {agentId === null ? (
          'shared by agents'
        ) : (
          <>
            only for <NameOf kind="agents" id={agentId} />
          </>
        )}
      </Text>
      {mayWrite ? (
        <Group gap="xs" mt={6}>
          <FactButton customer={customer} agentId={agentId} fact={fact}>
            Correct
            <VisuallyHidden component="span"> {topic}</VisuallyHidden>
          </FactButton>
          <MoreMenu label={`More actions for ${topic}`} isSmall>
            <ConfirmItem
              isDestructive
              consequence={`Agents no longer know “${topic}” of this customer. The conversation in which it was said stays.`}
              onConfirm={forget}
              refreshes={['customer-facts']}
              done="The fact was deleted."
            >
              Delete fact
            </ConfirmItem>
          </MoreMenu>
        </Group>
      ) : null}
    </div>
  );
}

const writers: Record<Fact['writtenBy'], string> = {
  analysis: 'Analysis',
  tool: 'The agent',
  member: 'A member',
};

/** Who wrote a fact, with a link to the conversation in which the customer said it. */
function Source({ fact, conversationId }: Pick<FactEntryProps, 'fact' | 'conversationId'>) {
  const { writtenBy, callId, chatId } = fact;
  const from = callId ?? chatId;
  if (from === null) return writers[writtenBy];
  if (from === conversationId) return `${writers[writtenBy]}, in this conversation`;
  return (
    <>
      {writers[writtenBy]}, in{' '}
      {callId === null ? (
        <AppLink to="/chats/$chatId" params={{ chatId: chatId ?? '' }} className="app-link underlined">
          a chat
        </AppLink>
      ) : (
        <AppLink to="/calls/$callId" params={{ callId }} className="app-link underlined">
          a call
        </AppLink>
      )}
    </>
  );
}

function ForgetAll({ customer, count }: { customer: Customer; count: number }) {
  return (
    <ConfirmItem
      isDestructive
      consequence={`Deletes all ${formatNumber(count)} facts about this customer, those of every agent. Calls and chats stay.`}
      onConfirm={() => read(api.POST('/api/customer-facts/forget', { body: customer }))}
      refreshes={['customer-facts']}
      done={({ deleted }) => `${formatCount(deleted, 'fact was', 'facts were')} deleted.`}
    >
      Delete all facts
    </ConfirmItem>
  );
}
