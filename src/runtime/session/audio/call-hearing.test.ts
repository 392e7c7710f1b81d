import { expect, it } from 'vitest';
import type { Conversation } from '../../../conversation/pipeline/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { CallHearing } from './call-hearing.ts';

/** A conversation that notes the events of the line. */
function listening() {
  const events: string[] = [];
  const note = (name: string) => () => void events.push(name);
  const conversation = Object.fromEntries(
    ['mediaStarted', 'speechStarted', 'speechEnded', 'audio', 'dtmf'].map((name) => [name, note(name)]),
  ) as unknown as Conversation;
  return { conversation, events };
}

it('reports to the next conversation that the caller speaks, and what came in between', () => {
  const hearing = new CallHearing(silentLog, () => undefined);
  const [first, second, third] = [listening(), listening(), listening()];
  const wanted = { audio: true, speech: null };
  hearing.give(first.conversation, wanted);
  hearing.mediaStarted(0);
  hearing.speechStarted({ atMs: 100, decidedAtMs: 180 });
  hearing.suspend();
  hearing.audio({ pcm: new Int16Array(160), atMs: 200 });
  hearing.speechEnded({ atMs: 400, decidedAtMs: 640 });
  hearing.give(second.conversation, wanted);
  expect(first.events).toEqual(['mediaStarted', 'speechStarted']);
  expect(second.events).toEqual(['mediaStarted', 'speechStarted', 'audio', 'speechEnded']);
  hearing.suspend();
  hearing.give(third.conversation, wanted);
  expect(third.events).toEqual(['mediaStarted']);
});
