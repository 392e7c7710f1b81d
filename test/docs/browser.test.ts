import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsPages } from '../../src/platform/docs-site/catalog.ts';
import { addDocs } from '../../src/platform/docs-site/index.ts';
import {
  accessibilityViolations,
  hasChromium,
  keepScreenshot,
  openChromium,
  windowOptions,
} from '../console/chromium.ts';
import { root } from './fences.ts';

/** Pages that together have everything that pages are made of, each with the looks in which it is judged. */
const judged: [path: string, looks: ('dark' | 'light')[]][] = [
  ['/carriers', ['dark', 'light']],
  ['/api/schedules', ['dark', 'light']],
  ['', ['light']],
  ['/api', ['dark']],
  ['/search?q=calls', ['light']],
];

describe.skipIf(!hasChromium)('the documentation in a browser', { timeout: 120_000 }, () => {
  let app: FastifyInstance;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let origin: string;
  const complaints: string[] = [];
  const asked = new Set<string>();

  beforeAll(async () => {
    const text = await readFile(join(root, 'openapi/openapi.json'), 'utf8');
    app = fastify();
    addDocs(app, { root, document: () => JSON.parse(text) });
    [origin, browser] = await Promise.all([app.listen({ host: '127.0.0.1', port: 0 }), openChromium()]);
    context = await browser.newContext(windowOptions);
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const overhang = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

  test('every page fits a telephone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const tooWide: string[] = [];
    for (const path of [
      ...docsPages.map(({ slug }) => `/${slug}`),
      '/api',
      '/api/agents',
      '/api/schemas/Call',
    ]) {
      await page.goto(`${origin}/docs${path === '/' ? '' : path}`);
      if ((await overhang()) > 0) tooWide.push(path);
    }
    expect(tooWide).toEqual([]);
    await keepScreenshot(page, 'docs-360');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('pages are as WCAG 2.2 AA wants them, in both looks', async () => {
    for (const [path, looks] of judged) {
      await page.goto(`${origin}/docs${path}`);
      for (const colorScheme of looks) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityViolations(page), path).toEqual([]);
      }
    }
    await page.goto(`${origin}/docs/quick-start`);
    await page.emulateMedia({ colorScheme: 'light' });
    await keepScreenshot(page, 'docs');
    await page.setViewportSize({ width: 2560, height: 1200 });
    expect(await overhang()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('what is typed finds pages by keyboard, code is copied, and the looks stay chosen', async () => {
    await page.goto(`${origin}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('circuit');
    await page.getByRole('option').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/.+/);
    await page.getByRole('button', { name: 'Looks: auto' }).click();
    await page.getByRole('button', { name: 'Looks: light' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Looks: dark' }).waitFor();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await page.goto(`${origin}/docs/quick-start`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start');
  });

  test('without JavaScript everything can be read and found', async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    const tab = await plain.newPage();
    await tab.goto(`${origin}/docs/quick-start`);
    await tab.getByText('Menu').click();
    await tab.getByRole('link', { name: 'Deployment' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Deployment' }).waitFor();
    await tab.getByRole('searchbox').fill('secret key');
    await tab.getByRole('searchbox').press('Enter');
    await tab.getByRole('link', { name: 'Rotating the secret key' }).waitFor();
    await plain.close();
  });

  test('nothing was asked of anybody else, and no page complained', () => {
    expect([...asked]).toEqual([origin]);
    expect(complaints).toEqual([]);
  });
});
