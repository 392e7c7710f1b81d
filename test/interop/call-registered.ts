import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Dialing, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';
import { openPhone, type Phone } from './call-phone.ts';
import { callsProgram } from './calls-program.ts';
import { openRegistrar, type Registrar } from './registrar.ts';

const credentials = { username: 'acme', password: 'a long password' };

let program: Program;
let phone: Phone;
let registrar: Registrar;
let dialing: Dialing;
beforeAll(async () => {
  program = await callsProgram.organization();
  phone = await openPhone();
  registrar = await openRegistrar({ ...credentials, phonePort: phone.port });
  dialing = await setUpDialing(program.request, {
    trunk: { port: registrar.port, register: true, ...credentials },
    agent: { firstMessage: 'Welcome.', limits: { maxDurationSeconds: 60, silenceSeconds: 60 } },
  });
}, 60_000);
afterAll(async () => {
  await phone?.[Symbol.asyncDispose]();
  await registrar?.[Symbol.asyncDispose]();
});

const eventually = { timeout: 20_000, interval: 50 };
const health = async () => {
  const { body } = await program.request('GET', `/api/trunks/${dialing.trunkId}`);
  return body.health.status;
};
const happened = (call: { events: string[] }, what: RegExp) =>
  expect.poll(() => call.events.join(', '), eventually).toMatch(what);

it('the server registers with digest and its trunk is up', { timeout: 40_000 }, async () => {
  await expect.poll(health, eventually).toBe('up');
  expect(registrar.contact()).toEqual({ user: 'acme', port: program.sipPort });
});

it('a call to what it registered reaches the number of the trunk', { timeout: 40_000 }, async () => {
  await expect.poll(() => registrar.contact(), eventually).not.toBeNull();
  const { user, port } = registrar.contact()!;
  const call = await phone.dial(port, user, { from: '+14155552111' });
  await happened(call, /answered/);
  const path = `/api/calls?customerNumber=${encodeURIComponent('+14155552111')}`;
  const { calls } = (await program.request('GET', path)).body;
  expect(calls).toMatchObject([{ phoneNumber: dialing.phoneNumber, agentId: dialing.agentId }]);
  call.hangUp();
  const stranger = await phone.dial(port, 'nobody', { from: '+14155552111' });
  await happened(stranger, /failed rejected 404/);
});

it('a campaign calls through the trunk', { timeout: 40_000 }, async () => {
  await expect.poll(health, eventually).toBe('up');
  const { agentId, phoneNumberId, scheduleId } = dialing;
  const body = {
    campaignName: 'Spring',
    scheduleId,
    phoneNumber: '+12125552111',
    phoneNumberId,
    variables: { firstName: 'Ada' },
  };
  const queued = await program.request('POST', `/api/agents/${agentId}/calls/campaign`, { body });
  expect([queued.status, queued.text]).toEqual([201, expect.any(String)]);
  const call = await phone.call(({ number }) => number === '+12125552111');
  await happened(call, /answered/);
  call.hangUp();
});

it('it registers again at a registrar that was restarted', { timeout: 60_000 }, async () => {
  const { port } = registrar;
  await expect.poll(() => registrar.accepted, eventually).toBeGreaterThan(0);
  await registrar[Symbol.asyncDispose]();
  await expect.poll(health, eventually).toBe('down');
  registrar = await openRegistrar({ ...credentials, phonePort: phone.port, port });
  await expect.poll(health, eventually).toBe('up');
  expect(registrar.contact()).toEqual({ user: 'acme', port: program.sipPort });
  const call = await phone.dial(program.sipPort, 'acme', { from: '+14155552112' });
  await happened(call, /answered/);
  call.hangUp();
});
