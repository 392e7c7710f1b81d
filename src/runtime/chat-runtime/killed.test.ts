import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type ChatModel, startChatModel } from '../../../test/world/chat-model.ts';
import { type ChatWorld, createChatWorld } from '../../../test/world/chat-world.ts';
import { type LocalService, startLocalService } from '../../conversation/providers/testing/index.ts';
import { statement } from '../../platform/db/index.ts';

const endLeases = statement(
  'test.chat_runtime.end_leases',
  "update chat_turns set lease_until = '-infinity'",
);
const program = join(import.meta.dirname, '../../../test/kill/chat-process.ts');

/** Starting a process takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

let world: ChatWorld;
let model: ChatModel;
let shop: LocalService;
const booked: (string | undefined)[] = [];
let onBook: () => boolean;
let child: ChildProcess | null = null;

beforeAll(async () => {
  world = await createChatWorld({ worker: false });
  model = await startChatModel();
  shop = await startLocalService({
    onRequest(request, response) {
      booked.push(request.headers['idempotency-key'] as string | undefined);
      if (onBook()) response.end('{"booked":true}');
    },
  });
  const body = { provider: 'openai', apiKey: 'a-key', baseUrl: model.baseUrl };
  await world.request('POST', '/api/provider-keys', { body });
  const prices = [{ kind: 'language-model', provider: 'openai', unit: 'output-tokens', amount: '1', per: 1 }];
  await world.request('PUT', '/api/organization/prices', { body: { currency: 'USD', prices } });
});
afterAll(async () => {
  shop.close();
  await world.close();
  await model[Symbol.asyncDispose]();
});
beforeEach(() => {
  booked.length = 0;
  model.asked.length = 0;
  onBook = () => true;
});
afterEach(() => {
  child?.kill('SIGKILL');
});

const startChild = () => {
  child = spawn(process.execPath, [program, world.db.connectionString, world.secretText], {
    stdio: 'inherit',
  });
};
async function killChild(): Promise<void> {
  const gone = once(child!, 'exit');
  child!.kill('SIGKILL');
  await gone;
  // Saves waiting until the lease expires after 10 s.
  await world.db.query(endLeases);
}
const begin = () =>
  world.begin({
    model: { provider: 'openai', model: 'any' },
    tools: [
      { type: 'http', name: 'book', description: 'Books', method: 'POST', url: `${shop.baseUrl}/book` },
    ],
  });
const roles = (messages: { role: string }[]) => messages.map(({ role }) => role);

it('answers once and runs the tool once when the process is killed during an answer', async () => {
  const halfway = Promise.withResolvers<void>();
  model.answerWith(({ messages }) => {
    if (messages.at(-1)?.role !== 'tool')
      return { words: ['I book it.'], calls: [{ name: 'book', arguments: {} }] };
    halfway.resolve();
    return { words: ['It is', ' booked.'], hold: new Promise(() => undefined) };
  });
  const chatId = await begin();
  await world.say(chatId, 'Book it.');
  startChild();
  await halfway.promise;
  await killChild();
  expect(roles(await world.messages(chatId))).toEqual(['user']);

  model.answerWith(() => ({ words: ['It is booked.'] }));
  const worker = world.answer();
  const messages = await world.messagesWhen(chatId, 4);
  expect(messages).toMatchObject([
    { role: 'user', content: 'Book it.' },
    { role: 'bot', content: 'I book it.' },
    { role: 'tool', toolName: 'book', toolArguments: '{}', toolResult: '{"booked":true}' },
    { role: 'bot', content: 'It is booked.' },
  ]);
  expect(booked).toHaveLength(1);
  expect(roles(model.asked.at(-1)!.messages)).toEqual(['system', 'user', 'assistant', 'tool']);
  await worker.close();
  // The killed process recorded its usage before the tool, and not after it. There only the second attempt counts.
  await world.request('POST', `/api/chats/${chatId}/end`);
  const { usage, cost } = (await world.request('GET', `/api/chats/${chatId}`)).body;
  const call = JSON.stringify({ id: 'call-0', name: 'book', arguments: {} });
  const outputTokens = Math.ceil((11 + call.length) / 4) + Math.ceil(13 / 4);
  expect(usage).toMatchObject([{ outputTokens }]);
  expect(cost).toMatchObject({ currency: 'USD', total: `${outputTokens}.00`, usageIsComplete: false });
});

it('repeats a tool under the same key when its process was killed during it', async () => {
  const running = Promise.withResolvers<void>();
  onBook = () => {
    running.resolve();
    return false;
  };
  model.answerWith(({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { words: ['Done.'] } : { calls: [{ name: 'book', arguments: {} }] },
  );
  const chatId = await begin();
  await world.say(chatId, 'Book it.');
  startChild();
  await running.promise;
  onBook = () => true;
  await killChild();
  world.answer();
  expect(roles(await world.messagesWhen(chatId, 3))).toEqual(['user', 'tool', 'bot']);
  expect(booked).toEqual([booked[0], booked[0]]);
  expect(booked[0]).toContain(chatId);
});
