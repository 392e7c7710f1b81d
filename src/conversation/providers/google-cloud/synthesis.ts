/**
 * `google.cloud.texttospeech.v1.TextToSpeech.StreamingSynthesize`, by the numbers of the published
 * google/cloud/texttospeech/v1/cloud_tts.proto (in @google-cloud/text-to-speech 7.1.0, read on 2026-11-27).
 */
import type { SpeechChunk } from '../interfaces/index.ts';
import { PcmReader, SpeechFeed } from '../kit/index.ts';
import type { GrpcChannel } from '../network/index.ts';
import { bytesField, doubleField, Fields, message, numberField, textField } from './protobuf.ts';
import { type credentials, googleCloudName } from './service.ts';

const streamingSynthesize = '/google.cloud.texttospeech.v1.TextToSpeech/StreamingSynthesize';

/** Raw samples. The service refuses `LINEAR16` in a stream. */
const pcmEncoding = 7;
const idleTimeoutMs = 10_000;

interface SpeechSettings {
  languageCode: string;
  voice: string;
  sampleRateHz: number;
  /** A factor of the normal speed, 0.25 to 2. */
  speed: number | undefined;
}

/**
 * Returns whether the service streams a voice: only those of Chirp 3 HD (cloud.google.com/text-to-speech/docs,
 * "Synthesize speech with bidirectional streaming", read on 2026-11-27).
 */
export function isStreamed(voice: string): boolean {
  return voice.includes('-Chirp3-HD-');
}

/**
 * Streams the speech of one text in a call of its own. The call is ended before the first audio, because the service aborts calls
 * that wait for text.
 */
export function streamedSpeech(
  channel: GrpcChannel,
  { headers, secrets }: ReturnType<typeof credentials>,
  settings: SpeechSettings,
  text: string,
  signal: AbortSignal | undefined,
): AsyncIterable<SpeechChunk> {
  const { sampleRateHz } = settings;
  const feed = new SpeechFeed(googleCloudName, signal, idleTimeoutMs);
  const samples = new PcmReader();
  const call = channel.call({
    ...{ path: streamingSynthesize, headers: headers(), secrets },
    onMessage: (response) => feed.push({ pcm: samples.read(new Fields(response).bytes(1)), sampleRateHz }),
    onEnd: (failure) => (failure ? feed.fail(failure) : feed.end()),
  });
  call.send(settingsRequest(settings));
  call.send(bytesField(2, textField(1, text)));
  call.end();
  return feed.read(() => call.cancel());
}

/** Returns the first request of a call (`StreamingSynthesizeRequest`). */
function settingsRequest({ languageCode, voice, sampleRateHz, speed }: SpeechSettings): Uint8Array {
  const audio = message(
    numberField(1, pcmEncoding),
    numberField(2, sampleRateHz),
    ...(speed === undefined ? [] : [doubleField(3, speed)]),
  );
  const selection = message(textField(1, languageCode), textField(2, voice));
  return bytesField(1, message(bytesField(1, selection), bytesField(4, audio)));
}
