import type { FastifyInstance } from 'fastify';
import { compressed } from './compression.ts';
import { getAndHead } from './methods.ts';

/** The OpenAPI document as JSON. */
export interface OpenApiTexts {
  /** Without examples and samples. */
  plain: string;
  /** With them. Called when it is asked for first. */
  whole: () => Promise<string>;
}

/**
 * Serves the OpenAPI document at `/openapi.json`. `samples=false` leaves examples and code samples out, which programs do
 * not read. It needs no credential.
 */
export function addOpenApiDocument(app: FastifyInstance, { plain, whole }: OpenApiTexts): void {
  let kept: Promise<string> | null = null;
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  app.route<{ Querystring: Record<string, string> }>({
    method: getAndHead,
    url: '/openapi.json',
    handler: async ({ query, headers: { 'accept-encoding': accepted } }, reply) => {
      const body = query.samples === 'false' ? plain : await (kept ??= whole());
      const answer = await compressed({ status: 200, headers, body }, accepted);
      return reply.headers(answer.headers).send(answer.body);
    },
  });
}
