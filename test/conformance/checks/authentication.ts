import { createHmac } from 'node:crypto';
import { type Check, checksOf, type World } from '../check.ts';
import type { Client, Exchange } from '../client.ts';
import { isJsonObject } from '../compare.ts';
import {
  bodyOf,
  expectEqual,
  expectStatus,
  expectSuccess,
  expectThat,
  fail,
  objectOf,
  poll,
  skip,
} from '../expect.ts';
import { forgedKeys, type OperationRequest, operationRequests } from '../requests.ts';

const { document, decision } = checksOf('authentication');
const section = 'Authentication';
const statuses = 'Everywhere: Statuses';
const keys = 'API keys';

const send = (client: Client, request: OperationRequest, authorization?: string | null): Promise<Exchange> =>
  client.send(request.method, request.path, { ...request.options, authorization });

/** Expects a refusal because of the credential. */
function expectUnauthorized(answer: Exchange): void {
  expectStatus(answer, 401, 403);
}

const sign = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

const credentialChecks: Check[] = operationRequests.flatMap((request) => [
  document(section, `${request.name}: the key as a bearer token is accepted`, async (world) => {
    const answer = await send(world.client, request);
    if (request.succeeds) expectSuccess(answer);
    else expectThat(answer, ![401, 403].includes(answer.status), `the key is refused with ${answer.status}`);
  }),
  document(section, `${request.name}: without a credential it is refused`, async (world) => {
    expectUnauthorized(await send(world.client, request, null));
  }),
  document(section, `${request.name}: with a wrong key it is refused`, async (world) => {
    for (const wrong of ['Bearer wrong', 'Bearer a.b.c', 'Bearer ', 'Bearer']) {
      const answer = await send(world.client, request, wrong);
      if (request.forbids) expectStatus(answer, 403);
      else expectUnauthorized(answer);
    }
  }),
  decision(
    statuses,
    `${request.name}: a missing or wrong credential is ${request.forbids ? 403 : 401}`,
    async (world) => {
      for (const wrong of [
        null,
        'Bearer wrong',
        `Basic ${btoa('user:password')}`,
        world.client.key,
        'Bearer a b',
      ]) {
        expectStatus(await send(world.client, request, wrong), request.forbids ? 403 : 401);
      }
    },
  ),
  decision(keys, `${request.name}: forged keys are refused`, async (world) => {
    const forged = Object.entries(forgedKeys(world.client.key, sign));
    if (forged.length === 0) skip('the key is no JWT, so it cannot be forged in the known ways');
    for (const [how, key] of forged) {
      const answer = await send(world.client.withKey(key), request);
      const refused = answer.status === (request.forbids ? 403 : 401);
      if (!refused) fail(answer, `a key ${how} is answered with ${answer.status}`);
    }
  }),
]);

const formChecks: Check[] = [
  document(
    section,
    'the name of the scheme is not case-sensitive (RFC 9110, section 11.1)',
    async (world) => {
      for (const scheme of ['bearer', 'BEARER']) {
        const answer = await send(world.client, operationRequests[0]!, `${scheme} ${world.client.key}`);
        expectStatus(answer, 200);
      }
    },
  ),
  decision(keys, 'the key has the declared format, JWT', async (world) => {
    const answer = await send(world.client, operationRequests[0]!);
    expectThat(answer, world.client.key.split('.').length === 3, 'the given key has not three parts');
  }),
  decision(
    statuses,
    'an unauthenticated request is refused before its id or body is looked at',
    async (world) => {
      const answer = await world.client.send('POST', '/api/agents/none/calls/campaign', {
        rawBody: '{',
        authorization: null,
      });
      expectStatus(answer, 401);
    },
  ),
];

/** Sends every operation with the client's key, and expects each to be refused. */
async function expectAllRefused(client: Client, timeoutMs: number): Promise<void> {
  for (const request of operationRequests) {
    const wanted = request.forbids ? 403 : 401;
    let last: Exchange | null = null;
    const refused = await poll(async () => {
      last = await send(client, request);
      return last.status === wanted ? last : null;
    }, timeoutMs);
    if (refused === null) fail(last, `${request.name} does not answer ${wanted} to the key`);
  }
}

