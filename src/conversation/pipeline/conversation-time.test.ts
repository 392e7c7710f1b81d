import { describe, expect, it, vi } from 'vitest';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { Talk } from '../../../test/pipeline/talk.ts';
import { greeting, onVirtualClock, talkWith } from '../../../test/pipeline/talk-with.ts';
import type { ToolRunner } from './tools.ts';

onVirtualClock();

const then = { kind: 'transfer', destination: 'support' } as const;
const transferring: ToolRunner = {
  definitions: [{ name: 'transfer', description: '', parameters: {} }],
  run: async () => ({ result: {}, then }),
};

describe('time', () => {
  it('after silence there are prompts, which do not keep the call open, and then its end', async () => {
    const silencePrompts = { afterMs: 3000, texts: ['Are you still there?'] };
    const talk = new Talk({ agent: { ...greeting('Hello.'), silencePrompts, silenceMs: 8000 } });
    await talk.mediaStarts();
    await talk.untilQuiet(60_000);
    expect(talk.wire).toBe('Hello.Are you still there?');
    const { end, transcript } = talk.result!;
    expect(end.reason).toBe('silence-timed-out');
    const [hello, prompt] = transcript;
    expect(Math.abs(prompt!.startMs - hello!.endMs - 3000)).toBeLessThan(200);
    const silentMs = talk.nowMs - hello!.endMs - (prompt!.endMs - prompt!.startMs);
    expect(silentMs).toBeGreaterThan(8000 - 50);
  });

  it('nobody is reminded or given up on hold, and what was said into it is heard after it', async () => {
    const silencePrompts = { afterMs: 3000, texts: ['Are you still there?'] };
    const { talk, model } = talkWith([{ text: 'It is noon.' }], {
      agent: { ...greeting('Hello.'), silencePrompts, silenceMs: 8000 },
    });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    talk.ear.understands('What time is it?', talk.nowMs);
    talk.conversation.speechStarted({ atMs: talk.nowMs, decidedAtMs: talk.nowMs });
    await talk.advance(600);
    talk.conversation.held(true);
    await talk.advance(60_000);
    expect(talk.wire).toBe('Hello.It is noon.');
    expect(talk.result).toBeNull();
    talk.conversation.held(false);
    await talk.untilQuiet(60_000);
    expect(talk.wire).toBe('Hello.It is noon.Are you still there?');
    expect(talk.result?.end.reason).toBe('silence-timed-out');
    expect(model.asked).toHaveLength(1);
  });

  it('nobody is given up while the other side puts the call through, and the model is told with whom it goes on', async () => {
    const { talk, model } = talkWith([{ text: 'Good morning.' }], {
      agent: { ...greeting('Hello.'), silenceMs: 8000 },
    });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    talk.conversation.putThrough(true);
    await talk.advance(60_000);
    expect(talk.result).toBeNull();
    talk.conversation.putThrough(false, '+12125550177');
    await talk.speaks('Hello?');
    await talk.untilQuiet(1000);
    expect(talk.wire).toBe('Hello.Good morning.');
    const note = { role: 'system', content: expect.stringContaining('connected with +12125550177') };
    expect(model.asked[0]!.messages.slice(-2)).toEqual([
      note,
      { role: 'user', content: 'Hello?', input: 'speech' },
    ]);
    await talk.untilQuiet(60_000);
    expect(talk.result?.end.reason).toBe('silence-timed-out');
  });

  it('without texts of its own the model is told that nothing was said', async () => {
    const { talk, model } = talkWith([{ text: 'Hello? Anyone?' }, {}], {
      agent: { ...greeting('Hi.'), silencePrompts: { afterMs: 3000, texts: [] }, silenceMs: 8000 },
    });
    await talk.mediaStarts();
    await talk.untilQuiet(60_000);
    expect(model.asked[0]!.messages.at(-1)).toEqual({ role: 'user', content: '', input: 'none' });
    expect(talk.wire).toBe('Hi.Hello?Anyone?');
    expect(talk.result?.end.reason).toBe('silence-timed-out');
  });

  it('the longest duration ends it, after a warning', async () => {
    const maxDurationWarning = { beforeMs: 2000, text: 'We have to end soon.' };
    const talk = new Talk({ agent: { ...greeting('Hello.'), maxDurationMs: 5000, maxDurationWarning } });
    await talk.mediaStarts();
    await talk.untilQuiet(10_000);
    expect(talk.wire).toBe('Hello.We have to end soon.');
    expect(talk.result?.end.reason).toBe('exceeded-max-duration');
  });

  it('the longest duration does not count while the caller is put through, nor end that', async () => {
    const connected = Promise.withResolvers<void>();
    const maxDurationWarning = { beforeMs: 1000, text: 'We have to end soon.' };
    const { talk } = talkWith([{ calls: [{ name: 'transfer' }] }, { text: 'Here I am again.' }], {
      agent: { ...greeting('Hello.'), maxDurationMs: 8000, maxDurationWarning, silenceMs: 600_000 },
      tools: transferring,
      carryOut: async () => {
        await connected.promise;
        return { isOver: false, result: { transferred: false } };
      },
    });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    await talk.speaks('Put me through.');
    await talk.advance(60_000);
    expect([talk.result, talk.wire]).toEqual([null, 'Hello.']);
    connected.resolve();
    await talk.advance(8000);
    expect(talk.wire).toBe('Hello.Here I am again.We have to end soon.');
    expect(talk.result?.end.reason).toBe('exceeded-max-duration');
  });

  it('whoever was put through does not talk for good', async () => {
    const { talk } = talkWith([{ calls: [{ name: 'transfer' }] }], {
      agent: greeting('Hello.'),
      tools: transferring,
      carryOut: (_, __, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    await talk.speaks('Put me through.');
    await vi.advanceTimersByTimeAsync(3 * 60 * 60 * 1000);
    expect(talk.result).toBeNull();
    await vi.advanceTimersByTimeAsync(61 * 60 * 1000);
    expect(talk.result?.end).toMatchObject({ reason: 'exceeded-max-duration' });
    expect(talk.result?.end.message).toContain('put through');
  });
});

it('how far it has come can be read at any time, and it tells when there is more', async () => {
  const { talk } = talkWith([{ text: 'It is noon.' }], { agent: greeting('Hello.') });
  await talk.mediaStarts();
  await talk.untilQuiet(1000);
  const greeted = talk.progressed;
  expect(greeted).toBeGreaterThan(0);
  expect(talk.conversation.progress().transcript.map(({ text }) => text)).toEqual(['Hello.']);
  await talk.speaks('What time is it?');
  await talk.untilQuiet(1000);
  expect(talk.progressed).toBeGreaterThan(greeted);
  const { transcript, turns } = talk.conversation.progress();
  expect(transcript.map(({ text }) => text)).toEqual(['Hello.', 'What time is it?', 'It is noon.']);
  expect(turns.map(({ kind }) => kind)).toEqual(['greeting', 'speech']);
  const { end: _, ...result } = await talk.stops();
  expect(result).toEqual({ transcript, turns });
});

describe('keys', () => {
  it('are one entry until none has come for a while, or # ends it, and cut the agent short', async () => {
    const { talk, model } = talkWith([], {
      agent: greeting('Please enter your number, and then the pound key.'),
    });
    await talk.mediaStarts();
    await talk.advance(500);
    await talk.presses('42');
    expect(talk.line.isSilent(talk.nowMs - 300, talk.nowMs)).toBe(true);
    await talk.advance(2500);
    await talk.presses('7#');
    await talk.untilQuiet();
    const entries = model.asked.map(({ messages }) => messages.at(-1));
    expect(entries).toEqual([
      { role: 'user', content: '42', input: 'dtmf' },
      { role: 'user', content: '7', input: 'dtmf' },
    ]);
    const { transcript } = await talk.stops();
    const pressed = transcript.filter(({ name }) => name === 'dtmf');
    expect(pressed.map(({ text }) => text)).toEqual(['4', '2', '7', '#']);
  });

  it('are told at once to a model that puts them together, or where just they are expected', async () => {
    const collecting = fakeModel((_, count) => (count < 3 ? {} : { text: 'Thank you.' }), {
      collectsKeys: true,
    });
    const one = new Talk({ providers: { languageModel: [collecting.model] } });
    await one.mediaStarts();
    await one.presses('123');
    await one.untilQuiet();
    expect(one.wire).toBe('Thank you.');
    expect(inShort(collecting.asked[2])).toEqual(['user: 123']);
    await one.stops();

    const expecting = fakeModel(() => ({ text: 'Good.' }), { expectedPhrases: () => ['1', '2', '25'] });
    const other = new Talk({ providers: { languageModel: [expecting.model] } });
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

  it('# right after an entry that was complete without it says nothing, and leaves the answer alone', async () => {
    let isTaken = false;
    const { model, asked } = fakeModel(() => ({ text: 'Your order is on its way.' }), {
      collectsKeys: true,
      takesPound: () => isTaken,
    });
    const talk = new Talk({ providers: { languageModel: [model] } });
    await talk.mediaStarts();
    await talk.presses('1#', 500);
    await talk.untilQuiet();
    expect([talk.wire, asked.length]).toEqual(['Your order is on its way.', 1]);
    await talk.presses('#');
    await talk.untilQuiet();
    expect(asked).toHaveLength(2);
    isTaken = true;
    await talk.presses('1#');
    expect(inShort(asked.at(-1)).at(-1)).toBe('user: 1#');
    const { transcript } = await talk.stops();
    expect(transcript.filter(({ name }) => name === 'dtmf').map(({ text }) => text)).toEqual([...'1##1#']);
  });
});

it('a key that is pressed before the first question sounds has answered it', async () => {
  const { talk, model } = talkWith([{ text: 'Press one for sales.', delayMs: 10 }], {
    agent: { waitForCaller: false },
  });
  await talk.mediaStarts();
  // The model has asked, and the voice has said nothing of it.
  await talk.advance(40);
  expect(talk.wire).toBe('');
  await talk.presses('1');
  await talk.advance(6000);
  expect(model.asked).toHaveLength(2);
  expect(model.asked[1]!.state).toBe(1);
  expect(model.asked[1]!.messages.at(-1)).toMatchObject({ content: '1', input: 'dtmf' });
  expect(talk.wire).toBe('Fine.');
});
