import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { type Dialing, make, setUpDialing } from '../../../test/world/dialing.ts';
import { statement } from '../../platform/db/index.ts';

interface ImportAnswer extends Answer {
  body: Record<string, never> & { importId: string; status: string; rowsRead: number; rowsRefused: number };
}

const callsOf = statement(
  'test.imports.calls',
  `select customer_number as number, variables, schedule_id as "scheduleId" from calls
   where organization_id = $1 and campaign_id = $2 order by customer_number`,
);
const prioritiesOf = statement(
  'test.imports.priorities',
  `select priority from calls where organization_id = $1 and campaign_id = $2 and variables ->> 'firstName' <> 'First'
   order by customer_number`,
);
const countOf = statement(
  'test.imports.count',
  `select (select count(*) from calls where organization_id = $1 and campaign_id = $2) as calls,
     (select count(*) from imports) as imports, (select count(*) from import_chunks) as chunks`,
);
const failNext = statement(
  'test.imports.break',
  `alter table import_refusals add constraint test_break check (line <> 3) not valid`,
);
const failuresOf = statement('test.imports.failures', 'select failures from imports where import_id = $1');
const lockChunks = statement('test.imports.lock', 'lock table import_chunks in access exclusive mode');
const begunOf = statement('test.imports.begun', 'select 1 from imports where campaign_id = $1');
const mend = statement('test.imports.mend', 'alter table import_refusals drop constraint test_break');

let world: ApiWorld;
let dialing: Dialing;
let campaigns = 0;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

/** Creates a campaign with one call. */
async function newCampaign(request = world.request, of = dialing): Promise<string> {
  const { campaignId } = await make(request, `/api/agents/${of.agentId}/calls/campaign`, {
    ...{
      campaignName: `Campaign ${campaigns++}`,
      scheduleId: of.scheduleId,
      phoneNumberId: of.phoneNumberId,
    },
    ...{ phoneNumber: '+12125559999', variables: { firstName: 'First' } },
  });
  return campaignId;
}

const common = () => ({ scheduleId: dialing.scheduleId, phoneNumberId: dialing.phoneNumberId });

