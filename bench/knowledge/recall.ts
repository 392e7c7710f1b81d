import type pg from 'pg';
import { searchKnowledge } from '../../src/domains/knowledge/index.ts';
import { searchByMeaning } from '../../src/domains/knowledge/search/meaning-search.ts';
import { searchByWords } from '../../src/domains/knowledge/search/word-search.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { embedKnowledge } from '../../test/knowledge/embed.ts';
import { answersQuestion, handbookQuestions } from '../../test/knowledge/handbook.ts';
import { WordVectors } from '../../test/knowledge/word-vectors.ts';
import { CpuClock } from './cpu-clock.ts';
import { timesText } from './times-text.ts';

const model = new WordVectors();

/** Embeds the chunks of an organization, and prints recall and times by the way of searching. */
export async function measureRecall(
  client: pg.Client,
  db: Database,
  organizationId: string,
  names: Map<string, string>,
): Promise<void> {
  await client.query(
    `insert into knowledge_vectors (organization_id, chunk_id, source_id)
     select organization_id, chunk_id, source_id from knowledge_chunks where organization_id = $1 on conflict do nothing`,
    [organizationId],
  );
  await using vectors = await embedKnowledge(db, organizationId, model);
  await client.query('vacuum analyze knowledge_vectors, knowledge_vector_values');
  const question = { organizationId, sourceIds: 'all' as const, language: 'en', limit: 10 };
  const ways = {
    words: (query: string) => searchByWords(db, { ...question, query }),
    vectors: async (query: string) =>
      searchByMeaning(
        db,
        { organizationId, sourceIds: null },
        (await vectors.of(organizationId, query))!,
        10,
      ),
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
    const within = (limit: number) =>
      (places.filter((place) => place < limit).length / places.length).toFixed(3);
    const recall = [1, 5, 10].map((limit) => `@${limit} ${within(limit)}`).join(', ');
    console.log(`  ${way.padEnd(8)} recall${recall}; ${timesText(times)}`);
  }
}
