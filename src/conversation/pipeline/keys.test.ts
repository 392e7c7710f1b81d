import { describe, expect, it } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { FakeSpeechModel } from '../../../test/pipeline/fake-speech-model.ts';
import { TestCall } from '../../../test/pipeline/test-call.ts';

onVirtualClock();

const disclosure =
  'This call is about a debt, and what you say will be used for that purpose. Press one to go on.';
const uninterruptible = { interruptible: false };

describe('a key over an agent that may not be interrupted', () => {
  it('is taken after its words, and recorded as one that did not stop it', async () => {
    const { call, model } = callWith([{ text: disclosure }], { agent: uninterruptible });
    await call.mediaStarts();
    await call.speaks('Who is this?');
    await call.advance(800);
    const atMs = call.nowMs;
    await call.presses('1');
    await call.untilQuiet();
    expect(call.wire).toBe(
      'This call is about a debt, and what you say will be used for that purpose.Press one to go on.Fine.',
    );
    expect(model.asked[1]!.messages.at(-1)).toEqual({ role: 'user', content: '1', input: 'dtmf' });
    const { turns } = await call.stops();
    expect(turns[0]!.overlaps).toEqual([{ atMs, heldMs: 0, outcome: 'went-on', why: 'uninterruptible' }]);
    expect(turns[1]).toMatchObject({ kind: 'dtmf', endedBy: 'keys' });
  });

  it('is taken after its words by a model that collects keys, with those that follow', async () => {
    const { model, asked } = fakeModel((_, count) => ({ text: count === 1 ? disclosure : 'Fine.' }), {
      collectsKeys: true,
    });
    const call = new TestCall({ agent: uninterruptible, providers: { languageModel: [model] } });
    await call.mediaStarts();
    await call.speaks('Who is this?');
    await call.advance(800);
    await call.presses('12');
    await call.untilQuiet();
    expect(call.wire.endsWith('Press one to go on.Fine.')).toBe(true);
    expect(asked.map((request) => inShort(request).at(-1))).toEqual(['user: Who is this?', 'user: 12']);
    await call.stops();
  });

  it('waits, as words do, while the model has more to say or uses a tool', async () => {
    const tools = {
      definitions: [{ name: 'look_up', description: 'Looks up.', parameters: {} }],
      run: () => new Promise<{ result: unknown }>((done) => setTimeout(() => done({ result: 7 }), 3000)),
    };
    for (const acts of [
      (call: TestCall) => call.presses('1'),
      (call: TestCall) => call.speaks('Hurry up!', 300),
    ]) {
      const { call, model } = callWith(
        [{ text: 'I look.', calls: [{ name: 'look_up' }] }, { text: 'You owe seven.' }],
        { agent: { ...uninterruptible, fillers: [] }, tools },
      );
      await call.mediaStarts();
      await call.speaks('What do I owe?');
      await call.advance(1500);
      expect(call.line.isSilent(call.nowMs - 100, call.nowMs)).toBe(true);
      await acts(call);
      await call.untilQuiet(4000);
      expect(call.wire).toBe('I look.You owe seven.Fine.');
      expect(model.asked).toHaveLength(3);
      await call.stops();
    }
  });

  it('does not drop a first message that the caller has not heard yet', async () => {
    const { call } = callWith([], { agent: { ...greeting(disclosure), ...uninterruptible } });
    call.conversation.mediaStarted(call.nowMs);
    await call.presses('1');
    await call.untilQuiet();
    expect(call.wire.startsWith('This call is about a debt')).toBe(true);
    expect(call.wire.endsWith('Press one to go on.Fine.')).toBe(true);
    await call.stops();
  });

  it('is taken after the words of a speech-to-speech model', async () => {
    const model = new FakeSpeechModel({ answers: [{ text: disclosure }, { text: 'Fine.' }] });
    const call = new TestCall({
      agent: uninterruptible,
      providers: { speechToSpeech: model, speechToText: [] },
    });
    await call.mediaStarts();
    await call.speaks('Who is this?');
    await call.advance(800);
    await call.presses('1#');
    await call.untilQuiet();
    expect(call.wire).toBe(`${disclosure}Fine.`);
    await call.stops();
  });
});

describe('a key during the announcement of the recording', () => {
  const announcement = { text: 'This call is recorded, for your safety and for ours.', speech: null };

  it.each([
    [true, `${announcement.text}Fine.`],
    [false, `${announcement.text}Press one for sales.Fine.`],
  ])('is taken after it, when the agent is interruptible: %s', async (interruptible, wire) => {
    const agent = { ...greeting('Press one for sales.'), announcement, interruptible };
    const { call, model } = callWith([], { agent });
    await call.mediaStarts();
    await call.advance(500);
    await call.presses('1#');
    await call.untilQuiet();
    expect(call.wire).toBe(wire);
    expect(inShort(model.asked[0]).at(-1)).toBe('user: 1');
    await call.stops();
  });
});