interface Sending {
  campaignId: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

function send(csv: string | Buffer, { campaignId, query = common(), headers = {} }: Sending) {
  return world.request('POST', `/api/campaigns/${campaignId}/import?${new URLSearchParams(query)}`, {
    body: csv,
    headers: { 'content-type': 'text/csv', ...headers },
  }) as Promise<ImportAnswer>;
}

/** Waits for the end of an import, which other requests of the same world process. */
async function completed(campaignId: string, importId: string) {
  const path = `/api/campaigns/${campaignId}/imports/${importId}`;
  let body: Record<string, unknown> = {};
  await expect
    .poll(async () => (body = (await world.request('GET', path)).body).status, { timeout: 60_000 })
    .toBe('completed');
  const refused = await world.request('GET', `${path}/refused`);
  return { body, refused };
}

async function run(csv: string | Buffer, query: Record<string, string> = common()) {
  const campaignId = await newCampaign();
  const answer = await send(csv, { campaignId, query });
  expect([answer.status, answer.body.error]).toEqual([202, undefined]);
  return { campaignId, ...(await completed(campaignId, answer.body.importId)) };
}

const rowsOf = async (campaignId: string) =>
  (
    await world.db.query<{ number: string; variables: unknown; scheduleId: string }>(callsOf, [
      world.owner.organizationId,
      campaignId,
    ])
  ).filter(({ number }) => number !== '+12125559999');
const counts = async (campaignId: string) =>
  (await world.db.query(countOf, [world.owner.organizationId, campaignId]))[0];

describe('a file', () => {
  it('becomes calls with their variables, and reports problems row by row', async () => {
    const csv = [
      'phoneNumber,firstName,Note',
      '+12125550001,Ada,"Says ""hi"", often"',
      '+12125550002,,',
      '+12125550001,Again,',
      '"(212) 555-0003",Cy,',
      '',
      '+1 (212) 555-0004,Di,"two',
      'lines"',
      '+12125550005,Ed',
      ',Flo,',
      '1.21256E+10,Gil,',
      `+12125550006,${'x'.repeat(4097)},`,
    ].join('\r\n');
    const { campaignId, body, refused } = await run(csv);
    expect(body).toMatchObject({ kind: 'calls', campaignId, rowsRead: 9, rowsAccepted: 2, rowsRefused: 7 });
    expect((await rowsOf(campaignId)).map(({ number, variables }) => [number, variables])).toEqual([
      ['+12125550001', { firstName: 'Ada', Note: 'Says "hi", often' }],
      ['+12125550004', { firstName: 'Di', Note: 'two\r\nlines' }],
    ]);
    expect(refused.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(refused.headers['content-disposition']).toContain('.csv"');
    expect(refused.text.replace(/x{4097}/, 'x…').split('\r\n')).toEqual([
      '\ufeffimportLine,importError,phoneNumber,firstName,Note',
      '3,variables.firstName: is required by the agent,+12125550002,,',
      '4,phoneNumber: appears in row 2 too,+12125550001,Again,',
      '5,"phoneNumber: must be international, such as +15551234567, where no country is given",(212) 555-0003,Cy,',
      '8,row: has 2 fields where the header has 3,+12125550005,Ed',
      '9,phoneNumber: is empty,,Flo,',
      '10,"phoneNumber: contains ""E+10"", which does not belong in a phone number",1.21256E+10,Gil,',
      '11,firstName: is longer than 4096 characters,+12125550006,x…,',
      '',
    ]);
  });

  it('can be corrected from the refused rows and sent as it is', async () => {
    const first = await run('phoneNumber;firstName\n0171 2345678;"A;b"\n+12125550001;Bo\n', common());
    const again = await run(first.refused.text, { ...common(), country: 'DE' });
    expect(again.body).toMatchObject({ rowsRead: 1, rowsAccepted: 1, rowsRefused: 0 });
    expect(await rowsOf(again.campaignId)).toMatchObject([
      { number: '+491712345678', variables: { firstName: 'A;b' } },
    ]);
    const twice = await run(first.refused.text);
    expect(twice.refused.text).toBe(first.refused.text);
  });

  it('names its columns by parameters', async () => {
    const other = await make(world.request, '/api/schedules', {
      ...{ name: 'Other', timeZone: 'UTC' },
      windows: [{ days: ['mon'], start: '00:00', end: '24:00' }],
    });
    const columns = {
      Mobile: 'phoneNumber',
      Vorname: 'variables.firstName',
      Plan: 'scheduleId',
      Note: 'ignore',
    };
    const csv = `Mobile\tVorname\tPlan\tNote\tphoneNumber\t\n030 901820\tJürgen\t${other.scheduleId}\tx\told\t1\n030 901821\tBo\t\tx\t\t\n030 901822\tCy\tschedule_none\t\t\t\n`;
    const { campaignId, body, refused } = await run(csv, {
      ...{ ...common(), country: 'DE', columns: JSON.stringify(columns) },
    });
    expect(body).toMatchObject({ rowsAccepted: 2, rowsRefused: 1 });
    expect(await rowsOf(campaignId)).toEqual([
      {
        number: '+4930901820',
        variables: { firstName: 'Jürgen', phoneNumber: 'old' },
        scheduleId: other.scheduleId,
      },
      { number: '+4930901821', variables: { firstName: 'Bo' }, scheduleId: dialing.scheduleId },
    ]);
    expect(refused.text).toContain('scheduleId: there is no schedule with this id');
  });

  it('gives calls their priority, each its own or one for all', async () => {
    const csv = 'phoneNumber,firstName,priority\n+12125550001,A,9\n+12125550002,B,\n+12125550003,C,high\n';
    const { campaignId, body, refused } = await run(csv, { ...common(), priority: '2' });
    expect(body).toMatchObject({ rowsAccepted: 2, rowsRefused: 1 });
    const values = [world.owner.organizationId, campaignId];
    expect(await world.db.query(prioritiesOf, values)).toEqual([{ priority: 9 }, { priority: 2 }]);
    expect(refused.text).toContain('4,priority: ');
    const wrong = await send(csv, { campaignId, query: { ...common(), priority: '10' } });
    expect([wrong.status, wrong.body.details]).toMatchObject([400, [{ field: 'priority' }]]);
  });

  it('may hold a number twice when the request allows it', async () => {
    const csv = 'phoneNumber,firstName\n+12125550001,A\n+12125550001,B\n';
    const { body } = await run(csv, { ...common(), duplicates: 'keep' });
    expect(body).toMatchObject({ rowsAccepted: 2, rowsRefused: 0 });
  });

  it('is completed at once when every row is refused', async () => {
    const campaignId = await newCampaign();
    const { status, body } = await send('phoneNumber,firstName\nx,y\n', { campaignId });
    expect([status, body.status, body.rowsRefused]).toEqual([202, 'completed', 1]);
  });

  it('of twenty thousand rows is taken, and audited once', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `+1212${String(2_000_000 + i)},Name ${i}`);
    const { campaignId, body } = await run(`phoneNumber,firstName\n${lines.join('\n')}`);
    expect(body).toMatchObject({ rowsRead: 20_000, rowsAccepted: 20_000, rowsRefused: 0 });
    expect(await counts(campaignId)).toMatchObject({ calls: 20_001, chunks: 0 });
    const log = (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body.auditLogs;
    const own = log.filter(
      (entry: { resourceReferenceId: string; actionVerb: string }) =>
        [campaignId, body.importId].includes(entry.resourceReferenceId) && entry.actionVerb !== 'updated',
    );
    expect(own.map(({ actionVerb }: { actionVerb: string }) => actionVerb)).toEqual([
      'created',
      'started',
      'created',
    ]);
  }, 120_000);
});

describe('a check of a file', () => {
  const check = (csv: string, campaignId: string, query: Record<string, string> = common(), key?: string) =>
    world.request('POST', `/api/campaigns/${campaignId}/import/check?${new URLSearchParams(query)}`, {
      body: csv,
      headers: { 'content-type': 'text/csv' },
      ...(key ? { key } : {}),
    });

  it('says what the import does with each row, and changes nothing', async () => {
    await make(world.request, '/api/suppressions', { phoneNumber: '+12125550009' });
    const csv = [
      'Tel,firstName,Note,priority,date',
      '+12125550001,Ada,x,,',
      '+12125550002,,,,',
      '+12125550001,Again,,,',
      '(212) 555-0003,Cy,,,',
      '',
      '+12125550005,Ed',
      ',Flo,,,',
      '+12125550009,Gil,,,',
      '+493012345678,Ida,,,',
      '+19005550123,Jo,,,',
      '+12125550007,Kim,,high,',
      '+12125550008,Lea,,9,',
    ].join('\n');
    const query = { ...common(), columns: '{"Tel":"phoneNumber"}', undialable: 'refuse' };
    const campaignId = await newCampaign();
    const before = await counts(campaignId);
    const logged = async () =>
      (await world.request('GET', '/api/export/audit-logs?pageSize=10000')).body.auditLogs.length;
    const entries = await logged();
    const checked = await check(csv, campaignId, query);
    expect([checked.status, checked.body]).toEqual([
      200,
      {
        ...{ rowsRead: 11, rowsAccepted: 2, rowsRefused: 9, rowsKnown: 0, unusedColumns: ['Note'] },
        refused: [
          [3, '+12125550002', 'variables.firstName: is required by the agent'],
          [4, '+12125550001', 'phoneNumber: appears in row 2 too'],
          [
            ...[5, '(212) 555-0003'],
            'phoneNumber: must be international, such as +15551234567, where no country is given',
          ],
          [7, '+12125550005', 'row: has 2 fields where the header has 5'],
          [8, '', 'phoneNumber: is empty'],
          [9, '+12125550009', 'phoneNumber: is on the suppression list'],
          [10, '+493012345678', 'phoneNumber: is in DE, which is not among the allowed countries'],
          [11, '+19005550123', 'phoneNumber: Premium-rate and shared-cost numbers are never dialed'],
          [12, '+12125550007', 'priority: must be a number'],
        ].map(([line, phoneNumber, error]) => ({ line, phoneNumber, error })),
        reasons: expect.any(Array),
      },
    ]);
    expect(checked.body.reasons).toHaveLength(9);
    expect([await counts(campaignId), await logged()]).toEqual([before, entries]);

    const { importId } = (await send(csv, { campaignId, query })).body;
    const { body, refused } = await completed(campaignId, importId);
    expect(body).toMatchObject({ rowsRead: 11, rowsAccepted: 2, rowsRefused: 9 });
    const rows = refused.text.replaceAll('"', '');
    for (const { line, error } of checked.body.refused) expect(rows).toContain(`\n${line},${error},`);
    // Without the parameter, calls that may not be dialed now wait for their turn.
    const kept = await check(csv, campaignId, { ...query, undialable: 'keep' });
    expect(kept.body).toMatchObject({ rowsAccepted: 5, rowsRefused: 6 });
  });

  it('leaves out numbers that have a call in the campaign, by request', async () => {
    const header = 'phoneNumber,firstName\n';
    const csv = `${header}+12125550041,Ada\n+12125550042,Bo\n+12125550041,Again\n`;
    const campaignId = await newCampaign();
    const query = { ...common(), inCampaign: 'refuse', duplicates: 'keep' };
    const take = async (text: string) => {
      const { body } = await check(text, campaignId, query);
      const { importId } = (await send(text, { campaignId, query })).body;
      const done = (await completed(campaignId, importId)).body;
      expect(done).toMatchObject({ rowsAccepted: body.rowsAccepted, rowsRefused: body.rowsRefused });
      return [body.rowsAccepted, body.reasons];
    };
    // Rows of the same file count as duplicates, not as calls of the campaign.
    expect(await take(csv)).toEqual([3, []]);
    const error = 'phoneNumber: has a call in the campaign already';
    expect(await take(`${csv}+12125550043,Cy\n`)).toEqual([1, [{ error, rows: 3 }]]);
    const { duplicates: _, inCampaign: __, ...usual } = query;
    expect((await check(csv, campaignId, usual)).body).toMatchObject({
      rowsAccepted: 2,
      reasons: [{ error: 'phoneNumber: appears in row 2 too', rows: 1 }],
    });
    const other = await newCampaign();
    expect((await check(csv, other, query)).body).toMatchObject({ rowsAccepted: 3, rowsRefused: 0 });
    await world.request('POST', `/api/campaigns/${campaignId}/end`);
  });

  it('refuses a file as a whole as the import does, and returns the first hundred rows of many', async () => {
    const campaignId = await newCampaign();
    const lacking = await check('phoneNumber\n+12125550001\n', campaignId);
    expect([lacking.status, lacking.body.error]).toEqual([
      400,
      'variables.firstName: is required by the agent, and no column holds it',
    ]);
    const lines = Array.from({ length: 2500 }, (_, i) =>
      i % 2 === 0 ? `12,${i}` : `+1212${2_000_000 + i},${i % 4 === 1 ? '' : i}`,
    );
    const { body } = await check(`phoneNumber,firstName\n${lines.join('\n')}`, campaignId);
    expect(body).toMatchObject({ rowsRead: 2500, rowsAccepted: 625, rowsRefused: 1875 });
    expect(body.reasons.map(({ rows }: { rows: number }) => rows)).toEqual([1250, 625]);
    expect(body.refused.map(({ line }: { line: number }) => line)).toEqual(
      Array.from({ length: 2500 }, (_, i) => i + 2)
        .filter((line) => line % 4 !== 1)
        .slice(0, 100),
    );
    const other = await world.foundOrganization('Checking');
    const theirs = await check('phoneNumber,firstName\n+12125550001,A\n', campaignId, {}, other.key);
    expect([theirs.status, theirs.body.code]).toEqual([404, 'campaign.not_found']);
  });
});

describe('a file that is refused as a whole', () => {
  const header = 'phoneNumber,firstName\n';
  const row = '+12125550001,Ada\n';
  it.each<[string, string | Buffer, Record<string, string>, string]>([
    ['nothing', '', {}, 'body: is empty; it needs a header and at least one row'],
    ['a header alone', header, {}, 'body: has no row below its header'],
    [
      'no number',
      'firstName\nAda\n',
      {},
      'phoneNumber: is no column of the file; name the column with the numbers in `columns`',
    ],
    [
      'two columns of a name',
      'phoneNumber,firstName,firstName\n',
      {},
      'body: has two columns named firstName',
    ],
    ['a column __proto__', 'phoneNumber,__proto__\n', {}, 'body: must not have a column __proto__'],
    [
      'a variable that is missing',
      'phoneNumber\n+12125550001\n',
      {},
      'variables.firstName: is required by the agent, and no column holds it',
    ],
    [
      'Latin-1',
      Buffer.from(`${header}+12125550001,Jürgen\n`, 'latin1'),
      {},
      'body: is not UTF-8 near line 2; save the file as UTF-8',
    ],
    ['UTF-16', Buffer.from(`\ufeff${header}`, 'utf16le'), {}, 'body: is UTF-16; save the file as UTF-8'],
    ['an open quote', `${header}${row}+12125550002,"Bo\n`, {}, 'body: row 3 has a quote that is not closed'],
    [
      'an open quote behind many rows',
      `${header}${row.repeat(3000)}+12125550002,"Bo\n`,
      { duplicates: 'keep' },
      'body: row 3002 has a quote that is not closed',
    ],
    [
      'a mapping of no column',
      header + row,
      { columns: '{"x":"phoneNumber"}' },
      'columns.x: is no column of the file',
    ],
    [
      'a mapping to nothing',
      header + row,
      { columns: '{"firstName":"x"}' },
      'columns.firstName: must be one of phoneNumber, scheduleId, phoneNumberId, callRetryConfigId, timeZone, priority, variables.<name>, ignore',
    ],
    [
      'two numbers',
      header + row,
      { columns: '{"phoneNumber":"phoneNumber","firstName":"phoneNumber"}' },
      'columns: two columns are mapped to phoneNumber',
    ],
    [
      'a mapping that is none',
      header + row,
      { columns: '[1]' },
      'columns: must be a JSON object that maps column names to fields',
    ],
    [
      'a country that is none',
      header + row,
      { country: 'Germany' },
      'country: must be a country by its two capital letters (ISO 3166-1), such as US',
    ],
    [
      'an unknown schedule',
      header + row,
      { scheduleId: 'schedule_none' },
      'scheduleId: there is no schedule with this id',
    ],
    [
      'an unknown number',
      header + row,
      { phoneNumberId: 'number_none' },
      'phoneNumberId: there is no phone number with this id',
    ],
    [
      'an unknown retry configuration',
      header + row,
      { callRetryConfigId: 'retry_none' },
      'callRetryConfigId: there is no retry configuration with this id',
    ],
    [
      'local presence without such numbers',
      header + row,
      { localPresenceEnabled: 'true' },
      'localPresenceEnabled: the organization has no local presence phone numbers',
    ],
  ])('%s', async (_what, csv, query, error) => {
    const campaignId = await newCampaign();
    const before = await counts(campaignId);
    const answer = await send(csv, { campaignId, query: { ...common(), ...query } });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect(await counts(campaignId)).toEqual(before);
  });

  it('no schedule and no number', async () => {
    const answer = await send(header + row, { campaignId: await newCampaign(), query: {} });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'scheduleId: is required, as a parameter or as a column',
    ]);
  });

