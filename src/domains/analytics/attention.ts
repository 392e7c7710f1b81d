import { type Queryable, statement } from '../../platform/db/index.ts';
import type { Attention } from './schemas.ts';

const itemsMax = 100;

// Each part reads a small index, and at most a hundred rows. A run's id begins with its creation time.
const find = statement(
  'analytics.attention',
  `(select 'trunk-down' as kind, t.trunk_id as id, t.name, h.reason, h.since from trunk_health h
      join trunks t on t.organization_id = h.organization_id and t.trunk_id = h.trunk_id
    where h.organization_id = $1 and h.status = 'down' limit $2)
   union all
   (select 'circuit-open', c.subject_id, coalesce(t.name, g.name), c.kind, c.since from circuits c
      left join trunks t on c.kind = 'trunk' and t.organization_id = c.organization_id and t.trunk_id = c.subject_id
      left join campaigns g on c.kind = 'campaign' and g.organization_id = c.organization_id
        and g.campaign_id = c.subject_id
    where c.organization_id = $1 and c.state <> 'closed' limit $2)
   union all
   (select 'calls-held', nullif(h.campaign_id, ''), g.name, h.reason, h.since from holds h
      left join campaigns g on g.organization_id = h.organization_id and g.campaign_id = h.campaign_id
    where h.organization_id = $1 and h.until is null limit $2)
   union all
   (select case when e.enabled then 'webhook-failing' else 'webhook-disabled' end, e.webhook_endpoint_id, e.url,
      coalesce(e.disabled_reason, 'failing'), coalesce(e.disabled_at, e.failing_since) from webhook_endpoints e
    where e.organization_id = $1
      and (not e.enabled and e.disabled_reason <> 'member' or e.enabled and e.failing_since < now() - interval '5 minutes')
    limit $2)
   union all
   (select 'workflow-failing', r.workflow_id, w.name, count(*)::text, max(r.created_at) from (
      select f.organization_id, f.workflow_id, f.created_at from workflow_runs f
      where f.organization_id = $1 and f.status = 'failed' order by f.run_id desc limit 1000) r
      join workflows w on w.organization_id = r.organization_id and w.workflow_id = r.workflow_id
    where r.created_at > now() - interval '1 day' group by r.workflow_id, w.name limit $2)
   union all
   (select 'process-lost', n.node_id, null, array_to_string(n.roles, ','), n.heartbeat_at from nodes n
    where n.heartbeat_at < clock_timestamp() - interval '15 seconds' limit $2)`,
);

/** The scope that each kind needs. A kind without one needs the scope for calls alone. */
const scopes: Record<string, string> = {
  'trunk-down': 'telephony:read',
  'circuit-open': 'campaigns:read',
  'calls-held': 'campaigns:read',
  'webhook-failing': 'webhooks:read',
  'webhook-disabled': 'webhooks:read',
  'workflow-failing': 'workflows:read',
};

/** Returns what needs attention now, the newest first. */
export async function findAttention(
  db: Queryable,
  { organizationId, scopes: held }: { organizationId: string; scopes: ReadonlySet<string> },
): Promise<Attention[]> {
  const items = await db.query<Attention>(find, [organizationId, itemsMax]);
  const allowed = items.filter(({ kind }) => scopes[kind] === undefined || held.has(scopes[kind]));
  return allowed.toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? 1 : -1)).slice(0, itemsMax);
}
