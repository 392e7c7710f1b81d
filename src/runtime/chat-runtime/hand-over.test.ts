import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AskedModel, type ChatModel, startChatModel } from '../../../test/world/chat-model.ts';
import { type ChatWorld, createChatWorld } from '../../../test/world/chat-world.ts';
import { eventData } from '../../domains/events/index.ts';
import { handOversMax } from '../tools/index.ts';

let world: ChatWorld;
let model: ChatModel;
beforeAll(async () => {
  world = await createChatWorld();
  model = await startChatModel();
  const body = { provider: 'openai', apiKey: 'a-key', baseUrl: model.baseUrl };
  await world.request('POST', '/api/provider-keys', { body });
});
afterAll(async () => {
  await world.close();
  await model[Symbol.asyncDispose]();
});
beforeEach(() => {
  model.asked.length = 0;
});

const openai = { provider: 'openai', model: 'any' };
const agent = async (values: object): Promise<string> => {
  const body = { prompt: 'Help.', model: openai, ...values };
  const { status, body: made, text } = await world.request('POST', '/api/agents', { body });
  expect(status, text).toBe(201);
  return made.agentId;
};
const handOver = (agentId: string, more: object = {}) => ({
  ...{ type: 'handOver', name: 'toBilling', description: 'For bills.', agentId },
  ...more,
});
const textOf = ({ messages }: AskedModel) => messages.map(({ role, content }) => `${role}: ${content}`);
const is = (name: string, { messages }: AskedModel) => messages[0]!.content === name;

it('another agent answers the message and the next ones, and hands the chat back', async () => {
  const billing = await agent({ name: 'Billing', prompt: 'Billing of {{customer}}, bill {{bill}}.' });
  const parameters = { type: 'object', properties: { bill: { type: 'string' } }, required: ['bill'] };
  const chatId = await world.begin(
    {
      ...{ name: 'Reception', prompt: 'Reception', model: openai },
      tools: [handOver(billing, { parameters, mayReturn: true, message: 'One moment, {{customer}}.' })],
    },
    { chatVariables: { customer: 'Ada' } },
  );
  let bills = 0;
  model.answerWith((asked) => {
    if (is('Reception', asked))
      return asked.messages.some(({ content }) => String(content).includes('back to'))
        ? { words: ['Anything else?'] }
        : { calls: [{ name: 'toBilling', arguments: { bill: '7', reason: 'a bill' } }] };
    expect(asked.messages[0]!.content).toBe('Billing of Ada, bill 7.');
    return ++bills === 1 ? { words: ['It is paid.'] } : { calls: [{ name: 'handBack', arguments: {} }] };
  });
  await world.say(chatId, 'My bill?');
  const first = await world.messagesWhen(chatId, 4);
  expect(first.map(({ role, content, toolName, agentId }) => [role, content ?? toolName, agentId])).toEqual([
    ['user', 'My bill?', undefined],
    ['tool', 'toBilling', expect.not.stringContaining(billing)],
    ['bot', 'One moment, Ada.', expect.not.stringContaining(billing)],
    ['bot', 'It is paid.', billing],
  ]);
  expect(first[3]).toMatchObject({ agentVersion: 1 });
  expect(textOf(model.asked[1]!).slice(1, 4)).toEqual([
    'user: My bill?',
    expect.stringMatching(
      /^system: “Reception” handed the conversation over to “Billing”\.\n.*\nReason: "a bill"$/,
    ),
    expect.stringMatching(/^system: The conversation is yours/),
  ]);
  await world.say(chatId, 'Thanks');
  const all = await world.messagesWhen(chatId, 7);
  expect(all.slice(4).map(({ role, content, toolName }) => [role, content ?? toolName])).toEqual([
    ...[
      ['user', 'Thanks'],
      ['tool', 'handBack'],
    ],
    ['bot', 'Anything else?'],
  ]);
  expect(all[6]!.agentId).toBe(all[1]!.agentId);
  const { body: chat } = await world.request('GET', `/api/chats/${chatId}`);
  expect(chat.agentId).toBe(all[1]!.agentId);
  expect(chat.usage.map((used: { agentId?: string }) => used.agentId)).toEqual([undefined, billing]);
  const listed = async (agentId: string) =>
    (await world.request('GET', `/api/agents/${agentId}/chats`)).body.chats.length;
  expect([await listed(chat.agentId), await listed(billing)]).toEqual([1, 0]);
  const { body: feed } = await world.request('GET', '/api/events?types=chat.agentChanged');
  expect(feed.events.map(({ data }: { data: { isReturn: boolean; reason: unknown } }) => data)).toMatchObject(
    [
      { chatId, toAgentId: billing, toAgentVersion: 1, isReturn: false, reason: 'a bill' },
      { chatId, fromAgentId: billing, toAgentId: chat.agentId, isReturn: true, reason: null },
    ],
  );
  for (const { data } of feed.events) eventData['chat.agentChanged'].parse(data);
  const { status, body } = await world.request('DELETE', `/api/agents/${billing}`);
  expect([status, body.error]).toEqual([409, 'The agent is in use by agent Reception.']);
});

