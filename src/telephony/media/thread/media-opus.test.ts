import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { exact, MediaCalls, telephone } from '../../../../test/world/media-calls.ts';
import { readWav } from '../index.ts';
import { parseRtp } from '../rtp/rtp-packet.ts';

const media = new MediaCalls();

/** Opens a network between two sessions, from here to `port`, that loses every tenth packet of audio. */
async function openNetwork(port: number, payloadType: number) {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  media.defer(async () => void socket.close());
  const passed: { payloadType: number; timestamp: number; octets: number }[] = [];
  let audio = 0;
  socket.on('message', (datagram, { port: from }) => {
    const header = from === port ? null : parseRtp(datagram);
    if (!header || (header.payloadType === payloadType && ++audio % 10 === 0)) return;
    const octets = header.payloadEnd - header.payloadStart;
    passed.push({ payloadType: header.payloadType, timestamp: header.timestamp, octets });
    socket.send(datagram, port, '127.0.0.1');
  });
  return { port: socket.address().port, passed };
}

test('an Opus call with keys survives a network that loses packets', exact, async () => {
  let digits = '';
  const [one, other] = await Promise.all([
    media.openCall(),
    media.openCall({ onDtmf: ({ digit }) => (digits += digit) }),
  ]);
  const network = await openNetwork(other.session.localPort, 111);
  const wide = {
    codec: 'opus',
    payloadType: 111,
    telephoneEventPayloadType: 110,
    remoteAddress: '127.0.0.1',
    rtcpMux: true,
  } as const;
  other.session.connect({ ...wide, remotePort: network.port });
  one.session.connect({ ...wide, remotePort: network.port });
  expect(one.session.sampleRateHz).toBe(16_000);
  // The tone is above 4 kHz, beyond G.711.
  const high = tone(5_500, 900, 8_000, 16_000);
  const playback = await one.session.play(high);
  expect(playback).toMatchObject({ playedMs: 900, completed: true });
  await one.session.sendDtmf('4#');
  await one.session.play(new Int16Array(8_000));
  const [mine, theirs] = await Promise.all([one.session.close(), other.session.close()]);
  expect(digits).toBe('4#');
  const sent = readWav(await readFile(mine.recording!.path));
  const heard = readWav(await readFile(theirs.recording!.path));
  expect([sent.sampleRateHz, heard.sampleRateHz]).toEqual([16_000, 16_000]);
  expect(correlate(sent.channels[1]!, high).lag).toBe(playback.startMs * 16);
  // Only a part is compared, because the delay may have followed the network in the rest.
  expect(correlate(heard.channels[0]!, high.subarray(0, 4_800)).coefficient).toBeGreaterThan(0.6);
  expect(theirs.quality.lossPercent).toBeGreaterThan(4);
  // The clock is 48 kHz: 20 ms are 960 units, for the events too, each of which carries its beginning.
  const audio = network.passed.filter(({ payloadType }) => payloadType === 111);
  for (const [n, { timestamp, octets }] of audio.entries()) {
    expect(((timestamp - audio[0]!.timestamp) >>> 0) % 960).toBe(0);
    expect(octets).toBeLessThanOrEqual(160);
    if (n > 0) expect((timestamp - audio[n - 1]!.timestamp) | 0).toBeGreaterThan(0);
  }
  const keys = network.passed.filter(({ payloadType }) => payloadType === 110);
  const began = [...new Set(keys.map(({ timestamp }) => timestamp))];
  expect(began.map((timestamp) => (timestamp - began[0]!) >>> 0)).toEqual([0, 200 * 48]);
});

test('a call continues when it changes to Opus and back to G.711', exact, async () => {
  const [one, other] = await Promise.all([media.openCall(), media.openCall()]);
  const both = (options: { codec: 'opus'; payloadType: number } | typeof telephone) => {
    const address = { ...telephone, remoteAddress: '127.0.0.1', ...options };
    one.session.connect({ ...address, remotePort: other.session.localPort });
    other.session.connect({ ...address, remotePort: one.session.localPort });
  };
  both(telephone);
  const [first, second, third] = [noise(41, 400), tone(900, 500), noise(43, 400)];
  await one.session.play(first);
  both({ codec: 'opus', payloadType: 96 });
  await one.session.play(second);
  both(telephone);
  await one.session.play(third);
  await one.session.play(new Int16Array(2_400));
  const [, theirs] = await Promise.all([one.session.close(), other.session.close()]);
  const { sampleRateHz, channels } = readWav(await readFile(theirs.recording!.path));
  expect(sampleRateHz).toBe(8_000);
  // Audio on its way during a change of codecs is lost.
  const lags = [first, second, third].map((said, n) => {
    const middle = said.subarray(800, said.length - 1_200);
    const { coefficient, lag } = correlate(channels[0]!, middle);
    expect(coefficient, `part ${n}`).toBeGreaterThan(0.6);
    return lag;
  });
  expect(lags).toEqual(lags.toSorted((a, b) => a - b));
});

test('invalid Opus packets end nothing', exact, async () => {
  const { peer, session } = await media.openCall();
  session.connect({
    ...telephone,
    codec: 'opus',
    payloadType: 96,
    remoteAddress: peer.host,
    remotePort: peer.port,
  });
  for (let n = 0; n < 200; n++) {
    const payload = Uint8Array.from(
      { length: (n * 37) % 120 },
      (_, i) => (n * n * 31 + i * i * 7 + i) & 0xff,
    );
    peer.sendRaw(peer.nextPacket(96, false, n * 960, payload));
  }
  const packetsBefore = peer.received.length;
  await peer.until((received) => received.length > packetsBefore + 60);
  const { packetsReceived } = await session.close();
  expect(packetsReceived).toBe(200);
});
