import type { Queryable } from '../../../platform/db/index.ts';
import { type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import { type ChosenModel, countQuestionTokens, findModel } from '../store/model-store.ts';
import type { EmbeddingProviders } from './choose-model.ts';
import { Rerankers } from './rerank.ts';
import { centered, floatsOf } from './signs.ts';

/** The vector of a question, and what is needed to compare it. */
export interface QuestionVector {
  generation: number;
  vector: Float32Array;
  /** Chunks with a lower similarity say nothing about the question. */
  similarityMin: number;
}

interface QuestionVectorsOptions {
  db: Queryable;
  log: Log;
  /** Opens embedding models with the first question to an organization that has chosen one. */
  open: () => Promise<EmbeddingProviders>;
}

/** How long a choice may stay unnoticed. */
const choiceMs = 5_000;
const choicesMax = 1_000;
/** The most vectors of questions that are remembered: callers ask the same again, and a turn is searched for several times. */
const vectorsMax = 500;
/** A search goes on without a vector after this time. */
const questionMsMax = 2_000;
/** How often the tokens of questions are written. */
const countMs = 30_000;

/** Turns questions into vectors, and puts results in order, with the models of organizations. One serves all conversations of a process. */
export class QuestionVectors implements AsyncDisposable {
  readonly #options: QuestionVectorsOptions;
  readonly #choices = new Map<string, { atMs: number; reading: Promise<ChosenModel | null> }>();
  readonly #vectors = new Map<string, Promise<QuestionVector>>();
  readonly #tokens = new Map<string, number>();
  readonly #rerankers: Rerankers;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QuestionVectorsOptions) {
    this.#options = options;
    this.#rerankers = new Rerankers(options.open);
  }

  /** Returns whether an organization has an embedding model. */
  async isUsedBy(organizationId: string): Promise<boolean> {
    return (await this.#modelOf(organizationId)) !== null;
  }

  /** Returns the vector of a question; null when the organization has no model. Rejects when the provider fails, or is too slow. */
  async of(organizationId: string, question: string): Promise<QuestionVector | null> {
    const model = await this.#modelOf(organizationId);
    if (!model) return null;
    const key = JSON.stringify([organizationId, model.generation, question]);
    const known = this.#vectors.get(key);
    const asking = known ?? this.#ask(model, question);
    this.#vectors.delete(key);
    this.#vectors.set(key, asking);
    if (!known) {
      asking.catch(() => this.#vectors.delete(key));
      for (const oldest of this.#vectors.keys()) {
        if (this.#vectors.size <= vectorsMax) break;
        this.#vectors.delete(oldest);
      }
    }
    return asking;
  }

  /**
   * Returns the texts that answer a question best, the best first; null when the organization has no reranker. Rejects when it fails, or
   * is too slow.
   */
  async rerank(organizationId: string, question: string, texts: readonly string[]) {
    const reranker = (await this.#modelOf(organizationId))?.configuration.reranker;
    return reranker ? this.#rerankers.rerank({ organizationId, reranker, question, texts }) : null;
  }

  /** Reads the organization's choice anew with the next question. */
  forget(organizationId: string): void {
    this.#choices.delete(organizationId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    await this.#count();
  }

  #modelOf(organizationId: string): Promise<ChosenModel | null> {
    const known = this.#choices.get(organizationId);
    if (known && monotonicMs() - known.atMs < choiceMs) return known.reading;
    const reading = findModel(this.#options.db, organizationId);
    reading.catch(() => this.#choices.delete(organizationId));
    if (this.#choices.size >= choicesMax) this.#choices.clear();
    this.#choices.set(organizationId, { atMs: monotonicMs(), reading });
    return reading;
  }

  async #ask(chosen: ChosenModel, question: string): Promise<QuestionVector> {
    const { organizationId, configuration, generation, similarityMin, center } = chosen;
    const providers = await this.#options.open();
    await using model = await providers.embeddingModel(configuration, { organizationId });
    const signal = AbortSignal.timeout(questionMsMax);
    const { vectors, usage } = await model.embed([question], { use: 'query', signal });
    this.#add(organizationId, usage.inputTokens ?? 0);
    return { generation, vector: centered(vectors[0]!, floatsOf(center)), similarityMin };
  }

  #add(organizationId: string, tokens: number): void {
    if (tokens === 0) return;
    this.#tokens.set(organizationId, (this.#tokens.get(organizationId) ?? 0) + tokens);
    this.#timer ??= setTimeout(() => void this.#count(), countMs).unref();
  }

  /** Never rejects: what cannot be written is added the next time. */
  async #count(): Promise<void> {
    this.#timer = undefined;
    const { db, log } = this.#options;
    for (const [organizationId, tokens] of [...this.#tokens]) {
      this.#tokens.delete(organizationId);
      await countQuestionTokens(db, organizationId, tokens).catch((error: unknown) => {
        log.warn({ err: error, organizationId }, 'tokens of questions were not counted');
        this.#add(organizationId, tokens);
      });
    }
  }
}
