import type { EmbeddingModel } from '../../src/conversation/providers/interfaces/index.ts';
import { Embedder, QuestionVectors } from '../../src/domains/knowledge/index.ts';
import { calibrate } from '../../src/domains/knowledge/meaning/calibrate.ts';
import { bytesOfFloats } from '../../src/domains/knowledge/meaning/signs.ts';
import { textOf } from '../../src/domains/knowledge/meaning/text-of.ts';
import { findModelState, storeModel } from '../../src/domains/knowledge/store/model-store.ts';
import { selectSomeChunks } from '../../src/domains/knowledge/store/vector-store.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { delay, silentLog } from '../../src/platform/kernel/index.ts';

/** Chooses a model for an organization, if it has none, and embeds all chunks. Returns what embeds its questions. */
export async function embedKnowledge(
  db: Database,
  organizationId: string,
  model: EmbeddingModel,
): Promise<QuestionVectors> {
  const providers = {
    embeddingModel: async () => model,
    rerankingModel: () => Promise.reject(new Error('there is none')),
  };
  const options = { db, log: silentLog, open: async () => providers };
  if ((await findModelState(db, organizationId)).configuration === null) {
    const own = await selectSomeChunks(db, organizationId, 90);
    const { center, similarityMin } = await calibrate(model, own.map(textOf), AbortSignal.timeout(60_000));
    const named = { provider: 'openai' as const, model: model.name };
    const configuration = { ...named, dimensions: null, key: null, reranker: null };
    await storeModel(db, { organizationId, configuration, similarityMin, center: bytesOfFloats(center) });
  }
  const embedder = new Embedder({ ...options, pollMs: 50 });
  embedder.start();
  for (;;) {
    const { chunkCount, embeddedCount } = await findModelState(db, organizationId);
    if (embeddedCount >= chunkCount) break;
    await delay(100);
  }
  await embedder.close();
  return new QuestionVectors(options);
}
