import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLast, ProviderCircuit } from './provider-circuit.ts';
import { ProviderError } from './provider-error.ts';

const failure = (status: number | null = 500) =>
  new ProviderError('openai', 'openai failed', { retryable: true, status });
const stall = Object.assign(failure(null), { isStall: true });

describe('a circuit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('opens after two failures in a row, or after one stall', () => {
    const circuit = new ProviderCircuit();
    circuit.failed(failure());
    circuit.succeeded();
    circuit.failed(failure());
    expect(circuit.isOpen).toBe(false);
    circuit.failed(failure());
    expect(circuit.isOpen).toBe(true);
    const other = new ProviderCircuit();
    other.failed(stall);
    expect(other.isOpen).toBe(true);
  });

  it('does not count what a request itself is to blame for', () => {
    const circuit = new ProviderCircuit();
    for (const status of [400, 413, 422]) circuit.failed(failure(status));
    expect(circuit.isOpen).toBe(false);
  });

  it('lets one probe through after a pause, which doubles while probes fail', () => {
    const changes: (number | null)[] = [];
    const circuit = new ProviderCircuit(({ pauseMs }) => changes.push(pauseMs));
    circuit.failed(stall);
    vi.advanceTimersByTime(15_000);
    expect(circuit.isOpen).toBe(false);
    circuit.asked();
    expect(circuit.isOpen).toBe(true);
    circuit.failed(failure());
    vi.advanceTimersByTime(29_000);
    expect(circuit.isOpen).toBe(true);
    vi.advanceTimersByTime(1_000);
    circuit.asked();
    circuit.succeeded();
    expect([circuit.isOpen, changes]).toEqual([false, [15_000, 30_000, null]]);
  });

  it('pauses no longer when many calls were waiting for the provider as it opened', () => {
    const changes: (number | null)[] = [];
    const circuit = new ProviderCircuit(({ pauseMs }) => changes.push(pauseMs));
    for (let call = 0; call < 10; call++) circuit.asked();
    for (let call = 0; call < 10; call++) circuit.failed(stall);
    vi.advanceTimersByTime(15_000);
    expect([circuit.isOpen, changes]).toEqual([false, [15_000]]);
    // Only the outcome of a probe counts from now on.
    circuit.asked();
    circuit.failed(stall);
    circuit.failed(stall);
    expect(changes).toEqual([15_000, 30_000]);
  });

  it('puts providers with an open circuit last', () => {
    const open = new ProviderCircuit();
    open.failed(stall);
    const names = openLast([{ name: 'a', circuit: open }, { name: 'b' }, { name: 'c' }]).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['b', 'c', 'a']);
  });
});
