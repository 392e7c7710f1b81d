import type { Transaction } from '../../../platform/db/index.ts';
import type { Patterns, PersonKey } from '../person-patterns.ts';
import type { Counted, DataDeletion } from '../schemas.ts';

/** The person whose data a step deletes. */
export interface Person extends PersonKey, Patterns {
  organizationId: string;
  dataDeletionId: string;
  /** When the deletion was requested. */
  createdAt: string;
}

/** The result of one part of a step. */
interface Outcome {
  deleted?: Partial<Record<Counted, number>>;
  /** The position where the step continues; absent when it is done. */
  cursor?: string;
  /** New records of the person appeared: the deletion begins again. */
  beginAgain?: true;
  /** The work that must end before the step is tried again. */
  waitingFor?: NonNullable<DataDeletion['waitingFor']>;
}

/** A step of a deletion. Does one part in one transaction, from `cursor` on (null for the beginning). */
export type Step = (tx: Transaction, person: Person, cursor: string | null) => Promise<Outcome>;
