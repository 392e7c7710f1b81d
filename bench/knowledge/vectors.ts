import type pg from 'pg';
import { bytesOf, signsOf, similarityTo } from '../../src/domains/knowledge/meaning/signs.ts';
import { searchByMeaning } from '../../src/domains/knowledge/search/meaning-search.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { CpuClock } from './cpu-clock.ts';
import { timesText } from './times-text.ts';

const dimensions = 1536;
const chunksPerTopic = 50;
const questionsCount = 200;
const batch = 500;

/**
 * Vectors without a model: chunks of a topic lie around a random direction, and a question near a chunk. They measure time, and
 * how often the search finds what comparing all vectors finds. They say nothing about how well a model finds answers.
 */
export class RandomVectors {
  readonly #known: { chunkId: string; bytes: Buffer }[] = [];
  readonly #random = randomNumbers(7);
  #topic = new Float32Array(dimensions);
  #batch = 0;

  /** Gives a vector to the chunks of an organization that have none. */
  async fill(client: pg.Client, organizationId: string): Promise<void> {
    await client.query(
      `insert into knowledge_models (organization_id, configuration, generation, dimensions, center, similarity_min, due_at, chosen_at)
       values ($1, '{"provider":"openai","model":"none"}', 1, $2, '', 0, 'infinity', now()) on conflict do nothing`,
      [organizationId, dimensions],
    );
    const { rows } = await client.query<{ id: string; source: string }>(
      `select chunk_id as id, source_id as source from knowledge_chunks c where organization_id = $1 and not exists (
         select from knowledge_vectors v where v.organization_id = $1 and v.chunk_id = c.chunk_id and v.generation = 1)`,
      [organizationId],
    );
    for (let from = 0; from < rows.length; from += batch) {
      const made = rows.slice(from, from + batch).map((row) => ({ ...row, ...this.#make(row.id) }));
      await client.query(
        `insert into knowledge_vectors (organization_id, chunk_id, source_id, generation, batch, signs)
         select $1, id, source, 1, $5::int, signs from unnest($2::text[], $3::text[], $4::bytea[]) as v (id, source, signs)
         on conflict (organization_id, chunk_id) do update set generation = 1, batch = $5::int, signs = excluded.signs`,
        [
          organizationId,
          made.map(({ id }) => id),
          made.map(({ source }) => source),
          made.map(({ signs }) => signs),
          ++this.#batch,
        ],
      );
      await client.query(
        `insert into knowledge_vector_values (organization_id, chunk_id, value)
         select $1, id, value from unnest($2::text[], $3::bytea[]) as v (id, value)`,
        [organizationId, made.map(({ id }) => id), made.map(({ bytes }) => bytes)],
      );
    }
  }

  /** Prints the times of searches, and how many of the ten nearest chunks they find. */
  async measure(db: Database, client: pg.Client, organizationId: string): Promise<void> {
    const first = { generation: 1, vector: this.#direction(), similarityMin: 0 };
    await searchByMeaning(db, { organizationId, sourceIds: null }, first, 30);
    const clock = await CpuClock.of(client);
    const times: ReturnType<CpuClock['stop']>[] = [];
    let found = 0;
    let compared = 0;
    for (let round = 0; round < questionsCount; round++) {
      const near = this.#known[Math.floor(this.#random() * this.#known.length)]!;
      const vector = Float32Array.from(new Int8Array(near.bytes), (value) => value + this.#normal() * 60);
      const asked = { generation: 1, vector, similarityMin: 0 };
      clock.start();
      const chunks = await searchByMeaning(db, { organizationId, sourceIds: null }, asked, 30);
      // The first questions load the pages.
      if (round >= 20) times.push(clock.stop());
      if (round % 10 !== 0) continue;
      const nearest = this.#nearest(vector, 10);
      found += chunks.slice(0, 10).filter(({ chunkId }) => nearest.has(chunkId)).length;
      compared += 10;
    }
    const share = ((found / compared) * 100).toFixed(1);
    console.log(`  random vectors: ${share} % of the ten nearest; ${timesText(times)}`);
  }

  #make(chunkId: string): { signs: Buffer; bytes: Buffer } {
    if (this.#known.length % chunksPerTopic === 0) this.#topic = this.#direction();
    const vector = this.#topic.map((value) => value + this.#normal() * 1.2);
    const bytes = bytesOf(vector);
    this.#known.push({ chunkId, bytes });
    return { signs: signsOf(vector), bytes };
  }

  #nearest(vector: Float32Array, count: number): Set<string> {
    const all = this.#known.map(({ chunkId, bytes }) => ({
      chunkId,
      similarity: similarityTo(vector, bytes),
    }));
    all.sort((a, b) => b.similarity - a.similarity);
    return new Set(all.slice(0, count).map(({ chunkId }) => chunkId));
  }

  #direction(): Float32Array<ArrayBuffer> {
    return new Float32Array(dimensions).map(() => this.#normal());
  }

  /** Normally distributed, about. */
  #normal(): number {
    const random = this.#random;
    return (random() + random() + random() - 1.5) * 2;
  }
}

/** Returns numbers from 0 to 1, the same for a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
