import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SentDatagram } from '../../../../test/sip/fake-network.ts';
import { FakeNetwork } from '../../../../test/sip/fake-network.ts';
import { parseMessage } from '../message/parse-message.ts';
import type { OutOfDialogRequest } from './outgoing-request.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };
const delegate = {
  admits: () => true,
  onInvite: () => {
    throw new Error('nobody calls here');
  },
};

const credentials = { username: 'bob', password: 'secret' };
const register: OutOfDialogRequest = {
  method: 'REGISTER',
  requestUri: 'sip:example.com',
  fromUri: 'sip:bob@example.com',
  toUri: 'sip:bob@example.com',
  target: { host: them.address, port: them.port },
  credentials,
};

/** Returns our user agent, and a peer that answers the n-th request with the n-th response head. */
function world(answers: readonly string[]) {
  const network = new FakeNetwork();
  const agent = network.userAgent(us, delegate);
  const received: string[] = [];
  const peer = network.peer(them, (bytes) => {
    const text = bytes.toString();
    const answer = answers[received.length];
    received.push(text);
    if (answer !== undefined) peer.send(answerTo(text, answer), us);
  });
  return { network, time: network.scheduler, agent, received };
}

/** Returns a response with this head and the fields copied from the request. */
function answerTo(request: string, head: string): string {
  const copied = request.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/.test(line));
  return [head, ...copied, 'Content-Length: 0', '', ''].join('\r\n');
}

function cseqs(requests: readonly string[]): string[] {
  return requests.map((text) => /^CSeq: (.*)$/m.exec(text)![1]!.trim());
}

function expectClean(w: ReturnType<typeof world>): void {
  w.time.advance(40_000);
  expect([w.agent.stateSize(), w.time.pending]).toEqual([0, 0]);
}

test('a request is answered, and its headers can be read', async () => {
  const w = world(['SIP/2.0 200 OK\r\nMin-Expires: 60\r\nContact: <sip:a@b>;expires=30']);
  const outcome = w.agent.request(register);
  w.time.advance(1_000);
  const answer = await outcome;
  expect(answer).toMatchObject({ kind: 'answered', code: 200, reason: 'OK', cseq: 1 });
  expect(answer.kind === 'answered' && answer.headers('Min-expires')).toEqual(['60']);
  expect(w.received[0]).toContain('Contact: <sip:192.0.2.1:5060>');
  expect(w.received[0]!.startsWith('REGISTER sip:example.com SIP/2.0\r\n')).toBe(true);
  expectClean(w);
});

test.each([
  ['MD5', 'md5', 401, 'WWW-Authenticate', 'Authorization'],
  ['SHA-256', 'sha256', 407, 'Proxy-Authenticate', 'Proxy-Authorization'],
] as const)('a challenge with %s is answered once', async (algorithm, hashName, status, asks, says) => {
  const challenge = `Digest realm="r", nonce="n", algorithm=${algorithm}, qop="auth"`;
  const w = world([`SIP/2.0 ${status} Unauthorized\r\n${asks}: ${challenge}`, 'SIP/2.0 200 OK']);
  // Nonces are counted for each credentials object.
  const outcome = w.agent.request({ ...register, credentials: { ...credentials } });
  w.time.advance(1_000);
  expect(await outcome).toMatchObject({ code: 200, cseq: 2 });
  expect(cseqs(w.received)).toEqual(['1 REGISTER', '2 REGISTER']);
  const line = w.received[1]!.split('\r\n').find((text) => text.startsWith(`${says}: `))!;
  const hash = (text: string): string => createHash(hashName).update(text).digest('hex');
  const cnonce = /cnonce="([^"]+)"/.exec(line)![1];
  const expected = hash(
    `${hash('bob:r:secret')}:n:00000001:${cnonce}:auth:${hash('REGISTER:sip:example.com')}`,
  );
  expect(line).toContain(`response="${expected}"`);
  // One request has one Call-ID and From tag, and a new branch for each attempt.
  const parts = w.received.map((text) => [
    /^Call-ID: .*/m.exec(text)![0],
    /^From: .*/m.exec(text)![0],
    /branch=[^;]+/.exec(text)![0],
  ]);
  expect(parts[1]!.slice(0, 2)).toEqual(parts[0]!.slice(0, 2));
  expect(parts[1]![2]).not.toBe(parts[0]![2]);
  expectClean(w);
});

