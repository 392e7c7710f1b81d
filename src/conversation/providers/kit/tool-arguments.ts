import { isNestedTooDeep } from '../../../platform/kernel/index.ts';
import type { JsonSchema } from '../interfaces/index.ts';
import { ProviderError } from './provider-error.ts';

/** The most characters of a call's arguments. */
const argumentsLengthMax = 262_144;

/** Collects the arguments of a tool call from streamed pieces. Empty text means no arguments. */
export class ToolArguments {
  readonly #provider: string;
  #pieces: string[] = [];
  #length = 0;

  constructor(provider: string) {
    this.#provider = provider;
  }

  push(piece: string): void {
    this.#length += piece.length;
    if (this.#length > argumentsLengthMax) throw this.#failure('are too long', false);
    this.#pieces.push(piece);
  }

  /** Returns the arguments. Throws a retryable `ProviderError` when they are not a JSON object. */
  parse(): Record<string, unknown> {
    const text = this.#pieces.join('').trim();
    if (text === '' || text === 'null') return {};
    // Serializers recurse as deeply, and the stack is limited.
    if (isNestedTooDeep(text)) throw this.#failure('are nested too deep', true);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw this.#failure('are no JSON', true);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.#failure('are not a JSON object', true);
    }
    return value as Record<string, unknown>;
  }

  #failure(what: string, retryable: boolean): ProviderError {
    return new ProviderError(this.#provider, `${this.#provider}: the arguments of a tool call ${what}`, {
      retryable,
    });
  }
}

/** Returns a parameter schema that describes an object, even for a tool without parameters, as vendors require. */
export function parametersSchema(schema: JsonSchema): JsonSchema {
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}
