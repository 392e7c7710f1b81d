import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import { meteredModel } from '../../conversation/providers/kit/index.ts';
import { type Database, statement, type Transaction, toJson } from '../../platform/db/index.ts';
import { Jobs, LostTry } from '../../platform/jobs/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { endCall, giveUpAnalysis, whileLive } from '../calls/index.ts';
import type { AnalysisOptions } from './analyze.ts';
import { analysisQueue, analyzeCall } from './analyze-call.ts';
import { enqueuePendingAnalyses } from './enqueue-pending.ts';

const setAgent = statement(
  'test.analysis.agent',
  `update agent_versions set configuration = (configuration::jsonb
     || jsonb_build_object('analysis', $2::jsonb, 'model', $3::jsonb))::json where organization_id = $1`,
);
const readResult = statement(
  'test.analysis.result',
  'select summary, analysis, qa, analysis_status, usage from calls where call_id = $1',
);

const deleteAgent = statement('test.analysis.delete_agent', 'delete from agents where organization_id = $1');

const analyzedEvents = statement(
  'test.analysis.analyzed_events',
  `select event_data(e) ->> 'callId' as "callId", event_data(e) ->> 'summary' as summary from events e
   where type = 'call.analyzed' and resource_id = $1`,
);

const setPrices = statement(
  'test.analysis.prices',
  `insert into price_lists (organization_id, version, currency, prices) values ($1, 1, 'EUR', $2)`,
);
const endedWithPrices = statement(
  'test.analysis.priced',
  'update calls set price_version = 1, usage = $2 where call_id = $1',
);
const queuedLongAgo = statement(
  'test.analysis.long_ago',
  `update calls set analysis_queued_at = analysis_queued_at - interval '13 hours' where call_id = $1`,
);
const jobIsGone = statement('test.analysis.job_gone', `delete from pgboss.job where data ->> 'callId' = $1`);
const askedFor = statement(
  'test.analysis.asked_for',
  `insert into call_analysis_requests (organization_id, call_id, request_id, agent_version) values ($1, $2, 'req_a', 1)`,
);
const readPriority = statement(
  'test.analysis.priority',
  `select priority from pgboss.job where data ->> 'callId' = $1`,
);
/** Copies a call, as often as analyses are taken at once. */
const manyAsked = statement(
  'test.analysis.many_asked',
  `with copies as (
     insert into calls select (json_populate_record(c, json_build_object('call_id', 'copy_' || n))).*
     from calls c, generate_series(1, 500) n where c.call_id = $1 returning organization_id, call_id)
   insert into call_analysis_requests (organization_id, call_id, request_id, agent_version)
   select organization_id, call_id, 'req_a', 1 from copies`,
);
const noneAsked = statement(
  'test.analysis.none_asked',
  `with gone as (delete from calls where organization_id = $1)
   delete from pgboss.job where data ->> 'organizationId' = $1`,
);

const readComplete = statement(
  'test.analysis.complete',
  `select (cost ->> 'usageIsComplete')::boolean as "isComplete" from calls where call_id = $1`,
);

const refuseFunction = statement(
  'test.analysis.refuse_function',
  `create function refuse_analysis() returns trigger language plpgsql as $$
   begin raise exception 'it is refused'; end $$`,
);
const refuseTrigger = statement(
  'test.analysis.refuse_trigger',
  `create trigger refused before update of summary on calls for each row when (new.summary = 'Unrecordable.')
   execute function refuse_analysis()`,
);

const plan = { summary: true, sentiment: false, structuredDataSchema: null, rubrics: [] };
const said = [
  {
    role: 'user' as const,
    message: 'Hello.',
    secondsFromStart: 0,
    time: '2026-01-01T00:00:00.000Z',
    endTime: '2026-01-01T00:00:01.000Z',
    duration: 1,
  },
];

let world: QueueWorld;
let jobs: Jobs;
let answers: string[] = [];

