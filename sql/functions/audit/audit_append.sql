-- Appends one entry to an organization's audit log, inside the caller's transaction, and stores the event
-- `audit.entry`. `p_audit_log_id` is the entry's id; null makes one.
--
-- `createdAt` is unique and increasing within an organization. It is the clock, or one microsecond after the last
-- entry where the clock has not moved on or went back. The hash covers the hash of the entry before, the position
-- and the entry's text.
--
-- Locks: the row of audit_heads (for update) until the transaction ends. Entries therefore become visible in the
-- order of their `createdAt`. Callers append last and commit without another round trip.
--
-- Cost: one row of audit_logs and one of events. The lock spans the flush of the commit, so writers share a commit
-- in batches (docs/decisions/2026-11-21-bursts-are-batched.md).
create or replace function audit_append(
  p_organization_id text, p_member_id text, p_verb text, p_type text, p_reference_id text, p_label text,
  p_request_id text, p_audit_log_id uuid
) returns void language plpgsql as $$
declare
  entry_id uuid := coalesce(p_audit_log_id, uuid_v7());
  head audit_heads%rowtype;
  member record;
  entry_at timestamptz(6);
  entry_doc text;
  entry_hash bytea;
begin
  select name, email into member from members
    where organization_id = p_organization_id and member_id = p_member_id;
  select * into strict head from audit_heads where organization_id = p_organization_id for update;
  entry_at := greatest(clock_timestamp(), head.last_created_at + interval '1 microsecond');
  entry_doc := '{"auditLogId":"' || entry_id
    || '","memberId":' || to_json(p_member_id)
    || ',"memberName":' || coalesce(to_json(member.name)::text, 'null')
    || ',"memberEmail":' || coalesce(to_json(member.email)::text, 'null')
    || ',"actionVerb":' || to_json(p_verb)
    || ',"resourceType":' || to_json(p_type)
    || ',"resourceReferenceId":' || coalesce(to_json(p_reference_id)::text, 'null')
    || ',"resourceLabel":' || coalesce(to_json(p_label)::text, 'null')
    || ',"requestId":' || to_json(p_request_id)
    || ',"createdAt":"' || to_char(entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"}';
  entry_hash := sha256(head.last_hash || convert_to((head.position + 1) || E'\n' || entry_doc, 'UTF8'));
  insert into audit_logs (organization_id, created_at, position, audit_log_id, doc, previous_hash, hash)
    values (p_organization_id, entry_at, head.position + 1, entry_id, entry_doc, head.last_hash, entry_hash);
  insert into events (organization_id, type, resource_id, at)
    values (p_organization_id, 'audit.entry', coalesce(p_reference_id, entry_id::text), entry_at);
  update audit_heads set position = head.position + 1, last_created_at = entry_at, last_hash = entry_hash
    where organization_id = p_organization_id;
end $$;
