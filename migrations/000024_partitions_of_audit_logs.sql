-- Works with programs from 000017 on.

-- Audit entries are read by their time.
select bound_table('audit_logs', 'created_at', date_trunc('day', now() + interval '31 days')::text);
-- Then, in a transaction of its own:
select bound_table('audit_logs', 'created_at', null);
-- Then, in a transaction of its own:
select partition_table('audit_logs', 'created_at');
