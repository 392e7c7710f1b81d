import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/world/temporary-folder.ts';
import type { OpenApiDocument } from '../http/index.ts';
import { docsPages } from './catalog.ts';
import { highlight } from './highlight.ts';
import { siteAddress } from './links.ts';
import { anchorOf, inlineMarkdown, renderMarkdown } from './markdown.ts';
import { addDocs } from './pages.ts';
import { SearchIndex } from './search.ts';
import { DocsSite } from './site.ts';

const root = resolve(import.meta.dirname, '../../..');
const document = JSON.parse(await readFile(join(root, 'openapi/openapi.json'), 'utf8')) as OpenApiDocument;
const app = fastify();
app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'route.not_found' }));
addDocs(app, { root, document: () => document });

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.inject({ method: 'GET', url, headers });

test('serves every page, and every link leads to an existing page and anchor', async () => {
  const site = new DocsSite({ root, document: () => document });
  const addresses = await site.addresses();
  expect(addresses.length).toBeGreaterThan(250);
  const pages = new Map<string, string>();
  for (const address of addresses) {
    const answer = await get(address);
    expect([address, answer.statusCode]).toEqual([address, 200]);
    pages.set(address, answer.body);
  }
  const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
  const ids = new Map([...pages].map(([address, html]) => [address, idsOf(html)]));
  const broken: string[] = [];
  for (const [from, html] of pages) {
    for (const [, href = ''] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(href) || ['/', '/openapi.json'].includes(href)) continue;
      const [path = '', anchor] = href.split('#');
      const to = path === '' ? from : path;
      const isFile = !pages.has(to) && (await get(to)).statusCode === 200;
      if (!isFile && !pages.has(to)) broken.push(`${from}: ${href}`);
      else if (anchor && !ids.get(to)?.has(anchor)) broken.push(`${from}: ${href}`);
    }
  }
  expect([...new Set(broken)]).toEqual([]);
}, 60_000);

interface Sampled {
  operationId: string;
  tags: string[];
  'x-codeSamples': { lang: string; source: string }[];
  requestBody?: { content: Record<string, Exampled> };
  responses: Record<string, { content?: Record<string, Exampled> }>;
}
type Exampled = { schema: object; example?: unknown; examples?: Record<string, { $ref: string }> };
const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as Sampled[];
const samplesIn = (lang: string) =>
  operations.flatMap((operation) =>
    operation['x-codeSamples'].filter((one) => one.lang === lang).map(({ source }) => source),
  );

// `npm run verify` checks that each example matches its schema (scripts/check-openapi.ts).
test('the document has an example of each body and answer, without placeholders', () => {
  const shared = document.components.examples as Record<string, { value: unknown }>;
  const wrong: string[] = [];
  for (const { operationId, requestBody, responses } of operations)
    for (const part of [requestBody, ...Object.values(responses)]) {
      const content = part?.content?.['application/json'];
      if (!content) continue;
      const [name] = Object.keys(content.examples ?? {});
      const text = JSON.stringify(name === undefined ? content.example : shared[name]?.value);
      // `…` stands where no text is known for a field.
      if (text === undefined || /"(?:…|string)"/.test(text)) wrong.push(`${operationId}: ${text}`);
    }
  expect(wrong).toEqual([]);
  for (const failure of Object.values(
    document.components.responses as object,
  ) as Sampled['responses'][string][])
    expect(failure.content!['application/json']!.example).toMatchObject({ code: expect.any(String) });
});

