import { describe, expect, it, vi } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { TestCall } from '../../../test/pipeline/test-call.ts';
import type { ExpectedEntry } from '../providers/interfaces/index.ts';
import type { ToolRunner } from './tools.ts';

onVirtualClock();

const then = { kind: 'transfer', destination: 'support' } as const;
const transferring: ToolRunner = {
  definitions: [{ name: 'transfer', description: '', parameters: {} }],
  run: async () => ({ result: {}, then }),
};

describe('limits of time', () => {
  it('prompts a silent caller, and ends the call in spite of the prompts', async () => {
    const silencePrompts = { afterMs: 3000, texts: ['Are you still there?'] };
    const call = new TestCall({ agent: { ...greeting('Hello.'), silencePrompts, silenceMs: 8000 } });
    await call.mediaStarts();
    await call.untilQuiet(60_000);
    expect(call.wire).toBe('Hello.Are you still there?');
    const { end, transcript } = call.result!;
    expect(end.reason).toBe('silence-timed-out');
    const [hello, prompt] = transcript;
    expect(Math.abs(prompt!.startMs - hello!.endMs - 3000)).toBeLessThan(200);
    const silentMs = call.nowMs - hello!.endMs - (prompt!.endMs - prompt!.startMs);
    expect(silentMs).toBeGreaterThan(8000 - 50);
  });

  it('stops the silence clock on hold, and plays the held speech afterwards', async () => {
    const silencePrompts = { afterMs: 3000, texts: ['Are you still there?'] };
    const { call, model } = callWith([{ text: 'It is noon.' }], {
      agent: { ...greeting('Hello.'), silencePrompts, silenceMs: 8000 },
    });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    call.transcriber.understands('What time is it?', call.nowMs);
    call.conversation.speechStarted({ atMs: call.nowMs, decidedAtMs: call.nowMs });
    await call.advance(600);
    call.conversation.held(true);
    await call.advance(60_000);
    expect(call.wire).toBe('Hello.It is noon.');
    expect(call.result).toBeNull();
    call.conversation.held(false);
    await call.untilQuiet(60_000);
    expect(call.wire).toBe('Hello.It is noon.Are you still there?');
    expect(call.result?.end.reason).toBe('silence-timed-out');
    expect(model.asked).toHaveLength(1);
  });

  it('stops the silence clock during a transfer by the peer, and informs the model of the new person', async () => {
    const { call, model } = callWith([{ text: 'Good morning.' }], {
      agent: { ...greeting('Hello.'), silenceMs: 8000 },
    });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    call.conversation.putThrough(true);
    await call.advance(60_000);
    expect(call.result).toBeNull();
    call.conversation.putThrough(false, '+12125550177');
    await call.speaks('Hello?');
    await call.untilQuiet(1000);
    expect(call.wire).toBe('Hello.Good morning.');
    const note = { role: 'system', content: expect.stringContaining('connected with +12125550177') };
    expect(model.asked[0]!.messages.slice(-2)).toEqual([
      note,
      { role: 'user', content: 'Hello?', input: 'speech' },
    ]);
    await call.untilQuiet(60_000);
    expect(call.result?.end.reason).toBe('silence-timed-out');
  });

  it('asks the model after silence when no prompts are configured', async () => {
    const { call, model } = callWith([{ text: 'Hello? Anyone?' }, {}], {
      agent: { ...greeting('Hi.'), silencePrompts: { afterMs: 3000, texts: [] }, silenceMs: 8000 },
    });
    await call.mediaStarts();
    await call.untilQuiet(60_000);
    expect(model.asked[0]!.messages.at(-1)).toEqual({ role: 'user', content: '', input: 'none' });
    expect(call.wire).toBe('Hi.Hello?Anyone?');
    expect(call.result?.end.reason).toBe('silence-timed-out');
  });

  it('ends a call at its maximum duration, after a warning', async () => {
    const maxDurationWarning = { beforeMs: 2000, text: 'We have to end soon.' };
    const call = new TestCall({ agent: { ...greeting('Hello.'), maxDurationMs: 5000, maxDurationWarning } });
    await call.mediaStarts();
    await call.untilQuiet(10_000);
    expect(call.wire).toBe('Hello.We have to end soon.');
    expect(call.result?.end.reason).toBe('exceeded-max-duration');
  });

  it('stops the duration clock during a transfer', async () => {
    const connected = Promise.withResolvers<void>();
    const maxDurationWarning = { beforeMs: 1000, text: 'We have to end soon.' };
    const { call } = callWith([{ calls: [{ name: 'transfer' }] }, { text: 'Here I am again.' }], {
      agent: { ...greeting('Hello.'), maxDurationMs: 8000, maxDurationWarning, silenceMs: 600_000 },
      tools: transferring,
      carryOut: async () => {
        await connected.promise;
        return { isOver: false, result: { transferred: false } };
      },
    });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    await call.speaks('Put me through.');
    await call.advance(60_000);
    expect([call.result, call.wire]).toEqual([null, 'Hello.']);
    connected.resolve();
    await call.advance(8000);
    expect(call.wire).toBe('Hello.Here I am again.We have to end soon.');
    expect(call.result?.end.reason).toBe('exceeded-max-duration');
  });

  it('limits the duration of a transferred call', async () => {
    const { call } = callWith([{ calls: [{ name: 'transfer' }] }], {
      agent: greeting('Hello.'),
      tools: transferring,
      carryOut: (_, __, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    await call.speaks('Put me through.');
    await vi.advanceTimersByTimeAsync(3 * 60 * 60 * 1000);
    expect(call.result).toBeNull();
    await vi.advanceTimersByTimeAsync(61 * 60 * 1000);
    expect(call.result?.end).toMatchObject({ reason: 'exceeded-max-duration' });
    expect(call.result?.end.message).toContain('transferred');
  });
});

it('reports progress, which can be read at any time', async () => {
  const { call } = callWith([{ text: 'It is noon.' }], { agent: greeting('Hello.') });
  await call.mediaStarts();
  await call.untilQuiet(1000);
  const greeted = call.progressed;
  expect(greeted).toBeGreaterThan(0);
  expect(call.conversation.progress().transcript.map(({ text }) => text)).toEqual(['Hello.']);
  await call.speaks('What time is it?');
  await call.untilQuiet(1000);
  expect(call.progressed).toBeGreaterThan(greeted);
  const { transcript, turns } = call.conversation.progress();
  expect(transcript.map(({ text }) => text)).toEqual(['Hello.', 'What time is it?', 'It is noon.']);
  expect(turns.map(({ kind }) => kind)).toEqual(['greeting', 'speech']);
  const { end: _, ...result } = await call.stops();
  expect(result).toEqual({ transcript, turns });
});

describe('keys', () => {
  it('form one entry until a pause or #, and interrupt the agent', async () => {
    const { call, model } = callWith([], {
      agent: greeting('Please enter your number, and then the pound key.'),
    });
    await call.mediaStarts();
    await call.advance(500);
    await call.presses('42');
    expect(call.line.isSilent(call.nowMs - 300, call.nowMs)).toBe(true);
    await call.advance(2500);
    await call.presses('7#');
    await call.untilQuiet();
    const entries = model.asked.map(({ messages }) => messages.at(-1));
    expect(entries).toEqual([
      { role: 'user', content: '42', input: 'dtmf' },
      { role: 'user', content: '7', input: 'dtmf' },
    ]);
    const { transcript } = await call.stops();
    const pressed = transcript.filter(({ name }) => name === 'dtmf');
    expect(pressed.map(({ text }) => text)).toEqual(['4', '2', '7', '#']);
  });

  it('reach the model at once when it collects keys or expects exactly them', async () => {
    const collecting = fakeModel((_, count) => (count < 3 ? {} : { text: 'Thank you.' }), {
      collectsKeys: true,
    });
    const one = new TestCall({ providers: { languageModel: [collecting.model] } });
    await one.mediaStarts();
    await one.presses('123');
    await one.untilQuiet();
    expect(one.wire).toBe('Thank you.');
    expect(inShort(collecting.asked[2])).toEqual(['user: 123']);
    await one.stops();

    const expecting = fakeModel(() => ({ text: 'Good.' }), { expectedPhrases: () => ['1', '2', '25'] });
    const other = new TestCall({ providers: { languageModel: [expecting.model] } });
    await other.mediaStarts();
    await other.presses('1');
    expect(expecting.asked).toHaveLength(1);
    await other.untilQuiet();
    await other.presses('2');
    expect(expecting.asked).toHaveLength(1);
    await other.advance(2000);
    expect(expecting.asked).toHaveLength(2);
    await other.stops();
  });

  it.each([
    [
      'digits of an open length, ended by #',
      { kind: 'digits', lengthMin: 2, lengthMax: 9 },
      '1234#',
      '1234#',
    ],
    [
      'digits of an open length, ended by a pause',
      { kind: 'digits', lengthMin: 2, lengthMax: 9 },
      '1234',
      '1234',
    ],
    ['as many digits as there can be', { kind: 'digits', lengthMin: 2, lengthMax: 4 }, '1234#', '1234'],
    ['a number that can have no further digit', { kind: 'number', max: 120 }, '115#', '115'],
    ['a number that could have one', { kind: 'number', max: 120 }, '12', '12'],
  ] as [string, ExpectedEntry, string, string][])(
    'reach a model that collects keys together: %s',
    async (_, entry, keys, content) => {
      const { model, asked } = fakeModel(() => ({ text: 'Thank you.' }), {
        collectsKeys: true,
        takesPound: () => false,
        expectedEntry: () => entry,
      });
      const call = new TestCall({ providers: { languageModel: [model] } });
      await call.mediaStarts();
      // People press a key about every 400 ms, which is longer than the voice needs to begin.
      await call.presses(keys, 400);
      await call.untilQuiet();
      await call.stops();
      expect(asked.map((request) => inShort(request).at(-1))).toEqual([`user: ${content}`]);
    },
  );

  it('ignores # after an entry of an open length that a pause ended', async () => {
    const { model, asked } = fakeModel(() => ({ text: 'Your order is on its way.' }), {
      collectsKeys: true,
      takesPound: () => false,
      expectedEntry: () => ({ kind: 'digits', lengthMin: 2, lengthMax: 9 }),
    });
    const call = new TestCall({ providers: { languageModel: [model] } });
    await call.mediaStarts();
    await call.presses('1234', 400);
    await call.advance(2200);
    expect(call.line.isSilent(call.nowMs - 100, call.nowMs)).toBe(false);
    await call.presses('#');
    await call.untilQuiet();
    expect([call.wire, asked.length]).toEqual(['Your order is on its way.', 1]);
    await call.stops();
  });

  it('ignores # right after a complete entry', async () => {
    let isTaken = false;
    const { model, asked } = fakeModel(() => ({ text: 'Your order is on its way.' }), {
      collectsKeys: true,
      takesPound: () => isTaken,
    });
    const call = new TestCall({ providers: { languageModel: [model] } });
    await call.mediaStarts();
    await call.presses('1#', 500);
    await call.untilQuiet();
    expect([call.wire, asked.length]).toEqual(['Your order is on its way.', 1]);
    await call.presses('#');
    await call.untilQuiet();
    expect(asked).toHaveLength(2);
    isTaken = true;
    await call.presses('1#');
    expect(inShort(asked.at(-1)).at(-1)).toBe('user: 1#');
    const { transcript } = await call.stops();
    expect(transcript.filter(({ name }) => name === 'dtmf').map(({ text }) => text)).toEqual([...'1##1#']);
  });
});

it('takes a key before the first question as its answer', async () => {
  const { call, model } = callWith([{ text: 'Press one for sales.', delayMs: 10 }], {
    agent: { waitForCaller: false },
  });
  await call.mediaStarts();
  // The model has asked a question, and the voice has not spoken it yet.
  await call.advance(40);
  expect(call.wire).toBe('');
  await call.presses('1');
  await call.advance(6000);
  expect(model.asked).toHaveLength(2);
  expect(model.asked[1]!.state).toBe(1);
  expect(model.asked[1]!.messages.at(-1)).toMatchObject({ content: '1', input: 'dtmf' });
  expect(call.wire).toBe('Fine.');
});
