import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ToolRunner } from '../../src/conversation/pipeline/index.ts';
import type {
  LanguageModel,
  ModelMessage,
  TextToSpeech,
} from '../../src/conversation/providers/interfaces/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { metrics } from '../../src/platform/kernel/metrics.ts';
import { readWav, writeWav } from '../../src/telephony/media/index.ts';
import { correlate } from '../audio/correlation.ts';
import { noise, tone } from '../audio/signals.ts';
import { hasChromium } from '../console/chromium.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { openCallEngine } from '../world/call-engine.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { type Baresip, type BaresipOptions, hasBaresip, startBaresip } from './baresip.ts';
import { openPhone, type Phone, type PhoneCall } from './call-phone.ts';
import { hasOpenssl, makeCertificate } from './certificates.ts';
import {
  hasKamailio,
  hasNginx,
  kamailioAddress,
  kamailioWaitMs,
  startKamailio,
  startNginx,
} from './device-proxies.ts';
import { RawWebPhone } from './raw-web-phone.ts';
import { freePort } from './sip-agent.ts';
import { WebPhone } from './web-phone.ts';

const insertNode = statement(
  'test.member_devices.node',
  `insert into nodes (node_id, roles, version, schema_version, audio_address, audio_token, epoch_id)
   values ($1, '{calls}', 'x', 1, $2, $3, (select max(epoch_id) from database_epochs))`,
);

