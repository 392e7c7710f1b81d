-- One row for each database that this installation was seen on: a cluster and its timeline. A failover begins another.
-- Dialing needs the row of the current timeline, and its state `open`. `safe_at` is the last time, and `safe_snapshot` the
-- last snapshot, that a process wrote before the change and that survived it. `safe_snapshot` null: nothing can be missing.
create table database_epochs (
  epoch_id bigint generated always as identity primary key,
  system_identifier bigint not null,
  timeline integer not null,
  state text not null check (state in ('reconciling', 'open')),
  -- Whether the last process that looked found synchronous replication.
  is_synchronous boolean not null,
  first_seen_at timestamptz(3) not null,
  safe_at timestamptz(3) not null,
  safe_snapshot pg_snapshot,
  opens_by timestamptz(3) not null,
  opened_at timestamptz(3),
  -- The calls processes whose reports are missing, with the calls that each carries at most.
  waits_for jsonb not null default '{}',
  -- The reports by process: what each found of the calls of each organization.
  found jsonb not null default '{}',
  -- The organizations that have their event and audit entry.
  notified text[] not null default '{}',
  unique (system_identifier, timeline)
);

alter table nodes add column epoch_id bigint, add column watched_at timestamptz(3), add column looks bigint not null default 0,
  add column snapshot pg_snapshot, add column capacity integer, add column requires_synchronous boolean not null default false;

-- Returns the cluster and the timeline that the server writes. pg_control_checkpoint() shows the timeline of the last
-- checkpoint, which is the old one for some time after a promotion. Throws on a standby.
--
-- Takes no locks.
--
-- Cost: 1 µs, as nothing but the control file is read (PostgreSQL 15).
create or replace function current_timeline(out system_identifier bigint, out timeline integer)
language sql volatile as $$
  select s.system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
  from pg_control_system() s
$$;

-- Returns whether a commit waits for a standby. With standbys named and no standby there, a commit waits, so nothing is
-- acknowledged that only one server has. Every role may read both settings.
--
-- Takes no locks.
--
-- Cost: no table is read.
create or replace function is_database_synchronous() returns boolean language sql volatile as $$
  select current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_write', 'remote_apply')
$$;

-- Returns why a process must not dial now, or null: 'database-failover' while calls of before a failover are being
-- written back, 'database-asynchronous' when the process requires synchronous replication. With p_node_id null, it
-- answers for the installation. Claims and permits ask it in their own statement, so that a process that has not
-- noticed a failover cannot dial.
--
-- Takes no locks.
--
-- Cost: two lookups by key in tables of few rows.
create or replace function dialing_hold(p_node_id text) returns text language sql volatile as $$
  select case
    when e.state is distinct from 'open' then 'database-failover'
    when exists (select from nodes where node_id = p_node_id and epoch_id is distinct from e.epoch_id)
      then 'database-failover'
    when not is_database_synchronous() and exists (
      select from nodes where (p_node_id is null or node_id = p_node_id) and requires_synchronous)
      then 'database-asynchronous' end
  from current_timeline() c left join database_epochs e
    on e.system_identifier = c.system_identifier and e.timeline = c.timeline
$$;

-- Returns the epoch of the database, and begins it when the process is the first one there. Each calls process asks
-- once a second. It leaves its number of looks and a snapshot on its row of nodes, from which the next epoch knows what
-- survived. `p_looks` is the number that it remembers, `p_is_asynchronous` what it last saw, `p_knows_system` the cluster
-- it was on (null: a new process), `p_acknowledged` the timeline for which it has
-- reported.
--
-- An epoch begins as `reconciling` unless replication was synchronous and no process remembers more looks than its row.
-- Another cluster that no running process has left is a restored or upgraded one, and begins as `open`.
--
-- Locks: the row of database_epochs that it inserts or changes, then the process's row of nodes.
--
-- Cost: one update of nodes and three lookups by key.
create or replace function watch_database(p_node_id text, p_looks bigint, p_is_asynchronous boolean,
  p_knows_system bigint, p_acknowledged integer, p_capacity integer, p_requires_synchronous boolean)
returns table (epoch database_epochs, looks bigint) language plpgsql as $$
declare
  here record;
  own nodes;
  last database_epochs;
  now_at timestamptz := clock_timestamp();
  is_lossy boolean;