test('the document has a sample of each operation in languages that can read it', () => {
  const counts = ['Shell', 'TypeScript', 'Python'].map((lang) => samplesIn(lang).length);
  const inSdk = operations.filter(({ tags }) => !tags.includes('Console')).length;
  expect(counts).toEqual([operations.length, inSdk, operations.length]);
  expect(samplesIn('Shell').join('\n')).not.toContain('…');
  const shell = spawnSync('bash', ['-n'], { input: samplesIn('Shell').join('\n') });
  expect(String(shell.stderr)).toBe('');
  expect(samplesIn('TypeScript')).toContain(`import { Parley } from '@parley/sdk';

const parley = new Parley({ baseUrl: process.env.PARLEY_URL!, apiKey: process.env.PARLEY_API_KEY! });
const answer = await parley.providerKeys.create({ provider: 'deepgram' });`);
  expect(samplesIn('Python')).toContain(`import os
import requests

answer = requests.post(
    f"{os.environ['PARLEY_URL']}/api/provider-keys",
    headers={"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}"},
    json={
        "provider": "deepgram",
    },
    timeout=30,
)
answer.raise_for_status()`);
});

test('the samples in TypeScript have the types of the SDK', async () => {
  await using folder = await temporaryFolder();
  const functions = samplesIn('TypeScript').map(
    (source, index) => `export async function f${index}() {${source.replace(/^import .*$/gm, '')}\n}\n`,
  );
  const head = `import { Parley } from '${root}/packages/sdk/src/index.ts';
declare const process: { env: Record<string, string | undefined> };
declare function openAsBlob(path: string): Promise<Blob>;
`;
  const options = {
    rootDir: '/',
    noEmit: true,
    noUnusedLocals: false,
    rewriteRelativeImportExtensions: false,
  };
  const configuration = {
    extends: join(root, 'packages/sdk/tsconfig.json'),
    compilerOptions: { ...options, allowImportingTsExtensions: true },
    include: ['samples.mts'],
  };
  await writeFile(join(folder.path, 'samples.mts'), head + functions.join(''));
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(configuration));
  const check = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--pretty', 'false', '-p', folder.path]);
  expect([String(check.stdout), check.status]).toEqual(['', 0]);
}, 60_000);

const hasPython = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!hasPython)('Python reads the samples in its language', () => {
  const read = 'import ast, json, sys\nfor source in json.load(sys.stdin): ast.parse(source)';
  const { stderr } = spawnSync('python3', ['-c', read], { input: JSON.stringify(samplesIn('Python')) });
  expect(String(stderr)).toBe('');
});

