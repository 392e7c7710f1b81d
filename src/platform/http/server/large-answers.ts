import type { Route } from '../route.ts';
import type { Answer } from './served-request.ts';

/**
 * An answer of more characters is large. A list of ten such items takes tens of milliseconds to read, build and
 * serialize.
 */
const largeCharacters = 524_288;
/** How long a large answer is remembered. */
const rememberedMs = 600_000;
/** The most entries. Beyond it the oldest is forgotten. */
const rememberedMax = 10_000;

type Operation = Pick<Route, 'method' | 'path' | 'operationId' | 'tag'>;

/**
 * Remembers which organizations had large answers, such as agents with large dialogues: a request for a list does not
 * reveal them. For ten minutes the same read is expensive, and so are all lists of the same kind of resource.
 */
export class LargeAnswers {
  /** When each entry expires, in milliseconds of `performance.now()`, oldest first. */
  readonly #untilMs = new Map<string, number>();

  /** Whether the answer to a read may be large. */
  areLikely(organizationId: string, { method, path, operationId, tag }: Operation): boolean {
    if (method !== 'GET' || this.#untilMs.size === 0) return false;
    const isList = !path.includes('{');
    return this.#has(organizationId, operationId) || (isList && this.#has(organizationId, tag));
  }

  look(organizationId: string | undefined, { operationId, tag }: Operation, body: Answer['body']): void {
    const isWhole = typeof body === 'string' || body instanceof Uint8Array;
    if (organizationId === undefined || !isWhole || body.length <= largeCharacters) return;
    for (const name of [operationId, tag]) this.#remember(`${organizationId} ${name}`);
  }

  #has(organizationId: string, name: string): boolean {
    return (this.#untilMs.get(`${organizationId} ${name}`) ?? 0) > performance.now();
  }

  #remember(name: string): void {
    this.#untilMs.delete(name);
    this.#untilMs.set(name, performance.now() + rememberedMs);
    for (const oldest of this.#untilMs.keys()) {
      if (this.#untilMs.size <= rememberedMax) break;
      this.#untilMs.delete(oldest);
    }
  }
}
