import { expect, it } from 'vitest';
import type { LanguageModel } from '../../../conversation/providers/interfaces/index.ts';
import { transferConnected } from './connected-transfer.ts';
import type { TransferParties } from './parties.ts';
import type { TransferRoute } from './store.ts';

it('asks no model for a summary without a voice to speak it', async () => {
  let asked = 0;
  const model: LanguageModel = {
    name: 'test-model',
    // biome-ignore lint/correctness/useYield: it must not be called.
    async *answer() {
      asked++;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const parties = {
    media: { sampleRateHz: 8000, play: () => new Promise(() => undefined), stopPlaying: () => undefined },
    environment: { media: { openSession: () => Promise.reject(new Error('no port')) } },
    prepared: { agent: { language: 'en' }, providers: { textToSpeech: [], languageModel: [model] } },
    said: [],
    signal: new AbortController().signal,
    divert: () => undefined,
  } as unknown as TransferParties;
  const route = { customerNumber: '+12125550123', trunk: {} } as unknown as TransferRoute;
  const target = { to: '+12125550177', uri: null };
  const outcome = await transferConnected(parties, route, target, { summaryPrompt: null });
  expect(outcome).toEqual({ kind: 'failed', reason: 'no port' });
  expect(asked).toBe(0);
});
