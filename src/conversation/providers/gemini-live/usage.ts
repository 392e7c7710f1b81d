import type { ProviderUsage } from '../interfaces/index.ts';
import { asArray, asNumber, asObject } from '../kit/index.ts';

/** Returns the usage of one answer (`usageMetadata`), counting each token once. Tokens of thoughts are output. */
export function usageOf(usage: Record<string, unknown>): ProviderUsage {
  const input = count(usage.promptTokenCount) + count(usage.toolUsePromptTokenCount);
  const inputAudio = Math.min(audioOf(usage.promptTokensDetails), input);
  const cached = Math.min(count(usage.cachedContentTokenCount), input);
  const cachedAudio = Math.min(audioOf(usage.cacheTokensDetails), cached, inputAudio);
  const output = count(usage.responseTokenCount);
  const outputAudio = Math.min(audioOf(usage.responseTokensDetails), output);
  return {
    inputTokens: Math.max(input - inputAudio - (cached - cachedAudio), 0),
    outputTokens: output - outputAudio + count(usage.thoughtsTokenCount),
    cachedInputTokens: cached - cachedAudio,
    inputAudioTokens: inputAudio - cachedAudio,
    outputAudioTokens: outputAudio,
    cachedInputAudioTokens: cachedAudio,
  };
}

function audioOf(details: unknown): number {
  return asArray(details)
    .map(asObject)
    .filter(({ modality }) => modality === 'AUDIO')
    .reduce((sum, { tokenCount }) => sum + count(tokenCount), 0);
}

function count(tokens: unknown): number {
  return Math.max(asNumber(tokens) ?? 0, 0);
}
