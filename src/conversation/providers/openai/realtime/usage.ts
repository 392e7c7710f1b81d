import type { ProviderUsage } from '../../interfaces/index.ts';
import { asNumber, asObject } from '../../kit/index.ts';

/**
 * Returns the usage in `response.done`, counting each input token once. Cached tokens of unknown kind are subtracted from
 * text before audio.
 */
export function usageOfResponse(usage: unknown): ProviderUsage {
  const { input_tokens, output_tokens, input_token_details, output_token_details } = asObject(usage);
  const input = asObject(input_token_details);
  const inputAudio = count(input.audio_tokens);
  const inputText = Math.max(count(input_tokens) - inputAudio, 0);
  const outputAudio = count(asObject(output_token_details).audio_tokens);
  const cached = Math.min(count(input.cached_tokens), inputText + inputAudio);
  const reported = asNumber(asObject(input.cached_tokens_details).audio_tokens);
  const cachedAudio = Math.min(Math.max(reported ?? 0, cached - inputText, 0), inputAudio, cached);
  const cachedText = cached - cachedAudio;
  return {
    inputTokens: inputText - cachedText,
    outputTokens: Math.max(count(output_tokens) - outputAudio, 0),
    inputAudioTokens: inputAudio - cachedAudio,
    outputAudioTokens: outputAudio,
    ...(reported === null
      ? { cachedInputTokens: cached }
      : { cachedInputTokens: cachedText, cachedInputAudioTokens: cachedAudio }),
  };
}

function count(tokens: unknown): number {
  return Math.max(asNumber(tokens) ?? 0, 0);
}
