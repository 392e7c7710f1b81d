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
import { eraseMentions } from './mentions.ts';
import { removePushes } from './pushes.ts';
import { removeNamedRuns, removeWorkflowEvents } from './runs.ts';
import type { Step } from './step.ts';

/**
 * All steps of a deletion in order. Sources of new records end before anything is deleted: imports, workflows, the
 * queue, live calls. Copies of records come after the records, whose ids lead to them.
 */
export const steps: readonly Step[] = [
  awaitImports,
  findCalls,
  findChats,
  removePushes,
  removeNamedRuns,
  removeWorkflowEvents,
  // Once more, as runs may have queued calls until they ended.
  findCalls,
  cancelQueued,
  awaitLive,
  eraseEnded,
  removeSessionData,
  removeChats,
  emptyOwnEvents,
  emptyOwnDeliveries,
  removeImportRows,
  emptyOwnAnswers,
  ...eraseMentions,
  lookAgain,
  awaitRecordings,
];
