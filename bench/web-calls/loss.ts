import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { readWav, resample, writeWav } from '../../src/telephony/media/index.ts';
import { microphoneOf } from '../../test/console/caller-voice.ts';
import { openChromium } from '../../test/console/chromium.ts';
import { type Program, startProgram } from '../../test/world/program.ts';
import { type BrowserCounts, captured, capturing, counting } from './capture-page.ts';
import { ImpairedPath, type Impairment } from './impaired-path.ts';
import { personSpeaks, roundWords, speechRateHz } from './speech.ts';
import { heardOf, spokenWords, wordsIn } from './words.ts';

/** A state of the network in both directions. */
interface Condition extends Impairment {
  name: string;
  /** Whether the browser may send Opus with forward error correction. Default: it may. */
  hasFec?: boolean;
}

const still = { loss: 0, delayMs: 0, jitterMs: 0 };
const jitter = { delayMs: 100, jitterMs: 60 };
const conditions: readonly Condition[] = [
  { name: 'no loss', ...still },
  { name: '1 % loss', ...still, loss: 0.01 },
  { name: '5 % loss', ...still, loss: 0.05 },
  { name: '5 % loss, browser without FEC', ...still, loss: 0.05, hasFec: false },
  { name: 'jitter ±60 ms', ...still, ...jitter },
  { name: '5 % loss, jitter ±60 ms', ...still, ...jitter, loss: 0.05 },
];
const seed = 20_261_128;

interface LossResult {
  condition: string;
  /** Shares of the words that were heard: of the visitor by the service, and of the agent by the visitor. */
  visitorHeard: number;
  agentHeard: number;
  /** What the media thread and the browser counted of what they received. */
  service: { lossPercent: number; concealedShare: number; jitterMs: number; mos: number | null };
  browser: BrowserCounts;
}

const recognizedRateHz = 16_000;
/** Measures how much of `repeats` rounds of speech is heard in each condition whose name has `only` in it. */
export async function measureLoss(repeats: number, only: string): Promise<LossResult[]> {
  await using world = await openWorld(repeats);
  const results: LossResult[] = [];
  for (const condition of conditions.filter(({ name }) => name.includes(only))) {
    const result = await measureCondition(world, condition, repeats);
    results.push(result);
    console.log(line(result));
  }
  return results;
}

interface LossWorld extends AsyncDisposable {
  program: Program;
  page: Page;
  /** The condition of the next call, and the way of the present one. */
  path: { condition: Condition; opened: ImpairedPath | null };
  soundId: string;
  folder: string;
  speechMs: number;
}

