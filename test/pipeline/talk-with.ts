import { afterEach, beforeEach, vi } from 'vitest';
import { type FakeAnswer, fakeModel } from './fake-model.ts';
import { Talk, type TalkOptions } from './talk.ts';

/** Every test of the file runs on a virtual clock. */
export function onVirtualClock(): void {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const greeting = (text: string) => ({ firstMessage: { text, speech: null } });

/** A talk with a model that gives these answers one after the other, then says `Fine.` */
export function talkWith(answers: FakeAnswer[], options: TalkOptions = {}) {
  const fake = fakeModel((_, count) => answers[count - 1] ?? { text: 'Fine.' });
  const providers = { languageModel: [fake.model], ...options.providers };
  return { talk: new Talk({ ...options, providers }), model: fake };
}
