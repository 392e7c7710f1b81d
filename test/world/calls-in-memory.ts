import { queryObjects } from 'node:v8';
import { PipelineConversation } from '../../src/conversation/pipeline/pipeline-conversation.ts';
import { CallAudio } from '../../src/runtime/session/audio/call-audio.ts';
import { LiveCall } from '../../src/runtime/session/call/live-call.ts';
import { CallRecord } from '../../src/runtime/session/record/call-record.ts';
import { CallLegs } from '../../src/runtime/session/signalling/call-legs.ts';

/** The classes with one object for each live call. */
const parts = [LiveCall, CallAudio, CallRecord, CallLegs, PipelineConversation];

/** Returns the number of objects of each class in this process, after a garbage collection. */
export function callsInMemory(): Record<string, unknown> {
  return Object.fromEntries(parts.map((part) => [part.name, queryObjects(part, { format: 'count' })]));
}

/** The result without any call in memory. */
export const noneInMemory = Object.fromEntries(parts.map(({ name }) => [name, 0]));
