import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { type ChatWorld, createChatWorld } from '../../../test/world/chat-world.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import { meteredModel } from '../../conversation/providers/kit/index.ts';
import { statement } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { type ChatAnalysisJob, chatAnalysesQueuedLongAgo, takePendingChatAnalyses } from '../chats/index.ts';
import { analyzeChat, enqueuePendingChats } from './analyze-chat.ts';

const askedOften = statement(
  'test.chat_again.asked_often',
  'update chats set analysis_requests = 20 where chat_id = $1',
);
const queuedLongAgo = statement(
  'test.chat_again.long_ago',
  `update chats set analysis_queued_at = now() - interval '13 hours' where chat_id = $1`,
);

let world: ChatWorld;
let answer = '';
beforeAll(async () => {
  world = await createChatWorld();
});
afterAll(() => world.close());

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
async function succeed(method: string, path: string, body?: unknown) {
  const answered = await world.request(method, path, { body });
  expect(answered.status, answered.text).toBeLessThan(300);
  return answered.body;
}
const wants = (rubrics: string[] = []) => ({
  ...{ summary: true, sentiment: false, structuredDataSchema: null },
  rubrics: rubrics.map((name) => ({ name, description: 'It was so.' })),
});
async function begin(analysis: object | null = wants()) {
  const chatId = await world.begin({
    model: { provider: 'openai', model: 'small' },
    firstMessage: 'Hello.',
    analysis,
  });
  return { chatId, agentId: (await succeed('GET', `/api/chats/${chatId}`)).agentId as string };
}
async function over(analysis?: object | null) {
  const chat = await begin(analysis);
  await succeed('POST', `/api/chats/${chat.chatId}/end`);
  return chat;
}
const ask = (chatId: string, more = {}) => world.request('POST', `/api/chats/${chatId}/analysis`, more);
const analysisOf = (chatId: string) => succeed('GET', `/api/chats/${chatId}/analysis`);
const usedOf = async (chatId: string) => (await succeed('GET', `/api/chats/${chatId}`)).usage[0]?.inputTokens;
const takeJobs = () => world.db.transaction(takePendingChatAnalyses);
/** Carries out a job's last try. `text` is the model's answer; '' makes the model unavailable. */
async function work(data: ChatAnalysisJob, text: string): Promise<void> {
  answer = text;
  const modelsOf = async (_config: object, { usage }: { usage: Parameters<typeof meteredModel>[1] }) => [
    meteredModel(model, usage),
  ];
  const { signal } = new AbortController();
  const one = { jobId: 'job', data, retryCount: 0, isLast: true, isAfterLoss: false, signal };
  await analyzeChat({ db: world.db, modelsOf }, one);
}
async function analyze(text: string): Promise<void> {
  for (const job of await takeJobs()) await work(job, text);
}

it('analyzes a chat again by the published version, and keeps the former findings until then', async () => {
  const { chatId, agentId } = await over();
  expect(await analysisOf(chatId)).toMatchObject({ status: 'pending', agentVersion: null });
  const { pendingAgentVersion: ran } = await analysisOf(chatId);
  await analyze('{"summary":"First."}');
  expect(await analysisOf(chatId)).toMatchObject({
    ...{ status: 'done', summary: 'First.', agentVersion: ran, pendingAgentVersion: null },
  });
  const { version } = await succeed('PATCH', `/api/agents/${agentId}`, { analysis: wants(['Kind']) });

  const asked = await ask(chatId);
  expect([asked.status, asked.body]).toEqual([
    202,
    expect.objectContaining({
      status: 'pending',
      summary: 'First.',
      agentVersion: ran,
      pendingAgentVersion: version,
    }),
  ]);
  expect(await auditOfRequest(world.db, asked.headers['x-request-id'])).toMatchObject([
    { actionVerb: 'updated', resourceType: 'chats', resourceReferenceId: chatId },
  ]);
  // While an analysis is pending no other begins, before its job exists and after.
  const again = await ask(chatId);
  expect([again.status, await auditOfRequest(world.db, again.headers['x-request-id'])]).toEqual([202, []]);
  const [job] = await takeJobs();
  expect(job).toMatchObject({ chatId, requestId: asked.headers['x-request-id'] });
  expect((await ask(chatId)).body).toMatchObject({ status: 'pending', pendingAgentVersion: version });
  expect(await takeJobs()).toEqual([]);

  await work(job!, '{"summary":"Second.","rubrics":{"Kind":{"passed":true,"reason":"So.","positions":[0]}}}');
  const note = `Analyzed by openai. It used version ${version} of the agent.`;
  expect(await analysisOf(chatId)).toMatchObject({
    ...{ status: 'done', summary: 'Second.', qa: { overallPassed: true }, agentVersion: version, note },
  });
  expect(await usedOf(chatId)).toBe(200);
  // A repeated job finds nothing due.
  await work(job!, '{"summary":"Late."}');
  expect(await analysisOf(chatId)).toMatchObject({ summary: 'Second.' });
});

