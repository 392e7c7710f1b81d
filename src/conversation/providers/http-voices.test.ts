/**
 * The voices that answer over HTTP, each against a local server with messages after the vendor's published examples (the
 * head of each file names the source). None was recorded from a live service.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeWav } from '../../telephony/media/index.ts';
import { azureSpeechTextToSpeech } from './azure-speech/index.ts';
import { fishAudioTextToSpeech } from './fish-audio/index.ts';
import { googleCloudTextToSpeech } from './google-cloud/index.ts';
import { humeTextToSpeech } from './hume/index.ts';
import type { TextToSpeech } from './interfaces/index.ts';
import { inworldTextToSpeech } from './inworld/index.ts';
import { wholeSpeech } from './kit/index.ts';
import { describeStreamedSpeech, describeTextToSpeech, VoiceServer } from './testing/index.ts';

const apiKey = 'voice-test-0123456789';
const unknownVoice = { 'a voice that does not exist': { text: 'Hello.', voice: 'unknown', language: 'en' } };
const samplesOf = (bytes: Buffer) =>
  new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const wavOf = (bytes: Buffer, sampleRateHz: number) =>
  Buffer.from(writeWav({ channels: [samplesOf(bytes)], sampleRateHz }));

interface Case {
  name: string;
  server: VoiceServer;
  create: (more?: { voice?: string; speed?: number; instructions?: string }) => TextToSpeech;
  hasWordTimes: boolean;
  /** The request for "Hi." with the voice `coral` and the speed 1.2. */
  request: { url: string; header: [name: string, value: string]; body: unknown };
}

const json = (line: object) => `${JSON.stringify(line)}\n`;
const unlessUnknown = (voice: unknown, said: unknown) => (voice === 'unknown' ? null : String(said));

function fish(): Case {
  const server = new VoiceServer({
    sampleRateHz: 16_000,
    textOf: (_, body) => unlessUnknown(JSON.parse(body).reference_id, JSON.parse(body).text),
    answer: (parts) => parts.map(({ audio }) => audio),
  });
  return {
    ...{ name: 'fish-audio', server, hasWordTimes: false },
    create: (more) => fishAudioTextToSpeech({ apiKey, baseUrl: server.baseUrl, ...more }),
    request: {
      url: '/v1/tts',
      header: ['authorization', `Bearer ${apiKey}`],
      body: {
        ...{ text: 'Hi.', reference_id: 'coral', format: 'pcm', sample_rate: 16_000, latency: 'balanced' },
        prosody: { speed: 1.2 },
      },
    },
  };
}

function inworld(): Case {
  const server = new VoiceServer({
    sampleRateHz: 16_000,
    contentType: 'application/json',
    textOf: (_, body) => unlessUnknown(JSON.parse(body).voiceId, JSON.parse(body).text),
    answer: (parts) =>
      parts.map(({ audio, words }) =>
        json({
          result: {
            audioContent: wavOf(audio, 16_000).toString('base64'),
            timestampInfo: {
              wordAlignment: {
                words: words.flatMap(({ text }) => [text, ' ']),
                wordStartTimeSeconds: words.flatMap((word) => [word.startMs / 1000, word.endMs / 1000]),
                wordEndTimeSeconds: words.flatMap((word) => [word.endMs / 1000, word.endMs / 1000]),
              },
            },
          },
        }),
      ),
  });
  return {
    ...{ name: 'inworld', server, hasWordTimes: true },
    create: (more) => inworldTextToSpeech({ apiKey, baseUrl: server.baseUrl, ...more }),
    request: {
      url: '/tts/v1/voice:stream',
      header: ['authorization', `Basic ${apiKey}`],
      body: {
        ...{ text: 'Hi.', voiceId: 'coral', modelId: 'inworld-tts-1.5-mini', timestampType: 'WORD' },
        audioConfig: { audioEncoding: 'LINEAR16', sampleRateHertz: 16_000, speakingRate: 1.2 },
      },
    },
  };
}

function hume(): Case {
  const server = new VoiceServer({
    sampleRateHz: 48_000,
    contentType: 'application/json',
    textOf: (_, body) => {
      const [{ voice, text }] = JSON.parse(body).utterances;
      return unlessUnknown(voice.name, text);
    },
    answer: (parts) =>
      parts.flatMap(({ audio, words }) => [
        json({ type: 'audio', audio: audio.toString('base64'), is_last_chunk: false }),
        ...words.map(({ text, startMs, endMs }) =>
          json({
            type: 'timestamp',
            timestamp: { type: 'word', text, time: { begin: startMs, end: endMs } },
          }),
        ),
      ]),
  });
  return {
    ...{ name: 'hume', server, hasWordTimes: true },
    create: (more) => humeTextToSpeech({ apiKey, baseUrl: server.baseUrl, ...more }),
    request: {
      url: '/v0/tts/stream/json',
      header: ['x-hume-api-key', apiKey],
      body: {
        version: '2',
        utterances: [{ text: 'Hi.', voice: { name: 'coral', provider: 'HUME_AI' }, speed: 1.2 }],
        format: { type: 'pcm' },
        ...{ instant_mode: true, strip_headers: true, include_timestamp_types: ['word'] },
      },
    },
  };
}

