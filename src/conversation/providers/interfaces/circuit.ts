/**
 * The recent failures of a provider. All conversations of a process share it, so that not each of them waits
 * for a provider that is down. The pipeline asks a provider with an open circuit only if no other is left.
 */
export interface Circuit {
  readonly isOpen: boolean;
  /** The provider is asked. After the pause of an open circuit this is a probe, and others still avoid the provider. */
  asked(): void;
  succeeded(): void;
  failed(error: unknown): void;
}

/** A provider that may have a circuit. */
export interface WithCircuit {
  /** Absent for a provider that is always asked. */
  readonly circuit?: Circuit;
}