it('keeps the former findings when another analysis fails', async () => {
  const { chatId } = await over();
  await analyze('{"summary":"First."}');
  await ask(chatId);
  await analyze('');
  expect(await analysisOf(chatId)).toMatchObject({
    ...{ status: 'failed', summary: 'First.', pendingAgentVersion: null },
    note: expect.stringMatching(/it is away.*Earlier findings/),
  });
  // Another analysis can be requested now.
  await ask(chatId);
  await analyze('{"summary":"Third."}');
  expect(await analysisOf(chatId)).toMatchObject({ status: 'done', summary: 'Third.' });
});

it('ignores the job of the former analysis for a requested one', async () => {
  const { chatId } = await over();
  const [first] = await takeJobs();
  await work(first!, '{"summary":"First."}');
  await ask(chatId);
  await takeJobs();
  await work(first!, '{"summary":"Not asked for."}');
  expect(await analysisOf(chatId)).toMatchObject({ status: 'pending', summary: 'First.' });
  await world.db.query(queuedLongAgo, [chatId]);
  const [old] = await world.db.transaction(chatAnalysesQueuedLongAgo);
  expect(old).toMatchObject({ chatId, requestId: expect.any(String) });
  await work(old!, '{"summary":"Second."}');
  expect(await analysisOf(chatId)).toMatchObject({ status: 'done', summary: 'Second.' });
});

/** Takes pending analyses as their jobs would be stored. With `lost`, old ones have lost their jobs. */
async function enqueue({ lost = false } = {}) {
  const stored: { data: ChatAnalysisJob; priority?: number }[] = [];
  const jobs = {
    findLost: async (_tx: unknown, _queue: unknown, all: readonly ChatAnalysisJob[]) => (lost ? all : []),
    enqueue: async (_tx: unknown, _queue: unknown, jobs: typeof stored) => void stored.push(...jobs),
  };
  await enqueuePendingChats(world.db, jobs as unknown as Jobs);
  return stored;
}

it('runs first analyses before requested ones', async () => {
  const [asked, first] = [await over(), await begin()];
  await analyze('{"summary":"First."}');
  await ask(asked.chatId);
  await succeed('POST', `/api/chats/${first.chatId}/end`);
  const jobs = await enqueue();
  const priorityOf = ({ chatId }: { chatId: string }) =>
    jobs.find(({ data }) => data.chatId === chatId)!.priority!;
  expect(priorityOf(first)).toBeGreaterThan(priorityOf(asked));
  for (const { data } of jobs) await work(data, '{"summary":"Then."}');
});

it('gives up an analysis whose job was lost, and says that the former findings stay', async () => {
  const { chatId } = await over();
  await analyze('{"summary":"First."}');
  await ask(chatId);
  expect(await analysisOf(chatId)).toMatchObject({ status: 'pending', note: null });
  await enqueue();
  await world.db.query(queuedLongAgo, [chatId]);
  await enqueue({ lost: true });
  const note = 'The analysis was never made: its job was lost. Earlier findings, if any, stay as they are.';
  expect(await analysisOf(chatId)).toMatchObject({ status: 'failed', summary: 'First.', note });
});

it('says why a chat cannot be analyzed', async () => {
  const refusal = async (chatId: string) => {
    const { status, body } = await ask(chatId);
    return [status, body.code];
  };
  const unknown = `chat_${'0'.repeat(26)}`;
  expect(await refusal(unknown)).toEqual([404, 'chat.not_found']);
  expect(await refusal((await begin()).chatId)).toEqual([409, 'chat.not_over']);
  const unwanted = await over(null);
  expect(await refusal(unwanted.chatId)).toEqual([409, 'agent.without_analysis']);
  expect(await analysisOf(unwanted.chatId)).toMatchObject({ status: 'none', note: null });
  // A chat whose agent wanted no analysis then is analyzed by the published configuration.
  await succeed('PATCH', `/api/agents/${unwanted.agentId}`, { analysis: wants() });
  expect((await ask(unwanted.chatId)).status).toBe(202);
  await analyze('{"summary":"Now."}');
  expect(await analysisOf(unwanted.chatId)).toMatchObject({ status: 'done', summary: 'Now.' });
  await world.db.query(askedOften, [unwanted.chatId]);
  expect(await refusal(unwanted.chatId)).toEqual([409, 'analysis.too_often']);
  const { key } = await succeed('POST', '/api/api-keys', { name: 'Reads', role: 'Viewer' });
  expect((await ask(unwanted.chatId, { key })).status).toBe(403);
});
