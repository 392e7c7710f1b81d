-- Works with programs from 000017 on.

-- Events are read by the id of their transaction, so their partitions follow it. The first one lasts for a thousand million
-- transactions: 23 days at 500 a second.
select bound_table('events', 'xid', (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000000)::text);
-- Then, in a transaction of its own:
select bound_table('events', 'xid', null);
-- Then, in a transaction of its own:
select partition_table('events', 'xid');
