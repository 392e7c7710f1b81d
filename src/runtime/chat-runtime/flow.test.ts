import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ChatModel, startChatModel } from '../../../test/world/chat-model.ts';
import { type ChatWorld, createChatWorld } from '../../../test/world/chat-world.ts';
import { eventually } from '../../../test/world/eventually.ts';

let world: ChatWorld;
let model: ChatModel;
beforeAll(async () => {
  world = await createChatWorld();
  model = await startChatModel();
  const body = { provider: 'openai', apiKey: 'a-key', baseUrl: model.baseUrl };
  expect((await world.request('POST', '/api/provider-keys', { body })).status).toBe(201);
});
afterAll(async () => {
  await world.close();
  await model[Symbol.asyncDispose]();
});
beforeEach(() => {
  model.asked.length = 0;
});

const openai = { provider: 'openai', model: 'any' };

/** Identifies the customer with a dialogue, takes an order with the model, and ends with a fixed text. */
const flow = {
  start: 'identify',
  variables: {
    type: 'object',
    properties: { customer: { type: 'string' }, item: { enum: ['tea', 'coffee'] } },
  },
  stages: {
    identify: {
      dialogue: {
        start: 'ask',
        slots: { customer: { type: 'digits', minLength: 4, maxLength: 4 } },
        nodes: {
          ask: { say: 'What is your customer number?', listen: { slot: 'customer', goto: 'known' } },
          known: { stage: 'order' },
        },
      },
    },
    order: {
      instructions: 'Ask customer {{customer}} what they drink.',
      collects: ['item'],
      edges: [
        { to: 'done', when: 'vars.item != null' },
        { to: 'person', keys: '9' },
      ],
    },
    done: { says: 'One {{item}} for {{customer}}. Goodbye.', finish: 'end-call' },
    person: {
      says: 'A colleague will write to you.',
      global: { choice: 'the customer wants a person', phrases: ['[*] (person | human)'], keys: '0' },
      finish: { transfer: 'desk' },
    },
  },
};
const agent = {
  model: openai,
  flow,
  transferDestinations: [{ name: 'desk', type: 'phone', destination: '+12025550123' }],
};

const shown = (messages: { role: string; [field: string]: unknown }[]) =>
  messages.map(({ role, content, toolName, toolArguments }) => {
    if (role !== 'tool') return `${role}: ${content}`;
    const { from, to, why } = JSON.parse(String(toolArguments));
    return toolName === 'flow' ? `${from} → ${to}: ${why}` : `tool: ${toolName}`;
  });

it('goes through dialogue, model and fixed words, with one request for the whole order', async () => {
  const chatId = await world.begin(agent);
  await world.say(chatId, 'Hello');
  expect(shown(await world.messagesWhen(chatId, 3))).toEqual([
    'user: Hello',
    'null → identify: start',
    'bot: What is your customer number?',
  ]);
  model.answerWith(() => ({ words: ['Tea or coffee?'] }));
  await world.say(chatId, '1234');
  expect(shown(await world.messagesWhen(chatId, 6)).slice(3)).toEqual([
    'user: 1234',
    'identify → order: dialogue',
    'bot: Tea or coffee?',
  ]);
  expect(model.asked).toHaveLength(1);
  expect(model.asked[0]!.messages.map(({ content }) => content)).toEqual([
    'Help.',
    expect.stringContaining('Ask customer 1234 what they drink.'),
    'Hello',
    'What is your customer number?',
    '1234',
    'Known: {"customer":"1234"}. Still to find out: item.',
  ]);
  model.answerWith(() => ({ words: ['<flow it', 'em="Tea">', 'Your tea comes at once.'] }));
  await world.say(chatId, 'Tea please');
  expect(shown(await world.messagesWhen(chatId, 10)).slice(6)).toEqual([
    'user: Tea please',
    'order → done: when',
    'bot: One tea for 1234. Goodbye.',
    'tool: endCall',
  ]);
  expect(model.asked).toHaveLength(2);
  expect(await world.status(chatId)).toBe('ended');
  const { body } = await world.request('GET', `/api/chats/${chatId}/analysis`);
  expect(body.analysis).toEqual({ customer: '1234', item: 'tea' });
  const { body: feed } = await world.request('GET', '/api/events?types=chat.stageEntered');
  const events = feed.events.filter(({ data }: { data: { chatId: string } }) => data.chatId === chatId);
  expect(events.map(({ data }: { data: object }) => data)).toMatchObject([
    { from: null, to: 'identify', why: 'start' },
    { from: 'identify', to: 'order', values: { customer: '1234' } },
    { from: 'order', to: 'done', why: 'when', detail: 'vars.item != null', values: { item: 'tea' } },
  ]);
});

it('begins with its script when asked to, and answers the first message', async () => {
  const chatId = await world.begin(agent, { agentBegins: true });
  expect(shown(await world.messagesWhen(chatId, 2))).toEqual([
    'null → identify: start',
    'bot: What is your customer number?',
  ]);
  await world.say(chatId, 'Pardon?');
  expect(shown(await world.messagesWhen(chatId, 4))[2]).toBe('user: Pardon?');
  await world.say(chatId, 'I want a person');
  expect(shown(await world.messagesWhen(chatId, 8)).slice(5)).toEqual([
    'identify → person: phrases',
    'bot: A colleague will write to you.',
    'tool: transferCall',
  ]);
  // A model would make up its words, so it waits for the customer.
  const other = await world.begin({ model: openai, flow: null }, { agentBegins: true });
  model.answerWith(() => ({ words: ['Hello.'] }));
  await world.say(other, 'Hi');
  expect(shown(await world.messagesWhen(other, 2))).toEqual(['user: Hi', 'bot: Hello.']);
});

it('reaches a global stage from a dialogue by the customer’s words, without a model', async () => {
  const chatId = await world.begin(agent);
  await world.say(chatId, 'Hello');
  await world.messagesWhen(chatId, 3);
  await world.say(chatId, 'I want a person');
  expect(shown(await world.messagesWhen(chatId, 7)).slice(3)).toEqual([
    'user: I want a person',
    'identify → person: phrases',
    'bot: A colleague will write to you.',
    'tool: transferCall',
  ]);
  expect(model.asked).toHaveLength(0);
  await eventually(() => world.status(chatId), /handedOff/);
});

it('takes an edge by keys that the customer writes, without a model', async () => {
  model.answerWith(() => ({ words: ['Tea or coffee?'] }));
  const chatId = await world.begin(agent);
  await world.say(chatId, 'Hello');
  await world.messagesWhen(chatId, 3);
  await world.say(chatId, '1234');
  await world.messagesWhen(chatId, 6);
  await world.say(chatId, '9');
  expect(shown(await world.messagesWhen(chatId, 10)).slice(6)).toEqual([
    'user: 9',
    'order → person: keys',
    'bot: A colleague will write to you.',
    'tool: transferCall',
  ]);
  expect(model.asked).toHaveLength(1);
  await eventually(() => world.status(chatId), /handedOff/);
});
