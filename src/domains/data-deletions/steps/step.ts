import type { Transaction } from '../../../platform/db/index.ts';
import type { Counted, DataDeletion } from '../schemas.ts';
import type { Patterns, Sought } from '../sought.ts';

/** Whose data a step deletes. */
export interface Person extends Sought, Patterns {
  organizationId: string;
  dataDeletionId: string;
  /** When the deletion was asked for. */
  createdAt: string;
}

/** What some of a step came to. */
interface Outcome {
  deleted?: Partial<Record<Counted, number>>;
  /** Where the step goes on; left out: it is through. */
  cursor?: string;
  /** There is something new of the person's: everything is done once more. */
  beginAgain?: true;
  /** What has to be over before the step is tried again. */
  waitingFor?: NonNullable<DataDeletion['waitingFor']>;
}

/** A part of a deletion: does some of it in one transaction, from where it was left (null: from the beginning). */
export type Step = (tx: Transaction, person: Person, cursor: string | null) => Promise<Outcome>;
