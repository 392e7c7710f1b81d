import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../../test/world/api-world.ts';
import { eventually } from '../../../../test/world/eventually.ts';
import { readStatement, statement } from '../../../platform/db/index.ts';
import { Egress } from '../../../platform/egress/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { KnowledgeReader } from '../index.ts';

interface Answer {
  status?: number;
  type?: string;
  body?: string;
  etag?: string;
  location?: string;
  /** The answer waits for it. */
  held?: Promise<void>;
}

let world: ApiWorld;
let egress: Egress;
let reader: KnowledgeReader;
let server: Server;
let origin: string;
/** What the site answers, by path. */
let site: Record<string, Answer>;
let requests: { path: string; status: number; agent: string | undefined }[];

beforeAll(async () => {
  world = await createApiWorld();
  egress = new Egress({ allow: ['127.0.0.1/32'] });
  server = createServer(async (request, response) => {
    const { status = 200, type = 'text/html', body = '', etag, location, held } = answerTo(request);
    requests.push({ path: request.url!, status, agent: request.headers['user-agent'] });
    await held;
    const more = { ...(etag ? { etag } : {}), ...(location ? { location } : {}) };
    response.writeHead(status, { 'content-type': type, ...more }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  reader = openReader();
});
afterAll(async () => {
  await reader.close();
  await egress[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
  await world.close();
});
beforeEach(() => {
  site = {};
  requests = [];
});

function openReader(more = {}): KnowledgeReader {
  const opened = new KnowledgeReader({
    ...more,
    db: world.db,
    log: silentLog,
    openEgress: async () => egress,
    pollMs: 20,
    extendMs: 50,
  });
  opened.start();
  return opened;
}

function answerTo({ url = '', headers }: IncomingMessage): Answer {
  const found = site[url] ?? { status: 404 };
  return found.etag !== undefined && headers['if-none-match'] === found.etag
    ? { ...found, status: 304, body: '' }
    : found;
}

const page = (title: string, text: string): Answer => ({
  body: `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
});
const sitemap = (...paths: string[]): Answer => ({
  type: 'application/xml',
  body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`,
});

/** Founds an organization. `read` waits until a source has been read. */
async function founded() {
  const { key, organizationId } = await world.foundOrganization();
  const ask = (method: string, path: string, body?: unknown, headers = {}) =>
    world.request(method, `/api/knowledge${path}`, { key, body, headers });
  const get = async (id: string) => (await ask('GET', `/sources/${id}`)).body;
  const read = async (answer: { body: { sourceId: string } }) => {
    const { sourceId } = answer.body;
    await eventually(async () => (await get(sourceId)).state, /ready|failed/);
    return get(sourceId);
  };
  const titles = async (id: string) =>
    (await ask('GET', `/sources/${id}/documents`)).body.documents
      .map(({ title }: { title: string }) => title)
      .sort();
  const find = async (query: string) =>
    (await ask('POST', '/search', { query })).body.chunks.map(({ title }: { title: string }) => title);
  return { key, organizationId, ask, read, titles, find };
}

it('reads an uploaded file, replaces it, and says why one cannot be read', async () => {
  const { ask, read, find, organizationId } = await founded();
  const csv = { 'content-type': 'text/csv' };
  const first = await ask(
    'POST',
    '/files?fileName=prices.csv&language=en',
    'Product,Price\nKettle,20\n',
    csv,
  );
  expect([first.status, first.body.state]).toEqual([201, 'reading']);
  expect(await read(first)).toMatchObject({
    kind: 'file',
    state: 'ready',
    documentCount: 1,
    name: 'prices.csv',
  });
  expect(await find('what does the kettle cost')).toEqual(['prices.csv']);
  const replaced = await ask(
    'PUT',
    `/sources/${first.body.sourceId}/file?fileName=prices.md`,
    '# Prices\n\nTeapots are 30.',
    { 'content-type': 'text/markdown' },
  );
  await read(replaced);
  expect(await find('kettle')).toEqual([]);
  expect(await find('teapots')).toEqual(['Prices']);
  const bare = await ask('POST', '/files?fileName=a.md', ' \n', { 'content-type': 'text/markdown' });
  expect(await read(bare)).toMatchObject({ state: 'failed', problem: 'The file has no text.' });
  const damaged = await ask('POST', '/files?fileName=a.pdf', 'no PDF', { 'content-type': 'application/pdf' });
  const failed = await read(damaged);
  expect(await world.db.query(selectFiles, [organizationId])).toEqual([]);
  expect(failed).toMatchObject({
    state: 'failed',
    problem: 'The file is no PDF file.',
    nextReadAt: null,
  });
});

it('takes a new file in place of one that is being read, and of a correction', async () => {
  const { ask, read, find, organizationId } = await founded();
  const text = { 'content-type': 'text/markdown' };
  const { body } = await ask('POST', '/files?fileName=a.md', '# Old\n\nKettles are 20.', text);
  await eventually(() => claimOf(organizationId), '1 extended');
  const file = `/sources/${body.sourceId}/file?fileName=a.md`;
  await ask('PUT', file, '# New\n\nKettles are 25.', text);
  await read({ body });
  expect(await find('kettles')).toEqual(['New']);
  const { documents } = (await ask('GET', `/sources/${body.sourceId}/documents`)).body;
  await ask('PATCH', `/documents/${documents[0].documentId}`, { title: 'Corrected' });
  await ask('PUT', file, '# Newest\n\nKettles are 30.', text);
  await read({ body });
  expect(await find('kettles')).toEqual(['Newest']);
});

it.each([
  ['fileName', '?fileName=a.exe', 'MZ'],
  ['fileName', '?name=A', 'MZ'],
  ['body', '?fileName=a.txt', ''],
])('names %s of a file that it refuses', async (field, query, body) => {
  const { ask } = await founded();
  const answer = await ask('POST', `/files${query}`, body, { 'content-type': 'application/octet-stream' });
  expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
});

it('reads the pages of a site that its sitemaps list and its robots.txt permits, and later only changed ones', async () => {
  site = {
    '/robots.txt': {
      type: 'text/plain',
      body: `User-agent: *\nDisallow: /help/secret\nSitemap: ${origin}/index.xml`,
    },
    '/index.xml': {
      type: 'application/xml',
      body: `<sitemapindex><sitemap><loc>${origin}/pages.xml</loc></sitemap><sitemap><loc>${origin}/more.xml</loc></sitemap></sitemapindex>`,
    },
    '/more.xml': sitemap('/help/a'),
    '/pages.xml': sitemap('/help/a', '/help/b', '/help/secret', '/help/gone', '/other'),
    '/help/a': { ...page('Alpha', 'Apples are red.'), etag: '"a1"' },
    '/help/b': page('Beta', 'Bananas are yellow.'),
    '/help/secret': page('Secret', 'Nothing to see.'),
  };
  const { ask, read, titles, find } = await founded();
  const made = await ask('POST', '/sites', { address: `${origin}/help/`, language: 'en', rereadHours: 24 });
  const source = await read(made);
  const { sourceId } = source;
  expect(source).toMatchObject({ state: 'ready', documentCount: 2, nextReadAt: expect.stringMatching(/Z$/) });
  expect(source.problem).toBe(`1 of 3 pages could not be read: ${origin}/help/gone: the server answers 404.`);
  expect(await titles(sourceId)).toEqual(['Alpha', 'Beta']);
  expect(requests.map(({ path }) => path)).toEqual([
    '/robots.txt',
    '/index.xml',
    '/pages.xml',
    '/more.xml',
    '/help/a',
    '/help/b',
    '/help/gone',
  ]);
  expect(new Set(requests.map(({ agent }) => agent))).toEqual(
    new Set([expect.stringContaining('ParleyBot')]),
  );

  const before = (await ask('GET', `/sources/${sourceId}/documents`)).body.documents;
  site['/pages.xml'] = sitemap('/help/a', '/help/c');
  site['/help/c'] = page('Gamma', 'Cherries are small.');
  site['/more.xml'] = { status: 503 };
  const partly = await read(await ask('POST', `/sources/${sourceId}/read`));
  expect(partly.problem).toBe(
    `No page was removed, because a sitemap could not be read: ${origin}/more.xml: the server answers 503.`,
  );
  expect(await titles(sourceId)).toEqual(['Alpha', 'Beta', 'Gamma']);
  site['/more.xml'] = sitemap('/help/a');
  requests = [];
  await read(await ask('POST', `/sources/${sourceId}/read`));
  expect(requests.find(({ path }) => path === '/help/a')?.status).toBe(304);
  expect(await titles(sourceId)).toEqual(['Alpha', 'Gamma']);
  expect(await find('bananas')).toEqual([]);
  const idOf = (list: { title: string; documentId: string }[]) =>
    list.find(({ title }) => title === 'Alpha')?.documentId;
  expect(idOf((await ask('GET', `/sources/${sourceId}/documents`)).body.documents)).toBe(idOf(before));
});

it('keeps a correction when the page is read again, and says why a page cannot be read', async () => {
  site['/page'] = page('Hours', 'We open at nine.');
  const { ask, read, find } = await founded();
  const { sourceId } = await read(
    await ask('POST', '/pages', { address: `${origin}/page#top`, language: 'en' }),
  );
  const { documents } = (await ask('GET', `/sources/${sourceId}/documents`)).body;
  const document = `/documents/${documents[0].documentId}`;
  expect((await ask('PATCH', document, { text: '# Hours\n\nWe open at ten.' })).body.isCorrected).toBe(true);
  site['/page'] = page('Hours', 'We open at eleven.');
  await read(await ask('POST', `/sources/${sourceId}/read`));
  expect((await ask('GET', document)).body.text).toContain('ten');
  expect(await find('when do you open')).toEqual(['Hours']);
  // Without the correction, the next reading has what the page says now.
  expect((await ask('POST', `${document}/undo`)).body).toMatchObject({ isCorrected: false, canUndo: true });
  await read(await ask('POST', `/sources/${sourceId}/read`));
  const now = (await ask('GET', document)).body;
  expect([now.text, now.canUndo]).toEqual([expect.stringContaining('eleven'), false]);
  site['/page'] = { type: 'image/png', body: 'x' };
  const failed = await read(await ask('POST', `/sources/${sourceId}/read`));
  expect(failed).toMatchObject({ state: 'failed', problem: 'It is image/png, which cannot be read.' });
  // What was read before is still found.
  expect(await find('when do you open')).toEqual(['Hours']);
});

it('takes the language that the first page names, if the source has none', async () => {
  site['/page'] = page('Hours', 'We deliver until nine.');
  const { ask, read, find } = await founded();
  const languageOf = async (body: object) =>
    (await read(await ask('POST', '/pages', { address: `${origin}/page`, ...body }))).language;
  expect(await languageOf({})).toBe('en');
  expect(await find('who was delivering')).toEqual(['Hours']);
  expect(await languageOf({ language: 'de' })).toBe('de');
  site['/page'] = { body: `${page('Hours', 'We open.').body}`.replace('"en"', '"no language!"') };
  expect(await languageOf({})).toBeNull();
});

it('keeps a correction that is made while the page is read', async () => {
  site['/page'] = page('Hours', 'We open at nine.');
  const { ask, read } = await founded();
  const { sourceId } = await read(await ask('POST', '/pages', { address: `${origin}/page` }));
  const { documents } = (await ask('GET', `/sources/${sourceId}/documents`)).body;
  const document = `/documents/${documents[0].documentId}`;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  site['/page'] = { ...page('Hours', 'We open at eleven.'), held };
  requests = [];
  const again = await ask('POST', `/sources/${sourceId}/read`);
  await eventually(() => requests.map(({ path }) => path).join(' '), '/page');
  await ask('PATCH', document, { text: 'We open at ten.' });
  release();
  await read(again);
  expect((await ask('GET', document)).body).toMatchObject({ text: 'We open at ten.', isCorrected: true });
});

it('keeps its claim while a server is slow', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  site['/sitemap.xml'] = { ...sitemap('/caf%E9'), held };
  // Without a title, the page has the one of its address, which is not UTF-8.
  site['/caf%E9'] = { type: 'text/plain', body: 'We open at nine.' };
  const { ask, read, titles, organizationId } = await founded();
  const made = await ask('POST', '/sites', { address: `${origin}/` });
  await eventually(() => requests.map(({ path }) => path).join(' '), '/sitemap.xml');
  await world.db.query(shortenClaim, [organizationId]);
  await eventually(() => claimOf(organizationId), '1 extended');
  release();
  expect(await read(made)).toMatchObject({ state: 'ready', problem: null });
  expect(await titles(made.body.sourceId)).toEqual(['caf%E9']);
});

it('gives up a site that does not answer any more', async () => {
  await reader.close();
  reader = openReader({ fetchMsMax: 400 });
  const paths = Array.from({ length: 9 }, (_, index) => `/p${index}`);
  site['/sitemap.xml'] = sitemap(...paths);
  site['/p0'] = page('Alpha', 'Apples are red.');
  const held = Promise.withResolvers<void>();
  for (const path of paths.slice(1)) site[path] = { held: held.promise };
  const { ask, read, find } = await founded();
  const source = await read(await ask('POST', '/sites', { address: `${origin}/` }));
  expect(source).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(
      /^The reading ended early, because 5 pages in a row got no answer\. 5 of 9 pages/,
    ),
  });
  expect(requests.map(({ path }) => path)).not.toContain('/p6');
  expect(await find('apples')).toEqual(['Alpha']);
  held.resolve();
  await reader.close();
  reader = openReader();
});

it('says where a page has moved, and reads one that failed as its new schedule says', async () => {
  site['/page'] = { status: 301, location: 'https://www.example.com/page' };
  const { ask, read } = await founded();
  const moved = await read(await ask('POST', '/pages', { address: `${origin}/page` }));
  expect(moved).toMatchObject({ state: 'failed', nextReadAt: null });
  expect(moved.problem).toBe(
    'There is a redirect to another origin, https://www.example.com; add that address instead.',
  );
  const { body } = await ask('PATCH', `/sources/${moved.sourceId}`, { rereadHours: 24 });
  expect(Date.parse(body.nextReadAt)).toBeGreaterThan(Date.now());
});

it('refuses private addresses, and a site without sitemaps', async () => {
  const { ask, read } = await founded();
  const refused = await read(await ask('POST', '/pages', { address: 'http://10.0.0.1/' }));
  expect(refused.problem).toMatch(/robots.txt of its site cannot be read: .*10\.0\.0\.1/);
  const bare = await read(await ask('POST', '/sites', { address: `${origin}/` }));
  expect(bare).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('no sitemap that can be read'),
  });
});

