import { type Queryable, statement, toJson } from '../../../platform/db/index.ts';

/** A message to a chat channel, or to one by e-mail that waits for a mail server, claimed by this process. */
export interface ClaimedMessage {
  organizationId: string;
  alertId: string;
  channelId: string;
  occasion: 'began' | 'ended';
  body: object;
  /** The number of this try, from 1. */
  tries: number;
  ageMs: number;
  /** Null when the channel was deleted. */
  sealedTarget: Buffer | null;
}

const insert = statement(
  'alerts.insert_message',
  `insert into alert_messages (organization_id, alert_id, channel_id, occasion, channel_name, body)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);
// A message about the end waits until the one about the beginning was settled.
const claim = statement(
  'alerts.claim_messages',
  `with due as (
     select organization_id, alert_id, channel_id, occasion from alert_messages m
     where state = 'waiting' and next_try_at <= now()
       and not (occasion = 'ended' and exists (select from alert_messages b where b.organization_id = m.organization_id
         and b.alert_id = m.alert_id and b.channel_id = m.channel_id and b.occasion = 'began' and b.state = 'waiting'))
     order by next_try_at limit $1 for update skip locked)
   update alert_messages m set tries = m.tries + 1, next_try_at = now() + interval '2 minutes' from due d
   where m.organization_id = d.organization_id and m.alert_id = d.alert_id and m.channel_id = d.channel_id
     and m.occasion = d.occasion
   returning m.organization_id as "organizationId", m.alert_id as "alertId", m.channel_id as "channelId", m.occasion, m.body,
     m.tries, (extract(epoch from now() - m.created_at) * 1000)::float8 as "ageMs",
     (select sealed_target from alert_channels c where c.organization_id = m.organization_id
       and c.channel_id = m.channel_id) as "sealedTarget"`,
);
const settle = statement(
  'alerts.settle_message',
  `update alert_messages set state = $6, reason = $7, next_try_at = now() + make_interval(secs => $8::float8 / 1000)
   where organization_id = $1 and alert_id = $2 and channel_id = $3 and occasion = $4 and tries = $5 and state = 'waiting'`,
);

const remove = statement(
  'alerts.delete_message',
  `delete from alert_messages
   where organization_id = $1 and alert_id = $2 and channel_id = $3 and occasion = $4 and tries = $5 and state = 'waiting'
   returning 1`,
);

/** Removes a message that another store takes over. Returns false when another process has claimed it since. */
export async function deleteMessage(
  tx: Queryable,
  { organizationId, alertId, channelId, occasion, tries }: ClaimedMessage,
): Promise<boolean> {
  return (await tx.query(remove, [organizationId, alertId, channelId, occasion, tries])).length > 0;
}

/** Stores a message, once for each channel and occasion. */
export async function insertMessage(
  tx: Queryable,
  message: Pick<ClaimedMessage, 'organizationId' | 'alertId' | 'channelId' | 'occasion' | 'body'> & {
    channelName: string;
  },
): Promise<void> {
  const { organizationId, alertId, channelId, occasion, channelName, body } = message;
  await tx.query(insert, [organizationId, alertId, channelId, occasion, channelName, toJson(body)]);
}

export function claimMessages(db: Queryable, max: number): Promise<ClaimedMessage[]> {
  return db.query<ClaimedMessage>(claim, [max]);
}

/** Stores the result of a try. Does nothing when another process has claimed the message since. */
export async function settleMessage(
  db: Queryable,
  { organizationId, alertId, channelId, occasion, tries }: ClaimedMessage,
  {
    state,
    reason,
    delayMs,
  }: { state: 'waiting' | 'sent' | 'failed'; reason: string | null; delayMs: number },
): Promise<void> {
  await db.query(settle, [organizationId, alertId, channelId, occasion, tries, state, reason, delayMs]);
}
