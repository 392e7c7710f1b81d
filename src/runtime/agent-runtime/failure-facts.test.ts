import { describe, expect, it } from 'vitest';
import type { ProviderSetback } from '../../conversation/pipeline/index.ts';
import { ProviderError } from '../../conversation/providers/kit/index.ts';
import { FailureFacts } from './failure-facts.ts';

const model = (after: ProviderSetback['after']): ProviderSetback => ({
  kind: 'language-model',
  provider: 'openai',
  after,
});

function open() {
  const told: string[] = [];
  const facts = new FailureFacts((reason, message) => told.push(`${reason}: ${message}`));
  const fails = (error: unknown, setback: ProviderSetback | null = model({ kind: 'nobody' })) =>
    facts.problem({ what: 'it failed', error, ...(setback && { setback }) });
  return { told, facts, fails };
}

const failure = (words: string, status: number | null = null, cause?: unknown) =>
  new ProviderError('openai', words, { retryable: true, status, cause });

describe('what providers failed at', () => {
  it('is told once, with who was asked next', () => {
    const { told, fails } = open();
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:8000'), { code: 'ECONNREFUSED' });
    const error = failure('openai could not be reached: connect ECONNREFUSED 10.0.0.7:8000', null, refused);
    for (let count = 0; count < 3; count++) {
      fails(error, model({ kind: 'again' }));
      fails(error, model({ kind: 'next', provider: 'anthropic' }));
    }
    const words =
      'provider-failed: The language model openai, asked for an answer, failed: it could not be reached (ECONNREFUSED).';
    expect(told).toEqual([`${words} It was asked again.`, `${words} anthropic was asked instead.`]);
  });

  it.each([
    ['openai answered 401: Incorrect key sk-123', 401, 'it answered 401'],
    ['openai: my card is 4111', 429, 'it failed (429)'],
    ['openai: my card is 4111', null, 'it failed'],
    ['my card is 4111', null, 'it failed'],
  ])('has nothing of the words of others: %s, %s', (message, status, words) => {
    const { told, fails } = open();
    fails(failure(message, status));
    expect(told).toEqual([
      `provider-failed: The language model openai, asked for an answer, failed: ${words}. There was no other to ask.`,
    ]);
  });

  it('is no more than ten facts, and nothing of what is not a provider', () => {
    const { told, fails, facts } = open();
    fails(new Error('a tool failed with 4111'), null);
    for (let status = 500; status < 520; status++) fails(failure(`openai answered ${status}`, status));
    facts.unanswered({ why: 'failed', instead: 'goodbye' });
    expect(told).toHaveLength(10);
  });
});
