-- Works with programs from 000017 on.

-- The embedding model of an organization's knowledge. Without a row, a search goes by words alone.
create table knowledge_models (
  organization_id text primary key references organizations on delete cascade,
  -- Its provider, model, key and dimensions as they were chosen; null when it was switched off.
  configuration json,
  -- Counts the choices. Vectors of a lower generation are of another model.
  generation integer not null,
  -- The dimensions of its vectors.
  dimensions integer not null,
  -- What its vectors have in common, as 32-bit numbers. It is taken away before they are compared.
  center bytea not null,
  -- Numbers the batches of vectors. A batch is stored under the lock of this row, so they are committed in order.
  batches integer not null default 0,
  -- A text with a lower similarity has nothing to do with a question.
  similarity_min real not null,
  -- When chunks without a vector are embedded next. While a process embeds them, the end of its lease.
  due_at timestamptz(3) not null,
  -- Names the lease: a process with a lower count has lost it.
  claims integer not null default 0,
  -- How often in a row the provider has failed, and why the last time, in plain words.
  failures smallint not null default 0,
  problem text,
  -- What the provider has counted for chunks, and for questions.
  chunk_tokens bigint not null default 0,
  question_tokens bigint not null default 0,
  chosen_at timestamptz(3) not null
);

-- The vectors of chunks in short. Processes that search hold them in memory.
create table knowledge_vectors (
  organization_id text not null,
  chunk_id text not null,
  source_id text not null,
  -- 0 until the chunk has a vector.
  generation integer not null default 0,
  -- The batch in which it was stored.
  batch integer not null default 0,
  -- The signs of 1,024 projections, a bit each.
  signs bytea,
  primary key (organization_id, chunk_id),
  foreign key (organization_id, chunk_id) references knowledge_chunks on delete cascade
) with (fillfactor = 90);

-- Finds the chunks that have no vector of the current model, and the vectors that a process does not hold yet.
create index knowledge_vectors_generation on knowledge_vectors (organization_id, generation, batch, chunk_id);

-- The vectors themselves, a byte for each dimension. A search compares those of the nearest chunks.
create table knowledge_vector_values (
  organization_id text not null,
  chunk_id text not null,
  value bytea not null,
  primary key (organization_id, chunk_id),
  foreign key (organization_id, chunk_id) references knowledge_vectors on delete cascade
);

alter table knowledge_vector_values alter column value set storage external;

insert into knowledge_vectors (organization_id, chunk_id, source_id)
select organization_id, chunk_id, source_id from knowledge_chunks;
