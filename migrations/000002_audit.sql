-- A time-ordered UUID, version 7 (RFC 9562 §5.7): a random one with 48 bits of milliseconds laid over its front.
create function uuid_v7() returns uuid language sql volatile as $$
  select encode(set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112), 'hex')::uuid
  from (select overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6) as bytes) as fresh
$$;

-- Appends one entry to an organization's audit log, inside the caller's transaction.
--
-- The head row is locked until the transaction ends, so entries become visible in the order of their createdAt:
-- the next writer reads the head only after this one's commit is visible. Callers therefore append last, with no
-- round trip between it and COMMIT. createdAt is unique and increasing: the clock, or a microsecond past the
-- last entry where the clock has not moved on (or went back).
create function audit_append(
  p_organization_id text, p_member_id text, p_verb text, p_type text,
  p_reference_id text, p_label text, p_request_id text, p_audit_log_id uuid
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
  update audit_heads set position = head.position + 1, last_created_at = entry_at, last_hash = entry_hash
    where organization_id = p_organization_id;
end $$;
