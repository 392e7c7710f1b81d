import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { toTelephoneRate } from '../../../telephony/media/index.ts';
import { wholeSpeech } from '../kit/index.ts';
import { describeTextToSpeech } from '../testing/index.ts';
import { Flite, type FliteOptions } from './index.ts';

describeTextToSpeech('flite', {
  create: () => new Flite(),
  impossible: {
    'a voice that does not exist': { text: 'Hello.', voice: 'nobody', language: 'en' },
    'a voice with a path for a name': { text: 'Hello.', voice: '../slt', language: 'en' },
    'a language it does not have': { text: 'Guten Tag.', voice: null, language: 'de-CH' },
    'a script it cannot read': { text: '你好', voice: null, language: null },
    'a number without measure': { text: '9'.repeat(601), voice: null, language: null },
    'a text without measure': { text: 'word '.repeat(1_000), voice: null, language: null },
  },
});

/** A slow voice refuses a text after 20 s, and then speaks the next one. */
const beyondTimeoutMs = 60_000;

describe('flite', () => {
  const made: Flite[] = [];
  const open = (options: FliteOptions = {}): Flite => {
    const flite = new Flite(options);
    made.push(flite);
    return flite;
  };
  const say = (flite: Flite, text: string) => wholeSpeech(flite.speak({ text, voice: null, language: null }));

  afterEach(async () => {
    for (const flite of made.splice(0)) await flite[Symbol.asyncDispose]();
  });

  test('caches speech, also for concurrent requests', async () => {
    const flite = open();
    const [first, second] = await Promise.all([say(flite, 'Good day.'), say(flite, 'Good  day.')]);
    expect(second.pcm).toBe(first.pcm);
    expect((await say(flite, 'Good day.')).pcm).toBe(first.pcm);
  });

  test('resamples for a line once, and caches the result', async () => {
    const flite = open();
    const request = { text: 'Good day.', voice: null, language: null };
    const forLine = () => wholeSpeech(flite.speak({ ...request, lineRateHz: 8_000 }));
    const [wide, narrow] = [await wholeSpeech(flite.speak(request)), await forLine()];
    expect([wide.sampleRateHz, narrow.sampleRateHz]).toEqual([16_000, 8_000]);
    expect(narrow.pcm).toEqual(toTelephoneRate(wide.pcm, 16_000));
    expect((await forLine()).pcm).toBe(narrow.pcm);
  });

  test('speaks at a speed, and caches each', async () => {
    const flite = open();
    const request = { text: 'The quick brown fox.', voice: null, language: null };
    const samples = async (speed: number) => (await wholeSpeech(flite.speak(request, { speed }))).pcm.length;
    const [slow, normal, fast] = [await samples(0.5), await samples(1), await samples(2)];
    expect(slow / normal).toBeCloseTo(2, 0);
    expect(normal / fast).toBeCloseTo(2, 0);
    expect(await samples(0.5)).toBe(slow);
  });

  test('gives up a slow text, and speaks the next one in a new thread', async () => {
    const flite = open({ timeoutMs: 1 });
    await expect(say(flite, 'A long story. '.repeat(200))).rejects.toMatchObject({ retryable: true });
    expect(flite.isLoaded).toBe(false);
    const patient = open();
    const [long, next] = [say(patient, 'A long story. '.repeat(10)), say(patient, 'Next.')];
    expect((await long).pcm.length).toBeGreaterThan((await next).pcm.length);
  });

  test('loads the module with the first text, and unloads it when idle', async () => {
    const flite = open({ idleStopMs: 1 });
    expect(flite.isLoaded).toBe(false);
    await say(flite, 'Hello.');
    await expect.poll(() => flite.isLoaded).toBe(false);
    expect((await say(flite, 'Hello again.')).pcm.length).toBeGreaterThan(0);
  });

  test('ends running and waiting texts when it closes', async () => {
    const flite = open();
    const texts = ['A long story. '.repeat(200), 'Another. '.repeat(200)].map((text) => say(flite, text));
    const outcomes = Promise.allSettled(texts);
    await flite[Symbol.asyncDispose]();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(say(flite, 'Hello.')).rejects.toMatchObject({ retryable: false });
    expect(flite.isLoaded).toBe(false);
  });

  test('streams a long text by sentences, between which other texts are spoken', async () => {
    const flite = open({ threads: 1 });
    const sentence = (n: number) =>
      `This is sentence number ${n}, which has no end that anybody could foresee.`;
    const text = Array.from({ length: 8 }, (_, n) => sentence(n)).join(' ');
    const parts: number[] = [];
    let heardOfOther = -1;
    const long = (async () => {
      for await (const { pcm } of flite.speak({ text, voice: null, language: null })) parts.push(pcm.length);
    })();
    const other = say(flite, 'Good evening.').then(() => {
      heardOfOther = parts.length;
    });
    await Promise.all([long, other]);
    expect(parts.length).toBe(8);
    expect(heardOfOther).toBeLessThan(3);
    const whole = parts.reduce((sum, length) => sum + length, 0);
    expect((await say(flite, text)).pcm.length).toBe(whole);
  });

  test('speaks every text of a long queue', { timeout: beyondTimeoutMs }, async () => {
    const flite = open();
    const texts = Array.from({ length: 50 }, (_, i) => say(flite, `${i}`));
    const spare = flite.speak({ text: 'One moment.', voice: null, language: null, urgency: 'spare' });
    await expect(wholeSpeech(spare)).rejects.toMatchObject({ retryable: true });
    expect(flite.load?.behindMs).toBeGreaterThanOrEqual(0);
    for (const { pcm } of await Promise.all(texts)) expect(pcm.length).toBeGreaterThan(0);
  });

  test.each([
    // The longest allowed text.
    ['one endless word', 'a'.repeat(1_000)],
    ['one endless number', '9'.repeat(100)],
    ['punctuation', `Well ${'!?.,;:-()[]{}"\'`~@#$%^&*_+=|\\<>/'.repeat(3)} so.`],
    ['what looks like options and markup', '-voice kal --help <speak><audio src="/etc/passwd"/></speak>'],
  ])('speaks or rejects %s, and keeps working', { timeout: beyondTimeoutMs }, async (_, text) => {
    const flite = open();
    await say(flite, text).catch((error) => expect(error.provider).toBe('flite'));
    expect((await say(flite, 'Still here.')).pcm.length).toBeGreaterThan(0);
  });

  test('speaks in a read-only process without warnings, and lets it exit', async () => {
    const index = new URL('./index.ts', import.meta.url).href;
    const program = `
      import { Flite } from ${JSON.stringify(index)};
      const flite = new Flite();
      let pcm = [];
      for await (const part of flite.speak({ text: 'Hello.', voice: null, language: null })) pcm = part.pcm;
      console.log(pcm.length > 0);
      await flite[Symbol.asyncDispose]();
    `;
    const args = ['--input-type=module', '--eval', program];
    const env = { ...process.env, TMPDIR: '/proc/self' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
    expect({ stdout, stderr }).toEqual({ stdout: 'true\n', stderr: '' });
  });
});
