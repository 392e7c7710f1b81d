import type { LanguageModel, ModelRequest } from '../../src/conversation/providers/interfaces/index.ts';
import { ProviderError } from '../../src/conversation/providers/kit/index.ts';
import { delay } from '../../src/platform/kernel/index.ts';

/** One answer: its text in parts, its tool calls, or its failure. */
export interface FakeAnswer {
  /** The time until the first part; 80 ms by default. */
  delayMs?: number;
  text?: string | readonly string[];
  calls?: readonly { name: string; arguments?: Record<string, unknown> }[];
  fails?: { retryable: boolean };
  /** The state for the next request. */
  state?: unknown;
}

/** A model with the test's answers, on the virtual clock. It keeps its requests. */
export function fakeModel(
  answer: (request: ModelRequest, count: number) => FakeAnswer,
  extra: Partial<
    Pick<LanguageModel, 'collectsKeys' | 'takesPound' | 'expectedPhrases' | 'expectedEntry' | 'name'>
  > = {},
) {
  const asked: ModelRequest[] = [];
  let aborted = 0;
  const model: LanguageModel = {
    name: 'fake model',
    ...extra,
    async *answer(request, { signal } = {}) {
      asked.push(request);
      const number = asked.length;
      const { delayMs = 80, text = [], calls = [], fails, state = number } = answer(request, number);
      await delay(delayMs, signal);
      for (const part of typeof text === 'string' ? [text] : text) {
        if (signal?.aborted) {
          aborted++;
          throw signal.reason;
        }
        yield { type: 'text-delta', text: part };
        await delay(5, signal);
      }
      signal?.throwIfAborted();
      if (fails) throw new ProviderError('fake model', 'no answer today', fails);
      for (const [index, call] of calls.entries()) {
        yield { type: 'tool-call', call: { arguments: {}, ...call, id: `call-${number}-${index}` } };
      }
      const reason = calls.length > 0 ? 'tool-calls' : 'stop';
      yield { type: 'finish', reason, usage: { inputTokens: 10, outputTokens: 2 }, state };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { model, asked, aborts: () => aborted };
}

/** Returns the messages of a request in short form: `user: hello`, `bot: hi [look_up]`, `tool: …`. */
export function inShort(request: ModelRequest | undefined): string[] {
  return (request?.messages ?? [])
    .filter(({ role }) => role !== 'system')
    .map((message) => {
      const calls = message.role === 'bot' ? (message.toolCalls ?? []) : [];
      return `${message.role}: ${message.content}${calls.map(({ name }) => ` [${name}]`).join('')}`;
    });
}
