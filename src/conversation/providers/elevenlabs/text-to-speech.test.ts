/**
 * A stub of the WebSocket `stream-input`: `{ text }` messages in, the empty text at the end; `AudioOutput` and `FinalOutput` out, by the
 * vendor's types (github.com/elevenlabs/elevenlabs-js, `src/api/types`, read on 2026-11-27 at 87100890). Those types have no
 * errors and no `isFinal` beside audio: they are after the vendor's reference pages, whose day we did not note.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { wholeSpeech } from '../kit/index.ts';
import {
  audioParts,
  describeStreamedSpeech,
  describeTextToSpeech,
  HeldAnswers,
  type LocalService,
  msPerCharacter,
  startLocalService,
  voiceAudio,
} from '../testing/index.ts';
import { WordAligner } from './alignment.ts';
import { ElevenLabsTextToSpeech } from './index.ts';

const apiKey = 'xi-test-0123456789';
const held = new HeldAnswers();
const addresses: URL[] = [];
const received: Record<string, unknown>[] = [];
let failing: { message: string; error: string; code: number } | null = null;
let service: LocalService;

/** Returns the messages of one speech: 7 characters of audio each, with times from the start of the message. */
function answers(text: string): string[] {
  const partMs = 7 * msPerCharacter;
  return audioParts(voiceAudio(text, 16_000), 16_000, partMs).map((audio, n) => {
    const chars = [...text.slice(7 * n, 7 * n + 7)];
    const alignment = {
      charStartTimesMs: chars.map((_, at) => at * msPerCharacter),
      // The types spell it `charDurationsMs`, and the reference pages also `charsDurationsMs`.
      [n % 2 === 0 ? 'charDurationsMs' : 'charsDurationsMs']: chars.map(() => msPerCharacter),
      chars,
    };
    return JSON.stringify({
      audio: audio.toString('base64'),
      isFinal: null,
      normalizedAlignment: alignment,
      alignment,
    });
  });
}

function serve(socket: WebSocket, url: URL): void {
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let text = '';
  socket.on('message', async (data) => {
    const message = JSON.parse(String(data)) as { text: string; flush?: boolean };
    received.push(message);
    if (failing || url.pathname.includes('/nobody/')) {
      const reported = failing ?? {
        message: 'A voice with voice_id nobody does not exist.',
        error: 'voice_id_does_not_exist',
        code: 1008,
      };
      socket.send(JSON.stringify(reported));
      socket.close(reported.code, reported.message);
      return;
    }
    text += message.text;
    if (message.text !== '') return;
    if (!(await held.play(answers(text.trim()), gone, (answer) => socket.send(answer)))) socket.terminate();
    else {
      socket.send(JSON.stringify({ audio: null, isFinal: true }));
      socket.close(1000);
    }
  });
}

beforeAll(async () => {
  service = await startLocalService({
    refuse: (request) => (request.headers['xi-api-key'] === apiKey ? null : 403),
    onSocket(socket, request) {
      const url = new URL(request.url!, 'http://x');
      addresses.push(url);
      serve(socket, url);
    },
  });
});
afterAll(() => service.close());

const create = () => new ElevenLabsTextToSpeech({ apiKey, baseUrl: service.baseUrl });

describeTextToSpeech('elevenlabs', {
  create,
  impossible: { 'a voice that does not exist': { text: 'Hello.', voice: 'nobody', language: 'en' } },
});
describeStreamedSpeech('elevenlabs', {
  create,
  server: { held },
  audioOf: (text) => voiceAudio(text, 16_000),
  hasWordTimes: true,
});

describe('elevenlabs', () => {
  const say = (options: object = {}) =>
    wholeSpeech(
      new ElevenLabsTextToSpeech({ apiKey, baseUrl: service.baseUrl, ...options }).speak({
        ...{ text: 'Guten Tag.', voice: null, language: 'de-CH' },
      }),
    );

  test('requests samples, model, voice and language', async () => {
    await say({ voice: 'a/voice', voiceSettings: { stability: 0.4 } });
    const url = addresses.at(-1)!;
    expect(url.pathname).toBe('/v1/text-to-speech/a%2Fvoice/stream-input');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{
        model_id: 'eleven_flash_v2_5',
        output_format: 'pcm_16000',
        sync_alignment: 'true',
        language_code: 'de',
      },
    });
    expect(received.slice(-3)).toEqual([
      { text: ' ', voice_settings: { stability: 0.4 } },
      { text: 'Guten Tag. ', flush: true },
      { text: '' },
    ]);
    await say({ model: 'eleven_multilingual_v2' });
    expect(addresses.at(-1)!.searchParams.has('language_code')).toBe(false);
  });

  test('sends phonemes as SSML to models that take them', async () => {
    const aoife = {
      text: 'Tom & Aoife.',
      phonemes: [{ start: 6, end: 11, ipa: 'ˈiːfə' }],
      voice: null,
    };
    const speak = (model: string, language: string) =>
      wholeSpeech(
        new ElevenLabsTextToSpeech({ apiKey, baseUrl: service.baseUrl, model }).speak({ ...aoife, language }),
      );
    await speak('eleven_flash_v2', 'en-IE');
    expect(addresses.at(-1)!.searchParams.get('enable_ssml_parsing')).toBe('true');
    expect(received.at(-2)).toEqual({
      text: 'Tom &amp; <phoneme alphabet="ipa" ph="ˈiːfə">Aoife</phoneme>. ',
      flush: true,
    });
    for (const [model, language] of [
      ['eleven_flash_v2_5', 'en-IE'],
      ['eleven_flash_v2', 'fr'],
    ] as const) {
      await speak(model, language);
      expect(addresses.at(-1)!.searchParams.has('enable_ssml_parsing')).toBe(false);
      expect(received.at(-2)).toEqual({ text: 'Tom & Aoife. ', flush: true });
    }
  });

  test('a key that is refused is a failure for good', async () => {
    await expect(say({ apiKey: 'other' })).rejects.toMatchObject({ retryable: false, status: 403 });
  });

  test.each([
    ['quota_exceeded', 1008, false],
    ['rate_limit_exceeded', 1008, true],
    ['internal_server_error', 1011, true],
  ])('%s reported in a message: retryable %s', async (error, code, retryable) => {
    failing = { message: `No ${apiKey}`, error, code };
    const failure = await say().catch((thrown: Error) => thrown);
    failing = null;
    expect(failure).toMatchObject({ retryable, message: `elevenlabs: ${error}: No [redacted]` });
  });

  test('returns no words for an inconsistent alignment', () => {
    const aligner = new WordAligner();
    for (const odd of [
      null,
      'x',
      {},
      { chars: ['a'] },
      { chars: [1], charStartTimesMs: [0], charDurationsMs: [1] },
    ]) {
      expect([...aligner.read(odd, 0), ...aligner.finish()]).toEqual([]);
    }
  });
});
