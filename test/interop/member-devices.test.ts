import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest';
import type { ToolRunner } from '../../src/conversation/pipeline/index.ts';
import type {
  LanguageModel,
  ModelMessage,
  TextToSpeech,
} from '../../src/conversation/providers/interfaces/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import { readWav, writeWav } from '../../src/telephony/media/index.ts';
import { correlate } from '../audio/correlation.ts';
import { noise, tone } from '../audio/signals.ts';
import { hasChromium } from '../console/chromium.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { openNextEngine } from '../world/call-engine.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { type Baresip, type BaresipOptions, hasBaresip, startBaresip } from './baresip.ts';
import { openPhone, type Phone, type PhoneCall } from './call-phone.ts';
import { hasOpenssl, makeCertificate } from './certificates.ts';
import {
  hasKamailio,
  hasNginx,
  kamailioAddresses,
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
/** The messages of each office to which the agent has said something, by the name of the office in its prompt. */
const asked = new Map<string, (readonly ModelMessage[])[]>();
const officeOf = (messages: readonly ModelMessage[]) => /Office \d+/.exec(JSON.stringify(messages))![0];
/** Calls the tool for the first key that is pressed, summarizes, and says something to everything else. */
const model: LanguageModel = {
  name: 'test-model',
  collectsKeys: true,
  async *answer({ messages, tools: offered }) {
    if (offered.length === 0) yield { type: 'text-delta', text: 'Ada asks for a person.' };
    else if (!messages.some(({ role }) => role === 'tool')) {
      yield { type: 'tool-call', call: { id: 'call_1', name: 'transfer', arguments: {} } };
    } else {
      asked.get(officeOf(messages))!.push(messages);
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
/** The SIP ports of two calls processes; the second one carries no customer's call, and has the ports for TLS and web phones. */
let ports: { first: number; second: number; secondTls: number; secondWeb: number };
const made = hasOpenssl ? makeCertificate('IP:127.0.0.1') : null;
let wake: () => void;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const recordingsDir = await mkdtemp(join(tmpdir(), 'parley-devices-'));
  phone = await openPhone();
  world = await createApiWorld({});
  const { db } = world;
  const setting = { db, voice, model, tools, recordingsDir, ports: 20 };
  const first = await openNextEngine({ ...setting, nodeId: 'node_a' }, closers);
  const second = await openNextEngine(
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
  await phone?.[Symbol.asyncDispose]();
  for (const close of closers) await close();
  await world?.close();
});

type Who = 'mo' | 'kim';
const eventually = { timeout: 15_000, interval: 100 };
let offices = 0;
let customers = 0;

/** An organization with two members, a team, and an agent that transfers to the team. */
class Office {
  readonly name = `Office ${++offices}`;
  /** Those of the test, because `expect.poll` must know which of the concurrent tests it belongs to. */
  readonly expect: TestContext['expect'];
  readonly onTestFinished: TestContext['onTestFinished'];
  readonly asked: (readonly ModelMessage[])[] = [];
  readonly keys: Record<Who, string> = { mo: '', kim: '' };
  #key = '';
  #dialing!: Dialing;

  constructor({ expect, onTestFinished }: TestContext) {
    this.expect = expect;
    this.onTestFinished = onTestFinished;
  }

  async open(ringSeconds = 20): Promise<void> {
    asked.set(this.name, this.asked);
    this.#key = (await world.foundOrganization(this.name)).key;
    const { request } = world;
    const options = { key: this.#key };
    const members: { memberId: string }[] = [];
    for (const [who, name] of [
      ['mo', 'Mo'],
      ['kim', 'Kim'],
    ] as const) {
      const { memberId } = await make(request, '/api/members', { name, role: 'Support' }, options);
      const key = await make(request, '/api/api-keys', { name, role: 'Support', memberId }, options);
      this.keys[who] = key.key;
      members.push({ memberId });
    }
    const team = { name: 'People', members, ringSeconds, wrapUpSeconds: 60, saysPosition: false };
    const { teamId } = await make(request, '/api/teams', team, options);
    this.#dialing = await setUpDialing(request, {
      ...options,
      trunk: { port: phone.port, allowedAddresses: ['127.0.0.1', ...Object.values(kamailioAddresses)] },
      agent: {
        prompt: `${this.name}: greet {{firstName}}.`,
        limits: { maxDurationSeconds: 60, silenceSeconds: 20 },
        transferDestinations: [{ name: 'people', type: 'team', destination: teamId }],
        tools: [{ type: 'transfer' }],
      },
    });
  }

  /** Sends a request with the owner's key. */
  request(method: string, path: string) {
    return world.request(method, path, { key: this.#key });
  }

  as(who: Who, method: string, path: string, body?: unknown) {
    return world.request(method, path, { key: this.keys[who], ...(body === undefined ? {} : { body }) });
  }

  async presence(who: Who) {
    return (await this.as(who, 'GET', '/api/presence')).body;
  }

  beAvailable(who: Who) {
    return this.as(who, 'PUT', '/api/presence', { state: 'available', on: 'device' });
  }

  async devicesOf(who: Who) {
    return (await this.as(who, 'GET', '/api/devices')).body.devices;
  }

  async statusOf(callId: string) {
    return (await this.request('GET', `/api/calls/${callId}`)).body.status;
  }

  async newDevice(who: Who): Promise<{ username: string; password: string; deviceId: string }> {
    const device = await this.as(who, 'POST', '/api/devices', { name: 'Softphone' });
    this.expect(device.status, device.text).toBe(201);
    return device.body;
  }

  /** Starts a softphone, which ends with the test. */
  async start(options: Omit<BaresipOptions, 'sipPort' | 'rtpPort'>): Promise<Baresip> {
    const softphone = await startBaresip({
      ...options,
      sipPort: await freePort(),
      rtpPort: await freePort(),
    });
    this.onTestFinished(() => softphone[Symbol.asyncDispose]());
    return softphone;
  }

  /** Adds a device of a member, and starts a softphone that registers it. */
  async addDevice(
    who: Who,
    registrar: number | { host: string; port: number },
    options: Partial<BaresipOptions> = {},
  ) {
    const at = typeof registrar === 'number' ? { port: registrar } : registrar;
    const { username, password, deviceId } = await this.newDevice(who);
    const softphone = await this.start({ user: username, register: { ...at, password }, ...options });
    return { softphone, deviceId, username, password };
  }

  registered(who: Who) {
    return this.expect
      .poll(
        async () =>
          (await this.devicesOf(who)).flatMap((one: { registrations: unknown[] }) => one.registrations)
            .length,
        eventually,
      )
      .toBeGreaterThan(0);
  }

  /** Dials a customer, who presses a key, so that the agent transfers the call to the team. */
  async transferred(): Promise<{ callId: string; caller: PhoneCall }> {
    const phoneNumber = `+1212555${3000 + ++customers}`;
    const { agentId, phoneNumberId } = this.#dialing;
    const { callId } = await make(
      world.request,
      `/api/agents/${agentId}/calls`,
      { phoneNumber, phoneNumberId, variables: { firstName: 'Ada' } },
      { key: this.#key },
    );
    wake();
    const caller = await phone.call(({ number }) => number === phoneNumber);
    await this.hears(caller, tone(440, 300));
    this.expect(await caller.incoming!.sendDigit('1')).toBe(true);
    return { callId, caller };
  }

  hears(call: PhoneCall, signal: Int16Array) {
    return this.expect
      .poll(() => correlate(call.rtp.receivedPcm(), signal).coefficient, eventually)
      .toBeGreaterThan(0.8);
  }
}

/** Makes a test with an office of its own. */
const inOffice =
  (work: (office: Office) => Promise<void>, ringSeconds?: number) =>
  async (context: TestContext): Promise<void> => {
    const office = new Office(context);
    await office.open(ringSeconds);
    await work(office);
  };

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

describe.skipIf(!hasBaresip).concurrent('a member with a softphone', { timeout: 60_000 }, () => {
  it.for([
    ['udp', 'first', 'first'],
    ['tcp', 'second', 'second'],
    ...(made ? [['tls', 'second', 'secondTls'] as const] : []),
  ] as const)(
    'takes a call over %s at the %s process, and ends it by hanging up',
    ([transport, _process, port], context) =>
      inOffice(async (office) => {
        const { expect } = office;
        const recordFolder = await mkdtemp(join(tmpdir(), 'parley-softphone-'));
        closers.push(() => rm(recordFolder, { recursive: true, force: true }));
        const { softphone, username } = await office.addDevice('mo', ports[port], {
          ...{ transport, recordFolder, autoAnswer: true, commandPort: await freePort() },
          playFile: await spokenNoise(),
        });
        await office.registered('mo');
        const [device] = await office.devicesOf('mo');
        expect(device).toMatchObject({ username, registrations: [{ transport, address: '127.0.0.1' }] });
        expect((await office.beAvailable('mo')).body).toMatchObject({
          state: 'available',
          takesOn: 'device',
        });
        const { callId, caller } = await office.transferred();
        await expect.poll(async () => (await office.presence('mo')).call?.state, eventually).toBe('answered');
        await office.hears(caller, noise(2, 600));
        await expect.poll(() => office.statusOf(callId), eventually).toBe('in-progress');
        for (let times = 0; times < 5; times++) await caller.rtp.sendPcm(noise(1, 600));
        await softphone.command('hangup', '');
        await expect.poll(() => office.statusOf(callId), eventually).toBe('ended');
        expect(correlate(await heardBy(recordFolder), noise(1, 600)).coefficient).toBeGreaterThan(0.8);
        await expect.poll(async () => (await office.presence('mo')).state, eventually).toBe('wrapUp');
        const { body } = await office.request('GET', `/api/calls/${callId}/why`);
        expect(JSON.stringify(body)).toMatch(
          /Put through to the destination people \(a team\)[\s\S]*Mo is on the line/,
        );
        // The agent did not speak again after the member.
        expect(office.asked).toEqual([]);
      })(context),
  );

  it(
    'declines a call, which the next member gets',
    inOffice(async (office) => {
      const { expect } = office;
      const mo = await office.addDevice('mo', ports.first, { commandPort: await freePort() });
      await office.addDevice('kim', ports.second, { autoAnswer: true });
      await office.registered('mo');
      await office.registered('kim');
      await office.beAvailable('mo');
      await office.beAvailable('kim');
      const { callId, caller } = await office.transferred();
      await mo.softphone.printed(/Incoming call/);
      await mo.softphone.command('hangup', '');
      await expect.poll(async () => (await office.presence('kim')).call?.state, eventually).toBe('answered');
      expect(await office.presence('mo')).toMatchObject({ state: 'available', call: null });
      const why = async () => JSON.stringify((await office.request('GET', `/api/calls/${callId}/why`)).body);
      await expect.poll(why, eventually).toMatch(/Kim is on the line/);
      caller.hangUp();
      await expect.poll(() => office.statusOf(callId), eventually).toBe('ended');
      await expect.poll(async () => (await office.presence('kim')).state, eventually).toBe('wrapUp');
    }),
  );

  it(
    'goes on to the next member of the same process when the one before goes away',
    inOffice(async (office) => {
      const { expect } = office;
      const mo = await office.addDevice('mo', ports.first);
      await office.addDevice('kim', ports.first, { autoAnswer: true });
      await office.registered('mo');
      await office.registered('kim');
      await office.beAvailable('mo');
      await office.beAvailable('kim');
      const { callId, caller } = await office.transferred();
      await mo.softphone.printed(/Incoming call/);
      await office.as('mo', 'PUT', '/api/presence', { state: 'away' });
      // Mo's softphone rings no more, and Kim's takes the call while the offer to Mo would still last.
      const soon = { timeout: 5_000, interval: 100 };
      await expect.poll(async () => (await office.presence('kim')).call?.state, soon).toBe('answered');
      await mo.softphone.printed(/closed|terminated/i);
      caller.hangUp();
      await expect.poll(() => office.statusOf(callId), eventually).toBe('ended');
    }),
  );

  it(
    'is away after a call that rang to its end, and the caller has the agent again',
    inOffice(async (office) => {
      const { expect } = office;
      const { softphone } = await office.addDevice('mo', ports.first);
      await office.registered('mo');
      await office.beAvailable('mo');
      const { callId, caller } = await office.transferred();
      await softphone.printed(/Incoming call/);
      await expect
        .poll(async () => (await office.presence('mo')).awayBecause, eventually)
        .toBe('missed-call');
      await expect.poll(() => office.asked.length, eventually).toBe(1);
      await softphone.printed(/closed|terminated/i);
      caller.hangUp();
      await expect.poll(() => office.statusOf(callId), eventually).toBe('ended');
    }, 5),
  );

  it(
    'is away when the connection of the softphone is lost, and cannot be available without it',
    inOffice(async (office) => {
      const { expect } = office;
      const { softphone } = await office.addDevice('mo', ports.first, { transport: 'tcp' });
      await office.registered('mo');
      expect((await office.beAvailable('mo')).status).toBe(200);
      await softphone[Symbol.asyncDispose]();
      await expect.poll(async () => (await office.presence('mo')).state, eventually).toBe('away');
      expect((await office.devicesOf('mo'))[0].registrations).toEqual([]);
      expect(await office.beAvailable('mo')).toMatchObject({
        status: 409,
        body: { code: 'presence.no_device' },
      });
    }),
  );

  it(
    'places no calls, and registers with no wrong password',
    inOffice(async (office) => {
      const { expect } = office;
      const commandPort = await freePort();
      const { softphone, username } = await office.addDevice('mo', ports.first, { commandPort });
      await office.registered('mo');
      await softphone.command('dial', `sip:+12125550199@127.0.0.1:${ports.first}`);
      // Although the trunk of these tests has the same address.
      await softphone.printed(/session closed: 403 Forbidden/);
      const intruder = await office.start({
        user: username,
        register: { port: ports.first, password: 'a wrong password' },
      });
      await intruder.printed(/403 Forbidden/);
      expect((await office.devicesOf('mo'))[0].registrations).toHaveLength(1);
    }),
  );

  it(
    'rings no device that was removed',
    inOffice(async (office) => {
      const { expect } = office;
      const { softphone, deviceId } = await office.addDevice('mo', ports.first, { autoAnswer: true });
      await office.registered('mo');
      await office.beAvailable('mo');
      expect((await office.as('mo', 'DELETE', `/api/devices/${deviceId}`)).status).toBe(204);
      expect(await office.presence('mo')).toMatchObject({ state: 'away' });
      const { callId, caller } = await office.transferred();
      await expect.poll(() => office.asked.length, eventually).toBe(1);
      expect(softphone.output()).not.toMatch(/Incoming call/);
      caller.hangUp();
      await expect.poll(() => office.statusOf(callId), eventually).toBe('ended');
    }),
  );
});

describe.concurrent('a member with a web phone', { timeout: 60_000 }, () => {
  it.skipIf(!hasChromium)(
    'takes a call in JsSIP, holds it and ends it, and gives one back by closing the page',
    inOffice(async (office) => {
      const { expect } = office;
      const { username, password } = await office.newDevice('mo');
      const url = `ws://127.0.0.1:${ports.secondWeb}`;
      await using webPhone = await WebPhone.start({ url, username, password }, 1000);
      await office.registered('mo');
      expect(await office.devicesOf('mo')).toMatchObject([
        {
          registrations: [
            { transport: 'ws', address: '127.0.0.1', userAgent: expect.stringMatching(/JsSIP/) },
          ],
        },
      ]);
      await office.beAvailable('mo');
      const { callId, caller } = await office.transferred();
      await expect
        .poll(() => webPhone.page.locator('#caller').innerText(), eventually)
        .toMatch(/^\+1212555.*People/);
      await webPhone.press('Answer');
      await expect.poll(async () => (await office.presence('mo')).call?.state, eventually).toBe('answered');
      await office.hears(caller, tone(1000, 600));
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
      await expect.poll(() => office.statusOf(callId), eventually).toBe('ended');
      await expect.poll(async () => (await office.presence('mo')).state, eventually).toBe('wrapUp');
      expect(office.asked).toEqual([]);
      await office.beAvailable('mo');
      const again = await office.transferred();
      await webPhone.press('Answer');
      await expect.poll(async () => (await office.presence('mo')).call?.state, eventually).toBe('answered');
      await office.hears(again.caller, tone(1000, 600));
      // The page loses its connection, and not its audio.
      await webPhone.loseConnection();
      await expect.poll(() => webPhone.status(), eventually).toMatch(/is lost/);
      await expect.poll(() => webPhone.status(), eventually).toBe('On the line');
      await office.registered('mo');
      const lost = again.caller.rtp.receivedPcm().length;
      await expect
        .poll(
          () => correlate(again.caller.rtp.receivedPcm().slice(lost), tone(1000, 600)).coefficient,
          eventually,
        )
        .toBeGreaterThan(0.8);
      expect((await office.presence('mo')).call?.state).toBe('answered');
      const heard = again.caller.rtp.receivedPcm().length;
      await webPhone.page.close();
      // The agent apologizes soon, and goes on with the caller.
      const heardSince = () => again.caller.rtp.receivedPcm().slice(heard);
      await expect
        .poll(() => correlate(heardSince(), tone(440, 300)).coefficient, { timeout: 5000, interval: 20 })
        .toBeGreaterThan(0.8);
      await expect.poll(async () => (await office.presence('mo')).state, eventually).toBe('away');
      expect((await office.devicesOf('mo'))[0].registrations).toEqual([]);
      again.caller.hangUp();
      await expect.poll(() => office.statusOf(again.callId), eventually).toBe('ended');
    }),
  );

  it(
    'declines, gives answers that are refused, and is away when its connection is lost',
    inOffice(async (office) => {
      const { expect } = office;
      const { username, password } = await office.newDevice('mo');
      await expect(RawWebPhone.register(ports.secondWeb, username, 'wrong')).rejects.toThrow('403');
      const webPhone = await RawWebPhone.register(ports.secondWeb, username, password);
      await office.beAvailable('mo');
      const first = await office.transferred();
      const invite = await webPhone.next(/^INVITE /);
      expect(invite).toMatch(/^a=setup:actpass\r$/m);
      webPhone.respond(invite, '180 Ringing');
      webPhone.respond(invite, '486 Busy Here');
      await webPhone.next(/^ACK /);
      await expect.poll(() => office.asked.length, eventually).toBe(1);
      first.caller.hangUp();
      await expect.poll(() => office.statusOf(first.callId), eventually).toBe('ended');

      const second = await office.transferred();
      const again = await webPhone.next(/^INVITE /);
      const plain =
        'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 RTP/AVP 0\r\nc=IN IP4 127.0.0.1\r\n';
      webPhone.respond(again, '200 OK', plain);
      await webPhone.next(/^ACK /);
      webPhone.respond(await webPhone.next(/^BYE /), '200 OK');
      await expect.poll(() => office.asked.length, eventually).toBe(2);
      expect(await office.presence('mo')).toMatchObject({ state: 'available', call: null });
      second.caller.hangUp();
      await expect.poll(() => office.statusOf(second.callId), eventually).toBe('ended');

      webPhone.lose();
      await expect.poll(async () => (await office.presence('mo')).state, eventually).toBe('away');
    }),
  );
});

describe.concurrent('a device behind a proxy', { timeout: 60_000 }, () => {
  it.skipIf(!hasBaresip || !hasKamailio).for(['udp', 'tcp'] as const)(
    'registers through Kamailio over %s, takes a call and places none',
    (transport, context) =>
      inOffice(async (office) => {
        const { expect } = office;
        const address = kamailioAddresses[transport];
        const { host, port } = await startKamailio(context, address, [ports.first, ports.second]);
        const { softphone } = await office.addDevice(
          'mo',
          { host, port },
          {
            ...{ transport, commandPort: await freePort() },
            playFile: await spokenNoise(),
          },
        );
        await office.registered('mo');
        expect((await office.devicesOf('mo'))[0].registrations).toMatchObject([{ address: host }]);
        await softphone.command('dial', `sip:+12125550199@${host}:${port}`);
        await softphone.printed(/session closed: 403/);
        await office.beAvailable('mo');
        const { callId, caller } = await office.transferred();
        await softphone.printed(/Incoming call/);
        // It rings longer than Kamailio waits for one that does not ring.
        await new Promise((resolve) => setTimeout(resolve, kamailioWaitMs + 1500));
        expect(await office.presence('mo')).toMatchObject({ call: { callId, state: 'offered' } });
        await softphone.command('accept', '');
        await office.hears(caller, noise(2, 600));
        if (transport === 'udp') await softphone.command('hangup', '');
        else caller.hangUp();
        await expect.poll(() => office.statusOf(callId), eventually).toBe('ended');
        if (transport === 'tcp') await softphone.printed(/session closed(?!: 403)/);
      })(context),
  );

  it.skipIf(!hasChromium || !hasNginx || !made)(
    'takes a call in JsSIP through nginx, which speaks TLS',
    inOffice(async (office) => {
      const { expect } = office;
      const nginx = await startNginx(office, ports.secondWeb, made!);
      const { username, password } = await office.newDevice('mo');
      const url = `wss://127.0.0.1:${nginx.port}/sip`;
      await using webPhone = await WebPhone.start({ url, username, password }, 1000, [
        '--ignore-certificate-errors',
      ]);
      await office.registered('mo');
      await office.beAvailable('mo');
      const { callId, caller } = await office.transferred();
      await webPhone.press('Answer');
      await office.hears(caller, tone(1000, 600));
      await webPhone.press('Hang up');
      await expect.poll(() => office.statusOf(callId), eventually).toBe('ended');
    }),
  );
});
