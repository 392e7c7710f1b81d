import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWav } from '../../src/telephony/media/index.ts';
import { eventually } from '../world/eventually.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { microphoneOf, speechOf } from './caller-voice.ts';
import {
  accessibilityViolations,
  hasChromium,
  keepScreenshot,
  openChromium,
  windowOptions,
} from './chromium.ts';
import { openAnew } from './console-page.ts';
import type { Office } from './office.ts';
import { sharedOffices } from './shared-offices.ts';
import { startModel } from './team-office.ts';

/** Keeps the last 2.8 s of the agent's side at the loudspeaker of a page, which is right, in the audio thread. */
const loudspeakerTap = `{
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (target, ...how) {
    const { context } = this;
    if (target === context.destination)
      window.heard = [0, 0.7, 1.4, 2.1].map((delayTime) => {
        const sides = connect.call(this, new ChannelSplitterNode(context));
        const earlier = connect.call(sides, new DelayNode(context, { delayTime, maxDelayTime: 3 }), 1);
        return connect.call(earlier, new AnalyserNode(context, { fftSize: 32_768 }));
      });
    return connect.call(this, target, ...how);
  };
}`;

/**
 * Lets the scripts of a page stand still for 4 s, as a slow machine or a large render would. Resolves with whether its loudspeaker was
 * loud in the last 2.8 s of that, if it has the tap.
 */
const standStill = (page: Page) =>
  page.evaluate(`{
    const until = performance.now() + 4_000;
    while (performance.now() < until);
    window.heard?.some((analyser) => {
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      return samples.some((sample) => Math.abs(sample) > 0.03);
    });
  }`);

describe.skipIf(!hasChromium)('three in one call', { timeout: 180_000 }, () => {
  let office: Office;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const opened = new AsyncDisposableStack();
  const browsers: Browser[] = [];
  let asked: string[];
  let shopHtml = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(shopHtml));
  let customer: Page;

  beforeAll(async () => {
    folder = await temporaryFolder();
    office = await sharedOffices.open();
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const { program } = office;
    const model = await startModel(opened);
    asked = model.asked;
    const key = { provider: 'openai', apiKey: 'a-key', baseUrl: model.url };
    await program.request('POST', '/api/provider-keys', { body: key });
    // It does not hear. Otherwise, it would end the call on a busy machine, where it understands words too late.
    const agent = {
      ...{ name: 'Ada', prompt: 'You say hello.', firstMessage: 'Hello, this is Ada.' },
      ...{ model: { provider: 'openai', model: 'gpt-4.1-mini' }, transcriber: null },
      limits: { silenceSeconds: 300 },
    };
    const { agentId } = (await program.request('POST', '/api/agents', { body: agent })).body;
    const body = { allowedOrigins: [shopUrl], voice: true };
    const { token } = (await program.request('PUT', `/api/agents/${agentId}/widget`, { body })).body;
    shopHtml = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
      <script src="${program.url}/public/voice-widget.js" data-token="${token}"></script></main>`;
    customer = await (await browserWith('I would like to speak with a person, please.', 'rms', 8)).newPage();
    // The widget keeps its connection to itself.
    await customer.addInitScript(
      'window.RTCPeerConnection = class extends RTCPeerConnection { constructor(...how) { super(...how); window.line = this; } };',
    );
    await customer.goto(shopUrl);
  }, 300_000);
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    shop.close();
    await office?.[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
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

  /** The energy of all sound that the customer's page has received (https://www.w3.org/TR/webrtc-stats/, totalAudioEnergy). */
  const heardEnergy = (): Promise<number> =>
    customer.evaluate(`line.getStats().then((stats) =>
      [...stats.values()].find(({ type }) => type === 'inbound-rtp').totalAudioEnergy)`);
  /** The loudness of a side that the supervisor's page shows. */
  const volume = (side: 'customer' | 'agent'): Promise<number> =>
    office.page
      .getByRole('meter', { name: `Volume of the ${side}` })
      .evaluate((meter) => (meter as unknown as { value: number }).value);

  test('a member speaks in place of the agent, and the agent goes on', async () => {
    // What a failed try left.
    for (const browser of browsers.splice(1)) await browser.close();
    await customer.reload();
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
    await openAnew(supervisor, url);
    await supervisor.evaluate(loudspeakerTap);
    // The player of a slow network. What the service sends as soon as it is connected must not be missed.
    await supervisor.route(/listen-worklet/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await supervisor.getByRole('button', { name: 'Listen', exact: true }).click();
    await supervisor.getByRole('button', { name: 'Stop listening' }).waitFor();
    await expect.poll(() => volume('customer'), { timeout: 20_000 }).toBeGreaterThan(0.3);
    await supervisor.getByRole('tab', { name: 'Whisper' }).click();
    await supervisor.getByLabel('Instruction that only the agent reads').fill('Be brief.');
    await supervisor.getByRole('button', { name: 'Whisper' }).click();

    const memberBrowser = await browserWith('Hello, this is Ben. How can I help you today?', 'awb', 1);
    const storageState = await supervisor.context().storageState();
    const member = await (await memberBrowser.newContext({ ...windowOptions, storageState })).newPage();
    await openAnew(member, url);
    const panel = member.getByRole('region', { name: 'Take over' });
    // The check while the member speaks then leaves out the sections that are the same.
    expect(await accessibilityViolations(member)).toEqual([]);
    await panel.getByRole('button', { name: 'Take over' }).click();
    await panel.getByText('you speak').waitFor();
    // The agent is silent, so all that the customer hears now, and the supervisor on its side, is the member.
    const before = await heardEnergy();
    await expect.poll(() => volume('agent'), { timeout: 20_000 }).toBeGreaterThan(0.3);
    await expect.poll(async () => (await heardEnergy()) - before, { timeout: 20_000 }).toBeGreaterThan(0.001);
    const stillFromMs = Date.now() + 500;
    const [isHeard] = await Promise.all([standStill(supervisor), standStill(member)]);
    const stillUntilMs = Date.now();
    expect(isHeard).toBe(true);
    await keepScreenshot(member, 'take-over');
    expect(await accessibilityViolations(member)).toEqual([]);
    await panel.getByRole('button', { name: 'Hold' }).click();
    await panel.getByText('on hold').waitFor();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByLabel('Note for the agent').fill('She wants a table.');
    await panel.getByRole('button', { name: 'Hand back to the agent' }).click();
    await panel.getByRole('button', { name: 'Take over' }).waitFor();
    await expect.poll(() => asked.at(-1)).toContain('She wants a table.');
    expect(asked.at(-1)).toContain('Be brief.');

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
    const still = [stillFromMs, stillUntilMs].map((ms) =>
      Math.round(((ms - startedMs) * sampleRateHz) / 1000),
    );
    const loud = channels[1]!.slice(...still).filter((sample) => Math.abs(sample) > 1_000);
    expect(loud.length / sampleRateHz).toBeGreaterThan(0.3);
  });
});
