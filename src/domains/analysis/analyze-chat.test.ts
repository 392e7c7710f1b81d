import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatModel, startChatModel } from '../../../test/world/chat-model.ts';
import { type ChatWorld, createChatWorld, receptionDialogue } from '../../../test/world/chat-world.ts';
import { statement } from '../../platform/db/index.ts';
import { Jobs } from '../../platform/jobs/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { settleChatAnalysis, takePendingChatAnalyses } from '../chats/index.ts';
import { analyzeChat, chatAnalysisQueue, enqueuePendingChats } from './analyze-chat.ts';

const queuedAgo = statement(
  'test.analysis.queued_ago',
  'update chats set analysis_queued_at = now() - make_interval(hours => $2) where chat_id = $1',
);

const refuseFunction = statement(
  'test.analysis.refuse_chat_function',
  `create function refuse_chat_analysis() returns trigger language plpgsql as $$
   begin raise exception 'it is refused'; end $$`,
);
const refuseTrigger = statement(
  'test.analysis.refuse_chat_trigger',
  `create trigger refused before update of summary on chats for each row when (new.summary = 'Unrecordable.')
   execute function refuse_chat_analysis()`,
);

let world: ChatWorld;
let model: ChatModel;
let jobs: Jobs;
beforeAll(async () => {
  world = await createChatWorld();
  model = await startChatModel();
  const body = { provider: 'openai', apiKey: 'a-key', baseUrl: model.baseUrl };
  await world.request('POST', '/api/provider-keys', { body });
  const { db, modelsOf } = world;
  jobs = new Jobs({ connectionString: db.connectionString, applicationName: 'parley test', log: silentLog });
  await jobs.start([chatAnalysisQueue]);
  await jobs.work(db, chatAnalysisQueue, (job) => analyzeChat({ db, modelsOf }, job));
});
afterAll(async () => {
  await jobs.close();
  await world.close();
  await model[Symbol.asyncDispose]();
});

const openai = { provider: 'openai', model: 'any' };
const read = async (chatId: string) => (await world.request('GET', `/api/chats/${chatId}/analysis`)).body;
async function end(chatId: string): Promise<void> {
  await world.request('POST', `/api/chats/${chatId}/end`);
  await enqueuePendingChats(world.db, jobs);
}

it("summarizes and judges an ended chat, and shows the result to the customer's next chat", async () => {
  const analysis = { summary: true, sentiment: true };
  const prompt = 'Help. Before: {{earlierChats}}';
  const variables = [{ name: 'earlierChats', required: false }];
  const chatId = await world.begin(
    { model: openai, analysis, prompt, variables },
    { customerUniqueId: 'c 9' },
  );
  await world.say(chatId, 'Where is my order?');
  await world.messagesWhen(chatId, 2);
  expect(await read(chatId)).toMatchObject({ status: 'none', summary: null, note: null });
  const chatOf = async () => (await world.request('GET', `/api/chats/${chatId}`)).body;
  const before = await chatOf();
  const used = { kind: 'language-model', provider: 'openai', model: 'any', estimated: true };
  expect([before.usage, before.cost]).toEqual([[expect.objectContaining(used)], null]);
  const price = { kind: 'language-model', provider: 'openai', amount: '1', per: 1 };
  const prices = [
    { ...price, unit: 'input-tokens' },
    { ...price, unit: 'output-tokens' },
  ];
  await world.request('PUT', '/api/organization/prices', { body: { currency: 'USD', prices } });
  model.answerWith(() => ({ words: ['{"summary":"An order was sought.","sentiment":"neutral"}'] }));
  await end(chatId);
  await expect.poll(async () => (await read(chatId)).status, { timeout: 10_000 }).toBe('done');
  expect(await read(chatId)).toMatchObject({
    summary: 'An order was sought.',
    qa: { sentiment: 'neutral' },
    note: 'Analyzed by openai.',
  });
  expect(JSON.stringify(model.asked.at(-1)!.messages)).toContain('Customer: Where is my order?');
  // A later price list changes nothing.
  await world.request('PUT', '/api/organization/prices', { body: { currency: 'EUR', prices } });
  const { agentId, summary, usage, cost } = await chatOf();
  expect(usage).toEqual([expect.objectContaining(used)]);
  const [{ inputTokens, outputTokens }] = usage;
  expect(inputTokens).toBeGreaterThan(before.usage[0].inputTokens);
  expect(outputTokens).toBe(
    before.usage[0].outputTokens +
      Math.ceil('{"summary":"An order was sought.","sentiment":"neutral"}'.length / 4),
  );
  expect(cost).toMatchObject({
    ...{ currency: 'USD', total: `${inputTokens + outputTokens}.00`, priceVersion: 1, usageIsComplete: true },
  });
  expect(summary).toBe('An order was sought.');

  model.answerWith(() => ({ words: ['Yes.'] }));
  const next = await world.request('POST', `/api/agents/${agentId}/chats`, {
    body: { customerUniqueId: 'c 9' },
  });
  await world.say(next.body.chatId, 'Me again.');
  await world.messagesWhen(next.body.chatId, 2);
  expect(model.asked.at(-1)!.messages[0]!.content).toMatch(
    /^Help\. Before: \d{4}-\d\d-\d\d: An order was sought\.$/,
  );
  const listed = await world.request('GET', '/api/chats?customerUniqueId=c+9');
  expect(listed.body.chats.map((chat: { chatId: string }) => chat.chatId)).toEqual([
    next.body.chatId,
    chatId,
  ]);
  // Our own lists include the usage; the documented list of an agent does not.
  expect(listed.body.chats[1]).toMatchObject({ usage, cost });
  const exported = (await world.request('GET', '/api/export/chats')).body.chats;
  expect(exported.find((chat: { chatId: string }) => chat.chatId === chatId)).toMatchObject({ usage, cost });
  const [ofAgent] = (await world.request('GET', `/api/agents/${agentId}/chats`)).body.chats;
  expect(Object.keys(ofAgent)).not.toContain('usage');
});