const voice: TextToSpeech = {
  name: 'tone',
  voices: [],
  async *speak() {
    yield { sampleRateHz: 8000, pcm: tone(440, 300) };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const asked: (readonly ModelMessage[])[] = [];
/** Calls the tool for the first key that is pressed, summarizes, and says something to everything else. */
const model: LanguageModel = {
  name: 'test-model',
  collectsKeys: true,
  async *answer({ messages, tools: offered }) {
    if (offered.length === 0) yield { type: 'text-delta', text: 'Ada asks for a person.' };
    else if (!messages.some(({ role }) => role === 'tool')) {
      yield { type: 'tool-call', call: { id: 'call_1', name: 'transfer', arguments: {} } };
    } else {
      asked.push(messages);
      yield { type: 'text-delta', text: 'I am back.' };
    }
    yield { type: 'finish', reason: 'stop', usage: {}, state: null };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const then = { kind: 'transfer', destination: 'people' } as const;
const tools: ToolRunner = {
  definitions: [{ name: 'transfer', description: '', parameters: { type: 'object' } }],
  run: async () => ({ result: {}, then }),
};

let world: ApiWorld;
let phone: Phone;
let dialing: Dialing;
let teamId: string;
let keys: Record<'mo' | 'kim', string>;
/** The SIP ports of two calls processes; the second one carries no customer's call, and has the ports for TLS and web phones. */
let ports: { first: number; second: number; secondTls: number; secondWeb: number };
const made = hasOpenssl ? makeCertificate('IP:127.0.0.1') : null;
let wake: () => void;
const closers: (() => Promise<unknown>)[] = [];
const softphones: Baresip[] = [];

beforeAll(async () => {
  const recordingsDir = await mkdtemp(join(tmpdir(), 'parley-devices-'));
  phone = await openPhone();
  world = await createApiWorld({});
  const { request, db } = world;
  const member = async (name: string) => {
    const { memberId } = await make(request, '/api/members', { name, role: 'Support' });
    const { key } = await make(request, '/api/api-keys', { name, role: 'Support', memberId });
    return { memberId, key };
  };
  const [mo, kim] = [await member('Mo'), await member('Kim')];
  keys = { mo: mo.key, kim: kim.key };
  const members = [{ memberId: mo.memberId }, { memberId: kim.memberId }];
  const team = { name: 'People', members, ringSeconds: 20, wrapUpSeconds: 60, saysPosition: false };
  teamId = (await make(request, '/api/teams', team)).teamId;
  dialing = await setUpDialing(request, {
    trunk: { port: phone.port, allowedAddresses: ['127.0.0.1', kamailioAddress] },
    agent: {
      limits: { maxDurationSeconds: 60, silenceSeconds: 20 },
      transferDestinations: [{ name: 'people', type: 'team', destination: teamId }],
      tools: [{ type: 'transfer' }],
    },
  });
  const setting = { db, voice, model, tools, recordingsDir, ports: 20 };
  const first = await openCallEngine({ ...setting, nodeId: 'node_a' }, closers);
  // Two engines in one process.
  metrics.clear();
  const second = await openCallEngine(
    {
      ...{ ...setting, nodeId: 'node_b', placer: () => undefined },
      sipWebSocket: { port: 0, trustedProxies: ['127.0.0.1/32'] },
      sipTls: made ? { server: { port: 0, certificate: made.certificate, key: made.key } } : undefined,
    },
    closers,
  );
  wake = () => first.dialer.wake();
  second.dialer.stop();
  for (const [nodeId, { engine }] of [
    ['node_a', first],
    ['node_b', second],
  ] as const)
    await db.query(insertNode, [nodeId, engine.audioPlace!.address, engine.audioPlace!.token]);
  ports = {
    first: first.engine.sipAddress.port,
    second: second.engine.sipAddress.port,
    secondTls: second.engine.sipTlsPort ?? 0,
    secondWeb: second.engine.sipWebSocketPort ?? 0,
  };
  closers.push(() => rm(recordingsDir, { recursive: true, force: true }));
}, 60_000);
afterAll(async () => {
  for (const softphone of softphones) await softphone[Symbol.asyncDispose]();
  await phone?.[Symbol.asyncDispose]();
  for (const close of closers) await close();
  await world?.close();
});
beforeEach(() => {
  asked.length = 0;
});

type Who = keyof typeof keys;
const as = (who: Who, method: string, path: string, body?: unknown) =>
  world.request(method, path, { key: keys[who], ...(body === undefined ? {} : { body }) });
const presence = async (who: Who) => (await as(who, 'GET', '/api/presence')).body;
const devicesOf = async (who: Who) => (await as(who, 'GET', '/api/devices')).body.devices;
const statusOf = async (callId: string) => (await world.request('GET', `/api/calls/${callId}`)).body.status;
const eventually = { timeout: 15_000, interval: 100 };

async function newDevice(who: Who): Promise<{ username: string; password: string; deviceId: string }> {
  const device = await as(who, 'POST', '/api/devices', { name: 'Softphone' });
  expect(device.status, device.text).toBe(201);
  return device.body;
}

/** Adds a device of a member, and starts a softphone that registers it. */
async function addDevice(
  who: Who,
  registrar: number | { host: string; port: number },
  options: Partial<BaresipOptions> = {},
) {
  const at = typeof registrar === 'number' ? { port: registrar } : registrar;
  const { username, password, deviceId } = await newDevice(who);
  const softphone = await startBaresip({
    sipPort: await freePort(),
    rtpPort: await freePort(),
    user: username,
    register: { ...at, password },
    ...options,
  });
  softphones.push(softphone);
  return { softphone, deviceId, username, password };
}

const registered = (who: Who) =>
  expect
    .poll(
      async () =>
        (await devicesOf(who)).flatMap((one: { registrations: unknown[] }) => one.registrations).length,
      eventually,
    )
    .toBeGreaterThan(0);

async function removeDevices(who: Who): Promise<void> {
  for (const { deviceId } of await devicesOf(who)) await as(who, 'DELETE', `/api/devices/${deviceId}`);
  await as(who, 'PUT', '/api/presence', { state: 'away', on: 'browser' });
}

let customers = 0;
/** Dials a customer, who presses a key, so that the agent transfers the call to the team. */
async function transferred(): Promise<{ callId: string; caller: PhoneCall }> {
  const phoneNumber = `+1212555${3000 + ++customers}`;
  const { phoneNumberId } = dialing;
  const { callId } = await make(world.request, `/api/agents/${dialing.agentId}/calls`, {
    ...{ phoneNumber, phoneNumberId, variables: { firstName: 'Ada' } },
  });
  wake();
  const caller = await phone.call(({ number }) => number === phoneNumber);
  await hears(caller, tone(440, 300));
  expect(await caller.incoming!.sendDigit('1')).toBe(true);
  return { callId, caller };
}

const hears = (call: PhoneCall, signal: Int16Array) =>
  expect
    .poll(() => correlate(call.rtp.receivedPcm(), signal).coefficient, { timeout: 15_000, interval: 100 })
    .toBeGreaterThan(0.8);

/** Plays the noise that a member speaks, again and again. */
async function spokenNoise(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-spoken-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'noise.wav');
  const once = noise(2, 1000);
  const long = Int16Array.from({ length: once.length * 40 }, (_, at) => once[at % once.length]!);
  await writeFile(path, writeWav({ sampleRateHz: 8000, channels: [long] }));
  return path;
}

/** Returns what a softphone has played to the member, from the file that it closes with the call. */
async function heardBy(recordFolder: string): Promise<Int16Array> {
  const name = (await readdir(recordFolder)).find((file) => file.includes('dec'))!;
  return readWav(await readFile(join(recordFolder, name))).channels[0]!;
}

const beAvailable = (who: Who) => as(who, 'PUT', '/api/presence', { state: 'available', on: 'device' });

afterEach(async () => {
  await world.request('PATCH', `/api/teams/${teamId}`, { body: { ringSeconds: 20 } });
  for (const softphone of softphones.splice(0)) await softphone[Symbol.asyncDispose]();
  for (const who of ['mo', 'kim'] as const) await removeDevices(who);
});

describe.skipIf(!hasBaresip)('a member with a softphone', () => {
  it.each([
    ['udp', 'first', 'first'],
    ['tcp', 'second', 'second'],
    ...(made ? [['tls', 'second', 'secondTls'] as const] : []),
  ] as const)(
    'takes a call over %s at the %s process, and ends it by hanging up',
    {
      timeout: 60_000,
    },
    async (transport, _process, port) => {
      const recordFolder = await mkdtemp(join(tmpdir(), 'parley-softphone-'));
      closers.push(() => rm(recordFolder, { recursive: true, force: true }));
      const { softphone, username } = await addDevice('mo', ports[port], {
        ...{ transport, recordFolder, autoAnswer: true, commandPort: await freePort() },
        playFile: await spokenNoise(),
      });
      await registered('mo');
      const [device] = await devicesOf('mo');
      expect(device).toMatchObject({ username, registrations: [{ transport, address: '127.0.0.1' }] });
      expect((await beAvailable('mo')).body).toMatchObject({ state: 'available', takesOn: 'device' });
      const { callId, caller } = await transferred();
      await expect.poll(async () => (await presence('mo')).call?.state, eventually).toBe('answered');
      await hears(caller, noise(2, 600));
      await expect.poll(() => statusOf(callId), eventually).toBe('in-progress');
      for (let times = 0; times < 5; times++) await caller.rtp.sendPcm(noise(1, 600));
      await softphone.command('hangup', '');
      await expect.poll(() => statusOf(callId), eventually).toBe('ended');
      expect(correlate(await heardBy(recordFolder), noise(1, 600)).coefficient).toBeGreaterThan(0.8);
      await expect.poll(async () => (await presence('mo')).state, eventually).toBe('wrapUp');
      const { body } = await world.request('GET', `/api/calls/${callId}/why`);
      expect(JSON.stringify(body)).toMatch(
        /Put through to the destination people \(a team\)[\s\S]*Mo is on the line/,
      );
      // The agent did not speak again after the member.
      expect(asked).toEqual([]);
    },
  );

  it('declines a call, which the next member gets', { timeout: 60_000 }, async () => {
    const mo = await addDevice('mo', ports.first, { commandPort: await freePort() });
    await addDevice('kim', ports.second, { autoAnswer: true });
    await registered('mo');
    await registered('kim');
    await beAvailable('mo');
    await beAvailable('kim');
    const { callId, caller } = await transferred();
    await mo.softphone.printed(/Incoming call/);
    await mo.softphone.command('hangup', '');
    await expect.poll(async () => (await presence('kim')).call?.state, eventually).toBe('answered');
    expect(await presence('mo')).toMatchObject({ state: 'available', call: null });
    const why = async () => JSON.stringify((await world.request('GET', `/api/calls/${callId}/why`)).body);
    await expect.poll(why, eventually).toMatch(/Kim is on the line/);
    caller.hangUp();
    await expect.poll(() => statusOf(callId), eventually).toBe('ended');
    await expect.poll(async () => (await presence('kim')).state, eventually).toBe('wrapUp');
  });

  it('goes on to the next member of the same process when the one before goes away', {
    timeout: 60_000,
  }, async () => {
    const mo = await addDevice('mo', ports.first);
    await addDevice('kim', ports.first, { autoAnswer: true });
    await registered('mo');
    await registered('kim');
    await beAvailable('mo');
    await beAvailable('kim');
    const { callId, caller } = await transferred();
    await mo.softphone.printed(/Incoming call/);
    await as('mo', 'PUT', '/api/presence', { state: 'away' });
    // Mo's softphone rings no more, and Kim's takes the call while the offer to Mo would still last.
    const soon = { timeout: 5_000, interval: 100 };
    await expect.poll(async () => (await presence('kim')).call?.state, soon).toBe('answered');
    await mo.softphone.printed(/closed|terminated/i);
    caller.hangUp();
    await expect.poll(() => statusOf(callId), eventually).toBe('ended');
  });

  it('is away after a call that rang to its end, and the caller has the agent again', {
    timeout: 60_000,
  }, async () => {
    await world.request('PATCH', `/api/teams/${teamId}`, { body: { ringSeconds: 5 } });
    const { softphone } = await addDevice('mo', ports.first);
    await registered('mo');
    await beAvailable('mo');
    const { callId, caller } = await transferred();
    await softphone.printed(/Incoming call/);
    await expect.poll(async () => (await presence('mo')).awayBecause, eventually).toBe('missed-call');
    await expect.poll(() => asked.length, eventually).toBe(1);
    await softphone.printed(/closed|terminated/i);
    caller.hangUp();
    await expect.poll(() => statusOf(callId), eventually).toBe('ended');
  });

  it('is away when the connection of the softphone is lost, and cannot be available without it', {
    timeout: 60_000,
  }, async () => {
    const { softphone } = await addDevice('mo', ports.first, { transport: 'tcp' });
    await registered('mo');
    expect((await beAvailable('mo')).status).toBe(200);
    await softphone[Symbol.asyncDispose]();
    await expect.poll(async () => (await presence('mo')).state, eventually).toBe('away');
    expect((await devicesOf('mo'))[0].registrations).toEqual([]);
    expect(await beAvailable('mo')).toMatchObject({ status: 409, body: { code: 'presence.no_device' } });
  });

  it('places no calls, and registers with no wrong password', { timeout: 60_000 }, async () => {
    const commandPort = await freePort();
    const { softphone, username } = await addDevice('mo', ports.first, { commandPort });
    await registered('mo');
    await softphone.command('dial', `sip:+12125550199@127.0.0.1:${ports.first}`);
    // Although the trunk of these tests has the same address.
    await softphone.printed(/session closed: 403 Forbidden/);
    const intruder = await startBaresip({
      ...{ sipPort: await freePort(), rtpPort: await freePort(), user: username },
      register: { port: ports.first, password: 'a wrong password' },
    });
    softphones.push(intruder);
    await intruder.printed(/403 Forbidden/);
    expect((await devicesOf('mo'))[0].registrations).toHaveLength(1);
  });

  it('rings no device that was removed', { timeout: 60_000 }, async () => {
    const { softphone, deviceId } = await addDevice('mo', ports.first, { autoAnswer: true });
    await registered('mo');
    await beAvailable('mo');
    expect((await as('mo', 'DELETE', `/api/devices/${deviceId}`)).status).toBe(204);
    expect(await presence('mo')).toMatchObject({ state: 'away' });
    const { callId, caller } = await transferred();
    await expect.poll(() => asked.length, eventually).toBe(1);
    expect(softphone.output()).not.toMatch(/Incoming call/);
    caller.hangUp();
    await expect.poll(() => statusOf(callId), eventually).toBe('ended');
  });
});

describe('a member with a web phone', { timeout: 60_000 }, () => {
  it.skipIf(!hasChromium)(
    'takes a call in JsSIP, holds it and ends it, and gives one back by closing the page',
    async () => {
      const { username, password } = await newDevice('mo');
      const url = `ws://127.0.0.1:${ports.secondWeb}`;
      await using webPhone = await WebPhone.start({ url, username, password }, 1000);
      await registered('mo');
      expect(await devicesOf('mo')).toMatchObject([
        {
          registrations: [
            { transport: 'ws', address: '127.0.0.1', userAgent: expect.stringMatching(/JsSIP/) },
          ],
        },
      ]);
      await beAvailable('mo');
      const { callId, caller } = await transferred();
      await expect
        .poll(() => webPhone.page.locator('#caller').innerText(), eventually)
        .toMatch(/^\+1212555.*People/);
      await webPhone.press('Answer');
      await expect.poll(async () => (await presence('mo')).call?.state, eventually).toBe('answered');
      await hears(caller, tone(1000, 600));
      const hearsCaller = () =>
        expect
          .poll(async () => {
            await caller.rtp.sendPcm(tone(700, 300));
            return Math.abs((await webPhone.heardHz()) - 700);
          }, eventually)
          .toBeLessThan(30);
      await hearsCaller();
      const hold = webPhone.page.getByRole('button', { name: 'Hold' });
      for (const isHeld of ['true', 'false']) {
        await hold.click();
        await expect.poll(() => hold.getAttribute('aria-pressed'), eventually).toBe(isHeld);
      }
      await hearsCaller();
      await webPhone.press('Hang up');
      await expect.poll(() => statusOf(callId), eventually).toBe('ended');
      await expect.poll(async () => (await presence('mo')).state, eventually).toBe('wrapUp');
      expect(asked).toEqual([]);
      await beAvailable('mo');
      const again = await transferred();
      await webPhone.press('Answer');
      await expect.poll(async () => (await presence('mo')).call?.state, eventually).toBe('answered');
      await hears(again.caller, tone(1000, 600));
      // The page loses its connection, and not its audio.
      await webPhone.loseConnection();
      await expect.poll(() => webPhone.status(), eventually).toMatch(/is lost/);
      await expect.poll(() => webPhone.status(), eventually).toBe('On the line');
      await registered('mo');
      const lost = again.caller.rtp.receivedPcm().length;
      await expect
        .poll(
          () => correlate(again.caller.rtp.receivedPcm().slice(lost), tone(1000, 600)).coefficient,
          eventually,
        )
        .toBeGreaterThan(0.8);
      expect((await presence('mo')).call?.state).toBe('answered');
      const heard = again.caller.rtp.receivedPcm().length;
      await webPhone.page.close();
      // The agent apologizes soon, and goes on with the caller.
      const heardSince = () => again.caller.rtp.receivedPcm().slice(heard);
      await expect
        .poll(() => correlate(heardSince(), tone(440, 300)).coefficient, { timeout: 5000, interval: 20 })
        .toBeGreaterThan(0.8);
      await expect.poll(async () => (await presence('mo')).state, eventually).toBe('away');
      expect((await devicesOf('mo'))[0].registrations).toEqual([]);
      again.caller.hangUp();
      await expect.poll(() => statusOf(again.callId), eventually).toBe('ended');
    },
  );

  it('declines, gives answers that are refused, and is away when its connection is lost', async () => {
    const { username, password } = await newDevice('mo');
    await expect(RawWebPhone.register(ports.secondWeb, username, 'wrong')).rejects.toThrow('403');
    const webPhone = await RawWebPhone.register(ports.secondWeb, username, password);
    await beAvailable('mo');
    const first = await transferred();
    const invite = await webPhone.next(/^INVITE /);
    expect(invite).toMatch(/^a=setup:actpass\r$/m);
    webPhone.respond(invite, '180 Ringing');
    webPhone.respond(invite, '486 Busy Here');
    await webPhone.next(/^ACK /);
    await expect.poll(() => asked.length, eventually).toBe(1);
    first.caller.hangUp();
    await expect.poll(() => statusOf(first.callId), eventually).toBe('ended');

    const second = await transferred();
    const again = await webPhone.next(/^INVITE /);
    const plain =
      'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 RTP/AVP 0\r\nc=IN IP4 127.0.0.1\r\n';
    webPhone.respond(again, '200 OK', plain);
    await webPhone.next(/^ACK /);
    webPhone.respond(await webPhone.next(/^BYE /), '200 OK');
    await expect.poll(() => asked.length, eventually).toBe(2);
    expect(await presence('mo')).toMatchObject({ state: 'available', call: null });
    second.caller.hangUp();
    await expect.poll(() => statusOf(second.callId), eventually).toBe('ended');

    webPhone.lose();
    await expect.poll(async () => (await presence('mo')).state, eventually).toBe('away');
  });
});

describe('a device behind a proxy', { timeout: 60_000 }, () => {
  it.skipIf(!hasBaresip || !hasKamailio).each(['udp', 'tcp'] as const)(
    'registers through Kamailio over %s, takes a call and places none',
    async (transport) => {
      await using kamailio = await startKamailio([ports.first, ports.second]);
      const { port } = kamailio;
      const { softphone } = await addDevice(
        'mo',
        { host: kamailioAddress, port },
        {
          ...{ transport, commandPort: await freePort() },
          playFile: await spokenNoise(),
        },
      );
      await registered('mo');
      expect((await devicesOf('mo'))[0].registrations).toMatchObject([{ address: kamailioAddress }]);
      await softphone.command('dial', `sip:+12125550199@${kamailioAddress}:${port}`);
      await softphone.printed(/session closed: 403/);
      await beAvailable('mo');
      const { callId, caller } = await transferred();
      await softphone.printed(/Incoming call/);
      // It rings longer than Kamailio waits for one that does not ring.
      await new Promise((resolve) => setTimeout(resolve, kamailioWaitMs + 1500));
      expect(await presence('mo')).toMatchObject({ call: { callId, state: 'offered' } });
      await softphone.command('accept', '');
      await hears(caller, noise(2, 600));
      if (transport === 'udp') await softphone.command('hangup', '');
      else caller.hangUp();
      await expect.poll(() => statusOf(callId), eventually).toBe('ended');
      if (transport === 'tcp') await softphone.printed(/session closed(?!: 403)/);
    },
  );

  it.skipIf(!hasChromium || !hasNginx || !made)(
    'takes a call in JsSIP through nginx, which speaks TLS',
    async () => {
      await using nginx = await startNginx(ports.secondWeb, made!);
      const { username, password } = await newDevice('mo');
      const url = `wss://127.0.0.1:${nginx.port}/sip`;
      await using webPhone = await WebPhone.start({ url, username, password }, 1000, [
        '--ignore-certificate-errors',
      ]);
      await registered('mo');
      await beAvailable('mo');
      const { callId, caller } = await transferred();
      await webPhone.press('Answer');
      await hears(caller, tone(1000, 600));
      await webPhone.press('Hang up');
      await expect.poll(() => statusOf(callId), eventually).toBe('ended');
    },
  );
});
