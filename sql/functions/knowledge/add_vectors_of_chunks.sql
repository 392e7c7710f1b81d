-- Trigger of new chunks: adds a row for the vector of each, so that the embedder finds them. A trigger does this, because
-- programs from before vectors add chunks during an upgrade.
--
-- Takes no locks but those of the rows it inserts.
create or replace function add_vectors_of_chunks() returns trigger language plpgsql as $$
begin
  insert into knowledge_vectors (organization_id, chunk_id, source_id)
    select f.organization_id, f.chunk_id, f.source_id from fresh f
    on conflict do nothing;
  return null;
end $$;
