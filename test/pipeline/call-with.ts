import { afterEach, beforeEach, vi } from 'vitest';
import { type FakeAnswer, fakeModel } from './fake-model.ts';
import { TestCall, type TestCallOptions } from './test-call.ts';

/** Runs every test of the file on a virtual clock. */
export function onVirtualClock(): void {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const greeting = (text: string) => ({ firstMessage: { text, speech: null } });

/** Starts a call with a model that gives these answers one after the other, then says `Fine.` */
export function callWith(answers: FakeAnswer[], options: TestCallOptions = {}) {
  const fake = fakeModel((_, count) => answers[count - 1] ?? { text: 'Fine.' });
  const providers = { languageModel: [fake.model], ...options.providers };
  return { call: new TestCall({ ...options, providers }), model: fake };
}
