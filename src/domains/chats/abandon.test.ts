import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChatWorld, createChatWorld } from '../../../test/world/chat-world.ts';
import { statement } from '../../platform/db/index.ts';
import { abandonChats } from './abandon.ts';
import { addChatUsage } from './store/usage.ts';

const auditOf = statement(
  'test.abandon.audit',
  `select doc::json ->> 'actionVerb' as verb, doc::json ->> 'memberId' as member from audit_logs
   where doc::json ->> 'resourceReferenceId' = $1 order by position desc limit 1`,
);

let world: ChatWorld;
beforeEach(async () => {
  world = await createChatWorld({ worker: false });
});
afterEach(() => world.close());

const minutes = (count: number) => Date.now() + count * 60_000;

it("abandons a chat without messages after its organization's time, not before", async () => {
  const set = await world.request('PATCH', '/api/organization', { body: { abandonChatsAfterSeconds: 600 } });
  expect(set.body.abandonChatsAfterSeconds).toBe(600);
  const other = await world.foundOrganization('Other');
  const begin = async (key: string) => {
    const agent = await world.request('POST', '/api/agents', { key, body: { name: 'A', prompt: 'Help.' } });
    const path = `/api/agents/${agent.body.agentId}/chats`;
    return (await world.request('POST', path, { key, body: { customerUniqueId: 'c' } })).body.chatId;
  };
  const [active, handedOff, over] = [
    await begin(world.owner.key),
    await begin(world.owner.key),
    await begin(world.owner.key),
  ];
  const theirs = await begin(other.key);
  await world.request('POST', `/api/chats/${handedOff}/handoff`);
  await world.request('POST', `/api/chats/${over}/end`);

  const price = { kind: 'language-model', provider: 'openai', unit: 'output-tokens', amount: '1', per: 1 };
  const prices = { currency: 'USD', prices: [price] };
  expect((await world.request('PUT', '/api/organization/prices', { body: prices })).status).toBe(200);
  const key = { organizationId: world.owner.organizationId, chatId: active };
  const used = {
    kind: 'language-model',
    provider: 'openai',
    model: 'any',
    inputTokens: 0,
    outputTokens: 2,
  } as const;
  await world.db.transaction((tx) => addChatUsage(tx, key, [used]));

  expect(await abandonChats(world.db, minutes(9))).toBe(0);
  expect(await abandonChats(world.db, minutes(11))).toBe(2);
  expect(await abandonChats(world.db, minutes(11))).toBe(0);
  expect(await Promise.all([active, handedOff, over].map(world.status))).toEqual([
    'abandoned',
    'abandoned',
    'ended',
  ]);
  expect(await world.db.query(auditOf, [active])).toEqual([{ verb: 'abandoned', member: 'system' }]);
  // Its cost uses the prices of its end.
  const { usage, cost } = (await world.request('GET', `/api/chats/${active}`)).body;
  expect([usage, cost.total, cost.currency]).toEqual([[used], '2.00', 'USD']);
  const response = await world.request('GET', '/api/events?types=chat.abandoned');
  const abandoned = response.body.events.map(({ data }: { data: { chatId: string } }) => data.chatId);
  expect(abandoned.toSorted()).toEqual([active, handedOff].toSorted());
  const refused = await world.request('POST', `/api/chats/${active}/messages`, {
    body: { role: 'user', content: 'Hi' },
  });
  expect(refused.body.code).toBe('chat.ended');
  expect((await world.request('GET', `/api/chats/${theirs}`, { key: other.key })).body.status).toBe('active');
});

it('does not abandon a chat whose customer waits for the agent', async () => {
  const empty = await world.begin({});
  const chatId = await world.begin({});
  await world.say(chatId, 'Hello?');
  expect(await abandonChats(world.db, minutes(600))).toBe(1);
  expect([await world.status(chatId), await world.status(empty)]).toEqual(['active', 'abandoned']);
});
