import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Api, type Why } from '../../scripts/demo/api.ts';
import { parseScenario } from '../../scripts/scenarios/read.ts';
import { runScenario } from '../../scripts/scenarios/run.ts';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { type LocalService, startLocalService } from '../../src/conversation/providers/testing/index.ts';
import type { Program } from '../world/program.ts';
import { callsProgram } from './calls-program.ts';

let program: Program;
let vendors: LocalService;
let asked: string[];
const voice = new Flite();

/** Answers as OpenAI and compatible servers do, with one sentence. */
function says(sentence: string): string {
  const chunks = [
    { id: 'a', choices: [{ index: 0, delta: { role: 'assistant', content: sentence } }] },
    { id: 'a', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ];
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

beforeAll(async () => {
  asked = [];
  vendors = await startLocalService({
    async onRequest(request, response) {
      const vendor = request.url!.split('/')[1]!;
      asked.push(vendor);
      await text(request);
      // The first vendor takes the question and never answers.
      if (vendor === 'openai') return;
      if (vendor === 'anthropic') {
        response.writeHead(500).end('{"error":{"message":"out of order"}}');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(says('We open at nine.'));
    },
  });
  program = await callsProgram.organization();
  for (const provider of ['openai', 'anthropic', 'groq']) {
    const body = { provider, apiKey: 'a-key', baseUrl: `${vendors.baseUrl}/${provider}` };
    expect((await program.request('POST', '/api/provider-keys', { body })).status).toBe(201);
  }
}, 60_000);
afterAll(async () => {
  vendors?.close();
  await voice[Symbol.asyncDispose]();
});

const scenario = `
name: The first model hangs, the second answers 500, the third talks
agent:
  prompt: You tell when the shop opens.
  firstMessage: Hello. How can I help?
  conversation: { fillers: [], droppedAnswersMax: 0 }
  transcriber: { provider: simulated }
  model:
    provider: openai
    model: gpt-4.1-mini
    fallbacks:
      - { provider: anthropic, model: claude-haiku-4-5 }
      - { provider: groq, model: llama-3.3-70b-versatile }
steps:
  - await: turn
  - say: When do you open today?
  - await: turn
  - say: And when do you open tomorrow?
  - await: turn
  - hangUp: true
expect:
  endedReason: customer-ended-call
`;

it('a call goes on with the third model when the first hangs and the second answers 500', {
  timeout: 60_000,
}, async () => {
  const api = new Api(program.url, program.key);
  const service = { api, sip: { address: '127.0.0.1', port: program.sipPort } };
  const options = { folder: import.meta.dirname, voice, onHappening: () => undefined };
  const outcome = await runScenario(parseScenario(scenario, 'fallbacks.yaml'), service, options);
  expect(outcome.failures).toEqual([]);
  const callId = outcome.record!.callId;
  const said = outcome.record!.transcript.map(({ role, message }) => `${role}: ${message}`);
  expect(said.filter((line) => line.startsWith('bot'))).toEqual([
    'bot: Hello. How can I help?',
    'bot: We open at nine.',
    'bot: We open at nine.',
  ]);
  // The second question goes to the third model at once.
  expect(asked).toEqual(['openai', 'anthropic', 'anthropic', 'groq', 'groq']);

  const { body } = await program.request('GET', `/api/calls/${callId}`);
  const turns = (body.turns as { kind: string }[]).filter(({ kind }) => kind === 'speech');
  const model = { kind: 'language-model' };
  const avoided = { kind: 'model', key: null };
  const openai = { ...model, provider: 'openai', next: 'anthropic' };
  const anthropic = { ...model, provider: 'anthropic' };
  const failed = { outcome: 'failed', message: 'it answered 500', afterMs: expect.any(Number) };
  const skipped = { outcome: 'skipped', message: 'its last requests failed', afterMs: null, next: 'groq' };
  expect(turns).toMatchObject([
    {
      ...{ answeredBy: 'groq', spokenBy: 'flite' },
      setbacks: [
        { ...openai, outcome: 'failed', message: 'it sent nothing for 3000 ms' },
        { ...anthropic, ...failed, next: 'anthropic' },
        { ...anthropic, ...failed, next: 'groq' },
      ],
    },
    {
      answeredBy: 'groq',
      setbacks: [
        { ...openai, ...skipped },
        { ...anthropic, ...skipped },
      ],
    },
  ]);

  const { providerCircuits } = await api.get<{ providerCircuits: object[] }>('/api/provider-circuits');
  expect(providerCircuits).toMatchObject([
    { ...avoided, provider: 'anthropic', model: 'claude-haiku-4-5', message: 'it answered 500' },
    { ...avoided, provider: 'openai', model: 'gpt-4.1-mini', message: 'it sent nothing for 3000 ms' },
  ]);

  const why = await api.get<Why>(`/api/calls/${callId}/why`);
  const decisions = why.decisions.filter(({ reason }) => reason.startsWith('provider-'));
  expect(decisions[0]?.message).toMatch(/failed after \d+\.\d s: it sent nothing/);
  expect(
    decisions.map(({ reason, message }) => `${reason}: ${message.replace(/ after \d+\.\d s/, '')}`),
  ).toEqual([
    'provider-failed: The language model openai, asked for an answer, failed: it sent nothing for 3000 ms. anthropic was asked instead.',
    'provider-failed: The language model anthropic, asked for an answer, failed: it answered 500. It was asked again.',
    'provider-failed: The language model anthropic, asked for an answer, failed: it answered 500. groq was asked instead.',
    'provider-skipped: The language model openai was not asked, because its last requests failed. groq was asked instead.',
    'provider-skipped: The language model anthropic was not asked, because its last requests failed. groq was asked instead.',
  ]);
});