async function viewer(world: World): Promise<Client> {
  return world.fixtures.givenKey('limitedKey') ?? (await world.fixtures.newKey({ role: 'Viewer' })).client;
}

const lifeChecks: Check[] = [
  decision(keys, 'a revoked key is refused at once', async (world) => {
    const given = world.fixtures.givenKey('revokedKey');
    if (given !== null) return expectAllRefused(given, 0);
    const { id, client } = await world.fixtures.newKey({ role: 'Admin' });
    expectStatus(await send(client, operationRequests[0]!), 200);
    const revoked = await (await world.fixtures.managed()).send('DELETE', `/api/api-keys/${id}`);
    expectThat(revoked, revoked.status < 300, `revoking is answered with ${revoked.status}`);
    // Another process may learn of the revocation a moment after it was answered.
    await expectAllRefused(client, 1000);
  }),
  decision(keys, 'an expired key is refused', async (world) => {
    const given = world.fixtures.givenKey('expiredKey');
    if (given !== null) return expectAllRefused(given, 0);
    const expiresAt = new Date(Date.now() + 3000).toISOString();
    const { client } = await world.fixtures.newKey({ role: 'Admin', expiresAt });
    expectStatus(await send(client, operationRequests[0]!), 200);
    await expectAllRefused(client, 6000);
  }),
  decision(statuses, 'a key that may only view is refused with 403 when it queues a call', async (world) => {
    const client = await viewer(world);
    const { agentId } = await world.fixtures.agent();
    const body = await world.fixtures.callBody();
    expectStatus(await world.fixtures.sendCall(body, agentId, client), 403);
    expectStatus(
      await client.post('/api/call-personalization-webhook', operationRequests[6]!.options.body),
      403,
    );
  }),
  decision(keys, 'a key is shown once: reading it again does not show it', async (world) => {
    const { id, client } = await world.fixtures.newKey({ role: 'Viewer' });
    const managed = await world.fixtures.managed();
    for (const path of [`/api/api-keys/${id}`, '/api/api-keys']) {
      const answer = await managed.get(path);
      expectThat(answer, !answer.text.includes(client.key), 'the key is shown again');
    }
  }),
];

const descriptionChecks: Check[] = [
  decision(
    'Everywhere: Versioning',
    'the OpenAPI document has the seven operations and says 1.0.0',
    async (world) => {
      const answer = await world.client.send('GET', '/openapi.json', { authorization: null });
      if (answer.status === 404) skip('the server has no /openapi.json');
      const { info, paths } = bodyOf(answer);
      expectEqual(answer, objectOf(answer, info, 'info').version, '1.0.0', 'info.version');
      for (const { template, method } of operationRequests) {
        const item = objectOf(answer, paths, 'paths')[template];
        const there = isJsonObject(item) && isJsonObject(item[method.toLowerCase()]);
        expectThat(answer, there, `${method} ${template} is not described`);
      }
    },
  ),
  decision(section, 'its scheme bearerAuth is HTTP bearer with the format JWT', async (world) => {
    const answer = await world.client.send('GET', '/openapi.json', { authorization: null });
    if (answer.status === 404) skip('the server has no /openapi.json');
    const schemes = objectOf(
      answer,
      objectOf(answer, bodyOf(answer).components, 'components').securitySchemes,
      'securitySchemes',
    );
    const { type, scheme, bearerFormat } = objectOf(answer, schemes.bearerAuth, 'bearerAuth');
    expectEqual(
      answer,
      { type, scheme, bearerFormat },
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      'bearerAuth',
    );
  }),
];

export const authenticationChecks: Check[] = [
  ...credentialChecks,
  ...formChecks,
  ...lifeChecks,
  ...descriptionChecks,
];
