import { expect, it } from 'vitest';
import type { LanguageModel, ModelPart } from '../interfaces/index.ts';
import { wholeText } from './whole-text.ts';

const request = { messages: [], tools: [], language: null, model: null, state: null };
const whole = { ...request, temperature: null, outputTokensMax: null, responseSchema: null };

function modelOf(answer: () => AsyncGenerator<ModelPart>): LanguageModel {
  return { name: 'some-vendor', answer, [Symbol.asyncDispose]: async () => undefined };
}

it('joins the text', async () => {
  const model = modelOf(async function* () {
    yield { type: 'text-delta', text: 'a ' };
    yield { type: 'text-delta', text: 'b' };
    yield { type: 'finish', reason: 'stop', usage: {}, state: null };
  });
  expect(await wholeText(model, whole)).toBe('a b');
});

it('gives up an endless answer and stops reading it', async () => {
  let isOver = false;
  const model = modelOf(async function* () {
    try {
      for (;;) yield { type: 'text-delta', text: 'x'.repeat(1000) };
    } finally {
      isOver = true;
    }
  });
  await expect(wholeText(model, whole)).rejects.toMatchObject({
    message: 'some-vendor answered with more than 262144 characters',
    retryable: false,
  });
  expect(isOver).toBe(true);
});
