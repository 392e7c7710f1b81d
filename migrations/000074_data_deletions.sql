-- Deletions of what is known of a person, carried out step by step. Who it is about is forgotten with the last step; what
-- stays is the receipt.
create table data_deletions (
  organization_id text not null references organizations on delete cascade,
  data_deletion_id text not null,
  sought_by text not null check (sought_by in ('phoneNumber', 'customerUniqueId')),
  sought text,
  status text not null check (status in ('running', 'waiting', 'completed')),
  waiting_for text check (waiting_for in ('imports', 'live-calls', 'recordings')),
  -- Which of the steps is next, from 0, and where in it.
  step smallint not null default 0,
  cursor text,
  next_at timestamp with time zone not null default clock_timestamp(),
  deleted json not null default '{}',
  kept json not null default '{}',
  requested_by text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  completed_at timestamp(3) with time zone,
  primary key (organization_id, data_deletion_id),
  check ((status = 'completed') = (sought is null))
);
create index data_deletions_next on data_deletions (next_at) where status <> 'completed';
create unique index data_deletions_open on data_deletions (organization_id, sought_by, sought)
  where status <> 'completed';

-- The ids of what a deletion that is under way has found to be the person's.
create table data_deletion_subjects (
  organization_id text not null,
  data_deletion_id text not null,
  subject_id text not null,
  primary key (organization_id, data_deletion_id, subject_id),
  foreign key (organization_id, data_deletion_id) references data_deletions on delete cascade
);

-- Whether a text names the person, or something that was found to be the person's.
create function names_person(p_organization_id text, p_data_deletion_id text, p_pattern text, p_text text)
  returns boolean language sql stable as $$
  select p_text ~ p_pattern or exists (
    select from regexp_matches(p_text, '\m(?:call|chat|push|run)_[0-9a-z]{26}', 'g') as m (ids)
      join data_deletion_subjects s on s.organization_id = p_organization_id
        and s.data_deletion_id = p_data_deletion_id and s.subject_id = m.ids[1])
$$;

-- The text without what names the person. What stands in JSON as a bare number becomes null, so that JSON stays JSON.
create function without_person(p_text text, p_bare text, p_pattern text, p_instead text)
  returns text language sql immutable as $$
  select regexp_replace(regexp_replace(p_text, p_bare, '\1null', 'g'), p_pattern, p_instead, 'g')
$$;

-- Leads from a run to those that it started.
create index workflow_runs_parent on workflow_runs (organization_id, parent_run_id) where parent_run_id is not null;
