import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { labelledSpeech } from '../../../../test/audio/labelled-speech.ts';
import { join, level, mix, silence } from '../../../../test/audio/line.ts';
import { decodeG711, encodeG711, toTelephoneRate } from '../index.ts';
import type { BackgroundSuppression } from './foreground.ts';
import { Hearing } from './hearing.ts';
import { type SpeechEdge, VoiceActivity } from './voice-activity.ts';

/** A person's sentences, and the voices of a room without a pause, both at the same level. */
let sentences: Int16Array[];
let rooms: Int16Array[];

/** 26 dB below full scale, as telephone speech usually is. */
const usualLevel = 1_640;
const roomMs = 16_000;

beforeAll(async () => {
  const human = joinPath(import.meta.dirname, '../../../../test/audio/human');
  const files = await Promise.all(
    ['amiable.ul', 'young-man.ul'].map((name) => readFile(joinPath(human, name))),
  );
  sentences = files.map((bytes) => atLevel(decodeG711('pcmu', bytes), usualLevel));
  rooms = (await labelledSpeech()).map(({ pcm, spoken }) => {
    const narrow = toTelephoneRate(pcm, 16_000);
    const words = spoken.map(({ startMs, endMs }) => narrow.slice(startMs * 8, endMs * 8));
    const once = atLevel(join(...words.flatMap((word) => [word, shortPause])), usualLevel);
    return join(once, once, once).slice(0, roomMs * 8);
  });
});

const shortPause = new Int16Array(120 * 8);

function atLevel(pcm: Int16Array, wanted: number): Int16Array {
  const gain = wanted / level(pcm.filter((sample) => Math.abs(sample) > 100));
  return pcm.map((sample) => Math.max(-32_768, Math.min(32_767, sample * gain)));
}

const quieter = (pcm: Int16Array, decibels: number) => pcm.map((sample) => sample / 10 ** (decibels / 20));

interface Edge extends SpeechEdge {
  decidedAtMs: number;
}

/** The edges in this audio while the agent speaks from `agentMs[0]` to `agentMs[1]`. */
function edges(
  pcm: Int16Array,
  mode: BackgroundSuppression,
  agentMs: [number, number],
  agent: Int16Array = silence(roomMs),
): Edge[] {
  const activity = new VoiceActivity(8_000, 260, mode);
  const line = decodeG711('pcmu', encodeG711('pcmu', pcm));
  const found: Edge[] = [];
  for (let at = 0; at + 160 <= line.length; at += 160) {
    const atMs = at / 8;
    const isAgent = atMs >= agentMs[0] && atMs < agentMs[1];
    const edge = activity.push(
      line.subarray(at, at + 160),
      atMs,
      isAgent ? agent.subarray(at, at + 160) : null,
    );
    if (edge) found.push({ ...edge, decidedAtMs: atMs + 20 });
  }
  return found;
}

describe.for([20, 15, 12])('with other voices %d dB below the caller', (below) => {
  test('an announcement is not stopped by them', () => {
    for (const room of rooms) {
      expect(edges(quieter(room, below), 'standard', [300, roomMs])).toEqual([]);
    }
  });

  test('the caller is found over the announcement and in the silence after it, and heard to the end', () => {
    for (const room of rooms) {
      for (const sentence of sentences) {
        const spokenMs = sentence.length / 8;
        const words = join(silence(4_000), sentence, silence(6_000 - spokenMs), sentence);
        const rest = silence(roomMs - words.length / 8);
        const found = edges(mix(quieter(room, below), join(words, rest)), 'standard', [300, 4_300]);
        for (const startMs of [4_000, 10_000]) {
          const isOfWords = ({ decidedAtMs }: Edge) =>
            decidedAtMs > startMs && decidedAtMs < startMs + spokenMs + 600;
          const [first, ...more] = found.filter(isOfWords);
          expect(first).toMatchObject({ type: 'started' });
          expect(first!.decidedAtMs - startMs).toBeLessThan(500);
          expect(more.at(-1)).toMatchObject({ type: 'ended' });
        }
      }
    }
  });
});

test('a room that is as loud as a soft caller from the first moment does not stop the announcement', () => {
  for (const room of rooms) expect(edges(quieter(room, 6), 'standard', [300, roomMs])).toEqual([]);
});

