-- Recordings of an organization that its agents play. `audio` is a WAV file: 16-bit PCM, mono, 16 kHz.
create table sounds (
  organization_id text not null references organizations on delete cascade,
  sound_id text not null,
  name text not null,
  duration_ms integer not null,
  audio bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, sound_id)
);

-- Without compression, which saves little on speech, PostgreSQL reads a part of a file without reading all of it.
alter table sounds alter column audio set storage external;
