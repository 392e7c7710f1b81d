import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { PageRequest } from '../../../platform/http/index.ts';
import type { AlertChannel } from '../schemas.ts';

export interface StoredChannel extends Omit<AlertChannel, 'problem'> {
  organizationId: string;
  sealedTarget: Buffer;
}

const columns = `organization_id as "organizationId", channel_id as "alertChannelId", kind, name, target,
  sealed_target as "sealedTarget", created_at as "createdAt", updated_at as "updatedAt"`;

const insert = statement(
  'alerts.insert_channel',
  `insert into alert_channels (organization_id, channel_id, kind, name, target, sealed_target)
   values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
);
const list = readStatement(
  'alerts.channels',
  `select ${columns} from alert_channels where organization_id = $1 and ($2::text is null or channel_id < $2)
   order by channel_id desc limit $3`,
);
const ofIds = readStatement(
  'alerts.channels_of_ids',
  `select ${columns} from alert_channels where organization_id = $1 and channel_id = any($2::text[]) order by channel_id`,
);
const selectLocked = statement(
  'alerts.lock_channel',
  `select ${columns} from alert_channels where organization_id = $1 and channel_id = $2 for update`,
);
const update = statement(
  'alerts.update_channel',
  `update alert_channels set name = $3, target = $4, sealed_target = $5, updated_at = now()
   where organization_id = $1 and channel_id = $2 returning ${columns}`,
);
const count = readStatement(
  'alerts.count_channels',
  'select count(*)::int as count from alert_channels where organization_id = $1',
);
const named = readStatement(
  'alerts.channels_named',
  `select 1 from alert_channels where organization_id = $1 and lower(name) = lower($2) and channel_id <> $3 limit 1`,
);
const remove = statement(
  'alerts.delete_channel',
  'delete from alert_channels where organization_id = $1 and channel_id = $2 returning name',
);
const unuse = statement(
  'alerts.unuse_channel',
  `update alert_rules set channel_ids = array_remove(channel_ids, $2)
   where organization_id = $1 and channel_ids @> array[$2::text]`,
);

export async function insertChannel(
  tx: Queryable,
  {
    organizationId,
    alertChannelId,
    kind,
    name,
    target,
    sealedTarget,
  }: Omit<StoredChannel, 'createdAt' | 'updatedAt'>,
): Promise<StoredChannel> {
  const values = [organizationId, alertChannelId, kind, name, target, sealedTarget];
  const [row] = await tx.query<StoredChannel>(insert, values);
  return row!;
}

/** Returns the channel, locked until the transaction ends. */
export function lockChannel(
  tx: Queryable,
  organizationId: string,
  id: string,
): Promise<StoredChannel | null> {
  return firstRow(tx, selectLocked, [organizationId, id]);
}

export async function updateChannelRow(
  tx: Queryable,
  changed: Omit<StoredChannel, 'kind' | 'createdAt' | 'updatedAt'>,
): Promise<StoredChannel> {
  const { organizationId, alertChannelId, name, target, sealedTarget } = changed;
  const values = [organizationId, alertChannelId, name, target, sealedTarget];
  const [row] = await tx.query<StoredChannel>(update, values);
  return row!;
}

/** Returns one row more than the page. */
export function selectChannels(
  db: Queryable,
  organizationId: string,
  { size, after }: PageRequest,
): Promise<StoredChannel[]> {
  return db.query<StoredChannel>(list, [organizationId, after?.id ?? null, size + 1]);
}

export function channelsOfIds(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<StoredChannel[]> {
  return db.query<StoredChannel>(ofIds, [organizationId, ids]);
}

export async function countChannels(tx: Queryable, organizationId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(count, [organizationId]);
  return row!.count;
}

/** Returns whether a channel besides one has the name, in capital or small letters. */
export async function isChannelNameTaken(
  tx: Queryable,
  organizationId: string,
  name: string,
  besidesId: string,
): Promise<boolean> {
  return (await tx.query(named, [organizationId, name, besidesId])).length > 0;
}

/** Deletes a channel and removes it from rules. Returns its name, or null when it does not exist. */
export async function deleteChannelRow(
  tx: Queryable,
  organizationId: string,
  id: string,
): Promise<string | null> {
  const row = await firstRow<{ name: string }>(tx, remove, [organizationId, id]);
  if (row) await tx.query(unuse, [organizationId, id]);
  return row?.name ?? null;
}