test('a soft caller who says a word at once is heard, and found over the announcement that follows', () => {
  for (const sentence of sentences) {
    const soft = quieter(sentence, 6);
    const word = soft.subarray(0, 900 * 8);
    const line = join(silence(100), word, silence(2_000), soft, silence(1_000));
    const found = edges(line, 'standard', [1_400, 3_400]);
    expect(found.filter(({ type }) => type === 'started')[0]).toMatchObject({
      atMs: expect.toSatisfy((ms) => ms < 1_000),
    });
    expect(found.some(({ type, atMs }) => type === 'started' && atMs > 2_900 && atMs < 3_300)).toBe(true);
  }
});

test('a voice of the room that began late and passed for the caller is revised when the caller speaks', () => {
  for (const room of rooms) {
    const late = join(silence(1_500), quieter(room, 9)).slice(0, roomMs * 8);
    const caller = join(
      silence(5_000),
      join(...sentences.map((sentence) => atLevel(sentence, 2 * usualLevel))),
    );
    const found = edges(mix(late, caller), 'standard', [300, 5_200]);
    const from = (ms: number) => found.filter(({ decidedAtMs }) => decidedAtMs > ms);
    expect(found[0]).toMatchObject({ type: 'started', atMs: expect.toSatisfy((ms) => ms < 5_000) });
    expect(from(5_000)[0]).toMatchObject({ type: 'ended', atMs: expect.toSatisfy((ms) => ms < 6_000) });
    expect(from(5_000)[1]).toMatchObject({ type: 'started' });
    const endMs = caller.length / 8;
    expect(from(5_000).some(({ type, atMs }) => type === 'ended' && Math.abs(atMs - endMs) < 400)).toBe(true);
  }
});

test('with suppression off the same voices are speech', () => {
  for (const room of rooms) {
    expect(edges(quieter(room, 20), 'off', [300, roomMs])[0]).toMatchObject({ type: 'started' });
  }
});

test('a quiet caller in a quiet room is found as without suppression', () => {
  for (const below of [0, 6, 10]) {
    for (const sentence of sentences) {
      const line = quieter(join(silence(2_000), sentence, silence(2_000), sentence, silence(1_000)), below);
      const found = edges(line, 'standard', [300, 2_300]);
      expect(found.map(({ type }) => type)).toEqual(edges(line, 'off', [0, 0]).map(({ type }) => type));
    }
  }
});

test('words that end 18 dB more softly in a quiet room end where they do without suppression', () => {
  for (const sentence of sentences) {
    const softFrom = sentence.length - 300 * 8;
    const fading = join(sentence.subarray(0, softFrom), quieter(sentence.subarray(softFrom), 18));
    const line = join(silence(1_000), sentence, silence(1_000), fading, silence(1_000));
    const ends = (mode: BackgroundSuppression) =>
      edges(line, mode, [0, 0])
        .filter(({ type }) => type === 'ended')
        .map(({ atMs }) => atMs);
    expect(ends('standard')).toEqual(ends('off'));
  }
});

test('our own voice that comes back 20 to 40 dB below and 100 to 400 ms late does not stop the agent', () => {
  for (const room of rooms) {
    for (const [below, lateMs] of [
      [20, 100],
      [20, 400],
      [30, 200],
      [40, 300],
    ] as const) {
      const agent = join(silence(300), atLevel(room, 2 * usualLevel)).slice(0, roomMs * 8);
      const echo = quieter(join(silence(lateMs), agent), below).slice(0, agent.length);
      expect(edges(echo, 'standard', [300, roomMs], agent)).toEqual([]);
    }
  }
});