  it('ids of another organization, and a campaign of another one', async () => {
    const other = await world.foundOrganization('Other');
    const theirs = await setUpDialing(world.request, { key: other.key });
    const campaignId = await newCampaign();
    const { scheduleId, phoneNumberId } = theirs;
    const { body } = await send(header + row, { campaignId, query: { scheduleId, phoneNumberId } });
    expect(body.details).toMatchObject([{ field: 'scheduleId' }, { field: 'phoneNumberId' }]);
    const { importId } = (await send(header + row, { campaignId })).body;
    const paths = [`imports/${importId}`, `imports/${importId}/refused`, 'imports/import_none'];
    for (const path of paths) {
      const answer = await world.request('GET', `/api/campaigns/${campaignId}/${path}`, { key: other.key });
      expect([answer.status, answer.body.code]).toEqual([404, 'import.not_found']);
    }
    const elsewhere = await world.request('GET', `/api/campaigns/${await newCampaign()}/imports/${importId}`);
    expect(elsewhere.status).toBe(404);
  });

  it('an ended campaign', async () => {
    const campaignId = await newCampaign();
    await world.request('POST', `/api/campaigns/${campaignId}/end`);
    const answer = await send(header + row, { campaignId });
    expect([answer.status, answer.body.code]).toEqual([409, 'campaign.ended']);
  });
});

