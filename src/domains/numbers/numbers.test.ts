import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type ApiWorld,
  createApiWorld,
  type RequestOptions,
} from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';

const path = '/api/phone-numbers';

let world: ApiWorld;
let trunkId: string;
let agentId: string;
beforeAll(async () => {
  world = await createApiWorld();
  trunkId = await makeTrunk();
  const agent = { name: 'Clerk', prompt: 'Help.' };
  agentId = (await world.request('POST', '/api/agents', { body: agent })).body.agentId;
});
afterAll(() => world.close());

const makeTrunk = async (options: RequestOptions = {}): Promise<string> => {
  const body = { name: 'Carrier', host: 'sip.carrier.example' };
  return (await world.request('POST', '/api/trunks', { body, ...options })).body.trunkId;
};
let lastNumber = 12_025_550_100;
const freshNumber = () => `+${++lastNumber}`;
const post = (body: unknown, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const patch = (id: string, body: unknown, options: RequestOptions = {}) =>
  world.request('PATCH', `${path}/${id}`, { body, ...options });
const read = async (id: string) => (await world.request('GET', `${path}/${id}`)).body;
const create = async (body: object = {}) => (await post({ phoneNumber: freshNumber(), ...body })).body;

describe('a phone number', () => {
  it('is created with defaults and audited', async () => {
    const phoneNumber = freshNumber();
    const { status, body, headers } = await post({ phoneNumber });
    expect(status).toBe(201);
    expect(body).toEqual({
      phoneNumberId: expect.stringMatching(/^number_/),
      phoneNumber,
      trunkId: null,
      fallbackTrunkIds: [],
      inboundAgentId: null,
      localPresence: false,
      maxCallsPerDay: null,
      callsToday: 0,
      externalIdHeader: 'X-External-ID',
      overflow: null,
      provenAt: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await read(body.phoneNumberId)).toEqual(body);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      {
        actionVerb: 'created',
        resourceType: 'phone_numbers',
        resourceReferenceId: body.phoneNumberId,
        resourceLabel: phoneNumber,
      },
    ]);
  });

  it('keeps every given field', async () => {
    const given = { trunkId, inboundAgentId: agentId, localPresence: true, externalIdHeader: 'User-to-User' };
    expect(await create({ ...given, overflow: { type: 'reject', code: 503 } })).toMatchObject({
      ...given,
      overflow: { type: 'reject', code: 503 },
    });
    expect((await create({ overflow: { type: 'reject' } })).overflow).toEqual({ type: 'reject', code: 486 });
  });

  it.each([
    ['phoneNumber', {}],
    ['phoneNumber', { phoneNumber: '12025550001' }],
    ['phoneNumber', { phoneNumber: '+1 202 555 0001' }],
    ['phoneNumber', { phoneNumber: '+02025550001' }],
    ['phoneNumber', { phoneNumber: '+1202555' }],
    ['phoneNumber', { phoneNumber: '+120255500011' }],
    ['phoneNumber', { phoneNumber: '+9991234567' }],
    ['phoneNumber', { phoneNumber: '+112' }],
    ['phoneNumber', { phoneNumber: '+4402079460958' }],
    ['phoneNumber', { phoneNumber: 12025550001 }],
    ['trunkId', { trunkId: 'trunk_none' }],
    ['trunkId', { trunkId: '' }],
    ['fallbackTrunkIds', { fallbackTrunkIds: ['trunk_none'] }],
    ['fallbackTrunkIds', { fallbackTrunkIds: ['a', 'a'] }],
    ['fallbackTrunkIds', { fallbackTrunkIds: ['a', 'b', 'c', 'd', 'e'] }],
    ['inboundAgentId', { inboundAgentId: 'agent_none' }],
    ['inboundAgentId', { inboundAgentId: '' }],
    ['localPresence', { localPresence: 'yes' }],
    ['externalIdHeader', { externalIdHeader: 'Call-ID' }],
    ['externalIdHeader', { externalIdHeader: 'X Id' }],
    ['overflow.type', { overflow: { type: 'forward' } }],
    ['overflow.code', { overflow: { type: 'reject', code: 200 } }],
    ['overflow.to', { overflow: { type: 'reject', to: '+12025550001' } }],
    ['label', { label: 'x' }],
  ])('reports %s when it is rejected', async (field, wrong) => {
    const before = (await world.request('GET', path)).body.phoneNumbers.length;
    const body = field === 'phoneNumber' ? wrong : { phoneNumber: freshNumber(), ...wrong };
    const answer = await post(body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    expect((await world.request('GET', path)).body.phoneNumbers).toHaveLength(before);
  });

  it('accepts numbers of any callable kind', async () => {
    for (const phoneNumber of [
      '+18005550123',
      '+15551234567',
      '+442079460958',
      '+4915112345678',
      '+19005550123',
    ]) {
      expect([phoneNumber, (await post({ phoneNumber })).status]).toEqual([phoneNumber, 201]);
    }
  });

  it('keeps the order of fallback trunks and prevents their deletion', async () => {
    const [one, two] = [await makeTrunk(), await makeTrunk()];
    const number = await create({ trunkId, fallbackTrunkIds: [two, one] });
    expect((await read(number.phoneNumberId)).fallbackTrunkIds).toEqual([two, one]);
    const refused = await world.request('DELETE', `/api/trunks/${one}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'trunk.in_use']);
    expect(refused.body.error).toContain(number.phoneNumber);
    for (const [field, wrong] of [
      ['fallbackTrunkIds.1', { fallbackTrunkIds: [one, 'trunk_none'] }],
      ['fallbackTrunkIds', { fallbackTrunkIds: [trunkId] }],
      ['fallbackTrunkIds', { trunkId: one }],
      ['fallbackTrunkIds', { trunkId: null }],
    ] as const) {
      const answer = await patch(number.phoneNumberId, wrong);
      expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    }
    expect(await read(number.phoneNumberId)).toEqual(number);
    expect((await patch(number.phoneNumberId, { fallbackTrunkIds: [] })).status).toBe(200);
    expect((await world.request('DELETE', `/api/trunks/${one}`)).status).toBe(204);
  });

  it('reports the trunk and the agent when both are unknown', async () => {
    const { body } = await post({ phoneNumber: freshNumber(), trunkId: 'a', inboundAgentId: 'b' });
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['trunkId', 'inboundAgentId']);
  });

  it('is not an extension, whose refusal says where extensions belong', async () => {
    for (const phoneNumber of ['101', '+101', '+112']) {
      const { status, body } = await post({ phoneNumber });
      expect([status, body.error]).toEqual([400, expect.stringMatching(/such as \+.*extension/)]);
    }
  });

  it('of another organization is refused with the message for an invalid number', async () => {
    const phoneNumber = freshNumber();
    const other = await world.foundOrganization('Somebody else');
    expect((await post({ phoneNumber }, { key: other.key })).status).toBe(201);
    const theirs = await post({ phoneNumber });
    expect([theirs.status, theirs.body.error]).toEqual([
      400,
      'phoneNumber: cannot be added: it is not a valid number, or it is not yours',
    ]);
    const { requestId: _, ...words } = theirs.body;
    for (const impossible of ['+1202555', '+9991234567', '+4402079460958']) {
      const refused = await post({ phoneNumber: impossible });
      const { requestId: _, ...same } = refused.body;
      expect([impossible, refused.status, same]).toEqual([impossible, 400, words]);
    }
    const own = await post({ phoneNumber }, { key: other.key });
    expect([own.status, own.body.error]).toEqual([400, 'phoneNumber: is already one of your numbers']);
    const twice = await Promise.all(
      [world.owner.key, other.key].map((key) => post({ phoneNumber: '+12025559999' }, { key })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('can be added by another organization after 30 unproven days, without changing the first claim', async () => {
    const other = await world.foundOrganization('Squatter');
    const age = statement(
      'test.numbers.age',
      `update phone_numbers set created_at = now() - make_interval(days => $3), proven_at = $4
       where organization_id = $1 and phone_number = $2`,
    );
    const phoneNumber = freshNumber();
    const squatted = (await post({ phoneNumber }, { key: other.key })).body;
    expect(squatted.provenAt).toBeNull();
    const aged = (days: number, provenAt: string | null = null) =>
      world.db.query(age, [other.organizationId, phoneNumber, days, provenAt]);
    await aged(29);
    expect((await post({ phoneNumber })).status).toBe(400);
    await aged(365, new Date().toISOString());
    expect((await post({ phoneNumber })).status).toBe(400);
    await aged(31);
    expect((await post({ phoneNumber })).status).toBe(201);
    const still = await world.request('GET', `${path}/${squatted.phoneNumberId}`, { key: other.key });
    expect(still.body).toMatchObject({ phoneNumber, provenAt: null });
    // The second claim is valid now and blocks others.
    const third = await world.foundOrganization('Third');
    expect((await post({ phoneNumber }, { key: third.key })).status).toBe(400);
  });

  it('is changed field by field, and audited', async () => {
    const number = await create();
    const { status, body, headers } = await patch(number.phoneNumberId, { trunkId, inboundAgentId: agentId });
    expect(status).toBe(200);
    expect(body).toEqual({ ...number, trunkId, inboundAgentId: agentId, updatedAt: body.updatedAt });
    const without = await patch(number.phoneNumberId, {
      trunkId: null,
      overflow: { type: 'reject', code: 480 },
    });
    expect(without.body).toMatchObject({ trunkId: null, inboundAgentId: agentId, overflow: { code: 480 } });
    expect(await read(number.phoneNumberId)).toEqual(without.body);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'updated', resourceReferenceId: number.phoneNumberId, resourceLabel: number.phoneNumber },
      { actionVerb: 'assigned', resourceReferenceId: agentId },
      { actionVerb: 'assigned', resourceReferenceId: trunkId },
    ]);
  });

  it('audits which agent and trunks were assigned and unassigned', async () => {
    const other = { name: 'Night clerk', prompt: 'Help.' };
    const nightId = (await world.request('POST', '/api/agents', { body: other })).body.agentId;
    const [second, third] = [await makeTrunk(), await makeTrunk()];
    const entriesOf = async ({ status, headers }: Answer) => {
      expect(status).toBeLessThan(300);
      const entries = await auditOfRequest(world.db, headers['x-request-id']);
      return entries.map(
        (entry) =>
          `${entry.actionVerb} ${entry.resourceType} ${entry.resourceReferenceId} ${entry.resourceLabel}`,
      );
    };
    const made = await post({ phoneNumber: freshNumber(), trunkId, inboundAgentId: agentId });
    const { phoneNumberId: id, phoneNumber } = made.body;
    const own = `phone_numbers ${id} ${phoneNumber}`;
    expect(await entriesOf(made)).toEqual([
      `created ${own}`,
      `assigned agents ${agentId} Clerk`,
      `assigned trunks ${trunkId} Carrier`,
    ]);
    // The order of trunks does not affect assignments.
    const changed = { trunkId: second, fallbackTrunkIds: [third, trunkId], inboundAgentId: nightId };
    expect(await entriesOf(await patch(id, changed))).toEqual([
      `updated ${own}`,
      `unassigned agents ${agentId} Clerk`,
      `assigned agents ${nightId} Night clerk`,
      `assigned trunks ${second} Carrier`,
      `assigned trunks ${third} Carrier`,
    ]);
    expect(await entriesOf(await patch(id, { fallbackTrunkIds: [], localPresence: true }))).toEqual([
      `updated ${own}`,
      `unassigned trunks ${third} Carrier`,
      `unassigned trunks ${trunkId} Carrier`,
    ]);
    expect(await entriesOf(await patch(id, { ...changed, fallbackTrunkIds: [] }))).toEqual([
      `updated ${own}`,
    ]);
    expect(await entriesOf(await world.request('DELETE', `${path}/${id}`))).toEqual([
      `unassigned agents ${nightId} Night clerk`,
      `unassigned trunks ${second} Carrier`,
      `deleted ${own}`,
    ]);
  });

  it('cannot become another number', async () => {
    const number = await create();
    const refused = await patch(number.phoneNumberId, { phoneNumber: freshNumber() });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe('phoneNumber: cannot be changed. Create another phone number instead');
    const same = await patch(number.phoneNumberId, { phoneNumber: number.phoneNumber, localPresence: true });
    expect([same.status, same.body.localPresence]).toEqual([200, true]);
  });

  it('is unchanged after a refused change', async () => {
    const number = await create();
    for (const wrong of [{ trunkId: 'trunk_none' }, { externalIdHeader: 'Via' }, { localPresence: null }]) {
      const answer = await patch(number.phoneNumberId, { ...wrong });
      expect([answer.status, answer.body.details[0].field]).toEqual([400, Object.keys(wrong)[0]]);
    }
    expect(await read(number.phoneNumberId)).toEqual(number);
  });

  it('is deleted and audited, then unknown and free for others', async () => {
    const { phoneNumberId, phoneNumber } = await create({ trunkId });
    const { status, headers } = await world.request('DELETE', `${path}/${phoneNumberId}`);
    expect(status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      const answer = await world.request(method, `${path}/${phoneNumberId}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'phone_number.not_found']);
    }
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'unassigned', resourceReferenceId: trunkId },
      { actionVerb: 'deleted', resourceReferenceId: phoneNumberId, resourceLabel: phoneNumber },
    ]);
    const other = await world.foundOrganization('Next');
    expect((await post({ phoneNumber }, { key: other.key })).status).toBe(201);
  });

  it('is created once under an idempotency key', async () => {
    const headers = { 'idempotency-key': newId('req') };
    const body = { phoneNumber: freshNumber() };
    const [first, replay] = [await post(body, { headers }), await post(body, { headers })];
    expect([replay.status, replay.body]).toEqual([201, first.body]);
    expect(replay.headers['idempotent-replayed']).toBe('true');
  });
});

