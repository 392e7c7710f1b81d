import {
  awaitLive,
  awaitRecordings,
  cancelQueued,
  eraseCalls,
  findCalls,
  lookAgain,
  removeSessionData,
} from './calls.ts';
import { findChats, removeChats } from './chats.ts';
import { eraseMentions } from './mentions.ts';
import { removePushes } from './pushes.ts';
import { removeNamedRuns, removeWorkflowEvents } from './runs.ts';
import type { Step } from './step.ts';
import {
  awaitImports,
  emptyOwnAnswers,
  emptyOwnDeliveries,
  emptyOwnEvents,
  removeImportRows,
} from './told.ts';

/**
 * All parts of a deletion in their order. What may make something new of the person's is over before anything is deleted:
 * imports, workflows, the queue, live calls. What only repeats things comes after the things, whose ids it goes by.
 */
export const steps: readonly Step[] = [
  awaitImports,
  findCalls,
  findChats,
  removePushes,
  removeNamedRuns,
  removeWorkflowEvents,
  // Once more: runs may have queued calls to the last.
  findCalls,
  cancelQueued,
  awaitLive,
  eraseCalls,
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
