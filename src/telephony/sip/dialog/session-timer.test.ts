import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acceptCall,
  delegateOf,
  FakeNetwork,
  inviteTo,
  recordEvents,
} from '../../../../test/sip/fake-network.ts';
import {
  establish,
  offer,
  peerAt,
  placeAnswered,
  request,
  requestToCaller,
  responseTo,
  us,
  world,
} from '../../../../test/sip/scripted-peer.ts';
import { parseMessage } from '../message/parse-message.ts';
import { defaultSessionTimer, intervalForRequest, intervalOfResponse } from '../message/session-expires.ts';

const them = { address: '192.0.2.2', port: 5060 };

/** Returns two agents in a call with the default timers. */
function pair() {
  const network = new FakeNetwork();
  const [callerSaw, calleeSaw]: [string[], string[]] = [[], []];
  const caller = network.userAgent(
    us,
    delegateOf([], () => {}),
  );
  const callee = network.userAgent(them, delegateOf(calleeSaw, acceptCall));
  const call = caller.invite(inviteTo(them, 'call'), recordEvents(callerSaw));
  network.scheduler.advance(1_000);
  return { network, time: network.scheduler, callerSaw, calleeSaw, caller, callee, call };
}

test('two sides that keep time: one refreshes by UPDATE at half of 1,800 s, and the call stands for hours', () => {
  const w = pair();
  w.time.advance(7_300_000);
  expect(w.network.startLines(them).filter((line) => line.startsWith('UPDATE'))).toHaveLength(8);
  expect(w.network.startLines(us).filter((line) => line.startsWith('UPDATE'))).toEqual([]);
  expect([w.callerSaw, w.calleeSaw]).toEqual([['answer'], ['invite', 'ack']]);
  w.call.hangUp();
  w.time.advance(200_000);
  expect([w.caller.stateSize(), w.callee.stateSize(), w.time.pending]).toEqual([0, 0, 0]);
});

test('both sides notice that the other has vanished, within the interval', () => {
  const w = pair();
  w.network.lose = () => true;
  w.time.advance(933_000);
  expect([w.callerSaw, w.calleeSaw]).toEqual([['answer'], ['invite', 'ack', 'end system']]);
  w.time.advance(1_768_000 - 933_000);
  expect(w.callerSaw).toEqual(['answer', 'end system']);
  w.time.advance(200_000);
  expect([w.caller.stateSize(), w.callee.stateSize(), w.time.pending]).toEqual([0, 0, 0]);
});

test('an INVITE asks for 1,800 s, and for more after a 422', () => {
  const w = world();
  const events: string[] = [];
  w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(20);
  expect(w.got[0]).toMatch(/^Session-Expires: 1800\r$/m);
  expect(w.got[0]).toMatch(/^Supported: timer\b/m);
  const tooSmall = ['Min-SE: 3600'];
  const sent = w.send(responseTo(w.got[0]!, 'SIP/2.0 422 Session Interval Too Small', 'a', tooSmall));
  expect(sent.map((line) => line.split(' ')[0])).toEqual(['ACK', 'INVITE']);
  expect(w.got.at(-1)).toMatch(/^CSeq: 2 INVITE\r\n(.*\r\n)*Session-Expires: 3600\r\nMin-SE: 3600\r$/m);
  w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 422 Session Interval Too Small', 'b', tooSmall));
  expect(events).toEqual(['fail rejected 422']);
});

test('an interval that is too short for us is 422, unless the peer could not ask for another', () => {
  const w = world();
  const short = ['Session-Expires: 60;refresher=uac'];
  expect(w.send(request({ body: offer, headers: [...short, 'Supported: timer'] }))).toEqual([
    'SIP/2.0 422 Session Interval Too Small',
  ]);
  expect(w.got.at(-1)).toContain('Min-SE: 90');
  expect(w.send(request({ body: offer, headers: short, cseq: 2 })).at(-1)).toBe('SIP/2.0 200 OK');
  expect(w.got.at(-1)).toContain('Session-Expires: 60;refresher=uas');
  expect(w.got.at(-1)).not.toContain('Require:');
});

test('a caller that refreshes the session is confirmed as the refresher, and its silence ends the call', () => {
  const w = world();
  const headers = ['Supported: timer', 'Session-Expires: 600;refresher=uac'];
  w.send(request({ body: offer, headers }));
  expect(w.got.at(-1)).toContain('Session-Expires: 600;refresher=uac\r\nRequire: timer');
  const toTag = /^To: .*;tag=([0-9a-f]+)/m.exec(w.got.at(-1)!)![1]!;
  w.send(request({ method: 'ACK', toTag }));
  w.time.advance(400_000);
  expect(w.send(request({ method: 'UPDATE', toTag, cseq: 2, headers }))).toEqual(['SIP/2.0 200 OK']);
  w.time.advance(567_000);
  expect(w.seen).toEqual(['invite', 'ack']);
  w.time.advance(2_000);
  expect(w.seen).toEqual(['invite', 'ack', 'end system']);
  expect(w.got.at(-1)).toMatch(/^BYE /);
});

