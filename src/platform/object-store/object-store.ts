import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';

/** A bucket of a store that speaks the S3 protocol, and what it is entered with. */
export interface ObjectStoreOptions {
  /** Without the bucket: `https://s3.eu-central-1.amazonaws.com`, `http://minio:9000`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A request that gets no answer for so long has failed. */
const answerTimeoutMs = 30_000;
/** So much is read of what a store says about a request: it goes into memory and into the log. */
const wordsBytesMax = 4_096;
/** An upload may take longer: it is bounded by this and a second for each 100 KB. */
const uploadBytesPerMs = 100;

/**
 * Keeps files in a bucket, addressed path-style. Every method rejects when the store cannot be reached or refuses, and
 * when it sends us elsewhere: what is signed for one host is not for another.
 */
export class ObjectStore {
  readonly #options: ObjectStoreOptions;

  constructor(options: ObjectStoreOptions) {
    this.#options = options;
  }

  /** Stores the file under `key`, in place of what is there. It is read as it is sent, never held whole. */
  async put(key: string, path: string, contentType: string, signal: AbortSignal): Promise<void> {
    const file = await openAsBlob(path, { type: contentType });
    const timeoutMs = answerTimeoutMs + Math.ceil(file.size / uploadBytesPerMs);
    const client = this.#client(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    await client.putObject(key, file, contentType, undefined, undefined, file.size);
  }

  /** Removes what is stored under `key`; where there is nothing, that is well too. */
  async delete(key: string, signal?: AbortSignal): Promise<void> {
    const timeout = AbortSignal.timeout(answerTimeoutMs);
    const client = this.#client(signal ? AbortSignal.any([signal, timeout]) : timeout);
    await client.deleteObject(key);
  }

  /** Octets of what is stored under `key`; rejects where there is nothing. */
  size(key: string, signal?: AbortSignal): Promise<number> {
    const timeout = AbortSignal.timeout(answerTimeoutMs);
    return this.#client(signal ? AbortSignal.any([signal, timeout]) : timeout).getContentLength(key);
  }

  /** The octets from `start` up to and without `end`, as they come. Never more; where the store gives fewer, reading fails. */
  async read(key: string, start: number, end: number): Promise<Readable> {
    const begun = new AbortController();
    const overdue = setTimeout(() => begun.abort(new Error('the store does not answer')), answerTimeoutMs);
    try {
      const response = await this.#client(begun.signal).getObjectRaw(key, false, start, end);
      const { status, body } = response;
      if (!body) throw new Error(`the store answered ${status} without a body`);
      if (status !== 206 && start > 0) {
        await body.cancel();
        throw new Error(`the store answered ${status} where a part was asked for`);
      }
      return Readable.from(exactly(body as ReadableStream<Uint8Array>, end - start), { objectMode: false });
    } finally {
      clearTimeout(overdue);
    }
  }

  #client(signal: AbortSignal): S3mini {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#options;
    return new S3mini({
      endpoint: `${endpoint}/${bucket}`,
      region,
      accessKeyId,
      secretAccessKey,
      fetch: async (input, init) => {
        const response = await fetch(input, { ...init, signal, redirect: 'manual' });
        return init?.method === 'GET' && response.ok ? response : brief(response);
      },
    });
  }
}

/** The first `octets` of a body. */
async function* exactly(body: ReadableStream<Uint8Array>, octets: number): AsyncGenerator<Uint8Array> {
  let left = octets;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= Math.min(left, chunk.byteLength);
    if (left === 0) return;
  }
  if (left > 0) throw new Error(`the store gave ${octets - left} octets of ${octets}`);
}

/** The answer with the beginning of its body. */
function brief(response: Response): Response {
  if (response.body === null) return response;
  let left = wordsBytesMax;
  const beginning = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.terminate();
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(beginning), { status, statusText, headers });
}
