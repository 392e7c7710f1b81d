-- Works with programs from 000017 on.

-- A search of a few sources reads each by itself, one of all sources reads the organization. A list of pending entries would
-- be read by every search.
drop index knowledge_chunks_lexemes;
create index knowledge_chunks_lexemes on knowledge_chunks using gin (organization_id, source_id, lexemes)
  with (fastupdate = off);