it('another agent begins with its first message, and knows only what it is given', async () => {
  const billing = await agent({ name: 'Billing', firstMessage: 'Billing here.' });
  const tool = handOver(billing, { opening: 'firstMessage', history: 'summary', variables: [] });
  const chatId = await world.begin({ prompt: 'Reception', model: openai, tools: [tool] });
  model.answerWith((asked) =>
    is('Reception', asked)
      ? { calls: [{ name: 'toBilling', arguments: { summary: 'A bill is missing.' } }] }
      : { words: ['I look.'] },
  );
  await world.say(chatId, 'My bill?');
  expect((await world.messagesWhen(chatId, 3))[2]).toMatchObject({
    content: 'Billing here.',
    agentId: billing,
  });
  await world.say(chatId, 'It is bill 7');
  await world.messagesWhen(chatId, 5);
  expect(textOf(model.asked.at(-1)!).slice(1)).toEqual([
    expect.stringContaining('Summary: "A bill is missing."'),
    expect.stringContaining('The conversation is yours'),
    'assistant: Billing here.',
    'user: It is bill 7',
  ]);
});

/** A flow that asks for a bill and leaves the rest to another agent. */
const flowTo = (agentId: string, more: object = {}) => ({
  start: 'ask',
  variables: { type: 'object', properties: { bill: { type: 'integer' } } },
  stages: {
    ask: {
      instructions: 'Ask for the bill.',
      collects: ['bill'],
      edges: [{ to: 'billing', when: 'vars.bill != null' }],
    },
    billing: {
      finish: { handOver: { agentId, mayReturn: true } },
      edges: [
        { to: 'closing', when: 'true' },
        { to: 'sorry', failure: true },
      ],
      ...more,
    },
    closing: { instructions: 'Ask whether there is anything else.' },
    sorry: { says: 'Nobody is there for bill {{bill}}.' },
  },
});

it('a stage hands the chat over with its variables, and goes on when it comes back', async () => {
  const billing = await agent({ name: 'Billing', prompt: 'Billing, bill {{bill}}.' });
  const chatId = await world.begin({
    ...{ name: 'Reception', prompt: 'Reception', model: openai },
    flow: flowTo(billing, { says: 'I put you through about bill {{bill}}.' }),
  });
  const { agentId: reception } = (await world.request('GET', `/api/chats/${chatId}`)).body;
  let bills = 0;
  model.answerWith((asked) => {
    if (is('Reception', asked))
      return String(asked.messages[1]!.content).includes('anything else')
        ? { words: ['Anything else?'] }
        : { words: ['<flow bill="7">'] };
    expect(asked.messages[0]!.content).toBe('Billing, bill 7.');
    return ++bills === 1 ? { words: ['It is paid.'] } : { calls: [{ name: 'handBack', arguments: {} }] };
  });
  const shown = (messages: Awaited<ReturnType<typeof world.messages>>) =>
    messages.map(({ content, toolName, toolArguments, agentId }) => [
      toolName === 'flow' ? JSON.parse(String(toolArguments)).to : (content ?? toolName),
      agentId,
    ]);
  await world.say(chatId, 'My bill is 7');
  expect(shown(await world.messagesWhen(chatId, 6))).toEqual([
    ['My bill is 7', undefined],
    ...[
      ['ask', reception],
      ['billing', reception],
    ],
    ['I put you through about bill 7.', reception],
    ['handOver', reception],
    ['It is paid.', billing],
  ]);
  await world.say(chatId, 'Thanks');
  expect(shown((await world.messagesWhen(chatId, 10)).slice(6))).toEqual([
    ['Thanks', undefined],
    ['handBack', billing],
    ['closing', reception],
    ['Anything else?', reception],
  ]);
});

