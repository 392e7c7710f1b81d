import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

/** Operations of the interface document, whose clients may send unknown parameters. */
const documented = new Set([
  ...[
    'exportAuditLogs',
    'queueCampaignCall',
    'triggerWorkflow',
    'getCallDataByExternalId',
    'getCallDataByPhoneNumber',
  ],
  ...['listChats', 'pushPersonalization'],
]);

test('an unknown query parameter is a 400 by its name, but for the documented operations', async () => {
  const ignoring: string[] = [];
  for (const route of world.routes.filter(({ openTo }) => openTo === undefined)) {
    const path = route.path.replace('{tag}', 'urgent').replaceAll(/\{\w+\}/g, '2025550100');
    const answer = await world.request(route.method, `${path}?cachebust=1`);
    const isRefused = answer.body?.details?.some(({ field }: { field: string }) => field === 'cachebust');
    if (!isRefused) ignoring.push(route.operationId);
    else expect([route.operationId, answer.status]).toEqual([route.operationId, 400]);
  }
  expect(new Set(ignoring)).toEqual(documented);
});

test.each([
  'exclude=summary',
  'exclude=summary&exclude=summary',
  'exclude=summary,summary',
  'exclude[]=summary',
  'exclude%5B%5D=summary&exclude[]=summary',
  'exclude[]=summary,summary&exclude=summary',
])('chats are listed without their summaries by %s', async (query) => {
  const agent = await world.request('POST', '/api/agents', { body: { name: 'A', prompt: 'p' } });
  const { agentId } = agent.body;
  const body = { customerUniqueId: 'c', chatVariables: {} };
  await world.request('POST', `/api/agents/${agentId}/chats`, { body });
  for (const path of [`/api/agents/${agentId}/chats`, '/api/chats']) {
    const { chats } = (await world.request('GET', `${path}?${query}`)).body;
    expect([chats.length > 0, chats.every((chat: object) => !('summary' in chat))]).toEqual([true, true]);
    expect((await world.request('GET', path)).body.chats[0]).toHaveProperty('summary');
  }
});

test.each(['exclude=', 'exclude[]=', 'exclude=summary,other', 'exclude[]=transcript', 'exclude=summary,'])(
  'what can not be left out is refused: %s',
  async (query) => {
    const answer = await world.request('GET', `/api/chats?${query}`);
    expect([answer.status, answer.body.error]).toEqual([400, 'exclude: must be summary, the only option']);
  },
);
