/** The voices that stream over gRPC. The suite of voices over HTTP has the others. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { guardedDispatcher } from '../../../platform/egress/index.ts';
import type { ProviderFailure, TextToSpeech } from '../interfaces/index.ts';
import { wholeSpeech } from '../kit/index.ts';
import { describeStreamedSpeech, describeTextToSpeech, startLocalService } from '../testing/index.ts';
import { googleCloudTextToSpeech } from './index.ts';
import { SynthesisServer } from './synthesis-server.ts';

const apiKey = 'AIza-test-0123456789';
const server = new SynthesisServer(apiKey);
beforeAll(() => server.start());
afterAll(() => server.close());
const dispatcher = guardedDispatcher({ permits: (address) => address === '127.0.0.1' });
afterAll(() => dispatcher.destroy());
const voice = 'en-US-Chirp3-HD-Charon';
const create = (more: Partial<Parameters<typeof googleCloudTextToSpeech>[0]> = {}) =>
  googleCloudTextToSpeech({ apiKey, baseUrl: server.baseUrl, voice, dispatcher, ...more });

describeTextToSpeech('google-cloud over gRPC', {
  create,
  impossible: {
    'a voice that does not exist': { text: 'Hello.', voice: 'en-US-Chirp3-HD-Unknown', language: 'en' },
  },
});
describeStreamedSpeech('google-cloud over gRPC', {
  ...{ create, server, audioOf: server.audioOf, hasWordTimes: false },
});

/**
 * Messages that protobufjs 8 encoded on 2026-11-27, by the definitions in the official client (@google-cloud/text-to-speech 7.1.0). The
 * voice is that of the example in "Synthesize speech with bidirectional streaming" (cloud.google.com/text-to-speech/docs, read the
 * same day).
 */
const official = {
  fast: 'CjEKHwoFZW4tVVMSFmVuLVVTLUNoaXJwMy1IRC1DaGFyb24iDggHEIB9GTMzMzMzM/M/',
  plain: 'CigKHwoFZW4tVVMSFmVuLVVTLUNoaXJwMy1IRC1DaGFyb24iBQgHEIB9',
  text: 'EiEKH0hlbGxvIHRoZXJlLiBIb3cgYXJlIHlvdSB0b2RheT8=',
};

describe('google-cloud over gRPC', () => {
  const text = 'Hello there. How are you today?';
  const say = (provider: TextToSpeech) => wholeSpeech(provider.speak({ text, voice: null, language: 'de' }));
  const failureOf = (provider: TextToSpeech): Promise<ProviderFailure> =>
    say(provider).then(
      () => expect.fail('it was spoken'),
      (error) => error,
    );

  test.each([
    ['fast', 1.2],
    ['plain', undefined],
  ] as const)('asks with the same bytes as the official client: %s', async (settings, speed) => {
    await using provider = create({ speed });
    expect((await say(provider)).pcm).toEqual(server.audioOf(text));
    const { headers, requests } = server.calls.at(-1)!;
    expect(headers['x-goog-api-key']).toBe(apiKey);
    expect(requests.map((request) => request.toString('base64'))).toEqual([
      official[settings],
      official.text,
    ]);
  });

  test('all speeches share a connection', async () => {
    await using provider = create();
    for (let n = 0; n < 3; n++) await say(provider);
    expect(new Set(server.calls.slice(-3).map(({ session }) => session)).size).toBe(1);
  });

  test.each([
    [400, false],
    [403, false],
    [429, true],
    [503, true],
  ])('after status %d a retry may succeed: %s', async (status, retryable) => {
    await using provider = create();
    server.refusal = { status, words: `${apiKey} is not enough` };
    const failure = await failureOf(provider);
    server.refusal = null;
    expect(failure).toMatchObject({
      ...{ provider: 'google-cloud', status, retryable },
      message: `google-cloud answered ${status}: [redacted] is not enough`,
    });
  });

  test('ends a call that falls silent', async () => {
    await using provider = create();
    await say(provider);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = server.held.holdNext();
    const speech = provider.speak({ text, voice: null, language: 'en' })[Symbol.asyncIterator]();
    await speech.next();
    const next = speech.next().then(
      () => expect.fail('it went on'),
      (error) => error,
    );
    vi.advanceTimersByTime(10_000);
    expect(await next).toMatchObject({
      message: 'google-cloud did not answer in time',
      retryable: true,
    });
    await answer.abandoned;
  });

  test('sends the access token of a service account', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const tokens = await startLocalService({
      onRequest: (_, response) =>
        response.end(JSON.stringify({ access_token: 'ya29.test', expires_in: 3_600 })),
    });
    const account = JSON.stringify({
      ...{ project_id: 'of-account', client_email: 'a@of-account.iam.gserviceaccount.com' },
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: tokens.baseUrl,
    });
    const strict = new SynthesisServer('ya29.test');
    await strict.start();
    const provider = create({ apiKey: account, baseUrl: strict.baseUrl });
    expect((await say(provider)).pcm).toEqual(strict.audioOf(text));
    expect(strict.calls[0]!.headers.authorization).toBe('Bearer ya29.test');
    await provider[Symbol.asyncDispose]();
    strict.close();
    tokens.close();
  });

  test('refuses a wrong key, and reaches only permitted addresses', async () => {
    await using unknown = create({ apiKey: 'AIza-wrong-0123456789' });
    expect(await failureOf(unknown)).toMatchObject({ status: 401, retryable: false });
    const closed = guardedDispatcher({ permits: () => false });
    await using guarded = create({ dispatcher: closed });
    const failure = await failureOf(guarded);
    await closed.destroy();
    expect(failure).toMatchObject({ message: expect.stringContaining('127.0.0.1 is not'), retryable: false });
  });
});
