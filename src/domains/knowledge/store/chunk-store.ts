import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import { newId } from '../../../platform/kernel/index.ts';
import type { Chunk } from '../split/split.ts';
import { searchableText } from '../split/words.ts';

const selectChunks = readStatement(
  'knowledge.chunks_of_document',
  `select chunk_id as "chunkId", position, headings, text from knowledge_chunks
   where organization_id = $1 and document_id = $2 order by position`,
);
const refusals = readStatement(
  'knowledge.refusals_of_chunks',
  `select v.chunk_id as "chunkId", v.refusal from knowledge_vectors v join knowledge_models m
     on m.organization_id = v.organization_id and m.generation = v.refused_generation
   where v.organization_id = $1 and v.chunk_id = any($2)`,
);
const remove = statement(
  'knowledge.delete_chunks',
  `with gone as (
     delete from knowledge_chunks where organization_id = $1 and document_id = $2 and chunk_id = any($3)
     returning source_id, lexemes
   ), counted as (select source_id, lexeme, count(*)::int as n from gone, unnest(gone.lexemes) group by 1, 2)
   update knowledge_lexemes l set chunk_count = l.chunk_count - c.n from counted c
   where l.organization_id = $1 and l.source_id = c.source_id and l.lexeme = c.lexeme`,
);
const removeUnused = statement(
  'knowledge.delete_unused_lexemes',
  'delete from knowledge_lexemes where organization_id = $1 and source_id = $2 and chunk_count <= 0',
);
const insert = statement(
  'knowledge.insert_chunks',
  `with made as (
     insert into knowledge_chunks (organization_id, chunk_id, source_id, document_id, position, headings, text, lexemes, length)
     select $1, g.chunk_id, $2, $3, g.position, array(select jsonb_array_elements_text(g.headings)), g.text,
       setweight(to_tsvector(s.configuration::regconfig, g.titles), 'A') || setweight(own.lexemes, 'D'),
       (select coalesce(sum(cardinality(positions)), 0) from unnest(own.lexemes))
     from knowledge_sources s
       cross join unnest($4::text[], $5::int[], $6::jsonb[], $7::text[], $8::text[], $9::text[])
         as g (chunk_id, position, headings, text, titles, searchable)
       cross join lateral to_tsvector(s.configuration::regconfig, g.searchable) as own (lexemes)
     where s.organization_id = $1 and s.source_id = $2
     returning lexemes
   ), counted as (
     select lexeme, count(*)::int as n from made, unnest(made.lexemes) group by lexeme order by lexeme
   )
   insert into knowledge_lexemes as l (organization_id, source_id, lexeme, chunk_count)
   select $1, $2, lexeme, n from counted
   on conflict (organization_id, source_id, lexeme) do update set chunk_count = l.chunk_count + excluded.chunk_count`,
);
const move = statement(
  'knowledge.move_chunks',
  `update knowledge_chunks c set position = g.position from unnest($3::text[], $4::int[]) as g (chunk_id, position)
   where c.organization_id = $1 and c.document_id = $2 and c.chunk_id = g.chunk_id`,
);

/** A chunk as it is stored. */
export interface StoredChunk extends Chunk {
  chunkId: string;
  position: number;
}

/** A document whose chunks are stored. */
interface ChunkedDocument {
  organizationId: string;
  sourceId: string;
  documentId: string;
  title: string;
}

/** Returns the chunks of a document in their order. */
export function selectDocumentChunks(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<StoredChunk[]> {
  return db.query<StoredChunk>(selectChunks, [organizationId, documentId]);
}

/** Returns why the organization's embedding model refuses chunks, by the ids of those that it refuses. */
export async function selectRefusals(
  db: Queryable,
  organizationId: string,
  chunkIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ chunkId: string; refusal: string }>(refusals, [organizationId, chunkIds]);
  return new Map(rows.map(({ chunkId, refusal }) => [chunkId, refusal]));
}

/**
 * Replaces the chunks of a document. Chunks whose headings and text stay the same keep their ids. The caller holds the
 * lock of the source, because the counts of its lexemes follow.
 */
export async function replaceChunks(
  tx: Queryable,
  { organizationId, sourceId, documentId, title }: ChunkedDocument,
  chunks: readonly Chunk[],
  isRetitled = false,
): Promise<void> {
  const before = await selectDocumentChunks(tx, organizationId, documentId);
  const { gone, kept, fresh } = differences(isRetitled ? [] : before, chunks);
  if (isRetitled) gone.push(...before.map(({ chunkId }) => chunkId));
  if (gone.length > 0) await tx.query(remove, [organizationId, documentId, gone]);
  if (kept.length > 0) {
    const columns = [kept.map(({ chunkId }) => chunkId), kept.map(({ position }) => position)];
    await tx.query(move, [organizationId, documentId, ...columns]);
  }
  if (fresh.length > 0) {
    await tx.query(insert, [
      ...[organizationId, sourceId, documentId],
      ...[fresh.map(() => newId('kchunk')), fresh.map(({ position }) => position)],
      ...[fresh.map(({ headings }) => JSON.stringify(headings)), fresh.map(({ text }) => text)],
      fresh.map(({ headings }) => searchableText([title, ...headings].join('\n'))),
      fresh.map(({ text }) => searchableText(text)),
    ]);
  }
}

/** Deletes the chunks of a document. The caller holds the lock of the source. */
export async function removeDocumentChunks(
  tx: Queryable,
  organizationId: string,
  documentId: string,
): Promise<void> {
  const chunks = await selectDocumentChunks(tx, organizationId, documentId);
  await tx.query(remove, [organizationId, documentId, chunks.map(({ chunkId }) => chunkId)]);
}

/** Deletes the lexemes that no chunk of a source has any more. */
export async function deleteUnusedLexemes(
  tx: Queryable,
  organizationId: string,
  sourceId: string,
): Promise<void> {
  await tx.query(removeUnused, [organizationId, sourceId]);
}

interface Differences {
  /** The ids of chunks that are no longer there. */
  gone: string[];
  /** Chunks that moved. */
  kept: { chunkId: string; position: number }[];
  fresh: (Chunk & { position: number })[];
}

function differences(before: readonly StoredChunk[], after: readonly Chunk[]): Differences {
  const keyOf = ({ headings, text }: Chunk) => JSON.stringify([headings, text]);
  const known = Map.groupBy(before, keyOf);
  const found: Differences = { gone: [], kept: [], fresh: [] };
  for (const [position, chunk] of after.entries()) {
    const same = known.get(keyOf(chunk))?.shift();
    if (!same) found.fresh.push({ ...chunk, position });
    else if (same.position !== position) found.kept.push({ chunkId: same.chunkId, position });
  }
  found.gone = [...known.values()].flat().map(({ chunkId }) => chunkId);
  return found;
}
