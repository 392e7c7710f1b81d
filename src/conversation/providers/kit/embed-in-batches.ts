import type { Embedded } from '../interfaces/index.ts';
import { ProviderError } from './provider-error.ts';
import type { VendorOptions } from './vendor-options.ts';

/** The constructor options of every vendor's embedding model. */
export interface EmbeddingOptions extends VendorOptions {
  /** The vendor's id of the model. */
  model: string;
  /** Fewer dimensions than the model has of its own, if the model can give them. */
  dimensions?: number | undefined;
}

/** One request for vectors. The vendor may not tell the tokens. */
type Request = (
  texts: string[],
) => Promise<{ vectors: readonly ArrayLike<number>[]; tokens: number | undefined }>;

/** The most requests of one call of `embed` at the same time. */
const parallelMax = 4;
/** The dimensions that a vector may have. */
const dimensionsMax = 4096;

/** Embeds texts in requests of `batchMax` texts. Throws a `ProviderError` for an answer that is not a vector for each text. */
export async function embedInBatches(
  provider: string,
  texts: readonly string[],
  batchMax: number,
  request: Request,
): Promise<Embedded> {
  const vectors: Float32Array[] = [];
  let tokens = 0;
  const step = batchMax * parallelMax;
  for (let from = 0; from < texts.length; from += step) {
    const batches: string[][] = [];
    for (let at = from; at < Math.min(from + step, texts.length); at += batchMax)
      batches.push(texts.slice(at, Math.min(at + batchMax, from + step)));
    const answers = await Promise.all(
      batches.map(async (batch) => {
        const answer = await request(batch);
        return { ...answer, vectors: checked(provider, batch.length, answer.vectors) };
      }),
    );
    for (const answer of answers) {
      vectors.push(...answer.vectors);
      tokens += answer.tokens ?? 0;
    }
  }
  return { vectors, usage: tokens > 0 ? { inputTokens: tokens } : {} };
}

function checked(provider: string, count: number, vectors: readonly ArrayLike<number>[]): Float32Array[] {
  const failed = (what: string) =>
    new ProviderError(provider, `${provider} answered ${what}`, { retryable: false });
  if (vectors.length !== count) throw failed(`with ${vectors.length} vectors for ${count} texts`);
  return vectors.map((given) => {
    const vector = Float32Array.from(given);
    const { length } = vector;
    if (length < 8 || length > dimensionsMax || length !== vectors[0]!.length)
      throw failed(`with vectors of ${length} dimensions; 8 to ${dimensionsMax} are possible`);
    if (!vector.every(Number.isFinite) || vector.every((value) => value === 0))
      throw failed('with vectors that have no direction');
    return vector;
  });
}
