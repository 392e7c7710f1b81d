import type { EmbeddingModel } from '../../../conversation/providers/interfaces/index.ts';
import type { Providers } from '../../../conversation/providers/registry.ts';
import { change, type ReadScope, type Scope } from '../../../platform/audit/index.ts';
import { conflict } from '../../../platform/kernel/index.ts';
import type { EmbeddingChoice, KnowledgeEmbedding } from '../model-schemas.ts';
import { findModelState, storeModel, switchModelOff } from '../store/model-store.ts';
import { selectSomeChunks } from '../store/vector-store.ts';
import { type Calibration, calibrate } from './calibrate.ts';
import { EmbeddingProblem, problemIn } from './problem.ts';
import { bytesOfFloats } from './signs.ts';
import { textOf } from './text-of.ts';

/** Opens embedding models with the keys of organizations. */
export type EmbeddingProviders = Pick<Providers, 'embeddingModel' | 'rerankingModel'>;

const trialMsMax = 15_000;
/** How many chunks of the organization a trial embeds. With the texts of ours they are one request. */
const chunksTried = 90;
const label = 'embedding model';

/** Returns the embedding model of the organization's knowledge, and how far it is. */
export async function getEmbedding({ db, actor }: ReadScope): Promise<KnowledgeEmbedding> {
  const { configuration, chunkTokens, questionTokens, ...state } = await findModelState(
    db,
    actor.organizationId,
  );
  const tokens = { chunkTokens: chunkTokens ?? 0, questionTokens: questionTokens ?? 0 };
  // A choice from before rerankers has none.
  return {
    model: configuration && { ...configuration, reranker: configuration.reranker ?? null },
    ...state,
    ...tokens,
  };
}

/** Chooses an embedding model after a trial of it. Throws a 409 with the words of a provider that fails. */
export async function chooseModel(
  scope: Scope,
  configuration: EmbeddingChoice,
  open: () => Promise<EmbeddingProviders>,
): Promise<KnowledgeEmbedding> {
  const { organizationId } = scope.actor;
  const own = await selectSomeChunks(scope.db, organizationId, chunksTried);
  const { center, similarityMin } = await tried(await open(), organizationId, configuration, own.map(textOf));
  return change(scope, async (tx) => {
    await storeModel(tx, { organizationId, configuration, similarityMin, center: bytesOfFloats(center) });
    return {
      result: await getEmbedding({ ...scope, db: tx }),
      audit: { verb: 'enabled', type: 'knowledge_models', id: organizationId, label: configuration.model },
    };
  });
}

/** Ends the search by meaning, if there is one. */
export async function switchOff(scope: Scope): Promise<void> {
  const { organizationId: id } = scope.actor;
  await change(scope, async (tx) => {
    const wasOn = await switchModelOff(tx, id);
    return {
      result: undefined,
      audit: wasOn ? { verb: 'disabled' as const, type: 'knowledge_models' as const, id, label } : [],
    };
  });
}

/** Rejects with the words of a reranker that cannot be used. */
async function tryReranker(
  providers: EmbeddingProviders,
  organizationId: string,
  { reranker }: EmbeddingChoice,
): Promise<void> {
  if (reranker === null) return;
  await using model = await providers.rerankingModel(reranker, { organizationId });
  const texts = ['Guests park in the garage.', 'Breakfast is served until ten.'];
  await model.rerank('Where can I park?', texts, { signal: AbortSignal.timeout(trialMsMax) });
}

async function tried(
  providers: EmbeddingProviders,
  organizationId: string,
  choice: EmbeddingChoice,
  own: readonly string[],
): Promise<Calibration> {
  let model: EmbeddingModel | undefined;
  try {
    model = await providers.embeddingModel(choice, { organizationId });
    const calibration = await calibrate(model, own, AbortSignal.timeout(trialMsMax));
    const { dimensions } = calibration;
    await tryReranker(providers, organizationId, choice);
    if (choice.dimensions === null || choice.dimensions === dimensions) return calibration;
    throw new EmbeddingProblem(
      `it gives vectors of ${dimensions} dimensions, not ${choice.dimensions}; leave out \`dimensions\``,
      { retryable: false },
    );
  } catch (error) {
    const problem = problemIn(error);
    if (!problem) throw error;
    throw conflict('knowledge_embedding.failed', `The model cannot be used: ${problem.message}`);
  } finally {
    await model?.[Symbol.asyncDispose]();
  }
}
