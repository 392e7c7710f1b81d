import type { FastifyInstance } from 'fastify';

/** Adds the OpenAPI document, given as JSON, at `/openapi.json`, for anybody. */
export function addOpenApiDocument(app: FastifyInstance, text: string): void {
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
}
