import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FakeNetwork } from '../../../../test/sip/fake-network.ts';
import type { RequestAnswer } from './outgoing-request.ts';
import type { RegistrationOptions, RegistrationState } from './registration.ts';
import { nextRegistrationStep } from './registration-plan.ts';

const us = { address: '192.0.2.1', port: 5060 };
const them = { address: '192.0.2.2', port: 5060 };
const delegate = {
  admits: () => true,
  onInvite: () => {
    throw new Error('nobody calls here');
  },
};

/** Returns a registrar whose responses come from `answer`: a head, or null for silence. */
function world(answer: (request: string, count: number) => string | null) {
  const network = new FakeNetwork();
  const agent = network.userAgent(us, delegate);
  const received: { atMs: number; text: string }[] = [];
  const peer = network.peer(them, (bytes) => {
    const text = bytes.toString();
    received.push({ atMs: network.scheduler.nowMs(), text });
    const head = answer(text, received.length);
    if (head === null) return;
    const copied = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/.test(line));
    peer.send([head, ...copied, 'Content-Length: 0', '', ''].join('\r\n'), us);
  });
  const states: RegistrationState[] = [];
  const start = (more: Partial<RegistrationOptions> = {}) =>
    agent.startRegistration({
      target: { host: them.address, port: them.port },
      aor: 'sip:+1555@example.com',
      onState: (state) => states.push(state),
      ...more,
    });
  /** Advances the clock in small steps, so that promises settle between them. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 50) {
      network.scheduler.advance(50);
      await setImmediate();
    }
  };
  return { network, agent, received, states, start, pass };
}

function lineOf(text: string, name: string): string {
  return text
    .split('\r\n')
    .find((line) => line.startsWith(`${name}: `))!
    .slice(name.length + 2);
}

test('a binding is refreshed within what was granted, with one Call-ID and a growing CSeq', async () => {
  const w = world((request) => `SIP/2.0 200 OK\r\nContact: ${lineOf(request, 'Contact')};expires=20`);
  const registration = w.start();
  await w.pass(60_000);
  const gaps = w.received.slice(1).map(({ atMs }, i) => atMs - w.received[i]!.atMs);
  expect(w.received.length).toBeGreaterThanOrEqual(4);
  for (const gap of gaps) {
    expect(gap).toBeGreaterThanOrEqual(14_000);
    expect(gap).toBeLessThanOrEqual(16_200);
  }
  expect(new Set(w.received.map(({ text }) => lineOf(text, 'Call-ID'))).size).toBe(1);
  expect(w.received.map(({ text }) => lineOf(text, 'CSeq')).slice(0, 3)).toEqual([
    '1 REGISTER',
    '2 REGISTER',
    '3 REGISTER',
  ]);
  const [first] = w.received;
  expect(first!.text.split('\r\n')[0]).toBe('REGISTER sip:example.com SIP/2.0');
  expect(lineOf(first!.text, 'Contact')).toBe('<sip:+1555@192.0.2.1:5060>');
  expect(lineOf(first!.text, 'Expires')).toBe('3600');
  expect(registration.state).toMatchObject({ status: 'registered', lastFailure: null });
  expect(w.states.map(({ status }) => status).slice(0, 2)).toEqual(['registering', 'registered']);
});

test('423 is asked again at once with the longer expiry', async () => {
  const w = world((request) =>
    lineOf(request, 'Expires') === '60'
      ? 'SIP/2.0 423 Interval Too Brief\r\nMin-Expires: 600'
      : 'SIP/2.0 200 OK',
  );
  const registration = w.start({ expiresSeconds: 60 });
  await w.pass(1_000);
  expect(w.received.map(({ text }) => lineOf(text, 'Expires'))).toEqual(['60', '600']);
  expect(registration.state.status).toBe('registered');
});

test('a silent registrar is tried again, ever more seldom; the binding lapses, and comes back', async () => {
  let isThere = true;
  const w = world((text) =>
    isThere && text.startsWith('REGISTER') ? 'SIP/2.0 200 OK\r\nExpires: 60' : null,
  );
  const registration = w.start();
  await w.pass(1_000);
  isThere = false;
  await w.pass(400_000);
  expect(registration.state).toMatchObject({
    status: 'registering',
    registeredUntilEpochMs: null,
    lastFailure: { code: null, reason: 'no response' },
  });
  const asked = w.received.filter(({ text }) => text.startsWith('REGISTER'));
  const attempts = asked.filter(({ text }, i) => i === 0 || text !== asked[i - 1]!.text);
  const gaps = attempts.slice(1).map(({ atMs }, i) => atMs - attempts[i]!.atMs);
  expect(gaps.at(-1)!).toBeGreaterThan(gaps[1]! * 4);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(310_100);
  isThere = true;
  await w.pass(320_000);
  expect(registration.state).toMatchObject({ status: 'registered', lastFailure: null });
});

test('stopping removes the binding and leaves nothing behind', async () => {
  const w = world(() => 'SIP/2.0 200 OK\r\nExpires: 60');
  const registration = w.start();
  await w.pass(1_000);
  const stopped = registration.stop();
  await w.pass(1_000);
  await stopped;
  expect(lineOf(w.received.at(-1)!.text, 'Expires')).toBe('0');
  expect(registration.state.status).toBe('stopped');
  w.network.scheduler.advance(100_000);
  expect([w.agent.stateSize(), w.network.scheduler.pending]).toEqual([0, 0]);
});

test('closing the user agent removes the binding, and does not wait for a silent registrar for long', async () => {
  const w = world((_request, count) => (count === 1 ? 'SIP/2.0 200 OK' : null));
  w.start();
  await w.pass(1_000);
  const closed = w.agent.close({ graceMs: 0 });
  await w.pass(2_100);
  await closed;
  expect(lineOf(w.received.at(-1)!.text, 'Expires')).toBe('0');
  w.network.scheduler.advance(100_000);
  expect([w.agent.stateSize(), w.network.scheduler.pending]).toEqual([0, 0]);
  expect(() => w.start()).toThrow(/closing/);
});

test('stopping in the middle of an attempt gives that up', async () => {
  const w = world(() => null);
  const registration = w.start();
  await w.pass(100);
  const stopped = registration.stop();
  await w.pass(2_200);
  await stopped;
  expect(lineOf(w.received.at(-1)!.text, 'CSeq')).toBe('2 REGISTER');
  expect(w.states.at(-1)!.status).toBe('stopped');
});

test('an aor without a host is a TypeError', () => {
  const w = world(() => null);
  expect(() => w.start({ aor: 'tel:+1555' })).toThrow(new TypeError('aor is not a SIP URI'));
  expect(w.agent.stateSize()).toBe(0);
});

function answerOf(code: number, headers: Record<string, string[]> = {}): RequestAnswer {
  return {
    kind: 'answered',
    code,
    reason: 'words',
    cseq: 1,
    headers: (name) => headers[name] ?? [],
    sdp: null,
  };
}
const attempt = { expiresSeconds: 3_600, contactUri: 'sip:bob@192.0.2.1:5060', failures: 0, longer: 0 };

test.each([
  ['our own binding among others', { contact: ['<sip:x@y>;expires=9, <sip:bob@192.0.2.1>;expires=50'] }, 50],
  ['the only binding, seen behind a NAT', { contact: ['<sip:bob@198.51.100.7:1024>;expires=70'] }, 70],
  ['Expires where the binding says nothing', { contact: ['<sip:bob@192.0.2.1:5060>'], expires: ['80'] }, 80],
  ['what was asked for', {}, 3_600],
  ['at most a day', { expires: ['4000000000'] }, 86_400],
  ['nonsense counts as nothing', { contact: ['<<'], expires: ['soon'] }, 3_600],
])('granted: %s', (_name, headers: Record<string, string[]>, expiresSeconds) => {
  const step = nextRegistrationStep(answerOf(200, headers), attempt, 0.5);
  expect(step).toEqual({ kind: 'registered', expiresSeconds, refreshInMs: expiresSeconds * 750 });
});

test('a refusal waits longer than silence, Retry-After is heeded, and both have an end', () => {
  const retryOf = (outcome: Parameters<typeof nextRegistrationStep>[0], failures: number): number => {
    const step = nextRegistrationStep(outcome, { ...attempt, failures }, 1);
    return step.kind === 'failed' ? step.retryInMs : -1;
  };
  const silence = { kind: 'timeout', reason: 'no response', sent: true, cseq: 1 } as const;
  expect([0, 1, 2, 50].map((failures) => retryOf(silence, failures))).toEqual([2_000, 4_000, 8_000, 300_000]);
  expect([0, 50].map((failures) => retryOf(answerOf(403), failures))).toEqual([30_000, 300_000]);
  expect(retryOf(answerOf(503, { 'retry-after': ['120 (busy)'] }), 0)).toBe(120_000);
  expect(retryOf(answerOf(503, { 'retry-after': ['9999999'] }), 0)).toBe(3_600_000);
  const playing = { ...attempt, longer: 3 };
  expect(nextRegistrationStep(answerOf(423, { 'min-expires': ['7200'] }), playing, 1).kind).toBe('failed');
  expect(nextRegistrationStep(answerOf(423, { 'min-expires': ['60'] }), attempt, 1).kind).toBe('failed');
  expect(nextRegistrationStep(answerOf(200, { expires: ['0'] }), attempt, 1).kind).toBe('failed');
});

test('between two refreshes the way back through a NAT is kept open, and a refresh can be asked for', async () => {
  const w = world((request) =>
    request === '\r\n\r\n' ? null : `SIP/2.0 200 OK\r\nContact: ${lineOf(request, 'Contact')};expires=300`,
  );
  const registration = w.start({ line: 'abc' });
  await w.pass(80_000);
  const kinds = () => w.received.map(({ text }) => text.split(' ', 1)[0]);
  expect(kinds()).toEqual(['REGISTER', '\r\n\r\n', '\r\n\r\n', '\r\n\r\n']);
  expect(w.received[0]!.text).toMatch(/^Contact: <sip:\+1555@192\.0\.2\.1:5060;line=abc>\r$/m);
  registration.refresh();
  await w.pass(1_000);
  expect(kinds().at(-1)).toBe('REGISTER');
  const stopped = registration.stop();
  await w.pass(1_000);
  await stopped;
  const { length } = w.received;
  await w.pass(60_000);
  expect(w.received).toHaveLength(length);
});