begin
  select * into here from current_timeline();
  select * into own from nodes n where n.node_id = p_node_id;
  select * into epoch from database_epochs e
    where e.system_identifier = here.system_identifier and e.timeline = here.timeline;
  if epoch.epoch_id is null then
    select * into last from database_epochs e order by e.epoch_id desc limit 1;
    is_lossy := last.epoch_id is not null
      and (last.system_identifier = here.system_identifier or p_knows_system is not null)
      and (not last.is_synchronous or last.state <> 'open' or p_is_asynchronous or p_looks > coalesce(own.looks, 0));
    insert into database_epochs (system_identifier, timeline, state, is_synchronous, first_seen_at, safe_at, opens_by)
      values (here.system_identifier, here.timeline, 'open', is_database_synchronous(), now_at, now_at, now_at)
      on conflict do nothing returning * into epoch;
  elsif epoch.safe_snapshot is null then
    is_lossy := own.epoch_id is distinct from epoch.epoch_id and p_acknowledged is distinct from here.timeline
      and p_looks > coalesce(own.looks, 0);
  end if;
  if is_lossy and epoch.epoch_id is not null then
    update database_epochs e set state = 'reconciling', opened_at = null,
        opens_by = now_at + interval '30 seconds',
        safe_at = coalesce((select max(n.watched_at) from nodes n where n.epoch_id < e.epoch_id), e.first_seen_at),
        safe_snapshot = coalesce((select n.snapshot from nodes n where n.snapshot is not null and n.epoch_id < e.epoch_id
          order by n.watched_at desc limit 1), '1:1:'),
        waits_for = (select coalesce(jsonb_object_agg(n.node_id, coalesce(n.capacity, 0)), '{}')
          from nodes n where 'calls' = any(n.roles))
      where e.epoch_id = epoch.epoch_id and e.safe_snapshot is null;
  elsif epoch.state = 'reconciling' and p_acknowledged is distinct from here.timeline then
    -- The row of a process that started shortly before the failover did not survive.
    update database_epochs e set waits_for = e.waits_for || jsonb_build_object(p_node_id, p_capacity)
      where e.epoch_id = epoch.epoch_id and e.state = 'reconciling' and not e.waits_for ? p_node_id and e.opens_by > now_at;
  end if;
  select * into epoch from database_epochs e
    where e.system_identifier = here.system_identifier and e.timeline = here.timeline;
  if epoch.is_synchronous <> is_database_synchronous() then
    update database_epochs e set is_synchronous = is_database_synchronous() where e.epoch_id = epoch.epoch_id;
    epoch.is_synchronous := is_database_synchronous();
  end if;
  update nodes n set looks = greatest(n.looks, p_looks) + 1, watched_at = now_at, snapshot = event_snapshot(),
      epoch_id = case when epoch.safe_snapshot is null or p_acknowledged = here.timeline then epoch.epoch_id
        else least(n.epoch_id, epoch.epoch_id - 1) end,
      capacity = p_capacity, requires_synchronous = p_requires_synchronous
    where n.node_id = p_node_id returning n.looks into looks;
  return next;
end $$;

-- Stores what a process found of its calls after a failover, under the id of the process that dialed them. Dialing goes
-- on when no report is missing any more.
--
-- Locks: the row of the epoch, then the process's row of nodes.
--
-- Cost: two updates by key.
create or replace function report_to_epoch(p_node_id text, p_epoch_id bigint, p_found jsonb) returns void
language sql as $$
  update database_epochs set waits_for = waits_for - p_node_id,
    found = case when p_found = '{}' then found else found || jsonb_build_object(p_node_id, p_found) end
  where epoch_id = p_epoch_id;
  update nodes set epoch_id = p_epoch_id where node_id = p_node_id
$$;

-- Claims up to `p_max` due calls of an organization for one process, and returns their ids. Only these calls may be
-- dialed. A null among the ids says that more can be claimed at once.
--
-- It looks for calls first, without row locks, in up to four turns: more than one where lanes had less than their
-- share or where numbers and trunks are full. It writes everything afterwards.
--
-- While dialing_hold names a reason, it claims nothing.
--
-- Locks, in order: the organization's slot row (for update; every claim, inbound call and second leg takes it),
-- then those of claim_calls (phone_numbers, trunks, calls, queued_calls, live_calls, trunk_rates, number_days),
-- hold_for_trunks, hold_for_customers and hold_for_numbers (queued_calls, skipping locked rows),
-- update_lanes (dial_lanes by key, skipping locked rows), update_cap_holds (holds). Live calls are counted in
-- statements after the slot row is locked, which therefore see every earlier claim, so caps hold over any number of
-- processes.
--
-- Cost: independent of the length of the queue. 1,000,000 against 1,000 queued calls took 1.06 to 1.24 times as
-- long (one run at a load of 30 on two cores; docs/decisions/2026-11-21-queue-table-and-fair-lanes.md). Plans use
-- index scans and nested loops alone, because a plan may be made while tables are small.
create or replace function claim_due_calls(p_organization_id text, p_node_id text, p_max integer)
 returns setof text
 language plpgsql
set plan_cache_mode to 'force_generic_plan'
set jit to 'off'
set enable_seqscan to 'off'
set enable_bitmapscan to 'off'
set enable_hashjoin to 'off'
set enable_mergejoin to 'off'
as $$
declare
  own_time double precision;
  now_at timestamptz;
  room integer;
  seen record;
  picked record;
  apart record;
  busy text[] := '{}';
  fit record;
  taken dial_candidate[] := '{}';
  -- The room of every number, computed once a call was found whose number cannot call now.
  capacities number_capacity[] := null;
  near number_capacity[];
  callable dial_candidate[];
  needs_choice boolean := needs_number_choice(p_organization_id);
  stuck text[] := '{}';
  held text[] := '{}';
  full_calls number_hold[] := '{}';
  done text[] := '{}';
  is_over boolean := false;
  claimed text[];