const model: LanguageModel = {
  name: 'test-model',
  model: 'small',
  async *answer() {
    yield { type: 'text-delta', text: answers.shift() ?? '{"summary":"They said hello."}' };
    yield { type: 'finish', reason: 'stop', usage: { inputTokens: 100, outputTokens: 10 }, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
let models: LanguageModel[] = [model];
const usedFor = (times: number) => [
  {
    ...{ kind: 'language-model', provider: 'test-model', model: 'small' },
    ...{ inputTokens: 100 * times, outputTokens: 10 * times },
  },
];

beforeAll(async () => {
  world = await QueueWorld.open();
  jobs = new Jobs({ connectionString: world.db.connectionString, applicationName: 'jobs', log: silentLog });
  await jobs.start([analysisQueue]);
});
afterAll(async () => {
  await jobs.close();
  await world.close();
});

async function endedCall(transcript = said, wants: unknown = plan, config: unknown = { provider: 'openai' }) {
  const organizationId = await world.organization();
  await world.db.query(setAgent, [organizationId, toJson(wants), toJson(config)]);
  const callId = await world.call(organizationId, { status: 'in-progress', nodeId: 'node_a' });
  const isEnded = await endCall(
    world.db,
    { organizationId, callId, from: whileLive, nodeId: 'node_a' },
    {
      status: 'ended',
      endedBy: 'Customer ended the call',
      endedReason: 'customer-ended-call',
      answeredAgoMs: 2000,
      transcript,
      message: 'The customer hung up.',
    },
  );
  expect(isEnded).toBe(true);
  return { organizationId, callId };
}
async function resultOf(callId: string) {
  const [row] = await world.db.query<Record<string, unknown>>(readResult, [callId]);
  return { ...row, events: (await world.events(callId)).slice(1) };
}
const options = (): AnalysisOptions => ({
  db: world.db,
  modelsOf: async (config, { usage }) =>
    config.provider === 'openai' ? models.map((one) => meteredModel(one, usage)) : [],
});
type Work = (tx: Transaction) => Promise<unknown>;
/** Returns a database whose first transaction goes as `first` does and then rejects, after `meanwhile`. */
const failingOnce =
  (first: (work: Work) => Promise<unknown>) =>
  (meanwhile = async () => undefined as unknown) => {
    let isFirst = true;
    const transaction = async (work: Work) => {
      if (!isFirst) return world.db.transaction(work);
      isFirst = false;
      await first(work).catch(() => undefined);
      await meanwhile();
      throw new Error('the connection broke');
    };
    const query: Database['query'] = (...given) => world.db.query(...given);
    return { query, transaction } as unknown as Database;
  };
const tryOf = (data: { organizationId: string; callId: string }, isLast = false) => ({
  jobId: 'job',
  data,
  retryCount: 0,
  isLast,
  isAfterLoss: false,
  signal: new AbortController().signal,
});

it('says why there is none: no speech, no model that can judge, or no valid answer', async () => {
  const silent = await endedCall([]);
  const keyless = await endedCall(said, plan, { provider: 'scripted' });
  const modelless = await endedCall(said, plan, null);
  const failing = await endedCall();
  expect(await enqueuePendingAnalyses(world.db, jobs)).toBe(4);
  answers = ['I cannot say.', 'I still cannot say.'];
  await expect(analyzeCall(options(), tryOf(failing))).rejects.toThrow('is not JSON');
  expect(await resultOf(failing.callId)).toMatchObject({ analysis_status: 'queued', events: [] });
  await analyzeCall(options(), tryOf(failing, true));
  for (const key of [silent, keyless, modelless]) await analyzeCall(options(), tryOf(key));
  expect(await resultOf(failing.callId)).toMatchObject({
    events: ['noted analysis-failed'],
    usage: usedFor(2),
  });
  expect((await resultOf(silent.callId)).events).toEqual(['noted analysis-empty']);
  expect((await resultOf(keyless.callId)).events).toEqual(['noted analysis-without-model']);
  expect((await resultOf(modelless.callId)).events).toEqual(['noted analysis-without-model']);
});

it('says that the agent was deleted before the analysis', async () => {
  const key = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  await world.db.query(deleteAgent, [key.organizationId]);
  await analyzeCall(options(), tryOf(key));
  expect(await resultOf(key.callId)).toMatchObject({
    analysis_status: 'failed',
    events: ['noted analysis-without-agent'],
  });
});

it('retries an unreachable model longer than one that answers badly, whose answers are paid for', async () => {
  const [away, bad] = [await endedCall(), await endedCall()];
  await enqueuePendingAnalyses(world.db, jobs);
  const later = (key: typeof away) => ({ ...tryOf(key), retryCount: 6 });
  answers = ['I cannot say.'];
  await analyzeCall(options(), later(bad));
  expect((await resultOf(bad.callId)).events).toEqual(['noted analysis-failed']);
  models = [
    {
      ...model,
      // biome-ignore lint/correctness/useYield: it fails before
      async *answer() {
        throw new Error('it is away');
      },
    },
  ];
  await expect(analyzeCall(options(), later(away))).rejects.toThrow('it is away');
  models = [model];
  await analyzeCall(options(), later(away));
  expect((await resultOf(away.callId)).events).toEqual(['noted analysed']);
  expect(analysisQueue.retriesMax).toBeGreaterThan(6);
});

const prices = [
  { kind: 'language-model', provider: 'test-model', unit: 'input-tokens', amount: '1', per: 1 },
];

it('marks the cost as incomplete after a try that was lost with its process', async () => {
  const [lost, whole, forgotten] = [await endedCall(), await endedCall(), await endedCall()];
  for (const { organizationId, callId } of [lost, whole, forgotten]) {
    await world.db.query(setPrices, [organizationId, toJson(prices)]);
    await world.db.query(endedWithPrices, [callId, toJson(usedFor(1))]);
  }
  await enqueuePendingAnalyses(world.db, jobs);
  await analyzeCall(options(), { ...tryOf(lost), retryCount: 1, isAfterLoss: true });
  await analyzeCall(options(), { ...tryOf(whole), retryCount: 1 });
  await world.db.query(jobIsGone, [forgotten.callId]);
  await world.db.query(queuedLongAgo, [forgotten.callId]);
  await enqueuePendingAnalyses(world.db, jobs);
  const isComplete = async ({ callId }: { callId: string }) =>
    (await world.db.query<{ isComplete: boolean }>(readComplete, [callId]))[0]!.isComplete;
  expect(await isComplete(lost)).toBe(false);
  expect(await isComplete(whole)).toBe(true);
  expect(await isComplete(forgotten)).toBe(false);
  expect(await resultOf(lost.callId)).toMatchObject({ usage: usedFor(2) });
});

it('gives up a call that was queued long ago when its job is gone, and keeps one that waits', async () => {
  const [waits, lost] = [await endedCall(), await endedCall()];
  await enqueuePendingAnalyses(world.db, jobs);
  await world.db.query(jobIsGone, [lost.callId]);
  for (let halfDays = 1; halfDays <= 2; halfDays++) {
    for (const { callId } of [waits, lost]) await world.db.query(queuedLongAgo, [callId]);
    await enqueuePendingAnalyses(world.db, jobs);
    expect(await resultOf(waits.callId)).toMatchObject({ analysis_status: 'queued' });
    expect(await resultOf(lost.callId)).toMatchObject({
      ...{ analysis_status: 'failed', events: ['noted analysis-failed'] },
    });
  }
  await analyzeCall(options(), tryOf(waits));
  expect(await resultOf(waits.callId)).toMatchObject({ analysis_status: 'done' });
});

it('runs the first analysis of a call before requested ones', async () => {
  const asked = await endedCall();
  await world.db.query(askedFor, [asked.organizationId, asked.callId]);
  await enqueuePendingAnalyses(world.db, jobs);
  const first = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  const priorityOf = async ({ callId }: { callId: string }) =>
    (await world.db.query<{ priority: number }>(readPriority, [callId]))[0]!.priority;
  expect(await priorityOf(first)).toBeGreaterThan(await priorityOf(asked));
});

it('takes first analyses first when more are pending than one batch', async () => {
  const asked = await endedCall();
  await world.db.query(manyAsked, [asked.callId]);
  const first = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  expect(await resultOf(first.callId)).toMatchObject({ analysis_status: 'queued' });
  await world.db.query(noneAsked, [asked.organizationId]);
});

it('counts what one model answered, whether or not the next one can be reached', async () => {
  const key = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  answers = ['I cannot say.'];
  const away: LanguageModel = {
    ...model,
    // biome-ignore lint/correctness/useYield: it fails before
    async *answer() {
      throw new Error('it is away');
    },
  };
  models = [model, away];
  await analyzeCall(options(), { ...tryOf(key), retryCount: 6 });
  models = [model];
  expect((await resultOf(key.callId)).events).toEqual(['noted analysis-failed']);
});

it('counts each try whose result cannot be stored once', async () => {
  await world.db.query(refuseFunction);
  await world.db.query(refuseTrigger);
  const key = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  answers = Array(2).fill('{"summary":"Unrecordable."}');
  await expect(analyzeCall(options(), tryOf(key))).rejects.toThrow('it is refused');
  expect(await resultOf(key.callId)).toMatchObject({ analysis_status: 'queued', usage: usedFor(1) });
  await analyzeCall(options(), tryOf(key, true));
  expect(await resultOf(key.callId)).toMatchObject({
    ...{ analysis_status: 'failed', usage: usedFor(2) },
    events: ['noted analysis-failed'],
  });
});

it('counts a try whose write is rolled back, also when another try settled the analysis meanwhile', async () => {
  const key = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  const undone = failingOnce(async (work) => {
    await world.db.transaction(async (tx) => {
      await work(tx);
      throw new Error('it is undone');
    });
  });
  const overtaken = { ...options(), db: undone(() => giveUpAnalysis(world.db, key)) };
  await analyzeCall(overtaken, tryOf(key));
  expect(await resultOf(key.callId)).toMatchObject({ analysis_status: 'failed', usage: usedFor(1) });
});

it('counts a committed try once when the connection broke before the answer', async () => {
  const key = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  const unheard = failingOnce((work) => world.db.transaction(work));
  await analyzeCall({ ...options(), db: unheard() }, tryOf(key));
  expect(await resultOf(key.callId)).toMatchObject({
    ...{ analysis_status: 'done', usage: usedFor(1), events: ['noted analysed'] },
  });
});

/** Returns a database whose first transaction fails, after carrying it out if `isDone`. Questions after it fail too. */
const awayAfter = ({ isDone, askedMax = 2 }: { isDone: boolean; askedMax?: number }) => {
  const seen = { transactions: 0, asked: 0 };
  const broke = () => new Error('Connection terminated unexpectedly');
  const transaction = async (work: Work) => {
    if (++seen.transactions > 1) return world.db.transaction(work);
    await world.db
      .transaction(async (tx) => {
        await work(tx);
        if (!isDone) throw broke();
      })
      .catch(() => undefined);
    throw broke();
  };
  const query: Database['query'] = async (...given) => {
    if (seen.transactions === 1 && ++seen.asked <= askedMax) throw broke();
    return world.db.query(...given);
  };
  return { seen, db: { query, transaction } as unknown as Database };
};

it('counts a try without a result once, however the database is unreachable meanwhile', async () => {
  for (const isDone of [false, true]) {
    const key = await endedCall();
    await enqueuePendingAnalyses(world.db, jobs);
    answers = ['I cannot say.'];
    const { db, seen } = awayAfter({ isDone });
    await expect(analyzeCall({ ...options(), db }, tryOf(key))).rejects.toThrow('is not JSON');
    expect(await resultOf(key.callId)).toMatchObject({ analysis_status: 'queued', usage: usedFor(1) });
    expect(seen.transactions).toBe(isDone ? 1 : 2);
  }
});

it('stores a result once, however the database is unreachable meanwhile, and asks no model again', async () => {
  for (const isDone of [false, true]) {
    const key = await endedCall();
    await enqueuePendingAnalyses(world.db, jobs);
    await analyzeCall({ ...options(), db: awayAfter({ isDone }).db }, tryOf(key));
    const events = ['noted analysed'];
    expect(await resultOf(key.callId)).toMatchObject({ analysis_status: 'done', usage: usedFor(1), events });
  }
});

it('reports usage that cannot be counted in time to the next try', async () => {
  const key = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  answers = ['I cannot say.'];
  const { db } = awayAfter({ isDone: false, askedMax: Number.POSITIVE_INFINITY });
  const isOver = new AbortController();
  const meanwhile = {
    transaction: (work: Work) => {
      isOver.abort();
      return db.transaction(work);
    },
    query: db.query,
  } as Database;
  const job = { ...tryOf(key), signal: isOver.signal };
  const thrown = await analyzeCall({ ...options(), db: meanwhile }, job).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(LostTry);
  expect((thrown as LostTry).message).toContain('"inputTokens":100');
});

it("drops characters that PostgreSQL refuses from a model's answer", async () => {
  const call = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  answers = ['{"summary":"They\\u0000 said \\ud800hello."}'];
  await analyzeCall(options(), tryOf(call));
  expect(await resultOf(call.callId)).toMatchObject({
    summary: 'They said \ufffdhello.',
    analysis_status: 'done',
  });
});

it('analyzes an ended call in a job of its own, once', async () => {
  const { callId } = await endedCall();
  const unwanted = await endedCall(said, null);
  expect(await enqueuePendingAnalyses(world.db, jobs)).toBe(1);
  expect(await enqueuePendingAnalyses(world.db, jobs)).toBe(0);
  const done = Promise.withResolvers<void>();
  await jobs.work(world.db, analysisQueue, async (job) => {
    // Other tests analyze their own calls at the same time.
    if (job.data.callId !== callId) return;
    await analyzeCall(options(), job);
    await analyzeCall(options(), job);
    done.resolve();
  });
  await done.promise;
  expect(await resultOf(callId)).toEqual({
    summary: 'They said hello.',
    analysis: null,
    qa: null,
    analysis_status: 'done',
    usage: usedFor(1),
    events: ['noted analysed'],
  });
  expect(await resultOf(unwanted.callId)).toMatchObject({ analysis_status: null, events: [] });
  expect(await world.db.query(analyzedEvents, [callId])).toEqual([{ callId, summary: 'They said hello.' }]);
  expect(await world.db.query(analyzedEvents, [unwanted.callId])).toEqual([]);
});

it('asks the next model when one fails, and disposes of all', async () => {
  const disposed: string[] = [];
  const failing = (name: string): LanguageModel => ({
    name,
    // biome-ignore lint/correctness/useYield: it fails before
    async *answer() {
      throw new Error(`${name} is away`);
    },
    [Symbol.asyncDispose]: async () => void disposed.push(name),
  });
  models = [failing('first'), model, failing('third')];
  const { callId, organizationId } = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  await analyzeCall(options(), tryOf({ organizationId, callId }));
  expect(await resultOf(callId)).toMatchObject({ summary: 'They said hello.', usage: usedFor(1) });
  models = [failing('first'), failing('third')];
  const other = await endedCall();
  await enqueuePendingAnalyses(world.db, jobs);
  await expect(analyzeCall(options(), tryOf(other))).rejects.toThrow('third is away');
  expect(disposed).toEqual(['first', 'third', 'first', 'third']);
  models = [model];
});