test('the transcriber gets the words of the caller whole, and silence in place of other voices', () => {
  const [room, sentence] = [quieter(rooms[1]!, 15), sentences[0]!];
  const caller = join(silence(6_000), sentence);
  const line = mix(room, join(caller, silence(roomMs - caller.length / 8)));
  const heard = new Int16Array(line.length);
  const positions: number[] = [];
  const hearing = new Hearing(8_000, {
    audio: (pcm, atMs) => {
      positions.push(atMs);
      heard.set(pcm, atMs * 8);
    },
    speech: () => {},
  });
  hearing.listen({
    audio: true,
    speech: { endAfterMs: 260, backgroundSuppression: 'standard' },
    pieceMs: 200,
  });
  for (let at = 0; at + 160 <= line.length; at += 160) {
    hearing.hear(line.subarray(at, at + 160), at / 8, at < 5_000 * 8 ? silence(20) : null);
  }
  hearing.listen({ audio: false, speech: null });
  // The last 320 ms are sent again where the caller begins to speak, and nowhere else.
  const repeated = positions.slice(1).map((atMs, i) => positions[i]! - atMs);
  expect(Math.max(...repeated)).toBeLessThanOrEqual(320);
  expect(repeated.filter((ms) => ms >= 0).length).toBeLessThanOrEqual(2);
  const endMs = 6_000 + sentence.length / 8;
  const words = (pcm: Int16Array) => pcm.subarray(6_000 * 8, endMs * 8);
  const lost = words(line).findLastIndex((sample, i) => sample !== words(heard)[i]);
  expect(lost / 8).toBeLessThan(0);
  const lastSound = (fromMs: number, toMs: number) =>
    heard.subarray(fromMs * 8, toMs * 8).findLastIndex((sample) => sample !== 0) / 8;
  expect(lastSound(1_000, 5_500)).toBeLessThan(0);
  expect(lastSound(endMs + 1_800, roomMs - 400)).toBeLessThan(0);
});

test.each([12, 20])(
  'finds the end of a caller who speaks at once in a room with a voice %i dB below',
  (below) => {
    for (const sentence of sentences) {
      for (const room of rooms) {
        const line = mix(quieter(room, below), join(silence(400), sentence));
        const endMs = 400 + sentence.length / 8;
        const decided = edges(line, 'standard', [0, 0]).filter(({ type }) => type === 'ended');
        const late = decided.map(({ decidedAtMs }) => decidedAtMs - endMs).filter((ms) => ms > -300);
        expect(late[0]).toBeLessThan(2_000);
      }
    }
  },
);

/** Returns the audio that the transcriber gets, and its length after each frame, in samples. */
function transcribed(line: Int16Array): { heard: number[]; lengths: number[] } {
  const heard: number[] = [];
  const lengths: number[] = [];
  const hearing = new Hearing(8_000, { audio: (pcm) => heard.push(...pcm), speech: () => {} });
  hearing.listen({ audio: true, speech: { endAfterMs: 260, backgroundSuppression: 'standard' } });
  for (let at = 0; at + 160 <= line.length; at += 160) {
    hearing.hear(line.subarray(at, at + 160), at / 8, null);
    lengths.push(heard.length);
  }
  return { heard, lengths };
}

test('no audio is lost in a quiet room, or held back after 600 ms', () => {
  const line = join(silence(2_000), sentences[0]!, silence(4_000));
  const { heard, lengths } = transcribed(line);
  expect(heard).toEqual([...line.subarray(0, heard.length)]);
  const late = lengths.findLastIndex((length, frame) => length < (frame + 1) * 160);
  expect(late * 20).toBeLessThan(600);
});

test('a caller who speaks first is passed on at once', () => {
  const line = join(silence(100), atLevel(sentences[0]!, 2 * usualLevel), silence(1_000));
  const { heard, lengths } = transcribed(line);
  expect(heard).toEqual([...line.subarray(0, heard.length)]);
  expect(lengths.findLastIndex((length, frame) => length < (frame + 1) * 160) * 20).toBeLessThan(500);
});

test('what is known of the room and the caller outlasts a change of the sample rate', () => {
  const room = quieter(rooms[1]!, 15).slice(0, 2_400 * 8);
  const activity = new VoiceActivity(8_000, 260, 'standard');
  for (let at = 0; at + 160 <= room.length; at += 160) activity.push(room.subarray(at, at + 160), at / 8);
  expect(activity.hasOthers).toBe(true);
  expect(activity.at(16_000).hasOthers).toBe(true);
});

test('the transcriber gets silence in place of voices that are there from the first moment', () => {
  for (const room of rooms) {
    const { heard } = transcribed(quieter(room, 15).slice(0, 2_400 * 8));
    expect(heard.length).toBeGreaterThan(2_000 * 8);
    expect(heard.findIndex((sample) => sample !== 0)).toBe(-1);
  }
});
