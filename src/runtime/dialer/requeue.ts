/**
 * The statement that puts a claimed call back into the queue: $1 the organization, $2 the call, $3 the process that
 * claimed it. `dueAt` and `holdReason` are SQL; `place_before` is when it was due before the claim. Answers `stop_requested`; nothing when the claim is no longer the
 * process's, or when an INVITE of it is on record: that is never put back. What its number was counted for is given
 * back.
 */
export function requeueSql(dueAt: string, holdReason: string): string {
  return `with claimed as (
     select coalesce(dial_number_id, phone_number_id) as number_id, dialing_at from calls
     where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'dialing' and sip_dialog is null
     for update),
   moved as (
     update calls set status = 'queued', node_id = null, sip_call_id = null, sip_branch = null, sip_from_tag = null,
       sip_cseq = null, dialing_at = null, agent_version = null, trunk_id = null, dial_number_id = null,
       dial_number = null
     from claimed where organization_id = $1 and call_id = $2 and node_id = $3 and status = 'dialing'
     returning campaign_id, priority, phone_number_id, schedule_id, local_presence, stop_requested),
   given_back as (
     update number_days d set calls = d.calls - 1 from claimed join phone_numbers n
       on n.organization_id = $1 and n.phone_number_id = claimed.number_id
     where d.organization_id = $1 and d.phone_number_id = n.phone_number_id and d.calls > 0
       and d.day = number_day(n.day_offset_minutes, claimed.dialing_at)),
   left_live as (delete from live_calls l using moved where l.organization_id = $1 and l.call_id = $2
     returning l.due_at),
   entered as (
     insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
       hold_reason, is_local)
     select $1, $2, campaign_id, priority, ${dueAt}, phone_number_id, schedule_id, ${holdReason}, local_presence
     from moved, (select (select due_at from left_live) as place_before) l)
   select stop_requested from moved`;
}
