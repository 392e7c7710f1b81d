-- Appends the audit entries of `p_intents`, in the order of the array. Callers collect intents while they work and
-- append them last, because each entry holds the head of an organization's audit log until the transaction ends.
--
-- Locks: those of audit_append, one organization after the other.
--
-- Cost: one audit_append for each intent, in one statement of the caller. Each writes one row of audit_logs, one of
-- events and one of audit_heads.
create or replace function append_audit_intents(p_intents audit_intent[]) returns void language plpgsql as $$
declare
  i audit_intent;
begin
  foreach i in array p_intents loop
    perform audit_append(i.organization_id, i.member_id, i.verb, i.type, i.reference_id, i.label, i.request_id, null);
  end loop;
end $$;
