import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noise } from '../../../../test/audio/signals.ts';
import { hasPocketSphinx } from '../../../../test/interop/pocketsphinx.ts';
import { decodeG711, encodeG711, toTelephoneRate } from '../../../telephony/media/index.ts';
import { Flite } from '../flite/index.ts';
import type { ListenOptions, TranscriptEvent } from '../interfaces/index.ts';
import { wholeSpeech } from '../kit/index.ts';
import { PocketSphinx } from './index.ts';

const phrases = [
  'Yes, please',
  'yes',
  'no',
  'no thank you',
  'I want to cancel my order',
  'on Tuesday',
  'twenty two',
  'operator',
  "That's right",
  'three thirty pm',
  'next Friday',
  'Xylqwz is no word',
];
/** As a dialogue expects them for a yes or no. */
const yesOrNo =
  "yes,yeah,yep,yup,sure,of course,okay,correct,that's right,absolutely,definitely,please do,no,nope,nah,no thanks,no thank you,not really,wrong,incorrect,i don't,i can't".split(
    ',',
  );

describe.skipIf(!hasPocketSphinx)('pocketsphinx', () => {
  let folder: string;
  let voice: Flite;
  let transcriber: PocketSphinx;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-transcriber-test-'));
    voice = new Flite();
    transcriber = new PocketSphinx({ temporaryFolder: folder });
  });
  afterAll(async () => {
    await transcriber[Symbol.asyncDispose]();
    await voice[Symbol.asyncDispose]();
    // No file of the utterance is left.
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  const listen = (options: Partial<ListenOptions> = {}) => {
    const signal = new AbortController().signal;
    const stream = transcriber.listen({
      sampleRateHz: 8000,
      language: 'en-US',
      phrases: () => phrases,
      keyTerms: [],
      signal,
      ...options,
    });
    return { stream, events: stream[Symbol.asyncIterator]() };
  };
  /** Returns a sentence as it arrives over the telephone. */
  const spoken = async (text: string, name = 'slt') => {
    const { pcm, sampleRateHz } = await wholeSpeech(voice.speak({ text, voice: name, language: 'en' }));
    return decodeG711('pcmu', encodeG711('pcmu', toTelephoneRate(pcm, sampleRateHz)));
  };
  /** Writes audio in pieces of 20 ms with silence around it. Returns the position of its end. */
  const write = (stream: ReturnType<typeof listen>['stream'], pcm: Int16Array, fromMs: number) => {
    const silence = new Int16Array(160);
    let atMs = fromMs;
    const put = (piece: Int16Array) => {
      stream.write(piece, atMs);
      atMs += 20;
    };
    for (let i = 0; i < 25; i++) put(silence);
    for (let at = 0; at < pcm.length; at += 160) put(pcm.slice(at, at + 160));
    for (let i = 0; i < 15; i++) put(silence);
    return atMs;
  };
  const nextFinal = async (events: AsyncIterator<TranscriptEvent>) => {
    const { value } = await events.next();
    if (value?.type !== 'final') throw new Error('no final came');
    return value;
  };

  // One test for each voice, because each sentence takes processor time of two programs. All voices together took over
  // 20 s on a busy machine.
  test.each(['slt', 'rms', 'awb'])(
    'recognizes expected phrases over the telephone, spoken by %s',
    async (name) => {
      const said = [
        'yes',
        'no',
        'Yes, please',
        'I want to cancel my order',
        'on Tuesday',
        'twenty two',
        'next Friday',
        "That's right",
      ];
      const heard = await Promise.all(
        said.map(async (text) => {
          const { stream, events } = listen();
          stream.finish(write(stream, await spoken(text, name), 0));
          const final = await nextFinal(events);
          stream.close();
          return { text, heard: final.text, confidence: final.confidence };
        }),
      );
      const right = heard.filter((one) => one.heard === one.text);
      // All 8 when this was written. Other sentences must at least not be mistaken.
      expect(
        right.length,
        JSON.stringify(heard.filter((one) => one.heard !== one.text)),
      ).toBeGreaterThanOrEqual(7);
      expect(heard.filter((one) => one.heard !== one.text && one.heard !== '')).toEqual([]);
      for (const { confidence } of right) expect(confidence).toBeGreaterThan(0.5);
    },
  );

  test('judges a phrase alike, however many others are expected', async () => {
    const no = await spoken('no');
    const sure = [];
    for (const expected of [['no'], yesOrNo]) {
      const { stream, events } = listen({ phrases: () => expected });
      stream.finish(write(stream, no, 0));
      const { text, confidence } = await nextFinal(events);
      expect(text).toBe('no');
      sure.push(confidence);
      stream.close();
    }
    expect(sure[1]).toBe(sure[0]);
  });

  test.each([
    ['one phrase of many', phrases],
    ['yes or no', yesOrNo],
    ['a day', ['Monday', 'on Monday', 'Friday', 'on Friday']],
  ])('rejects other speech where %s is expected', async (_, expected) => {
    const { stream, events } = listen({ phrases: () => expected });
    const others = [
      'I had pizza for dinner yesterday.',
      'I need to ask my wife first.',
      'My dog is barking.',
    ];
    for (const [at, text] of others.entries()) {
      stream.finish(write(stream, await spoken(text), at * 10_000));
      expect(await nextFinal(events), text).toMatchObject({ text: '', confidence: null });
    }
    stream.close();
  });

  test('recognizes a phrase with a pause in it, and joins nothing after a longer one', async () => {
    const { stream, events } = listen();
    const [begins, ends] = [await spoken('I want'), await spoken('to cancel my order')];
    for (const [pauseMs, text] of [
      [200, 'I want to cancel my order'],
      [1_500, ''],
    ] as const) {
      const fromMs = pauseMs * 10;
      const pausedMs = write(stream, begins, fromMs);
      stream.finish(pausedMs);
      expect(await nextFinal(events)).toMatchObject({ text: '' });
      stream.finish(write(stream, ends, pausedMs + pauseMs));
      const final = await nextFinal(events);
      expect(final.text).toBe(text);
      if (text !== '') expect(final.startMs).toBeLessThan(pausedMs);
    }
    stream.close();
  });

  test('rejects noise', async () => {
    const { stream, events } = listen();
    const hiss = noise(1, 1_500).map((sample) => sample / 8);
    stream.finish(write(stream, hiss, 0));
    expect(await nextFinal(events)).toMatchObject({ text: '' });
    stream.close();
  });

  test('reports positions, each utterance once, and asks for the phrases each time', async () => {
    let expected = ['yes', 'no'];
    const { stream, events } = listen({ phrases: () => expected });
    const yes = await spoken('yes');
    const endMs = write(stream, yes, 5_000);
    stream.finish(endMs);
    const first = await nextFinal(events);
    expect(first.text).toBe('yes');
    expect(first.startMs).toBeGreaterThanOrEqual(5_500);
    expect(first.startMs).toBeLessThan(6_000);
    expect(first.endMs).toBeLessThanOrEqual(endMs);
    stream.finish(8_000);
    expect(await nextFinal(events)).toEqual({
      type: 'final',
      text: '',
      startMs: 8_000,
      endMs: 8_000,
      confidence: null,
    });
    expected = ['twenty two', 'twenty three'];
    stream.finish(write(stream, await spoken('twenty two'), 10_000));
    expect((await nextFinal(events)).text).toBe('twenty two');
    expected = ['Xylqwz is no word', '!'];
    stream.finish(write(stream, yes, 20_000));
    expect((await nextFinal(events)).text).toBe('');
    stream.close();
    expect(await events.next()).toEqual({ value: undefined, done: true });
  });

  test('creates its folder again after a cleanup', async () => {
    const gone = join(folder, 'gone');
    await using other = new PocketSphinx({ temporaryFolder: gone });
    const { signal } = new AbortController();
    const stream = other.listen({
      sampleRateHz: 8000,
      language: null,
      phrases: () => phrases,
      keyTerms: [],
      signal,
    });
    stream.finish(write(stream, await spoken('yes'), 0));
    expect((await nextFinal(stream[Symbol.asyncIterator]())).text).toBe('yes');
    stream.close();
    await rm(gone, { recursive: true });
  });

  test('accepts 16 kHz, and a courtesy after a phrase', async () => {
    const { pcm } = await wholeSpeech(
      voice.speak({ text: 'operator, please', voice: 'rms', language: 'en' }),
    );
    const { stream, events } = listen({ sampleRateHz: 16_000 });
    for (let at = 0; at < pcm.length; at += 320) stream.write(pcm.slice(at, at + 320), at / 16);
    stream.finish(pcm.length / 16);
    expect((await nextFinal(events)).text).toBe('operator');
    stream.close();
  });

  test("ends with the signal's reason before and during decoding, and silently after close", async () => {
    const reason = new Error('the caller has hung up');
    await expect(listen({ signal: AbortSignal.abort(reason) }).events.next()).rejects.toBe(reason);
    const controller = new AbortController();
    const { stream, events } = listen({ signal: controller.signal });
    stream.finish(write(stream, await spoken('yes'), 0));
    setImmediate(() => controller.abort(reason));
    await expect(events.next()).rejects.toBe(reason);
    const closed = listen();
    closed.stream.finish(write(closed.stream, await spoken('no'), 0));
    closed.stream.close();
    expect(write(closed.stream, await spoken('no'), 0)).toBeGreaterThan(0);
    closed.stream.close();
    expect(await closed.events.next()).toEqual({ value: undefined, done: true });
  });

  test('fails for another language, a missing decoder and a slow one', async () => {
    const failure = { provider: 'pocketsphinx', retryable: false };
    await expect(listen({ language: 'de' }).events.next()).rejects.toMatchObject(failure);
    const decodeWith = async (options: ConstructorParameters<typeof PocketSphinx>[0]) => {
      await using other = new PocketSphinx({ temporaryFolder: folder, ...options });
      const signal = new AbortController().signal;
      const stream = other.listen({
        sampleRateHz: 8000,
        language: null,
        phrases: () => phrases,
        keyTerms: [],
        signal,
      });
      stream.finish(write(stream, await spoken('yes'), 0));
      return await stream[Symbol.asyncIterator]().next();
    };
    await expect(decodeWith({ command: '/nowhere/decoder' })).rejects.toMatchObject(failure);
    await expect(decodeWith({ modelFolder: '/nowhere' })).rejects.toMatchObject(failure);
    await expect(decodeWith({ command: '/bin/false' })).rejects.toMatchObject(failure);
    await expect(decodeWith({ timeoutMs: 1 })).rejects.toMatchObject({ ...failure, retryable: true });
  });
});
