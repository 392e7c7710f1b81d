import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise } from '../../../../test/audio/signals.ts';
import { RtpPeer } from '../../../../test/peers/rtp-peer.ts';
import { exact, MediaCalls, remote, telephone } from '../../../../test/world/media-calls.ts';
import { freeRtpPorts } from '../../../../test/world/rtp-ports.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { NoFreePortError, startMediaWorker } from '../index.ts';

const media = new MediaCalls();

test('a stream has one packet per tick, in order, from one source', async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer) });
  await session.play(noise(1, 600));
  await peer.until((received) => received.length >= 40);
  const packets = peer.received;
  expect(packets[0]?.marker).toBe(true);
  for (let i = 1; i < packets.length; i++) {
    const [before, packet] = [packets[i - 1]!, packets[i]!];
    expect((packet.sequenceNumber - before.sequenceNumber) & 0xffff).toBe(1);
    // A stall of over 200 ms leaves out ticks and marks the next packet; no other packet is marked.
    const ticks = ((packet.timestamp - before.timestamp) | 0) / 160;
    expect(ticks).toBe(packet.marker ? Math.max(ticks, 10) : 1);
    expect(packet.ssrc).toBe(packets[0]!.ssrc);
    expect(packet.payload.length).toBe(160);
  }
});

test('stopping drops played and waiting audio, and reports how much was played', async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const playing = session.play(noise(5, 5_000));
  const waiting = session.play(noise(6, 5_000));
  // The wait is twice the asserted length, because the first packets may precede the audio.
  await peer.until((received) => received.length >= 20);
  session.stopPlaying();
  const [stopped, dropped] = await Promise.all([playing, waiting]);
  expect(stopped.completed).toBe(false);
  expect(stopped.playedMs).toBeGreaterThanOrEqual(200);
  expect(stopped.playedMs).toBeLessThan(5_000);
  expect(dropped).toMatchObject({ completed: false, playedMs: 0, startMs: dropped.endMs });
  const after = await session.play(noise(7, 40));
  expect(after).toMatchObject({ completed: true, playedMs: 40 });
  expect(after.startMs).toBeGreaterThanOrEqual(stopped.endMs);
});

test('a closed session refuses audio and returns the same summary again', async () => {
  const { peer, session } = await media.openCall({ recordingPath: null });
  session.connect({ ...telephone, ...remote(peer) });
  const playing = session.play(noise(80, 5_000));
  const summary = await session.close();
  expect(await playing).toMatchObject({ completed: false });
  expect(summary.recording).toBeNull();
  expect(await session.close()).toBe(summary);
  await expect(session.play(noise(80, 20))).rejects.toThrow('closed');
});

test('the waiting audio of a session is bounded, and invalid options are refused', async () => {
  const { session, peer } = await media.openCall();
  const long = session.play(new Int16Array(300 * 8_000));
  await expect(session.play(new Int16Array(1))).rejects.toThrow(RangeError);
  session.stopPlaying();
  expect(await long).toMatchObject({ completed: false, startMs: 0, playedMs: 0 });
  const valid = { ...telephone, ...remote(peer) };
  expect(() => session.connect({ ...valid, remoteAddress: 'peer.example' })).toThrow(RangeError);
  expect(() => session.connect({ ...valid, remotePort: 65_536 })).toThrow(RangeError);
  expect(() => session.connect({ ...valid, payloadType: 128 })).toThrow(RangeError);
  expect(() => session.listen({ audio: false, speech: { endAfterMs: 50 } })).toThrow(RangeError);
  expect(() => session.listen({ audio: true, speech: null, pieceMs: 30 })).toThrow(RangeError);
  expect(() => session.listen({ audio: true, speech: null, spokenPieceMs: 220 })).toThrow(RangeError);
});

test('ports come from the range and skip those of other programs, until none is left', async () => {
  const range = await freeRtpPorts(3);
  const squatter = createSocket('udp4').bind(range.min + 2, '127.0.0.1');
  await once(squatter, 'listening');
  media.defer(async () => squatter.close());
  const narrow = await startMediaWorker({ bindHost: '127.0.0.1', rtpPorts: range, log: silentLog });
  media.defer(() => narrow.close());
  const first = await narrow.openSession(media.sessionOptions());
  const second = await narrow.openSession(media.sessionOptions());
  expect([first.localPort, second.localPort].sort()).toEqual([range.min, range.min + 4]);
  await expect(narrow.openSession(media.sessionOptions())).rejects.toThrow(NoFreePortError);
  await first.close();
  expect((await narrow.openSession(media.sessionOptions())).localPort).toBe(first.localPort);
  expect(narrow.liveSessions()).toBe(2);
});

