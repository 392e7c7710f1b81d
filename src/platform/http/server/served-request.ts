import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';

/** A request as far as its answer depends on it. */
export type ServedRequest = Pick<
  FastifyRequest,
  'id' | 'method' | 'url' | 'params' | 'query' | 'headers' | 'ip' | 'log' | 'caller' | 'body'
>;

/** What is answered, but for what every answer has. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Undefined: there is none. */
  body: string | Uint8Array | Readable | undefined;
}
