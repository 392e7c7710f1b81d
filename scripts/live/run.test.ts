import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LiveServer } from '../../src/conversation/providers/gemini-live/live-server.ts';
import { SpeechServer } from '../../src/conversation/providers/google-cloud/speech-server.ts';
import {
  deltaOf,
  doneEvent,
  eventOf,
  type LocalService,
  startLocalService,
  VoiceServer,
} from '../../src/conversation/providers/testing/index.ts';
import { runLive } from './run.ts';

const key = 'sk-of-the-test-0123456789';
const counts = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
// Groq has its own place for the usage.
const usage = eventOf({ choices: [], usage: counts, x_groq: { id: 'req_1', usage: counts } });
const tool = {
  tool_calls: [
    {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
    },
  ],
};

/** Returns the answer of a model that does what was asked. */
function answerTo(body: {
  messages: { role: string; content: unknown }[];
  [field: string]: unknown;
}): string[] {
  const last = body.messages.at(-1)!;
  if (last.role === 'tool') return ['It snows.'].map((content) => deltaOf({ content }));
  if (body.tools) return [deltaOf(tool), deltaOf({}, 'tool_calls')];
  if (body.response_format) return [deltaOf({ content: '{"city":"Oslo","country":"Norway"}' })];
  return String(last.content).includes('Count')
    ? Array.from({ length: 50 }, (_, n) => deltaOf({ content: `${n} ` }))
    : [deltaOf({ content: 'Banana' }), deltaOf({ content: '.' })];
}

let service: LocalService;
/** Whether the service accepts any key. */
let isOpen = false;
beforeAll(async () => {
  service = await startLocalService({
    async onRequest(request, response) {
      const body = JSON.parse(await text(request));
      if (!isOpen && request.headers.authorization !== `Bearer ${key}`) {
        response.writeHead(401).end(JSON.stringify({ error: { message: 'Incorrect API key provided' } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of answerTo(body)) response.write(event);
      response.end([deltaOf({}, 'stop'), usage, doneEvent].join(''));
    },
  });
});
afterAll(() => service.close());

async function run(args: string[], environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const code = await runLive({ args, environment, print: (line) => lines.push(line), pace: 'fast' });
  return { code, printed: lines.join('\n') };
}

test.each([
  [[], 'Usage: npm run providers:live'],
  [['unknown'], 'cerebras     CEREBRAS_API_KEY'],
  [['groq', '--kind', 'transcriber'], 'Usage: '],
  [['azure-speech'], 'set SPEECH_KEY and SPEECH_REGION.'],
  [['azure', '--kind', 'speechToSpeech'], 'set AZURE_API_KEY and AZURE_RESOURCE_NAME.'],
  [['groq', '--colour', 'red'], 'Usage: '],
  [['groq'], 'groq was not asked: set GROQ_API_KEY.'],
  [['google'], 'set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY.'],
  [['vertex'], 'set GOOGLE_APPLICATION_CREDENTIALS.'],
  [['groq', '--kind', 'voice'], 'Usage: '],
  [['cartesia'], 'cartesia was not asked: set CARTESIA_API_KEY.'],
  [['polly'], 'set AWS_SECRET_ACCESS_KEY and AWS_REGION.'],
  [['deepgram', '--kind', 'voice'], 'set DEEPGRAM_API_KEY.'],
  [['bedrock'], 'set AWS_BEARER_TOKEN_BEDROCK or AWS_SECRET_ACCESS_KEY and AWS_REGION.'],
])('%j asks no service and says what is missing', async (args, words) => {
  const { code, printed } = await run(args);
  expect([code, printed]).toEqual([2, expect.stringContaining(words)]);
});

test('needs both parts of a key of AWS', async () => {
  const { code, printed } = await run(['bedrock'], { AWS_SECRET_ACCESS_KEY: key, AWS_REGION: 'us-east-1' });
  expect([code, printed]).toEqual([2, expect.stringContaining('set AWS_ACCESS_KEY_ID.')]);
  // An address does not replace them.
  const voice = await run(['polly', '--base-url', service.baseUrl], { AWS_SECRET_ACCESS_KEY: key });
  expect([voice.code, voice.printed]).toEqual([
    2,
    expect.stringContaining('set AWS_ACCESS_KEY_ID and AWS_REGION.'),
  ]);
});

test('asks for the name of a model where every customer names them differently', async () => {
  const { code, printed } = await run(['azure'], { AZURE_API_KEY: key, AZURE_RESOURCE_NAME: 'my-resource' });
  expect([code, printed]).toEqual([2, expect.stringContaining('with --model')]);
});

test.each(['groq', 'openai', 'fireworks'])('checks the service of %s', async (vendor) => {
  const environment = { [`${vendor.toUpperCase()}_API_KEY`]: key };
  const { code, printed } = await run([vendor, '--base-url', service.baseUrl], environment);
  expect([code, printed]).toEqual([0, expect.stringContaining('passed  streams text: first part after')]);
  expect(printed.match(/passed/g)).toHaveLength(5);
  expect(printed).not.toContain(key);
});

test('names what failed', async () => {
  isOpen = true;
  const { code, printed } = await run(['groq', '--base-url', service.baseUrl], { GROQ_API_KEY: key });
  isOpen = false;
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining('FAILED  refuses a wrong key, for good: it answered'),
  ]);
});

test('checks a transcriber with spoken sentences', async () => {
  const server = new SpeechServer('AIza-of-the-test');
  await server.start();
  server.hearNext('A table for four, please. Thank you very much.');
  const folder = await mkdtemp(join(tmpdir(), 'parley-live-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'account.json');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const tokens = await startLocalService({
    async onRequest(request, response) {
      const assertion = new URLSearchParams(await text(request)).get('assertion') ?? '';
      const { iss } = JSON.parse(Buffer.from(assertion.split('.')[1]!, 'base64url').toString()) as {
        iss: string;
      };
      const isKnown = iss === 'known@example.com';
      response.writeHead(isKnown ? 200 : 401);
      response.end(
        JSON.stringify(isKnown ? { access_token: 'AIza-of-the-test' } : { error: 'unknown account' }),
      );
    },
  });
  const account = {
    ...{ project_id: 'mine', client_email: 'known@example.com', token_uri: tokens.baseUrl },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  await writeFile(file, JSON.stringify(account));
  const environment = { GOOGLE_APPLICATION_CREDENTIALS: file };
  const { code, printed } = await run(['google-cloud', '--base-url', server.baseUrl], environment);
  server.close();
  tokens.close();
  expect([code, printed]).toEqual([
    0,
    expect.stringContaining('passed  understands a sentence: "A table for four'),
  ]);
  expect(printed.match(/passed/g)).toHaveLength(3);
});

/** Plays Deepgram's voice. `pcm` makes its audio of the right one. */
async function speaking(pcm: (audio: Buffer) => Buffer = (audio) => audio): Promise<VoiceServer> {
  const server = new VoiceServer({
    sampleRateHz: 16_000,
    textOf: ({ headers }, body) =>
      headers.authorization === `Token ${key}` ? (JSON.parse(body) as { text: string }).text : null,
    answer: (parts) => parts.map(({ audio }) => pcm(audio)),
  });
  await server.start();
  onTestFinished(() => server.close());
  return server;
}

test('checks a voice', async () => {
  const { baseUrl, requests } = await speaking();
  const args = ['deepgram', '--kind', 'voice', '--voice', 'aura-2-luna-en', '--base-url', baseUrl];
  const { code, printed } = await run(args, { DEEPGRAM_API_KEY: key });
  expect([code, printed]).toEqual([
    0,
    expect.stringContaining('passed  speaks a sentence: first audio after'),
  ]);
  expect(printed.match(/passed/g)).toHaveLength(5);
  expect(printed).toContain('it does not, and the heard part is estimated');
  expect(printed).not.toContain(key);
  expect(requests[0]?.url).toContain('model=aura-2-luna-en');
});

test('names a voice without sound', async () => {
  const { baseUrl } = await speaking((audio) => Buffer.alloc(audio.length));
  const args = ['deepgram', '--kind', 'voice', '--base-url', baseUrl];
  const { code, printed } = await run(args, { DEEPGRAM_API_KEY: key });
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining('FAILED  speaks a sentence: its level is -120 dB'),
  ]);
});

