import { expect, it } from 'vitest';
import { RtpPeer } from '../../test/peers/rtp-peer.ts';
import type { NegotiatedAudio } from '../telephony/sip/index.ts';
import { MeasuringRelay } from './measuring-relay.ts';

const opus = 96;
/** 20 ms of silence (RFC 6716 §3.1). */
const silence = Uint8Array.of(0xf8, 0xff, 0xfe);

it.each([
  ['once', 1],
  ['and changed meanwhile', 2],
])('what comes while the codec is loaded is measured as of when it came: connected %s', async (_, times) => {
  await using session = await RtpPeer.open();
  await using other = await RtpPeer.open();
  const relay = await MeasuringRelay.open('127.0.0.1', session.port);
  other.setRemote('127.0.0.1', relay.port);
  const remote = { address: '127.0.0.1', port: other.port };
  const ready = Array.from({ length: times }, () =>
    relay.connect({ codec: 'opus', payloadType: opus, remote } as NegotiatedAudio),
  );
  for (let n = 0; n < 3; n++) other.sendRaw(other.nextPacket(opus, n === 0, n * 960, silence));
  await session.until((received) => received.length === 3);
  const passedOnAtMs = performance.timeOrigin + performance.now();
  await Promise.all(ready);
  expect(relay.heard.positionMs).toBe(60);
  expect(relay.heard.zeroEpochMs).toBeLessThan(passedOnAtMs - 20);
  relay.close();
});

it('resolves a reconnection with the same codec only when audio is measured', async () => {
  const relay = await MeasuringRelay.open('127.0.0.1', 9);
  const audio = { codec: 'opus', payloadType: opus, remote: { address: '127.0.0.1', port: 9 } };
  const reported: string[] = [];
  const connect = (name: string) => relay.connect(audio as NegotiatedAudio).then(() => reported.push(name));
  await Promise.all([connect('first'), connect('again')]);
  expect(reported).toEqual(['first', 'again']);
  relay.close();
});
