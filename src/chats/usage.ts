import { type CallUsage, mergeUsage } from '../calls/index.ts';
import { type Queryable, statement, toJson } from '../db/index.ts';
import { costOf, findPrices } from '../prices/index.ts';
import type { ChatDetails } from './schemas.ts';

interface UsageRow {
  usage: CallUsage[] | null;
  usageIsComplete: boolean;
  /** The version of the prices when the chat was over; null where it is not, or there were none. */
  priceVersion: number | null;
}

const columns = 'usage, usage_is_complete as "usageIsComplete", price_version as "priceVersion"';
const select = statement(
  'chats.usage',
  `select ${columns} from chats where organization_id = $1 and chat_id = $2`,
);
const lock = statement('chats.usage_lock', `${select.text} for no key update`);
const update = statement(
  'chats.add_usage',
  `update chats set usage = $3, usage_is_complete = usage_is_complete and $4
   where organization_id = $1 and chat_id = $2`,
);

/** Of a chat that is over: the prices that its cost goes by, those of this moment. */
export const newestPrices = `(select max(version) from price_lists p where p.organization_id = c.organization_id)`;

/**
 * Adds to a chat's record what models were used for it, in the transaction of what that was about. `isComplete` false:
 * more was used than anybody knows of.
 */
export async function addChatUsage(
  tx: Queryable,
  { organizationId, chatId }: { organizationId: string; chatId: string },
  used: readonly CallUsage[],
  isComplete = true,
): Promise<void> {
  if (used.length === 0 && isComplete) return;
  const [row] = await tx.query<UsageRow>(lock, [organizationId, chatId]);
  if (!row) return;
  const usage = mergeUsage(row.usage ?? [], used);
  await tx.query(update, [organizationId, chatId, toJson(usage), isComplete]);
}

/** What models were used for a chat, and what that cost once it is over. Versions of prices never change: it is reckoned anew. */
export async function usageOfChat(
  db: Queryable,
  organizationId: string,
  chatId: string,
): Promise<Pick<ChatDetails, 'usage' | 'cost'>> {
  const [row] = await db.query<UsageRow>(select, [organizationId, chatId]);
  const usage = row?.usage ?? [];
  if (!row || row.priceVersion === null || usage.length === 0) return { usage, cost: null };
  const prices = await findPrices(db, organizationId, row.priceVersion);
  return { usage, cost: prices && costOf(prices, usage, row.usageIsComplete) };
}
