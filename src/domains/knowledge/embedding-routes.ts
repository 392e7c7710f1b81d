import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { ApiError, RateLimiter } from '../../platform/kernel/index.ts';
import { chooseModel, type EmbeddingProviders, getEmbedding, switchOff } from './meaning/choose-model.ts';
import type { QuestionVectors } from './meaning/question-vectors.ts';
import { EmbeddingChoice, KnowledgeEmbedding } from './model-schemas.ts';

const path = '/api/knowledge/embedding';
const tag = 'Knowledge';

const chooseDescription = `Searches compare the meanings of questions and texts too, from now on. Texts go to the provider, which
bills them. The model is tried first, so that a wrong key or model is refused with the provider's words. All parts of
documents are then embedded in the background. Until that is done, the parts that are still missing are found by
their words. Another model, or another number of dimensions, embeds all parts anew. An organization may send 10 choices a minute.`;

/** Each choice costs the organization a trial. */
const perMinuteMax = 10;

export interface EmbeddingDependencies {
  db: Database;
  /** Opens the embedding models of this process. Without it, none can be chosen. */
  providers?: (() => Promise<EmbeddingProviders>) | undefined;
  /** Lets the embedder of this process look for work. */
  wakeEmbedder?: (() => void) | undefined;
  /** Turns questions into vectors. Without it, searches compare words alone. */
  questionVectors?: QuestionVectors | undefined;
}

/** The operations on the embedding model of an organization's knowledge. */
export function embeddingRoutes(dependencies: EmbeddingDependencies): Route[] {
  const { db, providers, wakeEmbedder, questionVectors } = dependencies;
  const noticed = (organizationId: string) => {
    questionVectors?.forget(organizationId);
    wakeEmbedder?.();
  };
  const choices = new RateLimiter(perMinuteMax);
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getKnowledgeEmbedding',
      tag,
      summary: 'Read the embedding model of the knowledge, and how many parts have been embedded',
      scope: 'agents:read',
      output: KnowledgeEmbedding,
      status: 200,
      handle: (context) => getEmbedding({ db, ...context }),
    }),
    defineRoute({
      method: 'PUT',
      path,
      operationId: 'chooseKnowledgeEmbedding',
      tag,
      summary: 'Choose an embedding model for the knowledge',
      description: chooseDescription,
      scope: 'agents:write',
      body: EmbeddingChoice,
      output: KnowledgeEmbedding,
      status: 200,
      errors: [409],
      inProgressMax: 2,
      async handle(context, { body }) {
        if (!providers) throw new Error('this process opens no providers');
        admit(choices, context.actor.organizationId);
        const chosen = await chooseModel({ db, ...context }, body, providers);
        noticed(context.actor.organizationId);
        return chosen;
      },
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: 'removeKnowledgeEmbedding',
      tag,
      summary: 'Search the knowledge by words alone',
      description: 'Removes the vectors in the background. Does nothing when no model is chosen.',
      scope: 'agents:write',
      status: 204,
      handle: async (context) => {
        await switchOff({ db, ...context });
        noticed(context.actor.organizationId);
      },
    }),
  ];
}

/** Throws 429 over the limit. */
function admit(limiter: RateLimiter, organizationId: string): void {
  const waitSeconds = limiter.count(organizationId, Date.now());
  if (waitSeconds === 0) return;
  const headers = { 'retry-after': String(waitSeconds) };
  const message = 'Too many models were chosen. Try again after the seconds in Retry-After.';
  throw new ApiError(429, 'rate_limited', message, { headers });
}
