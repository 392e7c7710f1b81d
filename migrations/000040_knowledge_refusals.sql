-- Works with programs from 000017 on.

-- The choice of a model (`knowledge_models.generation`) whose model refuses the chunk, and why, in the provider's words. A
-- program from before tries such a chunk again and again.
alter table knowledge_vectors add column refused_generation integer;
alter table knowledge_vectors add column refusal text;

create index knowledge_vectors_refused on knowledge_vectors (organization_id, source_id) where refused_generation is not null;

-- From sql/functions/knowledge/add_vectors_of_chunks.sql.
create or replace function add_vectors_of_chunks() returns trigger language plpgsql as $$
begin
  insert into knowledge_vectors (organization_id, chunk_id, source_id)
    select f.organization_id, f.chunk_id, f.source_id from fresh f
    on conflict do nothing;
  return null;
end $$;

create trigger knowledge_chunks_added
  after insert on knowledge_chunks
  referencing new table as fresh
  for each statement
  execute function add_vectors_of_chunks();

-- Chunks of programs from before 000037, which wrote no row for the vector.
insert into knowledge_vectors (organization_id, chunk_id, source_id)
select c.organization_id, c.chunk_id, c.source_id from knowledge_chunks c
where not exists (select from knowledge_vectors v where v.organization_id = c.organization_id and v.chunk_id = c.chunk_id);
