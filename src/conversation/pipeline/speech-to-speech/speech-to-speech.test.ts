import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEar } from '../../../../test/pipeline/fake-ear.ts';
import { fakeModel, inShort } from '../../../../test/pipeline/fake-model.ts';
import { FakeSpeechModel, type FakeSpeechModelOptions } from '../../../../test/pipeline/fake-speech-model.ts';
import { characterMs, fakeVoice } from '../../../../test/pipeline/fake-voice.ts';
import { Talk, type TalkOptions } from '../../../../test/pipeline/talk.ts';
import { delay } from '../../../platform/kernel/index.ts';
import type { ToolOutcome, ToolRunner, ToolThen } from '../index.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const greeting = (text: string) => ({ firstMessage: { text, speech: null } });

function talkWith(model: FakeSpeechModelOptions, options: TalkOptions = {}) {
  const fake = new FakeSpeechModel(model);
  const voice = fakeVoice();
  const providers = {
    speechToSpeech: fake,
    speechToText: [],
    textToSpeech: [voice.voice],
    ...options.providers,
  };
  return { talk: new Talk({ ...options, providers }), model: fake, voice };
}

const leadingTo = (then: ToolThen): ToolOutcome => ({ result: {}, then });

function toolsOf(run: (name: string) => ToolOutcome | Promise<ToolOutcome>): ToolRunner {
  return {
    definitions: ['look_up', 'end_call'].map((name) => ({ name, description: name, parameters: {} })),
    run: async ({ name }) => run(name),
  };
}

describe('a model that hears and speaks', () => {
  it('says the first message word for word when audio flows, in its own voice, and remembers what was heard', async () => {
    const { talk, model, voice } = talkWith({}, { agent: greeting('Hello there.') });
    await talk.advance(300);
    expect(talk.wire).toBe('');
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    expect(talk.wire).toBe('Hello there.');
    expect(model.log).toEqual(['say Hello there.', 'tell bot: Hello there.']);
    expect(voice.asked).toEqual([]);
    expect(model.opened[0]).toMatchObject({ instructions: 'Be kind.', sampleRateHz: 8000, history: [] });
    await talk.stops();
    expect(talk.said).toEqual(['bot: Hello there.']);
  });

  it('is not waited for with the first message: another voice says it', async () => {
    const { talk, voice } = talkWith({ sayAfterMs: 60_000 }, { agent: greeting('Hello there.') });
    await talk.mediaStarts();
    await talk.advance(3000);
    expect(talk.wire).toBe('Hello there.');
    expect(talk.line.isSilent(1700, 1900)).toBe(false);
    expect(voice.asked).toEqual(['Hello there.']);
    await talk.stops();
  });

  it('answers what the caller says, without waiting for the words, which are on record all the same', async () => {
    const { talk, model } = talkWith({
      answers: [{ text: 'It is noon.', delayMs: 300 }],
      hears: ['What time is it?'],
      heardAfterMs: 2500,
    });
    await talk.mediaStarts();
    const { startMs, endMs } = await talk.speaks('');
    await talk.untilQuiet();
    expect(talk.wire).toBe('It is noon.');
    expect(model.log).toEqual(['finish', 'respond']);
    const { turns, transcript } = await talk.stops();
    expect(talk.said).toEqual(['user: What time is it?', 'bot: It is noon.']);
    expect(transcript[0]).toMatchObject({ startMs, endMs });
    const [turn] = turns;
    expect(turn).toMatchObject({ turn: 1, kind: 'speech', speechEndMs: endMs, interruptedAtMs: null });
    // The window of the turn, the model, and the rest of a tick.
    expect(turn!.endOfTurnMs! - endMs).toBeLessThanOrEqual(300 + 40);
    expect(Math.abs(turn!.firstRtpMs! - turn!.firstAudioMs!)).toBeLessThanOrEqual(40);
    expect(turn!.providerMs).toBeGreaterThanOrEqual(300);
    expect(turn!.addedMs).toBeLessThanOrEqual(300 + 60);
    expect(turn!.waitedMs).toBe(turn!.firstRtpMs! - endMs);
  });

  it('has the last words of a caller who hangs up on record, but waits a second at most', async () => {
    for (const heardAfterMs of [600, 5000]) {
      const { talk } = talkWith({ hears: ['Goodbye.'], heardAfterMs });
      await talk.mediaStarts();
      await talk.speaks('');
      talk.conversation.stop();
      await talk.advance(1100);
      expect(talk.result).not.toBeNull();
      expect(talk.said).toEqual(heardAfterMs === 600 ? ['user: Goodbye.'] : []);
      await talk.advance(5000);
    }
  });

  it('is given what was said and not the silence', async () => {
    const { talk, model } = talkWith({});
    await talk.mediaStarts();
    await talk.advance(3000);
    talk.sounds(talk.nowMs - 3000, talk.nowMs);
    expect(model.pieces).toBe(0);
    await talk.speaks('', 600);
    expect(model.pieces).toBeGreaterThan(10);
    expect(model.pieces).toBeLessThan(30);
    await talk.stops();
  });

  it('that judges turns by itself is given all, and answers when it says so', async () => {
    const { talk, model } = talkWith({
      endsTurns: true,
      answers: [{ text: 'It is noon.' }],
      hears: ['Time?'],
    });
    await talk.mediaStarts();
    talk.sounds(talk.nowMs, talk.nowMs + 1000);
    expect(model.pieces).toBe(50);
    await talk.speaks('');
    await talk.advance(2000);
    expect(model.log).toEqual([]);
    model.endTurn();
    await talk.untilQuiet();
    expect(talk.wire).toBe('It is noon.');
    await talk.stops();
    expect(talk.said).toEqual(['user: Time?', 'bot: It is noon.']);
  });

  it('hears a turn of which no speech was found after what was said before it', async () => {
    const answers = [{ text: 'It is noon.' }, { text: 'You are welcome.' }];
    const { talk, model } = talkWith({ endsTurns: true, answers, hears: ['Time?', 'Thanks.'] });
    await talk.mediaStarts();
    await talk.speaks('');
    model.endTurn();
    await talk.untilQuiet();
    talk.sounds(talk.nowMs, talk.nowMs + 1000);
    model.endTurn();
    await talk.untilQuiet();
    await talk.stops();
    expect(talk.said).toEqual(['user: Time?', 'bot: It is noon.', 'user: Thanks.', 'bot: You are welcome.']);
  });
});

