import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';

const selectUnembedded = readStatement(
  'knowledge.unembedded_chunks',
  `select c.chunk_id as "chunkId", d.title, c.headings, c.text from knowledge_vectors v
     join knowledge_chunks c on c.organization_id = v.organization_id and c.chunk_id = v.chunk_id
     join knowledge_documents d on d.organization_id = c.organization_id and d.document_id = c.document_id
   where v.organization_id = $1 and v.generation < $2 and v.refused_generation is distinct from $2
   order by v.generation, v.batch, v.chunk_id limit $3`,
);
const selectSome = readStatement(
  'knowledge.some_chunks',
  `select c.chunk_id as "chunkId", d.title, c.headings, c.text from (
     select chunk_id from knowledge_vectors where organization_id = $1 order by hashtext(chunk_id) limit $2) some_ids
     join knowledge_chunks c on c.organization_id = $1 and c.chunk_id = some_ids.chunk_id
     join knowledge_documents d on d.organization_id = $1 and d.document_id = c.document_id`,
);
// A chunk whose document is being replaced is left out: waiting for it could be a deadlock.
const store = statement(
  'knowledge.store_vectors',
  `with given as (
     select * from unnest($3::text[], $4::bytea[], $5::bytea[]) as g (chunk_id, signs, value)
   ), held as (
     select v.chunk_id from knowledge_vectors v
     where v.organization_id = $1 and v.chunk_id = any($3) for update skip locked
   ), marked as (
     update knowledge_vectors v set generation = $2, batch = $6, signs = g.signs from given g join held using (chunk_id)
     where v.organization_id = $1 and v.chunk_id = g.chunk_id returning v.chunk_id
   )
   insert into knowledge_vector_values (organization_id, chunk_id, value)
   select $1, g.chunk_id, g.value from given g join marked using (chunk_id)
   on conflict (organization_id, chunk_id) do update set value = excluded.value`,
);
const refuse = statement(
  'knowledge.refuse_chunk',
  `update knowledge_vectors v set refused_generation = $3::int, refusal = $4
   from (select chunk_id from knowledge_vectors where organization_id = $1 and chunk_id = $2 for update skip locked) held
   where v.organization_id = $1 and v.chunk_id = held.chunk_id`,
);
const removeSome = statement(
  'knowledge.remove_vectors',
  `with old as (
     select chunk_id from knowledge_vectors where organization_id = $1 and generation > 0 limit $2 for update skip locked
   ), gone as (
     delete from knowledge_vector_values v using old where v.organization_id = $1 and v.chunk_id = old.chunk_id
   )
   update knowledge_vectors v set generation = 0, batch = 0, signs = null from old
   where v.organization_id = $1 and v.chunk_id = old.chunk_id returning 1`,
);
const selectAfter = readStatement(
  'knowledge.signs_after',
  `select chunk_id as "chunkId", source_id as "sourceId", signs, batch from knowledge_vectors
   where organization_id = $1 and generation = $2 and (batch, chunk_id) > ($3::int, $4)
   order by batch, chunk_id limit $5`,
);
const selectValues = readStatement(
  'knowledge.vector_values',
  `select chunk_id as "chunkId", value from knowledge_vector_values
   where organization_id = $1 and chunk_id = any($2)`,
);
const selectByIds = readStatement(
  'knowledge.chunks_by_ids',
  `select c.chunk_id as "chunkId", c.source_id as "sourceId", c.document_id as "documentId", d.title, d.address,
     c.headings, c.text
   from knowledge_chunks c join knowledge_documents d on d.organization_id = $1 and d.document_id = c.document_id
   where c.organization_id = $1 and c.chunk_id = any($2)`,
);

/** A chunk to embed. */
export interface UnembeddedChunk {
  chunkId: string;
  /** The title of its document. */
  title: string;
  headings: string[];
  text: string;
}

/** Returns chunks that have no vector of the current model, without those that it refuses, always in the same order. */
export function selectUnembeddedChunks(
  db: Queryable,
  organizationId: string,
  generation: number,
  limit: number,
): Promise<UnembeddedChunk[]> {
  return db.query<UnembeddedChunk>(selectUnembedded, [organizationId, generation, limit]);
}

/** Returns chunks from all over the organization's documents. */
export function selectSomeChunks(
  db: Queryable,
  organizationId: string,
  limit: number,
): Promise<UnembeddedChunk[]> {
  return db.query<UnembeddedChunk>(selectSome, [organizationId, limit]);
}

/** The vector of a chunk in its two forms. */
export interface ChunkVector {
  chunkId: string;
  signs: Buffer;
  bytes: Buffer;
}

/** Stores a batch of vectors. Those of chunks that are gone, or about to go, are left out. */
export async function storeVectors(
  tx: Queryable,
  { organizationId, generation, batch }: { organizationId: string; generation: number; batch: number },
  vectors: readonly ChunkVector[],
): Promise<void> {
  await tx.query(store, [
    ...[organizationId, generation, vectors.map(({ chunkId }) => chunkId)],
    ...[vectors.map(({ signs }) => signs), vectors.map(({ bytes }) => bytes), batch],
  ]);
}

/** Sets a chunk aside that the model refuses. Does nothing when the chunk is gone, or about to go. */
export async function refuseChunk(
  tx: Queryable,
  { organizationId, generation }: { organizationId: string; generation: number },
  chunkId: string,
  refusal: string,
): Promise<void> {
  await tx.query(refuse, [organizationId, chunkId, generation, refusal]);
}

/** Removes vectors of an organization that has no model. Returns how many it removed. */
export async function removeSomeVectors(
  tx: Queryable,
  organizationId: string,
  limit: number,
): Promise<number> {
  return (await tx.query(removeSome, [organizationId, limit])).length;
}

/** The place of a vector among those of an organization, in the order in which they were stored. */
export interface SignsAfter {
  batch: number;
  chunkId: string;
}

export interface StoredSigns extends SignsAfter {
  sourceId: string;
  signs: Buffer;
}

/** Returns the signs of vectors that were stored after a place, in their order. */
export function selectSignsAfter(
  db: Queryable,
  { organizationId, generation }: { organizationId: string; generation: number },
  { batch, chunkId }: SignsAfter,
  limit: number,
): Promise<StoredSigns[]> {
  return db.query<StoredSigns>(selectAfter, [organizationId, generation, batch, chunkId, limit]);
}

/** Returns the vectors of those chunks that exist, in any order. */
export function selectVectorValues(
  db: Queryable,
  organizationId: string,
  chunkIds: readonly string[],
): Promise<{ chunkId: string; value: Buffer }[]> {
  return db.query(selectValues, [organizationId, chunkIds]);
}

/** A chunk as searches return it. */
export interface ChunkText {
  chunkId: string;
  sourceId: string;
  documentId: string;
  title: string;
  address: string | null;
  headings: string[];
  text: string;
}

/** Returns those of the chunks that exist, in any order. */
export function selectChunksByIds(
  db: Queryable,
  organizationId: string,
  chunkIds: readonly string[],
): Promise<ChunkText[]> {
  return db.query<ChunkText>(selectByIds, [organizationId, chunkIds]);
}
