-- Works with programs from 000017 on.

-- Runs of workflows and their steps are partitioned by the id of the run, as calls are. A trigger takes the place of the
-- foreign keys that removed steps with their run.
create or replace trigger workflow_runs_removed after delete on workflow_runs for each row
  execute function workflow_run_removed();
alter table workflow_steps drop constraint if exists workflow_steps_organization_id_run_id_fkey;
alter table workflow_open_runs drop constraint if exists workflow_open_runs_organization_id_run_id_fkey;
select bound_table('workflow_runs', 'run_id', id_bound('run', date_trunc('day', now() + interval '31 days')));
-- Then, in a transaction of its own:
select bound_table('workflow_steps', 'run_id', (select substring(pg_get_constraintdef(oid) from '''([^'']+)''')
  from pg_constraint where conname = 'workflow_runs_below'));
-- Then, in a transaction of its own:
select bound_table(name, 'run_id', null) from unnest(array['workflow_runs', 'workflow_steps']) as name;
-- Then, in a transaction of its own:
select partition_table('workflow_runs', 'run_id');
-- Then, in a transaction of its own:
select partition_table('workflow_steps', 'run_id');
