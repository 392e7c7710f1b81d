-- Works with programs from 000017 on.

-- Both belong to PostgreSQL's contrib modules and are trusted: the owner of the database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- What an organization's agents know: texts, files, pages and sites.
create table knowledge_sources (
  organization_id text not null references organizations on delete cascade,
  source_id text not null,
  kind text not null check (kind in ('text', 'file', 'page', 'site')),
  name text not null,
  -- BCP 47; null when it is not known.
  language text,
  -- The text search configuration of the language: a name in pg_catalog.
  configuration text not null,
  -- Of a page, or of the first page of a site.
  address text,
  -- Of a file.
  file_name text,
  -- How often a page or a site is read again; null for never.
  reread_hours integer,
  state text not null check (state in ('reading', 'ready', 'failed')),
  -- Why the last reading failed or missed pages, in plain words.
  problem text,
  document_count integer not null default 0,
  chunk_count integer not null default 0,
  -- When a reader takes the source next; null for never. While one reads, the end of its lease.
  due_at timestamptz(3),
  -- When the reading began that has not ended. A reader that goes on with it leaves out pages that it has read.
  reading_since timestamptz(3),
  -- How often a reader has taken the source since then.
  attempts smallint not null default 0,
  read_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, source_id)
);

-- Readers look for work by it.
create index knowledge_sources_due on knowledge_sources (due_at) where due_at is not null;

-- A text, a file or a page. `text` is Markdown.
create table knowledge_documents (
  organization_id text not null,
  document_id text not null,
  source_id text not null,
  title text not null,
  -- Of a page.
  address text,
  text text not null,
  -- Why the page could not be read the last time, in plain words. Its text stays.
  problem text,
  -- Of the text as it was read.
  sha256 text not null,
  -- The validators of the page's last answer (RFC 9110 §8.8).
  etag text,
  last_modified text,
  -- The text was corrected by hand. Reading again does not replace it.
  is_corrected boolean not null default false,
  chunk_count integer not null default 0,
  read_at timestamptz(3) not null,
  primary key (organization_id, document_id),
  foreign key (organization_id, source_id) references knowledge_sources on delete cascade
);

create index knowledge_documents_source on knowledge_documents (organization_id, source_id, address);

-- A part of a document, which a search finds. `headings` lead to it from the title on.
create table knowledge_chunks (
  organization_id text not null,
  chunk_id text not null,
  source_id text not null,
  document_id text not null,
  position integer not null,
  headings text[] not null,
  text text not null,
  -- The lexemes of title and headings have the weight A, those of the text D.
  lexemes tsvector not null,
  -- How many lexemes the text has, each as often as it is there.
  length smallint not null,
  primary key (organization_id, chunk_id),
  foreign key (organization_id, document_id) references knowledge_documents on delete cascade
);

create index knowledge_chunks_document on knowledge_chunks (organization_id, document_id, position);

-- A list of pending entries would be read by every search.
create index knowledge_chunks_lexemes on knowledge_chunks using gin (organization_id, lexemes) with (fastupdate = off);

-- A search reads the lexemes of many chunks, so they and the ids stay in the row, uncompressed up to a size.
alter table knowledge_chunks alter column organization_id set storage main, alter column chunk_id set storage main,
  alter column source_id set storage main, alter column document_id set storage main,
  alter column lexemes set storage main, alter column text set storage external, set (toast_tuple_target = 4080);

-- In how many chunks of a source a lexeme is. A search looks for the rare lexemes of a question first.
create table knowledge_lexemes (
  organization_id text not null,
  source_id text not null,
  lexeme text not null,
  chunk_count integer not null,
  primary key (organization_id, source_id, lexeme),
  foreign key (organization_id, source_id) references knowledge_sources on delete cascade
) with (fillfactor = 80);

-- Finds lexemes that are written much like an unknown word.
create index knowledge_lexemes_similar on knowledge_lexemes using gin (organization_id, lexeme gin_trgm_ops)
  with (fastupdate = off);

-- An uploaded file until it has been read.
create table knowledge_files (
  organization_id text not null,
  source_id text not null,
  bytes bytea not null,
  primary key (organization_id, source_id),
  foreign key (organization_id, source_id) references knowledge_sources on delete cascade
);

alter table knowledge_files alter column bytes set storage external;
