import { type Database, DatabaseBatches } from '../../platform/db/index.ts';
import type { CallEnd, EndCondition } from './call-end.ts';
import { type EndToWrite, endCalls } from './end.ts';
import {
  type Answering,
  type CallAnswer,
  type Dialing,
  type HeldCall,
  markAnswered,
  markDialed,
  markRinging,
  type Ringing,
} from './store/progress.ts';

/** Records the progress and the ends of calls. Records made at the same time share a statement or a transaction. */
export class CallWriter {
  readonly #dialed: DatabaseBatches<Dialing, void>;
  readonly #ringing: DatabaseBatches<Ringing, boolean>;
  readonly #answered: DatabaseBatches<Answering, string | null>;
  readonly #ended: DatabaseBatches<EndToWrite, boolean>;

  constructor(db: Database) {
    const bounds = { db, itemsMax: 100, batchesMax: 2 };
    this.#dialed = new DatabaseBatches({ ...bounds, run: markDialed });
    this.#ringing = new DatabaseBatches({ ...bounds, run: markRinging });
    this.#answered = new DatabaseBatches({ ...bounds, run: markAnswered });
    this.#ended = new DatabaseBatches({ ...bounds, run: endCalls });
  }

  /** Records that the INVITE was sent. `invite` lets another process cancel the call if this one dies; `message` is for
   * `why`. */
  dialed(call: HeldCall, message: string, invite: object | null): Promise<void> {
    return this.#dialed.add({ call, message, invite });
  }

  /** Records that the peer rings. Returns false when this process no longer holds the call. */
  ringing(call: HeldCall, sipCode: number, invite: object | null): Promise<boolean> {
    return this.#ringing.add({ call, sipCode, invite });
  }

  /** Records the answer. Returns its time (RFC 3339), or `null` when this process no longer holds the call. */
  answered(call: HeldCall, answer: CallAnswer): Promise<string | null> {
    return this.#answered.add({ call, answer });
  }

  /**
   * Ends a call, which frees its slot, and decides in the same transaction whether it is tried again. Returns false, and
   * changes nothing, when the call is not in one of the given states or another process holds it.
   */
  end(condition: EndCondition, ending: CallEnd): Promise<boolean> {
    return this.#ended.add({ condition, ending });
  }
}
