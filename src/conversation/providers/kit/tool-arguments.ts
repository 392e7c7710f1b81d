import { isNestedTooDeep } from '../../../platform/kernel/index.ts';
import type { JsonSchema } from '../interfaces/index.ts';
import { ProviderError } from './provider-error.ts';

/** Characters of the arguments of one call. */
const argumentsLengthMax = 262_144;

/** Gathers the arguments of a tool call from the pieces they come in; reads nothing at all as no arguments. */
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

  /** Throws a ProviderError for what is no JSON object; the model may do better the next time. */
  parse(): Record<string, unknown> {
    const text = this.#pieces.join('').trim();
    if (text === '' || text === 'null') return {};
    // Whoever writes it down goes as deep, and there is no room for any depth.
    if (isNestedTooDeep(text)) throw this.#failure('are nested too deep', true);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw this.#failure('are no JSON', true);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.#failure('are no JSON object', true);
    }
    return value as Record<string, unknown>;
  }

  #failure(what: string, retryable: boolean): ProviderError {
    return new ProviderError(this.#provider, `${this.#provider}: the arguments of a tool call ${what}`, {
      retryable,
    });
  }
}

/** A schema of parameters as services want it: of an object, even where the tool takes none. */
export function parametersSchema(schema: JsonSchema): JsonSchema {
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}