describe('an interruption', () => {
  const long = 'This is a long answer of which only a part is heard.';

  it('silences the wire at once, and the model forgets what was not heard, to the millisecond', async () => {
    const { talk, model } = talkWith({
      answers: [{ text: long }, { text: 'Sure.' }],
      hears: ['Tell me.', 'Stop, what time is it?'],
    });
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.advance(1500);
    const { startMs } = await talk.speaks('', 1600);
    expect(talk.line.isSilent(startMs + 200, startMs + 1600)).toBe(true);
    await talk.untilQuiet();
    const heardMs = Number(/truncate item-2 (\d+)/.exec(model.log.join('\n'))?.[1]);
    const { transcript, turns } = await talk.stops();
    const bot = transcript.find(({ role }) => role === 'bot');
    expect(bot?.text).toMatch(/^This is a long/);
    expect(long.startsWith(bot!.text)).toBe(true);
    // What was sent: each character takes its time.
    const sentMs = talk.line.sent.filter((sample) => sample !== 0).length / 8;
    expect(heardMs).toBe(sentMs - 'Sure.'.length * characterMs);
    expect(Math.abs(bot!.text.length - heardMs / characterMs)).toBeLessThanOrEqual(6);
    expect(turns[0]?.interruptedAtMs).toBe(startMs);
    expect(model.log.filter((line) => !line.startsWith('truncate'))).toEqual([
      ...['finish', 'respond', 'finish', 'respond'],
    ]);
    expect(talk.wire.endsWith('Sure.')).toBe(true);
  });

  it('by a back-channel word is none: the agent goes on where it was, and the model never hears it', async () => {
    const { talk, model } = talkWith({ answers: [{ text: long }], hears: ['Tell me.', 'Mhm.'] });
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.advance(1000);
    const { startMs } = await talk.speaks('', 300);
    expect(talk.line.isSilent(startMs + 200, startMs + 500)).toBe(true);
    await talk.untilQuiet();
    expect(talk.wire).toBe(long);
    expect(model.log).toEqual(['finish', 'respond', 'finish', 'forget item-3']);
    await talk.stops();
    expect(talk.said.toSorted()).toEqual([`bot: ${long}`, 'user: Mhm.', 'user: Tell me.']);
  });

  it('by a "yes" answers what the agent has asked', async () => {
    const question = 'Shall I book the table by the window for you?';
    const { talk } = talkWith({
      answers: [{ text: question }, { text: 'Booked.' }],
      hears: ['A table.', 'Yes.'],
    });
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.advance(1700);
    await talk.speaks('', 300);
    await talk.untilQuiet();
    expect(talk.wire.endsWith('Booked.')).toBe(true);
    expect(talk.wire).not.toContain(question);
    await talk.stops();
  });

  it('by a "yes" before the question is none', async () => {
    const text = 'The table by the window is free from seven to nine in the evening. Shall I book it?';
    const { talk } = talkWith({ answers: [{ text }], hears: ['A table.', 'Yes.'] });
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.advance(800);
    await talk.speaks('', 300);
    await talk.untilQuiet();
    expect(talk.wire).toBe(text);
    await talk.stops();
  });

  it('before anything was heard takes the answer back, and both turns are answered at once', async () => {
    const { talk, model } = talkWith({
      answers: [{ text: 'Never heard.', delayMs: 2000 }, { text: 'All right.' }],
      hears: ['A table', 'for four please.'],
    });
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.advance(200);
    await talk.speaks('', 1200);
    await talk.untilQuiet();
    expect(talk.wire).toBe('All right.');
    expect(model.log).toEqual(['finish', 'respond', 'finish', 'respond']);
    await talk.stops();
    expect(talk.said).toEqual(['user: A table', 'user: for four please.', 'bot: All right.']);
  });
});

