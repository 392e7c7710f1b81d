import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChatModel, lastWords, startChatModel } from '../../../test/world/chat-model.ts';
import { type ChatWorld, createChatWorld, receptionDialogue } from '../../../test/world/chat-world.ts';

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
  model.answerWith(({ messages }) => ({ words: ['You said: ', lastWords(messages)] }));
});

const openai = { provider: 'openai', model: 'any' };
const contents = (messages: { role: string; content?: string }[]) =>
  messages.map(({ role, content }) => `${role}: ${content}`);

describe("a customer's message", () => {
  it('is answered by the agent’s model with its filled prompt', async () => {
    const prompt = 'Help {{name}}, {{customerUniqueId}}, {{missing}}.';
    const variables = [{ name: 'missing', required: false }];
    const chatId = await world.begin(
      { prompt, variables, model: openai, firstMessage: 'Hello {{name}}.' },
      { customerUniqueId: 'c 7', chatVariables: { name: 'Ann' } },
    );
    await world.say(chatId, 'Hi');
    expect(await world.messagesWhen(chatId, 3)).toMatchObject([
      { role: 'bot', content: 'Hello Ann.' },
      { role: 'user', content: 'Hi' },
      { role: 'bot', content: 'You said: Hi', createdAt: expect.stringMatching(/Z$/) },
    ]);
    expect(model.asked[0]!.messages).toMatchObject([
      { content: 'Help Ann, c 7, .' },
      { role: 'assistant', content: 'Hello Ann.' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('is answered by a dialogue, which needs no key and keeps its position', async () => {
    const chatId = await world.begin({ model: receptionDialogue, firstMessage: 'How can I help?' });
    await world.say(chatId, 'hours');
    await world.messagesWhen(chatId, 3);
    await world.say(chatId, 'goodbye');
    expect(contents(await world.messagesWhen(chatId, 6))).toMatchObject([
      'bot: How can I help?',
      'user: hours',
      'bot: We are open from nine to five. How can I help?',
      'user: goodbye',
      'bot: Goodbye.',
      expect.stringMatching(/^tool/),
    ]);
    expect(await world.status(chatId)).toBe('ended');
  });

  it('waits for the answer to the previous one', async () => {
    const chatId = await world.begin({ model: openai });
    const texts = ['one', 'two', 'three', 'four'];
    for (const text of texts.slice(0, 2)) await world.say(chatId, text);
    await Promise.all(texts.slice(2).map((text) => world.say(chatId, text)));
    const messages = await world.messagesWhen(chatId, 8);
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    const answered = messages.filter(({ role }) => role === 'bot').map(({ content }) => content);
    expect(answered).toEqual(said.map((text) => `You said: ${text}`));
    // Each request to the model held all messages up to the customer's, and none after it.
    for (const [n, { messages: asked }] of model.asked.entries()) {
      const words = asked.slice(1).map(({ content }) => content);
      expect(words).toEqual(
        said.slice(0, n + 1).flatMap((text, i) => (i < n ? [text, `You said: ${text}`] : [text])),
      );
    }
  });

  it('is answered by the fallback when the model fails, and by an explanation when all do', async () => {
    model.answerWith(() => ({ status: 401 }));
    const fallback = { ...receptionDialogue };
    const withFallback = await world.begin({
      model: { ...openai, fallback },
      firstMessage: 'How can I help?',
    });
    await world.say(withFallback, 'hours');
    expect((await world.messagesWhen(withFallback, 3)).at(-1)?.content).toMatch('nine to five');
    const alone = await world.begin({ model: openai });
    await world.say(alone, 'hours');
    expect((await world.messagesWhen(alone, 2)).at(-1)?.content).toMatch('cannot answer that at the moment');
    expect(await world.status(alone)).toBe('active');
    model.answerWith(({ messages }) => ({ words: [lastWords(messages)] }));
    await world.say(alone, 'And now?');
    expect((await world.messagesWhen(alone, 4)).at(-1)?.content).toBe('And now?');
  });

  it("is answered by the agent version of the chat's start", async () => {
    const chatId = await world.begin({ model: openai, prompt: 'The first.' });
    const { agentId } = (await world.request('GET', `/api/chats/${chatId}`)).body;
    await world.request('PATCH', `/api/agents/${agentId}`, { body: { prompt: 'The second.' } });
    await world.say(chatId, 'Hi');
    await world.messagesWhen(chatId, 2);
    expect(model.asked[0]!.messages[0]).toMatchObject({ content: 'The first.' });
  });

  it('is kept without an answer when the agent has no model', async () => {
    const chatId = await world.begin({});
    await world.say(chatId, 'Hi');
    await expect.poll(() => world.db.query({ name: '', text: 'select 1 from chat_turns' })).toEqual([]);
    expect(await world.messages(chatId)).toHaveLength(1);
  });

  it('keeps the rules of its agent: a disclosure stands first, and a forbidden sentence is replaced', async () => {
    const rules = [
      { type: 'disclosure', name: 'debt', text: 'This chat is about a debt.' },
      { type: 'words', name: 'promise', phrases: ['we forgive'], replacement: 'I cannot decide that.' },
    ];
    const chatId = await world.begin({ model: openai, guardRails: { rules } });
    model.answerWith(() => ({ words: ['I see. We for', 'give it all. Really.'] }));
    await world.say(chatId, 'Please.');
    await world.messagesWhen(chatId, 3);
    await world.say(chatId, 'Please!');
    const messages = await world.messagesWhen(chatId, 6);
    expect(contents(messages.filter(({ role }) => role !== 'tool'))).toEqual([
      'user: Please.',
      'bot: This chat is about a debt. I see. I cannot decide that.',
      'user: Please!',
      'bot: I see. I cannot decide that.',
    ]);
    expect(messages[1]).toMatchObject({ role: 'tool', toolName: 'guardRail' });
    expect(JSON.stringify(messages[1])).toContain('We forgive it all.');
    // The model does not get the record.
    expect(JSON.stringify(model.asked.at(-1))).not.toContain('forgive');
  });

  it('lets a tool of an agent run only after the customer has agreed to its question', async () => {
    const tools = [{ type: 'setCallSessionData', name: 'book', description: null }];
    const rules = [{ type: 'tool', name: 'asking', tools: ['book'], confirmation: 'Shall I book it?' }];
    const chatId = await world.begin({ model: openai, tools, guardRails: { rules } });
    model.answerWith(({ messages }) =>
      String(messages.at(-1)?.content).includes('written')
        ? { words: ['Booked.'] }
        : { calls: [{ name: 'book', arguments: { data: { day: 'Monday' } } }] },
    );
    await world.say(chatId, 'Book it.');
    const [, record, question] = await world.messagesWhen(chatId, 4);
    expect(record).toMatchObject({ toolName: 'guardRail', toolResult: '{"instead":null}' });
    expect(question).toMatchObject({ role: 'bot', content: 'Shall I book it?' });
    await world.say(chatId, 'Yes.');
    const messages = await world.messagesWhen(chatId, 7);
    expect(contents(messages.slice(4))).toMatchObject([
      'user: Yes.',
      expect.stringContaining('tool'),
      'bot: Booked.',
    ]);
    expect(messages[5]).toMatchObject({ toolName: 'book', toolResult: '{"written":true}' });
  });
});
