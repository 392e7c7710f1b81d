-- Returns whether an endpoint takes new deliveries: not after ten failures in a row while some wait, and not while
-- 10,000 wait. Events then stay in the table of events.
--
-- Takes no locks.
--
-- Cost: pure arithmetic on the given row, which keeps the counts.
create or replace function accepts_events(e webhook_endpoints) returns boolean language sql stable as $$
  select (e.failures < 10 or e.waiting = 0) and e.waiting < 10000
$$;