describe('tools', () => {
  it('run between answers, and their results are told to the model', async () => {
    const { talk, model } = talkWith(
      { answers: [{ text: 'Let me see.', calls: [{ name: 'look_up' }] }, { text: 'It is free.' }] },
      { tools: toolsOf(() => ({ result: { free: true } })) },
    );
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.untilQuiet();
    expect(talk.wire).toBe('Let me see.It is free.');
    expect(model.log).toEqual(['finish', 'respond', 'tell tool: {"free":true}', 'respond']);
    await talk.stops();
    expect(talk.said).toEqual([
      ...['user: Something.', 'bot: Let me see.', 'tool: look_up', 'bot: It is free.'],
    ]);
  });

  it('that are slow are explained by the model, which hears nothing of that', async () => {
    const { talk, model } = talkWith(
      { answers: [{ calls: [{ name: 'look_up' }] }, { text: 'It is free.' }] },
      {
        agent: { fillers: ['One moment.'] },
        tools: toolsOf(async () => {
          await delay(3000);
          return { result: 1 };
        }),
      },
    );
    await talk.mediaStarts();
    const { endMs } = await talk.speaks('');
    await talk.untilQuiet();
    expect(talk.wire).toBe('One moment.It is free.');
    expect(model.log).toContain('say One moment.');
    expect(model.log.some((line) => line.startsWith('tell bot'))).toBe(false);
    expect(talk.line.isSilent(endMs, endMs + 2300)).toBe(false);
    await talk.stops();
  });

  it('end the call after a farewell that nobody cuts off', async () => {
    const { talk } = talkWith(
      { answers: [{ calls: [{ name: 'end_call' }] }] },
      { tools: toolsOf(() => leadingTo({ kind: 'end-call', message: 'Goodbye then.' })) },
    );
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.advance(700);
    talk.conversation.speechStarted({ atMs: talk.nowMs, decidedAtMs: talk.nowMs });
    await talk.untilQuiet();
    expect(talk.wire).toBe('Goodbye then.');
    expect(talk.result?.end.reason).toBe('assistant-ended-call');
  });

  it('are told of what was said when they transfer', async () => {
    const carryOut = vi.fn(async () => ({ isOver: false, result: { error: 'nobody is there' } }) as const);
    const { talk } = talkWith(
      {
        answers: [{ text: 'One second.', calls: [{ name: 'look_up' }] }, { text: 'Sorry.' }],
        hears: ['Sales.'],
      },
      { carryOut, tools: toolsOf(() => leadingTo({ kind: 'transfer', destination: 'sales' })) },
    );
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.untilQuiet();
    expect(carryOut.mock.calls[0]?.at(1)).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Sales.', input: 'speech' },
      { role: 'bot', content: 'One second.' },
    ]);
    expect(talk.wire).toBe('One second.Sorry.');
    await talk.stops();
  });
});

