import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { statement } from '../../platform/db/index.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const view = { name: 'Failed today', page: 'calls', filters: { status: 'ended', endedReason: 'busy' } };
const letters = (n: number) => 'x'.repeat(n + 1);
const post = (body: unknown, options: RequestOptions = {}) =>
  world.request('POST', '/api/views', { body, ...options });

it('is created, renamed, changed and deleted, each with an audit entry', async () => {
  const { key } = await world.foundOrganization('Views');
  const made = await post(view, { key });
  expect([made.status, made.body]).toEqual([
    201,
    {
      viewId: expect.stringMatching(/^view_/),
      ...view,
      createdAt: made.body.createdAt,
      updatedAt: made.body.updatedAt,
    },
  ]);
  const path = `/api/views/${made.body.viewId}`;
  const renamed = await world.request('PATCH', path, { body: { name: 'Busy' }, key });
  const changed = await world.request('PATCH', path, { body: { filters: { type: 'webCall' } }, key });
  expect(changed.body).toMatchObject({ name: 'Busy', filters: { type: 'webCall' } });
  expect((await world.request('GET', '/api/views', { key })).body.views).toEqual([changed.body]);
  const deleted = await world.request('DELETE', path, { key });
  expect(deleted.status).toBe(204);
  for (const method of ['GET', 'DELETE']) {
    expect((await world.request(method, path, { key })).body.code).toBe('view.not_found');
  }
  const requests = [made, renamed, changed, deleted].map(({ headers }) => headers['x-request-id']);
  const entries = await Promise.all(requests.map((id) => auditOfRequest(world.db, id)));
  expect(entries.map(([entry]) => [entry?.actionVerb, entry?.resourceType, entry?.resourceLabel])).toEqual([
    ['created', 'views', 'Failed today'],
    ['updated', 'views', 'Busy'],
    ['updated', 'views', 'Busy'],
    ['deleted', 'views', 'Busy'],
  ]);
});

it.each([
  ['name', { ...view, name: ' ' }],
  ['page', { ...view, page: 'trunks' }],
  ['filters', { ...view, filters: { customerNumber: '+12025550199' } }],
  [
    'filters',
    { ...view, filters: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [letters(n), '1'])) },
  ],
  ['filters.status', { ...view, filters: { status: 1 } }],
])('names %s when it is refused', async (field, body) => {
  const answer = await post(body);
  expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
});

it('refuses a second view with the name, in any case, and more than 200', async () => {
  const { key, organizationId } = await world.foundOrganization('Many views');
  await post(view, { key });
  const second = await post({ ...view, name: 'FAILED today' }, { key });
  expect([second.status, second.body.code, second.body.details]).toEqual([409, 'view.name_taken', undefined]);
  const other = await post({ ...view, name: 'Other' }, { key });
  const path = `/api/views/${other.body.viewId}`;
  expect((await world.request('PATCH', path, { body: { name: 'failed TODAY' }, key })).status).toBe(409);
  await world.db.query(fill, [organizationId, 198]);
  expect((await post({ ...view, name: 'One more' }, { key })).body.code).toBe('view.too_many');
});

const fill = statement(
  'test.views.fill',
  `insert into views (organization_id, view_id, page, name, filters, created_at, updated_at)
   select $1, 'view_' || n, 'calls', 'View ' || n, '{}', now(), now() from generate_series(1, $2::int) n`,
);

it('belongs to an organization, and a member who may only read cannot change it', async () => {
  const { body } = await post({ ...view, name: 'Of the owner' });
  const path = `/api/views/${body.viewId}`;
  const { key } = await world.foundOrganization('Strangers');
  expect((await world.request('GET', '/api/views', { key })).body.views).toEqual([]);
  expect((await world.request('PATCH', path, { body: { name: 'Mine' }, key })).status).toBe(404);
  expect((await world.request('DELETE', path, { key })).status).toBe(404);
  const claims = { ...world.owner, scopes: [...scopesOfRole.Viewer], expiresAtSeconds: null };
  const viewer = await signToken(world.secret, claims);
  expect((await world.request('GET', path, { key: viewer })).status).toBe(200);
  expect((await post(view, { key: viewer })).status).toBe(403);
  expect((await world.request('DELETE', path, { key: viewer })).status).toBe(403);
});