test('a called side that refreshes itself by re-INVITE keeps the call', () => {
  const w = world();
  const events: string[] = [];
  w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(20);
  const timer = ['Contact: <sip:b@192.0.2.66:5070>', 'Session-Expires: 90;refresher=uas', 'Require: timer'];
  w.send(responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', timer, offer));
  for (let cseq = 1; cseq <= 5; cseq++) {
    w.time.advance(45_000);
    const headers = ['Supported: timer', 'Session-Expires: 90;refresher=uac'];
    expect(w.send(requestToCaller({ cseq, headers, body: offer }))).toEqual(['SIP/2.0 200 OK']);
    w.send(requestToCaller({ method: 'ACK', cseq }));
  }
  expect(events).toEqual(['answer']);
  w.time.advance(60_100);
  expect(events).toEqual(['answer', 'end system']);
});

test('a peer that keeps no time is asked every 900 s; a refusal shows that it is there, silence ends the call', () => {
  const w = world();
  const { events } = placeAnswered(w);
  for (const answer of ['200 OK', '500 Server Internal Error', '488 Not Acceptable Here']) {
    w.time.advance(900_000);
    expect(w.got.at(-1)).toMatch(/^UPDATE [\s\S]*Session-Expires: 1800;refresher=uac\r\n/);
    expect(w.got.at(-1)).toContain('Content-Length: 0');
    w.send(responseTo(w.got.at(-1)!, `SIP/2.0 ${answer}`, 'one'));
  }
  expect(events).toEqual(['answer']);
  w.time.advance(933_000);
  expect(events).toEqual(['answer', 'end system']);
});

test.each([['408 Request Timeout'], ['481 Call/Transaction Does Not Exist']])(
  'a refresh that is answered %s ends the call with BYE',
  (answer) => {
    const w = world();
    const { events } = placeAnswered(w);
    w.time.advance(900_000);
    expect(w.send(responseTo(w.got.at(-1)!, `SIP/2.0 ${answer}`, 'one'))).toEqual([
      expect.stringMatching(/^BYE/),
    ]);
    expect(events).toEqual(['answer', 'end system']);
  },
);

test('a peer that keeps time and refuses each refresh is left at the end of the interval', () => {
  const w = world();
  const events: string[] = [];
  w.agent.invite(inviteTo(peerAt, 'out'), recordEvents(events));
  w.time.advance(20);
  const headers = ['Contact: <sip:b@192.0.2.66:5070>', 'Allow: UPDATE', 'Session-Expires: 120;refresher=uac'];
  w.send(responseTo(w.got[0]!, 'SIP/2.0 200 OK', 'one', headers, offer));
  for (const _attempt of [1, 2]) {
    w.time.advance(_attempt === 1 ? 60_000 : 15_000);
    expect(w.got.at(-1)).toMatch(/^UPDATE /);
    w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 500 Server Internal Error', 'one'));
  }
  expect(events).toEqual(['answer']);
  w.time.advance(15_000);
  expect(events).toEqual(['answer', 'end system']);
});

test('a peer without UPDATE is refreshed by re-INVITE with the description that holds', () => {
  const w = world();
  const toTag = establish(w);
  w.time.advance(900_000);
  expect(w.got.at(-1)).toMatch(/^INVITE /);
  expect(w.got.at(-1)).toContain('o=- 1 1 IN');
  const contact = ['Contact: <sip:peer@192.0.2.66:5070>'];
  expect(w.send(responseTo(w.got.at(-1)!, 'SIP/2.0 200 OK', 'peertag', contact, offer))).toEqual([
    expect.stringMatching(/^ACK/),
  ]);
  expect(w.send(request({ method: 'OPTIONS', toTag, cseq: 2 }))).toEqual(['SIP/2.0 200 OK']);
  expect(w.seen).toEqual(['invite', 'ack']);
});

test('whatever a peer says of the timer, the interval stays within bounds', () => {
  const value = fc.oneof(fc.nat(200_000).map(String), fc.string({ maxLength: 12 }));
  const line = (name: string) =>
    fc.option(
      fc
        .tuple(value, fc.constantFrom('', ';refresher=uac', ';refresher=uas', ';refresher=x', ';;'))
        .map(([seconds, rest]) => `${name}: ${seconds}${rest}`),
      { nil: 'X: y' },
    );
  fc.assert(
    fc.property(line('Session-Expires'), line('Min-SE'), fc.boolean(), (expires, least, supported) => {
      const headers = [expires, least, ...(supported ? ['Supported: timer'] : [])];
      const invite = parseMessage(Buffer.from(request({ headers })));
      if (!invite.ok || invite.message.kind !== 'request') return;
      const asked = intervalForRequest(invite.message, defaultSessionTimer).interval;
      expect(asked.seconds).toBeGreaterThanOrEqual(90);
      expect(asked.seconds).toBeLessThanOrEqual(86_400);
      expect(asked.refresher === 'us' || asked.isShared).toBe(true);
      const answer = responseTo(request({}), 'SIP/2.0 200 OK', 'a', headers);
      const response = parseMessage(Buffer.from(answer));
      if (!response.ok || response.message.kind !== 'response') return;
      const { seconds } = intervalOfResponse(response.message, defaultSessionTimer);
      expect(seconds).toBeGreaterThanOrEqual(90);
      expect(seconds).toBeLessThanOrEqual(86_400);
    }),
  );
});
