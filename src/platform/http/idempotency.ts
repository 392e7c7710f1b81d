import { createHash } from 'node:crypto';
import { invalid } from '../kernel/index.ts';

/** A request that is to be carried out once, however often it is sent (header Idempotency-Key). */
export interface IdempotentRequest {
  key: string;
  /** SHA-256 over method, path and body: the same key with another hash is a conflict. */
  readonly hash: Buffer;
  /** The status of the first answer. */
  status: number;
  /** The first answer as it is stored for replays. */
  render: (result: unknown) => string;
}

/** Thrown in place of a second execution: the answer that the first one gave. */
export class ReplayedAnswer extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super('the request was carried out before');
    this.status = status;
    this.body = body;
  }
}

/** The checked value of the header: 1 to 255 visible ASCII characters; undefined when there is none. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters, given once');
  }
  return header;
}

export function hashOfRequest(method: string, path: string, body: Buffer): Buffer {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest();
}