function azure(): Case {
  const server = new VoiceServer({
    sampleRateHz: 16_000,
    textOf: (_, body) => {
      const [, voice, said = ''] = /<voice name="([^"]*)">(.*)<\/voice>/s.exec(body) ?? [];
      return unlessUnknown(voice, said.replace(/<[^>]*>/g, ''));
    },
    answer: (parts) => parts.map(({ audio }) => audio),
  });
  return {
    ...{ name: 'azure-speech', server, hasWordTimes: false },
    create: (more) => azureSpeechTextToSpeech({ apiKey, baseUrl: server.baseUrl, ...more }),
    request: {
      url: '/cognitiveservices/v1',
      header: ['ocp-apim-subscription-key', apiKey],
      body:
        '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="en-GB"><voice name="coral">' +
        '<prosody rate="1.2">Hi.</prosody></voice></speak>',
    },
  };
}

const cases = [fish(), inworld(), hume(), azure()];
beforeAll(() => Promise.all(cases.map(({ server }) => server.start())));
afterAll(() => {
  for (const { server } of cases) server.close();
});

describe.each(cases)('$name', ({ name, server, create, hasWordTimes, request }) => {
  describeTextToSpeech(name, { create: () => create(), impossible: unknownVoice });
  describeStreamedSpeech(name, { create: () => create(), server, audioOf: server.audioOf, hasWordTimes });

  test('asks with the key, the voice and the speed', async () => {
    await using voice = create({ voice: 'coral', speed: 1.2 });
    await wholeSpeech(voice.speak({ text: 'Hi.', voice: null, language: 'en-GB' }));
    const { url, headers, body } = server.requests.at(-1)!;
    expect([url, headers[request.header[0]]]).toEqual([request.url, request.header[1]]);
    expect(typeof request.body === 'string' ? body : JSON.parse(body)).toEqual(request.body);
  });
});

describe('azure-speech', () => {
  test('speaks pronunciations as SSML, and escapes the text', async () => {
    const { server } = cases.find(({ name }) => name === 'azure-speech')!;
    const text = 'Hi, Ada & Siobhán.';
    const phonemes = [{ start: 10, end: 17, ipa: 'ʃɪˈvɔːn' }];
    const voice = azureSpeechTextToSpeech({ apiKey, baseUrl: server.baseUrl });
    await wholeSpeech(voice.speak({ text, phonemes, voice: null, language: null }));
    expect(server.requests.at(-1)!.body).toContain(
      'xml:lang="en-US"><voice name="en-US-AvaMultilingualNeural">Hi, Ada &amp; ' +
        '<phoneme alphabet="ipa" ph="ʃɪˈvɔːn">Siobhán</phoneme>.</voice>',
    );
  });
});

describe('google-cloud over REST', () => {
  const server = new VoiceServer({
    sampleRateHz: 16_000,
    contentType: 'application/json',
    textOf: (_, body) => unlessUnknown(JSON.parse(body).voice.name, JSON.parse(body).input.text),
    answer: (parts) => [
      json({
        audioContent: wavOf(Buffer.concat(parts.map(({ audio }) => audio)), 16_000).toString('base64'),
      }),
    ],
  });
  beforeAll(() => server.start());
  afterAll(() => server.close());
  describeTextToSpeech('google-cloud', {
    create: () => googleCloudTextToSpeech({ apiKey, baseUrl: server.baseUrl }),
    impossible: unknownVoice,
  });

  test('takes the language of the voice, and speaks with the configured speed', async () => {
    const options = { apiKey, baseUrl: server.baseUrl, voice: 'de-DE-Neural2-G', speed: 0.9 };
    await wholeSpeech(googleCloudTextToSpeech(options).speak({ text: 'Hi.', voice: null, language: 'en' }));
    const { url, headers, body } = server.requests.at(-1)!;
    expect([url, headers['x-goog-api-key']]).toEqual(['/v1/text:synthesize', apiKey]);
    expect(JSON.parse(body)).toEqual({
      input: { text: 'Hi.' },
      voice: { languageCode: 'de-DE', name: 'de-DE-Neural2-G' },
      audioConfig: { audioEncoding: 'LINEAR16', sampleRateHertz: 16_000, speakingRate: 0.9 },
    });
  });
});
