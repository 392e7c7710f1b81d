import { monotonicMs } from '../../../platform/kernel/index.ts';
import type { Circuit, ProviderFailure } from '../interfaces/index.ts';

/** So many failures in a row open a circuit. A provider that sends nothing opens it at once, because callers wait for it. */
const failuresMax = 2;
/** The pause of a circuit that opens. It doubles with each probe that fails. */
const pauseMs = 15_000;
const pauseMsMax = 120_000;
/** The longest wait for the outcome of a probe. */
const probeMsMax = 5_000;
/** Statuses that blame the request and not the provider (RFC 9110 §15.5). */
const statusesOfRequests: ReadonlySet<number> = new Set([400, 413, 422]);

/** The state of a circuit that opens, or that closes with `untilMs` null. */
export interface CircuitChange {
  /** Milliseconds from now until the provider is asked again; `null` when the circuit is closed. */
  pauseMs: number | null;
  error: unknown;
}

/**
 * Counts the failures of one provider. Its modes:
 *
 * - **closed**
 * - **open**: the provider is avoided for a pause.
 * - **half-open**: the pause is over. The next request is a probe; its outcome closes or opens the circuit.
 */
export class ProviderCircuit implements Circuit {
  readonly #onChange: (change: CircuitChange) => void;
  #failures = 0;
  /** How often it opened since it was closed. */
  #openings = 0;
  #openUntilMs = Number.NEGATIVE_INFINITY;
  #isProbed = false;

  constructor(onChange: (change: CircuitChange) => void = () => undefined) {
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return monotonicMs() < this.#openUntilMs;
  }

  asked(): void {
    if (this.#openings === 0 || this.isOpen) return;
    this.#openUntilMs = monotonicMs() + probeMsMax;
    this.#isProbed = true;
  }

  succeeded(): void {
    const wasOpened = this.#openings > 0;
    this.#failures = 0;
    this.#openings = 0;
    this.#isProbed = false;
    this.#openUntilMs = Number.NEGATIVE_INFINITY;
    if (wasOpened) this.#onChange({ pauseMs: null, error: null });
  }

  failed(error: unknown): void {
    const { status, isStall = false } = error as Partial<ProviderFailure>;
    if (typeof status === 'number' && statusesOfRequests.has(status)) return;
    // Other calls may have waited for the provider when it was found to fail.
    if (this.isOpen && !this.#isProbed) return;
    this.#isProbed = false;
    this.#failures++;
    if (!isStall && this.#openings === 0 && this.#failures < failuresMax) return;
    const nextPauseMs = Math.min(pauseMs * 2 ** this.#openings++, pauseMsMax);
    this.#openUntilMs = monotonicMs() + nextPauseMs;
    this.#onChange({ pauseMs: nextPauseMs, error });
  }
}

/** Returns providers in the order of asking: those with an open circuit last. */
export function openLast<Provider extends { circuit?: Circuit }>(providers: readonly Provider[]): Provider[] {
  const isOpen = new Map(providers.map((one) => [one, one.circuit?.isOpen === true]));
  return providers.toSorted((a, b) => Number(isOpen.get(a)) - Number(isOpen.get(b)));
}
