/**
 * A stub of `SynthesizeSpeech`: JSON in, samples out (`audio/pcm`, signed, 16 bit, one channel), by the model of the service in
 * github.com/boto/botocore (`data/polly/2016-06-10/service-2.json`, read on 2026-11-27 at cd920775). Errors have status 400 and a
 * `message`, as that model says. The signature is not checked.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeSpeech } from '../kit/index.ts';
import { describeStreamedSpeech, describeTextToSpeech, VoiceServer } from '../testing/index.ts';
import { pollyTextToSpeech } from './index.ts';

const server = new VoiceServer({
  sampleRateHz: 16_000,
  textOf: ({ url }, body) => {
    const { VoiceId, Text, TextType } = JSON.parse(body);
    if (VoiceId === 'unknown' || url !== '/v1/speech') return null;
    return TextType === 'ssml' ? Text.replace(/<[^>]*>/g, '') : Text;
  },
  answer: (parts) => parts.map(({ audio }) => audio),
});
beforeAll(() => server.start());
afterAll(() => server.close());
const create = () =>
  pollyTextToSpeech({
    ...{ apiKey: 'very-secret-0123456789', accessKeyId: 'AKIDEXAMPLE', region: 'eu-central-1' },
    baseUrl: server.baseUrl,
  });

describeTextToSpeech('polly', {
  create,
  impossible: { 'a voice that does not exist': { text: 'Hello.', voice: 'unknown', language: 'en' } },
});
describeStreamedSpeech('polly', { create, server, audioOf: server.audioOf, hasWordTimes: false });

test('signs its requests, and speaks pronunciations as SSML', async () => {
  const text = 'Hi, Siobhán.';
  const phonemes = [{ start: 4, end: 11, ipa: 'ʃɪˈvɔːn' }];
  await wholeSpeech(create().speak({ text, phonemes, voice: 'Amy', language: 'en-GB' }));
  const { headers, body } = server.requests.at(-1)!;
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/polly\/aws4_request, SignedHeaders=\S+, Signature=[\da-f]{64}$/,
  );
  expect(JSON.parse(body)).toEqual({
    ...{ Engine: 'neural', OutputFormat: 'pcm', SampleRate: '16000', VoiceId: 'Amy', TextType: 'ssml' },
    Text: '<speak>Hi, <phoneme alphabet="ipa" ph="ʃɪˈvɔːn">Siobhán</phoneme>.</speak>',
  });
});
