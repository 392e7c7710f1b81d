/**
 * Messages of `google.cloud.speech.v2.Speech.StreamingRecognize`, by the numbers of the published
 * google/cloud/speech/v2/cloud_speech.proto (in @google-cloud/speech 7.5.0, read on 2026-11-26).
 */
import { bytesField, Fields, floatField, message, numberField, textField } from './protobuf.ts';

export const streamingRecognize = '/google.cloud.speech.v2.Speech/StreamingRecognize';

/** The settings of one stream. */
export interface StreamSettings {
  /** `projects/…/locations/…/recognizers/_` */
  recognizer: string;
  model: string;
  languages: readonly string[];
  sampleRateHz: number;
  /** A boost is more than 0 to 20; absent when the service decides. */
  phrases: readonly { text: string; boost?: number }[];
  hasWordTimes: boolean;
  hasVoiceEvents: boolean;
}

const linear16 = 1;

/** Returns the first request of a stream (`StreamingRecognizeRequest`). */
export function settingsRequest(settings: StreamSettings): Uint8Array {
  const { model, languages, sampleRateHz, phrases, hasWordTimes, hasVoiceEvents } = settings;
  const decoding = message(numberField(1, linear16), numberField(2, sampleRateHz), numberField(3, 1));
  const features = message(...(hasWordTimes ? [numberField(2, 1)] : []), numberField(4, 1));
  const phraseSet = message(
    ...phrases.map(({ text, boost }) =>
      bytesField(3, message(textField(1, text), ...(boost === undefined ? [] : [floatField(2, boost)]))),
    ),
  );
  const config = message(
    bytesField(2, features),
    ...(phrases.length > 0 ? [bytesField(6, bytesField(1, bytesField(2, phraseSet)))] : []),
    bytesField(8, decoding),
    textField(9, model),
    ...languages.map((language) => textField(10, language)),
  );
  const streaming = message(...(hasVoiceEvents ? [numberField(1, 1)] : []), numberField(2, 1));
  const streamingConfig = message(bytesField(1, config), bytesField(2, streaming));
  return message(textField(3, settings.recognizer), bytesField(6, streamingConfig));
}

/** Returns a further request of a stream. */
export function audioRequest(audio: Uint8Array): Uint8Array {
  return bytesField(5, audio);
}

/** A response of the service. Times are milliseconds from the start of the stream. */
export interface Recognized extends Record<string, unknown> {
  results: readonly RecognizedPart[];
  /** The detected end of the caller's speech. */
  speechEndMs: number | null;
}

export interface RecognizedPart {
  text: string;
  isFinal: boolean;
  endMs: number;
  /** 0 to 1; 0 when the service reports none. */
  confidence: number;
  language: string;
  words: readonly { startMs: number; endMs: number }[];
}

const speechActivityEnd = 3;

/** Reads a `StreamingRecognizeResponse`. */
export function readResponse(bytes: Uint8Array): Recognized {
  const response = new Fields(bytes);
  return {
    results: response.messages(6).map((result) => {
      const best = result.messages(1)[0];
      return {
        text: best?.text(1) ?? '',
        isFinal: result.number(2) === 1,
        endMs: durationMs(result, 4),
        confidence: best?.float(2) ?? 0,
        language: result.text(6),
        words: (best?.messages(3) ?? []).map((word) => ({
          startMs: durationMs(word, 1),
          endMs: durationMs(word, 2),
        })),
      };
    }),
    speechEndMs: response.number(3) === speechActivityEnd ? durationMs(response, 7) : null,
  };
}

/** Returns a `google.protobuf.Duration`. */
function durationMs(fields: Fields, number: number): number {
  const duration = fields.messages(number)[0];
  return duration ? duration.number(1) * 1000 + duration.number(2) / 1e6 : 0;
}
