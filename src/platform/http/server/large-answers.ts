import type { Answer } from './served-request.ts';

/** An answer of more characters took tens of milliseconds to read, to make and to write down. */
const largeCharacters = 1_048_576;
/** How long it is remembered. */
const rememberedMs = 60_000;
/** Operations of organizations that are remembered at most; beyond it the oldest are forgotten. */
const rememberedMax = 10_000;

/**
 * Remembers which reads of which organizations had large answers, such as a list of agents with large dialogues: nothing in such a
 * request tells of it. For a minute after each they count as expensive.
 */
export class LargeAnswers {
  /** When each is forgotten, in milliseconds of `performance.now()`, the oldest first. */
  readonly #untilMs = new Map<string, number>();

  has(organizationId: string, operationId: string): boolean {
    return (this.#untilMs.get(`${organizationId} ${operationId}`) ?? 0) > performance.now();
  }

  look(organizationId: string | undefined, operationId: string, body: Answer['body']): void {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    if (organizationId === undefined || !isText || body.length <= largeCharacters) return;
    const name = `${organizationId} ${operationId}`;
    this.#untilMs.delete(name);
    this.#untilMs.set(name, performance.now() + rememberedMs);
    for (const oldest of this.#untilMs.keys()) {
      if (this.#untilMs.size <= rememberedMax) break;
      this.#untilMs.delete(oldest);
    }
  }
}
