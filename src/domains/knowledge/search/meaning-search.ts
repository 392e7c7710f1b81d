import type { Queryable } from '../../../platform/db/index.ts';
import type { QuestionVector } from '../meaning/question-vectors.ts';
import { signsOf, similarityTo } from '../meaning/signs.ts';
import { signsIndex } from '../meaning/signs-index.ts';
import { type ChunkText, selectChunksByIds, selectVectorValues } from '../store/vector-store.ts';

/** A chunk that means much the same as a question. */
export interface MeantChunk extends ChunkText {
  /** The cosine of the angle between the vectors. */
  similarity: number;
  /** Whether it says enough about the question. */
  isNear: boolean;
}

/** How many of the nearest chunks are compared by their whole vectors. */
const candidatesMax = 200;

interface Asked {
  organizationId: string;
  /** Null: all sources. */
  sourceIds: readonly string[] | null;
}

/**
 * Returns the chunks whose vectors are nearest to that of a question, the nearest first. The signs of all vectors are
 * compared, and then the vectors of those with the most equal signs.
 */
export async function searchByMeaning(
  db: Queryable,
  { organizationId, sourceIds }: Asked,
  { generation, vector, similarityMin }: QuestionVector,
  limit: number,
): Promise<MeantChunk[]> {
  const asked = { organizationId, generation, sourceIds, signs: signsOf(vector) };
  const nearest = await signsIndex.nearest(db, asked, candidatesMax);
  const near = await selectVectorValues(db, organizationId, nearest);
  signsIndex.noteExisting(asked, nearest.length, near.length);
  const best = near
    .map(({ chunkId, value }) => ({ chunkId, similarity: similarityTo(vector, value) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
  if (best.length === 0) return [];
  const texts = await selectChunksByIds(
    db,
    organizationId,
    best.map(({ chunkId }) => chunkId),
  );
  const byId = new Map(texts.map((chunk) => [chunk.chunkId, chunk]));
  return best.flatMap(({ chunkId, similarity }) => {
    const chunk = byId.get(chunkId);
    return chunk ? [{ ...chunk, similarity, isNear: similarity >= similarityMin }] : [];
  });
}
