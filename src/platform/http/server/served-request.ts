import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';

/** The parts of a request that its answer depends on. */
export type ServedRequest = Pick<
  FastifyRequest,
  'id' | 'method' | 'url' | 'params' | 'query' | 'headers' | 'ip' | 'log' | 'caller' | 'body'
>;

/** An answer without the headers that every answer has. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  /** `undefined` for an answer without a body. */
  body: string | Uint8Array | Readable | undefined;
}
