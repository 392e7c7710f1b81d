import { asObject, asText } from '../../kit/index.ts';
import type { RealtimeResponse } from './response.ts';

/** The most started responses that are remembered: their items may still be truncated. */
const begunMax = 20;

/** The requested and the started responses of one session. */
export class ResponseBook {
  /** Requested responses, in order. */
  readonly #asked: RealtimeResponse[] = [];
  /** Started responses by the service's id, the latest last. */
  readonly #begun = new Map<string, RealtimeResponse>();

  ask(response: RealtimeResponse): void {
    this.#asked.push(response);
  }

  /**
   * Returns the requested response that has started: the one in its metadata, else the oldest. `null` when it was not
   * requested.
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

  /** Returns a started response by the service's id. */
  find(responseId: string): RealtimeResponse | undefined {
    return this.#begun.get(responseId);
  }

  /** Fails the requested response that an error refers to. Returns false when the error is about something else. */
  refuse(requestId: unknown, failure: unknown): boolean {
    const response = this.#take((one) => one.requestId === requestId);
    response?.fail(failure);
    return response !== null;
  }

  /** Returns the length of an item's received audio. */
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
