import { randomUUID } from 'node:crypto';
import { type Check, checksOf, type World } from '../check.ts';
import type { Exchange, SendOptions } from '../client.ts';
import { holdsValue, type JsonObject, shorten } from '../compare.ts';
import {
  bodyOf,
  expectEqual,
  expectRefusal,
  expectStatus,
  expectThat,
  fail,
  objectOf,
  poll,
  skip,
  textOf,
} from '../expect.ts';
import { pageOf } from '../pages.ts';
import { uniqueName, unknownId } from '../samples.ts';

const { document, decision } = checksOf('workflow-trigger');
const endpoint = 'Endpoints, 3. POST /api/workflows/{workflowId}/trigger';
const decided = '3. POST /api/workflows/{workflowId}/trigger';

/** Triggers the published workflow, or the given one. */
async function trigger(world: World, options: SendOptions, workflowId?: string): Promise<Exchange> {
  const id = workflowId ?? (await world.fixtures.workflowId('published'));
  return world.client.send('POST', `/api/workflows/${id}/trigger`, options);
}

/** Expects that the trigger was accepted, and returns its workflowTriggeredId. */
function expectAccepted(answer: Exchange): string {
  expectStatus(answer, 202);
  return textOf(answer, bodyOf(answer).workflowTriggeredId, 'workflowTriggeredId');
}

/** Returns the run that a trigger started, from the management operations. */
async function runOf(world: World, workflowId: string, answer: Exchange): Promise<JsonObject> {
  const triggeredId = expectAccepted(answer);
  const client = await world.fixtures.managed();
  const listed = await poll(async () => {
    const page = pageOf(await client.get(`/api/workflows/${workflowId}/runs`));
    return page.items.find((run) => holdsValue(run, triggeredId)) ?? null;
  }, 5000);
  if (listed === null) fail(answer, `no run of the workflow names ${triggeredId}`);
  const runId = listed.workflowRunId ?? listed.runId ?? triggeredId;
  const read = await client.get(`/api/workflow-runs/${runId}`);
  return read.status === 200 ? objectOf(read, read.json, 'the run') : listed;
}

/** Checks that a body reaches the run as this input. */
function passedOn(what: string, options: SendOptions, input: JsonObject, make = document): Check {
  const section = make === document ? endpoint : decided;
  return make(section, `${what} reaches the run as ${shorten(input, 60)}`, async (world) => {
    const workflowId = await world.fixtures.workflowId('published');
    const answer = await trigger(world, options, workflowId);
    const run = await runOf(world, workflowId, answer);
    if (!('input' in run)) skip('the run shows no input');
    expectEqual(answer, run.input, input, 'the input of the run');
  });
}

const nested = {
  orderId: 7,
  items: [{ sku: 'a', price: 1.5 }],
  note: null,
  'a key': 'é😀',
  deep: { er: true },
};

const bodyChecks: Check[] = [
  document(endpoint, 'an object is accepted with 202 and a workflowTriggeredId', async (world) => {
    expectAccepted(await trigger(world, { body: { orderId: 7 } }));
  }),
  document(endpoint, 'each trigger has a workflowTriggeredId of its own', async (world) => {
    const [one, two] = [await trigger(world, { body: {} }), await trigger(world, { body: {} })];
    expectThat(two, expectAccepted(one) !== expectAccepted(two), 'both have the same');
  }),
  passedOn('an object with fields of all kinds', { body: nested }, nested),
  passedOn('an empty object', { body: {} }, {}),
  ...['[1,{"a":2}]', '[]', '"text"', '5', 'null', 'true'].map((rawBody) =>
    passedOn(`the body ${rawBody}`, { rawBody }, {}),
  ),
  passedOn(
    'an empty body with a content type',
    { rawBody: '', contentType: 'application/json' },
    {},
    decision,
  ),
  passedOn('no body and no content type', { contentType: null }, {}, decision),
  ...['{', '{"a":1,}', '{"a":1} x', "{'a':1}", 'a=1', '\u0000'].map((rawBody) =>
    decision(decided, `the body ${JSON.stringify(rawBody)} is no JSON: 400`, async (world) => {
      expectStatus(await trigger(world, { rawBody }), 400);
    }),
  ),
  decision('Everywhere: Statuses', 'hostile objects are an answer, never a 5xx', async (world) => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const rawBody of [
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":1}}',
      '{"a":"\\u0000"}',
      '{"a":"\\ud800"}',
      deep,
    ]) {
      expectStatus(await trigger(world, { rawBody }), 202, 400, 413);
    }
  }),
];

const jsonTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/vnd.x+json',
  'application/vnd.github.v3+json; charset=UTF-8',
  'application/cloudevents+json',
  'application/ld+json',
];
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'application/xml',
  'text/html',
];

const typeChecks: Check[] = [
  ...jsonTypes.map((contentType) =>
    passedOn(`a body of the type ${contentType}`, { body: { a: 1 }, contentType }, { a: 1 }, decision),
  ),
  ...otherTypes.map((contentType) =>
    decision(decided, `a body of the type ${contentType} is 415`, async (world) => {
      expectStatus(await trigger(world, { rawBody: '{"a":1}', contentType }), 415);
    }),
  ),
];

const stateChecks: Check[] = [
  document(endpoint, 'an enabled workflow that was never published answers 202', async (world) => {
    expectAccepted(await trigger(world, { body: {} }, await world.fixtures.workflowId('unpublished')));
  }),
  decision(decided, 'its run is recorded as unpublished', async (world) => {
    const workflowId = await world.fixtures.workflowId('unpublished');
    const answer = await trigger(world, { body: { a: 1 } }, workflowId);
    const run = await runOf(world, workflowId, answer);
    expectEqual(answer, run.status, 'unpublished', 'the status of the run');
  }),
  decision('Enumerations', 'the run of a published workflow has a listed status', async (world) => {
    const workflowId = await world.fixtures.workflowId('published');
    const answer = await trigger(world, { body: {} }, workflowId);
    const { status } = await runOf(world, workflowId, answer);
    const listed = ['running', 'waiting', 'completed', 'failed', 'canceled'];
    expectThat(answer, listed.includes(String(status)), `the status is ${shorten(status)}`);
  }),
  document(endpoint, 'a workflow must be enabled: a disabled one is refused', async (world) => {
    expectRefusal(await trigger(world, { body: {} }, await world.fixtures.workflowId('disabled')));
  }),
  decision(decided, 'a disabled workflow is 409 workflow.disabled', async (world) => {
    const answer = await trigger(world, { body: {} }, await world.fixtures.workflowId('disabled'));
    expectStatus(answer, 409);
    expectEqual(answer, bodyOf(answer).code, 'workflow.disabled', 'code');
  }),
  decision(decided, 'a workflow that is enabled again answers 202', async (world) => {
    const body = { name: uniqueName('workflow'), trigger: { type: 'webhook' }, definition: { steps: [] } };
    const { id } = await world.fixtures.create('/api/workflows', body, 'workflowId');
    await world.fixtures.act(`/api/workflows/${id}/disable`);
    expectStatus(await trigger(world, { body: {} }, id), 409);
    await world.fixtures.act(`/api/workflows/${id}/enable`);
    expectAccepted(await trigger(world, { body: {} }, id));
  }),
  document(endpoint, 'a workflow without a webhook trigger is refused', async (world) => {
    expectRefusal(await trigger(world, { body: {} }, await world.fixtures.workflowId('no-webhook-trigger')));
  }),
  decision(
    decided,
    'a workflow without a webhook trigger is 409 workflow.no_webhook_trigger',
    async (world) => {
      const answer = await trigger(
        world,
        { body: {} },
        await world.fixtures.workflowId('no-webhook-trigger'),
      );
      expectStatus(answer, 409);
      expectEqual(answer, bodyOf(answer).code, 'workflow.no_webhook_trigger', 'code');
    },
  ),
  decision(decided, 'an unknown workflow is 404', async (world) => {
    for (const id of [unknownId('workflow'), 'nonsense', encodeURIComponent("'--"), '%00']) {
      expectStatus(await trigger(world, { body: {} }, id), 404, ...(id === '%00' ? [400] : []));
    }
  }),
  decision('Everywhere: Statuses', "another organization's workflow is an unknown one", async (world) => {
    const other = world.fixtures.otherClient();
    const id = await world.fixtures.workflowId('published');
    expectStatus(await other.post(`/api/workflows/${id}/trigger`, {}), 404);
  }),
  decision('Everywhere: Idempotency', 'the same key and body start one run', async (world) => {
    const workflowId = await world.fixtures.workflowId('published');
    const headers = { 'idempotency-key': randomUUID() };
    const first = await trigger(world, { body: { a: 1 }, headers }, workflowId);
    const again = await trigger(world, { body: { a: 1 }, headers }, workflowId);
    expectEqual(again, expectAccepted(again), expectAccepted(first), 'workflowTriggeredId');
    const other = await trigger(world, { body: { a: 2 }, headers }, workflowId);
    expectStatus(other, 409);
  }),
];

export const workflowTriggerChecks: Check[] = [...bodyChecks, ...typeChecks, ...stateChecks];
