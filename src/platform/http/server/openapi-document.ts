import type { FastifyInstance } from 'fastify';
import { compressed } from './compression.ts';
import { getAndHead } from './methods.ts';

/** Serves the OpenAPI document, given as JSON, at `/openapi.json`. It needs no credential. */
export function addOpenApiDocument(app: FastifyInstance, text: string): void {
  const whole = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
  app.route({
    method: getAndHead,
    url: '/openapi.json',
    handler: async (request, reply) => {
      const { headers, body } = await compressed(whole, request.headers['accept-encoding']);
      return reply.headers(headers).send(body);
    },
  });
}
