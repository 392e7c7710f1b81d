-- Keeps the agents, schedules, numbers and retry configurations that calls name from being deleted until the
-- transaction ends. It does not check that they exist. A later statement has to: this one may have waited for a
-- deletion.
--
-- Locks, in order, each table by its key: agents (for key share), schedules (for share, so that a change of a
-- schedule waits for these calls and then moves them, or they see the change), phone_numbers and retry_configs (for
-- key share).
--
-- Cost: nothing measurable in queue_campaign_calls from 200 calls on, 1.12 times the processor time for a single
-- call (docs/decisions/2026-11-23-references-hold-rows.md).
create or replace function lock_call_references(p_named call_references[]) returns void language plpgsql as $$
begin
  perform from agents a
    where (a.organization_id, a.agent_id) in (select n.organization_id, n.agent_id from unnest(p_named) n)
    order by a.organization_id, a.agent_id for key share;
  perform from schedules s
    where (s.organization_id, s.schedule_id) in (select n.organization_id, n.schedule_id from unnest(p_named) n)
    order by s.organization_id, s.schedule_id for share;
  perform from phone_numbers p
    where (p.organization_id, p.phone_number_id) in (select n.organization_id, n.phone_number_id from unnest(p_named) n)
    order by p.organization_id, p.phone_number_id for key share;
  perform from retry_configs r
    where (r.organization_id, r.call_retry_config_id) in (
      select n.organization_id, n.call_retry_config_id from unnest(p_named) n)
    order by r.organization_id, r.call_retry_config_id for key share;
end $$;
