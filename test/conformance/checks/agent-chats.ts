import { type Check, checksOf, type World } from '../check.ts';
import type { Exchange } from '../client.ts';
import { isJsonObject, type JsonObject, walkDifference } from '../compare.ts';
import {
  bodyOf,
  CheckSkipped,
  expectEqual,
  expectFieldError,
  expectStatus,
  expectThat,
  fail,
  textOf,
} from '../expect.ts';
import { instantMicros, isUtcDateTime } from '../formats.ts';
import { itemsOf, type Page, pageOf, walkPages } from '../pages.ts';
import { uniqueName, unknownId } from '../samples.ts';
import { expectChat } from '../shapes.ts';

const { document, decision } = checksOf('agent-chats');
const endpoint = 'Endpoints, 6. GET /api/agents/{agentId}/chats';
const decided = '6. GET /api/agents/{agentId}/chats';

type Query = Readonly<Record<string, string | readonly string[]>>;

async function listChats(world: World, agentId: string, query: Query = {}): Promise<Page> {
  return pageOf(await world.client.get(`/api/agents/${agentId}/chats`, query), 'chats');
}

const idsOf = (page: Page): string[] => page.items.map((chat) => String(chat.chatId));

/** Starts a chat of the agent, and returns its id. */
async function startChat(world: World, agentId: string, body: JsonObject = {}): Promise<string> {
  const request = { customerUniqueId: uniqueName('customer'), ...body };
  const answer = await world.fixtures.act(`/api/agents/${agentId}/chats`, request);
  return textOf(answer, bodyOf(answer).chatId, 'chatId');
}

const shared = new WeakMap<World, Promise<{ agentId: string; chatIds: string[] }>>();

/** Returns an agent with five chats of its own, newest first. */
function agentWithChats(world: World): Promise<{ agentId: string; chatIds: string[] }> {
  const known = shared.get(world);
  if (known !== undefined) return known;
  const building = (async () => {
    const agentId = (await world.fixtures.newAgent()).id;
    const chatIds: string[] = [];
    for (let chat = 0; chat < 5; chat += 1) chatIds.unshift(await startChat(world, agentId));
    return { agentId, chatIds };
  })();
  shared.set(world, building);
  return building;
}

/** Returns the same agent, or the agent of the fixtures file when the server cannot start chats. */
async function anyAgentWithChats(world: World): Promise<string> {
  try {
    return (await agentWithChats(world)).agentId;
  } catch (error) {
    if (!(error instanceof CheckSkipped)) throw error;
    return world.fixtures.onlyGiven('chatAgentId', 'chats could not be started');
  }
}

async function oneChat(world: World, agentId: string, chatId: string): Promise<[Exchange, JsonObject]> {
  const { exchange, items } = await listChats(world, agentId);
  return [
    exchange,
    items.find((chat) => chat.chatId === chatId) ?? fail(exchange, `${chatId} is not listed`),
  ];
}

function messagesOf(exchange: Exchange, chat: JsonObject): JsonObject[] {
  const { transcript } = chat;
  const messages = isJsonObject(transcript) ? transcript.messages : undefined;
  return Array.isArray(messages) ? messages : fail(exchange, 'transcript.messages is not an array');
}

