import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatModel, startChatModel } from '../../../test/world/chat-model.ts';
import { type ChatWorld, createChatWorld, receptionDialogue } from '../../../test/world/chat-world.ts';

interface Event {
  event: string;
  id: number | null;
  data: Record<string, unknown>;
}

let world: ChatWorld;
let model: ChatModel;
let baseUrl: string;
beforeAll(async () => {
  world = await createChatWorld();
  model = await startChatModel();
  await world.request('POST', '/api/provider-keys', {
    body: { provider: 'openai', apiKey: 'a-key', baseUrl: model.baseUrl },
  });
  const { server } = world.http.app;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  world.chatFeed.close();
  await world.close();
  await model[Symbol.asyncDispose]();
});

const openai = { provider: 'openai', model: 'any' };

/** Yields the events of a stream as they arrive. */
async function* eventsOf(path: string, init: RequestInit = {}): AsyncGenerator<Event> {
  const headers = { authorization: `Bearer ${world.owner.key}`, ...init.headers };
  const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  let rest = '';
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop()!;
    for (const part of parts.filter((one) => !one.startsWith(':'))) {
      const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1];
      const id = line('id');
      yield {
        event: line('event')!,
        id: id === undefined ? null : Number(id),
        data: JSON.parse(line('data')!),
      };
    }
  }
}
const say = (chatId: string, content: string) =>
  eventsOf(`/api/chats/${chatId}/messages`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'user', content }),
  });

describe('a message whose answer is streamed', () => {
  it('streams the words as they are written and ends with the stored answer', async () => {
    const chatId = await world.begin({ model: openai });
    const rest = Promise.withResolvers<void>();
    model.answerWith(() => ({ words: ['It is', ' noon.'], hold: rest.promise }));
    const events: Event[] = [];
    for await (const one of say(chatId, 'What time is it?')) {
      events.push(one);
      if (one.data.text === 'It is') rest.resolve();
    }
    expect(events).toMatchObject([
      { event: 'message', id: 1, data: { role: 'user', content: 'What time is it?' } },
      { event: 'delta', data: { text: 'It is', answers: 1 } },
      { event: 'delta', data: { text: ' noon.', answers: 1 } },
      { event: 'message', id: 2, data: { role: 'bot', content: 'It is noon.' } },
      { event: 'done', data: { status: 'active', answered: true } },
    ]);
  });

  it('starts again when a model breaks off, and discards the text so far', async () => {
    const fallback = { provider: 'openai', model: 'other' };
    const chatId = await world.begin({ model: { ...openai, fallback } });
    const isSeen = Promise.withResolvers<void>();
    let asked = 0;
    model.answerWith(() =>
      asked++ === 0 ? { words: ['It is'], hold: isSeen.promise, breaksOff: true } : { words: ['Noon.'] },
    );
    const events: Event[] = [];
    for await (const one of say(chatId, 'What time is it?')) {
      events.push(one);
      if (one.data.text === 'It is') isSeen.resolve();
    }
    expect(events.slice(1)).toMatchObject([
      { event: 'delta', data: { text: 'It is', answers: 1 } },
      { event: 'restart', id: null, data: { answers: 1 } },
      { event: 'delta', data: { text: 'Noon.', answers: 1 } },
      { event: 'message', id: 2, data: { role: 'bot', content: 'Noon.' } },
      { event: 'done', data: { status: 'active', answered: true } },
    ]);
  });

  it('reports its tools and the end of the chat', async () => {
    const chatId = await world.begin({ model: openai, tools: [{ type: 'endCall' }] });
    model.answerWith(() => ({ calls: [{ id: 'x', name: 'endCall', arguments: { message: 'Bye.' } }] }));
    const events = await Array.fromAsync(say(chatId, 'That is all.'));
    expect(events).toMatchObject([
      { event: 'message' },
      { event: 'tool', data: { toolCallId: 'x', toolName: 'endCall' } },
      {
        event: 'message',
        data: { role: 'tool', toolArguments: '{"message":"Bye."}', toolResult: '{"ended":true}' },
      },
      { event: 'message', data: { role: 'bot', content: 'Bye.' } },
      { event: 'done', data: { status: 'ended', answered: true } },
    ]);
  });

  it('ends at once when no agent answers', async () => {
    const chatId = await world.begin({});
    await world.request('POST', `/api/chats/${chatId}/handoff`);
    const events = await Array.fromAsync(say(chatId, 'Hello?'));
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'handedOff', answered: false } });
  });

  it('is rejected like a message without a stream', async () => {
    const chatId = await world.begin({ model: receptionDialogue });
    await world.request('POST', `/api/chats/${chatId}/end`);
    const answer = await world.request('POST', `/api/chats/${chatId}/messages`, {
      body: { role: 'user', content: 'Hi' },
      headers: { accept: 'text/event-stream' },
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'chat.ended']);
    expect(world.chatFeed.count).toBe(0);
  });
});

describe('a chat that is followed', () => {
  it("sends stored and new messages from the client's position until the chat ends", async () => {
    const chatId = await world.begin({ model: openai });
    model.answerWith(() => ({ words: ['Yes.'] }));
    await world.say(chatId, 'one');
    await world.messagesWhen(chatId, 2);
    const events: Event[] = [];
    for await (const one of eventsOf(`/api/chats/${chatId}/events`, { headers: { 'last-event-id': '1' } })) {
      events.push(one);
      if (one.event === 'status' && one.data.status === 'active') await world.say(chatId, 'two');
      if (one.id === 4) await world.request('POST', `/api/chats/${chatId}/end`);
    }
    expect(events.filter(({ event }) => event !== 'delta')).toMatchObject([
      { id: 2, data: { content: 'Yes.' } },
      { event: 'status', data: { status: 'active' } },
      { id: 3, data: { content: 'two' } },
      { id: 4, data: { content: 'Yes.' } },
      { event: 'status', data: { status: 'ended' } },
      { event: 'done', data: { status: 'ended' } },
    ]);
  });

  it('is hidden from other organizations', async () => {
    const chatId = await world.begin({});
    const { key } = await world.foundOrganization('Other');
    for (const path of ['events', 'messages', 'session-data']) {
      const answer = await world.request('GET', `/api/chats/${chatId}/${path}`, { key });
      expect([answer.status, answer.body.code]).toEqual([404, 'chat.not_found']);
    }
  });
});

it('pages through the messages of a chat, oldest first', async () => {
  const chatId = await world.begin({});
  for (const text of ['a', 'b', 'c']) await world.say(chatId, text);
  const read: unknown[] = [];
  let next: string | null = `/api/chats/${chatId}/messages?pageSize=2`;
  while (next !== null) {
    const { status, body } = await world.request('GET', next.replace(/^https?:\/\/[^/]+/, ''));
    expect(status).toBe(200);
    read.push(...body.messages.map((m: { position: number; content: string }) => [m.position, m.content]));
    next = body.metadata.nextPage;
  }
  expect(read).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
});
