import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deltaOf,
  doneEvent,
  eventOf,
  type LocalService,
  startLocalService,
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
  const code = await runLive({ args, environment, print: (line) => lines.push(line) });
  return { code, printed: lines.join('\n') };
}

test.each([
  [[], 'Usage: npm run providers:live'],
  [['unknown'], 'cerebras   CEREBRAS_API_KEY'],
  [['groq', '--colour', 'red'], 'Usage: '],
  [['groq'], 'groq was not asked: set GROQ_API_KEY.'],
  [['google'], 'set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY.'],
  [['vertex'], 'set GOOGLE_APPLICATION_CREDENTIALS.'],
  [['bedrock'], 'set AWS_BEARER_TOKEN_BEDROCK or AWS_SECRET_ACCESS_KEY and AWS_REGION.'],
])('%j asks no service and says what is missing', async (args, words) => {
  const { code, printed } = await run(args);
  expect([code, printed]).toEqual([2, expect.stringContaining(words)]);
});

test('needs both parts of a key of AWS', async () => {
  const { code, printed } = await run(['bedrock'], { AWS_SECRET_ACCESS_KEY: key, AWS_REGION: 'us-east-1' });
  expect([code, printed]).toEqual([2, expect.stringContaining('set AWS_ACCESS_KEY_ID.')]);
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
