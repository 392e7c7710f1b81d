import { describe, expect, test } from 'vitest';
import { acceptCall, inviteTo, recordEvents } from '../../../../test/sip/fake-network.ts';
import {
  offer,
  peerAt,
  request,
  requestToCaller,
  responseTo,
  world,
} from '../../../../test/sip/scripted-peer.ts';
import type { IncomingCall } from '../call/incoming-call.ts';

const header = (message: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1]?.trim();
const demand = { headers: ['Require: 100rel'], body: offer };

/** Returns a caller that requires reliable provisional responses and is ringing. */
function ringing() {
  const calls: IncomingCall[] = [];
  const w = world({}, (call) => {
    calls.push(call);
    call.ring();
  });
  expect(w.send(request(demand))).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 180 Ringing']);
  const response = w.got.at(-1)!;
  const toTag = /;tag=(\w+)/.exec(header(response, 'To')!)![1]!;
  const prack = (rack: string, cseq = 2, body = '') =>
    w.send(request({ method: 'PRACK', toTag, cseq, headers: [`RAck: ${rack}`], body }));
  return { w, call: calls[0]!, number: Number(header(response, 'RSeq')), response, toTag, prack };
}

describe('a provisional response of ours to a caller that demands it reliable', () => {
  test('is repeated until its PRACK comes, which the next one waits for', () => {
    const { w, call, number, response, prack } = ringing();
    expect([header(response, 'Require'), number > 0]).toEqual(['100rel', true]);
    w.time.advance(1_500);
    expect(w.got.filter((message) => message === response)).toHaveLength(3);
    call.ring(181);
    call.ring(183);
    expect(w.got.at(-1)).toBe(response);
    expect(prack(`${number} 1 INVITE`)).toEqual(['SIP/2.0 183 Session Progress', 'SIP/2.0 200 OK']);
    expect(header(w.got.find((message) => message.startsWith('SIP/2.0 183'))!, 'RSeq')).toBe(
      String(number + 1),
    );
    expect(prack(`${number + 1} 1 INVITE`, 3)).toEqual(['SIP/2.0 200 OK']);
    const before = w.got.length;
    w.time.advance(40_000);
    expect(w.got).toHaveLength(before);
  });

  test.each([
    [
      'another number',
      (number: number) => `${number + 1} 1 INVITE`,
      'SIP/2.0 481 Call/Transaction Does Not Exist',
    ],
    [
      'another request',
      (number: number) => `${number} 2 INVITE`,
      'SIP/2.0 481 Call/Transaction Does Not Exist',
    ],
    [
      'another method',
      (number: number) => `${number} 1 UPDATE`,
      'SIP/2.0 481 Call/Transaction Does Not Exist',
    ],
    ['nothing that can be read', () => 'x', 'SIP/2.0 400 Bad Request'],
  ])('is not acknowledged by a PRACK of %s', (_name, rack, answer) => {
    const { prack, number } = ringing();
    expect(prack(rack(number))).toEqual([answer]);
    expect(prack(`${number} 1 INVITE`, 3)).toEqual(['SIP/2.0 200 OK']);
  });

  test('takes no offer in its PRACK', () => {
    const { prack, number } = ringing();
    expect(prack(`${number} 1 INVITE`, 2, offer)).toEqual(['SIP/2.0 488 Not Acceptable Here']);
  });

  test('that is never acknowledged ends the call with 504', () => {
    const { w } = ringing();
    w.time.advance(33_000);
    expect(w.got.filter((message) => message.startsWith('SIP/2.0 504'))).not.toEqual([]);
    expect(w.seen).toEqual(['invite', 'cancel']);
    w.time.advance(100_000);
    expect([w.agent.stateSize(), w.time.pending]).toEqual([0, 0]);
  });

  test('is not repeated after the answer, and its PRACK is still taken', () => {
    const { w, call, number, response, prack } = ringing();
    acceptCall(call);
    w.time.advance(400);
    const repeated = () => w.got.filter((message) => message === response).length;
    const before = repeated();
    expect(prack(`${number} 1 INVITE`)).toContain('SIP/2.0 200 OK');
    w.time.advance(3_000);
    expect(repeated()).toBe(before);
  });

  test('is acknowledged, too, by a PRACK that the ACK of the call overtook', () => {
    const { w, call, number, toTag, prack } = ringing();
    acceptCall(call);
    w.send(request({ method: 'ACK', toTag, cseq: 1 }));
    expect(w.seen).toEqual(['invite', 'ack']);
    expect(prack(`${number} 1 INVITE`)).toEqual(['SIP/2.0 200 OK']);
    expect(prack(`${number} 1 INVITE`, 3)).toEqual(['SIP/2.0 481 Call/Transaction Does Not Exist']);
  });

  test('is not sent to one that waits for our offer, which would have to be in it', () => {
    const w = world({}, (call) => call.ring());
    expect(w.send(request({ headers: ['Require: 100rel'] }))).toEqual(['SIP/2.0 100 Trying']);
    const other = world({}, (call) => call.ring());
    expect(other.send(request({}))).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 180 Ringing']);
  });

  test('is an ordinary one where the caller only could', () => {
    const w = world({}, (call) => call.ring());
    w.send(request({ headers: ['Supported: 100rel'], body: offer }));
    expect(header(w.got.at(-1)!, 'RSeq')).toBeUndefined();
  });
});

