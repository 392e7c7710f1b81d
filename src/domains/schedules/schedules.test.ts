import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { scopesOfRole, signToken } from '../../platform/access/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { findSchedule, isOpen, nextOpen } from './index.ts';

const path = '/api/schedules';
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
const office = {
  name: 'Office',
  timeZone: 'America/New_York',
  windows: [{ days: weekdays, start: '09:00', end: '17:00' }],
};

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const post = (body: unknown, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const patch = (id: string, body: unknown, options: RequestOptions = {}) =>
  world.request('PATCH', `${path}/${id}`, { body, ...options });
const read = async (id: string) => (await world.request('GET', `${path}/${id}`)).body;
const create = async (body: unknown = office) => (await post(body)).body;

describe('a schedule', () => {
  it('is created with defaults and audited', async () => {
    const { status, body, headers } = await post(office);
    expect(status).toBe(201);
    expect(body).toEqual({
      scheduleId: expect.stringMatching(/^schedule_/),
      ...office,
      exceptions: [],
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await read(body.scheduleId)).toEqual(body);
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      {
        actionVerb: 'created',
        resourceType: 'schedules',
        resourceReferenceId: body.scheduleId,
        resourceLabel: 'Office',
      },
    ]);
  });

  it('accepts the maximum number of exceptions and windows', async () => {
    const windows = Array.from({ length: 24 }, (_, hour) => {
      const start = String(hour).padStart(2, '0');
      return { start: `${start}:00`, end: `${start}:30` };
    });
    const exceptions = Array.from({ length: 1000 }, (_, day) => {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      return { date, windows };
    });
    const { status, body } = await post({ ...office, exceptions });
    expect([status, body.error]).toEqual([201, undefined]);
    const answer = await patch(body.scheduleId, { exceptions: exceptions.slice(1) });
    expect([answer.status, answer.body.exceptions]).toEqual([200, exceptions.slice(1)]);
  });

  it('reads back from the database as the pure functions evaluate it', async () => {
    const exceptions = [{ date: '2026-12-25', windows: [] }];
    const { scheduleId } = await create({ ...office, timeZone: 'customer', exceptions });
    const schedule = (await findSchedule(world.db, world.owner.organizationId, scheduleId))!;
    const zone = 'Europe/London';
    expect(isOpen(schedule, zone, Date.parse('2026-12-24T10:00:00Z'))).toBe(true);
    expect(isOpen(schedule, zone, Date.parse('2026-12-25T10:00:00Z'))).toBe(false);
    const opensAtMs = nextOpen(schedule, [zone], Date.parse('2026-12-24T20:00:00Z'));
    expect(opensAtMs).toBe(Date.parse('2026-12-28T09:00:00Z'));
  });

  const window = office.windows[0]!;
  const day = { date: '2026-12-25', windows: [{ start: '10:00', end: '12:00' }] };
  it.each([
    ['name', { timeZone: 'UTC', windows: [window] }],
    ['timeZone', { name: 'a', windows: [window] }],
    ['timeZone', { ...office, timeZone: 'EDT' }],
    ['timeZone', { ...office, timeZone: 'Mars/Olympus' }],
    ['timeZone', { ...office, timeZone: '+02:00' }],
    ['windows', { name: 'a', timeZone: 'UTC' }],
    ['windows', { ...office, windows: [] }],
    ['windows', { ...office, windows: Array(101).fill(window) }],
    ['windows.0.days', { ...office, windows: [{ ...window, days: [] }] }],
    ['windows.0.days.1', { ...office, windows: [{ ...window, days: ['mon', 'monday'] }] }],
    ['windows.0.days.1', { ...office, windows: [{ ...window, days: ['mon', 'mon'] }] }],
    ['windows.0.start', { ...office, windows: [{ ...window, start: '9:00' }] }],
    ['windows.0.start', { ...office, windows: [{ ...window, start: 900 }] }],
    ['windows.0.end', { ...office, windows: [{ days: ['mon'], start: '09:00' }] }],
    ['windows.1.end', { ...office, windows: [window, { ...window, start: '22:00', end: '02:00' }] }],
    ['windows.0.to', { ...office, windows: [{ ...window, to: '18:00' }] }],
    ['exceptions', { ...office, exceptions: null }],
    ['exceptions.0.date', { ...office, exceptions: [{ ...day, date: '2026-02-29' }] }],
    ['exceptions.1.date', { ...office, exceptions: [day, day] }],
    ['exceptions.0.windows', { ...office, exceptions: [{ date: '2026-12-25' }] }],
    [
      'exceptions.0.windows.0.end',
      { ...office, exceptions: [{ ...day, windows: [{ start: '1', end: '2' }] }] },
    ],
    ['exceptions.0.windows.0.days', { ...office, exceptions: [{ ...day, windows: [window] }] }],
    ['holidays', { ...office, holidays: [] }],
  ])('reports %s when it is rejected', async (field, body) => {
    const before = (await world.request('GET', path)).body.schedules.length;
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
    expect((await world.request('GET', path)).body.schedules).toHaveLength(before);
  });

  it('is changed field by field, with a new version and an audit entry each time', async () => {
    const schedule = await create();
    const { status, body, headers } = await patch(schedule.scheduleId, { timeZone: 'customer' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...schedule, timeZone: 'customer', version: 2, updatedAt: body.updatedAt });
    expect((await patch(schedule.scheduleId, { name: 'Renamed' })).body).toMatchObject({ version: 3 });
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'updated', resourceReferenceId: schedule.scheduleId, resourceLabel: 'Office' },
    ]);
  });

  it('is validated as a whole on every change', async () => {
    const once = { date: '2027-01-02', windows: [{ start: '10:00', end: '11:00' }] };
    const schedule = await create({ ...office, exceptions: [once] });
    const { scheduleId } = schedule;
    expect((await patch(scheduleId, { windows: [] })).status).toBe(200);
    const refused = await patch(scheduleId, { exceptions: [] });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'windows']);
    expect((await read(scheduleId)).version).toBe(2);
  });

  it('is deleted and audited, then unknown', async () => {
    const { scheduleId } = await create();
    const { status, headers } = await world.request('DELETE', `${path}/${scheduleId}`);
    expect(status).toBe(204);
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/next-open'],
      ['DELETE', ''],
    ] as const) {
      const answer = await world.request(method, `${path}/${scheduleId}${rest}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'schedule.not_found']);
    }
    expect(await auditOfRequest(world.db, headers['x-request-id'])).toMatchObject([
      { actionVerb: 'deleted', resourceReferenceId: scheduleId, resourceLabel: 'Office' },
    ]);
  });

  it('is created once under an idempotency key', async () => {
    const headers = { 'idempotency-key': newId('req') };
    const [first, replay] = [await post(office, { headers }), await post(office, { headers })];
    expect([replay.status, replay.body]).toEqual([201, first.body]);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect((await post({ ...office, name: 'Other' }, { headers })).status).toBe(409);
  });
});

describe('the next opening', () => {
  const ask = async (body: unknown, phoneNumber?: string) => {
    const { scheduleId } = await create(body);
    const query = phoneNumber === undefined ? '' : `?phoneNumber=${encodeURIComponent(phoneNumber)}`;
    return world.request('GET', `${path}/${scheduleId}/next-open${query}`);
  };
  const always = [{ days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], start: '00:00', end: '24:00' }];

  it('is now for an open schedule', async () => {
    const { status, body } = await ask({ ...office, windows: always });
    expect(status).toBe(200);
    expect(body).toMatchObject({ phoneNumber: null, open: true, timeZones: ['America/New_York'] });
    expect(Math.abs(Date.parse(body.nextOpen) - Date.now())).toBeLessThan(60_000);
  });

  it('is a future time for a closed schedule', async () => {
    const year = new Date().getUTCFullYear() + 1;
    const once = { date: `${year}-01-04`, windows: [{ start: '09:00', end: '10:00' }] };
    const { body } = await ask({ ...office, timeZone: 'UTC', windows: [], exceptions: [once] });
    expect(body).toMatchObject({ open: false, nextOpen: `${year}-01-04T09:00:00.000Z`, timeZones: ['UTC'] });
  });

  it('uses the time zones of the called party', async () => {
    const { body } = await ask({ ...office, timeZone: 'customer', windows: always }, '(208) 555-0123');
    expect(body).toMatchObject({
      phoneNumber: '+12085550123',
      open: true,
      timeZones: ['America/Boise', 'America/Los_Angeles'],
    });
  });

  it('reports the time zones and their source', async () => {
    const { scheduleId } = await create({ ...office, timeZone: 'customer', windows: always });
    const tell = async (query: string) =>
      (await world.request('GET', `${path}/${scheduleId}/next-open?${query}`)).body;
    expect(await tell('phoneNumber=%2B12085550123')).toMatchObject({
      timeZoneSource: 'area-code',
      explanation: 'The area code +1 208 is in America/Boise, America/Los_Angeles, which must all be open.',
    });
    expect(await tell('phoneNumber=%2B12085550123&timeZone=asia/kolkata')).toMatchObject({
      timeZones: ['Asia/Kolkata'],
      timeZoneSource: 'call',
    });
    expect(await tell('timeZone=Asia/Tokyo')).toMatchObject({ phoneNumber: null, timeZones: ['Asia/Tokyo'] });
    expect((await tell('timeZone=%2B09:00')).error).toBe(
      'timeZone: must be an IANA time zone such as America/New_York',
    );
  });

  it('is unknown for a number without a known time zone', async () => {
    const { body } = await ask({ ...office, timeZone: 'customer', windows: always }, '+80012345678');
    expect(body).toMatchObject({ open: false, nextOpen: null, timeZones: [] });
  });

  it.each([undefined, 'junk', '911'])('reports phoneNumber when it is %s', async (phoneNumber) => {
    const { status, body } = await ask({ ...office, timeZone: 'customer' }, phoneNumber);
    expect([status, body.details[0].field]).toEqual([400, 'phoneNumber']);
  });
});

describe('the list of schedules', () => {
  it('is newest first, in pages without loss or repetition', async () => {
    const { key } = await world.foundOrganization('Many schedules');
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await post(office, { key })).body.scheduleId);
    const seen: string[] = [];
    for (let next: string | null = `${path}?pageSize=2`; next !== null; ) {
      const { body } = await world.request('GET', next, { key });
      seen.push(...body.schedules.map(({ scheduleId }: { scheduleId: string }) => scheduleId));
      const url: string | null = body.metadata.nextPage;
      next = url === null ? null : new URL(url).pathname + new URL(url).search;
    }
    expect(seen).toEqual(ids);
  });
});

describe('access to schedules', () => {
  it('is limited to the organization', async () => {
    const schedule = await create();
    const { key } = await world.foundOrganization('Strangers');
    const own = `${path}/${schedule.scheduleId}`;
    for (const [method, url, body] of [
      ['GET', own],
      ['GET', `${own}/next-open`],
      ['PATCH', own, { name: 'Taken' }],
      ['DELETE', own],
    ] as const) {
      const answer = await world.request(method, url, { key, body });
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'schedule.not_found']);
    }
    expect((await world.request('GET', path, { key })).body.schedules).toEqual([]);
    expect(await read(schedule.scheduleId)).toEqual(schedule);
  });

  it('requires the scope', async () => {
    const { scheduleId } = await create();
    const claims = { ...world.owner, scopes: [...scopesOfRole.Viewer], expiresAtSeconds: null };
    const key = await signToken(world.secret, claims);
    expect((await post(office, { key })).status).toBe(403);
    expect((await patch(scheduleId, { name: 'x' }, { key })).status).toBe(403);
    expect((await world.request('DELETE', `${path}/${scheduleId}`, { key })).status).toBe(403);
    expect((await world.request('GET', `${path}/${scheduleId}/next-open`, { key })).status).toBe(200);
  });
});
