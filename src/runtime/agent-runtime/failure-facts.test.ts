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
  const reported: string[] = [];
  const facts = new FailureFacts((reason, message) => reported.push(`${reason}: ${message}`));
  const fails = (error: unknown, setback: ProviderSetback | null = model({ kind: 'none' })) =>
    facts.problem({ what: 'it failed', error, ...(setback && { setback }) });
  return { reported, facts, fails };
}

const failure = (words: string, status: number | null = null, cause?: unknown) =>
  new ProviderError('openai', words, { retryable: true, status, cause });

describe('provider failures', () => {
  it('are reported once, with the provider asked next', () => {
    const { reported, fails } = open();
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:8000'), { code: 'ECONNREFUSED' });
    const error = failure('openai could not be reached: connect ECONNREFUSED 10.0.0.7:8000', null, refused);
    for (let count = 0; count < 3; count++) {
      fails(error, model({ kind: 'again' }));
      fails(error, model({ kind: 'next', provider: 'anthropic' }));
    }
    const words =
      'provider-failed: The language model openai, asked for an answer, failed: it could not be reached (ECONNREFUSED).';
    expect(reported).toEqual([`${words} It was asked again.`, `${words} anthropic was asked instead.`]);
  });

  it.each([
    ['openai answered 401: Incorrect key sk-123', 401, 'it answered 401'],
    ['openai: my card is 4111', 429, 'it failed (429)'],
    ['openai: my card is 4111', null, 'it failed'],
    ['my card is 4111', null, 'it failed'],
  ])('contain no text from outside: %s, %s', (message, status, words) => {
    const { reported, fails } = open();
    fails(failure(message, status));
    expect(reported).toEqual([
      `provider-failed: The language model openai, asked for an answer, failed: ${words}. There was no other provider to ask.`,
    ]);
  });

  it('are limited to ten, and exclude errors of others', () => {
    const { reported, fails, facts } = open();
    fails(new Error('a tool failed with 4111'), null);
    for (let status = 500; status < 520; status++) fails(failure(`openai answered ${status}`, status));
    facts.unanswered({ why: 'failed', instead: 'goodbye' });
    expect(reported).toHaveLength(10);
  });
});
