import type pg from 'pg';
import type { QuestionVectors } from '../../src/domains/knowledge/index.ts';
import { searchKnowledge } from '../../src/domains/knowledge/index.ts';
import { calibrate } from '../../src/domains/knowledge/meaning/calibrate.ts';
import { bytesOf, bytesOfFloats, centered, signsOf } from '../../src/domains/knowledge/meaning/signs.ts';
import { textOf } from '../../src/domains/knowledge/meaning/text-of.ts';
import { searchByMeaning } from '../../src/domains/knowledge/search/meaning-search.ts';
import { searchByWords } from '../../src/domains/knowledge/search/word-search.ts';
import {
  selectSomeChunks,
  selectUnembeddedChunks,
  storeVectors,
} from '../../src/domains/knowledge/store/vector-store.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { answersQuestion, handbookQuestions } from '../../test/knowledge/handbook.ts';
import { CpuClock } from './cpu-clock.ts';
import { timesText } from './times-text.ts';
import type { WordVectors } from './word-vectors.ts';

/** Embeds the chunks of an organization with a model, and measures how well each way of searching answers the questions. */
export class Recall {
  readonly #model: WordVectors;
  #center: Float32Array | null = null;
  #similarityMin = 0;
  #batch = 0;

  constructor(model: WordVectors) {
    this.#model = model;
  }

  /** Embeds the chunks that have no vector. */
  async fill(client: pg.Client, db: Database, organizationId: string): Promise<void> {
    const model = this.#model;
    if (!this.#center) {
      const own = await selectSomeChunks(db, organizationId, 90);
      const found = await calibrate(model, own.map(textOf), new AbortController().signal);
      this.#center = found.center;
      this.#similarityMin = found.similarityMin;
      await client.query(
        `insert into knowledge_models (organization_id, configuration, generation, dimensions, center, similarity_min, due_at, chosen_at)
         values ($1, '{"provider":"openai","model":"words"}', 1, $2, $3, $4, 'infinity', now())`,
        [organizationId, model.dimensions, bytesOfFloats(found.center), found.similarityMin],
      );
    }
    await client.query(
      `insert into knowledge_vectors (organization_id, chunk_id, source_id)
       select organization_id, chunk_id, source_id from knowledge_chunks where organization_id = $1 on conflict do nothing`,
      [organizationId],
    );
    for (;;) {
      const chunks = await selectUnembeddedChunks(db, organizationId, 1, 500);
      if (chunks.length === 0) return;
      const { vectors } = await model.embed(chunks.map(textOf));
      const made = chunks.map(({ chunkId }, at) => {
        const vector = centered(vectors[at]!, this.#center!);
        return { chunkId, signs: signsOf(vector), bytes: bytesOf(vector) };
      });
      await storeVectors(db, { organizationId, generation: 1, batch: ++this.#batch }, made);
    }
  }

  /** Prints recall and times by the way of searching. */
  async measure(
    db: Database,
    client: pg.Client,
    organizationId: string,
    names: Map<string, string>,
  ): Promise<void> {
    const of = async (_organizationId: string, question: string) => {
      const { vectors } = await this.#model.embed([question]);
      const vector = centered(vectors[0]!, this.#center!);
      return { generation: 1, vector, similarityMin: this.#similarityMin };
    };
    const vectors = { of, isUsedBy: async () => true } as unknown as QuestionVectors;
    const question = { organizationId, sourceIds: 'all' as const, language: 'en', limit: 10 };
    const ways = {
      words: (query: string) => searchByWords(db, { ...question, query }),
      vectors: async (query: string) =>
        searchByMeaning(db, { organizationId, sourceIds: null }, await of(organizationId, query), 10),
      both: (query: string) => searchKnowledge({ db, vectors }, { ...question, query }),
    };
    for (const [way, search] of Object.entries(ways)) {
      await search('leave');
      const clock = await CpuClock.of(client);
      const times: ReturnType<CpuClock['stop']>[] = [];
      const places: number[] = [];
      for (const one of handbookQuestions()) {
        clock.start();
        const found = await search(one.question);
        times.push(clock.stop());
        const place = found.findIndex((chunk) => answersQuestion(chunk, one, (id) => names.get(id)));
        places.push(place === -1 ? Number.POSITIVE_INFINITY : place);
      }
      const recall = [1, 5, 10]
        .map(
          (limit) =>
            `@${limit} ${(places.filter((place) => place < limit).length / places.length).toFixed(3)}`,
        )
        .join(', ');
      console.log(`  ${way.padEnd(8)} recall${recall}; ${timesText(times)}`);
    }
  }
}