describe('keys and silence', () => {
  it('keys are told as one entry', async () => {
    const { talk, model } = talkWith({ answers: [{ text: 'Thanks.' }] });
    await talk.mediaStarts();
    await talk.advance(4500);
    await talk.presses('12#');
    await talk.untilQuiet();
    expect(model.log).toEqual(['tell user: 12', 'respond']);
    expect(talk.wire).toBe('Thanks.');
    await talk.stops();
  });

  it('prompts are said, and a call without a word ends', async () => {
    const silencePrompts = { afterMs: 3000, texts: ['Are you still there?'] };
    const { talk } = talkWith({}, { agent: { ...greeting('Hello.'), silencePrompts, silenceMs: 8000 } });
    await talk.mediaStarts();
    await talk.untilQuiet(20_000);
    expect(talk.wire).toBe('Hello.Are you still there?');
    expect(talk.result?.end.reason).toBe('silence-timed-out');
  });

  it('a model that thinks for long is explained by another voice within two seconds', async () => {
    const { talk, voice } = talkWith(
      { answers: [{ text: 'At last.', delayMs: 5000 }] },
      { agent: { fillers: ['One moment.'] } },
    );
    await talk.mediaStarts();
    const { endMs } = await talk.speaks('');
    await talk.untilQuiet(5000);
    expect(voice.asked[0]).toBe('One moment.');
    expect(talk.line.isSilent(endMs, endMs + 2100)).toBe(false);
    expect(talk.wire).toContain('At last.');
    await talk.stops();
  });
});

