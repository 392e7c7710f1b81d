import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route, Upload } from '../../platform/http/index.ts';
import { createPages, readAgain, replaceFile, uploadFile } from './add.ts';
import {
  CreateKnowledgePage,
  CreateKnowledgeSite,
  CreateKnowledgeText,
  chunksMax,
  fileBytesMax,
  KnowledgeSource,
  pagesMax,
  ReplaceKnowledgeFile,
  sourcesMax,
  textBodyBytesMax,
  UploadKnowledgeFile,
} from './schemas.ts';
import { createText } from './write.ts';

const path = '/api/knowledge';
const tag = 'Knowledge';
const ofSource = z.object({ sourceId: z.string() });
const created = { output: KnowledgeSource, status: 201, errors: [409] } as const;

const upload = {
  body: Upload,
  bodyKind: 'octet-stream',
  bodyBytesMax: fileBytesMax,
  inProgressMax: 2,
} as const;

const textDescription = `The text is split at its headings, and found from now on. An organization has at most
${sourcesMax} sources and ${chunksMax} parts of documents.`;

const fileDescription = `The body is the file: PDF, Word (.docx), HTML, Markdown, plain text or CSV, ${fileBytesMax / 2 ** 20} MB at most. The
source is \`reading\` until its text is found, some seconds later. \`failed\` has the reason in \`problem\`. Pictures are left
out; a scanned PDF needs a text recognition first. The first line of a CSV file is its header.`;

const pageDescription = `Fetches the page soon, and again as \`rereadHours\` says. The page must be public: private addresses are
refused unless \`PARLEY_EGRESS_ALLOW\` permits them. Its navigation is left out. The robots.txt of the site is respected; it
addresses the reader as \`ParleyBot\`.`;

const siteDescription = `Fetches the pages that the sitemaps of the site list, ${pagesMax} at most, and again as \`rereadHours\` says. The
sitemaps are those that robots.txt names, or \`/sitemap.xml\`. Pages of another origin are left out. Reading again fetches
only changed pages where the server says which those are, and removes pages that are no longer listed.`;

interface AddDependencies {
  db: Database;
  /** Lets the reader of this process look for work. */
  wakeReader?: (() => void) | undefined;
}

/** Returns a source, and lets the reader look for it. */
type Woken = (result: Promise<KnowledgeSource>) => Promise<KnowledgeSource>;

/** Returns the operations that add sources, and have them read. */
export function addRoutes({ db, wakeReader }: AddDependencies): Route[] {
  const woken: Woken = async (result) => {
    const source = await result;
    wakeReader?.();
    return source;
  };
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/texts`,
      operationId: 'createKnowledgeText',
      ...{ tag, summary: 'Add a text to the knowledge', description: textDescription },
      scope: 'agents:write',
      body: CreateKnowledgeText,
      bodyBytesMax: textBodyBytesMax,
      ...created,
      handle: (context, { body }) => createText({ db, ...context }, body),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/files`,
      operationId: 'uploadKnowledgeFile',
      ...{ tag, summary: 'Add a file to the knowledge', description: fileDescription },
      scope: 'agents:write',
      query: UploadKnowledgeFile,
      ...upload,
      ...created,
      handle: (context, { query, body }) => woken(uploadFile({ db, ...context }, query, body)),
    }),
    defineRoute({
      method: 'PUT',
      path: `${path}/sources/{sourceId}/file`,
      operationId: 'replaceKnowledgeFile',
      ...{ tag, summary: 'Replace the file of a source', description: fileDescription },
      scope: 'agents:write',
      params: ofSource,
      query: ReplaceKnowledgeFile,
      ...upload,
      output: KnowledgeSource,
      status: 200,
      errors: [404, 409],
      handle: (context, { params, query, body }) =>
        woken(replaceFile({ db, ...context }, params.sourceId, query, body)),
    }),
    ...webRoutes(db, woken),
  ];
}

/** Returns the operations of pages and sites. */
function webRoutes(db: Database, woken: Woken): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/pages`,
      operationId: 'createKnowledgePage',
      ...{ tag, summary: 'Add a page of the web to the knowledge', description: pageDescription },
      scope: 'agents:write',
      body: CreateKnowledgePage,
      ...created,
      handle: (context, { body }) => woken(createPages({ db, ...context }, 'page', body)),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/sites`,
      operationId: 'createKnowledgeSite',
      ...{ tag, summary: 'Add a site to the knowledge', description: siteDescription },
      scope: 'agents:write',
      body: CreateKnowledgeSite,
      ...created,
      handle: (context, { body }) => woken(createPages({ db, ...context }, 'site', body)),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/sources/{sourceId}/read`,
      operationId: 'readKnowledgeSource',
      ...{ tag, summary: 'Read a page or site again now' },
      description: 'Does nothing while it is being read.',
      scope: 'agents:write',
      params: ofSource,
      output: KnowledgeSource,
      status: 200,
      errors: [404, 409],
      handle: (context, { params }) => woken(readAgain({ db, ...context }, params.sourceId)),
    }),
  ];
}