test('a recording that cannot be created refuses the session and keeps no port', async () => {
  const recordingPath = join(media.folder, 'no such folder', 'call.wav');
  await expect(media.worker.openSession(media.sessionOptions({ recordingPath }))).rejects.toThrow('ENOENT');
  const existing = media.sessionOptions();
  media.defer(await media.worker.openSession(existing).then((session) => () => session.close()));
  const again = media.sessionOptions({ recordingPath: existing.recordingPath });
  await expect(media.worker.openSession(again)).rejects.toThrow('EEXIST');
  await expect(media.worker.openSession(existing)).rejects.toThrow('already');
});

test('calls over IPv6 work like those over IPv4', exact, async () => {
  const sixth = await startMediaWorker({ bindHost: '::1', rtpPorts: await freeRtpPorts(5), log: silentLog });
  media.defer(() => sixth.close());
  const peer = await RtpPeer.open({ host: '::1' });
  media.defer(() => peer[Symbol.asyncDispose]());
  const session = await sixth.openSession(media.sessionOptions());
  peer.setRemote('::1', session.localPort);
  session.connect({ ...telephone, ...remote(peer) });
  const signal = noise(95, 300);
  const [playback] = await Promise.all([session.play(signal), peer.sendPcm(noise(96, 300))]);
  await peer.until((received) => received.length * 20 > playback.endMs);
  expect(correlate(peer.receivedPcm(), signal).coefficient).toBeGreaterThan(0.99);
  expect(await session.close()).toMatchObject({ packetsReceived: 15, packetsLost: 0 });
});

test(
  'sockets of both families serve IPv4 peers: one that waits for our audio, and one that moves',
  exact,
  async () => {
    const both = await startMediaWorker({ bindHost: '::', rtpPorts: await freeRtpPorts(5), log: silentLog });
    media.defer(() => both.close());
    const [peer, next] = [await RtpPeer.open(), await RtpPeer.open()];
    for (const each of [peer, next]) media.defer(() => each[Symbol.asyncDispose]());
    const session = await both.openSession(media.sessionOptions());
    session.connect({ ...telephone, ...remote(peer) });
    await peer.until((received) => received.length > 5);
    peer.setRemote('127.0.0.1', session.localPort);
    await peer.sendPcm(noise(97, 100));
    session.connect({ ...telephone, ...remote(next) });
    // The former party continues for a moment.
    next.setRemote('127.0.0.1', session.localPort);
    await peer.sendPcm(noise(98, 60));
    const before = next.received.length;
    await next.sendPcm(noise(99, 100));
    await next.until((received) => received.length > before + 5);
    expect(await session.close()).toMatchObject({ packetsLost: 0 });
  },
);

test('the death of the thread is reported, and all waiting promises reject', async () => {
  const died = Promise.withResolvers<Error>();
  const options = {
    bindHost: '127.0.0.1',
    rtpPorts: await freeRtpPorts(5),
    log: silentLog,
    onExit: died.resolve,
  };
  const fragile = await startMediaWorker(options);
  const session = await fragile.openSession(media.sessionOptions());
  const playing = session.play(noise(90, 100));
  // The key is no octets, which the types forbid. The thread cannot survive such a mistake.
  const key = 'k'.repeat(30) as unknown as Buffer;
  session.connect({
    ...telephone,
    srtp: { suite: 'AES_CM_128_HMAC_SHA1_80', localKey: key, remoteKey: key },
    remoteAddress: '127.0.0.1',
    remotePort: 9,
  });
  await expect(playing).rejects.toThrow();
  expect(await died.promise).toBeInstanceOf(Error);
  await expect(fragile.openSession(media.sessionOptions())).rejects.toThrow();
  await expect(session.close()).rejects.toThrow();
  expect(fragile.liveSessions()).toBe(0);
  await fragile.close();
});
