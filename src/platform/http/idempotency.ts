import { createHash } from 'node:crypto';
import { invalid } from '../kernel/index.ts';

/** A request that must be carried out once, however often it is sent (header Idempotency-Key). */
export interface IdempotentRequest {
  key: string;
  /** SHA-256 of method, path and body. The same key with another hash is a conflict. */
  readonly hash: Buffer;
  /** The status of the first answer. */
  status: number;
  /** Returns the first answer as text, to be stored for replays. */
  render: (result: unknown) => string;
}

/** Thrown instead of a second execution. Carries the first answer. */
export class ReplayedAnswer extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super('the request was carried out before');
    this.status = status;
    this.body = body;
  }
}

/**
 * Returns the header's value (1 to 255 visible ASCII characters), or undefined when the header is absent. Throws a 400.
 */
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