it('is executed once for an Idempotency-Key, and a replay answers the same', async () => {
  const campaignId = await newCampaign();
  const csv = 'phoneNumber,firstName\n+12125550001,Ada\nx,y\n';
  const headers = { 'idempotency-key': 'import-once' };
  const answers = await Promise.all([send(csv, { campaignId, headers }), send(csv, { campaignId, headers })]);
  expect(answers[1].text).toBe(answers[0].text);
  await completed(campaignId, answers[0].body.importId);
  const again = await send(csv, { campaignId, headers });
  expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
    202,
    answers[0].text,
    'true',
  ]);
  expect(await counts(campaignId)).toMatchObject({ calls: 2, chunks: 0 });
  expect((await send(`${csv}z,z\n`, { campaignId, headers })).status).toBe(409);
});

it('tries failed rows again', async () => {
  const campaignId = await newCampaign();
  await world.db.query(failNext);
  const { importId } = (
    await send('phoneNumber,firstName\n+12125550001,Ada\n+12125550002,\n', { campaignId })
  ).body;
  const failed = async () =>
    (await world.db.query<{ failures: number }>(failuresOf, [importId]))[0]!.failures;
  await expect.poll(failed, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(await counts(campaignId)).toMatchObject({ calls: 1, chunks: 1 });
  await world.db.query(mend);
  const { body } = await completed(campaignId, importId);
  expect(body).toMatchObject({ rowsAccepted: 1, rowsRefused: 1 });
  expect(await counts(campaignId)).toMatchObject({ calls: 2, chunks: 0 });
});

it('refuses the remaining rows when the campaign ends first', async () => {
  const campaignId = await newCampaign();
  const { sending } = await world.db.transaction(async (tx) => {
    // No rows are stored or taken while this transaction locks the table.
    await tx.query(lockChunks);
    const sending = send('phoneNumber,firstName\n+12125550001,Ada\n', { campaignId });
    const begun = async () => (await world.db.query(begunOf, [campaignId])).length;
    await expect.poll(begun).toBe(1);
    await world.request('POST', `/api/campaigns/${campaignId}/end`);
    return { sending };
  });
  const { body, refused } = await completed(campaignId, (await sending).body.importId);
  expect(body).toMatchObject({ rowsAccepted: 0, rowsRefused: 1 });
  expect(refused.text).toContain('campaignId: the campaign is ended');
});
