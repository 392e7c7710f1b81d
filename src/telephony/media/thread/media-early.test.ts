import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { noise } from '../../../../test/audio/signals.ts';
import { exact, MediaCalls, remote, telephone } from '../../../../test/world/media-calls.ts';
import { readWav } from '../index.ts';

const media = new MediaCalls();

test('early audio is neither reported nor recorded, and another party may answer', exact, async () => {
  const reports: string[] = [];
  const { peer: first, session } = await media.openCall({
    onMediaStarted: () => reports.push('started'),
    onAudio: () => reports.push('audio'),
  });
  const [second, callee] = [await media.openPeer(), await media.openPeer()];
  for (const peer of [second, callee]) peer.setRemote('127.0.0.1', session.localPort);
  session.listen({ audio: true, speech: null });
  const wide = { ...telephone, codec: 'g722', payloadType: 9 } as const;
  session.connectEarly({ ...wide, ...remote(first) });
  // Silence is sent at once, so that relays on the way learn our address.
  await first.until((received) => received.length >= 1);
  const ringing = noise(70, 300);
  await first.sendPcm(ringing);
  session.connectEarly({ ...telephone, ...remote(second) });
  await second.until((received) => received.length >= 1);
  await second.sendPcm(noise(71, 100));
  expect(reports).toEqual([]);
  const spoken = noise(72, 400);
  session.connect({ ...telephone, ...remote(callee) });
  const playing = session.play(noise(73, 500));
  await callee.until((received) => received.length >= 1);
  // The former party continues for a moment.
  await Promise.all([callee.sendPcm(spoken), second.sendPcm(ringing)]);
  await playing;
  const summary = await session.close();
  const left = readWav(await readFile(summary.recording!.path)).channels[0]!;
  expect(correlate(left, spoken).coefficient).toBeGreaterThan(0.6);
  expect(correlate(left, ringing).coefficient).toBeLessThan(0.3);
  expect(reports.filter((what) => what === 'started')).toHaveLength(1);
  expect(summary.packetsReceived).toBe(20);
  expect(summary.earlyMs).toBeGreaterThan(300);
  expect(summary.quality.packetsLost).toBe(0);
  // The stream is one: its sequence numbers and timestamps continue.
  const sent = [first, second, callee].flatMap(({ received }) => received);
  const numbers = sent.map(({ sequenceNumber }) => sequenceNumber);
  expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
  const times = sent.map(({ timestamp }) => (timestamp - sent[0]!.timestamp) >>> 0);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});

test('a call without an answer reports how long its early audio was', exact, async () => {
  const { peer, session } = await media.openCall();
  session.connectEarly({ ...telephone, ...remote(peer), direction: 'recvonly' });
  await peer.sendPcm(noise(74, 100));
  const { earlyMs, packetsSent, recording } = await session.close();
  expect(earlyMs).toBeGreaterThanOrEqual(60);
  expect([packetsSent, recording?.durationMs]).toEqual([0, 0]);
});
