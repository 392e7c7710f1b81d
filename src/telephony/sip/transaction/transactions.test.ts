import { beforeEach, describe, expect, test } from 'vitest';
import { FakeScheduler } from '../../../../test/sip/fake-network.ts';
import { TransportFailure } from '../base/transport.ts';
import type { SipRequest, SipResponse } from '../message/message.ts';
import { parseMessage } from '../message/parse-message.ts';
import { type OutgoingRequest, serializeRequest, serializeResponse } from '../message/serialize.ts';
import type { Wire } from '../transport/wire.ts';
import { ClientTransaction, clientTransitions } from './client-transaction.ts';
import { InviteClientTransaction, inviteClientTransitions } from './invite-client-transaction.ts';
import { InviteServerTransaction, inviteServerTransitions } from './invite-server-transaction.ts';
import { ServerTransaction, serverTransitions } from './server-transaction.ts';
import { StateMachine } from './state-machine.ts';

const peer = { address: '192.0.2.2', port: 5060 };
const viaTo: Wire['viaTo'] = ({ transport = 'udp' }) => ({ transport, sentBy: '192.0.2.1:5060' });
let time: FakeScheduler;
/** All sent messages as `<ms> <start line>`. */
let sent: string[];
let heard: string[];
let failures: ((error: TransportFailure) => void)[];
let wire: Wire;

beforeEach(() => {
  time = new FakeScheduler();
  sent = [];
  heard = [];
  failures = [];
  const send: Wire['send'] = (bytes, _to, failed, maySend = () => true) => {
    if (!maySend()) return;
    sent.push(`${time.nowMs()} ${bytes.toString().split('\r\n', 1)[0]}`);
    if (failed) failures.push(failed);
  };
  wire = { scheduler: time, send, resend: send, viaTo };
});

const events = {
  onResponse: (response: SipResponse) => heard.push(String(response.status)),
  onTimeout: () => heard.push('timeout'),
  onTransportError: () => heard.push('transport error'),
  onAck: () => heard.push('ack'),
  onConfirmed: () => heard.push('confirmed'),
  onTerminated: () => heard.push('terminated'),
};

function outgoing(method: string): OutgoingRequest {
  const routes = ['<sip:proxy.example.com;lr>'];
  const parts = {
    uri: 'sip:a@b',
    sentBy: '192.0.2.1:5060',
    branch: 'z9hG4bKx',
    routes,
    callId: 'id',
    cseq: 4,
  };
  return { method, ...parts, from: '<sip:a@b>;tag=1', to: '<sip:c@d>', headers: [['X-A', 'b']], body: null };
}

function incoming(method: string): SipRequest {
  const parsed = parseMessage(serializeRequest(outgoing(method)));
  if (!parsed.ok || parsed.message.kind !== 'request') throw new Error('no request');
  return parsed.message;
}

function response(method: string, status: number): SipResponse {
  const bytes = serializeResponse({
    basis: incoming(method).basis,
    status,
    toTag: 'theirs',
    headers: [],
    body: null,
  });
  const parsed = parseMessage(bytes);
  if (!parsed.ok || parsed.message.kind !== 'response') throw new Error('no response');
  return parsed.message;
}

const times = (what: string): number[] =>
  sent.filter((line) => line.includes(what)).map((line) => Number.parseInt(line, 10));

