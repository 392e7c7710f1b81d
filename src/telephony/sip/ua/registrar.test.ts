import { pino } from 'pino';
import { expect, test } from 'vitest';
import { delegateOf, inviteTo, recordEvents } from '../../../../test/sip/fake-network.ts';
import { offer, peerAt, responseTo, us, world } from '../../../../test/sip/scripted-peer.ts';
import { type Log, silentLog } from '../../../platform/kernel/index.ts';
import { answerChallenge, chooseChallenges } from '../message/digest.ts';
import type { DeviceRegistration, DeviceRegistry } from './device-registry.ts';

const password = 'a long password';
const device = { deviceId: 'device_1', organizationId: 'org_1', password };

/** A registry in memory, with 60 devices and two more. User names that begin with `s` ask for SHA-256, as ours do. */
function registry(isInUse = true) {
  const registrations: DeviceRegistration[] = [];
  const devices: DeviceRegistry = {
    isInUse: async () => isInUse,
    find: async (username) => (/^(dmo|smo|d\d\d)$/.test(username) ? device : null),
    algorithmOf: (username) => (username.startsWith('s') ? 'SHA-256' : 'MD5'),
    register: async (registration) => {
      registrations.push(registration);
      return registration.contacts === 'all'
        ? []
        : registration.contacts.filter(({ expiresSeconds }) => expiresSeconds > 0);
    },
    hasDeviceAt: (address) => registrations.some(({ flow }) => flow.address === address),
    isDevice: ({ address, port }) =>
      registrations.some(({ flow, isDirect }) => isDirect && flow.address === address && flow.port === port),
  };
  return { devices, registrations };
}

interface Registering {
  isInUse?: boolean;
  isTrunk?: boolean;
  log?: Log;
  devices?: DeviceRegistry;
}

