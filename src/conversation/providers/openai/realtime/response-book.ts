import { asObject, asText } from '../../kit/index.ts';
import type { RealtimeResponse } from './response.ts';

/** Responses that are remembered after they have begun, because items of them may still be truncated. */
const begunMax = 20;

/** The responses of one session: those that were asked for and have not begun, and those that have. */
export class ResponseBook {
  /** In the order in which they were asked for. */
  readonly #asked: RealtimeResponse[] = [];
  /** By the service's id, the latest last. */
  readonly #begun = new Map<string, RealtimeResponse>();

  ask(response: RealtimeResponse): void {
    this.#asked.push(response);
  }

  /**
   * A response has begun: the one that its metadata names, else the one that was asked for first. Null: nobody asked
   * for it.
   */
  begin({ id, metadata }: Record<string, unknown>): RealtimeResponse | null {
    const requestId = asText(asObject(metadata).request);
    const response = this.#take((one) => requestId === '' || one.requestId === requestId);
    if (!response) return null;
    response.responseId = asText(id);
    this.#begun.set(response.responseId, response);
    for (const oldest of this.#begun.keys()) if (this.#begun.size > begunMax) this.#begun.delete(oldest);
    return response;
  }

  /** One that has begun, by the service's id. */
  find(responseId: string): RealtimeResponse | undefined {
    return this.#begun.get(responseId);
  }

  /** One that the service objects to: it never begins. False: the objection is to something else. */
  refuse(requestId: unknown, failure: unknown): boolean {
    const response = this.#take((one) => one.requestId === requestId);
    response?.fail(failure);
    return response !== null;
  }

  /** How much audio of an item has come. */
  lengthMs(itemId: string): number {
    return Math.max(0, ...[...this.#begun.values()].map((response) => response.lengthMs(itemId) ?? 0));
  }

  failAll(failure: unknown): void {
    for (const response of [...this.#asked.splice(0), ...this.#begun.values()]) response.fail(failure);
  }

  #take(is: (response: RealtimeResponse) => boolean): RealtimeResponse | null {
    const index = this.#asked.findIndex(is);
    return index < 0 ? null : this.#asked.splice(index, 1)[0]!;
  }
}