it('gives a lost job up after half a day, and refuses its late result', async () => {
  const chatId = await world.begin({
    model: openai,
    firstMessage: 'Hello.',
    analysis: { summary: true },
  });
  await world.request('POST', `/api/chats/${chatId}/end`);
  // Marks the chat as having a job that does not exist, as if the jobs had been emptied.
  const lost = await world.db.transaction(takePendingChatAnalyses);
  expect(lost).toEqual([{ organizationId: world.owner.organizationId, chatId }]);
  await world.db.query(queuedAgo, [chatId, 11]);
  expect(await enqueuePendingChats(world.db, jobs)).toBe(0);
  expect((await read(chatId)).status).toBe('pending');
  await world.db.query(queuedAgo, [chatId, 13]);
  await enqueuePendingChats(world.db, jobs);
  const note = 'The analysis was never made: its job was lost.';
  expect(await read(chatId)).toMatchObject({ status: 'failed', note, summary: null });
  await settleChatAnalysis(world.db, lost[0]!, {
    findings: { summary: 'Late.', analysis: null, qa: null },
    ...{ note: 'Analyzed.', agentVersion: 1 },
  });
  expect(await read(chatId)).toMatchObject({ status: 'failed', note, summary: null });
});

it('keeps a chat that was queued long ago while its job exists', async () => {
  const chatId = await world.begin({ model: openai, firstMessage: 'Hello.', analysis: { summary: true } });
  const held = Promise.withResolvers<void>();
  const words = ['{"summary":"Nobody', ' said anything.","sentiment":"neutral"}'];
  model.answerWith(() => ({ words, hold: held.promise }));
  await end(chatId);
  await world.db.query(queuedAgo, [chatId, 13]);
  await enqueuePendingChats(world.db, jobs);
  expect(await read(chatId)).toMatchObject({ status: 'pending', note: null });
  held.resolve();
  await expect.poll(async () => (await read(chatId)).status, { timeout: 10_000 }).toBe('done');
});

it('counts each try whose result cannot be stored once', async () => {
  await world.db.query(refuseFunction);
  await world.db.query(refuseTrigger);
  const chatId = await world.begin({ model: openai, firstMessage: 'Hello.', analysis: { summary: true } });
  await world.request('POST', `/api/chats/${chatId}/end`);
  const [data] = await world.db.transaction(takePendingChatAnalyses);
  model.answerWith(() => ({ words: ['{"summary":"Unrecordable.","sentiment":"neutral"}'] }));
  const { db, modelsOf } = world;
  const analyze = (isLast: boolean) =>
    analyzeChat(
      { db, modelsOf },
      {
        ...{ jobId: 'job', data: data!, retryCount: 0, isLast, isAfterLoss: false },
        signal: new AbortController().signal,
      },
    );
  const outputTokens = async () =>
    (await world.request('GET', `/api/chats/${chatId}`)).body.usage[0]?.outputTokens;
  await expect(analyze(false)).rejects.toThrow('it is refused');
  const once = await outputTokens();
  expect(once).toBeGreaterThan(0);
  await analyze(true);
  expect(await outputTokens()).toBe(2 * once);
  expect(await read(chatId)).toMatchObject({
    status: 'failed',
    note: expect.stringContaining('it is refused'),
  });
});

it('reports why there is no analysis without a model that can judge', async () => {
  const chatId = await world.begin({
    model: receptionDialogue,
    firstMessage: 'Hello.',
    analysis: { summary: true },
  });
  await end(chatId);
  await expect.poll(async () => (await read(chatId)).status, { timeout: 10_000 }).toBe('failed');
  expect(await read(chatId)).toMatchObject({
    summary: null,
    note: expect.stringContaining('no language model'),
  });
});

it('reports why there is no analysis when the agent was deleted', async () => {
  const chatId = await world.begin({ model: openai, firstMessage: 'Hello.', analysis: { summary: true } });
  await world.say(chatId, 'Where is my order?');
  await world.messagesWhen(chatId, 3);
  const { agentId } = (await world.request('GET', `/api/chats/${chatId}`)).body;
  await world.request('POST', `/api/chats/${chatId}/end`);
  expect((await world.request('DELETE', `/api/agents/${agentId}`)).status).toBe(204);
  await enqueuePendingChats(world.db, jobs);
  await expect.poll(async () => (await read(chatId)).status, { timeout: 10_000 }).toBe('failed');
  expect(await read(chatId)).toMatchObject({ summary: null, note: expect.stringContaining('deleted') });
});

it('makes no analysis when the agent has no plan, or nothing was said', async () => {
  for (const agent of [
    { model: openai, firstMessage: 'Hello.' },
    { model: openai, analysis: { summary: true } },
  ]) {
    const chatId = await world.begin(agent);
    await end(chatId);
    expect((await read(chatId)).status).toBe('none');
  }
});
