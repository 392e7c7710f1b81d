-- Revokes the keys of a member that hold scopes beyond the given ones: all keys for none. Returns them. It is called
-- in the transaction that changes the member's role or removes the member.
--
-- `revoked_at` is the clock, because a long transaction would date the revocation before a reader's last check.
--
-- Locks: the rows of api_keys. The caller holds the row of members.
--
-- Cost: one update by the index api_keys_member. It reads all of the member's keys and writes those that it revokes.
create or replace function revoke_keys_beyond(p_organization_id text, p_member_id text, p_scopes text[])
  returns table (api_key_id text, name text) language sql as $$
  update api_keys k set revoked_at = clock_timestamp()
    where k.organization_id = p_organization_id and k.member_id = p_member_id and k.revoked_at is null
      and not k.scopes <@ p_scopes
    returning k.api_key_id, k.name
$$;
