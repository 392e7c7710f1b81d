import { newUuid } from '../../../platform/kernel/index.ts';
import type { ModelToolCall } from '../interfaces/index.ts';
import { asNumber, asObject, asText, ProviderError, ToolArguments } from '../kit/index.ts';

/** The most tool calls in one answer. */
const callsMax = 64;

interface OpenCall {
  index: number | null;
  id: string;
  name: string;
  arguments: ToolArguments;
}

/**
 * Assembles tool calls from their deltas. A delta belongs to the call with its `index`; without one, a new id or name
 * starts a new call. A call without an id gets one, so that its result can refer to it.
 */
export class ToolCallDeltas {
  readonly #provider: string;
  readonly #calls: OpenCall[] = [];

  constructor(provider: string) {
    this.#provider = provider;
  }

  push(delta: Record<string, unknown>): void {
    const { name, arguments: given } = asObject(delta.function);
    const call = this.#callOf(asNumber(delta.index), asText(delta.id), asText(name));
    call.id ||= asText(delta.id);
    call.name ||= asText(name);
    if (typeof given === 'string') call.arguments.push(given);
    else if (typeof given === 'object' && given !== null) call.arguments.push(JSON.stringify(given));
  }

  /** Returns the calls in the order of their first delta. */
  finish(): ModelToolCall[] {
    return this.#calls.map(({ id, name, arguments: given }) => {
      if (name === '') {
        throw new ProviderError(this.#provider, `${this.#provider} called a tool without a name`, {
          retryable: true,
        });
      }
      return { id: id || `call_${newUuid()}`, name, arguments: given.parse() };
    });
  }

  #callOf(index: number | null, id: string, name: string): OpenCall {
    const last = this.#calls.at(-1);
    const known =
      index === null
        ? last && (id === '' || id === last.id) && (name === '' || last.name === '')
          ? last
          : undefined
        : this.#calls.find((call) => call.index === index);
    if (known) return known;
    if (this.#calls.length === callsMax) {
      throw new ProviderError(
        this.#provider,
        `${this.#provider} called more than ${callsMax} tools at once`,
        {
          retryable: true,
        },
      );
    }
    const call = { index, id, name, arguments: new ToolArguments(this.#provider) };
    this.#calls.push(call);
    return call;
  }
}
