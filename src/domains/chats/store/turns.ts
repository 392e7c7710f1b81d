import {
  type Database,
  type Queryable,
  readStatement,
  statement,
  toJson,
} from '../../../platform/db/index.ts';
import { type AgentConfiguration, configurationOf, type FlowStart } from '../../agents/index.ts';
import type { CallUsage } from '../../calls/index.ts';
import type { AnswerDraft } from '../answer.ts';
import type { ChatTakeover } from '../takeover.ts';
import { addChatUsage, type ChatKey } from './usage.ts';

/** A chat with an answer due, and the holder of its lease. */
export interface HeldTurn extends ChatKey {
  /** Unique to this claim. */
  holder: string;
}

/** Everything the next answer of a chat depends on. */
export interface ChatTurn extends ChatKey {
  customerUniqueId: string;
  chatVariables: Record<string, unknown>;
  pushed: Record<string, unknown> | null;
  createdAt: string;
  /** The agent that answers now. The version of a draft is null. */
  agent: AgentConfiguration & { agentId: string; version: number | null };
  /** Where its flow begins; `null` for its first stage. */
  flowStart: FlowStart | null;
  /** The agent with which the chat began. */
  began: { agentId: string; version: number | null };
  /** How the agent came to the chat; `null` for the one with which the chat began. */
  takeover: ChatTakeover | null;
  /** The state each model left, in the order of the models. */
  modelStates: unknown[];
  /** The customer's message to answer; 0 for the beginning of a chat in which the agent writes first. */
  position: number;
  draft: AnswerDraft | null;
  /** Attempts so far, including this one. */
  attempts: number;
}

/** Several times the renewal interval, so that a process that is busy for a moment keeps its turns. */
const leaseSeconds = 10;

const queue = statement(
  'chats.queue_turn',
  `insert into chat_turns (organization_id, chat_id, due_at) values ($1, $2, clock_timestamp())
   on conflict (organization_id, chat_id) do nothing`,
);
const drop = statement(
  'chats.drop_turn',
  'delete from chat_turns where organization_id = $1 and chat_id = $2',
);
const claim = statement(
  'chats.claim_turns',
  `update chat_turns set holder = $1, attempts = attempts + 1,
     lease_until = clock_timestamp() + interval '${leaseSeconds} seconds'
   where (organization_id, chat_id) in (
     select organization_id, chat_id from chat_turns
     where lease_until < statement_timestamp() and organization_id <> all($3)
     order by lease_until, due_at limit $2 for update skip locked)
   returning organization_id, chat_id`,
);
const held = `from unnest($1::text[], $2::text[], $3::text[]) as h (organization_id, chat_id, holder)
   where t.organization_id = h.organization_id and t.chat_id = h.chat_id and t.holder = h.holder`;
const renew = statement(
  'chats.renew_turns',
  `update chat_turns t set lease_until = clock_timestamp() + interval '${leaseSeconds} seconds' ${held}
   returning t.holder, t.chat_id`,
);
const release = statement(
  'chats.release_turns',
  `update chat_turns t set lease_until = '-infinity', holder = null, attempts = t.attempts - 1 ${held}`,
);
const select = readStatement(
  'chats.turn',
  `select c.customer_unique_id, c.chat_variables, c.pushed, c.created_at, v.agent_id,
     case when d.draft is null then v.version end as version, coalesce(d.draft, v.configuration) as configuration, d.flow_start,
     c.agent_id as first_agent_id, c.agent_version as first_agent_version, c.model_states, c.takeover, t.draft, t.attempts,
     coalesce((select min(m.position) from chat_messages m where m.organization_id = c.organization_id
        and m.chat_id = c.chat_id and m.position > c.answered_position and m.role = 'user'),
       case when c.message_count = 0 then 0 end) as position
   from chat_turns t
     join chats c on c.organization_id = t.organization_id and c.chat_id = t.chat_id
     join agents a on a.organization_id = c.organization_id and a.agent_id = coalesce(c.active_agent_id, c.agent_id)
     join agent_versions v on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version =
       coalesce(case when c.active_agent_id is null then c.agent_version else c.active_agent_version end, a.version)
     left join chat_trials d on d.organization_id = c.organization_id and d.chat_id = c.chat_id and d.agent_id = a.agent_id
       and c.active_agent_version is null
   where t.organization_id = $1 and t.chat_id = $2 and t.holder = $3 and c.status = 'active'`,
);
const hold = statement(
  'chats.hold_turn',
  'select 1 from chat_turns where organization_id = $1 and chat_id = $2 and holder = $3 for update',
);
const keepDraft = statement(
  'chats.keep_draft',
  'update chat_turns set draft = $4 where organization_id = $1 and chat_id = $2 and holder = $3 returning 1',
);
const nextTurn = statement(
  'chats.next_turn',
  'update chat_turns set draft = null, attempts = 1 where organization_id = $1 and chat_id = $2',
);

