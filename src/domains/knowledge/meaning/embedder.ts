import type { EmbeddingModel } from '../../../conversation/providers/interfaces/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { type Log, PollingLoop } from '../../../platform/kernel/index.ts';
import {
  type ClaimedModel,
  claimModel,
  extendModelClaim,
  failModel,
  giveModelBack,
} from '../store/model-store.ts';
import {
  refuseChunk,
  removeSomeVectors,
  selectUnembeddedChunks,
  storeVectors,
  type UnembeddedChunk,
} from '../store/vector-store.ts';
import type { EmbeddingProviders } from './choose-model.ts';
import { EmbeddingProblem, problemIn } from './problem.ts';
import { bytesOf, centered, floatsOf, signsOf } from './signs.ts';
import { textOf } from './text-of.ts';

interface EmbedderOptions {
  db: Database;
  log: Log;
  /** Opens embedding models with the first organization that has chosen one. */
  open: () => Promise<EmbeddingProviders>;
  /** How often the embedder looks for chunks that other processes stored; 5 s by default. */
  pollMs?: number;
}

/** The most chunks that are embedded together, in one request or several. */
const batchMax = 96;
/** After so many batches, other organizations get their turn. */
const batchesMax = 20;
/** The most organizations for which one process embeds at the same time. */
const organizationsMax = 2;
const removedMax = 2000;
/** Of a request that does not end. It is shorter than the lease. */
const batchMsMax = 45_000;
const firstPauseSeconds = 5;
const pauseSecondsMax = 600;

/** A part that no provider has a reason to refuse. */
const trialChunk: UnembeddedChunk = {
  chunkId: '',
  title: 'Opening hours',
  headings: [],
  text: 'Monday to Friday, 8 am to 6 pm.',
};

/** Another process has the work, or another model was chosen. */
class ClaimLostError extends Error {}

/**
 * Gives chunks their vectors, and removes those of organizations that need them no more. Every process that serves the API runs
 * one. The work of an organization is claimed for a minute, and the claim is extended with each batch, in the transaction
 * that stores it. So a process that dies loses one batch, which another process embeds again. A chunk that the provider
 * refuses is set aside until a model is chosen again, and the others go on.
 */
export class Embedder {
  readonly #options: EmbedderOptions;
  readonly #loop: PollingLoop;
  readonly #abort = new AbortController();
  readonly #working = new Set<Promise<void>>();

