import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { type Dialing, setUpDialing } from '../../../test/world/dialing.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import { meteredModel } from '../../conversation/providers/kit/index.ts';
import { statement } from '../../platform/db/index.ts';
import { idBound } from '../../platform/kernel/index.ts';
import { endCall, giveUpAnalysis, queuedOnly, takePendingAnalyses } from '../calls/index.ts';
import type { AnalysisOptions } from './analyze.ts';
import { analyzeCall } from './analyze-call.ts';

const dialedWith = statement(
  'test.again.dialed_with',
  'update calls set agent_version = $2 where call_id = $1',
);
const erased = statement(
  'test.again.erased',
  `insert into call_events (organization_id, call_id, decision, reason, message) values ($1, $2, 'noted', 'data-deleted', 'x')`,
);
const askedOften = statement(
  'test.again.asked_often',
  `insert into call_events (organization_id, call_id, decision, reason, message)
   select $1, $2, 'noted', 'analysis-asked', 'x' from generate_series(1, 20)`,
);
const manyPending = statement(
  'test.again.many_pending',
  `insert into call_analysis_requests (organization_id, call_id, request_id, agent_version)
   select $1, 'other_' || n, 'req_a', 1 from generate_series(1, 100) n`,
);
const nonePending = statement('test.again.none_pending', 'delete from call_analysis_requests');
const pendingOf = statement(
  'test.again.pending_of',
  'select request_id from call_analysis_requests where call_id = $1',
);
const time = '2026-01-01T00:00:00.000Z';
const said = [
  { role: 'user' as const, message: 'Hello.', secondsFromStart: 0, time, endTime: time, duration: 1 },
];

let world: ApiWorld;
let dialing: Dialing;
let customers = 0;
let answer = '';
let version = 1;

beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
  const prices = [
    { kind: 'language-model', provider: 'openai', unit: 'input-tokens', amount: '1', per: 1 },
    { kind: 'language-model', provider: 'openai', unit: 'output-tokens', amount: '1', per: 1 },
  ];
  await succeed('PUT', '/api/organization/prices', { currency: 'EUR', prices });
  await publish({ summary: true });
});
afterAll(() => world.close());