test('a stale nonce is answered again, refused credentials are not', async () => {
  const asks = 'SIP/2.0 401 Unauthorized\r\nWWW-Authenticate: Digest realm="r", nonce=';
  const w = world([`${asks}"a"`, `${asks}"b", stale=true`, `${asks}"c"`, 'SIP/2.0 200 OK']);
  const outcome = w.agent.request(register);
  w.time.advance(1_000);
  expect(await outcome).toMatchObject({ kind: 'answered', code: 401, cseq: 3 });
  expect(w.received).toHaveLength(3);
  expectClean(w);
});

test('without credentials the challenge is the answer', async () => {
  const w = world(['SIP/2.0 401 Unauthorized\r\nWWW-Authenticate: Digest realm="r", nonce="a"']);
  const outcome = w.agent.request({ ...register, credentials: undefined });
  w.time.advance(1_000);
  expect(await outcome).toMatchObject({ kind: 'answered', code: 401 });
  expectClean(w);
});

test('silence ends at timer F, after repetitions that slow down', async () => {
  const w = world([]);
  const outcome = w.agent.request(register);
  w.time.advance(31_000);
  expect(w.agent.stateSize()).toBeGreaterThan(0);
  w.time.advance(1_000);
  expect(await outcome).toEqual({ kind: 'timeout', reason: 'no response', sent: true, cseq: 1 });
  const sentAtMs = w.network.sent.map(({ atMs }: SentDatagram) => atMs);
  expect(sentAtMs.slice(0, 6)).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500]);
  expectClean(w);
});

test('a provisional response does not end the waiting', async () => {
  const w = world(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
  const outcome = w.agent.request(register);
  w.time.advance(6_000);
  expect(await outcome).toMatchObject({ code: 200 });
  expectClean(w);
});

test('closing gives waiting requests up, and takes no more', async () => {
  const w = world([]);
  const outcome = w.agent.request(register);
  await w.agent.close({ graceMs: 0 });
  expect(await outcome).toMatchObject({ kind: 'closed', sent: true });
  expect(await w.agent.request(register)).toMatchObject({ kind: 'closed', sent: false });
  expectClean(w);
});

test.each([
  ['requestUri', 'example.com'],
  ['fromUri', 'sip:a b'],
  ['toUri', ''],
] as const)('%s throws a TypeError that names it when it is not a URI', (name, value) => {
  const w = world([]);
  expect(() => w.agent.request({ ...register, [name]: value })).toThrow(
    new TypeError(`${name} is not a URI`),
  );
  expect(() => w.agent.request({ ...register, headers: [['X-A', 'b\r\nEvil: 1']] })).toThrow(/control char/);
  expect(w.network.sent).toEqual([]);
  expectClean(w);
});

test.each([
  [200, 'OK', true],
  [404, 'Not Found', true],
  [405, 'Method Not Allowed', true],
  [501, 'Not Implemented', true],
  [401, 'Unauthorized', true],
  [503, 'Service Unavailable', false],
  [408, 'Request Timeout', false],
])('a probe that gets %d %s: reachable is %s', async (code, reason, reachable) => {
  const w = world([`SIP/2.0 ${code} ${reason}`]);
  const probe = w.agent.options({ target: { host: them.address, port: them.port } });
  w.time.advance(1_000);
  expect(await probe).toEqual({ reachable, code, reason, codecs: null });
  const parsed = parseMessage(Buffer.from(w.received[0]!));
  expect(parsed.ok && parsed.message.kind === 'request' && parsed.message.uri.text).toBe(
    'sip:192.0.2.2:5060',
  );
  expectClean(w);
});

test('a probe that hears nothing in its time says unreachable', async () => {
  const w = world([]);
  const probe = w.agent.options({ target: { host: them.address, port: them.port }, timeoutMs: 2_000 });
  w.time.advance(1_999);
  expect(w.agent.stateSize()).toBeGreaterThan(0);
  w.time.advance(1);
  expect(await probe).toEqual({ reachable: false, code: null, reason: 'no response', codecs: null });
  expectClean(w);
});

test('our own user agent answers a probe', async () => {
  const network = new FakeNetwork();
  const agent = network.userAgent(us, delegate);
  network.userAgent(them, delegate);
  const probe = agent.options({ target: { host: them.address, port: them.port } });
  network.scheduler.advance(1_000);
  expect(await probe).toEqual({ reachable: true, code: 200, reason: 'OK', codecs: null });
});
