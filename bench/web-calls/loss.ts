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
import { impair } from './own-network.ts';
import { personSpeaks, roundWords, speechRateHz } from './speech.ts';
import { heardOf, spokenWords, wordsIn } from './words.ts';

/** A state of the network in both directions. */
interface Condition {
  name: string;
  netem: string;
  /** Whether the browser may send Opus with forward error correction. Default: it may. */
  hasFec?: boolean;
}

/** The delay of all conditions with jitter is 100 ms, because `netem` cannot send packets back in time. */
const conditions: readonly Condition[] = [
  { name: 'no loss', netem: '' },
  { name: '1 % loss', netem: 'loss 1%' },
  { name: '5 % loss', netem: 'loss 5%' },
  { name: '5 % loss, browser without FEC', netem: 'loss 5%', hasFec: false },
  { name: 'jitter ±60 ms', netem: 'delay 100ms 60ms' },
  { name: '5 % loss, jitter ±60 ms', netem: 'delay 100ms 60ms loss 5%' },
];

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
const chromiumFlags = [
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
];

/** Measures how much of `repeats` rounds of speech is heard in each condition. Runs in a network of its own. */
export async function measureLoss(repeats: number): Promise<LossResult[]> {
  await using world = await openWorld(repeats);
  const results: LossResult[] = [];
  for (const condition of conditions) {
    impair(condition.netem);
    const result = await measureCondition(world, condition, repeats);
    results.push(result);
    console.log(line(result));
  }
  impair('');
  return results;
}

interface LossWorld extends AsyncDisposable {
  program: Program;
  page: Page;
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
  const html = `<!doctype html><title>Shop</title>
    <script src="${program.url}/public/voice-widget.js" data-token="${token}"></script>`;
  const browser = await openChromium([...microphoneOf(microphone), ...chromiumFlags]);
  opened.defer(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript(capturing);
  await page.goto(origin);
  const everything = opened.move();
  const speechMs = (speech.length / speechRateHz) * 1000;
  return {
    ...{ program, page, soundId, folder, speechMs },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

async function measureCondition(
  { program, page, soundId, folder, speechMs }: LossWorld,
  { name, hasFec = true }: Condition,
  repeats: number,
): Promise<LossResult> {
  await page.evaluate(
    hasFec
      ? 'delete window.changeAnswer'
      : `window.changeAnswer = (sdp) => sdp.replace('useinbandfec=1', 'useinbandfec=0')`,
  );
  await page.getByRole('button', { name: 'Call us' }).click();
  await page.getByText('Connected. Speak now.').waitFor({ timeout: 30_000 });
  const { calls } = (await program.request('GET', '/api/calls')).body as { calls: { callId: string }[] };
  const { callId } = calls[0]!;
  const command = { type: 'playSound', soundId };
  const commanded = await program.request('POST', `/api/calls/${callId}/commands`, { body: command });
  if (commanded.status >= 300) throw new Error(commanded.text);
  await delay(speechMs + 2500);
  const browser = (await page.evaluate(counting)) as BrowserCounts;
  const ofAgent = samplesIn(Buffer.from((await page.evaluate(captured)) as string, 'base64'));
  await page.getByRole('button', { name: 'Hang up' }).click();
  const call = await endedCall(program, callId);
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
    condition: name,
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
    )} concealed, ${browser.fecPacketsReceived} repaired, buffer ${browser.jitterBufferMs.toFixed(0)} ms`,
  ].join('\n');
}
