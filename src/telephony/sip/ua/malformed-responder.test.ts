import { expect, test } from 'vitest';
import { delegateOf, FakeNetwork } from '../../../../test/sip/fake-network.ts';
import { offer, request, us, world } from '../../../../test/sip/scripted-peer.ts';
import { applicationMessages, invalidMessages } from '../../../../test/sip/torture-invalid.ts';

const malformed = (branch: string): string => request({ branch }).replace('CSeq: 1', 'CSeq: -1');

test('a source has few malformed requests answered at once, and more later; another one has its own', () => {
  const w = world();
  const other = { address: '192.0.2.67', port: 5070 };
  const toOther: string[] = [];
  const peer = w.network.peer(other, (bytes) => toOther.push(bytes.toString()));
  for (let i = 0; i < 500; i++) w.peer.send(malformed(`a${i}`), us);
  peer.send(malformed('b'), us);
  w.time.advance(30);
  expect([w.got.length, toOther.length]).toEqual([60, 1]);
  w.time.advance(1_000);
  for (let i = 0; i < 500; i++) w.peer.send(malformed(`c${i}`), us);
  w.time.advance(30);
  expect(w.got.length).toBeLessThan(75);
  // Valid requests are still answered.
  expect(w.send(request({ method: 'OPTIONS' }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.agent.stateSize()).toBe(0);
});

test('who may start nothing is not answered, whatever is wrong', () => {
  const network = new FakeNetwork();
  network.userAgent(us, { ...delegateOf([], () => {}), admits: () => false });
  const got: string[] = [];
  const peer = network.peer({ address: '192.0.2.66', port: 5060 }, (bytes) => got.push(bytes.toString()));
  const wrong = invalidMessages.filter(({ answer }) => answer === 400 || answer === 501 || answer === 505);
  for (const { text } of wrong) peer.send(text.replaceAll('\n', '\r\n'), us);
  network.scheduler.advance(100);
  expect([wrong.length > 10, got]).toEqual([true, []]);
});

test('an answer to a malformed request repeats no more of it than it has to', () => {
  for (const { text, answer } of [...invalidMessages, ...applicationMessages]) {
    if (answer === null || answer < 400) continue;
    const w = world();
    const bytes = text.replaceAll('\n', '\r\n');
    w.send(bytes);
    const sent = w.network.sent.at(-1)!.text;
    expect(sent).toMatch(new RegExp(`^SIP/2.0 ${answer} `));
    expect(sent.length).toBeLessThan(bytes.length + 150);
  }
});

test('what is missing is left out of the answer, and says so', () => {
  const w = world();
  const insufficient = request({ branch: 'z9hG4bK1' }).replace(/^(From|To|Call-ID): .*\r\n/gm, '');
  expect(w.send(insufficient)).toEqual(['SIP/2.0 400 Bad Request: From is missing']);
  expect(w.got[0]!.split('\r\n')).toEqual([
    'SIP/2.0 400 Bad Request: From is missing',
    'Via: SIP/2.0/UDP 10.0.0.1:5070;branch=z9hG4bK1;rport=5070;received=192.0.2.66',
    'CSeq: 1 INVITE',
    'Content-Length: 0',
    '',
    '',
  ]);
});

test('an ACK is never answered, whatever is wrong in it', () => {
  const w = world();
  const ack = request({ method: 'ACK' });
  for (const wrong of [
    ack.replace('CSeq: 1', 'CSeq: -1'),
    ack.replace('SIP/2.0\r\n', 'SIP/7.0\r\n'),
    ack.replace('From', 'Frum'),
    ack.replace('branch', ';;branch'),
    ack.replace('Call-ID', 'Call ID'),
  ])
    expect(w.send(wrong)).toEqual([]);
  expect(w.agent.counters().malformed).toBe(5);
});

test('a branch of the cookie alone names no transaction (RFC 4475 §3.2.1)', () => {
  const w = world();
  const invite = request({ branch: 'z9hG4bK', body: offer });
  expect(w.send(invite)).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
  const another = invite.replace('peer-call', 'another-call');
  expect(w.send(another)).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 200 OK']);
});

test.each([
  ['text/plain', 406],
  ['application/isup, text/*;q=0.5', 406],
  ['application/isup, application/SDP ;level=1', 200],
  ['application/*', 200],
  ['*/*', 200],
  ['', 200],
])('an INVITE that accepts %j gets %i', (accepted, status) => {
  const w = world();
  const answer = w.send(request({ body: offer, headers: [`Accept: ${accepted}`] })).at(-1);
  expect(answer).toMatch(`SIP/2.0 ${status} `);
});

test.each([
  ['MESSAGE', 'SIP/2.0 405 Method Not Allowed'],
  ['REGISTER', 'SIP/2.0 405 Method Not Allowed'],
  ['DANCE', 'SIP/2.0 501 Not Implemented'],
])('%s gets %s', (method, answer) => {
  const w = world();
  expect(w.send(request({ method }))).toEqual([answer]);
  expect(/^Allow: /m.test(w.got[0]!)).toBe(answer.includes('405'));
});
