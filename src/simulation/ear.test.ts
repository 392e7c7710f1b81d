import { expect, it } from 'vitest';
import { RtpPeer } from '../../test/peers/rtp-peer.ts';
import type { NegotiatedAudio } from '../telephony/sip/index.ts';
import { Ear } from './ear.ts';

const opus = 96;
/** 20 ms of silence (RFC 6716 §3.1). */
const silence = Uint8Array.of(0xf8, 0xff, 0xfe);

it.each([
  ['once', 1],
  ['and changed meanwhile', 2],
])('what comes while the codec is loaded is measured as of when it came: connected %s', async (_, times) => {
  await using session = await RtpPeer.open();
  await using other = await RtpPeer.open();
  const ear = await Ear.open('127.0.0.1', session.port);
  other.setRemote('127.0.0.1', ear.port);
  const remote = { address: '127.0.0.1', port: other.port };
  const ready = Array.from({ length: times }, () =>
    ear.connect({ codec: 'opus', payloadType: opus, remote } as NegotiatedAudio),
  );
  for (let n = 0; n < 3; n++) other.sendRaw(other.nextPacket(opus, n === 0, n * 960, silence));
  await session.until((received) => received.length === 3);
  const passedOnAtMs = performance.timeOrigin + performance.now();
  await Promise.all(ready);
  expect(ear.heard.positionMs).toBe(60);
  expect(ear.heard.zeroEpochMs).toBeLessThan(passedOnAtMs - 20);
  ear.close();
});

it('is connected again with the same codec no sooner than what comes in is measured', async () => {
  const ear = await Ear.open('127.0.0.1', 9);
  const audio = { codec: 'opus', payloadType: opus, remote: { address: '127.0.0.1', port: 9 } };
  const told: string[] = [];
  const connect = (name: string) => ear.connect(audio as NegotiatedAudio).then(() => told.push(name));
  await Promise.all([connect('first'), connect('again')]);
  expect(told).toEqual(['first', 'again']);
  ear.close();
});
