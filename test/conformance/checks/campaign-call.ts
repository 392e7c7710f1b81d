import { randomUUID } from 'node:crypto';
import { type Check, checksOf, type World } from '../check.ts';
import type { Exchange } from '../client.ts';
import { isJsonObject, type JsonObject, shorten } from '../compare.ts';
import {
  bodyOf,
  expectEqual,
  expectStatus,
  expectSuccess,
  expectThat,
  poll,
  skip,
  textOf,
} from '../expect.ts';
import { isUtcDateTime } from '../formats.ts';
import { randomNumber, uniqueName } from '../samples.ts';
import { expectCallRecord } from '../shapes.ts';
import { campaignInputChecks } from './campaign-call-input.ts';
import { campaignReferenceChecks } from './campaign-call-references.ts';

const { document, decision } = checksOf('campaign-call');
const endpoint = 'Endpoints, 2. POST /api/agents/{agentId}/calls/campaign';
const decided = '2. POST /api/agents/{agentId}/calls/campaign';

/** Returns the call that GET /api/calls/{callId} shows. */
async function readCall(world: World, callId: string): Promise<{ answer: Exchange; call: JsonObject }> {
  const answer = await (await world.fixtures.managed()).get(`/api/calls/${callId}`);
  expectStatus(answer, 200);
  const body = bodyOf(answer);
  const call = isJsonObject(body.call) ? body.call : body;
  return { answer, call };
}

/** Queues a call, and returns the id of its campaign. */
async function campaignOf(world: World, overrides: JsonObject): Promise<string> {
  const { answer } = await world.fixtures.queueCall(overrides);
  return textOf(answer, bodyOf(answer).campaignId, 'campaignId');
}

const answerChecks: Check[] = [
  document(endpoint, 'a complete request queues the call and says so in message', async (world) => {
    const answer = await world.fixtures.sendCall(await world.fixtures.callBody());
    expectSuccess(answer);
    const message = textOf(answer, bodyOf(answer).message, 'message');
    expectThat(answer, /queued successfully/i.test(message), `message is ${shorten(message)}`);
  }),
  decision(decided, 'success is 201 with the message, a callId and a campaignId', async (world) => {
    const answer = await world.fixtures.sendCall(await world.fixtures.callBody());
    expectStatus(answer, 201);
    const { message, callId, campaignId } = bodyOf(answer);
    expectEqual(answer, message, 'Campaign call queued successfully', 'message');
    expectThat(answer, /^call_\w+$/.test(String(callId)), `callId is ${shorten(callId)}`);
    expectThat(answer, /^[a-z]+_\w+$/.test(String(campaignId)), `campaignId is ${shorten(campaignId)}`);
  }),
  document('States and transitions', 'the call is a call record with status queued', async (world) => {
    const phoneNumber = randomNumber();
    const { callId } = await world.fixtures.queueCall({ phoneNumber });
    const { answer, call } = await readCall(world, callId);
    expectCallRecord(answer, call, 'the call');
    expectEqual(answer, call.status, 'queued', 'status');
    expectEqual(answer, call.callId, callId, 'callId');
    expectEqual(answer, call.agentId, (await world.fixtures.agent()).agentId, 'agentId');
    expectEqual(answer, call.customerNumber, phoneNumber, 'customerNumber');
  }),
  decision('Enumerations', 'a campaign call is of the type outboundPhoneCall', async (world) => {
    const { callId } = await world.fixtures.queueCall();
    const { answer, call } = await readCall(world, callId);
    expectEqual(answer, call.type, 'outboundPhoneCall', 'type');
    expectThat(answer, isUtcDateTime(String(call.createdAt)), `createdAt is ${call.createdAt}`);
  }),
  document('Resources, call record', 'the call carries campaignName and its variables', async (world) => {
    const campaignName = uniqueName('carried');
    const { callId } = await world.fixtures.queueCall({ campaignName });
    const { answer, call } = await readCall(world, callId);
    expectEqual(answer, call.campaignName, campaignName, 'campaignName');
    const variables = isJsonObject(call.callVariables) ? call.callVariables : {};
    for (const [name, value] of Object.entries((await world.fixtures.agent()).variables)) {
      expectEqual(answer, variables[name], value, `callVariables.${name}`);
    }
  }),
  decision(decided, 'extra variables are kept', async (world) => {
    const { variables } = await world.fixtures.agent();
    const { callId } = await world.fixtures.queueCall({ variables: { ...variables, shoeSize: '46' } });
    const { answer, call } = await readCall(world, callId);
    const kept = isJsonObject(call.callVariables) ? call.callVariables.shoeSize : undefined;
    expectEqual(answer, kept, '46', 'callVariables.shoeSize');
  }),
  decision('Everywhere: Unknown body fields', 'unknown body fields are ignored', async (world) => {
    const body = await world.fixtures.callBody({ urgency: 'high', metadata: { a: [1] } });
    expectStatus(await world.fixtures.sendCall(body), 201);
  }),
];

