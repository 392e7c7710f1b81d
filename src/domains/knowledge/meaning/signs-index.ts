import type { Queryable } from '../../../platform/db/index.ts';
import { type SignsAfter, type StoredSigns, selectSignsAfter } from '../store/vector-store.ts';
import { signsCount } from './signs.ts';

/** A question to the index. */
export interface SignsQuestion {
  organizationId: string;
  generation: number;
  /** Null: all sources. */
  sourceIds: readonly string[] | null;
  signs: Buffer;
}

/** The vectors of one organization, in the order in which they were stored. */
interface Held {
  generation: number;
  count: number;
  chunkIds: string[];
  /** The place of each chunk's source in `sourceIds`. */
  sources: Uint16Array;
  sourceIds: string[];
  words: Int32Array;
  last: SignsAfter;
  /** One reading at a time. */
  reading: Promise<void>;
}

const wordsPerVector = signsCount / 32;
/** The most vectors that a process holds. 100,000 take 20 MB. */
const vectorsMax = 600_000;
const pageSize = 2_000;
/** So many vectors take 2 ms. Other work of the thread gets its turn between them. */
const sliceSize = 40_000;
/** When fewer of the nearest chunks exist, too many of those that are held are gone. */
const existingMin = 0.7;

/**
 * Holds the signs of vectors in memory, and compares them with those of a question. Vectors are read when an organization's first
 * question comes, and new ones with each question. Their batches are committed in order, so none is missed. Deleted chunks stay
 * until many are gone; who asks finds out that they are.
 */
export class SignsIndex {
  readonly #held = new Map<string, Held>();
  readonly #vectorsMax: number;

  constructor(max = vectorsMax) {
    this.#vectorsMax = max;
  }

  /** How many vectors are held. */
  get count(): number {
    return this.#held.values().reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns the chunks with the most equal signs, in any order. Some may have been deleted. */
  async nearest(db: Queryable, question: SignsQuestion, count: number): Promise<string[]> {
    const held = this.#of(question);
    held.reading = held.reading.catch(() => undefined).then(() => readNew(db, question, held));
    await held.reading;
    this.#makeRoom();
    return nearestOf(held, question, count);
  }

  /** Notes how many of the nearest chunks exist. */
  noteExisting(
    { organizationId }: Pick<SignsQuestion, 'organizationId'>,
    asked: number,
    found: number,
  ): void {
    if (found < asked * existingMin) this.#held.delete(organizationId);
  }

  #of({ organizationId, generation }: SignsQuestion): Held {
    const known = this.#held.get(organizationId);
    const held = known?.generation === generation ? known : emptyOf(generation);
    // The organization that was asked last is the last one.
    this.#held.delete(organizationId);
    this.#held.set(organizationId, held);
    return held;
  }

  #makeRoom(): void {
    for (const oldest of this.#held.keys()) {
      if (this.count <= this.#vectorsMax || this.#held.size === 1) return;
      this.#held.delete(oldest);
    }
  }
}

/** The index of this process, whose memory it bounds. */
export const signsIndex = new SignsIndex();

function emptyOf(generation: number): Held {
  return {
    ...{ generation, count: 0, chunkIds: [], sourceIds: [], last: { batch: 0, chunkId: '' } },
    ...{ sources: new Uint16Array(0), words: new Int32Array(0), reading: Promise.resolve() },
  };
}

async function readNew(db: Queryable, question: SignsQuestion, held: Held): Promise<void> {
  for (let rows: StoredSigns[] | null = null; rows === null || rows.length === pageSize; ) {
    rows = await selectSignsAfter(db, question, held.last, pageSize);
    if (rows.length > 0) add(held, rows);
  }
}

function add(held: Held, rows: readonly StoredSigns[]): void {
  grow(held, held.count + rows.length);
  for (const { chunkId, sourceId, signs } of rows) {
    let source = held.sourceIds.indexOf(sourceId);
    if (source === -1) source = held.sourceIds.push(sourceId) - 1;
    held.sources[held.count] = source;
    held.chunkIds.push(chunkId);
    held.words.set(wordsOf(signs), held.count * wordsPerVector);
    held.count++;
  }
  const { batch, chunkId } = rows.at(-1)!;
  held.last = { batch, chunkId };
}

/** Makes room for `count` vectors, and for some more. */
function grow(held: Held, count: number): void {
  if (held.sources.length >= count) return;
  const size = Math.ceil(count * 1.2);
  const { sources, words } = held;
  held.sources = new Uint16Array(size);
  held.sources.set(sources);
  held.words = new Int32Array(size * wordsPerVector);
  held.words.set(words);
}

function wordsOf(signs: Buffer): Int32Array {
  return new Int32Array(Uint8Array.from(signs).buffer);
}

async function nearestOf(held: Held, question: SignsQuestion, count: number): Promise<string[]> {
  const { count: total, words, chunkIds, sources, sourceIds } = held;
  const asked = wordsOf(question.signs);
  const wanted = question.sourceIds && new Set(question.sourceIds);
  const isWanted = sourceIds.map((sourceId) => wanted === null || wanted.has(sourceId));
  const distances = new Uint16Array(total);
  const histogram = new Uint32Array(signsCount + 2);
  for (let from = 0; from < total; from += sliceSize) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    const to = Math.min(from + sliceSize, total);
    compare(words, asked, distances, { from, to });
    for (let at = from; at < to; at++)
      if (isWanted[sources[at]!]) histogram[distances[at]!]!++;
      else distances[at] = signsCount + 1;
  }
  let farthest = 0;
  for (let sum = 0; farthest <= signsCount; farthest++) {
    sum += histogram[farthest]!;
    if (sum >= count) break;
  }
  const found: string[] = [];
  // Equal texts have equal signs, so there may be more.
  for (let at = 0; at < total && found.length < 2 * count; at++)
    if (distances[at]! <= Math.min(farthest, signsCount)) found.push(chunkIds[at]!);
  return found;
}

/** Counts the different signs of vectors in a range. */
function compare(
  words: Int32Array,
  asked: Int32Array,
  distances: Uint16Array,
  { from, to }: { from: number; to: number },
): void {
  let place = from * wordsPerVector;
  for (let at = from; at < to; at++) {
    let different = 0;
    for (let word = 0; word < wordsPerVector; word++, place++) {
      let bits = words[place]! ^ asked[word]!;
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      different += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    distances[at] = different;
  }
}
