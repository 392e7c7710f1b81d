-- A checkpoint stands for entries that are gone, so whoever can change the database must not be able to make one.
alter table audit_checkpoints add column public_key text, add column signature text;
