import { expect, test } from 'vitest';
import { Reception } from './reception.ts';
import { middleNtp, parseRtcp, writeRtcp } from './rtcp-packet.ts';
import { RtcpSession } from './rtcp-session.ts';

const epochMs = 1_800_000_000_000;
const info = (at: number) => ({ epochMs: at, rtpTimestamp: 1, packetCount: 100, octetCount: 16_000 });

test('two sides learn the round trip and the losses of the other', () => {
  const [us, them] = [new RtcpSession(1, 8_000), new RtcpSession(2, 8_000)];
  const [ours, theirs] = [new Reception(), new Reception()];
  for (const sequenceNumber of [7, 8, 10]) theirs.count(1, sequenceNumber, 0);
  ours.count(2, 1, 0);
  // Our report takes 30 ms and stays at the peer for 400 ms; the peer's report takes 50 ms.
  const first = us.report(0, epochMs, info(epochMs), ours);
  expect(them.receive(first, epochMs + 30, 1, 0)).toBe(true);
  expect(us.rttMs).toBeNull();
  const second = them.report(0, epochMs + 430, info(epochMs + 430), theirs);
  expect(us.receive(second, epochMs + 480, 2, 4)).toBe(true);
  expect(us.rttMs).toBeCloseTo(80, 0);
  expect(us.remote?.lossPercent).toBe(25);
  expect(us.ignored).toBe(0);
});

test('a report that is malformed, of another source or about another stream has no effect', () => {
  const session = new RtcpSession(1, 8_000);
  const block = {
    ssrc: 1,
    fractionLost: 255,
    packetsLost: 50,
    highestSequenceNumber: 100,
    jitter: 9,
    lastSenderReport: middleNtp(epochMs),
    delaySinceLastSenderReport: 0,
  };
  expect(session.receive(Buffer.from('80c8'), epochMs, 2, 100)).toBe(false);
  expect(session.receive(writeRtcp(3, 'x', null, block, false), epochMs, 2, 100)).toBe(false);
  expect(session.ignored).toBe(2);
  expect(session.receive(writeRtcp(2, 'x', null, { ...block, ssrc: 9 }, false), epochMs, 2, 100)).toBe(true);
  expect(session).toMatchObject({ rttMs: null, remote: null });
  // A report that arrives before it was sent has no round trip.
  session.receive(writeRtcp(2, 'x', null, block, false), epochMs - 10_000, 2, 100);
  expect(session).toMatchObject({ rttMs: null, remote: { lossPercent: 50 } });
});

test('reports come every 2.5 to 7.5 s, the first one sooner, and a goodbye only after one', () => {
  const session = new RtcpSession(1, 8_000);
  const reception = new Reception();
  expect(session.goodbye(epochMs, null, reception)).toBeNull();
  const dueAtMs: number[] = [];
  for (let nowMs = 0; nowMs < 60_000; nowMs += 20) {
    if (!session.isDue(nowMs)) continue;
    dueAtMs.push(nowMs);
    session.report(nowMs, epochMs + nowMs, null, reception);
  }
  expect(dueAtMs[0]).toBeLessThanOrEqual(3_760);
  for (const [i, atMs] of dueAtMs.slice(1).entries()) {
    expect(atMs - dueAtMs[i]!).toBeGreaterThanOrEqual(2_500);
    expect(atMs - dueAtMs[i]!).toBeLessThanOrEqual(7_520);
  }
  expect(parseRtcp(session.goodbye(epochMs, null, reception)!)).toMatchObject({ ssrc: 1, byes: [1] });
});
