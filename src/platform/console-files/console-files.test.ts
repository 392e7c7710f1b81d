import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/world/temporary-folder.ts';
import { silentLog } from '../kernel/index.ts';
import { ConsoleFiles } from './console-files.ts';
import { addConsole } from './pages.ts';

/** Replaces the real build: two files, one of them compressed. */
const builder = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  const folder = process.argv[3];
  mkdirSync(folder + '/assets', { recursive: true });
  writeFileSync(folder + '/index.html', '<p>console</p>');
  writeFileSync(folder + '/assets/index-1.js', 'plain');
  writeFileSync(folder + '/assets/index-1.js.br', 'packed');
  const file = (path, type, isPacked) => ({ path, type, etag: 'e' + path.length, isPacked });
  const files = [file('/index.html', 'text/html', true), file('/assets/index-1.js', 'text/javascript', false)];
  writeFileSync(folder + '/parley-console.json', JSON.stringify({ key: folder.split('/').at(-1), files }));
`;
const html = { accept: 'text/html,*/*;q=0.8' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'console', 'src'), { recursive: true });
  await writeFile(join(folder.path, 'console', 'index.html'), '<p>source</p>');
});
afterAll(() => folder[Symbol.asyncDispose]());

async function consoleOf(name: string, script: string) {
  const path = join(folder.path, `${name}.mjs`);
  await writeFile(path, script);
  const dataDir = join(folder.path, name);
  const files = new ConsoleFiles({ root: folder.path, dataDir, log: silentLog, builder: path });
  const app = fastify();
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'route.not_found' }));
  app.get('/api/things', async () => 'things');
  addConsole(app, files);
  return { app, files };
}

const get = (app: FastifyInstance, url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

test('serves a waiting page until the console is built, then the console at every page address', async () => {
  const { app, files } = await consoleOf('works', builder);
  const waiting = await get(app, '/', html);
  expect(waiting.statusCode).toBe(503);
  expect(waiting.body).toContain('is being prepared');
  // `refresh` does not reload an address with a fragment.
  const [, script] = /<script src="([^"]+)"/.exec(waiting.body)!;
  const { headers, body } = await get(app, script!);
  expect([headers['content-type'], body]).toEqual([
    expect.stringContaining('javascript'),
    expect.stringContaining('reload()'),
  ]);
  expect(waiting.body).toContain('http-equiv="refresh"');
  await files.prepare();
  for (const url of ['/', '/calls/call_1', '/join']) {
    const page = await get(app, url, html);
    expect([url, page.statusCode, page.body]).toEqual([url, 200, '<p>console</p>']);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['x-robots-tag']).toContain('noindex');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  }
});

test('compresses files if the browser accepts it, and lets it cache them forever', async () => {
  const { app, files } = await consoleOf('cached', builder);
  await files.prepare();
  const plain = await get(app, '/assets/index-1.js');
  expect(plain.body).toBe('plain');
  const packed = await get(app, '/assets/index-1.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.rawPayload.toString()).toBe('packed');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const refused = await get(app, '/assets/index-1.js', { 'accept-encoding': 'br;q=0' });
  expect(refused.body).toBe('plain');
  const again = await get(app, '/', { ...html, 'if-none-match': '"e11"' });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('leaves addresses that are not pages alone', async () => {
  const { app, files } = await consoleOf('others', builder);
  await files.prepare();
  expect((await get(app, '/api/things', html)).body).toBe('things');
  for (const url of ['/api/unknown', '/console/unknown', '/assets/gone.js', '/docs/x']) {
    const answer = await get(app, url, html);
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { code: 'route.not_found' }]);
  }
  expect((await get(app, '/unknown', { accept: 'application/json' })).statusCode).toBe(404);
});

test('reports why a build failed, and affects nothing else', async () => {
  const { app, files } = await consoleOf('fails', `console.error('<b> is odd'); process.exit(1)`);
  await files.prepare();
  const page = await get(app, '/', html);
  expect(page.statusCode).toBe(503);
  expect(page.body).toContain('&lt;b&gt; is odd');
  expect(page.body).not.toContain('http-equiv');
  expect((await get(app, '/api/things')).body).toBe('things');
});
