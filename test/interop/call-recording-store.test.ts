import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWav } from '../../src/telephony/media/index.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { type ObjectServer, startObjectServer } from '../world/object-server.ts';
import { type Program, startProgram } from '../world/program.ts';
import { createTestDatabase, type TestDatabase } from '../world/template-database.ts';
import { openPhone, type Phone } from './call-phone.ts';

let database: TestDatabase;
let store: ObjectServer;
let program: Program;
let phone: Phone;
let dialing: Dialing;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await startObjectServer('parley-id');
  program = await startProgram({
    databaseUrl: database.url,
    env: {
      PARLEY_RECORDINGS_S3_ENDPOINT: store.endpoint,
      PARLEY_RECORDINGS_S3_BUCKET: 'recordings',
      PARLEY_RECORDINGS_S3_REGION: 'us-east-1',
      PARLEY_RECORDINGS_S3_ACCESS_KEY_ID: 'parley-id',
      PARLEY_RECORDINGS_S3_SECRET_ACCESS_KEY: 'parley-secret',
    },
  });
  phone = await openPhone();
  dialing = await setUpDialing(program.request, {
    trunk: { port: phone.port },
    agent: { limits: { maxDurationSeconds: 60, silenceSeconds: 1 } },
  });
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
  await program?.[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
  await database?.drop();
});

it('a recording waits for a store that is down, then is moved there and read from there, whole and in parts', {
  timeout: 60_000,
}, async () => {
  const recording = async (callId: string, range?: string) => {
    const headers = { authorization: `Bearer ${program.key}`, ...(range ? { range } : {}) };
    const response = await fetch(`${program.url}/api/calls/${callId}/recording`, { headers });
    return { response, octets: Buffer.from(await response.arrayBuffer()) };
  };
  const files = () => readdir(join(program.dataDir, 'recordings'));
  store.isDown = true;
  const { agentId, phoneNumberId } = dialing;
  const body = { phoneNumber: '+12125551997', phoneNumberId, variables: { firstName: 'Ada' } };
  const { callId } = await make(program.request, `/api/agents/${agentId}/calls`, body);
  const tried = () => store.requests.filter((request) => request.startsWith('PUT')).length;
  await expect.poll(tried, { timeout: 30_000 }).toBeGreaterThan(1);
  expect(await files()).toEqual([`${callId}.wav`]);
  const local = await recording(callId);
  expect(local.response.status).toBe(200);
  const localPart = await recording(callId, 'bytes=100-199');
  expect(localPart.octets.equals(local.octets.subarray(100, 200))).toBe(true);

  store.isDown = false;
  await expect.poll(files, { timeout: 30_000 }).toEqual([]);
  const [[path, kept] = ['', Buffer.alloc(0)]] = store.objects;
  expect(path).toMatch(new RegExp(`^/recordings/org_[^/]+/${callId}\\.wav$`));
  expect(kept.equals(local.octets)).toBe(true);
  const whole = await recording(callId);
  expect([whole.response.status, whole.response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  expect(whole.octets.equals(kept)).toBe(true);
  expect(readWav(whole.octets).channels).toHaveLength(2);
  const part = await recording(callId, 'bytes=-500');
  expect([part.response.status, part.response.headers.get('content-range')]).toEqual([
    206,
    `bytes ${kept.length - 500}-${kept.length - 1}/${kept.length}`,
  ]);
  expect(part.octets.equals(kept.subarray(-500))).toBe(true);

  store.isDown = true;
  const unreachable = await recording(callId);
  const { status, headers } = unreachable.response;
  expect([status, headers.get('retry-after'), unreachable.octets.toString()]).toEqual([
    ...[503, '5'],
    expect.stringContaining('recording.store_unavailable'),
  ]);
  expect(JSON.stringify(program.log())).not.toContain('parley-secret');
});