begin
  if dialing_hold(p_node_id) is not null then return; end if;
  select virtual_time into own_time from organization_slots where organization_id = p_organization_id for update;
  now_at := dialer_now();
  select least(p_max, max_concurrent_calls - lines_in_use(p_organization_id)) into room from organizations
    where organization_id = p_organization_id and dialing = 'on';
  for turn in 1..4 loop
    exit when is_over or coalesce(room, 0) <= 0;
    seen := find_due_calls(p_organization_id, room, now_at, own_time, taken,
      stuck || array(select t.call_id from unnest(taken) as t)
        || array(select f.call_id from unnest(full_calls) as f) || busy, done, capacities);
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      near := coalesce(capacities, numbers_with_capacity(p_organization_id, case when not needs_choice then
        array(select distinct t.phone_number_id from unnest(seen.candidates) as t) end, taken));
      -- Calls whose number cannot call are dropped first, so that they delay no other call of the same customer.
      callable := case when needs_choice then seen.candidates else array(
        select row(t.call_id, t.campaign_id, t.phone_number_id, t.trunk_id, t.weight, t.start_tag)::dial_candidate
        from unnest(seen.candidates) with ordinality
            as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
          join unnest(near) as r on r.phone_number_id = t.phone_number_id and coalesce(r.room, 1) > 0
        order by t.place) end;
      apart := one_call_per_customer(p_organization_id, callable, taken);
      busy := busy || apart.busy;
      picked := choose_numbers(p_organization_id, apart.free, taken, now_at, near);
      full_calls := full_calls || picked.full_calls;
      stuck := stuck || picked.stuck || picked.used_up;
      if capacities is not null then held := held || picked.stuck; end if;
      fit := limit_to_trunk_capacity(picked.chosen, near);
      taken := taken || fit.fitting;
      room := room - cardinality(fit.fitting);
      if capacities is not null or fit.has_surplus or cardinality(picked.stuck || picked.used_up) > 0
          or cardinality(callable) < cardinality(seen.candidates) then
        capacities := numbers_with_capacity(p_organization_id, null, taken);
        is_over := is_over or not exists (select from unnest(capacities) as r where coalesce(least(r.room, r.of_day), 1) > 0);
      end if;
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := claim_calls(p_organization_id, p_node_id, taken, now_at);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(held) > 0 then perform hold_for_trunks(p_organization_id, held, now_at); end if;
  if cardinality(busy) > 0 then perform hold_for_customers(p_organization_id, busy, now_at); end if;
  if cardinality(full_calls) > 0 then perform hold_for_numbers(p_organization_id, full_calls); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform update_lanes(p_organization_id, own_time, taken, done, now_at,
      capacities is not null and room > 0 and not is_over);
  end if;
  if room > 0 and not is_over then return next null; end if;
  perform update_cap_holds(p_organization_id);
end $$;

-- Claims a dialing call again for another INVITE, over another trunk or to another address of the same one. The new
-- identity of the INVITE is stored before it may be sent. Returns 'taken', 'lost' (this process does not hold the
-- call with this branch any more), 'stopped' (a stop of the call was requested) or 'full' (the trunk's limits, the
-- trunk was deleted, or dialing_hold names a reason).
--
-- Locks, in order: the organization's slot row, the call's row of calls, the trunk (for key share), the call's row
-- of live_calls, the trunk's row of trunk_rates.
--
-- Cost: lookups by key, one update each of calls and live_calls, and one upsert of trunk_rates where the trunk limits
-- calls a second. A trunk with any limit adds one read of the organization's live calls.
create or replace function claim_next_invite(p_organization_id text, p_call_id text, p_node_id text, p_branch text,
  p_trunk_id text, p_sip_call_id text, p_sip_branch text, p_from_tag text, p_cseq integer)
  returns text language plpgsql as $$
declare
  own record;
begin
  if dialing_hold(p_node_id) is not null then return 'full'; end if;
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select stop_requested is not null as is_stopped, (trunk_id is not distinct from p_trunk_id)::integer as counted
    into own from calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'dialing'
      and sip_branch = p_branch for update;
  if not found then return 'lost'; end if;
  if own.is_stopped then return 'stopped'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or free_trunk_capacity(p_organization_id, p_trunk_id, own.counted) <= 0 then return 'full'; end if;
  update calls set trunk_id = p_trunk_id, sip_call_id = p_sip_call_id, sip_branch = p_sip_branch,
      sip_from_tag = p_from_tag, sip_cseq = p_cseq
    where organization_id = p_organization_id and call_id = p_call_id;
  update live_calls set trunk_id = p_trunk_id where organization_id = p_organization_id and call_id = p_call_id;
  perform record_trunk_calls(p_organization_id, p_trunk_id, 1);
  return 'taken';
end $$;

-- The database on which the installation is migrated is the first one.
insert into database_epochs (system_identifier, timeline, state, is_synchronous, first_seen_at, safe_at, opens_by, opened_at)
  select system_identifier, timeline, 'open', is_database_synchronous(), now(), now(), now(), now() from current_timeline();
