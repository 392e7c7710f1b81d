import { TurnLedger } from './ledger.ts';
import type { Overlap, TurnKind, TurnSetback } from './turn-latency.ts';
import { OverlapFacts } from './turns/overlap-facts.ts';

/** Only the first turns of a call keep their latency. */
const ledgersMax = 1000;

/** Numbers the turns of a call, and keeps the ledger of each. */
export class TurnRecords {
  readonly #ledgers: TurnLedger[] = [];
  readonly #overlapFacts: OverlapFacts;
  /** Failures of transcribers since the last turn began. They belong to the next one. */
  readonly #setbacks: TurnSetback[] = [];
  #count: number;

  /** The call has had `count` turns before. `onFact` receives what belongs into `why`. */
  constructor(count: number, onFact: (reason: string, message: string) => void) {
    this.#count = count;
    this.#overlapFacts = new OverlapFacts(onFact);
  }

  get ledgers(): readonly TurnLedger[] {
    return this.#ledgers;
  }

  /** Returns the ledger of a new turn. */
  begin(kind: TurnKind): TurnLedger {
    const ledger = new TurnLedger(++this.#count, kind);
    for (const setback of this.#setbacks.splice(0)) ledger.setback(setback);
    if (this.#ledgers.length < ledgersMax) this.#ledgers.push(ledger);
    return ledger;
  }

  /** Records what became of the caller's speech over the agent's in the turn of `ledger`. */
  overlapped(ledger: TurnLedger | undefined, overlap: Overlap): void {
    ledger?.overlapped(overlap);
    this.#overlapFacts.note(overlap);
  }

  /** Records a failure of a provider in the turn that it delays. */
  setback(setback: TurnSetback): void {
    const ledger = this.#ledgers.at(-1);
    if (setback.kind === 'transcriber' || !ledger) this.#setbacks.push(setback);
    else ledger.setback(setback);
  }

  /** Records answers that were dropped after the last turn. The caller's first turn may never have come. */
  dropped(count: number): void {
    if (count > 0) (this.#ledgers.at(-1) ?? this.begin('speech')).dropped(count);
  }
}