it('a stage takes its way for failures when the other agent cannot take over', async () => {
  const billing = await agent({ name: 'Billing', prompt: 'Billing of {{contract}}.' });
  const chatId = await world.begin({ prompt: 'Reception', model: openai, flow: flowTo(billing) });
  model.answerWith(() => ({ words: ['<flow bill="8">'] }));
  await world.say(chatId, 'My bill is 8');
  const messages = await world.messagesWhen(chatId, 6);
  expect(messages[3]!.toolResult).toContain('needs the variable contract');
  expect(messages.at(-1)!.content).toBe('Nobody is there for bill 8.');
});

it('hands a test of a draft over to an agent whose flow needs no model', async () => {
  const make = async (agent: object) => {
    const { status, body, text } = await world.request('POST', '/api/agents', {
      body: { name: 'A', prompt: 'Help.', ...agent },
    });
    expect(status, text).toBe(201);
    return body.agentId as string;
  };
  const greet = { says: 'This is reception.', edges: [{ to: 'greet2', keys: '1' }] };
  const reception = await make({
    name: 'Reception',
    flow: { start: 'greet', stages: { greet, greet2: { says: 'Done.', finish: 'end-call' } } },
  });
  const front = await make({ name: 'Front' });
  const over = { says: 'One moment.', finish: { handOver: { agentId: reception } } };
  const flow = {
    start: 'menu',
    stages: { menu: { says: 'Menu.', edges: [{ to: 'over', keys: '1' }] }, over },
  };
  await world.request('PATCH', `/api/agents/${front}`, { body: { publish: false, flow } });
  const { body } = await world.request('POST', `/api/agents/${front}/chats`, {
    body: { customerUniqueId: 'c', draft: true, flow: { stage: 'over' } },
  });
  await world.say(body.chatId, 'Hello');
  const messages = await world.messagesWhen(body.chatId, 6);
  const by = messages.map(({ agentId, agentVersion, content, toolName }) => [
    content ?? toolName,
    agentId === front ? 'front' : agentId === reception ? 'reception' : undefined,
    agentVersion,
  ]);
  expect(by).toEqual([
    ['Hello', undefined, undefined],
    // A draft has no version.
    ['flow', 'front', undefined],
    ['One moment.', 'front', undefined],
    ['handOver', 'front', undefined],
    ['flow', 'reception', 1],
    ['This is reception.', 'reception', 1],
  ]);
});

