import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../test/world/queue-world.ts';
import { createProviders, type Providers } from '../conversation/providers/registry.ts';
import { type LocalService, startLocalService } from '../conversation/providers/testing/index.ts';
import { analyzeCall } from '../domains/analysis/index.ts';
import { endCall, type TranscriptEntry, whileLive } from '../domains/calls/index.ts';
import { statement, toJson } from '../platform/db/index.ts';
import { silentLog } from '../platform/kernel/index.ts';
import { analysisModels } from './analysis-models.ts';

const setAgent = statement(
  'test.analysis_models.agent',
  `update agent_versions set configuration = (configuration::jsonb
     || jsonb_build_object('analysis', $2::jsonb, 'model', $3::jsonb))::json where organization_id = $1`,
);
const setPrices = statement(
  'test.analysis_models.prices',
  'insert into price_lists (organization_id, version, currency, prices) values ($1, 1, $2, $3)',
);
const setQueued = statement(
  'test.analysis_models.queued',
  `update calls set analysis_status = 'queued' where call_id = $1 and analysis_status = 'pending'`,
);
const readFound = statement(
  'test.analysis_models.found',
  'select summary, analysis, qa, analysis_status, usage, cost from calls where call_id = $1',
);

const plan = {
  summary: true,
  sentiment: true,
  structuredDataSchema: { type: 'object', properties: { guests: { type: 'integer' } }, required: ['guests'] },
  rubrics: [{ name: 'greeted', description: 'The agent greets.' }],
};
const findings = {
  summary: 'A table was booked.',
  sentiment: 'positive',
  data: { guests: 2 },
  rubrics: { greeted: { passed: true, reason: 'It said good day.', positions: [0] } },
};
const said = (role: 'bot' | 'user', message: string, secondsFromStart: number): TranscriptEntry => ({
  ...{ role, message, secondsFromStart, duration: 1 },
  ...{ time: '2026-01-01T00:00:00.000Z', endTime: '2026-01-01T00:00:01.000Z' },
});
const model = (key: string, fallback?: object) => ({
  provider: 'openai',
  key,
  ...(fallback && { fallback }),
});

let world: QueueWorld;
let service: LocalService;
let providers: Providers;
let asked: { path: string; body: Record<string, unknown> }[];
const dispatcher = new Agent();

beforeAll(async () => {
  world = await QueueWorld.open();
  service = await startLocalService({
    async onRequest(request, response) {
      asked.push({ path: request.url!, body: JSON.parse(await text(request)) });
      if (request.url!.startsWith('/broken')) {
        response.writeHead(500).end('{"error":{"message":"out of order"}}');
        return;
      }
      const delta = { content: JSON.stringify(findings) };
      const chunks = [
        { choices: [{ delta, finish_reason: 'stop' }] },
        { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 50 } },
      ];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
    },
  });
  providers = createProviders({
    credentials: async (_organizationId, _provider, name) => ({
      ...{ providerKeyId: `pkey_${name}`, apiKey: 'a-key', baseUrl: `${service.baseUrl}/${name}` },
    }),
    dispatcher: async () => dispatcher,
    log: silentLog,
  });
});
afterAll(async () => {
  await providers[Symbol.asyncDispose]();
  await dispatcher.close();
  service.close();
  await world.close();
});

/** Ends a call, analyzes it with the models of its agent, and returns the result. */
async function analysed(configuration: object) {
  asked = [];
  const organizationId = await world.organization();
  await world.db.query(setAgent, [organizationId, toJson(plan), toJson(configuration)]);
  const amount = { kind: 'language-model', provider: 'openai', model: null, per: 1000 };
  const prices = [
    { ...amount, unit: 'input-tokens', amount: '0.02' },
    { ...amount, unit: 'output-tokens', amount: '0.1' },
  ];
  await world.db.query(setPrices, [organizationId, 'USD', toJson(prices)]);
  const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
  await endCall(
    world.db,
    { organizationId, callId, from: whileLive, nodeId: 'node_a' },
    {
      ...{ status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call' },
      ...{ answeredAgoMs: 5000, message: 'The customer hung up.', usage: [] },
      transcript: [said('bot', 'Good day.', 0), said('user', 'A table for two.', 2.5)],
    },
  );
  await world.db.query(setQueued, [callId]);
  await analyzeCall(
    { db: world.db, modelsOf: (config, context) => analysisModels(providers, config, context) },
    {
      ...{ jobId: 'job', data: { organizationId, callId }, retryCount: 6, isLast: true, isAfterLoss: false },
      signal: new AbortController().signal,
    },
  );
  const [row] = await world.db.query<Record<string, unknown>>(readFound, [callId]);
  const events = await world.events(callId);
  return { ...row, noted: events.filter((event) => event.startsWith('noted')) };
}

it('a call is analyzed by the fallback when the first model fails, and its cost includes the analysis', async () => {
  const found = await analysed(model('broken', model('sound')));
  expect(asked.map(({ path }) => path)).toEqual(['/broken/chat/completions', '/sound/chat/completions']);
  expect(asked[1]!.body).toMatchObject({ response_format: { json_schema: { name: 'call_analysis' } } });
  expect(found).toEqual({
    summary: 'A table was booked.',
    analysis: { guests: 2 },
    qa: {
      overallPassed: true,
      sentiment: 'positive',
      rubricOutcomes: { greeted: { passed: true, reason: 'It said good day.', secondsFromStart: [0] } },
    },
    analysis_status: 'done',
    usage: [
      {
        kind: 'language-model',
        provider: 'openai',
        model: expect.any(String),
        inputTokens: 1000,
        outputTokens: 50,
      },
    ],
    cost: expect.objectContaining({ currency: 'USD', total: '0.025', unpriced: [] }),
    noted: ['noted analysed'],
  });
});

it('why reports that every model failed, or that the agent has only a dialogue', async () => {
  const failed = await analysed(model('broken'));
  expect(failed).toMatchObject({
    qa: null,
    analysis_status: 'failed',
    noted: ['noted analysis-failed'],
    cost: null,
  });
  const dialogue = { start: 'bye', nodes: { bye: { say: 'Bye.', end: true } } };
  const keyless = await analysed({ provider: 'scripted', dialogue });
  expect(keyless).toMatchObject({
    summary: null,
    analysis: null,
    qa: null,
    noted: ['noted analysis-without-model'],
  });
  expect(asked).toEqual([]);
  const second = await analysed({ provider: 'scripted', dialogue, fallback: model('sound') });
  expect(second).toMatchObject({ analysis_status: 'done', noted: ['noted analysed'] });
});