describe('INVITE client', () => {
  const start = () => new InviteClientTransaction(outgoing('INVITE'), peer, wire, events);

  test('timer A doubles, timer B ends it', () => {
    const transaction = start();
    time.advance(31_999);
    expect(transaction.state).toBe('calling');
    time.advance(1);
    expect(transaction.state).toBe('terminated');
    expect(times('INVITE')).toEqual([0, 500, 1500, 3500, 7500, 15500, 31500]);
    expect(heard).toEqual(['terminated', 'timeout']);
    expect(time.pending).toBe(0);
  });

  test('a provisional response stops timers A and B', () => {
    const transaction = start();
    transaction.receive(response('INVITE', 180));
    time.advance(300_000);
    expect(transaction.state).toBe('proceeding');
    expect(times('INVITE')).toEqual([0]);
    transaction.receive(response('INVITE', 183));
    expect(heard).toEqual(['180', '183']);
  });

  test('a failure is acknowledged as often as it comes, for the length of timer D', () => {
    const transaction = start();
    transaction.receive(response('INVITE', 486));
    transaction.receive(response('INVITE', 486));
    transaction.receive(response('INVITE', 180));
    expect(transaction.state).toBe('completed');
    expect(times('ACK sip:a@b')).toEqual([0, 0]);
    expect(heard).toEqual(['486']);
    time.advance(31_999);
    expect(transaction.state).toBe('completed');
    time.advance(1);
    expect(transaction.state).toBe('terminated');
  });

  test('every 2xx goes up for the length of timer M and none is acknowledged here', () => {
    const transaction = start();
    transaction.receive(response('INVITE', 200));
    transaction.receive(response('INVITE', 200));
    transaction.receive(response('INVITE', 486));
    expect(transaction.state).toBe('accepted');
    expect(heard).toEqual(['200', '200']);
    expect(times('ACK')).toEqual([]);
    time.advance(32_000);
    expect(heard).toEqual(['200', '200', 'terminated']);
  });

  test('a network failure ends the transaction, unless an answer has arrived', () => {
    const refused = start();
    failures[0]!(new TransportFailure('refused', false));
    expect(refused.state).toBe('terminated');
    expect(heard).toEqual(['terminated', 'transport error']);
    const answered = start();
    answered.receive(response('INVITE', 180));
    failures[1]!(new TransportFailure('refused', false));
    expect(answered.state).toBe('proceeding');
  });

  test('the ACK of a failure has branch, route and CSeq of the INVITE and the To of the response', () => {
    const bytes: string[] = [];
    const send: Wire['send'] = (message) => bytes.push(message.toString());
    const quiet = { scheduler: time, send, resend: send, viaTo };
    const transaction = new InviteClientTransaction(outgoing('INVITE'), peer, quiet, events);
    transaction.receive(response('INVITE', 486));
    expect(bytes[1]!.split('\r\n')).toEqual([
      'ACK sip:a@b SIP/2.0',
      'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKx;rport',
      'Max-Forwards: 70',
      'Route: <sip:proxy.example.com;lr>',
      'From: <sip:a@b>;tag=1',
      'To: <sip:c@d>;tag=theirs',
      'Call-ID: id',
      'CSeq: 4 ACK',
      'Content-Length: 0',
      '',
      '',
    ]);
  });
});

describe('client', () => {
  const start = () => new ClientTransaction(outgoing('BYE'), peer, wire, events);

  test('timer E doubles up to T2, timer F ends it', () => {
    const transaction = start();
    time.advance(32_000);
    expect(times('BYE')).toEqual([0, 500, 1500, 3500, 7500, 11500, 15500, 19500, 23500, 27500, 31500]);
    expect(transaction.state).toBe('terminated');
    expect(heard).toEqual(['terminated', 'timeout']);
  });

  test('while proceeding it is repeated every T2', () => {
    const transaction = start();
    transaction.receive(response('BYE', 100));
    time.advance(9_000);
    expect(times('BYE')).toEqual([0, 500, 4500, 8500]);
    expect(transaction.state).toBe('proceeding');
  });

  test('a final response ends the repetitions, and timer K swallows its own', () => {
    const transaction = start();
    transaction.receive(response('BYE', 200));
    transaction.receive(response('BYE', 200));
    time.advance(4_999);
    expect(transaction.state).toBe('completed');
    time.advance(1);
    expect(transaction.state).toBe('terminated');
    expect(heard).toEqual(['200', 'terminated']);
    expect(times('BYE')).toEqual([0]);
  });
});

