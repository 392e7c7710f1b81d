import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { bindingRequestOf } from '../ice/stun-message.ts';
import { RtpSession } from './rtp-session.ts';
import type { RtpSockets } from './sockets.ts';
import { SrtpSender } from './srtp-sender.ts';
import type { StreamParameters } from './stream-parameters.ts';

const ice = { localUfrag: 'ours', localPassword: 'a password of ours!!!!', remoteUfrag: 'theirs' };
const key = { username: 'ours:theirs', password: ice.localPassword };
const peer = { address: '192.0.2.7', port: 50_000 };
const stranger = { address: '192.0.2.8', port: 50_000 };
const srtp = {
  suite: 'AES_CM_128_HMAC_SHA1_80',
  localKey: randomBytes(30),
  remoteKey: randomBytes(30),
} as const;
const parameters: StreamParameters = {
  ...{ remoteAddress: peer.address, remotePort: peer.port, rtcpMux: true, remoteRtcpPort: null },
  ...{ codec: 'pcmu', payloadType: 0, offeredPayloadType: 0, direction: 'sendrecv', isAcknowledged: true },
  ...{
    telephoneEventPayloadType: null,
    offeredTelephoneEventPayloadType: null,
    signallingAddress: null,
    srtp,
  },
};

let session: RtpSession;
let socket: EventEmitter;
let dtls: number;
let inactive: number;
let started: number;
let nowMs: number;

beforeEach(() => {
  [dtls, inactive, started, nowMs] = [0, 0, 0, 1000];
  const methods = { address: () => ({ address: '0.0.0.0' }), send: () => undefined };
  socket = Object.assign(new EventEmitter(), methods);
  const sockets = { rtp: socket, rtcp: null } as unknown as RtpSockets;
  const ignored = () => undefined;
  session = new RtpSession(sockets, null, 1000, {
    ...{
      audio: ignored,
      speech: ignored,
      digit: ignored,
      finished: ignored,
      webPath: ignored,
      monitored: ignored,
    },
    mediaStarted: () => started++,
    inactive: () => inactive++,
    dtls: () => dtls++,
  });
  session.openWeb(ice);
});

const receive = (datagram: Buffer, source = peer) => void socket.emit('message', datagram, source);
const check = () => receive(bindingRequestOf({ transactionId: randomBytes(12), isNominated: true }, key));
const record = (bytes: number) => Buffer.alloc(bytes, 22);

/** Sends a datagram in each of 80 ticks (1.6 s), which is longer than the session waits for a sign of life. */
function during(act: () => void): void {
  session.connect(parameters, nowMs);
  for (let n = 0; n < 80; n++) {
    act();
    session.tick((nowMs += 20));
  }
}

/** Returns what protects the packets of the peer, in order. */
function speaker(): () => Buffer {
  const sender = new SrtpSender(srtp.suite, srtp.remoteKey);
  let sequenceNumber = 0;
  return () => {
    const packet = Buffer.alloc(12 + 160 + 10, 0x55);
    packet.writeUInt16BE(0x8000);
    packet.writeUInt16BE(++sequenceNumber, 2);
    packet.writeUInt32BE(sequenceNumber * 160, 4);
    packet.writeUInt32BE(7, 8);
    return packet.subarray(0, sender.protect(packet, 12, 172));
  };
}

test('passes on as much DTLS as a handshake needs, and only of addresses with a check', () => {
  receive(record(200));
  expect(dtls).toBe(0);
  check();
  receive(record(60_000));
  expect(dtls).toBe(0);
  for (let n = 0; n < 1000; n++) receive(record(200));
  // The thousand may lie in two seconds.
  expect([50, 100]).toContain(dtls);
});

test('a check keeps the call, and datagrams that anyone can forge do not', () => {
  check();
  during(check);
  expect(inactive).toBe(0);
  during(() => {
    receive(record(200));
    receive(Buffer.alloc(60, 0x80));
  });
  expect([inactive, started]).toEqual([1, 0]);
});

test('hears the keys of the call only from addresses with a check', () => {
  check();
  const speak = speaker();
  during(() => receive(speak(), stranger));
  expect([session.incoming.reception.packetsReceived, session.packetsIgnored]).toEqual([0, 80]);
  during(() => receive(speak()));
  expect([session.incoming.reception.packetsReceived, started]).toEqual([80, 1]);
});
