import { type Check, checksOf, type World } from '../check.ts';
import type { JsonObject } from '../compare.ts';
import {
  bodyOf,
  expectFieldError,
  expectRefusal,
  expectStatus,
  expectThat,
  skip,
  textOf,
} from '../expect.ts';
import { itemsOf, pageOf, walkPages } from '../pages.ts';
import { closedSchedule, randomNumber, uniqueName, unknownId } from '../samples.ts';

const { document, decision } = checksOf('campaign-call');
const endpoint = 'Endpoints, 2. POST /api/agents/{agentId}/calls/campaign';
const limits = 'Limits';
const decided = '2. POST /api/agents/{agentId}/calls/campaign';

const send = async (world: World, overrides: JsonObject) =>
  world.fixtures.sendCall(await world.fixtures.callBody(overrides));

const prefixes = { scheduleId: 'sched', phoneNumberId: 'num', callRetryConfigId: 'retry' } as const;
const oddIds = ['nonsense', 'a'.repeat(300), "'; drop table calls; --", '../agents', 'a\u0000b'];

const unknownChecks: Check[] = [
  decision(decided, 'an unknown agentId is 404 with a code', async (world) => {
    const answer = await world.fixtures.sendCall(await world.fixtures.callBody(), unknownId('agent'));
    expectStatus(answer, 404);
    textOf(answer, bodyOf(answer).code, 'code');
  }),
  decision(
    'Everywhere: Statuses',
    'an agentId that no server would give out is 404 or 400',
    async (world) => {
      const body = await world.fixtures.callBody();
      for (const id of oddIds) {
        expectStatus(await world.fixtures.sendCall(body, encodeURIComponent(id)), 404, 400);
      }
    },
  ),
  ...Object.entries(prefixes).flatMap(([field, prefix]) => [
    document(endpoint, `an unknown ${field} is refused`, async (world) => {
      expectRefusal(await send(world, { [field]: unknownId(prefix) }));
    }),
    decision(decided, `an unknown ${field} is 400 naming it`, async (world) => {
      expectFieldError(await send(world, { [field]: unknownId(prefix) }), field);
      for (const id of oddIds) expectFieldError(await send(world, { [field]: id }), field);
    }),
  ]),
  decision(decided, 'an id of another type is an unknown id', async (world) => {
    const { agentId } = await world.fixtures.agent();
    expectFieldError(await send(world, { scheduleId: agentId }), 'scheduleId');
    const answer = await world.fixtures.sendCall(
      await world.fixtures.callBody(),
      await world.fixtures.scheduleId(),
    );
    expectStatus(answer, 404);
  }),
  document(endpoint, 'a known callRetryConfigId is accepted', async (world) => {
    const answer = await send(world, { callRetryConfigId: await world.fixtures.retryConfigId() });
    expectThat(answer, answer.status < 300, `the status is ${answer.status} instead of a success`);
  }),
  decision('Everywhere: Statuses', "another organization's agent is an unknown agent", async (world) => {
    const other = world.fixtures.otherClient();
    const answer = await world.fixtures.sendCall(await world.fixtures.callBody(), undefined, other);
    expectStatus(answer, 404);
  }),
  decision(
    'Everywhere: Statuses',
    "another organization's schedule is an unknown schedule",
    async (world) => {
      const made = await world.fixtures.otherClient().post('/api/schedules', closedSchedule(Date.now()));
      if (made.status !== 201) skip('the other organization cannot make a schedule');
      const scheduleId = textOf(made, bodyOf(made).scheduleId, 'scheduleId');
      expectFieldError(await send(world, { scheduleId }), 'scheduleId');
      await world.fixtures.otherClient().send('DELETE', `/api/schedules/${scheduleId}`);
    },
  ),
];

const field = 'maxConcurrentCalls';

const concurrencyChecks: Check[] = [
  ...[0, -1, 1.5, '5', true].flatMap((value) => [
    document(limits, `maxConcurrentCalls ${JSON.stringify(value)} is refused`, async (world) => {
      expectRefusal(await send(world, { [field]: value }));
    }),
    decision(decided, `maxConcurrentCalls ${JSON.stringify(value)} is 400 naming it`, async (world) => {
      expectFieldError(await send(world, { [field]: value }), field);
    }),
  ]),
  document(limits, 'maxConcurrentCalls 1 and the limit of the organization are accepted', async (world) => {
    for (const value of [1, await world.fixtures.concurrencyLimit()]) {
      const answer = await send(world, { campaignName: uniqueName('capped'), [field]: value });
      expectThat(answer, answer.status < 300, `the status is ${answer.status} instead of a success`);
    }
  }),
  document(limits, 'maxConcurrentCalls above the limit of the organization is refused', async (world) => {
    const limit = await world.fixtures.concurrencyLimit();
    expectRefusal(await send(world, { [field]: limit + 1 }));
  }),
  decision(
    decided,
    'maxConcurrentCalls above the limit of the organization is 400 naming it',
    async (world) => {
      const limit = await world.fixtures.concurrencyLimit();
      for (const value of [limit + 1, 2 ** 31, 2 ** 53, 1e300]) {
        expectFieldError(await send(world, { [field]: value }), field);
      }
    },
  ),
];

/** Returns whether the organization has numbers for local presence. */
async function hasLocalPresence(world: World): Promise<boolean> {
  const client = await world.fixtures.managed();
  const first = pageOf(await client.get('/api/phone-numbers', { pageSize: '1000' }));
  const pages = await walkPages(first, async (url) => pageOf(await client.get(url)));
  return itemsOf(pages).some((number) => number.localPresence === true);
}

const withoutNumbers = async (world: World): Promise<JsonObject> => {
  if (await hasLocalPresence(world)) skip('the organization has local presence numbers');
  return { localPresenceEnabled: true };
};

const localPresenceChecks: Check[] = [
  document(endpoint, 'localPresenceEnabled without local presence numbers is refused', async (world) => {
    expectRefusal(await send(world, await withoutNumbers(world)));
  }),
  decision(decided, 'localPresenceEnabled without local presence numbers is 400 naming it', async (world) => {
    expectFieldError(await send(world, await withoutNumbers(world)), 'localPresenceEnabled');
  }),
  document(endpoint, 'localPresenceEnabled with a local presence number is accepted', async (world) => {
    const trunkId = await world.fixtures.trunkId();
    const id = await world.fixtures.newPhoneNumber({ trunkId, localPresence: true });
    const answer = await send(world, { localPresenceEnabled: true, phoneNumber: randomNumber() });
    await (await world.fixtures.managed()).send('DELETE', `/api/phone-numbers/${id}`);
    expectThat(answer, answer.status < 300, `the status is ${answer.status} instead of a success`);
  }),
];

export const campaignReferenceChecks: Check[] = [
  ...unknownChecks,
  ...concurrencyChecks,
  ...localPresenceChecks,
];
