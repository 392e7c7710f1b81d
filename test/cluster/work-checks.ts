import { query } from '../kill/query.ts';
import type { Cluster } from './cluster.ts';
import type { Receiver } from './receiver.ts';
import type { Losses } from './reported-losses.ts';
import { type WorkRecord, workEvents } from './work-load.ts';

interface StoredEvent {
  eventId: string;
  type: string;
  data: { chatId?: string; workflowRunId?: string };
}

interface EndedRun {
  id: string;
  status: string;
  reason: string | null;
}

/** A message is answered when an answer names its position, and explained when its chat is over. */
const messages = `select m.message_id as id, c.status,
    (select count(distinct b.message_id)::int from chat_messages b where b.organization_id = m.organization_id
       and b.chat_id = m.chat_id and b.role = 'bot' and b.answers_position = m.position) as answers
  from chat_messages m join chats c using (organization_id, chat_id) where m.role = 'user'`;
const runs = 'select run_id as id, status, reason from workflow_runs';

/** True when no chat waits for an answer, and no run for its end. */
export async function isWorkOver(databaseUrl: string): Promise<boolean> {
  const open = 'select 1 where exists (select from chat_turns) or exists (select from workflow_open_runs)';
  return (await query(databaseUrl, open)).length === 0;
}

/** Returns all stored events of the work, in order. */
export async function storedEvents(cluster: Cluster, key: string): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  for (let after = ''; ; ) {
    const path = `/api/events?limit=1000&types=${[...workEvents, 'database.failedOver'].join(',')}${after}`;
    const { status, text, body } = await cluster.request('GET', path, { key });
    if (status !== 200) throw new Error(text);
    found.push(...body.events);
    if (body.events.length === 0) return found;
    after = `&after=${encodeURIComponent(body.metadata.next)}`;
  }
}

/** Returns the broken promises about chats, runs and webhooks, when all are over. */
export async function workViolations(
  { databaseUrl }: Cluster,
  record: WorkRecord,
  { events, receiver, losses }: { events: StoredEvent[]; receiver: Receiver; losses: Losses },
): Promise<string[]> {
  const said = await query<{ id: string; status: string; answers: number }>(databaseUrl, messages);
  const ended = await query<EndedRun>(databaseUrl, runs);
  const isReported = events.some(({ type }) => type === 'database.failedOver');
  return [
    ...(losses.hasFailover && !isReported
      ? ['no event reports the failover that may have lost changes']
      : []),
    ...wrongMessages(said, record, losses),
    ...wrongRuns(ended, { record, events, receiver, losses }),
    ...wrongDeliveries(events, [...receiver.events]),
  ];
}

function wrongMessages(
  said: readonly { id: string; status: string; answers: number }[],
  record: WorkRecord,
  losses: Losses,
): string[] {
  const byId = new Map(said.map((message) => [message.id, message]));
  const lost = losses.unreported(record.messages, (id) => byId.has(id), 'chat messages');
  const found = lost.map((id) => `lost: the chat message ${id}`);
  for (const { id, status, answers } of said) {
    if (answers === 0 && status === 'active') found.push(`never answered: the chat message ${id}`);
    if (answers > 1) found.push(`answered ${answers} times: the chat message ${id}`);
  }
  if (said.length > record.sentMessages)
    found.push(`${said.length} chat messages are stored, ${record.sentMessages} were sent`);
  return found;
}

function wrongRuns(
  ended: readonly EndedRun[],
  {
    record,
    events,
    receiver,
    losses,
  }: {
    record: WorkRecord;
    events: readonly StoredEvent[];
    receiver: Receiver;
    losses: Losses;
  },
): string[] {
  const byId = new Map(ended.map((run) => [run.id, run]));
  const lost = losses.unreported(record.runs, (id) => byId.has(id), 'workflow runs');
  const found = lost.map((id) => `lost: the workflow run ${id}`);
  const completed = Map.groupBy(
    events.filter(({ type }) => type === 'workflow.run.completed'),
    ({ data }) => data.workflowRunId!,
  );
  const asked = new Set([...receiver.steps.keys()].map((key) => key.slice(0, key.indexOf(':'))));
  for (const { id, status, reason } of ended) {
    if (status !== 'completed') found.push(`the workflow run ${id} is ${status}: ${reason}`);
    const ends = completed.get(id)?.length ?? 0;
    if (ends !== 1) found.push(`the workflow run ${id} ended ${ends} times`);
    if (!asked.has(id)) found.push(`the request of the workflow run ${id} never arrived`);
  }
  return found;
}

/** Finds events that never arrived, and those that arrived before an earlier one of the same resource. */
export function wrongDeliveries(events: readonly StoredEvent[], arrived: readonly string[]): string[] {
  const places = new Map(arrived.map((id, place) => [id, place]));
  const latest = new Map<string, number>();
  return events.flatMap(({ eventId, type, data }) => {
    const resource = data.chatId ?? data.workflowRunId;
    if (resource === undefined) return [];
    const place = places.get(eventId);
    if (place === undefined) return [`never delivered: ${type} ${eventId}`];
    const before = latest.get(resource) ?? -1;
    latest.set(resource, Math.max(before, place));
    return place < before ? [`delivered out of order: ${type} ${eventId} of ${resource}`] : [];
  });
}
