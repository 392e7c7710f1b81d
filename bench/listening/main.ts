/**
 * `npm run bench:listening [-- --rounds 20]` measures in browsers how late a member who listens hears the customer: from the customer's
 * microphone to the member's loudspeaker. The customer has a telephone, which counts from the first packet of a sound, or a web page. The
 * console's page counts when it gives the sound to the loudspeaker, and adds the delay of the output that the browser names. The sound is
 * recorded human speech.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { writeWav } from '../../src/telephony/media/index.ts';
import { microphoneOf } from '../../test/console/caller-voice.ts';
import { openChromium } from '../../test/console/chromium.ts';
import { openTeamOffice } from '../../test/console/team-office.ts';
import { startProgram } from '../../test/world/program.ts';
import { percentile } from '../percentile.ts';
import { personSpeaks, speechRateHz } from '../web-calls/speech.ts';
import { tappedLoudspeaker, tappedMicrophone } from './page-taps.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds must be a number from 1; it is ${values.rounds}`);
const pauseMs = 1500;
/** A sound that is later than this was not heard. */
const heardMsMax = 1000;

await using opened = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'parley-listening-'));
opened.defer(() => rm(folder, { recursive: true, force: true }));
const env = { PARLEY_CONSOLE: 'on', PARLEY_EGRESS_ALLOW: '127.0.0.0/8' };
const program = opened.use(await startProgram({ env }));
const office = opened.use(await openTeamOffice(program));
const word = await firstWord();

const { callId, customer } = await office.dial();
await customer.untilSpeech();
await customer.untilSilence(500);
const telephoneListener = await listener(callId);
const said: number[] = [];
for (let round = 0; round < rounds; round++) {
  const { startMs } = await customer.say({ pcm: word });
  said.push(customer.clocks.saidZeroEpochMs! + startMs);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
await report('telephone', said, telephoneListener);
await telephoneListener.close();
await office.hangUp();

const visitor = await visitorOfPage();
const webListener = await listener(await liveCall());
await webListener.waitForTimeout(rounds * (pauseMs + 1000 * (word.length / speechRateHz)) + heardMsMax);
// The customer spoke before the member listened.
const spoken = (await visitor.evaluate('window.onsets')) as number[];
const [firstHeard = 0] = (await webListener.evaluate('window.onsets')) as number[];
const since = spoken.filter((at) => at > firstHeard - heardMsMax).slice(0, rounds);
await report('web page', since, webListener);

/** Prints the delays. Fails when a sound was not heard. */
async function report(of: string, spokenMs: readonly number[], page: Page): Promise<void> {
  await page.waitForTimeout(heardMsMax);
  const heard = (await page.evaluate('window.onsets')) as number[];
  const output = 1000 * ((await page.evaluate('window.outputLatency')) as number);
  const delays = spokenMs
    .map((at) => (heard.find((later) => later >= at) ?? Number.POSITIVE_INFINITY) - at)
    .filter((ms) => ms <= heardMsMax);
  console.log(
    `${of}: median ${Math.round(percentile(delays, 50))} ms, 95 % within ${Math.round(percentile(delays, 95))} ms, at most ${Math.round(Math.max(...delays))} ms` +
      ` (${delays.length} of ${spokenMs.length} sounds heard, output ${Math.round(output)} ms, load average ${loadavg()[0]!.toFixed(1)})`,
  );
  if (spokenMs.length < rounds || delays.length < spokenMs.length) process.exitCode = 1;
}

/** Returns the id of the call in progress, as soon as there is one. */
async function liveCall(): Promise<string> {
  for (;;) {
    const { calls } = (await program.request('GET', '/api/calls?status=in-progress')).body;
    if (calls.length > 0) return calls[0].callId;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Lets the member listen to a call. */
async function listener(of: string): Promise<Page> {
  const page = await office.member.newPage();
  await page.addInitScript(tappedLoudspeaker);
  await page.goto(`${program.url}/calls/${of}`);
  await page.getByRole('button', { name: 'Listen', exact: true }).click();
  await page.getByRole('meter', { name: 'Volume of the customer' }).waitFor();
  await page.waitForTimeout(2 * heardMsMax);
  return page;
}

/** Calls the agent from a web page, whose microphone repeats the word. */
async function visitorOfPage(): Promise<Page> {
  let html = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  opened.defer(() => void shop.close());
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const body = { allowedOrigins: [origin], voice: true };
  const widget = await program.request('PUT', `/api/agents/${office.agentId}/widget`, { body });
  if (widget.status >= 300) throw new Error(widget.text);
  html = `<!doctype html><title>Shop</title><main><script src="${program.url}/public/voice-widget.js" data-token="${widget.body.token}"></script>`;
  const repeated = new Int16Array(word.length + (pauseMs * speechRateHz) / 1000);
  repeated.set(word, repeated.length - word.length);
  const file = join(folder, 'word.wav');
  await writeFile(file, writeWav({ sampleRateHz: speechRateHz, channels: [repeated] }));
  const browser = await openChromium(microphoneOf(file));
  opened.defer(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript(tappedMicrophone);
  await page.goto(origin);
  await page.getByRole('button', { name: 'Call us' }).click();
  await page.getByText('Connected. Speak now.').waitFor({ timeout: 30_000 });
  return page;
}

/** Returns 400 ms of recorded speech without pauses, whose beginning is loud. */
async function firstWord(): Promise<Int16Array> {
  const speech = await personSpeaks(1);
  const frame = speechRateHz / 50;
  const loud: number[] = [];
  for (let at = 0; at + frame <= speech.length && loud.length < 20 * frame; at += frame) {
    const piece = speech.subarray(at, at + frame);
    if (piece.some((sample) => Math.abs(sample) > 4_000)) loud.push(...piece);
  }
  return Int16Array.from(loud);
}
