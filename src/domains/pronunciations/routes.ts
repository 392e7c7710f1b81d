import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, namedPageRequest, nextPageUrl, type Route, Upload } from '../../platform/http/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import { dictionaryBytesMax, exportPronunciations, importPronunciations } from './file.ts';
import { getPronunciation, listPronunciations } from './read.ts';
import {
  CreatePronunciation,
  Pronunciation,
  PronunciationFilters,
  PronunciationImport,
  PronunciationPage,
  pronunciationsMax,
  SpeakPronunciation,
  UpdatePronunciation,
} from './schemas.ts';
import type { Voices } from './speak.ts';
import { createPronunciation, deletePronunciation, updatePronunciation } from './write.ts';

const params = z.object({ pronunciationId: z.string() });
const path = '/api/pronunciations';
const tag = 'Pronunciations';

const createDescription = `All voices of the organization speak the term in this way, in calls that begin from now on.
The transcript keeps the written term. A term has one entry in each language, and an organization at most
${pronunciationsMax} entries.`;

const speakDescription = `The answer is a WAV file of the term, spoken as in a call whose dictionary has this entry alone.
The entry need not be stored. The embedded voice needs no key and speaks English; it speaks \`replacement\`, not
\`ipa\`. The vendor of an agent's voice bills the request. Changes nothing.

A voice that does not speak the language is refused with \`language\`, one without a key with \`agentId\`, and a text that it
cannot speak with \`term\` or \`replacement\`. The answer is 503 (\`pronunciation.voice_failed\`) when the voice fails.`;

const exportDescription = `A CSV file (UTF-8) with \`term\`, \`language\`, \`replacement\` and \`ipa\`, in the order of the terms.
It can be imported as it is. A text that a spreadsheet would read as a formula begins with an apostrophe.`;

const importDescription = `The body is a CSV file (UTF-8; comma, semicolon or tab; RFC 4180) whose first line names the columns:
\`term\`, and any of \`language\`, \`replacement\` and \`ipa\`. An entry whose term and primary language are in the dictionary
replaces that entry; others are added, and none is deleted. When a row is wrong, the 400 names it and nothing changes.
The entries apply to calls that begin from now on.`;

export interface PronunciationDependencies {
  db: Database;
  /** Opens the voices of this process. Without it, no term can be listened to. */
  openVoices?: (() => Promise<Voices>) | undefined;
}

export function pronunciationRoutes({ db, openVoices }: PronunciationDependencies): Route[] {
  return [
    ...fileRoutes({ db }),
    speakRoute({ db, openVoices }),
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

function speakRoute({ db, openVoices }: PronunciationDependencies): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/speak`,
    operationId: 'speakPronunciation',
    tag,
    summary: 'Speak a term, to listen to it',
    description: speakDescription,
    scope: 'agents:write',
    body: SpeakPronunciation,
    inProgressMax: 2,
    outputContentType: 'audio/wav',
    status: 200,
    async handle(context, { body }) {
      if (!openVoices) throw new ApiError(503, 'pronunciation.voice_failed', 'This process has no voices.');
      const { speakPronunciation } = await import('./speak.ts');
      return speakPronunciation({ db, ...context }, await openVoices(), body);
    },
  });
}

/** Exports and imports the dictionary. */
function fileRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/export`,
      operationId: 'exportPronunciations',
      tag,
      summary: 'Download the pronunciation dictionary',
      description: exportDescription,
      scope: 'agents:read',
      outputContentType: 'text/csv',
      status: 200,
      handle: (context) => exportPronunciations({ db, ...context }),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/import`,
      operationId: 'importPronunciations',
      tag,
      summary: 'Add or change the entries of a CSV file',
      description: importDescription,
      scope: 'agents:write',
      body: Upload,
      bodyKind: 'csv',
      bodyBytesMax: dictionaryBytesMax,
      inProgressMax: 2,
      output: PronunciationImport,
      status: 200,
      errors: [409],
      handle: (context, { body }) => importPronunciations({ db, ...context }, body),
    }),
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
