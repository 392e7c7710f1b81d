import { auditPath } from '../audit-log.ts';
import { type Check, checksOf, type World } from '../check.ts';
import { expectFieldError, expectRefusal, expectStatus } from '../expect.ts';

const { document, decision } = checksOf('audit-export');
const decided = '1. GET /api/export/audit-logs';

const badTimes = [
  'yesterday',
  '',
  '1700000000',
  '2024-01-01',
  '2024-01-01T00:00:00',
  '2024-13-01T00:00:00Z',
  '2023-02-29T00:00:00Z',
  '2024-01-01T25:00:00Z',
  '2024-01-01T00:61:00Z',
  '2024-01-01T00:00:00+24:60',
  '2024-01-01T00:00:00Z; DROP TABLE x',
];
const badSizes = ['0', '-1', '10001', '1.5', 'ten', '', '99999999999999999999', 'NaN', 'Infinity'];

/** Checks that an invalid parameter is refused (document), and in which form (decision). */
function refusedParameter(name: string, value: string): Check[] {
  const send = (world: World) => world.client.get(auditPath, { [name]: value });
  const shown = JSON.stringify(value);
  return [
    document('Errors: audit log export 400', `${name} ${shown} is 400`, async (world) => {
      expectStatus(await send(world), 400);
    }),
    decision('Everywhere: Errors', `${name} ${shown} is named in error`, async (world) => {
      expectFieldError(await send(world), name);
    }),
  ];
}

export const auditRefusalChecks: Check[] = [
  ...badSizes.flatMap((size) => refusedParameter('pageSize', size)),
  ...badTimes.flatMap((time) => refusedParameter('createdAtGt', time)),
  ...['soon', '2024-02-30T00:00:00Z'].flatMap((time) => refusedParameter('createdAtLt', time)),
  ...['pageSize', 'createdAtGt', 'createdAtLt'].map((name) =>
    decision(decided, `${name} given twice is 400`, async (world) => {
      const value = name === 'pageSize' ? '5' : '2024-01-01T00:00:00Z';
      expectStatus(await world.client.get(auditPath, { [name]: [value, value] }), 400);
    }),
  ),
  document('Authentication', 'a wrong key is 403', async (world) => {
    expectStatus(await world.client.withKey('not-a-key').get(auditPath), 403);
  }),
  decision('Everywhere: Audit export without any credential', 'no credential is 403', async (world) => {
    expectStatus(await world.client.send('GET', auditPath, { authorization: null }), 403);
  }),
  document('Endpoints', 'the operation is a GET: a POST is no export', async (world) => {
    expectRefusal(await world.client.post(auditPath, {}));
  }),
];