interface TurnRow {
  customer_unique_id: string;
  chat_variables: Record<string, unknown>;
  pushed: Record<string, unknown> | null;
  created_at: string;
  agent_id: string;
  version: number | null;
  configuration: object;
  flow_start: FlowStart | null;
  first_agent_id: string;
  first_agent_version: number | null;
  model_states: unknown[] | null;
  takeover: ChatTakeover | null;
  draft: AnswerDraft | null;
  attempts: number;
  position: number | null;
}

/** Marks an answer as due, in the transaction that stores the message. */
export async function queueTurn(tx: Queryable, organizationId: string, chatId: string): Promise<void> {
  await tx.query(queue, [organizationId, chatId]);
}

/** Marks no answer as due, in the caller's transaction. A current holder loses its turn. */
export async function dropTurn(tx: Queryable, organizationId: string, chatId: string): Promise<void> {
  await tx.query(drop, [organizationId, chatId]);
}

/** Claims turns without a holder, longest waiting first, except those of the organizations in `without`. */
export async function claimTurns(
  db: Queryable,
  { holder, limit, without }: { holder: string; limit: number; without: readonly string[] },
): Promise<HeldTurn[]> {
  const rows = await db.query<{ organization_id: string; chat_id: string }>(claim, [holder, limit, without]);
  return rows.map((row) => ({ organizationId: row.organization_id, chatId: row.chat_id, holder }));
}

/** Renews leases and returns the turns that are still held. */
export async function renewTurns(db: Queryable, turns: readonly HeldTurn[]): Promise<Set<HeldTurn>> {
  const rows = await db.query<{ holder: string; chat_id: string }>(renew, columnsOf(turns));
  const kept = new Set(rows.map(({ holder, chat_id }) => `${holder} ${chat_id}`));
  return new Set(turns.filter(({ holder, chatId }) => kept.has(`${holder} ${chatId}`)));
}

/** Releases turns, so that another worker can claim them at once. */
export async function releaseTurns(db: Queryable, turns: readonly HeldTurn[]): Promise<void> {
  await db.query(release, columnsOf(turns));
}

/** Returns the turn, or null when it is no longer held, nothing is due, or the agent is gone. */
export async function findTurn(db: Queryable, turn: HeldTurn): Promise<ChatTurn | null> {
  const { organizationId, chatId } = turn;
  const [row] = await db.query<TurnRow>(select, keyOf(turn));
  if (!row || row.position === null) return null;
  return {
    organizationId,
    chatId,
    customerUniqueId: row.customer_unique_id,
    chatVariables: row.chat_variables,
    pushed: row.pushed,
    createdAt: row.created_at,
    agent: { ...configurationOf(row.configuration), agentId: row.agent_id, version: row.version },
    flowStart: row.flow_start,
    began: { agentId: row.first_agent_id, version: row.first_agent_version },
    takeover: row.takeover,
    modelStates: row.model_states ?? [],
    position: row.position,
    // A draft for another message was left by a process that has answered it.
    draft: row.draft?.position === row.position ? row.draft : null,
    attempts: row.attempts,
  };
}

/** Returns whether the turn is still held, and keeps it held until the transaction ends. */
export async function holdTurn(tx: Queryable, turn: HeldTurn): Promise<boolean> {
  return (await tx.query(hold, keyOf(turn))).length > 0;
}

/** Saves the progress and usage of an answer. Returns false when the turn is no longer held. */
export async function saveDraft(
  db: Database,
  turn: HeldTurn,
  draft: AnswerDraft,
  used: readonly CallUsage[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await addChatUsage(tx, turn, used);
    return (await tx.query(keepDraft, [...keyOf(turn), toJson(draft)])).length > 0;
  });
}

/** Lets the holder continue with the next message. */
export async function beginNextTurn(tx: Queryable, { organizationId, chatId }: HeldTurn): Promise<void> {
  await tx.query(nextTurn, [organizationId, chatId]);
}

function keyOf({ organizationId, chatId, holder }: HeldTurn): string[] {
  return [organizationId, chatId, holder];
}

function columnsOf(turns: readonly HeldTurn[]): string[][] {
  return [
    turns.map(({ organizationId }) => organizationId),
    turns.map(({ chatId }) => chatId),
    turns.map(({ holder }) => holder),
  ];
}
