import { type Queryable, readStatement } from '../../platform/db/index.ts';
import type { OpenStatus } from './state.ts';
import { type ChatRecord, columns } from './store.ts';

/** Selects chats, newest first. `agentId` null: of every agent. */
export interface ChatSelection {
  agentId: string | null;
  /** Only chats of this customer; omitted: all. */
  customerUniqueId?: string | undefined;
  /** Only open chats in this state; omitted: all, including finished ones. */
  status?: OpenStatus | undefined;
  /** The range of ids: at least `from`, below `to`. */
  from: string;
  below: string;
}

/** Returns nothing when the agent is gone, although finished chats may outlive it. */
const selectOfAgent = readStatement(
  'chats.list_of_agent',
  `select ${columns} from chats
   where organization_id = $1 and agent_id = $5 and chat_id >= $2 and chat_id < $3
     and exists (select from agents where organization_id = $1 and agent_id = $5)
   order by chat_id desc limit $4`,
);
const selectOfCustomer = readStatement(
  'chats.list_of_customer',
  `select ${columns} from chats
   where organization_id = $1 and customer_unique_id = $5 and chat_id >= $2 and chat_id < $3
     and ($6::text is null or status = $6)
   order by chat_id desc limit $4`,
);
const selectOfAll = readStatement(
  'chats.list',
  `select ${columns} from chats
   where organization_id = $1 and chat_id >= $2 and chat_id < $3
   order by chat_id desc limit $4`,
);
// Open chats are few and have an index of their own.
const selectOpen = readStatement(
  'chats.list_open',
  `select ${columns} from chats
   where organization_id = $1 and status in ('active', 'handedOff') and status = $5
     and chat_id >= $2 and chat_id < $3
   order by chat_id desc limit $4`,
);

/** Returns one page of chats, newest first. */
export async function selectChats(
  db: Queryable,
  organizationId: string,
  selection: ChatSelection,
  limit: number,
): Promise<ChatRecord[]> {
  const { agentId, from, below, customerUniqueId, status } = selection;
  const values = [organizationId, from, below, limit];
  if (customerUniqueId !== undefined)
    return db.query(selectOfCustomer, [...values, customerUniqueId, status ?? null]);
  if (status !== undefined) return db.query(selectOpen, [...values, status]);
  if (agentId === null) return db.query(selectOfAll, values);
  return db.query(selectOfAgent, [...values, agentId]);
}
