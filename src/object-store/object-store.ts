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
/** An upload may take longer: it is bounded by this and a second for each 100 KB. */
const uploadBytesPerMs = 100;

/** Keeps files in a bucket, addressed path-style. Every method rejects when the store cannot be reached or refuses. */
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

  /** The octets from `start` up to and without `end`, as they come. */
  async read(key: string, start: number, end: number): Promise<Readable> {
    const begun = new AbortController();
    const overdue = setTimeout(() => begun.abort(new Error('the store does not answer')), answerTimeoutMs);
    try {
      const response = await this.#client(begun.signal).getObjectRaw(key, false, start, end);
      if (!response.body) throw new Error(`the store answered ${response.status} without a body`);
      return Readable.fromWeb(response.body as ReadableStream);
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
      fetch: (input, init) => fetch(input, { ...init, signal }),
    });
  }
}
