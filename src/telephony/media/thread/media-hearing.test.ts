import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { correlate, heardPieces } from '../../../../test/audio/correlation.ts';
import { type LabelledSpeech, labelledSpeech } from '../../../../test/audio/labelled-speech.ts';
import { lineNoise, mix } from '../../../../test/audio/line.ts';
import { noise } from '../../../../test/audio/signals.ts';
import { exact, MediaCalls, remote, telephone } from '../../../../test/world/media-calls.ts';
import { readWav, toTelephoneRate } from '../index.ts';

const media = new MediaCalls();
let spoken: LabelledSpeech;
beforeAll(async () => {
  [spoken] = (await labelledSpeech()) as [LabelledSpeech];
});

test('speech is reported, and the audio of each session goes to it alone', exact, async () => {
  const utterance = spoken.spoken[3]!;
  const pcm = toTelephoneRate(spoken.pcm, 16_000).subarray(
    (utterance.startMs - 400) * 8,
    (utterance.endMs + 600) * 8,
  );
  const edges: { type: string; atMs: number; decidedAtMs: number }[] = [];
  const audio: { pcm: Int16Array; atMs: number }[] = [];
  const elsewhere: Int16Array[] = [];
  const ended = Promise.withResolvers<void>();
  const { peer, session } = await media.openCall({
    onSpeechStarted: (event) => edges.push({ type: 'started', ...event }),
    onSpeechEnded: (event) => {
      edges.push({ type: 'ended', ...event });
      ended.resolve();
    },
    onAudio: (event) => audio.push(event),
  });
  const other = await media.openCall({ onAudio: (event) => elsewhere.push(event.pcm) });
  for (const call of [{ peer, session }, other]) call.session.connect({ ...telephone, ...remote(call.peer) });
  session.listen({ audio: true, speech: { endAfterMs: 250 } });
  other.session.listen({ audio: true, speech: null });
  await peer.sendPcm(pcm);
  await ended.promise;
  session.listen({ audio: false, speech: null });
  const summary = await session.close();
  expect(edges.map(({ type }) => type)).toEqual(['started', 'ended']);
  const [started, end] = edges as [(typeof edges)[0], (typeof edges)[0]];
  const left = readWav(await readFile(summary.recording!.path)).channels[0]!;
  const lag = correlate(left, pcm).lag / 8;
  expect(Math.abs(started.atMs - (lag + 400))).toBeLessThan(60);
  expect(Math.abs(end.atMs - (lag + 400 + utterance.endMs - utterance.startMs))).toBeLessThan(200);
  expect(started.decidedAtMs - started.atMs).toBeLessThanOrEqual(160);
  expect(end.decidedAtMs - end.atMs).toBeGreaterThanOrEqual(230);
  for (const piece of audio)
    expect([...piece.pcm]).toEqual([...left.subarray(piece.atMs * 8, piece.atMs * 8 + 160)]);
  for (const [i, piece] of audio.entries()) expect(piece.atMs - audio[0]!.atMs).toBe(i * 20);
  expect(elsewhere.length).toBeGreaterThan(0);
  expect(elsewhere.every((piece) => piece.every((sample) => sample === 0))).toBe(true);
});

test(
  'the recording keeps the noise that suppression takes from what the recognizer hears',
  exact,
  async () => {
    const { startMs, endMs } = spoken.spoken[3]!;
    const words = toTelephoneRate(spoken.pcm, 16_000).subarray((startMs - 1_500) * 8, (endMs + 600) * 8);
    const pcm = mix(words, lineNoise(7, Math.floor(words.length / 8), 300, 'white'));
    const audio: { pcm: Int16Array; atMs: number }[] = [];
    const ended = Promise.withResolvers<void>();
    const { peer, session } = await media.openCall({
      onSpeechEnded: () => ended.resolve(),
      onAudio: (event) => audio.push(event),
    });
    session.connect({ ...telephone, ...remote(peer) });
    session.listen({
      audio: true,
      reducesNoise: true,
      speech: { endAfterMs: 250, backgroundSuppression: 'standard' },
    });
    await peer.sendPcm(pcm);
    await ended.promise;
    const summary = await session.close();
    const left = readWav(await readFile(summary.recording!.path)).channels[0]!;
    // In pieces, because a busy machine delays or loses some.
    expect(heardPieces(left, pcm).share).toBeGreaterThan(0.8);
    const changed = audio.filter(({ pcm, atMs }) =>
      pcm.some((sample, n) => sample !== (left[atMs * 8 + n] ?? sample)),
    );
    expect(changed.length).toBeGreaterThan(audio.length / 4);
  },
);