async function openWorld(repeats: number): Promise<LossWorld> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'parley-webcalls-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const program = opened.use(await startProgram({ env: { PARLEY_LOG_LEVEL: 'info' } }));
  opened.defer(async () => void (await program.stop()));
  const [speech, round] = [await personSpeaks(repeats), await personSpeaks(1)];
  const microphone = join(folder, 'microphone.wav');
  await writeFile(microphone, writeWav({ sampleRateHz: speechRateHz, channels: [round] }));
  const send = async (method: string, path: string, body: unknown, type = 'application/json') => {
    const given = { body: body as object, headers: { 'content-type': type } };
    const answer = await program.request(method, path, given);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const sound = Buffer.from(writeWav({ sampleRateHz: speechRateHz, channels: [speech] }));
  const { soundId } = await send('POST', '/api/sounds?name=Person', sound, 'audio/wav');
  const { agentId } = await send('POST', '/api/agents', {
    ...{ name: 'Listener', prompt: 'You listen.', firstMessage: 'Hello.' },
    limits: { maxDurationSeconds: 600, silenceSeconds: 600 },
    conversation: { interruptible: false },
  });
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  opened.defer(() => void shop.close());
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const widget = { allowedOrigins: [origin], voice: true };
  const { token } = await send('PUT', `/api/agents/${agentId}/widget`, widget);
  const html = `<!doctype html><title>Shop</title><main>
    <script src="${program.url}/public/voice-widget.js" data-token="${token}"></script>`;
  const browser = await openChromium(microphoneOf(microphone));
  opened.defer(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript(capturing);
  const path: LossWorld['path'] = { condition: conditions[0]!, opened: null };
  await page.exposeFunction('changeAnswer', async (sdp: string) => {
    const port = Number(/^m=audio (\d+)/m.exec(sdp)![1]);
    path.opened = await ImpairedPath.open(port, path.condition, seed);
    const impaired = sdp.replaceAll(` ${port} `, ` ${path.opened.port} `);
    return path.condition.hasFec === false ? impaired.replace('useinbandfec=1', 'useinbandfec=0') : impaired;
  });
  await page.goto(origin);
  const everything = opened.move();
  const speechMs = (speech.length / speechRateHz) * 1000;
  return {
    ...{ program, page, path, soundId, folder, speechMs },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

async function measureCondition(
  { program, page, path, soundId, folder, speechMs }: LossWorld,
  condition: Condition,
  repeats: number,
): Promise<LossResult> {
  path.condition = condition;
  await page.getByRole('button', { name: 'Call us' }).click();
  await page.getByText('Connected. Speak now.').waitFor({ timeout: 30_000 });
  const { calls } = (await program.request('GET', '/api/calls')).body as { calls: { callId: string }[] };
  const { callId } = calls[0]!;
  await playSound(program, callId, soundId);
  await delay(speechMs + 2500);
  const browser = (await page.evaluate(counting)) as BrowserCounts;
  const ofAgent = samplesIn(Buffer.from((await page.evaluate(captured)) as string, 'base64'));
  await page.getByRole('button', { name: 'Hang up' }).click();
  const call = await endedCall(program, callId);
  path.opened?.close();
  const recording = await fetch(`${program.url}/api/calls/${callId}/recording`, {
    headers: { authorization: `Bearer ${program.key}` },
  });
  const { sampleRateHz, channels } = readWav(Buffer.from(await recording.arrayBuffer()));
  const ofVisitor = resample(channels[0]!, sampleRateHz, recognizedRateHz);
  // The microphone repeats without an end, so the words of whole rounds are counted from any point on.
  const end = ofVisitor.length - recognizedRateHz / 2;
  const heard = ofVisitor.subarray(Math.max(0, end - Math.floor((speechMs / 1000) * recognizedRateHz)), end);
  const [visitorWords, agentWords] = [
    await wordsIn(heard, folder, 'visitor'),
    await wordsIn(ofAgent, folder, 'agent'),
  ];
  const spoken = repeats * roundWords.length;
  const { quality, durationMs } = call;
  return {
    condition: condition.name,
    visitorHeard: Math.min(1, heardOf(spokenWords(repeats + 1), visitorWords) / spoken),
    agentHeard: heardOf(spokenWords(repeats), agentWords) / spoken,
    service: {
      lossPercent: quality.lossPercent,
      concealedShare: quality.concealedMs / durationMs,
      jitterMs: quality.jitterMs,
      mos: quality.mosListening,
    },
    browser,
  };
}

/** Lets the agent play the sound, once the answer of the call is on record. */
async function playSound(program: Program, callId: string, soundId: string): Promise<void> {
  const body = { type: 'playSound', soundId };
  for (let attempt = 0; ; attempt++) {
    const { status, text } = await program.request('POST', `/api/calls/${callId}/commands`, { body });
    if (status < 300) return;
    if (attempt === 50) throw new Error(text);
    await delay(100);
  }
}

interface EndedCall {
  quality: { lossPercent: number; concealedMs: number; jitterMs: number; mosListening: number | null };
  durationMs: number;
}

async function endedCall(program: Program, callId: string): Promise<EndedCall> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { body } = await program.request('GET', `/api/calls/${callId}`);
    if (body.status === 'ended')
      return { quality: body.quality, durationMs: Date.parse(body.endedAt) - Date.parse(body.startedAt) };
    await delay(100);
  }
  throw new Error(`the call ${callId} did not end`);
}

function samplesIn(bytes: Buffer): Int16Array {
  const pcm = new Int16Array(bytes.length >> 1);
  new Uint8Array(pcm.buffer).set(bytes.subarray(0, 2 * pcm.length));
  return pcm;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function line({ condition, visitorHeard, agentHeard, service, browser }: LossResult): string {
  const { lossPercent, concealedShare, jitterMs, mos } = service;
  return [
    `${condition}: visitor's words heard ${percent(visitorHeard)}, agent's ${percent(agentHeard)}`,
    `  service: ${lossPercent} % lost, ${percent(concealedShare)} concealed, jitter ${jitterMs} ms, score ${mos}`,
    `  browser: ${browser.packetsLost} of ${browser.packetsReceived + browser.packetsLost} lost, ${percent(
      browser.concealedShare,
    )} concealed, ${browser.fecPacketsReceived} with FEC, buffer ${browser.jitterBufferMs.toFixed(0)} ms`,
  ].join('\n');
}