describe('a connection that is lost', () => {
  it('is followed by another that knows what was heard, and gets what was not answered again', async () => {
    const { talk, model } = talkWith(
      { answers: [{ text: 'It is noon.' }, { text: 'Never.', delayMs: 3000 }, { text: 'You are welcome.' }] },
      { agent: greeting('Hello.') },
    );
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    await talk.speaks('');
    await talk.untilQuiet(1000);
    await talk.speaks('');
    await talk.advance(200);
    model.cut();
    await talk.untilQuiet();
    expect(model.opened).toHaveLength(2);
    expect(model.opened[1]?.history).toEqual([
      { role: 'bot', content: 'Hello.' },
      { role: 'user', content: 'Something.', input: 'speech' },
      { role: 'bot', content: 'It is noon.' },
    ]);
    expect(talk.wire).toBe('Hello.It is noon.You are welcome.');
    expect(model.log.slice(-4)).toEqual(['finish', 'respond', 'finish', 'respond']);
    await talk.stops();
    expect(talk.said.slice(-2)).toEqual(['user: Something.', 'bot: You are welcome.']);
  });

  it('is followed by another that knows with whom the call goes on, and what became of a transfer', async () => {
    const tools = toolsOf(() => leadingTo({ kind: 'transfer', destination: 'sales' }));
    const carryOut: TalkOptions['carryOut'] = async () => ({ isOver: false, result: { error: 'busy' } });
    const { talk, model } = talkWith(
      { answers: [{ calls: [{ name: 'look_up' }] }, { text: 'Nobody is there.' }] },
      { agent: greeting('Hello.'), tools, carryOut },
    );
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    talk.conversation.putThrough(true);
    await talk.advance(1000);
    talk.conversation.putThrough(false, '+12125550177');
    await talk.speaks('');
    await talk.untilQuiet(1000);
    model.cut();
    await talk.advance(1000);
    expect(model.opened[1]?.history).toMatchObject([
      { role: 'bot', content: 'Hello.' },
      { role: 'system', content: expect.stringContaining('connected with +12125550177') },
      { role: 'user' },
      { role: 'bot', toolCalls: [{ name: 'look_up' }] },
      { role: 'tool', content: '{"error":"busy"}' },
      { role: 'bot', content: 'Nobody is there.' },
    ]);
    await talk.stops();
  });

  it('in mid-answer ends it there', async () => {
    const { talk, model } = talkWith({
      answers: [{ text: 'This is broken off, and then', breaksAfter: 18 }, { text: 'Again?' }],
    });
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.untilQuiet();
    expect(talk.wire).toBe('This is broken off');
    await talk.speaks('');
    await talk.untilQuiet();
    expect(talk.wire).toBe('This is broken offAgain?');
    expect(model.opened).toHaveLength(2);
    await talk.stops();
  });

  it('for good ends the call with a goodbye of another voice', async () => {
    const { talk, voice } = talkWith(
      { refuses: () => ({ retryable: false }) },
      { agent: greeting('Hello there.') },
    );
    await talk.mediaStarts();
    await talk.advance(10_000);
    expect(voice.asked.length).toBeGreaterThan(0);
    expect(talk.wire).not.toBe('');
    expect(talk.result?.end).toMatchObject({ reason: 'provider-error' });
  });

  it('for good is carried on by the other providers, which know what was said', async () => {
    const pipeline = fakeModel(() => ({ text: 'I am still here.' }));
    const { talk, model } = talkWith(
      { answers: [{ text: 'It is noon.' }], refuses: (n) => (n > 1 ? { retryable: true } : null) },
      { agent: greeting('Hello.'), providers: { languageModel: [pipeline.model] } },
    );
    await talk.mediaStarts();
    await talk.speaks('');
    await talk.untilQuiet(1000);
    model.cut();
    await talk.untilQuiet();
    expect(talk.wire.endsWith('I am still here.')).toBe(true);
    expect(inShort(pipeline.asked[0])).toContain('bot: It is noon.');
    expect(talk.conversation.progress().transcript.at(-1)?.text).toBe('I am still here.');
    const { turns } = await talk.stops();
    expect(turns.map(({ turn }) => turn)).toEqual(turns.map((_, index) => index + 1));
    expect(talk.said.at(-1)).toBe('bot: I am still here.');
  });

  it('while somebody speaks has their words before the keys that they pressed meanwhile', async () => {
    const pipeline = fakeModel(() => ({ text: 'I am still here.' }));
    const ear = new FakeEar();
    const providers = { languageModel: [pipeline.model], speechToText: [ear] };
    const { talk, model } = talkWith(
      { refuses: (n) => (n > 1 ? { retryable: false } : null) },
      { agent: greeting('Hello.'), providers, ear },
    );
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    const startMs = talk.nowMs;
    talk.conversation.speechStarted({ atMs: startMs, decidedAtMs: startMs });
    await talk.advance(200);
    await talk.presses('1');
    model.cut();
    await talk.advance(2000);
    talk.ear.understands('Is anybody there?', startMs);
    talk.conversation.speechEnded({ atMs: talk.nowMs - 200, decidedAtMs: talk.nowMs });
    await talk.untilQuiet();
    const said = ['bot: Hello.', 'user: Is anybody there?', 'user: 1'];
    const inShort = talk.conversation.progress().transcript.map(({ role, text }) => `${role}: ${text}`);
    expect(inShort.slice(0, 3)).toEqual(said);
    await talk.stops();
    expect(talk.said.slice(0, 3)).toEqual(said);
  });

  it('at the beginning leaves the greeting to the other providers', async () => {
    const pipeline = fakeModel(() => ({ text: 'Fine.' }));
    const { talk } = talkWith(
      { refuses: () => ({ retryable: false }) },
      { agent: greeting('Hello.'), providers: { languageModel: [pipeline.model] } },
    );
    await talk.mediaStarts();
    await talk.untilQuiet();
    expect(talk.wire).toBe('Hello.');
    await talk.stops();
  });

  it.each([
    ['begins', 0],
    ['is said', 500],
  ])(
    'for good while an announcement %s has the caller on record after it, and greeted',
    async (_, afterMs) => {
      const pipeline = fakeModel(() => ({ text: 'Fine.' }));
      const announcement = { text: 'This call is recorded.', speech: null };
      const { talk, model } = talkWith(
        { refuses: (n) => (n > 1 ? { retryable: false } : null) },
        { agent: { ...greeting('Hello.'), announcement }, providers: { languageModel: [pipeline.model] } },
      );
      talk.conversation.mediaStarted(0);
      await talk.advance(afterMs);
      expect([talk.wire === '', talk.line.recordsPeer]).toEqual([afterMs === 0, null]);
      model.cut();
      await talk.untilQuiet();
      expect(talk.wire).toMatch(/This call is recorded\.Hello\.$/);
      expect(talk.line.recordsPeer).toBe(true);
      await talk.stops();
    },
  );
});
