import { asNumber, asObject } from '../../kit/index.ts';
import type { ProviderUsage } from '../../spec/index.ts';

/** What a response used, as `response.done` tells it. */
export function usageOfResponse(usage: unknown): ProviderUsage {
  const { input_tokens, output_tokens, input_token_details, output_token_details } = asObject(usage);
  const input = asObject(input_token_details);
  return present({
    inputTokens: asNumber(input_tokens),
    outputTokens: asNumber(output_tokens),
    inputAudioTokens: asNumber(input.audio_tokens),
    outputAudioTokens: asNumber(asObject(output_token_details).audio_tokens),
    cachedInputTokens: asNumber(input.cached_tokens),
  });
}

/** What understanding the caller's words used; the model that does that is billed by tokens or by the second. */
export function usageOfTranscription(usage: unknown): ProviderUsage {
  const { input_tokens, output_tokens, seconds } = asObject(usage);
  const audioSeconds = asNumber(seconds);
  return present({
    inputTokens: asNumber(input_tokens),
    outputTokens: asNumber(output_tokens),
    audioMs: audioSeconds === null ? null : audioSeconds * 1000,
  });
}

function present(usage: Partial<Record<keyof ProviderUsage, number | null>>): ProviderUsage {
  return Object.fromEntries(Object.entries(usage).filter(([, amount]) => amount !== null));
}
