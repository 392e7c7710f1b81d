-- Works with programs from 000016 on.

-- The program and the schema of each process, and the oldest program (its last migration) that works with a migration:
-- processes of two versions may then run side by side during an upgrade.
alter table nodes add column version text, add column schema_version integer;
alter table schema_migrations add column if not exists works_from integer;