test('has every page of the documentation', async () => {
  const files = await readdir(join(root, 'docs'));
  const written = files.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`);
  const listed = docsPages.map(({ source }) => source);
  expect(written.filter((source) => !listed.includes(source))).toEqual([]);
});

test('links files of the repository that are pages, and only names others', () => {
  expect(siteAddress('docs/chats.md', 'operations.md#watching-it')).toBe('/docs/operations#watching-it');
  expect(siteAddress('README.md', 'docs/decisions/2026-11-21-answer-detection.md')).toBe(
    '/docs/decisions/2026-11-21-answer-detection',
  );
  expect(siteAddress('docs/sdk.md', '../packages/sdk/README.md')).toBe('/docs/sdk');
  expect(siteAddress('docs/scripted-model.md', 'dialogue.schema.json')).toBe('/docs/dialogue.schema.json');
  expect(siteAddress('docs/sdk.md', '../src/main.ts')).toBeNull();
  expect(siteAddress('docs/sdk.md', 'javascript:alert(1)')).toBeNull();
  expect(siteAddress('docs/sdk.md', '../../../etc/passwd')).toBeNull();
});

test('answers 404 in the format that the client accepts', async () => {
  const page = await get('/docs/no-such-page');
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await get('/docs/no-such-page', {})).json()).toEqual({ code: 'route.not_found' });
  for (const path of [
    '/docs/assets/../site.ts',
    '/docs/..%2Fpackage.json',
    '/docs/decisions/..%2F..%2FREADME',
  ])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  expect((await get('/docs/operations/')).headers.location).toBe('/docs/operations');
  expect((await get('/docs//operations//')).headers.location).toBe('/docs//operations');
});

test('compresses a page if the client accepts it, lets it be cached, and forbids foreign resources', async () => {
  const plain = await get('/docs');
  expect(plain.body).toContain('<h1 id="parley">');
  expect(plain.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
  const packed = await get('/docs', { 'accept-encoding': 'gzip', accept: 'text/html' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  const again = await get('/docs', { 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('shows the fields of an operation, their bounds and a request', async () => {
  const { body } = await get('/docs/api/campaigns');
  expect(body).toContain('id="queueCampaignCall"');
  expect(body).toContain('1 to 40 characters');
  expect(body).toContain('/api/agents/{agentId}/calls/campaign');
  expect((await get('/docs/api/schemas/Call')).body).toContain('<code>endedReason</code>');
});

test('finds titles, headings, operations and text by the beginnings of words', async () => {
  const found = async (query: string) =>
    (await get(`/docs/search.json?q=${encodeURIComponent(query)}`)).json();
  expect((await found('back rest'))[0]).toMatchObject({ address: '/docs/operations#backup-and-restore' });
  expect((await found('queueCamp'))[0]).toMatchObject({ title: 'Queue a campaign call' });
  const settings = await found('PARLEY_HTTP_PORT');
  expect(settings).toContainEqual(expect.objectContaining({ address: '/docs/configuration' }));
  expect(Object.keys(settings[0]).sort()).toEqual(['address', 'place', 'title']);
  const addresses = async (query: string) =>
    (await found(query)).map(({ address }: { address: string }) => address);
  expect(await addresses('nginx')).toContainEqual(expect.stringMatching(/^\/docs\/deployment#/));
  expect(await addresses('baresip')).toContain('/docs/quick-start#4-call-it');
  expect(await found('')).toEqual([]);
  expect((await get('/docs/search?q=%3Cb%3E')).body).toContain('&lt;b&gt;');
  const index = new SearchIndex([{ title: 'Cost', place: 'a b c', address: '/x' }]);
  expect(index.find('cost b')).toHaveLength(1);
  expect(index.find('ost')).toHaveLength(0);
  const entry = (title: string, text: string) => ({ title, text, place: 'p', address: `/${title}` });
  const ranked = new SearchIndex([
    entry('One', 'a call back and a queue'),
    entry('Two', 'the `queue.call`'),
    entry('Queue', 'each call'),
    entry('Queue a call', ''),
  ]);
  expect(ranked.find('queue call').map(({ title }) => title)).toEqual([
    'Queue a call',
    'Two',
    'One',
    'Queue',
  ]);
});

test('renders text with anchors, and shows raw HTML as written', () => {
  const { html, headings } = renderMarkdown(
    '# A `b` c\n\n<!-- not shown -->\n\n## What?\n\n## What?\n\n<script>alert(1)</script>\n\n| a |\n|---|\n| b |\n',
    'docs/x.md',
  );
  expect(headings.map(({ id }) => id)).toEqual(['a-b-c', 'what', 'what-1']);
  expect(html).not.toContain('not shown');
  expect(html).not.toContain('<script>');
  expect(html).toContain('tabindex="0"><table>');
  expect(inlineMarkdown('`<field>` & <b>')).toBe('<code>&lt;field&gt;</code> &amp; &lt;b&gt;');
  expect(anchorOf("Where a customer's clock is")).toBe('where-a-customers-clock-is');
});

test('highlights code without losing a character', () => {
  const text = (html: string) =>
    html
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'");
  const code = `A=$(api GET "/x?a=$B" | field id)   # a "comment"\ncurl -d '{"a":1}' <x\n`;
  expect(text(highlight(code, 'sh')).replaceAll('&amp;', '&')).toBe(code);
  expect(highlight('{"a": "b", "c": 1}', 'json')).toBe(
    '{<span class="code-key">&quot;a&quot;</span>: <span class="code-string">&quot;b&quot;</span>, <span class="code-key">&quot;c&quot;</span>: <span class="code-value">1</span>}',
  );
  expect(highlight('<x>', 'unknown')).toBe('&lt;x&gt;');
});
