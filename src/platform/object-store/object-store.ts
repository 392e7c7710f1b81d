import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';

/** A bucket in an S3-compatible store, and the credentials for it. */
export interface ObjectStoreOptions {
  /** The URL without the bucket: `https://s3.eu-central-1.amazonaws.com`, `http://minio:9000`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How long a request waits for an answer. */
const answerTimeoutMs = 30_000;
/** The maximum bytes read of an error message. It is kept in memory and logged. */
const messageBytesMax = 4_096;
/** An upload gets another second for each 100 KB. */
const uploadBytesPerMs = 100;

/**
 * Stores files in a bucket, addressed path-style. Every method rejects when the store is unreachable or refuses.
 * Redirects are refused, because a signature is valid for one host only.
 */
export class ObjectStore {
  readonly #options: ObjectStoreOptions;

  constructor(options: ObjectStoreOptions) {
    this.#options = options;
  }

  /** Stores the file under `key`, replacing an existing one. The file is streamed. */
  async put(key: string, path: string, contentType: string, signal: AbortSignal): Promise<void> {
    const file = await openAsBlob(path, { type: contentType });
    const timeoutMs = answerTimeoutMs + Math.ceil(file.size / uploadBytesPerMs);
    const client = this.#client(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    await client.putObject(key, file, contentType, undefined, undefined, file.size);
  }

  /** Deletes the object under `key`. Succeeds when there is none. */
  async delete(key: string, signal?: AbortSignal): Promise<void> {
    const timeout = AbortSignal.timeout(answerTimeoutMs);
    const client = this.#client(signal ? AbortSignal.any([signal, timeout]) : timeout);
    await client.deleteObject(key);
  }

  /** Returns the size in bytes of the object under `key`. Rejects when there is none. */
  size(key: string, signal?: AbortSignal): Promise<number> {
    const timeout = AbortSignal.timeout(answerTimeoutMs);
    return this.#client(signal ? AbortSignal.any([signal, timeout]) : timeout).getContentLength(key);
  }

  /** Streams the bytes from `start` (inclusive) to `end` (exclusive). The stream fails when the store returns fewer. */
  async read(key: string, start: number, end: number): Promise<Readable> {
    const begun = new AbortController();
    const overdue = setTimeout(
      () => begun.abort(new Error('the store did not answer in time')),
      answerTimeoutMs,
    );
    try {
      const response = await this.#client(begun.signal).getObjectRaw(key, false, start, end);
      const { status, body } = response;
      if (!body) throw new Error(`the store answered ${status} without a body`);
      if (status !== 206 && start > 0) {
        await body.cancel();
        throw new Error(`the store answered ${status} to a request for a part of the object`);
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

/** Yields the first `octets` of a body. */
async function* exactly(body: ReadableStream<Uint8Array>, octets: number): AsyncGenerator<Uint8Array> {
  let left = octets;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= Math.min(left, chunk.byteLength);
    if (left === 0) return;
  }
  if (left > 0) throw new Error(`the store returned ${octets - left} of ${octets} bytes`);
}

/** Returns the response with only the beginning of its body. */
function brief(response: Response): Response {
  if (response.body === null) return response;
  let left = messageBytesMax;
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
