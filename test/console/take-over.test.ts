import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { readWav, writeWav } from '../../src/telephony/media/index.ts';
import { eventually } from '../world/eventually.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { microphoneOf } from './caller-voice.ts';
import {
  accessibilityViolations,
  hasChromium,
  keepScreenshot,
  openChromium,
  windowOptions,
} from './chromium.ts';
import { openPage } from './console-page.ts';
import { type Office, openOffice } from './office.ts';

const dialogue = {
  start: 'hello',
  nodes: {
    hello: { say: 'Hello, this is Ada.', listen: { options: [{ phrases: ['stop'], goto: 'stop' }] } },
    stop: { say: 'Bye.', end: true },
  },
};

/** Speech that a fake microphone repeats, with pauses. */
async function speechOf(text: string, voice: string, pauseSeconds: number): Promise<Buffer> {
  await using flite = new Flite();
  const pieces: Int16Array[] = [new Int16Array(pauseSeconds * 16_000)];
  for await (const { pcm } of flite.speak({ text, voice, language: 'en' })) pieces.push(pcm);
  const heard = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const pcm of pieces) {
    heard.set(pcm, at);
    at += pcm.length;
  }
  return writeWav({ sampleRateHz: 16_000, channels: [heard] });
}

describe.skipIf(!hasChromium)('three in one call', { timeout: 180_000 }, () => {
  let office: Office;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const browsers: Browser[] = [];
  let shopHtml = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(shopHtml));
  let customer: Page;

  beforeAll(async () => {
    folder = await temporaryFolder();
    office = await openOffice();
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const { program } = office;
    const limits = { silenceSeconds: 60 };
    const agent = {
      name: 'Ada',
      prompt: 'You say hello.',
      model: { provider: 'scripted', dialogue },
      limits,
    };
    const { agentId } = (await program.request('POST', '/api/agents', { body: agent })).body;
    const body = { allowedOrigins: [shopUrl], voice: true };
    const { token } = (await program.request('PUT', `/api/agents/${agentId}/widget`, { body })).body;
    shopHtml = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
      <script src="${program.url}/public/voice-widget.js" data-token="${token}"></script></main>`;
    customer = await (await browserWith('I would like to speak with a person, please.', 'rms', 8)).newPage();
    await customer.goto(shopUrl);
  }, 300_000);
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    shop.close();
    await office?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  async function browserWith(text: string, voice: string, pauseSeconds: number): Promise<Browser> {
    const file = join(folder.path, `${browsers.length}.wav`);
    await writeFile(file, await speechOf(text, voice, pauseSeconds));
    const browser = await openChromium(microphoneOf(file));
    browsers.push(browser);
    return browser;
  }

  const newest = async () => (await office.program.request('GET', '/api/calls')).body.calls[0];
  const said = async (role: string) =>
    ((await newest()).transcript as { role: string; message: string }[])
      .filter((entry) => entry.role === role)
      .map(({ message }) => message)
      .join(' | ');

  test('a member speaks in place of the agent, and the agent goes on', async () => {
    // On a busy machine, no process may answer as long as a visitor waits.
    for (let shown = ''; !shown.startsWith('Connected'); ) {
      await customer.getByRole('button', { name: 'Call us' }).press('Enter');
      const result = customer.getByText(/^(Connected|All lines are busy)/);
      shown = await result.innerText({ timeout: 60_000 });
    }
    await eventually(() => said('bot'), /Hello, this is Ada/, 30_000);
    const { callId } = await newest();
    const url = `${office.program.url}/calls/${callId}`;

    const supervisor = office.page;
    await openPage(supervisor, url);
    await supervisor.getByRole('button', { name: 'Listen', exact: true }).click();
    await supervisor.getByRole('button', { name: 'Stop listening' }).waitFor();
    await supervisor.getByRole('tab', { name: 'Whisper' }).click();
    await supervisor.getByLabel('Instruction that only the agent reads').fill('Be brief.');
    await supervisor.getByRole('button', { name: 'Whisper' }).click();

    const memberBrowser = await browserWith('Hello, this is Ben. How can I help you today?', 'awb', 1);
    const storageState = await supervisor.context().storageState();
    const member = await (await memberBrowser.newContext({ ...windowOptions, storageState })).newPage();
    await openPage(member, url);
    const panel = member.getByRole('region', { name: 'Take over' });
    await panel.getByRole('button', { name: 'Take over' }).click();
    await panel.getByText('you speak').waitFor();
    await keepScreenshot(member, 'take-over');
    expect(await accessibilityViolations(member)).toEqual([]);
    await member.waitForTimeout(4_000);
    await panel.getByRole('button', { name: 'Hold' }).click();
    await panel.getByText('on hold').waitFor();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByLabel('Note for the agent').fill('She wants a table.');
    await panel.getByRole('button', { name: 'Hand back to the agent' }).click();
    await panel.getByRole('button', { name: 'Take over' }).waitFor();

    await panel.getByRole('button', { name: 'Take over' }).click();
    await panel.getByText('you speak').waitFor();
    await memberBrowser.close();
    await eventually(() => said('bot'), /connection to my colleague was lost/, 30_000);

    await customer.getByRole('button', { name: 'Hang up' }).press('Enter');
    await eventually(async () => (await newest()).status, 'ended', 30_000);
    const { body } = await office.program.request('GET', `/api/calls/${callId}/why`);
    const reasons = body.decisions.map(({ reason }: { reason: string }) => reason);
    expect(reasons.filter((reason: string) => /listening|take|taken/.test(reason))).toEqual([
      ...['listening-started', 'taken-over', 'take-over-ended', 'taken-over', 'take-over-lost'],
    ]);
    const recording = await fetch(`${office.program.url}/api/calls/${callId}/recording`, {
      headers: { authorization: `Bearer ${office.program.key}` },
    });
    const { sampleRateHz, channels } = readWav(Buffer.from(await recording.arrayBuffer()));
    const startedMs = Date.parse((await newest()).startedAt);
    const at = (reason: string) =>
      Date.parse(body.decisions.find((one: { reason: string }) => one.reason === reason).at) - startedMs;
    const between = [at('taken-over'), at('take-over-ended')].map((ms) =>
      Math.round((ms * sampleRateHz) / 1000),
    );
    const loud = channels[1]!.slice(between[0], between[1]).filter((sample) => Math.abs(sample) > 1_000);
    expect(loud.length / sampleRateHz).toBeGreaterThan(0.3);
  });

  test('a member stays on the line of a taken call on other pages of the console', async () => {
    const storageState = await office.page.context().storageState();
    const browser = await browserWith('Hello.', 'awb', 1);
    const context = await browser.newContext({ ...windowOptions, storageState });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const call = {
      ...{ teamCallId: 'tcall_a', callId: 'call_a', teamId: 'team_a', teamName: 'Sales', state: 'answered' },
      ...{
        customerNumber: '+12125550123',
        agentName: 'Ada',
        summary: null,
        offerUntil: null,
        isDialed: false,
      },
      ...{ waitingSince: new Date().toISOString(), answeredAt: new Date().toISOString() },
    };
    const presence = {
      ...{ memberId: 'member_a', state: 'busy', awayBecause: null, takesOn: 'browser', leaseUntil: null },
      ...{ wrapUpUntil: null, teams: [{ teamId: 'team_a', name: 'Sales' }], call },
    };
    await page.route('**/api/presence/events', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `retry: 60000\nevent: presence\ndata: ${JSON.stringify(presence)}\n\n`,
      }),
    );
    const line: string[] = [];
    await page.routeWebSocket(/\/api\/calls\/call_a\/takeover/, (socket) => {
      line.push('opened');
      socket.send(JSON.stringify({ type: 'ready', sampleRateHz: 16_000 }));
      socket.send(JSON.stringify({ type: 'speaking', canSuggest: false }));
      const audio = setInterval(() => socket.send(Buffer.alloc(1_280)), 500);
      socket.onClose(() => {
        clearInterval(audio);
        line.push('closed');
      });
    });
    await openPage(page, `${office.program.url}/take-calls`);
    const panel = page.getByRole('region', { name: 'On a call for Sales' });
    await panel.getByText('you speak').waitFor();
    await panel.getByLabel('Note for the agent').fill('She wants a table.');
    await panel.getByRole('link', { name: '+12125550123' }).click();
    await page.waitForURL('**/calls/call_a');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(line).toEqual(['opened']);
    await page.getByRole('link', { name: 'Back to the call' }).click();
    await panel.getByText('you speak').waitFor();
    expect(await panel.getByLabel('Note for the agent').inputValue()).toBe('She wants a table.');
    expect(line).toEqual(['opened']);
    // The window asks for its calls again when it is loaded anew on another page.
    await openPage(page, `${office.program.url}/teams`);
    await page.getByRole('link', { name: 'Back to the call' }).waitFor();
    await keepScreenshot(page, 'own-call-elsewhere');
    expect(await accessibilityViolations(page)).toEqual([]);
    await context.close();
  });
});