const campaignChecks: Check[] = [
  decision(decided, 'calls of one campaign name and agent share one campaign', async (world) => {
    const campaignName = uniqueName('shared');
    const first = await campaignOf(world, { campaignName });
    const { answer } = await world.fixtures.queueCall({ campaignName });
    expectEqual(answer, bodyOf(answer).campaignId, first, 'campaignId of the second call');
    const other = await world.fixtures.queueCall({ campaignName: uniqueName('shared') });
    expectThat(other.answer, bodyOf(other.answer).campaignId !== first, 'another name has the same campaign');
  }),
  decision(decided, 'the first calls of a campaign, sent at once, share one campaign', async (world) => {
    const campaignName = uniqueName('raced');
    const bodies = await Promise.all(
      Array.from({ length: 8 }, () => world.fixtures.callBody({ campaignName })),
    );
    const answers = await Promise.all(bodies.map((body) => world.fixtures.sendCall(body)));
    for (const answer of answers) {
      expectStatus(answer, 201);
      expectEqual(answer, bodyOf(answer).campaignId, bodyOf(answers[0]!).campaignId, 'campaignId');
    }
    const calls = new Set(answers.map((answer) => bodyOf(answer).callId));
    expectThat(answers[0]!, calls.size === answers.length, 'two calls have the same callId');
  }),
  decision(decided, 'the same name with another agent is another campaign', async (world) => {
    const campaignName = uniqueName('shared');
    const first = await campaignOf(world, { campaignName });
    const { id } = await world.fixtures.newAgent();
    const answer = await world.fixtures.sendCall(await world.fixtures.callBody({ campaignName }), id);
    expectStatus(answer, 201);
    expectThat(answer, bodyOf(answer).campaignId !== first, 'both agents have the same campaign');
  }),
  decision(decided, "a call to an ended campaign's name starts a new campaign", async (world) => {
    const campaignName = uniqueName('ended');
    const first = await campaignOf(world, { campaignName });
    await world.fixtures.act(`/api/campaigns/${first}/end`);
    const { answer } = await world.fixtures.queueCall({ campaignName });
    expectThat(answer, bodyOf(answer).campaignId !== first, 'the ended campaign took the call');
  }),
  decision(decided, 'a paused campaign accepts calls and holds them', async (world) => {
    const campaignName = uniqueName('paused');
    const first = await campaignOf(world, { campaignName });
    await world.fixtures.act(`/api/campaigns/${first}/pause`);
    const { callId, answer } = await world.fixtures.queueCall({ campaignName });
    expectEqual(answer, bodyOf(answer).campaignId, first, 'campaignId');
    const read = await readCall(world, callId);
    expectEqual(read.answer, read.call.status, 'queued', 'status');
  }),
  decision(
    decided,
    'maxConcurrentCalls of a later call changes the campaign, leaving it out does not',
    async (world) => {
      if ((await world.fixtures.concurrencyLimit()) < 3) skip("the organization's limit is below 3");
      const campaignName = uniqueName('capped');
      const campaignId = await campaignOf(world, { campaignName, maxConcurrentCalls: 2 });
      const client = await world.fixtures.managed();
      const steps: [JsonObject, number][] = [
        [{}, 2],
        [{ maxConcurrentCalls: 3 }, 3],
        [{}, 3],
      ];
      for (const [overrides, expected] of steps) {
        await campaignOf(world, { campaignName, ...overrides });
        const answer = await client.get(`/api/campaigns/${campaignId}`);
        expectEqual(
          answer,
          bodyOf(answer).maxConcurrentCalls,
          expected,
          'maxConcurrentCalls of the campaign',
        );
      }
    },
  ),
  decision(
    decided,
    'a number without a trunk still queues the call, and why says what holds it',
    async (world) => {
      const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
      const schedule = {
        name: uniqueName('open'),
        timeZone: 'UTC',
        windows: [{ days, start: '00:00', end: '23:59' }],
      };
      const scheduleId = (await world.fixtures.create('/api/schedules', schedule, 'scheduleId')).id;
      const phoneNumberId = await world.fixtures.newPhoneNumber({});
      const { callId, answer } = await world.fixtures.queueCall({ scheduleId, phoneNumberId });
      expectStatus(answer, 201);
      const client = await world.fixtures.managed();
      const why = await poll(
        async () => {
          const answer = await client.get(`/api/calls/${callId}/why`);
          return answer.status === 200 && /trunk/i.test(answer.text) ? answer : null;
        },
        10_000,
        250,
      );
      await client.post(`/api/calls/${callId}/cancel`);
      expectThat(answer, why !== null, 'GET /api/calls/{callId}/why does not name the missing trunk in 10 s');
    },
  ),
];

const idempotencyChecks: Check[] = [
  decision(
    'Everywhere: Idempotency',
    'the same key and body give the first answer and one call',
    async (world) => {
      const body = await world.fixtures.callBody();
      const { agentId } = await world.fixtures.agent();
      const headers = { 'idempotency-key': randomUUID() };
      const send = () => world.client.post(`/api/agents/${agentId}/calls/campaign`, body, { headers });
      const first = await send();
      expectStatus(first, 201);
      world.fixtures.noteCampaign(first);
      for (const answer of await Promise.all([send(), send(), send()])) {
        expectStatus(answer, 201);
        expectEqual(answer, answer.json, first.json, 'the repeated answer');
      }
    },
  ),
  decision(
    'Everywhere: Idempotency',
    'two requests at once with one key never queue two calls',
    async (world) => {
      const body = await world.fixtures.callBody();
      const { agentId } = await world.fixtures.agent();
      const headers = { 'idempotency-key': randomUUID() };
      const send = () => world.client.post(`/api/agents/${agentId}/calls/campaign`, body, { headers });
      const answers = await Promise.all(Array.from({ length: 6 }, send));
      const accepted = answers.filter((answer) => answer.status === 201);
      expectThat(answers[0]!, accepted.length > 0, 'none of the requests was accepted');
      for (const answer of answers) {
        world.fixtures.noteCampaign(answer);
        expectStatus(answer, 201, 409);
      }
      const calls = new Set(accepted.map((answer) => bodyOf(answer).callId));
      expectThat(accepted[0]!, calls.size === 1, `${calls.size} calls were queued`);
    },
  ),
];

export const campaignCallChecks: Check[] = [
  ...answerChecks,
  ...campaignChecks,
  ...idempotencyChecks,
  ...campaignInputChecks,
  ...campaignReferenceChecks,
];
