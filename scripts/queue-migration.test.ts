import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { Database, migrate, readMigrations } from '../src/platform/db/index.ts';
import { silentLog } from '../src/platform/kernel/index.ts';
import { claimDueCalls } from '../src/runtime/dialer/claim.ts';
import { misfiledCalls } from '../test/world/file-calls.ts';
import { createTestDatabase } from '../test/world/template-database.ts';

const before = (await readMigrations()).filter(({ name }) => name < '000035_queue.sql');

/** As calls stood before there were tables for those that wait and those that are live. */
const oldRows = `
  insert into organizations (organization_id, name, max_concurrent_calls) values ('org', 'Old', 100);
  insert into organization_slots values ('org');
  insert into agents (organization_id, agent_id, required_variables, created_at, updated_at)
    values ('org', 'agent', '{}', now(), now());
  insert into trunks (organization_id, trunk_id, name, host, transport, register, codecs, created_at, updated_at)
    values ('org', 'trunk', 'T', '127.0.0.1', 'udp', false, '{PCMU}', now(), now());
  insert into phone_numbers (organization_id, phone_number_id, phone_number, trunk_id, local_presence, external_id_header,
    created_at, updated_at) values ('org', 'number', '+12025550100', 'trunk', false, 'X', now(), now());
  insert into campaigns (organization_id, campaign_id, agent_id, name, created_at, updated_at)
    values ('org', 'campaign', 'agent', 'C', now(), now());
  insert into schedules (organization_id, schedule_id, name, time_zone, windows, exceptions, reschedule_from, created_at,
    updated_at) values ('org', 'schedule', 'S', 'UTC', '[]', '[]', '{"campaignId":"","dueAt":"-infinity","callId":""}',
    now(), now());
  insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
    phone_number, due_at, hold_reason, node_id, trunk_id, sip_call_id, sip_from_tag, second_leg_trunk_id, created_at)
  select 'org', v.id, 'agent', v.campaign, case when v.id = 'inbound' then 'inboundPhoneCall' else 'outboundPhoneCall' end,
    v.status, '+1212555' || lpad((row_number() over ())::text, 4, '0'), 'number', '+12025550100', now() + v.due, v.hold, v.node, v.trunk, v.id, 'tag', v.leg, now()
  from (values ('due', 'campaign', 'queued', interval '-1 minute', null, null, null, null),
    ('later', 'campaign', 'queued', interval '1 hour', 'schedule-closed', null, null, null),
    ('parked', '', 'queued', interval '6 hours', 'trunk-limit', null, null, null),
    ('dialed', 'campaign', 'dialing', interval '-1 minute', null, 'node', null, null),
    ('ringing', '', 'ringing', null, null, 'node', 'trunk', null),
    ('through', '', 'forwarding', null, null, 'node', 'trunk', 'other'),
    ('inbound', '', 'in-progress', null, null, 'node', 'trunk', null),
    ('over', 'campaign', 'ended', interval '-1 hour', null, null, 'trunk', null))
    as v (id, campaign, status, due, hold, node, trunk, leg)`;

test('an installation with queued and live calls goes on where it was', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const db = new Database({
    connectionString: url,
    applicationName: 'test',
    connectionsMax: 2,
    log: silentLog,
  });
  onTestFinished(async () => {
    await Promise.all([client.end(), db.close()]);
    await drop();
  });
  await client.query(`drop schema public cascade; create schema public;
    create table schema_migrations (version integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`);
  for (const { version, name, checksum, sql } of before) {
    await client.query(sql);
    await client.query('insert into schema_migrations values ($1, $2, $3)', [version, name, checksum]);
  }
  await client.query(oldRows);
  await migrate(url, silentLog);

  expect(await misfiledCalls(db)).toEqual([]);
  const read = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
  const queued = `select call_id, hold_reason, round(extract(epoch from due_at - now()) / 60)::int from queued_calls order by call_id`;
  expect(await read(queued)).toEqual([
    ['due', null, -1],
    ['later', 'schedule-closed', 60],
    ['parked', null, 0],
  ]);
  const live = 'select call_id, node_id, trunk_id, second_leg_trunk_id from live_calls order by call_id';
  expect(await read(live)).toEqual([
    ['dialed', 'node', 'trunk', null],
    ['inbound', 'node', 'trunk', null],
    ['ringing', 'node', 'trunk', null],
    ['through', 'node', 'trunk', 'other'],
  ]);
  expect(await read("select reschedule_from->>'priority' from schedules")).toEqual([['5']]);
  expect(await read('select call_id from calls where inbound_dialog is not null')).toEqual([['inbound']]);
  expect((await claimDueCalls(db, 'org', 'node', 10)).callIds).toEqual(['due', 'parked']);
});