describe('INVITE server', () => {
  const start = () => new InviteServerTransaction(incoming('INVITE'), wire, events);
  const respond = (transaction: InviteServerTransaction, status: number) =>
    transaction.respond({ basis: transaction.request.basis, status, toTag: 't', headers: [], body: null });

  test('a failure is repeated by timer G up to T2 until timer H gives up', () => {
    const transaction = start();
    respond(transaction, 486);
    time.advance(32_000);
    expect(times('486')).toEqual([0, 500, 1500, 3500, 7500, 11500, 15500, 19500, 23500, 27500, 31500]);
    expect(transaction.state).toBe('terminated');
    expect(heard).toEqual(['terminated']);
  });

  test('its ACK ends the repetitions, and timer I swallows further ones', () => {
    const transaction = start();
    respond(transaction, 486);
    transaction.receive(incoming('ACK'));
    transaction.receive(incoming('ACK'));
    expect(transaction.state).toBe('confirmed');
    time.advance(5_000);
    expect(transaction.state).toBe('terminated');
    expect(times('486')).toEqual([0]);
    expect(heard).toEqual(['confirmed', 'terminated']);
  });

  test('a repeated INVITE gets the last response, and nothing once accepted', () => {
    const transaction = start();
    transaction.receive(incoming('INVITE'));
    respond(transaction, 100);
    respond(transaction, 180);
    transaction.receive(incoming('INVITE'));
    expect(times('180')).toHaveLength(2);
    respond(transaction, 200);
    transaction.receive(incoming('INVITE'));
    expect(times('200')).toHaveLength(1);
  });

  test('after a 2xx nothing is repeated here, ACKs go up, timer L ends it', () => {
    const transaction = start();
    respond(transaction, 200);
    respond(transaction, 486);
    transaction.receive(incoming('ACK'));
    expect(transaction.state).toBe('accepted');
    time.advance(32_000);
    expect(transaction.state).toBe('terminated');
    expect(heard).toEqual(['ack', 'terminated']);
    expect(sent).toEqual(['0 SIP/2.0 200 OK']);
  });
});

describe('server', () => {
  test('repeats its answer for the length of timer J, and sends only the first', () => {
    const transaction = new ServerTransaction(incoming('BYE'), wire, events.onTerminated);
    transaction.receive();
    expect(sent).toEqual([]);
    const answer = (status: number) =>
      transaction.respond({ basis: transaction.request.basis, status, toTag: null, headers: [], body: null });
    answer(200);
    answer(500);
    time.advance(31_999);
    transaction.receive();
    expect(sent).toEqual(['0 SIP/2.0 200 OK', '31999 SIP/2.0 200 OK']);
    time.advance(1);
    expect(heard).toEqual(['terminated']);
  });

  test('a transaction that is never answered ends too', () => {
    new ServerTransaction(incoming('BYE'), wire, events.onTerminated);
    time.advance(32_000);
    expect(heard).toEqual(['terminated']);
  });
});

test.each([
  ['INVITE client', inviteClientTransitions],
  ['client', clientTransitions],
  ['INVITE server', inviteServerTransitions],
  ['server', serverTransitions],
])('%s: every state but the last leads on, and to the end', (_name, table) => {
  for (const [state, next] of Object.entries(table)) {
    expect(next.includes('terminated' as never)).toBe(state !== 'terminated');
  }
});

test('a transition that the table does not have is refused', () => {
  const machine = new StateMachine('client', clientTransitions, 'trying');
  machine.move('completed');
  expect(() => machine.move('proceeding')).toThrow('client: completed to proceeding');
});

test('a request that is answered is not kept for timer J, only what a repetition needs', async () => {
  const info = { ...incoming('INFO'), body: Buffer.alloc(60_000) };
  const transaction = new ServerTransaction(info, wire, events.onTerminated);
  transaction.respond({
    basis: info.basis,
    status: 200,
    reason: undefined,
    toTag: null,
    headers: [],
    body: null,
  });
  await Promise.resolve();
  expect(() => transaction.request).toThrow('has released its request');
  transaction.receive();
  expect(sent).toEqual(['0 SIP/2.0 200 OK', '0 SIP/2.0 200 OK']);
});
