-- Works with programs from 000017 on.

-- Vectors are compared without what all of them have in common, and processes hold their signs in memory. Those of before
-- are made again.
delete from knowledge_vector_values;

drop index knowledge_vectors_generation;
alter table knowledge_vectors drop column signs;
update knowledge_vectors set generation = 0;
-- The batch in which it was stored, and the signs of 1,024 projections, a bit each. Processes that search hold them in memory.
alter table knowledge_vectors add column batch integer not null default 0, add column signs bytea;

-- Finds the chunks that have no vector of the current model, and the vectors that a process does not hold yet.
create index knowledge_vectors_generation on knowledge_vectors (organization_id, generation, batch, chunk_id);

-- A model that was chosen without a center has to be chosen again.
delete from knowledge_models;
alter table knowledge_models
  -- What its vectors have in common, as 32-bit numbers. It is taken away before they are compared.
  add column center bytea not null,
  -- Numbers the batches of vectors. A batch is stored under the lock of this row, so they are committed in order.
  add column batches integer not null default 0;
