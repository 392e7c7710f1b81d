import { expect, it } from 'vitest';
import { callLatency, type TurnLatency } from './index.ts';
import { TurnLedger } from './ledger.ts';

it('keeps the first of each mark, and separates provider time from the rest', () => {
  const ledger = new TurnLedger(3, 'speech');
  ledger.decided({
    speechEndMs: 1000,
    transcriptFirstMs: 600,
    transcriptFinalMs: 1350,
    transcriptWaitMs: 50,
    endOfTurnMs: 1350,
    endedBy: 'silence',
  });
  ledger.modelAsked(1352);
  ledger.firstToken(1500);
  ledger.sentence(1552);
  ledger.voiceAsked(1553);
  ledger.audio(1653);
  ledger.audio(1700);
  ledger.sent(1660);
  ledger.sent(2060);
  expect(ledger.read()).toMatchObject({
    turn: 3,
    firstAudioMs: 1653,
    firstRtpMs: 1660,
    interruptedAtMs: null,
  });
  expect(ledger.read()).toMatchObject({ waitedMs: 660, providerMs: 350, addedMs: 310 });
});

it('counts the time until all models failed as provider time', () => {
  const ledger = new TurnLedger(2, 'speech');
  ledger.decided({
    speechEndMs: 1000,
    transcriptFirstMs: 1300,
    transcriptFinalMs: 1300,
    transcriptWaitMs: 0,
    endOfTurnMs: 1300,
    endedBy: 'silence',
  });
  ledger.modelAsked(1300);
  ledger.gaveUp(3300);
  ledger.voiceAsked(3300);
  ledger.audio(3320);
  ledger.sent(3340);
  expect(ledger.read()).toMatchObject({
    firstSentenceMs: null,
    waitedMs: 2340,
    providerMs: 2020,
    addedMs: 320,
  });
});

it('leaves missing steps null and out of the percentiles', () => {
  const greeting = new TurnLedger(1, 'greeting').read();
  expect(greeting).toMatchObject({ waitedMs: null, providerMs: null, addedMs: null });
  const turn = (waitedMs: number | null): TurnLatency => ({ ...greeting, waitedMs, addedMs: waitedMs });
  const empty = { turns: 0, p50Ms: null, p95Ms: null, maxMs: null, addedP50Ms: null, addedP95Ms: null };
  expect(callLatency([turn(null)])).toEqual(empty);
  const turns = Array.from({ length: 20 }, (_, i) => turn(100 * (20 - i)));
  expect(callLatency(turns)).toMatchObject({
    turns: 20,
    p50Ms: 1000,
    p95Ms: 1900,
    maxMs: 2000,
    addedP50Ms: 1000,
  });
});

it('counts what did not stop the agent when it repeats, and when there is no room for more entries', () => {
  const ledger = new TurnLedger(1, 'speech');
  const pause = { heldMs: 200, outcome: 'resumed', why: 'no-words' } as const;
  for (let n = 0; n < 5000; n++) {
    ledger.overlapped({ atMs: n, heldMs: 0, outcome: 'went-on', why: 'background' });
    ledger.overlapped({ ...pause, atMs: n });
  }
  const { overlaps } = ledger.read();
  expect(overlaps).toHaveLength(20);
  expect(overlaps[0]).toEqual({ atMs: 0, heldMs: 0, outcome: 'went-on', why: 'background', count: 5000 });
  expect(overlaps[1]).toEqual({ ...pause, atMs: 0, heldMs: 200 * 4982, count: 4982 });
  expect(overlaps[2]).toEqual({ ...pause, atMs: 1 });
});