test('checks the times of words', async () => {
  const server = new VoiceServer({
    sampleRateHz: 16_000,
    textOf: ({ headers }, body) =>
      headers.authorization === `Basic ${key}` ? (JSON.parse(body) as { text: string }).text : null,
    answer: (parts) =>
      parts.map(({ audio, words }) => {
        const wordAlignment = {
          words: words.map((word) => word.text),
          wordStartTimeSeconds: words.map(({ startMs }) => startMs / 1000),
          wordEndTimeSeconds: words.map(({ endMs }) => endMs / 1000),
        };
        const result = { audioContent: audio.toString('base64'), timestampInfo: { wordAlignment } };
        return `${JSON.stringify({ result })}\n`;
      }),
  });
  await server.start();
  onTestFinished(() => server.close());
  const { code, printed } = await run(['inworld', '--base-url', server.baseUrl], { INWORLD_API_KEY: key });
  expect([code, printed]).toEqual([
    0,
    expect.stringContaining('says when it speaks each word: 14 words, the last at'),
  ]);
});

test('checks a model that hears and speaks', async () => {
  const server = new LiveServer(key);
  const baseUrl = await server.start();
  server.hearNext('What is the capital of France?');
  server.answerNext(
    { text: 'It is Paris, of course.' },
    { calls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }] },
    { text: 'It snows, at minus seven.' },
    { text: 'One, two, three, four, five, six.' },
    { text: 'Banana.' },
  );
  const environment = { GEMINI_API_KEY: key };
  const { code, printed } = await run(
    ['google', '--kind', 'speechToSpeech', '--base-url', baseUrl],
    environment,
  );
  server.close();
  expect([code, printed]).toEqual([0, expect.stringContaining('it heard "What is the capital of France?"')]);
  expect(printed.match(/passed/g)).toHaveLength(5);
  expect(printed).not.toContain(key);
});
