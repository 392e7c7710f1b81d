import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { ModelPart, ModelToolCall, ProviderUsage } from '../interfaces/index.ts';
import { ProviderError, ToolArguments } from '../kit/index.ts';
import { type CallMetadata, stateWith } from './call-metadata.ts';
import { failureOf } from './failure.ts';

type FinishReason = Extract<ModelPart, { type: 'finish' }>['reason'];
type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** The most tool calls in one answer. */
const callsMax = 64;

const reasons: Record<LanguageModelV4FinishReason['unified'], FinishReason> = {
  stop: 'stop',
  'tool-calls': 'tool-calls',
  length: 'length',
  'content-filter': 'refused',
  error: 'stop',
  other: 'stop',
};

/** Reads the parts of one answer of a package. */
export class AnswerParts {
  readonly #provider: string;
  readonly #secrets: readonly string[];
  readonly #calls: ModelToolCall[] = [];
  readonly #metadata: Record<string, CallMetadata[string]> = {};
  #finish: Finish | null = null;

  constructor(provider: string, secrets: readonly string[]) {
    this.#provider = provider;
    this.#secrets = secrets;
  }

  /** Returns the text of a part, if any. Throws a `ProviderError` for a failure in the middle of the answer. */
  read(part: LanguageModelV4StreamPart): string {
    if (part.type === 'text-delta') return part.delta;
    if (part.type === 'tool-call') {
      if (part.providerExecuted !== true) this.#addCall(part);
    } else if (part.type === 'finish') this.#finish = part;
    else if (part.type === 'error') throw failureOf(this.#provider, part.error, this.#secrets);
    return '';
  }

  /** Yields the tool calls and the end. Throws a `ProviderError` when the answer is incomplete. */
  *end(stateBefore: unknown): Iterable<ModelPart> {
    const finish = this.#finish;
    // A package invents this reason when the vendor has given none, as after a lost connection.
    if (
      finish === null ||
      (finish.finishReason.unified === 'other' && finish.finishReason.raw === undefined)
    ) {
      throw this.#broken('closed the stream before the end of its answer');
    }
    if (finish.finishReason.unified === 'error') throw this.#broken('failed in the middle of its answer');
    const reason = reasons[finish.finishReason.unified];
    // A tool call cut at the token limit is incomplete and cannot be used.
    const calls = reason === 'length' || reason === 'refused' ? [] : this.#calls;
    for (const call of calls) yield { type: 'tool-call', call };
    yield {
      type: 'finish',
      reason: calls.length > 0 ? 'tool-calls' : reason === 'tool-calls' ? 'stop' : reason,
      usage: usageOf(finish.usage),
      state: stateWith(stateBefore, this.#provider, this.#metadata),
    };
  }

  #addCall(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): void {
    if (this.#calls.length === callsMax) throw this.#broken(`called more than ${callsMax} tools at once`);
    if (part.toolName === '') throw this.#broken('called a tool without a name');
    const given = new ToolArguments(this.#provider);
    given.push(part.input);
    this.#calls.push({ id: part.toolCallId, name: part.toolName, arguments: given.parse() });
    if (part.providerMetadata) this.#metadata[part.toolCallId] = part.providerMetadata;
  }

  #broken(what: string): ProviderError {
    return new ProviderError(this.#provider, `${this.#provider} ${what}`, { retryable: true });
  }
}

/** Returns the counts that the vendor has reported. Cached tokens are part of a package's total. */
function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): ProviderUsage {
  const { total, noCache, cacheRead = 0, cacheWrite = 0 } = inputTokens;
  const input = noCache ?? (total === undefined ? undefined : Math.max(0, total - cacheRead - cacheWrite));
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(cacheRead > 0 ? { cachedInputTokens: cacheRead } : {}),
    ...(cacheWrite > 0 ? { cacheWriteInputTokens: cacheWrite } : {}),
    ...(outputTokens.total === undefined ? {} : { outputTokens: outputTokens.total }),
  };
}
