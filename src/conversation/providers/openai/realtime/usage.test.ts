import { expect, it } from 'vitest';
import { usageOfResponse } from './usage.ts';

const input = (input_tokens: number, input_token_details: object) =>
  usageOfResponse({ input_tokens, output_tokens: 0, input_token_details });
const sumOf = (usage: ReturnType<typeof usageOfResponse>) =>
  [usage.inputTokens, usage.inputAudioTokens, usage.cachedInputTokens, usage.cachedInputAudioTokens].reduce(
    (sum: number, tokens) => sum + (tokens ?? 0),
    0,
  );

it('separates cached text and audio when the server does', () => {
  const details = { text_tokens: 10, audio_tokens: 90, cached_tokens: 80 };
  expect(input(100, { ...details, cached_tokens_details: { text_tokens: 8, audio_tokens: 72 } })).toEqual({
    ...{ inputTokens: 2, inputAudioTokens: 18, outputTokens: 0, outputAudioTokens: 0 },
    ...{ cachedInputTokens: 8, cachedInputAudioTokens: 72 },
  });
});

it('subtracts cached tokens from text before audio when the server does not separate them', () => {
  const details = { text_tokens: 10, audio_tokens: 90 };
  const none = { outputTokens: 0, outputAudioTokens: 0 };
  expect(input(100, { ...details, cached_tokens: 80 })).toEqual({
    ...none,
    ...{ inputTokens: 0, inputAudioTokens: 20, cachedInputTokens: 80 },
  });
  expect(input(100, { ...details, cached_tokens: 4, cached_tokens_details: null })).toEqual({
    ...none,
    ...{ inputTokens: 6, inputAudioTokens: 90, cachedInputTokens: 4 },
  });
});

it.each([
  ['more cached than there was', { text_tokens: 10, audio_tokens: 90, cached_tokens: 170 }],
  [
    'more cached text than text',
    { audio_tokens: 90, cached_tokens: 80, cached_tokens_details: { audio_tokens: 0 } },
  ],
  [
    'more cached audio than audio',
    { audio_tokens: 20, cached_tokens: 80, cached_tokens_details: { audio_tokens: 70 } },
  ],
  ['less than nothing', { audio_tokens: 20, cached_tokens: -5, cached_tokens_details: { audio_tokens: -5 } }],
  ['nothing but the sum', {}],
])('counts each input token once: %s', (_, details) => {
  const usage = input(100, details);
  expect(sumOf(usage)).toBe(100);
  expect(Object.values(usage).every((tokens) => tokens >= 0)).toBe(true);
});
