import { asNumber, asObject } from '../../kit/index.ts';
import type { ProviderUsage } from '../../spec/index.ts';

/** What a response used, as `response.done` tells it. */
export function usageOfResponse(usage: unknown): ProviderUsage {
  const { input_tokens, output_tokens, input_token_details, output_token_details } = asObject(usage);
  const input = asObject(input_token_details);
  const output = asObject(output_token_details);
  const count = (tokens: unknown) => asNumber(tokens) ?? 0;
  const inputAudio = count(input.audio_tokens);
  const outputAudio = count(output.audio_tokens);
  const cached = count(input.cached_tokens);
  const cachedAudio = count(asObject(input.cached_tokens_details).audio_tokens);
  return {
    inputTokens: Math.max(count(input_tokens) - inputAudio - (cached - cachedAudio), 0),
    outputTokens: Math.max(count(output_tokens) - outputAudio, 0),
    inputAudioTokens: Math.max(inputAudio - cachedAudio, 0),
    outputAudioTokens: outputAudio,
    cachedInputTokens: Math.max(cached - cachedAudio, 0),
    cachedInputAudioTokens: cachedAudio,
  };
}