const selectFiles = readStatement(
  'test.knowledge_files',
  'select source_id from knowledge_files where organization_id = $1',
);
const selectClaim = readStatement(
  'test.knowledge_claim',
  `select concat(attempts, case when due_at > now() + interval '30 seconds' then ' extended' end) as claim
   from knowledge_sources where organization_id = $1`,
);
/** Returns the attempts of the only source, and whether its claim was extended. */
async function claimOf(organizationId: string): Promise<string> {
  return (await world.db.query<{ claim: string }>(selectClaim, [organizationId]))[0]!.claim;
}
const shortenClaim = statement(
  'test.knowledge_shorten',
  `update knowledge_sources set due_at = now() + interval '1 second' where organization_id = $1`,
);
const loseClaim = statement(
  'test.knowledge_lose',
  `update knowledge_sources set state = 'reading', attempts = $2, due_at = now(), reading_since = now() where organization_id = $1`,
);

it('goes on with the source of a reader that died, and gives up one that ends its readers', async () => {
  site['/page'] = page('Hours', 'We open at nine.');
  const { ask, read, organizationId } = await founded();
  const { body } = await ask('POST', '/pages', { address: `${origin}/page` });
  await read({ body });
  await world.db.query(loseClaim, [organizationId, 1]);
  expect(await read({ body })).toMatchObject({ state: 'ready' });
  await world.db.query(loseClaim, [organizationId, 4]);
  expect(await read({ body })).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('its reader was ended 4 times'),
  });
});
