-- Works with programs from 000017 on.

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function workflow_run_removed() returns trigger language plpgsql as $$
begin
  delete from workflow_open_runs where organization_id = old.organization_id and run_id = old.run_id;
  delete from workflow_steps where organization_id = old.organization_id and run_id = old.run_id;
  return null;
end $$;
