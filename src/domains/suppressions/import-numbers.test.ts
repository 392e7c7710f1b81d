import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { statement } from '../../platform/db/index.ts';

const reopen = statement(
  'test.suppressions.reopen',
  `with opened as (
     update imports set status = 'running', completed_at = null, rows_read = 3, worked_at = now() + interval '1 hour'
     where import_id = $1 returning organization_id, import_id)
   insert into import_chunks select organization_id, import_id, 9, '[]' from opened`,
);
const chunksOf = statement('test.suppressions.chunks', 'select 1 from import_chunks where import_id = $1');

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

async function run(csv: string, query = '') {
  const headers = { 'content-type': 'text/csv' };
  const sent = await world.request('POST', `/api/suppressions/import${query}`, { body: csv, headers });
  expect([sent.status, sent.body.error]).toEqual([202, undefined]);
  const path = `/api/suppressions/imports/${sent.body.importId}`;
  let body: Record<string, unknown> = {};
  await expect.poll(async () => (body = (await world.request('GET', path)).body).status).toBe('completed');
  return { body, path, refused: (await world.request('GET', `${path}/refused`)).text };
}
const numbersOf = async () =>
  (await world.request('GET', '/api/suppressions')).body.suppressions.map(
    ({ phoneNumber, source, reason }: Record<string, string>) => [phoneNumber, source, reason],
  );

it('checks a file, suppresses its numbers, and keeps existing suppressions as they are', async () => {
  await world.request('POST', '/api/suppressions', {
    body: { phoneNumber: '+12125550001', reason: 'asked' },
  });
  const csv = 'name,phoneNumber\nA,+12125550001\nB,+12125550002\nC,+12125550002\nD,0172\nE,(212) 555-0003\n';
  const checked = await world.request('POST', '/api/suppressions/import/check?country=US', {
    body: csv,
    headers: { 'content-type': 'text/csv' },
  });
  expect([checked.status, checked.body]).toEqual([
    200,
    {
      ...{ rowsRead: 5, rowsAccepted: 3, rowsRefused: 2, rowsKnown: 1, unusedColumns: [] },
      refused: [
        { line: 4, phoneNumber: '+12125550002', error: 'phoneNumber: appears in row 3 too' },
        { line: 5, phoneNumber: '0172', error: 'phoneNumber: is not a phone number of the United States' },
      ],
      reasons: [
        { error: 'phoneNumber: appears in row 3 too', rows: 1 },
        { error: 'phoneNumber: is not a phone number of the United States', rows: 1 },
      ],
    },
  ]);
  expect(await numbersOf()).toEqual([['+12125550001', 'api', 'asked']]);
  const { body, refused } = await run(csv, '?reason=list&country=US');
  expect(body).toMatchObject({ kind: 'suppressions', campaignId: null, rowsAccepted: 3, rowsRefused: 2 });
  expect((await numbersOf()).toSorted()).toEqual([
    ['+12125550001', 'api', 'asked'],
    ['+12125550002', 'import', 'list'],
    ['+12125550003', 'import', 'list'],
  ]);
  expect(refused.split('\r\n').slice(1)).toEqual([
    '4,phoneNumber: appears in row 3 too,C,+12125550002',
    '5,phoneNumber: is not a phone number of the United States,D,0172',
    '',
  ]);
});

it('is not readable by another organization', async () => {
  const { path } = await run('phoneNumber\n+12125550009\n');
  const other = await world.foundOrganization('Other');
  for (const address of [path, `${path}/refused`]) {
    expect((await world.request('GET', address, { key: other.key })).status).toBe(404);
  }
});

it('lists imports, cancels a running one after what it took, and refuses to cancel a finished one', async () => {
  const { path } = await run('phoneNumber\n+12125550011\n');
  const importId = path.split('/').at(-1)!;
  const again = await world.request('POST', `${path}/cancel`);
  expect([again.status, again.body.code]).toEqual([409, 'import.not_running']);
  const { body } = await world.request('GET', '/api/suppressions/imports?pageSize=1');
  expect(body).toMatchObject({ imports: [{ importId, kind: 'suppressions' }] });
  const next = await world.request('GET', body.metadata.nextPage.replace(/^https?:\/\/[^/]+/, ''));
  expect(next.body.imports[0].importId < importId).toBe(true);

  // As if the last rows of the import had not been processed yet.
  await world.db.query(reopen, [importId]);
  const canceled = await world.request('POST', `${path}/cancel`);
  expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', rowsRead: 3, rowsAccepted: 1 } });
  expect(canceled.body.completedAt).not.toBeNull();
  expect((await world.db.query(chunksOf, [importId])).length).toBe(0);
  expect((await world.request('GET', path)).body.status).toBe('canceled');
  const audit = (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body.auditLogs;
  expect(audit).toContainEqual(
    expect.objectContaining({
      resourceReferenceId: importId,
      actionVerb: 'canceled',
      resourceType: 'imports',
    }),
  );
});

it('exports no reason that a spreadsheet would read as a formula', async () => {
  for (const [phoneNumber, reason] of [
    ['+12125550190', '=HYPERLINK("https://example.com")'],
    ['+12125550191', '-1+1'],
    ['+12125550192', 'a = b'],
  ]) {
    await world.request('POST', '/api/suppressions', { body: { phoneNumber, reason } });
  }
  const { text } = await world.request('GET', '/api/suppressions/export');
  expect(text).toContain(`+12125550190,api,"'=HYPERLINK(""https://example.com"")",`);
  expect(text).toContain(`+12125550191,api,'-1+1,`);
  expect(text).toContain('+12125550192,api,a = b,');
});

it('exports all suppressed numbers, audited, as a file that can be imported', async () => {
  const { status, text } = await world.request('GET', '/api/suppressions/export');
  const [header, ...rows] = text.trimEnd().split('\r\n');
  expect([status, header]).toEqual([200, 'phoneNumber,source,reason,callId,createdBy,createdAt']);
  const exported = rows.map((row) => row.split(',')[0]!);
  expect(exported).toContain('+12125550001');
  expect(exported).toEqual(exported.toSorted());
  const { body } = await run(text);
  expect(body).toMatchObject({ rowsAccepted: rows.length, rowsRefused: 0 });
  const audit = (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body.auditLogs;
  expect(audit).toContainEqual(
    expect.objectContaining({ actionVerb: 'exported', resourceType: 'suppressions' }),
  );
});
