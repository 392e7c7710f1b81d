import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import type { AgentEnvironment } from '../../src/runtime/agent-runtime/index.ts';
import { openToolRunner } from '../../src/runtime/tools/index.ts';
import { callerVoice, microphoneOf } from '../console/caller-voice.ts';
import { accessibilityViolations, hasChromium, openChromium } from '../console/chromium.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { openCallEngine } from '../world/call-engine.ts';
import { eventually } from '../world/eventually.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';

const dialogue = {
  start: 'hello',
  nodes: {
    hello: {
      say: 'Do you want to hear a joke?',
      listen: { options: [{ phrases: ['yes [please]'], goto: 'joke' }] },
    },
    joke: { say: 'There is none about telephones.', end: true },
  },
};

describe.skipIf(!hasChromium)('a call from a web page', { timeout: 120_000 }, () => {
  let world: ApiWorld;
  let browser: Browser;
  let page: Page;
  let agentId: string;
  let token: string;
  let shopUrl: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let html = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    const microphone = join(folder.path, 'caller.wav');
    await writeFile(microphone, await callerVoice());
    world = await createApiWorld({ recordingsDir: folder.path, followMsMax: 600_000 });
    const baseUrl = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
    const providers = await world.providers();
    const { db, secret } = world;
    const environment = { db, secret, egress: () => Promise.reject(new Error('none')) };
    const openTools: AgentEnvironment['openTools'] = (toolCall, options) =>
      openToolRunner(environment, toolCall, options);
    const setting = { db, voice: new Flite(), providers, openTools, recordingsDir: folder.path, ports: 4 };
    await openCallEngine(setting, closers);
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    // A busy machine is silent for a while.
    const limits = { silenceSeconds: 60 };
    const model = { provider: 'scripted', dialogue };
    const agent = { name: 'Ada', prompt: 'You tell jokes.', model, limits };
    agentId = (await world.request('POST', '/api/agents', { body: agent })).body.agentId;
    const body = { allowedOrigins: [shopUrl], voice: true };
    ({ token } = (await world.request('PUT', `/api/agents/${agentId}/widget`, { body })).body);
    html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
      <script src="${baseUrl}/public/voice-widget.js" data-token="${token}"></script></main>`;
    browser = await openChromium(microphoneOf(microphone));
    page = await browser.newPage();
    await page.goto(shopUrl);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    shop.close();
    for (const close of closers) await close();
    await world?.close();
    await folder[Symbol.asyncDispose]();
  });

  const newest = async () => (await world.request('GET', '/api/calls')).body.calls[0];
  const status = () => page.getByRole('status').innerText();
  const call = () => page.getByRole('button', { name: 'Call us' });
  const ask = (
    method: string,
    path = '',
    options: { body?: unknown; origin?: string; token?: string } = {},
  ) =>
    world.request(method, `/public/calls/${options.token ?? token}${path}`, {
      ...{ key: null, body: options.body, headers: { origin: options.origin ?? shopUrl } },
    });

  /** Calls until the call is connected. On a busy machine, no process may answer as long as a visitor waits. */
  async function connect(): Promise<void> {
    for (let shown = ''; !shown.startsWith('Connected'); ) {
      await call().press('Enter');
      const result = page.getByText(/^(Connected|All lines are busy)/);
      shown = await result.innerText({ timeout: 60_000 });
    }
  }

  test('is answered by the agent, shows captions, and is on record', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
    await connect();
    // The recorded caller answers at its own time, and may interrupt the question.
    const captions = () => page.getByRole('log').innerText();
    await eventually(captions, /^Agent: There is none about telephones/m, 60_000);
    expect(await captions()).toMatch(/^You: yes/m);
    expect(await captions()).toMatch(/^Agent: Do\b/m);
    // Speech that was not understood has no line.
    expect(await captions()).not.toMatch(/^You:\s*$/m);
    expect(await accessibilityViolations(page)).toEqual([]);
    await eventually(status, /^The call has ended\.$/, 60_000);
    await eventually(async () => (await newest()).status, 'ended', 30_000);
    const record = await newest();
    expect(record).toMatchObject({ type: 'webCall', agentId, endedReason: 'assistant-ended-call' });
    const why = (await world.request('GET', `/api/calls/${record.callId}/why`)).body;
    const answered = why.decisions.find((one: { decision: string }) => one.decision === 'answered');
    expect(answered.reason).toBe('browser-connected');
    expect(record.customerNumber).toMatch(/^visitor_[0-9a-f]{24}$/);
    expect(record.recordingUrl).toMatch(/recording$/);
    expect(record.quality.packetsReceived).toBeGreaterThan(100);
    expect(record.transcript.map(({ role }: { role: string }) => role)).toContain('user');
  });

  test('ends when the visitor hangs up', async () => {
    await connect();
    await page.getByRole('button', { name: 'Mute' }).press('Enter');
    expect(await page.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Hang up' }).press('Enter');
    expect(await status()).toBe('You ended the call.');
    await eventually(async () => (await newest()).status, 'ended', 30_000);
    expect(await newest()).toMatchObject({ endedReason: 'customer-ended-call', type: 'webCall' });
  });

  test('says in plain words why there is no call', async () => {
    const deny = `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`;
    await page.evaluate(deny);
    await call().press('Enter');
    await eventually(() => page.getByRole('alert').innerText(), /^The microphone is blocked/);
    await world.request('PUT', `/api/agents/${agentId}/widget`, { body: { allowedOrigins: [shopUrl] } });
    await page.reload();
    await call().press('Enter');
    await eventually(() => page.getByRole('alert').innerText(), 'Calls are switched off for this widget.');
    const body = { allowedOrigins: [shopUrl], voice: true };
    await world.request('PUT', `/api/agents/${agentId}/widget`, { body });
  });

  test('refuses other origins, other tokens, unusable offers, and sessions of other calls', async () => {
    const elsewhere = await ask('GET', '', { origin: 'https://elsewhere.example' });
    const unknown = await ask('GET', '', { token: `widget_${'0'.repeat(32)}` });
    const unusable = await ask('POST', '', { body: { offer: 'v=0\r\n' } });
    const noSession = await ask('GET', '/events');
    expect([elsewhere, unknown, unusable, noSession].map(({ status: code }) => code)).toEqual([
      ...[403, 404, 400, 401],
    ]);
    expect(unusable.body.details[0].field).toBe('offer');
  });
});
