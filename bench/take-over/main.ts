/**
 * `npm run bench:take-over [-- --rounds 20]` measures in browsers how a member takes over a call from a web page: the time from
 * the click on "Take over" to the member's first sound on the line, and from the kill of the member's browser to the first sound
 * of the agent. A listener hears the line, which adds its own delay. The member's microphone has recorded human speech
 * without its pauses.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import WebSocket from 'ws';
import { writeWav } from '../../src/telephony/media/index.ts';
import { microphoneOf } from '../../test/console/caller-voice.ts';
import { openChromium, windowOptions } from '../../test/console/chromium.ts';
import { startProgram } from '../../test/world/program.ts';
import { percentile } from '../percentile.ts';
import { personSpeaks, speechRateHz } from '../web-calls/speech.ts';
import { LineWatch } from './line-watch.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? 20);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds must be a number from 1; it is ${values.rounds}`);

await using opened = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'parley-take-over-'));
opened.defer(() => rm(folder, { recursive: true, force: true }));
const program = opened.use(await startProgram({ env: { PARLEY_CONSOLE: 'on' } }));
const send = async (method: string, path: string, body: object) => {
  const answer = await program.request(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};

const storageState = await signedIn();
const callId = await callFromPage();
const line = await watchLine();
const taken: number[] = [];
const back: number[] = [];
for (let round = 1; round <= rounds; round++) {
  const browser = await openChromium(microphoneOf(await speechFile()));
  const page = await (await browser.newContext({ ...windowOptions, storageState })).newPage();
  await page.goto(`${program.url}/calls/${callId}`);
  const button = page.getByRole('region', { name: 'Take over' }).getByRole('button', { name: 'Take over' });
  await button.waitFor();
  await line.untilSilent();
  const sounded = line.nextSound();
  const clickedMs = performance.now();
  await button.click();
  taken.push((await sounded) - clickedMs);
  await page.getByText('you speak').waitFor();
  const goneMs = performance.now();
  await browser.close();
  await line.untilSilent(150);
  back.push((await line.nextSound()) - goneMs);
}
const figures = (ms: readonly number[]) =>
  `median ${Math.round(percentile(ms, 50))} ms, 95 % within ${Math.round(percentile(ms, 95))} ms, at most ${Math.round(Math.max(...ms))} ms`;
console.log(`${rounds} rounds, load average ${loadavg()[0]!.toFixed(1)}`);
console.log(`click to the member's first sound: ${figures(taken)}`);
console.log(`member's browser gone to the agent's first sound: ${figures(back)}`);
line.close();

/** Signs the owner in, and returns the cookies. */
async function signedIn() {
  const browser = await openChromium();
  const page = await (await browser.newContext(windowOptions)).newPage();
  await page.goto(program.joinUrl);
  await page.getByLabel('Password', { exact: true }).fill('three parcels for maya', { timeout: 100_000 });
  await page.getByLabel('Email').fill('olive@example.com');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const state = await page.context().storageState();
  await browser.close();
  return state;
}

/** Lets a browser call the agent from a web page, and returns the id of the call. */
async function callFromPage(): Promise<string> {
  const { url } = program;
  let html = '';
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  opened.defer(() => void shop.close());
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const { agentId } = await send('POST', '/api/agents', {
    ...{ name: 'Ada', prompt: 'You listen.', firstMessage: 'Hello.' },
    limits: { maxDurationSeconds: 3600, silenceSeconds: 600 },
  });
  const widget = { allowedOrigins: [origin], voice: true };
  const { token } = await send('PUT', `/api/agents/${agentId}/widget`, widget);
  html = `<!doctype html><title>Shop</title><main><script src="${url}/public/voice-widget.js" data-token="${token}"></script>`;
  const silence = join(folder, 'silence.wav');
  await writeFile(silence, writeWav({ sampleRateHz: 16_000, channels: [new Int16Array(16_000)] }));
  const browser = await openChromium(microphoneOf(silence));
  opened.defer(() => browser.close());
  const page = await browser.newPage();
  await page.goto(origin);
  await page.getByRole('button', { name: 'Call us' }).click();
  await page.getByText('Connected. Speak now.').waitFor({ timeout: 30_000 });
  for (;;) {
    const { calls } = (await program.request('GET', '/api/calls')).body;
    if (calls[0]?.status === 'in-progress') return calls[0].callId;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function watchLine(): Promise<LineWatch> {
  const headers = { authorization: `Bearer ${program.key}` };
  const socket = new WebSocket(`${program.url.replace(/^http/, 'ws')}/api/calls/${callId}/audio`, {
    headers,
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return new LineWatch(socket);
}

/** Writes speech without its pauses for a fake microphone. */
async function speechFile(): Promise<string> {
  const speech = await personSpeaks(1);
  const frame = speechRateHz / 50;
  const loud: number[] = [];
  for (let at = 0; at + frame <= speech.length; at += frame) {
    const piece = speech.subarray(at, at + frame);
    if (piece.some((sample) => Math.abs(sample) > 1_500)) loud.push(...piece);
  }
  const path = join(folder, 'member.wav');
  await writeFile(path, writeWav({ sampleRateHz: speechRateHz, channels: [Int16Array.from(loud)] }));
  return path;
}
