import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, namedPageRequest, nextPageUrl, type Route } from '../../platform/http/index.ts';
import { getPronunciation, listPronunciations } from './read.ts';
import {
  CreatePronunciation,
  Pronunciation,
  PronunciationFilters,
  PronunciationPage,
  pronunciationsMax,
  UpdatePronunciation,
} from './schemas.ts';
import { createPronunciation, deletePronunciation, updatePronunciation } from './write.ts';

const params = z.object({ pronunciationId: z.string() });
const path = '/api/pronunciations';
const tag = 'Pronunciations';

const createDescription = `All voices of the organization speak the term in this way, in calls that begin from now on.
The transcript keeps the written term. A term has one entry in each language, and an organization at most
${pronunciationsMax} entries.`;

export function pronunciationRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createPronunciation',
      tag,
      summary: 'Add a term to the pronunciation dictionary',
      description: createDescription,
      scope: 'agents:write',
      body: CreatePronunciation,
      output: Pronunciation,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createPronunciation({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listPronunciations',
      tag,
      summary: 'List the pronunciation dictionary, newest first',
      scope: 'agents:read',
      query: PronunciationFilters,
      output: PronunciationPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listPronunciations({ db, ...context }, namedPageRequest(query));
        const nextPage = nextPageUrl(context.baseUrl, path, query, next);
        return { pronunciations: items, metadata: { nextPage } };
      },
    }),
    ...onePronunciationRoutes({ db }),
  ];
}

function onePronunciationRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{pronunciationId}`,
      operationId: 'getPronunciation',
      tag,
      summary: 'Read an entry of the pronunciation dictionary',
      scope: 'agents:read',
      params,
      output: Pronunciation,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getPronunciation({ db, ...context }, params.pronunciationId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{pronunciationId}`,
      operationId: 'updatePronunciation',
      tag,
      summary: 'Change an entry of the pronunciation dictionary',
      description: 'The change applies to calls that begin from now on.',
      scope: 'agents:write',
      params,
      body: UpdatePronunciation,
      output: Pronunciation,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, body }) =>
        updatePronunciation({ db, ...context }, params.pronunciationId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{pronunciationId}`,
      operationId: 'deletePronunciation',
      tag,
      summary: 'Delete an entry of the pronunciation dictionary',
      scope: 'agents:write',
      params,
      status: 204,
      errors: [404],
      handle: (context, { params }) => deletePronunciation({ db, ...context }, params.pronunciationId),
    }),
  ];
}
