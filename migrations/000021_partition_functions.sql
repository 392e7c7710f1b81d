-- Works with programs from 000017 on.

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text,
  p_agent_version integer, p_customer_number text, p_phone_number_id text, p_agent_number text, p_trunk_id text,
  p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, out kind text,
  out pushed json)
returns record
language plpgsql
as $$
declare
  is_used boolean;
  dialog bytea := sha256(convert_to(p_trunk_id || E'\n' || p_sip_call_id || E'\n' || p_from_tag, 'UTF8'));
begin
  kind := 'gone';
  perform from agents where organization_id = p_organization_id and agent_id = p_agent_id for key share;
  if not found then return; end if;
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = p_phone_number_id
    for key share;
  if not found then return; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found then return; end if;
  kind := check_inbound_line(p_organization_id, p_trunk_id);
  if kind <> 'free' then return; end if;
  -- The organization's calls are admitted one after the other, so a repetition finds the first one here. A unique index
  -- could not span the partitions.
  perform from calls where organization_id = p_organization_id and customer_number = p_customer_number
    and call_id >= least(p_call_id, id_bound('call', dialer_now() - interval '1 hour')) and inbound_dialog = dialog;
  if found then kind := 'known'; return; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
      agent_number, trunk_id, node_id, sip_call_id, sip_from_tag, inbound_dialog, external_id, agent_version, variables,
      ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'inboundPhoneCall', 'ringing', p_customer_number,
      p_phone_number_id, p_agent_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag,
      dialog, p_external_id, p_agent_version, p_variables, now(), now())
    on conflict do nothing;
  if not found then kind := 'known'; return; end if;
  insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number)
    values (p_organization_id, p_call_id, '', p_node_id, p_trunk_id, p_customer_number);
  pushed := consume_personalization(p_organization_id, p_customer_number, p_call_id);
  is_used := coalesce(pushed::text <> '{}', false);
  if is_used then
    -- Both texts come from JSON.stringify. They are joined as text, because jsonb refuses U+0000. Of a name that stands
    -- twice, the last one counts.
    update calls set variables = case when p_variables::text = '{}' then pushed
        else (left(p_variables::text, -1) || ',' || substr(pushed::text, 2))::json end
      where organization_id = p_organization_id and call_id = p_call_id;
  end if;
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'inbound', 'Received on ' || p_agent_number || '.'
      || case when is_used then ' Its personalization push was consumed.' else '' end);
  kind := 'admitted';
end $$;

create or replace function bound_table(p_table text, p_key text, p_bound text) returns void language plpgsql as $$
declare
  below text := p_table || '_below';
begin
  if (select relkind = 'p' from pg_class where oid = p_table::regclass) then return; end if;
  if exists (select from pg_constraint where conrelid = p_table::regclass and conname = below) then
    execute format('alter table %I validate constraint %I', p_table, below);
  else
    execute format('alter table %I add constraint %I check (%I < %L) not valid', p_table, below, p_key, p_bound);
  end if;
end $$;

create or replace function drop_partitions(p_names text[]) returns void language plpgsql set lock_timeout = '100ms' as $$
declare
  name text;
  old record;
  before record;
begin
  for attempt in 1..20 loop
    begin
      foreach name in array p_names loop
        select i.inhparent::regclass as parent, 'with (' || nullif(array_to_string(c.reloptions, ', '), '') || ')' as settings,
            substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM (\(.*\)) TO') as first,
            substring(pg_get_expr(c.relpartbound, c.oid) from 'TO (\(.*\))') as last into strict old
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where c.relnamespace = 'partitions'::regnamespace and c.relname = name;
        execute format('drop table partitions.%I', name);
        loop
          select c.oid::regclass as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM (\(.*\)) TO') as first
            into before from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = old.parent and pg_get_expr(c.relpartbound, c.oid) like '% TO ' || old.first
              and pg_relation_size(c.oid) = 0;
          exit when not found;
          execute format('drop table %s', before.name);
          old.first := before.first;
        end loop;
        execute format('create table partitions.%I partition of %s for values from %s to %s %s', name, old.parent, old.first,
          old.last, old.settings);
      end loop;
      return;
    exception when lock_not_available then
      if attempt = 20 then raise; end if;
    end;
    perform pg_sleep(0.5);
  end loop;
end $$;

create or replace function id_bound(p_prefix text, p_at timestamptz) returns text language sql immutable as $$
  select p_prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    1 + ((floor(extract(epoch from p_at) * 1000)::bigint >> (5 * place)) & 31)::integer, 1), '' order by place desc)
  from generate_series(0, 9) as place
$$;