describe('the list of phone numbers', () => {
  it('is newest first, in pages without loss or repetition', async () => {
    const { key } = await world.foundOrganization('Many numbers');
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift((await post({ phoneNumber: freshNumber() }, { key })).body.phoneNumberId);
    }
    const seen: string[] = [];
    for (let next: string | null = `${path}?pageSize=2`; next !== null; ) {
      const { body } = await world.request('GET', next, { key });
      seen.push(...body.phoneNumbers.map(({ phoneNumberId }: { phoneNumberId: string }) => phoneNumberId));
      const url: string | null = body.metadata.nextPage;
      next = url === null ? null : new URL(url).pathname + new URL(url).search;
    }
    expect(seen).toEqual(ids);
  });
});

describe('access to phone numbers', () => {
  it('is limited to the organization', async () => {
    const number = await create();
    const { key } = await world.foundOrganization('Strangers');
    for (const [method, body] of [['GET'], ['PATCH', { localPresence: true }], ['DELETE']] as const) {
      const answer = await world.request(method, `${path}/${number.phoneNumberId}`, { key, body });
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'phone_number.not_found']);
    }
    expect(await read(number.phoneNumberId)).toEqual(number);
  });

  it('rejects a trunk or an agent of another organization', async () => {
    const { key } = await world.foundOrganization('Borrowers');
    for (const [field, value] of [
      ['trunkId', trunkId],
      ['inboundAgentId', agentId],
    ]) {
      const answer = await post({ phoneNumber: freshNumber(), [field!]: value }, { key });
      expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    }
    const theirs = await makeTrunk({ key });
    const number = await create();
    expect((await patch(number.phoneNumberId, { trunkId: theirs })).status).toBe(400);
  });

  it('requires the scope', async () => {
    const { phoneNumberId } = await create();
    const claims = { ...world.owner, scopes: [...scopesOfRole.Support], expiresAtSeconds: null };
    const key = await signToken(world.secret, claims);
    expect((await post({ phoneNumber: freshNumber() }, { key })).status).toBe(403);
    expect((await patch(phoneNumberId, { localPresence: true }, { key })).status).toBe(403);
    expect((await world.request('DELETE', `${path}/${phoneNumberId}`, { key })).status).toBe(403);
    expect((await world.request('GET', `${path}/${phoneNumberId}`, { key })).status).toBe(200);
  });
});
