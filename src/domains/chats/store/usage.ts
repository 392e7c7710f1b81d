import { type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import { type CallUsage, mergeUsage } from '../../calls/index.ts';
import { Costs } from '../../prices/index.ts';
import type { ChatDetails } from '../schemas.ts';

export interface ChatKey {
  organizationId: string;
  chatId: string;
}

type Used = Pick<ChatDetails, 'usage' | 'cost'>;

interface UsageRow {
  usage: CallUsage[] | null;
  usageIsComplete: boolean;
  /** The price list version when the chat ended; null while it is open, or without prices. */
  priceVersion: number | null;
  /** When the chat ended; null while it is open. */
  endedMs: number | null;
}

const columns = `usage, usage_is_complete as "usageIsComplete", price_version as "priceVersion",
  extract(epoch from ended_at)::float8 * 1000 as "endedMs"`;
const select = readStatement(
  'chats.usage',
  `select chat_id as "chatId", ${columns} from chats where organization_id = $1 and chat_id = any($2)`,
);
const lock = statement(
  'chats.usage_lock',
  `select ${columns} from chats where organization_id = $1 and chat_id = $2 for no key update`,
);
const update = statement(
  'chats.add_usage',
  `update chats set usage = $3, usage_is_complete = usage_is_complete and $4
   where organization_id = $1 and chat_id = $2`,
);

/** The price list version that applies to a chat that ends now. */
export const newestPrices = `(select max(version) from price_lists p where p.organization_id = c.organization_id)`;

/** Adds usage of models to a chat's record in the caller's transaction. `isComplete` false: some usage was lost. */
export async function addChatUsage(
  tx: Queryable,
  { organizationId, chatId }: ChatKey,
  used: readonly CallUsage[],
  isComplete = true,
): Promise<void> {
  if (used.length === 0 && isComplete) return;
  const [row] = await tx.query<UsageRow>(lock, [organizationId, chatId]);
  if (!row) return;
  const usage = mergeUsage(row.usage ?? [], used);
  await tx.query(update, [organizationId, chatId, toJson(usage), isComplete]);
}

export const nothingUsed: Used = { usage: [], cost: null };

/** Returns a chat's usage, and its cost once it is over. */
export async function usageOfChat(db: Queryable, organizationId: string, chatId: string): Promise<Used> {
  return (await usageOfChats(db, organizationId, [chatId])).get(chatId) ?? nothingUsed;
}

/** Returns the usage of several chats, by chat. */
export async function usageOfChats(
  db: Queryable,
  organizationId: string,
  chatIds: readonly string[],
): Promise<Map<string, Used>> {
  const rows = await db.query<UsageRow & { chatId: string }>(select, [organizationId, chatIds]);
  const costs = new Costs(db, organizationId);
  const used = new Map<string, Used>();
  for (const { chatId, usage, usageIsComplete, priceVersion, endedMs } of rows) {
    if (usage === null || usage.length === 0) continue;
    const asked = { usageIsComplete, atMs: endedMs ?? Date.now() };
    used.set(chatId, { usage, cost: await costs.of(priceVersion, usage, asked) });
  }
  return used;
}