const shapeChecks: Check[] = [
  document(endpoint, 'answers 200 with chats, each with the documented fields', async (world) => {
    const page = await listChats(world, await anyAgentWithChats(world));
    expectThat(page.exchange, page.items.length > 0, 'no chat is listed');
    for (const [index, chat] of page.items.entries()) expectChat(page.exchange, chat, `chats[${index}]`);
  }),
  document(
    'Resources, chat',
    'a new chat has its agent, customer and variables, and is active',
    async (world) => {
      const agentId = (await world.fixtures.newAgent()).id;
      const customerUniqueId = uniqueName('customer');
      const chatVariables = { plan: 'gold', city: 'Köln' };
      const chatId = await startChat(world, agentId, { customerUniqueId, chatVariables });
      const [exchange, chat] = await oneChat(world, agentId, chatId);
      const expected = { agentId, customerUniqueId, status: 'active' };
      for (const [name, value] of Object.entries(expected)) expectEqual(exchange, chat[name], value, name);
      const variables = isJsonObject(chat.chatVariables) ? chat.chatVariables : {};
      for (const [name, value] of Object.entries(chatVariables))
        expectEqual(exchange, variables[name], value, name);
      expectEqual(exchange, Array.isArray(messagesOf(exchange, chat)), true, 'messages is an array');
    },
  ),
  document(
    'Resources, chat message',
    'messages of user and agent carry content and createdAt',
    async (world) => {
      const agentId = (await world.fixtures.newAgent()).id;
      const chatId = await startChat(world, agentId);
      const path = `/api/chats/${chatId}`;
      await world.fixtures.act(`${path}/messages`, { role: 'user', content: 'I need a person. é😀' });
      await world.fixtures.act(`${path}/handoff`);
      await world.fixtures.act(`${path}/messages`, {
        role: 'agent',
        content: 'Here I am.',
        agentName: 'Grace',
      });
      const [exchange, chat] = await oneChat(world, agentId, chatId);
      expectChat(exchange, chat, 'the chat');
      const messages = messagesOf(exchange, chat);
      const user = messages.find((message) => message.role === 'user');
      const agent = messages.find((message) => message.role === 'agent');
      expectEqual(exchange, user?.content, 'I need a person. é😀', "the user's content");
      expectEqual(
        exchange,
        [agent?.content, agent?.agentName],
        ['Here I am.', 'Grace'],
        "the agent's message",
      );
      expectThat(exchange, isUtcDateTime(String(user?.createdAt)), 'createdAt is not in UTC with Z');
    },
  ),
  decision(decided, 'a handed off chat is handedOff, an ended one ended', async (world) => {
    const agentId = (await world.fixtures.newAgent()).id;
    const chatId = await startChat(world, agentId);
    for (const [action, status] of [
      ['handoff', 'handedOff'],
      ['end', 'ended'],
    ] as const) {
      await world.fixtures.act(`/api/chats/${chatId}/${action}`);
      const [exchange, chat] = await oneChat(world, agentId, chatId);
      expectEqual(exchange, chat.status, status, 'status');
    }
  }),
  document(endpoint, 'an agent without chats has an empty list', async (world) => {
    const { exchange, items } = await listChats(world, (await world.fixtures.newAgent()).id);
    expectEqual(exchange, items, [], 'chats');
  }),
];

const excludeChecks: Check[] = [
  document(endpoint, 'the option summary is accepted', async (world) => {
    await listChats(world, await anyAgentWithChats(world), { exclude: 'summary' });
  }),
  ...[['summary'], ['summary', 'summary']].map((exclude) =>
    decision(
      decided,
      `exclude ${exclude.join(' and ')} leaves the field out, else it is there`,
      async (world) => {
        const agentId = await anyAgentWithChats(world);
        const plain = await listChats(world, agentId);
        const without = await listChats(world, agentId, { exclude });
        expectThat(
          plain.exchange,
          plain.items.every((chat) => 'summary' in chat),
          'a chat has no summary',
        );
        expectThat(
          without.exchange,
          !without.items.some((chat) => 'summary' in chat),
          'a chat has a summary',
        );
        expectEqual(without.exchange, idsOf(without), idsOf(plain), 'the chats');
      },
    ),
  ),
  ...[['transcript'], [''], ['Summary'], ['summary', 'transcript']].map((exclude) =>
    decision(decided, `exclude ${JSON.stringify(exclude)} is 400`, async (world) => {
      const agentId = await anyAgentWithChats(world);
      expectStatus(await world.client.get(`/api/agents/${agentId}/chats`, { exclude }), 400);
    }),
  ),
];