test('each key press is reported once, also when packets are lost', async () => {
  const digits: string[] = [];
  const all = Promise.withResolvers<void>();
  const { peer, session } = await media.openCall({
    onDtmf({ digit, atMs }) {
      expect(atMs % 20).toBe(0);
      digits.push(digit);
      if (digit === 'D') all.resolve();
    },
  });
  session.connect({ ...telephone, ...remote(peer) });
  await peer.until((received) => received.length >= 1);
  await peer.sendDigits('11');
  await peer.sendDigits('59', { lose: (packet) => packet > 1 });
  await peer.sendDigits('#*', { lose: (packet) => packet < 5 });
  await peer.sendDigits('D');
  await all.promise;
  expect(digits.join('')).toBe('1159#*D');
});

test('keys are pressed as events between the audio before and after them', exact, async () => {
  const { peer, session } = await media.openCall();
  session.connect({ ...telephone, ...remote(peer) });
  const before = session.play(noise(31, 200));
  const keys = session.sendDtmf('5#', { durationMs: 60, gapMs: 80 });
  const after = session.play(noise(32, 100));
  const [first, , last] = await Promise.all([before, keys, after]);
  expect(last.startMs - first.endMs).toBe(2 * 140);
  await peer.until((received) => received.length * 20 > last.endMs);
  const events = peer.received.filter(({ payloadType }) => payloadType === 101);
  expect(events.map(({ payload }) => payload.toString('hex'))).toEqual(
    ['05', '0b'].flatMap((key) => [
      `${key}0a00a0`,
      `${key}0a0140`,
      ...new Array<string>(3).fill(`${key}8a01e0`),
    ]),
  );
  expect(events.map(({ marker }) => marker)).toEqual(
    [0, 1].flatMap(() => [true, false, false, false, false]),
  );
  expect(new Set(events.map(({ timestamp }) => timestamp)).size).toBe(2);
  const firstTimestamp = peer.received[0]!.timestamp;
  expect((events[0]!.timestamp - firstTimestamp) | 0).toBe(first.endMs * 8);
  const steps = peer.received
    .slice(1)
    .map((it, i) => (it.sequenceNumber - peer.received[i]!.sequenceNumber) & 0xffff);
  expect(new Set(steps)).toEqual(new Set([1]));
  await expect(session.sendDtmf('12x')).rejects.toThrow(RangeError);
  await expect(session.sendDtmf('1', { gapMs: 10 })).rejects.toThrow(RangeError);
});

test('without telephone events keys are tones both ways, each reported once', exact, async () => {
  const digits: string[] = [];
  const all = Promise.withResolvers<void>();
  const one = await media.openCall({ onDtmf: ({ digit }) => digits.push(digit) === 6 && all.resolve() });
  const other = await media.worker.openSession(media.sessionOptions({ recordingPath: null }));
  expect(other.isRecorded).toBe(false);
  media.defer(() => other.close());
  const toneCall = { ...telephone, telephoneEventPayloadType: null, remoteAddress: '127.0.0.1' };
  one.session.connect({ ...toneCall, remotePort: other.localPort });
  other.connect({ ...toneCall, remotePort: one.session.localPort });
  await other.sendDtmf('11*0D9');
  await all.promise;
  expect(digits.join('')).toBe('11*0D9');
});

test('silence on the line is reported once, and again after a sign of life', async () => {
  const events: string[] = [];
  let next = Promise.withResolvers<void>();
  const note = (event: string) => {
    events.push(event);
    next.resolve();
  };
  const { peer, session } = await media.openCall({
    inactivityTimeoutMs: 200,
    onMediaStarted: () => note('started'),
    onInactive: () => note('inactive'),
  });
  session.connect({ ...telephone, ...remote(peer) });
  await next.promise;
  next = Promise.withResolvers();
  await peer.sendPcm(noise(8, 20));
  await next.promise;
  next = Promise.withResolvers();
  await next.promise;
  expect(events).toEqual(['inactive', 'started', 'inactive']);
});

test('played audio falls silent when speech is decided, and resumes unless it is stopped', async () => {
  const { startMs, endMs } = spoken.spoken[3]!;
  const pcm = toTelephoneRate(spoken.pcm, 16_000).subarray((startMs - 400) * 8, endMs * 8);
  const started = Promise.withResolvers<number>();
  const { peer, session } = await media.openCall({
    onSpeechStarted: (event) => started.resolve(event.decidedAtMs),
  });
  session.connect({ ...telephone, ...remote(peer) });
  session.listen({ audio: false, speech: { endAfterMs: 250, yieldMs: 100 } });
  const length = (endMs - startMs + 600) * 8;
  const played = session.play(new Int16Array(length).fill(8_000));
  await peer.sendPcm(pcm);
  const decidedAtMs = await started.promise;
  const { playedMs, completed } = await played;
  expect([playedMs, completed]).toEqual([length / 8, true]);
  const { recording } = await session.close();
  const right = readWav(await readFile(recording!.path)).channels[1]!;
  const from = decidedAtMs * 8;
  expect(right.subarray(from, from + 800).every((sample) => sample === 0)).toBe(true);
  expect([right[from - 1], right[from + 800]]).toEqual([8_000, 8_000]);
});
