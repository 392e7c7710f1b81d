import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerVoice, microphoneOf } from '../console/caller-voice.ts';
import { accessibilityViolations, hasChromium, openChromium } from '../console/chromium.ts';
import { eventually } from '../world/eventually.ts';
import { type Program, startProgram } from '../world/program.ts';
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

describe.skipIf(!hasChromium)('a call from a web page', { timeout: 90_000 }, () => {
  let program: Program;
  let browser: Browser;
  let page: Page;
  let agentId: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let html = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));

  beforeAll(async () => {
    folder = await temporaryFolder();
    const microphone = join(folder.path, 'caller.wav');
    const [started] = await Promise.all([
      startProgram({ dataDir: join(folder.path, 'data') }),
      callerVoice().then((voice) => writeFile(microphone, voice)),
      new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve)),
    ]);
    program = started;
    const agent = { name: 'Ada', prompt: 'You tell jokes.', model: { provider: 'scripted', dialogue } };
    agentId = (await program.request('POST', '/api/agents', { body: agent })).body.agentId;
    const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const body = { allowedOrigins: [shopUrl], voice: true };
    const { token } = (await program.request('PUT', `/api/agents/${agentId}/widget`, { body })).body;
    html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
      <script src="${program.url}/public/voice-widget.js" data-token="${token}"></script></main>`;
    browser = await openChromium(microphoneOf(microphone));
    page = await browser.newPage();
    await page.goto(shopUrl);
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    shop.close();
    await program?.[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const calls = async () => (await program.request('GET', '/api/calls')).body.calls;
  const status = () => page.getByRole('status').innerText();

  test('is answered by the agent, shows captions, and is on record', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Call us' }).press('Enter');
    const captions = [
      'Agent: Do you want to hear a joke?',
      'You: yes please',
      'Agent: There is none about telephones.',
    ];
    await eventually(() => page.getByRole('log').innerText(), captions.join('\n'));
    await eventually(status, 'The call has ended.');
    await eventually(async () => (await calls())[0].status, 'ended');
    const [call] = await calls();
    expect(call).toMatchObject({ type: 'webCall', agentId, endedReason: 'assistant-ended-call' });
    expect(call.recordingUrl).toMatch(/recording$/);
    expect(call.quality.packetsReceived).toBeGreaterThan(100);
  });
});
