import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddingModel } from '../../src/conversation/providers/interfaces/index.ts';

const folder = join(import.meta.dirname, 'fixtures');
const dimensions = 100;
/** How many words the list had from which the ranks are. */
const wordsCount = 341_479;
/** Words that are more frequent than this share of a text count less. */
const share = 1e-4;

/**
 * A model for measuring where no vendor can be reached: GloVe word vectors (`fixtures/README.md`). The vector of a text is the mean
 * of those of its words, the rarer the more. Such a model knows words that mean much the same, and no sentences. Vendors'
 * models do better.
 */
export class WordVectors implements EmbeddingModel {
  readonly name = 'word-vectors';
  readonly batchMax = 1000;
  readonly #vectors = new Map<string, { vector: Int8Array; weight: number }>();

  constructor() {
    const bytes = readFileSync(join(folder, 'word-vectors.bin'));
    const lines = readFileSync(join(folder, 'word-vectors.txt'), 'utf8').trim().split('\n');
    for (const [at, line] of lines.entries()) {
      const [word = '', rank] = line.split(' ');
      // The frequency of a word falls with its rank (Zipf).
      const frequency = 1 / ((Number(rank) + 1) * Math.log(wordsCount));
      const vector = new Int8Array(bytes.buffer, bytes.byteOffset + at * dimensions, dimensions);
      this.#vectors.set(word, { vector, weight: share / (share + frequency) });
    }
  }

  async embed(texts: readonly string[]): ReturnType<EmbeddingModel['embed']> {
    return { vectors: texts.map((text) => this.#vectorOf(text)), usage: {} };
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #vectorOf(text: string): Float32Array {
    const sum = new Float32Array(dimensions);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      const known = this.#vectors.get(word);
      if (known) for (let at = 0; at < dimensions; at++) sum[at]! += known.vector[at]! * known.weight;
    }
    return sum.some((value) => value !== 0) ? sum : sum.fill(1);
  }
}