it('agents that hand a chat over to each other stop', { timeout: 60_000 }, async () => {
  const other = await agent({ name: 'Other' });
  const chatId = await world.begin({ name: 'One', model: openai, tools: [handOver(other, { name: 'go' })] });
  const { agentId: one } = (await world.request('GET', `/api/chats/${chatId}`)).body;
  const tools = [handOver(one, { name: 'go' })];
  expect((await world.request('PATCH', `/api/agents/${other}`, { body: { tools } })).status).toBe(200);
  model.answerWith(({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { words: ['I answer.'] } : { calls: [{ name: 'go', arguments: {} }] },
  );
  await world.say(chatId, 'Hello');
  // Each hand-over is an answer of its own, which takes long on a busy machine.
  await expect
    .poll(async () => (await world.messages(chatId)).length, { timeout: 40_000 })
    .toBe(handOversMax + 3);
  const messages = await world.messages(chatId);
  expect(messages.at(-2)!.toolResult).toContain('10 times');
  expect(messages.at(-1)!.content).toBe('I answer.');
});

it('an agent asks another one, whose answer only it reads', async () => {
  const billing = await agent({ name: 'Billing', prompt: 'Billing' });
  const tool = { type: 'consult', name: 'askBilling', description: 'Knows bills.', agentId: billing };
  const chatId = await world.begin({ prompt: 'Reception', model: openai, tools: [tool] });
  model.answerWith((asked) => {
    if (is('Billing', asked)) return { words: ['Paid on Monday.'] };
    return asked.messages.at(-1)?.role === 'tool'
      ? { words: ['It is paid.'] }
      : { calls: [{ name: 'askBilling', arguments: { question: 'Bill 7?' } }] };
  });
  await world.say(chatId, 'My bill?');
  const messages = await world.messagesWhen(chatId, 3);
  expect(JSON.parse(String(messages[1]!.toolResult))).toMatchObject({
    answer: 'Paid on Monday.',
    agentVersion: 1,
  });
  expect(messages[2]).toMatchObject({ role: 'bot', content: 'It is paid.' });
});

it('a consulted agent keeps its own rules for what it says and for its tools', async () => {
  const look = { type: 'http', name: 'look', description: 'Looks.', url: 'https://bills.example.com' };
  const rules = [
    { type: 'words', name: 'promise', phrases: ['we forgive'], replacement: 'I cannot decide that.' },
    { type: 'tool', name: 'looking', tools: ['look'], when: 'arguments.bill == 7', refusal: 'Bill 7 only.' },
  ];
  const billing = await agent({ name: 'Billing', prompt: 'Billing', tools: [look], guardRails: { rules } });
  const tool = { type: 'consult', name: 'askBilling', description: 'Knows bills.', agentId: billing };
  const chatId = await world.begin({ prompt: 'Reception', model: openai, tools: [tool] });
  const results: unknown[] = [];
  model.answerWith((asked) => {
    const last = asked.messages.at(-1);
    if (is('Billing', asked)) {
      if (last?.role !== 'tool') return { calls: [{ name: 'look', arguments: { bill: 8 } }] };
      results.push(last.content);
      return { words: ['We forgive it.'] };
    }
    return last?.role === 'tool'
      ? { words: ['I see.'] }
      : { calls: [{ name: 'askBilling', arguments: { question: 'Bill 8?' } }] };
  });
  await world.say(chatId, 'My bill?');
  const messages = await world.messagesWhen(chatId, 3);
  expect(results).toEqual([JSON.stringify({ error: 'Bill 7 only.' })]);
  expect(JSON.parse(String(messages[1]!.toolResult))).toMatchObject({ answer: 'I cannot decide that.' });
});

it('each agent has what it remembers itself, and a consulted one nothing', async () => {
  const memory = { writtenBy: { analysis: false } };
  const billing = await agent({ name: 'Billing', prompt: 'Billing: {{memory}}', memory });
  const consult = { type: 'consult', name: 'askBilling', description: 'Knows bills.', agentId: billing };
  const customerUniqueId = 'c remembered';
  const chatId = await world.begin(
    { prompt: 'Reception', model: openai, memory, tools: [handOver(billing), consult] },
    { customerUniqueId },
  );
  const { agentId: reception } = (await world.request('GET', `/api/chats/${chatId}`)).body;
  for (const [agentId, fact] of [
    [reception, 'said to reception'],
    [billing, 'said to billing'],
  ]) {
    const body = { customerUniqueId, agentId, topic: 'word', fact };
    expect((await world.request('POST', '/api/customer-facts', { body })).status).toBe(201);
  }
  const begun = model.asked.length;
  model.answerWith(({ messages }) => {
    if (String(messages[0]!.content).startsWith('Billing')) return { words: ['It is paid.'] };
    const isAnswered = messages.at(-1)?.role === 'tool';
    return isAnswered
      ? { calls: [{ name: 'toBilling', arguments: {} }] }
      : { calls: [{ name: 'askBilling', arguments: { question: 'Bill 7?' } }] };
  });
  await world.say(chatId, 'My bill?');
  await world.messagesWhen(chatId, 4);
  const [first, consulted, second, taken] = model.asked.slice(begun);
  const promptOf = (asked: AskedModel | undefined) => String(asked?.messages[0]?.content);
  for (const asked of [first, second]) {
    expect(promptOf(asked)).toMatch(/^Reception\n\nWhat is known .*"said to reception"/s);
    expect(promptOf(asked)).not.toContain('said to billing');
  }
  expect([promptOf(consulted), consulted?.tools]).toEqual(['Billing: ', []]);
  expect(promptOf(taken)).toMatch(/^Billing: What is known .*"said to billing"/s);
  expect(promptOf(taken)).not.toContain('said to reception');
});
