import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { suppressMany } from './index.ts';

const path = '/api/suppressions';
let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const suppress = (body: object) => world.request('POST', path, { body });
const list = async (query: Record<string, string> = {}) =>
  (await world.request('GET', `${path}?${new URLSearchParams(query)}`)).body.suppressions;
const many = (numbers: string[], reason: string | null = null, organizationId = world.owner.organizationId) =>
  world.db.transaction((tx) =>
    suppressMany(tx, organizationId, numbers, { source: 'import', reason, createdBy: 'member_a' }),
  );

describe('a suppression', () => {
  it('names member, source and reason, and its audit entry nothing of the customer', async () => {
    const { status, body, headers } = await suppress({
      phoneNumber: '+12025550101',
      reason: ' Asked by mail ',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      suppressionId: expect.stringMatching(/^supp/),
      phoneNumber: '+12025550101',
      source: 'api',
      reason: 'Asked by mail',
      callId: null,
      createdBy: world.owner.memberId,
      createdAt: expect.stringMatching(/Z$/),
    });
    const trail = await auditOfRequest(world.db, headers['x-request-id'] as string);
    expect(trail).toMatchObject([
      { actionVerb: 'created', resourceReferenceId: body.suppressionId, resourceLabel: null },
    ]);
    expect(JSON.stringify(trail)).not.toContain('2025550101');
  });

  it('keeps its first values, and is not audited twice', async () => {
    const first = (await suppress({ phoneNumber: '+12025550102', reason: 'First' })).body;
    const again = await suppress({ phoneNumber: '+12025550102', reason: 'Second' });
    expect([again.status, again.body]).toEqual([201, first]);
    expect(await auditOfRequest(world.db, again.headers['x-request-id'] as string)).toEqual([]);
  });

  it.each([
    ['phoneNumber', { phoneNumber: '202 555 0103' }],
    ['reason', { phoneNumber: '+12025550103', reason: '' }],
    ['reason', { phoneNumber: '+12025550103', reason: 'x'.repeat(501) }],
    ['source', { phoneNumber: '+12025550103', source: 'import' }],
  ])('names %s when it is refused, and suppresses nobody', async (field, body) => {
    const answer = await suppress(body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
    expect(await list({ phoneNumber: '+12025550103' })).toEqual([]);
  });

  it('is found by its number and by its source', async () => {
    const { suppressionId } = (await suppress({ phoneNumber: '+12025550104' })).body;
    await many(['+12025550105']);
    expect(await list({ phoneNumber: '+12025550104' })).toMatchObject([{ suppressionId }]);
    expect(await list({ phoneNumber: '+12025550104', source: 'import' })).toEqual([]);
    expect(await list({ source: 'import' })).toMatchObject([{ phoneNumber: '+12025550105' }]);
    const page = await world.request('GET', `${path}?source=api&pageSize=1`);
    const next = new URL(page.body.metadata.nextPage);
    expect(next.searchParams.get('source')).toBe('api');
    expect((await world.request('GET', next.pathname + next.search)).body.suppressions).toHaveLength(1);
  });
});

describe('many suppressions', () => {
  it('are stored once each, and only new ones are reported', async () => {
    const known = (await suppress({ phoneNumber: '+12025550106', reason: 'Known' })).body;
    const numbers = ['+12025550107', '+12025550106', '+12025550108', '+12025550107'];
    const made = await many(numbers, 'List of May');
    expect(made.map(({ phoneNumber }) => phoneNumber).toSorted()).toEqual(['+12025550107', '+12025550108']);
    expect(await many(numbers, 'List of June')).toEqual([]);
    expect(await list({ phoneNumber: '+12025550106' })).toEqual([known]);
    expect(await list({ phoneNumber: '+12025550107' })).toMatchObject([
      { source: 'import', reason: 'List of May', createdBy: 'member_a', callId: null },
    ]);
  });

  it('do not deadlock for two lists in opposite orders', async () => {
    const numbers = Array.from({ length: 2000 }, (_, i) => `+1303555${String(i).padStart(4, '0')}`);
    const made = await Promise.all([many(numbers), many(numbers.toReversed()), many(numbers)]);
    expect(made.flat()).toHaveLength(2000);
  });

  it('belong to one organization', async () => {
    const other = await world.foundOrganization('Other');
    await many(['+12025550109'], null, other.organizationId);
    expect(await list({ phoneNumber: '+12025550109' })).toEqual([]);
  });
});
