import { queryObjects } from 'node:v8';
import { PipelineConversation } from '../../src/conversation/pipeline/pipeline-conversation.ts';
import { CallAudio } from '../../src/runtime/session/audio/call-audio.ts';
import { LiveCall } from '../../src/runtime/session/call/live-call.ts';
import { CallRecord } from '../../src/runtime/session/record/call-record.ts';
import { CallLegs } from '../../src/runtime/session/signalling/call-legs.ts';

/** What is in memory of each call while it is live. */
const parts = [LiveCall, CallAudio, CallRecord, CallLegs, PipelineConversation];

/** How many objects of calls there are in this process, after its garbage was collected. */
export function callsInMemory(): Record<string, unknown> {
  return Object.fromEntries(parts.map((part) => [part.name, queryObjects(part, { format: 'count' })]));
}

/** No call is in memory. */
export const noneInMemory = Object.fromEntries(parts.map(({ name }) => [name, 0]));
