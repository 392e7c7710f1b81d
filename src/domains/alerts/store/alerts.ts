import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { PageRequest } from '../../../platform/http/index.ts';
import type { Alert } from '../schemas.ts';
import type { EndReason } from '../state.ts';

/** An alert without what was sent about it. */
export type AlertRow = Omit<Alert, 'messages'>;

const columns = `alert_id as "alertId", rule_id as "alertRuleId", name, summary, measure, agent_id as "agentId",
  campaign_id as "campaignId", value, limit_value as "limit", worst, began_at as "beganAt", ended_at as "endedAt",
  end_reason as "endReason"`;

const messages = `coalesce((select json_agg(m) from (
    (select channel_name as "channelName", occasion, null as recipient, state, reason from alert_messages m
     where m.organization_id = a.organization_id and m.alert_id = a.alert_id order by m.created_at, channel_id limit 100)
    union all
    (select 'E-mail', split_part(o.reference_id, ' ', 2), o.recipient, o.state, o.reason from outgoing_mails o
     where o.organization_id = a.organization_id and o.kind = 'alert'
       and o.reference_id in (a.alert_id || ' began', a.alert_id || ' ended') order by o.mail_id limit 100)) m), '[]') as messages`;

const insert = statement(
  'alerts.insert',
  `insert into alerts (organization_id, alert_id, rule_id, name, summary, measure, agent_id, campaign_id, value, limit_value,
     worst, began_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $11)`,
);
const worsen = statement(
  'alerts.worsen',
  'update alerts set worst = $3 where organization_id = $1 and alert_id = $2 and ended_at is null and worst <> $3',
);
const end = statement(
  'alerts.end',
  `update alerts set ended_at = $3, end_reason = $4 where organization_id = $1 and alert_id = $2 and ended_at is null
   returning ${columns}`,
);
const list = readStatement(
  'alerts.list',
  `select ${columns}, ${messages} from alerts a
   where organization_id = $1 and ($2::text is null or alert_id < $2) and ($4::text is null or rule_id = $4)
     and ($5::boolean is null or (ended_at is null) = $5)
   order by alert_id desc limit $3`,
);
const selectOne = readStatement(
  'alerts.get',
  `select ${columns}, ${messages} from alerts a where organization_id = $1 and alert_id = $2`,
);

/** Removes alerts that ended 90 days ago with their messages, a bounded number. */
export const expiredAlerts = statement(
  'alerts.expired',
  `delete from alerts where (organization_id, alert_id) in (
     select organization_id, alert_id from alerts where ended_at < now() - interval '90 days' order by ended_at limit 5000)
   returning 1`,
);

export async function insertAlert(
  tx: Queryable,
  organizationId: string,
  alert: Omit<AlertRow, 'worst' | 'endedAt' | 'endReason'>,
): Promise<void> {
  const { alertId, alertRuleId, name, summary, measure, agentId, campaignId, value, limit, beganAt } = alert;
  await tx.query(insert, [
    ...[organizationId, alertId, alertRuleId, name, summary, measure, agentId, campaignId, value, limit],
    beganAt,
  ]);
}

export async function worsenAlert(
  tx: Queryable,
  organizationId: string,
  alertId: string,
  worst: number,
): Promise<void> {
  await tx.query(worsen, [organizationId, alertId, worst]);
}

/** Ends an open alert. Returns null when it has ended already. */
export function endAlertRow(
  tx: Queryable,
  organizationId: string,
  alertId: string,
  { endedAt, endReason }: { endedAt: string; endReason: EndReason },
): Promise<AlertRow | null> {
  return firstRow(tx, end, [organizationId, alertId, endedAt, endReason]);
}

export function findAlert(db: Queryable, organizationId: string, alertId: string): Promise<Alert | null> {
  return firstRow(db, selectOne, [organizationId, alertId]);
}

/** Returns one row more than the page. */
export function selectAlerts(
  db: Queryable,
  organizationId: string,
  { size, after }: PageRequest,
  { alertRuleId, isOpen }: { alertRuleId: string | null; isOpen: boolean | null },
): Promise<Alert[]> {
  return db.query<Alert>(list, [organizationId, after?.id ?? null, size + 1, alertRuleId, isOpen]);
}