create or replace function partition_table(p_table text, p_key text) returns void language plpgsql as $$
declare
  old regclass := format('public.%I', p_table);
  first text := format('partitions.%I', p_table || '_1');
  below text := p_table || '_below';
  bound text;
  found record;
  before text[] := '{}';
  after text[] := '{}';
begin
  if (select relkind = 'p' from pg_class where oid = old) then return; end if;
  if exists (select from pg_constraint where contype = 'f' and old in (conrelid, confrelid)) then
    raise exception '% has foreign keys', p_table;
  end if;
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound from pg_constraint
    where conrelid = old and conname = below and convalidated;
  if bound is null then raise exception '% has no validated constraint %', p_table, below; end if;
  execute format('lock table %s in access exclusive mode', old);
  for found in select conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = old and contype = 'p' loop
    before := before || format('alter table public.%I rename constraint %I to %I', p_table, found.conname,
      p_table || '_1_pkey');
    after := after || format('alter table public.%I add constraint %I %s', p_table, found.conname, found.definition);
  end loop;
  for found in select i.relname, pg_get_indexdef(i.oid) as definition from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = old and not x.indisprimary order by i.relname loop
    before := before || format('alter index public.%I rename to %I', found.relname,
      p_table || '_1' || substr(found.relname, 1 + length(p_table)));
    after := after || found.definition;
  end loop;
  for found in select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = old and not tgisinternal order by tgname loop
    before := before || format('drop trigger %I on public.%I', found.tgname, p_table);
    after := after || found.definition;
  end loop;
  for found in select a.attname, s.oid::regclass as sequence, s.relname,
        case a.attidentity when 'a' then 'always' else 'by default' end as kind
      from pg_attribute a join pg_depend d on d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i'
        join pg_class s on s.oid = d.objid and s.relkind = 'S'
      where a.attrelid = old and a.attidentity <> '' loop
    -- The sequence goes with the old identity, so its next value is read under the lock.
    execute format('select case when is_called then last_value + 1 else last_value end from %s', found.sequence) into bound;
    before := before || format('alter table public.%I alter column %I drop identity', p_table, found.attname);
    after := after || format('alter table public.%I alter column %I add generated %s as identity (sequence name public.%I start %s)',
      p_table, found.attname, found.kind, found.relname, bound);
  end loop;
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound from pg_constraint
    where conrelid = old and conname = below;
  for found in select pg_get_functiondef(p.oid) as definition, p.oid::regprocedure as signature
      from pg_proc p join pg_class c on c.reltype = any(p.proargtypes) or c.reltype = p.prorettype where c.oid = old loop
    before := before || format('drop function %s', found.signature);
    after := after || found.definition;
  end loop;
  for found in select privilege_type, grantee::regrole as grantee from pg_class, aclexplode(relacl)
      where oid = old and grantee <> relowner and grantee <> 0 loop
    after := after || format('grant %s on public.%I to %s', found.privilege_type, p_table, found.grantee);
  end loop;
  before := before || format('alter table public.%I set schema partitions', p_table);
  before := before || format('alter table partitions.%I rename to %I', p_table, p_table || '_1');
  before := before || format('create table public.%I (like %s including defaults including constraints including generated
    including storage including comments) partition by range (%I)', p_table, first, p_key);
  before := before || format('alter table public.%I drop constraint %I', p_table, below);
  after := after || format('alter table public.%I attach partition %s for values from (minvalue) to (%L)', p_table, first, bound);
  after := after || format('alter table %s drop constraint %I', first, below);
  for bound in select unnest(before || after) loop execute bound; end loop;
  perform split_partition(p_table, substring(pg_get_expr(relpartbound, oid) from 'TO \(''([^'']+)'))
    from pg_class where oid = first::regclass;
end $$;

create or replace function split_partition(p_table text, p_bound text) returns void language plpgsql
  set lock_timeout = '500ms' as $$
declare
  parent regclass := format('public.%I', p_table);
  last record;
  next text;
begin
  execute format('lock table %s in access exclusive mode', parent);
  select c.oid::regclass as name, c.reloptions, pg_get_expr(c.relpartbound, c.oid) as bounds into last
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
    order by substring(c.relname from '\d+$')::integer desc limit 1;
  next := format('partitions.%I', p_table || '_' || (substring(last.name::text from '\d+$')::integer + 1));
  if last.bounds like '% TO (MAXVALUE)' then
    execute format('alter table %s detach partition %s', parent, last.name);
    execute format('alter table %s attach partition %s %s', parent, last.name,
      replace(last.bounds, 'TO (MAXVALUE)', format('TO (%L)', p_bound)));
  end if;
  execute format('create table %s partition of %s for values from (%L) to (maxvalue) %s', next, parent, p_bound,
    'with (' || nullif(array_to_string(last.reloptions, ', '), '') || ')');
end $$;
