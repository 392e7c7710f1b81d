import { expect, test } from 'vitest';
import { meanOpinionScore, qualityOf } from './quality.ts';
import { Reception } from './reception.ts';

test('the score is that of the E-model', () => {
  // A rating of 93.2 is 4.41 (G.107 annex B).
  expect(meanOpinionScore('pcmu', 0, 0)).toBeCloseTo(4.41, 2);
  // 0.024 × 100 + 0 leaves 90.8; 0.024 × 400 + 0.11 × 222.7 leaves 59.1.
  expect(meanOpinionScore('pcma', 0, 100)).toBeCloseTo(4.36, 2);
  expect(meanOpinionScore('pcma', 0, 400)).toBeCloseTo(3.05, 1);
  const scores = [0, 0.5, 1, 2, 5, 20, 100].map((loss) => meanOpinionScore('pcmu', loss, 60));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(meanOpinionScore('pcmu', 100, 5_000)).toBe(1);
});

test('Opus scores like the others without loss, and between G.711 and G.722 with loss', () => {
  expect(meanOpinionScore('opus', 0, 60)).toBe(meanOpinionScore('pcmu', 0, 60));
  const [opus, pcmu, g722] = (['opus', 'pcmu', 'g722'] as const).map((codec) =>
    meanOpinionScore(codec, 3, 60),
  );
  expect(opus).toBeLessThan(pcmu!);
  expect(opus).toBeGreaterThan(g722!);
  // 0.024 × 100 for delay and 95 × 5 / 24.5 for loss leave 71.4.
  expect(meanOpinionScore('opus', 5, 100)).toBeCloseTo(3.66, 2);
});

const buffer = { delayMeanMs: 40, packetsLate: 0, concealedMs: 20 };

test('the quality of a session comes from its counts and the reports of the peer', () => {
  const reception = new Reception();
  expect(qualityOf('pcmu', reception, buffer, { rttMs: null, remote: null })).toEqual({
    packetsLost: 0,
    lossPercent: 0,
    jitterMs: 0,
    bufferDelayMs: 40,
    packetsLate: 0,
    concealedMs: 20,
    rttMs: null,
    mosListening: null,
    mosRemote: null,
  });
  for (let n = 0; n < 100; n++) if (n !== 50) reception.count(1, n, n * 20);
  const quality = qualityOf('pcmu', reception, buffer, {
    rttMs: 80.04,
    remote: { lossPercent: 0, jitter: 0 },
  });
  expect(quality).toMatchObject({ packetsLost: 1, lossPercent: 1, rttMs: 80, mosRemote: 4.36 });
  expect(quality.mosListening).toBeLessThan(quality.mosRemote!);
});
