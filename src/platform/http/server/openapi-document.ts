import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { mapFields } from '../../kernel/index.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { compressed } from './compression.ts';
import { getAndHead } from './methods.ts';

/** Reads the OpenAPI document. */
export interface OpenApiDocuments {
  /** With examples and code samples. */
  whole(): OpenApiDocument;
  /** Without them. */
  plain(): OpenApiDocument;
}

/**
 * Returns what reads the committed document in the folder of the package. To generate it takes more than a second of processor
 * time, and blocks everything else in the process. `npm test` and `npm run verify` compare it with the operations.
 */
export function committedDocument(root: string): OpenApiDocuments {
  const whole = () => JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8')) as OpenApiDocument;
  return { whole, plain: () => withoutSamples(whole()) };
}

interface Exemplified {
  content?: Record<string, Record<string, unknown>>;
}
interface Sampled {
  requestBody?: Exemplified;
  responses?: Record<string, Exemplified>;
}

/** Returns a document without the examples of bodies and answers, and without code samples. */
export function withoutSamples(document: OpenApiDocument): OpenApiDocument {
  const { examples: _, ...components } = document.components;
  const answer = ({ content, ...rest }: Exemplified): Exemplified => ({
    ...rest,
    ...(content && { content: mapFields(content, ({ example, examples, ...one }) => one) }),
  });
  const items = document.paths as Record<string, Record<string, Record<string, unknown>>>;
  const paths = mapFields(items, (item) =>
    mapFields(item, ({ 'x-codeSamples': _samples, ...operation }) => {
      const { requestBody, responses } = operation as Sampled;
      return {
        ...operation,
        ...(requestBody && { requestBody: answer(requestBody) }),
        ...(responses && { responses: mapFields(responses, answer) }),
      };
    }),
  );
  const responses = mapFields((components.responses ?? {}) as Record<string, Exemplified>, answer);
  return { ...document, paths, components: { ...components, responses } } as OpenApiDocument;
}

/**
 * Serves the OpenAPI document at `/openapi.json`. `samples=false` leaves examples and code samples out, which programs do
 * not read. It needs no credential. The document is read with the first request.
 */
export function addOpenApiDocument(app: FastifyInstance, documents: OpenApiDocuments): void {
  const kept: { whole?: string; plain?: string } = {};
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  app.route<{ Querystring: Record<string, string> }>({
    method: getAndHead,
    url: '/openapi.json',
    handler: async ({ query, headers: { 'accept-encoding': accepted } }, reply) => {
      const which = query.samples === 'false' ? 'plain' : 'whole';
      kept[which] ??= JSON.stringify(documents[which]());
      const answer = await compressed({ status: 200, headers, body: kept[which] }, accepted);
      return reply.headers(answer.headers).send(answer.body);
    },
  });
}
