-- The pronunciation dictionary of an organization. Only the primary language of a tag counts: en-US is en.
create table pronunciations (
  organization_id text not null references organizations on delete cascade,
  pronunciation_id text not null,
  term text not null,
  -- Null for all languages.
  language text,
  replacement text,
  ipa text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, pronunciation_id),
  check (replacement is not null or ipa is not null)
);

-- Calls read the entries of their languages by it; an empty text stands for all languages.
create unique index pronunciations_term on pronunciations
  (organization_id, (coalesce(lower(split_part(language, '-', 1)), '')), (lower(term)));
