/**
 * Gemini Live over WebSocket: messages are JSON, and the official client (@google/genai) opens sockets that know no rules of egress.
 * Protocol: ai.google.dev/api/live and the types of @google/genai 2.32.0 (read on 2026-11-26).
 */
import type { SpeechToSpeech } from '../interfaces/index.ts';
import type { VendorOptions } from '../kit/index.ts';
import { geminiName } from './service.ts';
import { LiveSession } from './session.ts';

const defaultModel = 'gemini-2.5-flash-native-audio-preview-12-2025';

interface GeminiLiveOptions extends VendorOptions {
  model?: string | undefined;
  /** The name of the voice, such as `Kore`; the service's own by default. */
  voice?: string | undefined;
  /** The most tokens of one answer. */
  outputTokensMax?: number | undefined;
}

/** Returns Gemini Live. Parley ends the turns, because the service would begin to answer by itself. */
export function geminiLive(vendor: GeminiLiveOptions): SpeechToSpeech {
  const { model = defaultModel, voice, outputTokensMax } = vendor;
  return {
    name: geminiName,
    endsTurns: false,
    open: (options) => new LiveSession(vendor, { model, voice, outputTokensMax }, options),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
