import {
  awaitLive,
  awaitRecordings,
  cancelQueued,
  eraseEnded,
  findCalls,
  lookAgain,
  removeSessionData,
} from './calls.ts';
import { findChats, removeChats } from './chats.ts';
import {
  awaitImports,
  emptyOwnAnswers,
  emptyOwnDeliveries,
  emptyOwnEvents,
  removeImportRows,
} from './copies.ts';
import { removeFacts } from './facts.ts';
import { eraseMentions } from './mentions.ts';
import { removePushes } from './pushes.ts';
import { removeNamedRuns, removeWorkflowEvents } from './runs.ts';
import type { Step } from './step.ts';

/**
 * All steps of a deletion in order. The sources of new records (imports, workflows, the queue, live calls) end before
 * anything is deleted. Copies of records come after the records, because the records' ids identify them.
 */
export const steps: readonly Step[] = [
  awaitImports,
  findCalls,
  findChats,
  removePushes,
  removeNamedRuns,
  removeWorkflowEvents,
  // A second time, because runs may have queued calls until they ended.
  findCalls,
  cancelQueued,
  awaitLive,
  eraseEnded,
  removeSessionData,
  removeChats,
  // After the last conversation that could write one.
  removeFacts,
  emptyOwnEvents,
  emptyOwnDeliveries,
  removeImportRows,
  emptyOwnAnswers,
  ...eraseMentions,
  lookAgain,
  awaitRecordings,
];
