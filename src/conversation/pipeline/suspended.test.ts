import { expect, it } from 'vitest';
import { onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { TestCall } from '../../../test/pipeline/test-call.ts';
import type { SuspendedConversation } from './index.ts';

onVirtualClock();

const agent = {
  firstMessage: { text: 'Good day.', speech: null },
  silencePrompts: { afterMs: 5000, texts: ['Are you there?', 'Hello?'] },
  silenceMs: 60_000,
  maxDurationMs: 40_000,
};

/** Returns a call whose agent has greeted and answered once, and its model. */
async function talked() {
  const { model, asked } = fakeModel((_, count) => ({ text: `Answer ${count}.`, state: { count } }));
  const call = new TestCall({ agent, providers: { languageModel: [model] } });
  await call.mediaStarts();
  await call.untilQuiet();
  await call.speaks('One question');
  await call.untilQuiet();
  return { call, asked };
}

/** Returns a call in another process that resumes a conversation, on the clock of the first. */
function resumed(suspended: SuspendedConversation, nowMs: number) {
  const { model, asked } = fakeModel(() => ({ text: 'A later answer.' }));
  const plain = JSON.parse(JSON.stringify(suspended)) as SuspendedConversation;
  const call = new TestCall({ agent, providers: { languageModel: [model] }, resumes: plain, atMs: nowMs });
  return { call, asked };
}

it('goes on elsewhere with what was said, the state of the model, and without a greeting', async () => {
  const { call: first } = await talked();
  expect(first.conversation.isBetweenTurns).toBe(true);
  const suspended = first.conversation.suspend()!;
  await first.advance(1);
  expect(first.result?.end.reason).toBe('suspended');
  const { call, asked } = resumed(suspended, first.nowMs);
  await call.advance(500);
  expect(call.wire).toBe('');
  await call.speaks('Another question');
  await call.untilQuiet();
  expect(call.wire).toBe('A later answer.');
  expect(asked[0]!.state).toEqual({ count: 1 });
  expect(asked[0]!.messages[0]).toEqual({ role: 'system', content: 'Be kind.' });
  expect(inShort(asked[0])).toEqual([
    'bot: Good day.',
    'user: One question',
    'bot: Answer 1.',
    'user: Another question',
  ]);
  call.conversation.stop();
  await call.advance(1);
  expect(call.said).toEqual([
    'bot: Good day.',
    'user: One question',
    'bot: Answer 1.',
    'user: Another question',
    'bot: A later answer.',
  ]);
  expect(call.result!.turns.map(({ turn }) => turn)).toEqual([1, 2, 3]);
});

it('counts the silence, its prompts and the duration of the call on', async () => {
  const { call: first } = await talked();
  await first.advance(6_000);
  const suspended = first.conversation.suspend()!;
  expect(suspended.silence.prompted).toBe(1);
  const { call } = resumed(suspended, first.nowMs);
  await call.advance(5_000);
  expect(call.wire).toBe('Hello?');
  await call.advance(40_000 - suspended.passedMs - 5_500);
  expect(call.result).toBeNull();
  await call.advance(2_000);
  expect(call.result?.end.reason).toBe('exceeded-max-duration');
});

it('is not suspended while a side speaks, thinks, or is on hold', async () => {
  const { model } = fakeModel(() => ({ text: 'An answer that takes a while to say.' }));
  const call = new TestCall({ agent, providers: { languageModel: [model] } });
  expect(call.conversation.suspend()).toBeNull();
  await call.mediaStarts();
  expect(call.conversation.suspend()).toBeNull();
  await call.untilQuiet();
  call.conversation.speechStarted({ atMs: call.nowMs, decidedAtMs: call.nowMs });
  expect(call.conversation.suspend()).toBeNull();
  call.conversation.speechEnded({ atMs: call.nowMs, decidedAtMs: call.nowMs });
  await call.speaks('A question');
  await call.advance(100);
  expect(call.conversation.suspend()).toBeNull();
  await call.untilQuiet();
  call.conversation.held(true);
  expect(call.conversation.suspend()).toBeNull();
  call.conversation.held(false);
  expect(call.conversation.suspend()).not.toBeNull();
});
