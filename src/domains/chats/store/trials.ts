import { firstRow, type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import type { AgentConfiguration, FlowStart } from '../../agents/index.ts';
import type { ShownChat } from '../schemas.ts';
import type { ChatKey } from './usage.ts';

/** A draft has no version. */
const insert = statement(
  'chats.insert_trial',
  `with unversioned as (
     update chats set agent_version = null where organization_id = $1 and chat_id = $2 and $4::json is not null)
   insert into chat_trials (organization_id, chat_id, agent_id, draft, flow_start) values ($1, $2, $3, $4::json, $5)`,
);
const selectOrigin = readStatement(
  'chats.origin',
  `select c.agent_version as "agentVersion", d.chat_id is not null as "isTrial", d.draft is not null as draft,
     d.draft -> 'flow' as "draftFlow", d.flow_start as flow
   from chats c left join chat_trials d on d.organization_id = c.organization_id and d.chat_id = c.chat_id
   where c.organization_id = $1 and c.chat_id = $2`,
);

/** Stores what a chat tests. The caller has just made the chat. */
export async function insertTrial(
  tx: Queryable,
  { organizationId, chatId }: ChatKey,
  { agentId, draft, flow }: { agentId: string; draft: AgentConfiguration | null; flow: FlowStart | null },
): Promise<void> {
  await tx.query(insert, [organizationId, chatId, agentId, toJson(draft), toJson(flow)]);
}

type Origin = Pick<ShownChat, 'agentVersion' | 'trial'>;

/** Returns what a chat began with: the version of its agent, and what it tests. */
export async function originOf(db: Queryable, organizationId: string, chatId: string): Promise<Origin> {
  type Row = NonNullable<Origin['trial']> & { agentVersion: number | null; isTrial: boolean };
  const row = await firstRow<Row>(db, selectOrigin, [organizationId, chatId]);
  if (!row) return { agentVersion: null, trial: null };
  const { agentVersion, isTrial, ...trial } = row;
  return { agentVersion, trial: isTrial ? trial : null };
}
