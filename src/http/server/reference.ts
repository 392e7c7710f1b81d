import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from '../openapi.ts';

/** Adds the OpenAPI document and the page that shows it; nothing of the page comes from elsewhere. */
export async function addReference(app: FastifyInstance, document: OpenApiDocument): Promise<void> {
  const text = JSON.stringify(document);
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
  const specification = { document } as unknown as StaticDocumentSpec;
  await app.register(swagger, { mode: 'static', specification });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { url: '/openapi.json', docExpansion: 'list', deepLinking: true, tryItOutEnabled: true },
    theme: { title: 'Parley API' },
  });
}