async function succeed(method: string, path: string, body?: unknown) {
  const answered = await world.request(method, path, { body });
  expect(answered.status, answered.text).toBeLessThan(300);
  return answered.body;
}
async function publish(analysis: object | null): Promise<void> {
  const plan = analysis && {
    ...{ summary: false, sentiment: false, structuredDataSchema: null, rubrics: [] },
    ...analysis,
  };
  const body = { analysis: plan, model: { provider: 'openai', model: 'small' } };
  ({ version } = await succeed('PATCH', `/api/agents/${dialing.agentId}`, body));
}
async function queued(): Promise<string> {
  const { agentId, scheduleId, phoneNumberId } = dialing;
  const phoneNumber = `+1212555${String(1000 + customers++)}`;
  const body = {
    campaignName: 'Again',
    scheduleId,
    phoneNumberId,
    phoneNumber,
    variables: { firstName: 'A' },
  };
  return (await succeed('POST', `/api/agents/${agentId}/calls/campaign`, body)).callId;
}
async function ended(transcript = said): Promise<string> {
  const callId = await queued();
  await world.db.query(dialedWith, [callId, version]);
  const { organizationId } = world.owner;
  const end = {
    status: 'ended',
    endedBy: null,
    endedReason: 'customer-ended-call',
    message: 'So it was.',
  } as const;
  await endCall(
    world.db,
    { organizationId, callId, ...queuedOnly },
    { ...end, answeredAgoMs: 2000, transcript },
  );
  return callId;
}
const model: LanguageModel = {
  name: 'openai',
  model: 'small',
  async *answer() {
    if (answer === '') throw new Error('it is away');
    yield { type: 'text-delta', text: answer };
    yield { type: 'finish', reason: 'stop', usage: { inputTokens: 100, outputTokens: 10 }, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const options = (): AnalysisOptions => ({
  db: world.db,
  modelsOf: async (_config, { usage }) => [meteredModel(model, usage)],
});
const takeJobs = () => world.db.transaction(takePendingAnalyses);
const tryOf = (data: Awaited<ReturnType<typeof takeJobs>>[number]) => ({
  ...{ jobId: 'job', data, retryCount: 0, isLast: true, isAfterLoss: false },
  signal: new AbortController().signal,
});
/** Carries out every job. `text` is the model's answer; '' makes the model unavailable. */
async function analyze(text: string): Promise<void> {
  answer = text;
  for (const job of await takeJobs()) await analyzeCall(options(), tryOf(job));
}
const ask = (callId: string, more = {}) => world.request('POST', `/api/calls/${callId}/analysis`, more);
const analysisOf = (callId: string) => succeed('GET', `/api/calls/${callId}/analysis`);
const lastOf = async (callId: string) => (await succeed('GET', `/api/calls/${callId}/why`)).decisions.at(-1);
interface AnalyzedEvent {
  callId: string;
  status: string;
}
const eventsOf = async (callId: string) => {
  const { events } = await succeed('GET', '/api/events?limit=1000&types=call.analyzed');
  return (events as { data: AnalyzedEvent }[])
    .map(({ data }) => data)
    .filter((data) => data.callId === callId);
};

it('analyzes a call again by the published version, and keeps the former findings until then', async () => {
  const callId = await ended();
  const ran = version;
  await analyze('{"summary":"First."}');
  expect(await analysisOf(callId)).toMatchObject({ status: 'done', summary: 'First.', agentVersion: ran });
  await publish({ rubrics: [{ name: 'polite', description: 'The agent is polite.' }] });
  expect(version).toBe(ran + 1);

  const asked = await ask(callId);
  const pending = { status: 'pending', pendingAgentVersion: version, agentVersion: ran, summary: 'First.' };
  expect([asked.status, asked.body]).toMatchObject([202, pending]);
  const requestId = asked.headers['x-request-id'];
  expect(await auditOfRequest(world.db, requestId)).toMatchObject([
    { actionVerb: 'updated', resourceType: 'calls', resourceReferenceId: callId },
  ]);
  const message = expect.stringContaining(`${requestId}`);
  expect(await lastOf(callId)).toMatchObject({ decision: 'noted', reason: 'analysis-asked', message });
  expect(await eventsOf(callId)).toMatchObject([{ status: 'done', agentVersion: ran, summary: 'First.' }]);

  await analyze('{"rubrics":{"polite":{"passed":true,"reason":"It says hello.","positions":[0]}}}');
  const call = await succeed('GET', `/api/calls/${callId}`);
  expect(call).toMatchObject({
    ...{ agentVersion: ran, analysisAgentVersion: version, summary: null, qa: { overallPassed: true } },
    usage: [{ kind: 'language-model', inputTokens: 200, outputTokens: 20 }],
    cost: { total: '220.00' },
  });
  const { qa } = call;
  expect(await analysisOf(callId)).toMatchObject({
    ...{ callId, status: 'done', pendingAgentVersion: null, agentVersion: version, qa },
    note: `Analyzed by openai. It used version ${version} of the agent.`,
  });
  expect((await eventsOf(callId)).at(-1)).toMatchObject({ status: 'done', agentVersion: version, qa });
  await publish({ summary: true });
});

it('keeps the former findings when another analysis fails, reports that, and allows the next request', async () => {
  const callId = await ended();
  await analyze('{"summary":"First."}');
  await ask(callId);
  await analyze('');
  expect(await analysisOf(callId)).toMatchObject({
    ...{ status: 'failed', agentVersion: version, summary: 'First.' },
    note: expect.stringMatching(/^The call could not be analyzed: it is away\..*stay as they are\.$/),
  });
  expect((await eventsOf(callId)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect((await ask(callId)).body).toMatchObject({ status: 'pending', summary: 'First.' });
  await analyze('{"summary":"Second."}');
  expect(await analysisOf(callId)).toMatchObject({ status: 'done', summary: 'Second.' });
});

it('names no version of the agent in the event when nothing was ever found', async () => {
  const callId = await ended();
  await analyze('');
  await ask(callId);
  await analyze('');
  const failure = { status: 'failed', agentVersion: null, summary: null };
  expect(await eventsOf(callId)).toMatchObject([failure, failure]);
  expect(await analysisOf(callId)).toMatchObject(failure);
});

it('begins no other analysis while one is pending, the first one included', async () => {
  const callId = await ended();
  const early = await ask(callId);
  expect([early.status, early.body]).toMatchObject([
    202,
    { status: 'pending', pendingAgentVersion: version },
  ]);
  expect(await auditOfRequest(world.db, early.headers['x-request-id'])).toEqual([]);
  await analyze('{"summary":"First."}');

  const asked = await Promise.all([ask(callId), ask(callId), ask(callId)]);
  expect(asked.map(({ status, body }) => [status, body.status])).toEqual(Array(3).fill([202, 'pending']));
  const [job, ...more] = await takeJobs();
  expect(more).toEqual([]);
  expect(job!.requestId).toMatch(/^req_/);
  expect((await ask(callId)).body.status).toBe('pending');
  expect(await takeJobs()).toEqual([]);

  // An outdated job finds nothing to do.
  answer = '{"summary":"Second."}';
  await analyzeCall(options(), tryOf({ ...job!, requestId: null }));
  await analyzeCall(options(), tryOf({ ...job!, requestId: 'req_before' }));
  expect(await analysisOf(callId)).toMatchObject({ status: 'pending', summary: 'First.' });
  await analyzeCall(options(), tryOf(job!));
  await analyzeCall(options(), tryOf(job!));
  const call = await succeed('GET', `/api/calls/${callId}`);
  expect(call).toMatchObject({
    summary: 'Second.',
    usage: [{ inputTokens: 200 }],
    cost: { total: '220.00' },
  });
  const { decisions } = await succeed('GET', `/api/calls/${callId}/why`);
  expect(decisions.filter(({ reason }: { reason: string }) => reason === 'analysis-asked')).toHaveLength(1);
});

it('gives up an analysis whose job was lost, and allows the next request', async () => {
  const callId = await ended();
  await analyze('{"summary":"First."}');
  await ask(callId);
  const [job] = await takeJobs();
  await giveUpAnalysis(world.db, job!);
  expect(await world.db.query(pendingOf, [callId])).toEqual([]);
  expect(await analysisOf(callId)).toMatchObject({ status: 'failed', summary: 'First.' });
  expect((await ask(callId)).status).toBe(202);
  await analyze('{"summary":"Second."}');
});

it('returns the first answer for a repeated Idempotency-Key', async () => {
  const callId = await ended();
  await analyze('{"summary":"First."}');
  const headers = { 'idempotency-key': 'once' };
  const first = await ask(callId, { headers });
  await analyze('{"summary":"Second."}');
  expect(await ask(callId, { headers })).toMatchObject({ status: 202, text: first.text });
  expect(await takeJobs()).toEqual([]);
});

it('says why a call cannot be analyzed', async () => {
  const { organizationId } = world.owner;
  const refused = async (callId: string, status: number, code: string, words: string) => {
    const answer = await ask(callId);
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { code, error: expect.stringContaining(words) },
    ]);
  };
  await refused(await queued(), 409, 'call.not_over', 'is queued');
  const silent = await ended([]);
  await analyze('');
  await refused(silent, 409, 'call.no_transcript', 'Nothing was said');

  const callId = await ended();
  await analyze('{"summary":"First."}');
  await world.db.query(manyPending, [organizationId]);
  await refused(callId, 409, 'analysis.too_many_pending', '100 requested analyses');
  await world.db.query(nonePending);
  await world.db.query(askedOften, [organizationId, callId]);
  await refused(callId, 409, 'analysis.too_often', '20 times');
  await world.db.query(erased, [organizationId, callId]);
  await refused(callId, 409, 'call.erased', 'was deleted');

  const unwanted = await ended();
  await analyze('{"summary":"First."}');
  await publish(null);
  await refused(unwanted, 409, 'agent.without_analysis', `version ${version}`);
  await publish({ summary: true });

  const old = `${idBound('call', Date.now() - 40 * 86_400_000)}0000000000000000`;
  await refused(old, 404, 'call.not_found', 'There is no call with this id.');
  await succeed('PATCH', '/api/organization', { retention: { callsDays: 30 } });
  await refused(old, 404, 'call.not_found', 'keeps them for 30 days');
  const read = await world.request('GET', `/api/calls/${old}/analysis`);
  expect([read.status, read.body.error]).toEqual([404, expect.stringContaining('keeps them for 30 days')]);
  await refused('call_nothing', 404, 'call.not_found', 'There is no call with this id.');
});

it('needs a key that may write calls', async () => {
  const callId = await ended();
  const { key } = await succeed('POST', '/api/api-keys', { name: 'Reads', scopes: ['calls:read'] });
  expect((await ask(callId, { key })).status).toBe(403);
  expect((await world.request('GET', `/api/calls/${callId}/analysis`, { key })).status).toBe(200);
});
