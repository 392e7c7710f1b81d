import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import type { ModelsOf } from '../../src/domains/analysis/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { analysisModels } from '../../src/program/analysis-models.ts';
import { openChatRuntime } from '../../src/program/chat-runtime.ts';
import { openProviders } from '../../src/program/providers.ts';
import { ChatWorker } from '../../src/runtime/chat-runtime/index.ts';
import { type ApiWorld, type ApiWorldOptions, createApiWorld } from './api-world.ts';
import { eventually } from './eventually.ts';

/** A message in the API. */
export interface ShownMessage {
  role: string;
  content?: string;
  [field: string]: unknown;
}

/** An API whose chats are answered, with helpers for tests. */
export interface ChatWorld extends ApiWorld {
  /** Starts another worker, which answers due chats until it is closed. */
  answer(): ChatWorker;
  /** The models that analyse chats. */
  modelsOf: ModelsOf;
  /** Starts a chat with a new agent of this configuration. */
  begin(agent: object, chat?: object): Promise<string>;
  say(chatId: string, content: string): Promise<void>;
  messages(chatId: string): Promise<ShownMessage[]>;
  /** Returns the messages when there are this many. */
  messagesWhen(chatId: string, count: number): Promise<ShownMessage[]>;
  status(chatId: string): Promise<string>;
}

/** Creates the world. With `worker: false`, due chats wait until the test answers them. */
export async function createChatWorld(
  given: ApiWorldOptions & { worker?: boolean } = {},
): Promise<ChatWorld> {
  const world = await createApiWorld({ followMsMax: 60_000, ...given });
  const { db, secret, chatFeed: feed, notifier } = world;
  const log = given.log ?? silentLog;
  const workers: ChatWorker[] = [];
  const egressAllow = ['127.0.0.0/8'];
  const providers = openProviders({ db, secret, log, egressAllow, temporaryFolder: tmpdir() });
  const answer = () => {
    const worker = new ChatWorker({
      ...{ db, log, feed, notifier, pollMs: 200 },
      open: async () => openChatRuntime({ db, secret, log, dataDir: tmpdir(), egressAllow }),
    });
    workers.push(worker);
    worker.start();
    return worker;
  };
  if (given.worker !== false) answer();
  const read = async (chatId: string) => (await world.request('GET', `/api/chats/${chatId}`)).body;
  const messages = async (chatId: string): Promise<ShownMessage[]> =>
    (await read(chatId)).transcript.messages;
  return {
    ...world,
    answer,
    modelsOf: (config, context) => analysisModels(providers, config, context),
    messages,
    status: async (chatId) => (await read(chatId)).status,
    async begin(agent, chat = {}) {
      const made = await world.request('POST', '/api/agents', {
        body: { name: 'A', prompt: 'Help.', ...agent },
      });
      expect(made.status, made.text).toBe(201);
      const path = `/api/agents/${made.body.agentId}/chats`;
      const { status, body, text } = await world.request('POST', path, {
        body: { customerUniqueId: 'c', ...chat },
      });
      expect(status, text).toBe(201);
      return body.chatId;
    },
    async say(chatId, content) {
      const body = { role: 'user', content };
      const answer = await world.request('POST', `/api/chats/${chatId}/messages`, { body });
      expect(answer.status, answer.text).toBe(201);
    },
    async messagesWhen(chatId, count) {
      await eventually(async () => String((await messages(chatId)).length), new RegExp(`^${count}$`));
      return messages(chatId);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await providers[Symbol.asyncDispose]();
      await world.close();
    },
  };
}

/** A dialogue without a key. It greets, takes a name, hands over, or ends. */
export const receptionDialogue = {
  provider: 'scripted',
  dialogue: {
    start: 'reception',
    nodes: {
      reception: {
        say: 'How can I help?',
        listen: {
          options: [
            { phrases: ['a person'], goto: 'person' },
            { phrases: ['goodbye'], goto: 'bye' },
            { phrases: ['hours'], goto: 'hours' },
          ],
        },
      },
      hours: { say: 'We are open from nine to five.', goto: 'reception' },
      person: { transfer: { destination: '{{colleague}}', onFailure: 'bye' } },
      bye: { say: 'Goodbye.', end: true },
    },
  },
};