  constructor(options: EmbedderOptions) {
    this.#options = options;
    this.#loop = new PollingLoop(
      async () => this.#working.size < organizationsMax && (await this.#workNext()),
      options.pollMs ?? 5000,
    );
  }

  start(): void {
    this.#loop.start();
  }

  /** Notes that there may be work. */
  wake(): void {
    this.#loop.wake();
  }

  /** Stops without the batches in progress. Another process goes on. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#loop.stop();
    await Promise.all(this.#working);
  }

  /** Returns false when there is nothing to do, or nothing can be done now. */
  async #workNext(): Promise<boolean> {
    const { db, log } = this.#options;
    const claimed = await claimModel(db).catch((error: unknown) => {
      if (!this.#abort.signal.aborted) log.warn({ err: error }, 'cannot look for knowledge to embed');
      return null;
    });
    if (!claimed) return false;
    const working = this.#work(claimed).finally(() => {
      this.#working.delete(working);
      this.wake();
    });
    this.#working.add(working);
    return true;
  }

  async #work(claimed: ClaimedModel): Promise<void> {
    const { db, log } = this.#options;
    const { signal } = this.#abort;
    const { organizationId, failures, configuration } = claimed;
    try {
      await (configuration ? this.#embed(claimed) : this.#remove(claimed));
      await giveModelBack(db, claimed);
    } catch (error) {
      if (error instanceof ClaimLostError) return;
      const problem = problemIn(error);
      const noted = signal.aborted
        ? giveModelBack(db, claimed)
        : problem
          ? failModel(db, claimed, pauseOf(problem, failures), problem.message)
          : Promise.reject(error);
      await noted.catch((thrown: unknown) =>
        log.error({ err: thrown, organizationId }, 'knowledge was not embedded; it is tried again'),
      );
    }
  }

  async #embed(claimed: ClaimedModel): Promise<void> {
    const { db } = this.#options;
    const { organizationId, generation, configuration } = claimed;
    const providers = await this.#options.open();
    await using model = await providers.embeddingModel(configuration!, { organizationId });
    let limit = batchMax;
    for (let stored = 0; stored < batchesMax; ) {
      this.#abort.signal.throwIfAborted();
      const chunks = await selectUnembeddedChunks(db, organizationId, generation, limit);
      if (chunks.length === 0) return;
      try {
        const { vectors, usage } = await this.#vectorsOf(model, claimed, chunks);
        await this.#store(claimed, usage.inputTokens ?? 0, (tx, batch) =>
          storeVectors(tx, { organizationId, generation, batch }, vectors),
        );
        limit = Math.min(2 * limit, batchMax);
        stored++;
      } catch (error) {
        await this.#blame(model, claimed, chunks, error);
        limit = Math.ceil(chunks.length / 2);
      }
    }
  }

  /**
   * Sets a chunk aside that the provider refuses. Of several, the caller tries half, until one is left. Rethrows errors of which
   * no text is the cause: the provider refuses the text of the trial as well.
   */
  async #blame(
    model: EmbeddingModel,
    claimed: ClaimedModel,
    chunks: readonly UnembeddedChunk[],
    error: unknown,
  ): Promise<void> {
    const problem = problemIn(error);
    if (!problem || problem.retryable) throw error;
    await this.#vectorsOf(model, claimed, [trialChunk]);
    const refused = chunks.length === 1 ? chunks[0]! : null;
    // The claim is extended in any case: each half may take as long as a batch.
    await this.#store(claimed, 0, async (tx) => {
      if (refused) await refuseChunk(tx, claimed, refused.chunkId, problem.message);
    });
    if (!refused) return;
    const { organizationId } = claimed;
    const { chunkId } = refused;
    this.#options.log.warn(
      { organizationId, chunkId, problem: problem.message },
      'an embedding model refuses a part of a document',
    );
  }

  /** Extends the claim, and stores something in the same transaction. */
  async #store(
    claimed: ClaimedModel,
    tokens: number,
    storing: (tx: Transaction, batch: number) => Promise<void>,
  ): Promise<void> {
    await this.#options.db.transaction(async (tx) => {
      const batch = await extendModelClaim(tx, claimed, tokens);
      if (batch === null) throw new ClaimLostError();
      await storing(tx, batch);
    });
  }

  async #vectorsOf(model: EmbeddingModel, { center }: ClaimedModel, chunks: readonly UnembeddedChunk[]) {
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(batchMsMax)]);
    const embedded = await model.embed(chunks.map(textOf), { use: 'document', signal });
    const length = embedded.vectors[0]!.length;
    const dimensions = center.length / 4;
    if (length !== dimensions) {
      const message = `${model.name} gives vectors of ${length} dimensions now, and gave ${dimensions} before. Choose the model again`;
      throw new EmbeddingProblem(message, { retryable: false });
    }
    const middle = floatsOf(center);
    const vectors = chunks.map(({ chunkId }, at) => {
      const vector = centered(embedded.vectors[at]!, middle);
      return { chunkId, signs: signsOf(vector), bytes: bytesOf(vector) };
    });
    return { vectors, usage: embedded.usage };
  }

  async #remove(claimed: ClaimedModel): Promise<void> {
    const { db } = this.#options;
    const { organizationId } = claimed;
    for (let batch = 0; batch < batchesMax && !this.#abort.signal.aborted; batch++) {
      const removed = await db.transaction(async (tx) => {
        if ((await extendModelClaim(tx, claimed, 0)) === null) throw new ClaimLostError();
        return removeSomeVectors(tx, organizationId, removedMax);
      });
      if (removed === 0) return;
    }
  }
}

/** Returns how long a provider that has failed is left alone. What does not pass by itself is tried rarely. */
function pauseOf({ retryable }: EmbeddingProblem, failures: number): number {
  return retryable ? Math.min(firstPauseSeconds * 2 ** failures, pauseSecondsMax) : pauseSecondsMax;
}