const filterChecks: Check[] = [
  decision(decided, 'newest first', async (world) => {
    const { agentId, chatIds } = await agentWithChats(world);
    const page = await listChats(world, agentId);
    expectEqual(page.exchange, idsOf(page), chatIds, 'the chats');
  }),
  decision(decided, 'createdAtGt and createdAtLt filter, and together are a range', async (world) => {
    const { agentId } = await agentWithChats(world);
    const all = await listChats(world, agentId);
    const bound = String(all.items[2]?.createdAt);
    const micros = (chat: JsonObject): bigint => instantMicros(String(chat.createdAt)) ?? 0n;
    const edge = instantMicros(bound) ?? fail(all.exchange, `createdAt ${bound} is no date-time`);
    const later = await listChats(world, agentId, { createdAtGt: bound });
    expectThat(
      later.exchange,
      later.items.every((chat) => micros(chat) >= edge),
      'a chat is too early',
    );
    const earlier = await listChats(world, agentId, { createdAtLt: bound });
    expectThat(
      earlier.exchange,
      earlier.items.every((chat) => micros(chat) <= edge),
      'a chat is too late',
    );
    const both = new Set([
      ...idsOf(later),
      ...idsOf(earlier),
      ...idsOf({ ...all, items: all.items.slice(2, 3) }),
    ]);
    expectEqual(all.exchange, both.size, all.items.length, 'chats on either side and the one between');
    const never = await listChats(world, agentId, { createdAtGt: bound, createdAtLt: bound });
    expectEqual(never.exchange, never.items, [], 'chats after and before the same time');
    const old = await listChats(world, agentId, { createdAtLt: '2000-01-01T01:00:00+02:00' });
    expectEqual(old.exchange, old.items, [], 'chats before the year 2000');
  }),
  ...['createdAtGt', 'createdAtLt'].map((name) =>
    decision('Everywhere: Errors', `an unparsable ${name} is 400 naming it`, async (world) => {
      const agentId = await anyAgentWithChats(world);
      for (const value of ['soon', '', '2024-02-30T00:00:00Z']) {
        expectFieldError(await world.client.get(`/api/agents/${agentId}/chats`, { [name]: value }), name);
      }
    }),
  ),
  ...['0', '-1', '1001', '1.5', 'ten', ''].map((pageSize) =>
    decision(decided, `pageSize ${JSON.stringify(pageSize)} is 400 naming it`, async (world) => {
      const agentId = await anyAgentWithChats(world);
      expectFieldError(await world.client.get(`/api/agents/${agentId}/chats`, { pageSize }), 'pageSize');
    }),
  ),
  ...[1, 2, 3, 5, 1000].map((size) =>
    decision(
      decided,
      `pages of ${size} hold each chat once, and the last has nextPage null`,
      async (world) => {
        const { agentId, chatIds } = await agentWithChats(world);
        const first = await listChats(world, agentId, { pageSize: String(size), exclude: 'summary' });
        const pages = await walkPages(first, async (url) => pageOf(await world.client.get(url), 'chats'));
        const walked = itemsOf(pages);
        const difference = walkDifference(
          walked.map((chat) => String(chat.chatId)),
          chatIds,
        );
        expectThat(first.exchange, difference === null, `the walk is wrong: ${difference}`);
        expectThat(first.exchange, !walked.some((chat) => 'summary' in chat), 'nextPage forgets exclude');
        const last = pages.at(-1)!.exchange;
        expectEqual(last, bodyOf(last).metadata, { nextPage: null }, 'metadata of the last page');
      },
    ),
  ),
  decision('Everywhere: Statuses', 'an unknown agent is 404', async (world) => {
    expectStatus(await world.client.get(`/api/agents/${unknownId('agent')}/chats`), 404);
  }),
  decision('Everywhere: Statuses', "another organization's agent is an unknown agent", async (world) => {
    const other = world.fixtures.otherClient();
    const { agentId } = await agentWithChats(world);
    expectStatus(await other.get(`/api/agents/${agentId}/chats`), 404);
  }),
];

export const agentChatsChecks: Check[] = [...shapeChecks, ...excludeChecks, ...filterChecks];
