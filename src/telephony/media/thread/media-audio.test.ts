import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise, tone } from '../../../../test/audio/signals.ts';
import { exact, MediaCalls, remote, telephone } from '../../../../test/world/media-calls.ts';
import { readWav } from '../index.ts';
import { writeRtcp } from '../rtp/rtcp-packet.ts';

const media = new MediaCalls();

test.each(['pcmu', 'pcma'] as const)(
  'played audio arrives as %s, and positions are those of RTP',
  exact,
  async (codec) => {
    const { peer, session } = await media.openCall({}, { codec });
    const signal = noise(2, 770);
    session.connect({ ...telephone, ...remote(peer), codec, payloadType: codec === 'pcmu' ? 0 : 8 });
    await peer.until((received) => received.length >= 5);
    const playback = await session.play(signal);
    expect(playback).toMatchObject({ completed: true, playedMs: 770, endMs: playback.startMs + 770 });
    await peer.until((received) => received.length * 20 > playback.endMs);
    const found = correlate(peer.receivedPcm(), signal);
    expect(found.coefficient).toBeGreaterThan(0.99);
    expect(found.lag).toBe(playback.startMs * 8);
    const arrivedAtMs = performance.timeOrigin + peer.received[0]!.arrivedAtMs;
    expect(arrivedAtMs).toBeGreaterThanOrEqual(session.timeZeroEpochMs! - 5);
  },
);

test('pieces follow each other without a gap, an empty one included', exact, async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const signal = noise(3, 700);
  const pieces = [signal.subarray(0, 2_403), new Int16Array(0), signal.subarray(2_403)];
  const [first, empty, last] = await Promise.all(pieces.map((pcm) => session.play(pcm)));
  expect(empty).toEqual({ startMs: first!.endMs, endMs: first!.endMs, playedMs: 0, completed: true });
  expect(last).toMatchObject({ startMs: first!.endMs, completed: true });
  await peer.until((received) => received.length * 20 > last!.endMs);
  expect(correlate(peer.receivedPcm(), signal).coefficient).toBeGreaterThan(0.99);
});

test(
  'two concurrent calls are recorded separately: customer left, agent right, at their positions',
  exact,
  async () => {
    const calls = await Promise.all([media.openCall(), media.openCall()]);
    const results = await Promise.all(
      calls.map(async ({ peer, session }, i) => {
        const spoken = noise(10 + i, 800);
        const played = noise(20 + i, 800);
        session.connect({ ...telephone, ...remote(peer) });
        const [playback] = await Promise.all([session.play(played), peer.sendPcm(spoken)]);
        await peer.until((received) => received.length > playback.endMs / 20 + 10);
        const summary = await session.close();
        return { spoken, played, playback, summary, heard: peer.receivedPcm() };
      }),
    );
    for (const [i, { spoken, played, playback, summary, heard }] of results.entries()) {
      const other = results[1 - i]!;
      const wav = readWav(await readFile(summary.recording!.path));
      const [left, right] = [wav.channels[0]!, wav.channels[1]!];
      expect(wav.sampleRateHz).toBe(8_000);
      expect(summary.recording!.durationMs).toBe(left.length / 8);
      expect(summary).toMatchObject({ packetsReceived: 40, packetsLost: 0 });
      expect(correlate(right, played)).toEqual({
        lag: playback.startMs * 8,
        coefficient: expect.closeTo(1, 6),
      });
      expect(correlate(left, spoken).coefficient).toBeGreaterThan(0.3);
      expect(correlate(left, played).coefficient).toBeLessThan(0.2);
      expect(correlate(left, other.spoken).coefficient).toBeLessThan(0.2);
      expect(correlate(right, other.played).coefficient).toBeLessThan(0.2);
      expect(correlate(heard, other.played).coefficient).toBeLessThan(0.2);
    }
  },
);

test('lost, duplicated and reordered packets do not move the rest', exact, async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const spoken = noise(30, 1_000);
  const fates = { 5: 'lose', 9: 'duplicate', 20: 'hold-one', 31: 'lose' } as const;
  await peer.sendPcm(spoken, { impair: (index) => fates[index as keyof typeof fates] ?? 'send' });
  const packetsAtEnd = peer.received.length;
  await peer.until((received) => received.length > packetsAtEnd + 8);
  const summary = await session.close();
  expect(summary).toMatchObject({ packetsReceived: 49, packetsLost: 1 });
  const left = readWav(await readFile(summary.recording!.path)).channels[0]!;
  expect(correlate(left, spoken).coefficient).toBeGreaterThan(0.3);
});