describe('a provisional response of the peer that has to be acknowledged', () => {
  const contact = 'Contact: <sip:b@192.0.2.66:5070>';
  function calling() {
    const w = world();
    const events: string[] = [];
    const call = w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
    w.time.advance(20);
    const invite = w.got[0]!;
    const ring = (number: number | string, status = '180 Ringing', tag = 'one') =>
      w.send(responseTo(invite, `SIP/2.0 ${status}`, tag, [contact, 'Require: 100rel', `RSeq: ${number}`]));
    return { w, events, call, invite, ring };
  }

  test('is, in order and once, each in the early dialog of its own branch', () => {
    const { w, events, invite, ring } = calling();
    expect(header(invite, 'Supported')).toContain('100rel');
    expect(ring(7)).toEqual(['PRACK sip:b@192.0.2.66:5070 SIP/2.0']);
    expect([header(w.got.at(-1)!, 'RAck'), header(w.got.at(-1)!, 'CSeq')]).toEqual(['7 1 INVITE', '2 PRACK']);
    w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'one'));
    expect(ring(7)).toEqual([]);
    expect(ring(9, '183 Session Progress')).toEqual([]);
    expect(ring(8, '183 Session Progress')).toEqual(['PRACK sip:b@192.0.2.66:5070 SIP/2.0']);
    expect(header(w.got.at(-1)!, 'RAck')).toBe('8 1 INVITE');
    w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'one'));
    expect(ring(100, '180 Ringing', 'two')).toEqual(['PRACK sip:b@192.0.2.66:5070 SIP/2.0']);
    expect(events).toEqual(['provisional 180', 'provisional 183', 'provisional 180']);
  });

  test.each(['', '0', '4294967296', 'x'])('is an ordinary one with the number %j', (number) => {
    const { events, ring } = calling();
    expect(ring(number)).toEqual([]);
    expect(events).toEqual(['provisional 180']);
  });

  test('a PRACK without an answer leaves the call as it is, and the dialog counts on from it', () => {
    const { w, events, invite, ring, call } = calling();
    ring(1);
    w.time.advance(33_000);
    expect(w.send(responseTo(invite, 'SIP/2.0 200 OK', 'one', [contact], offer))).toEqual([
      'ACK sip:b@192.0.2.66:5070 SIP/2.0',
    ]);
    expect(header(w.got.at(-1)!, 'CSeq')).toBe('1 ACK');
    call.hangUp();
    w.time.advance(20);
    expect(header(w.got.at(-1)!, 'CSeq')).toBe('3 BYE');
    expect(events).toEqual(['provisional 180', 'answer']);
  });

  test('is none of ours where the peer acknowledges instead', () => {
    const { w, ring } = calling();
    ring(1);
    const prack = requestToCaller({ method: 'PRACK', cseq: 1, headers: ['RAck: 1 1 INVITE'] });
    expect(w.send(prack)).toEqual(['SIP/2.0 481 Call/Transaction Does Not Exist']);
  });
});
