import type { FastifyInstance } from 'fastify';
import { getAndHead } from './methods.ts';

/** Serves the OpenAPI document, given as JSON, at `/openapi.json`. It needs no credential. */
export function addOpenApiDocument(app: FastifyInstance, text: string): void {
  app.route({
    method: getAndHead,
    url: '/openapi.json',
    handler: async (_request, reply) => reply.type('application/json; charset=utf-8').send(text),
  });
}
