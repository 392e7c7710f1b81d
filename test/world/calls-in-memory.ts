import { queryObjects } from 'node:v8';
import { PipelineConversation } from '../../src/pipeline/pipeline-conversation.ts';
import { CallAudio } from '../../src/session/call-audio.ts';
import { CallLegs } from '../../src/session/call-legs.ts';
import { CallRecord } from '../../src/session/call-record.ts';
import { LiveCall } from '../../src/session/live-call.ts';

/** What is in memory of each call while it is live. */
const parts = [LiveCall, CallAudio, CallRecord, CallLegs, PipelineConversation];

/** How many objects of calls there are in this process, after its garbage was collected. */
export function callsInMemory(): Record<string, unknown> {
  return Object.fromEntries(parts.map((part) => [part.name, queryObjects(part, { format: 'count' })]));
}

/** No call is in memory. */
export const noneInMemory = Object.fromEntries(parts.map(({ name }) => [name, 0]));