test(
  'a G.722 call is wide-band in its recording, and continues when it changes to G.711',
  exact,
  async () => {
    const [one, other] = await Promise.all([media.openCall(), media.openCall()]);
    const wide = { ...telephone, codec: 'g722', payloadType: 9, remoteAddress: '127.0.0.1' } as const;
    one.session.connect({ ...wide, remotePort: other.session.localPort });
    other.session.connect({ ...wide, remotePort: one.session.localPort });
    expect(one.session.sampleRateHz).toBe(16_000);
    // The tone is above 4 kHz, beyond G.711.
    const high = tone(5_500, 500, 8_000, 16_000);
    const first = await one.session.play(high);
    expect(first).toMatchObject({ playedMs: 500, completed: true });
    one.session.connect({ ...telephone, remoteAddress: '127.0.0.1', remotePort: other.session.localPort });
    other.session.connect({ ...telephone, remoteAddress: '127.0.0.1', remotePort: one.session.localPort });
    const low = tone(700, 500, 8_000, 16_000);
    const second = await one.session.play(low);
    await one.session.play(new Int16Array(4_800));
    const [mine, theirs] = await Promise.all([one.session.close(), other.session.close()]);
    const sent = readWav(await readFile(mine.recording!.path));
    const heard = readWav(await readFile(theirs.recording!.path));
    expect([sent.sampleRateHz, heard.sampleRateHz]).toEqual([16_000, 16_000]);
    const said = sent.channels[1]!;
    expect(correlate(said, high).lag).toBe(first.startMs * 16);
    const left = heard.channels[0]!;
    expect(correlate(left, high).coefficient).toBeGreaterThan(0.9);
    expect(correlate(left, low).coefficient).toBeGreaterThan(0.9);
    expect(second.completed).toBe(true);
  },
);

test('a paused recording holds neither side, and positions stay', exact, async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const [open, secret, after] = [noise(33, 400), noise(34, 400), noise(35, 400)];
  await Promise.all([session.play(open), peer.sendPcm(noise(36, 400))]);
  session.pauseRecording(true);
  const [paused] = await Promise.all([session.play(secret), peer.sendPcm(noise(37, 400))]);
  session.pauseRecording(false);
  const last = await session.play(after);
  expect(session.isRecorded).toBe(true);
  const { recording } = await session.close();
  const [left, right] = readWav(await readFile(recording!.path)).channels;
  for (const channel of [left!, right!]) {
    expect(channel.subarray((paused.startMs + 60) * 8, (paused.endMs - 60) * 8).every((it) => it === 0)).toBe(
      true,
    );
  }
  expect(left!.some((sample) => sample !== 0)).toBe(true);
  expect(correlate(right!, open).coefficient).toBeGreaterThan(0.9);
  expect(correlate(right!, after)).toEqual({ lag: last.startMs * 8, coefficient: expect.closeTo(1, 6) });
});

test('a peer that is not recorded is silent in the recording, and our side is heard', exact, async () => {
  const { peer, session } = await media.openCall();
  session.recordPeer(false);
  session.connect({ ...telephone, ...remote(peer) });
  const announcement = noise(38, 300);
  await Promise.all([session.play(announcement), peer.sendPcm(noise(39, 300))]);
  session.recordPeer(true);
  const answer = noise(40, 300);
  await peer.sendPcm(answer);
  const { recording } = await session.close();
  const [left, right] = readWav(await readFile(recording!.path)).channels;
  expect(correlate(right!, announcement).coefficient).toBeGreaterThan(0.9);
  expect(left!.subarray(0, 250 * 8).every((sample) => sample === 0)).toBe(true);
  // Its last packets are still in the jitter buffer.
  expect(correlate(left!, answer).coefficient).toBeGreaterThan(0.6);
});

test('a report is a sign of life of the peer, and so is a new agreement', async () => {
  let silent = Promise.withResolvers<void>();
  const { peer, session } = await media.openCall({
    inactivityTimeoutMs: 60_000,
    onInactive: () => silent.resolve(),
  });
  const connect = () => session.connect({ ...telephone, ...remote(peer), rtcpMux: true });
  connect();
  session.setInactivityTimeout(200);
  await silent.promise;
  // Inactivity is reported again only after a sign of life.
  silent = Promise.withResolvers();
  peer.sendRaw(writeRtcp(peer.ssrc, 'peer', null, null, false));
  await silent.promise;
  silent = Promise.withResolvers();
  connect();
  await silent.promise;
});