/** A user agent whose trunks have no address, or every one, with a device that the test writes. */
function registering({ isInUse = true, isTrunk = false, log = silentLog, ...given }: Registering = {}) {
  const { devices: known, registrations } = registry(isInUse);
  const { devices = known } = given;
  const w = world({ log, delegate: { ...delegateOf([], () => undefined), admits: () => isTrunk, devices } });
  let cseq = 0;
  /** Sends a request, and returns the responses. */
  const send = async (text: string): Promise<string[]> => {
    const before = w.got.length;
    w.send(text);
    await new Promise(setImmediate);
    w.time.advance(30);
    return w.got.slice(before);
  };
  const ask = (headers: string[], user = 'dmo', method = 'REGISTER'): Promise<string[]> =>
    send(
      [
        `${method} sip:192.0.2.1 SIP/2.0`,
        `Via: SIP/2.0/UDP 192.0.2.66:5070;branch=z9hG4bK-${method}-${++cseq};rport`,
        `From: <sip:${user}@192.0.2.1>;tag=one`,
        `To: <sip:${user}@192.0.2.1>`,
        'Call-ID: a-device',
        `CSeq: ${cseq} ${method}`,
        'Max-Forwards: 70',
        ...headers,
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    );
  /** Registers with the answer to the challenge of a first request. */
  const register = async (
    headers: string[],
    given: { user?: string; password?: string; challenge?: string } = {},
  ) => {
    const { user = 'dmo' } = given;
    const challenge = given.challenge ?? challengeIn((await ask(headers, user))[0]!);
    const [asked] = chooseChallenges([challenge]);
    const credentials = { username: user, password: given.password ?? password };
    const parts = { method: 'REGISTER', uri: 'sip:192.0.2.1', body: '' };
    const [answer = ''] = await ask(
      [`Authorization: ${answerChallenge(asked!, credentials, parts)}`, ...headers],
      user,
    );
    return { answer, challenge };
  };
  return { ...w, ask, register, registrations, send };
}

const challengeIn = (response: string) => /^WWW-Authenticate: (.*)\r$/m.exec(response)![1]!;
const contact = 'Contact: <sip:mo@10.0.0.9:5070>';
const startOf = (message: string) => message.split('\r\n', 1)[0];

test('a device registers with its password, for a bounded time, over the flow of its request', async () => {
  const w = registering();
  const { answer } = await w.register([contact, 'Expires: 3600', 'User-Agent: A telephone']);
  expect(startOf(answer)).toBe('SIP/2.0 200 OK');
  expect(answer).toMatch(/^Contact: <sip:mo@10\.0\.0\.9:5070>;expires=120\r$/m);
  expect(w.registrations).toEqual([
    {
      device: { deviceId: 'device_1', organizationId: 'org_1' },
      flow: expect.objectContaining(peerAt),
      callId: 'a-device',
      cseq: 2,
      userAgent: 'A telephone',
      path: [],
      isDirect: true,
      contacts: [{ key: 'sip:mo@10.0.0.9:5070', uri: 'sip:mo@10.0.0.9:5070', expiresSeconds: 120 }],
    },
  ]);
});

test('one algorithm is asked for, which follows from the user name alone', async () => {
  const w = registering();
  expect((await w.ask([contact], 'dnone'))[0]).toMatch(/algorithm=MD5, qop="auth"\r$/m);
  expect((await w.ask([contact], 'snone'))[0]).toMatch(/algorithm=SHA-256, qop="auth"\r$/m);
  expect(startOf((await w.register([contact], { user: 'smo' })).answer)).toBe('SIP/2.0 200 OK');
});

test('a wrong password and an unknown user name are refused alike, and silenced after ten', async () => {
  const w = registering();
  expect(startOf((await w.register([contact], { password: 'wrong' })).answer)).toBe('SIP/2.0 403 Forbidden');
  for (let times = 0; times < 10; times++) {
    const { answer } = await w.register([contact], { user: 'dnone' });
    expect(startOf(answer)).toBe('SIP/2.0 403 Forbidden');
  }
  expect(
    (await w.register([contact], { user: 'dnone', challenge: challengeIn((await w.ask([]))[0]!) })).answer,
  ).toBe('');
  // Other devices of the same office are not affected.
  expect(startOf((await w.register([contact])).answer)).toBe('SIP/2.0 200 OK');
});

test('one wrong password in an office of 60 telephones affects no other, and neither do a hundred', async () => {
  const w = registering();
  const names = Array.from({ length: 60 }, (_, n) => `d${String(n + 10)}`);
  const statuses = async () => {
    const answers: string[] = [];
    for (const user of names) answers.push((await w.register([contact], { user })).answer);
    return new Set(answers.map(startOf));
  };
  const wrong = async (user: string) => {
    const { answer } = await w.register([contact], { user, password: 'wrong' });
    return startOf(answer);
  };
  for (let minute = 0; minute < 3; minute++) {
    expect(await statuses()).toEqual(new Set(['SIP/2.0 200 OK']));
    for (let times = 0; times < 12; times++) {
      w.time.advance(4900);
      expect(await wrong('dold')).toBe(minute * 12 + times < 10 ? 'SIP/2.0 403 Forbidden' : '');
    }
  }
  for (let times = 0; times < 100; times++) await wrong(`dold${times % 10}`);
  // An unknown name learns nothing more there. The telephones that were registered go on.
  expect(await w.ask([contact], 'dnone')).toEqual([]);
  expect(await statuses()).toEqual(new Set(['SIP/2.0 200 OK']));
  w.time.advance(600_000);
  expect((await w.ask([contact], 'dnone'))[0]).toMatch(/^SIP\/2\.0 401 /);
});

test('an old nonce and a replayed answer get a new challenge, which says that only the nonce was wrong', async () => {
  const w = registering();
  const { challenge } = await w.register([contact]);
  const again = await w.register([contact], { challenge });
  expect(again.answer).toMatch(/^SIP\/2\.0 401 [\s\S]*stale=true/);
  const old = challengeIn((await w.ask([contact]))[0]!);
  w.time.advance(121_000);
  expect((await w.register([contact], { challenge: old })).answer).toMatch(/stale=true/);
  const forged = old.replace(/nonce="[^"]*"/, 'nonce="zzzzzzzz.0.0"');
  expect((await w.register([contact], { challenge: forged })).answer).toMatch(/stale=true/);
  expect(w.registrations).toHaveLength(1);
});

test.each([
  ['too short a time', [contact, 'Expires: 30'], /^SIP\/2\.0 423 [\s\S]*Min-Expires: 60/],
  ['a URI that is no SIP address', ['Contact: <tel:+12125550100>'], /^SIP\/2\.0 400 /],
  ['all, without an end', ['Contact: *', 'Expires: 60'], /^SIP\/2\.0 400 /],
  [
    'a proxy of which it does not know',
    [contact, 'Path: <sip:192.0.2.7;lr>'],
    /^SIP\/2\.0 420 [\s\S]*Unsupported: path/,
  ],
  [
    'an extension that we do not have',
    [contact, 'Require: path, gruu'],
    /^SIP\/2\.0 420 [\s\S]*Unsupported: gruu\r$/m,
  ],
])('a device that registers %s is refused', async (_what, headers, expected) => {
  const w = registering();
  expect((await w.register(headers)).answer).toMatch(expected);
  expect(w.registrations).toEqual([]);
});

test('a device unregisters one contact, or all, and keeps its instance under another address', async () => {
  const w = registering();
  const instance = 'Contact: <sip:mo@10.0.0.9>;+sip.instance="<urn:uuid:1>";reg-id=1';
  await w.register([instance]);
  await w.register(['Contact: <sip:mo@10.0.0.9>;expires=0']);
  await w.register(['Contact: *', 'Expires: 0']);
  expect(w.registrations.map(({ contacts }) => contacts)).toEqual([
    [{ key: '<urn:uuid:1> 1', uri: 'sip:mo@10.0.0.9', expiresSeconds: 120 }],
    [{ key: 'sip:mo@10.0.0.9', uri: 'sip:mo@10.0.0.9', expiresSeconds: 0 }],
    'all',
  ]);
});

test('the proxies on the way are kept and named in the response', async () => {
  const w = registering();
  const { answer } = await w.register([contact, 'Supported: path', 'Path: <sip:192.0.2.7;lr>']);
  expect(answer).toMatch(/^SIP\/2\.0 200 [\s\S]*^Path: <sip:192\.0\.2\.7;lr>\r$/m);
  expect(w.registrations[0]!.path).toEqual(['<sip:192.0.2.7;lr>']);
});

test('a proxy over which a device registers still carries the calls of its trunk', async () => {
  const w = registering({ isTrunk: true });
  const throughProxy = [contact, 'Via: SIP/2.0/UDP 10.0.0.9:5070;branch=z9hG4bK-device'];
  expect(startOf((await w.register(throughProxy)).answer)).toBe('SIP/2.0 200 OK');
  expect(w.registrations[0]).toMatchObject({ path: [], isDirect: false });
  const [answer] = await w.ask([], 'carrier', 'INVITE');
  expect(answer).not.toMatch(/^SIP\/2\.0 403 /);
});

test('without any device, a REGISTER of an unknown address gets no response', async () => {
  const w = registering({ isInUse: false });
  expect(await w.ask([contact])).toEqual([]);
});

test('while the database is away, devices shall come again, and the log stays short', async () => {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const { devices } = registry();
  const away = { ...devices, isInUse: () => Promise.reject(new Error('the database is away')) };
  const w = registering({ devices: away, log });
  for (let times = 0; times < 30; times++)
    expect((await w.ask([contact]))[0]).toMatch(/^SIP\/2\.0 503 [\s\S]*^Retry-After: 5\r$/m);
  expect(logged.length).toBe(10);
});

test('a registered device may ask whether we are there, and places no calls', async () => {
  const w = registering();
  expect(await w.ask([contact], 'dmo', 'OPTIONS')).toEqual([]);
  await w.register([contact]);
  expect((await w.ask([contact], 'dmo', 'OPTIONS')).map(startOf)).toEqual(['SIP/2.0 200 OK']);
  expect((await w.ask([contact], 'dmo', 'SUBSCRIBE')).map(startOf)).toEqual([
    'SIP/2.0 405 Method Not Allowed',
  ]);
  const [refused] = await w.ask([contact], 'dmo', 'INVITE');
  expect(refused).toMatch(/^SIP\/2\.0 403 [\s\S]*^Warning: 399 parley "Devices of members take calls/m);
});

test('a call to a device uses its flow and route to the end, whatever its Contact names', () => {
  const w = world();
  const elsewhere = 'Contact: <sip:mo@198.51.100.7:9999>';
  const routes = ['<sip:192.0.2.7;lr>'];
  const invite = {
    ...inviteTo(peerAt, 'out'),
    target: { host: '198.51.100.7', port: 9999 },
    flow: peerAt,
    routes,
  };
  const call = w.agent.invite(invite, recordEvents([]));
  w.time.advance(20);
  expect(w.got[0]).toMatch(/^INVITE [\s\S]*^Route: <sip:192\.0\.2\.7;lr>\r$/m);
  expect(w.send(responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', [elsewhere], offer))).toEqual([
    'ACK sip:mo@198.51.100.7:9999 SIP/2.0',
  ]);
  call.hangUp();
  w.time.advance(20);
  expect(w.got.at(-1)).toMatch(/^BYE sip:mo@198\.51\.100\.7:9999 /);
  expect(w.network.sent.filter(({ from }) => from.port === us.port).map(({ to }) => to.address)).toEqual([
    peerAt.address,
    peerAt.address,
    peerAt.address,
  ]);
});

test('a call goes on over the connection by which its device has registered since', () => {
  const w = world();
  const flow = { ...peerAt, transport: 'tcp', connection: 1, isEphemeral: true } as const;
  const flowNow = () => ({ ...flow, connection: 2 });
  w.network.open.add(1).add(2);
  const call = w.agent.invite({ ...inviteTo(peerAt, 'out'), flow, flowNow }, recordEvents([]));
  w.time.advance(20);
  w.send(responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', [contact], offer));
  w.network.open.delete(1);
  call.hangUp();
  w.time.advance(20);
  const ours = w.network.sent.filter(({ from }) => from.port === us.port);
  expect(ours.map(({ text, to }) => `${text.split(' ', 1)[0]} ${to.connection}`)).toEqual([
    'INVITE 1',
    'ACK 1',
    'BYE 2',
  ]);
});

test('a device whose connection is closed is not called', () => {
  const w = world();
  const events: string[] = [];
  const flow = { ...peerAt, transport: 'tcp', connection: 1, isEphemeral: true } as const;
  w.agent.invite({ ...inviteTo(peerAt, 'out'), flow }, recordEvents(events));
  w.time.advance(20);
  expect(events.join()).toMatch(/not-there/);
  expect(w.got).toEqual([]);
});
