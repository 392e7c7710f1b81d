import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeModel, inShort } from '../../../../test/pipeline/fake-model.ts';
import { FakeSpeechModel, type FakeSpeechModelOptions } from '../../../../test/pipeline/fake-speech-model.ts';
import { FakeTranscriber } from '../../../../test/pipeline/fake-transcriber.ts';
import { characterMs, fakeVoice } from '../../../../test/pipeline/fake-voice.ts';
import { TestCall, type TestCallOptions } from '../../../../test/pipeline/test-call.ts';
import { delay } from '../../../platform/kernel/index.ts';
import type { ToolOutcome, ToolRunner, ToolThen } from '../index.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const greeting = (text: string) => ({ firstMessage: { text, speech: null } });

function startCall(model: FakeSpeechModelOptions, options: TestCallOptions = {}) {
  const fake = new FakeSpeechModel(model);
  const voice = fakeVoice();
  const providers = {
    speechToSpeech: fake,
    speechToText: [],
    textToSpeech: [voice.voice],
    ...options.providers,
  };
  return { call: new TestCall({ ...options, providers }), model: fake, voice };
}

const leadingTo = (then: ToolThen): ToolOutcome => ({ result: {}, then });

function toolsOf(
  run: (name: string) => ToolOutcome | Promise<ToolOutcome>,
): ToolRunner & { definitions: ToolRunner['definitions'] } {
  return {
    definitions: ['look_up', 'end_call'].map((name) => ({ name, description: name, parameters: {} })),
    run: async ({ name }) => run(name),
  };
}

const handed = {
  transcript: [{ role: 'bot' as const, text: 'A secret.', startMs: 0, endMs: 500 }],
  turns: [],
  history: [{ role: 'system' as const, content: 'The caller asks for a bill.' }],
  ...{ modelStates: [], language: 'en', passedMs: 5000, isUnheard: false },
  silence: { passedMs: 0, prompted: 0 },
};

describe('an agent with a speech-to-speech model that takes a conversation over', () => {
  it('speaks first, knows only what it was given, and keeps the transcript', async () => {
    const takingOver = { resumes: handed, takesOver: { marks: null }, atMs: 1000 };
    const agent = { waitForCaller: false };
    const { call, model } = startCall({ answers: [{ text: 'Which bill?' }] }, { ...takingOver, agent });
    await call.mediaStarts();
    await call.untilQuiet();
    expect(call.wire).toBe('Which bill?');
    expect(model.opened[0]!.history).toEqual(handed.history);
    await call.stops();
    expect(call.said).toEqual(['bot: A secret.', 'bot: Which bill?']);
  });

  it('leaves to the models that replace it what it was given, and hands on', async () => {
    const tools = toolsOf(() => leadingTo({ kind: 'hand-over' }));
    const replacement = fakeModel(() => ({ calls: [{ name: 'look_up' }] }));
    const { call } = startCall(
      { refuses: () => ({ retryable: false }) },
      {
        ...{
          resumes: handed,
          takesOver: { marks: null },
          atMs: 1000,
          tools,
          agent: { waitForCaller: false },
        },
        providers: { languageModel: [replacement.model] },
      },
    );
    await call.mediaStarts();
    await call.untilQuiet();
    expect(replacement.asked[0]!.messages.slice(1, 2)).toEqual(handed.history);
    expect(inShort(replacement.asked[0])).not.toContain('bot: A secret.');
    expect(call.result!.end.reason).toBe('handed-over');
    expect(call.result!.handed!.passedMs).toBeGreaterThanOrEqual(5000);
    expect(call.said).toEqual(['bot: A secret.', 'tool: look_up']);
  });
});

describe('a speech-to-speech model', () => {
  it('says the first message word for word when audio flows, and remembers the heard part', async () => {
    const { call, model, voice } = startCall({}, { agent: greeting('Hello there.') });
    await call.advance(300);
    expect(call.wire).toBe('');
    await call.mediaStarts();
    await call.untilQuiet(1000);
    expect(call.wire).toBe('Hello there.');
    expect(model.log).toEqual(['say Hello there.', 'tell bot: Hello there.']);
    expect(voice.asked).toEqual([]);
    expect(model.opened[0]).toMatchObject({ instructions: 'Be kind.', sampleRateHz: 8000, history: [] });
    await call.stops();
    expect(call.said).toEqual(['bot: Hello there.']);
  });

  it('is replaced by another voice for the first message when it is not connected', async () => {
    const { call, voice } = startCall({ sayAfterMs: 60_000 }, { agent: greeting('Hello there.') });
    await call.mediaStarts();
    await call.advance(3000);
    expect(call.wire).toBe('Hello there.');
    expect(call.line.isSilent(1700, 1900)).toBe(false);
    expect(voice.asked).toEqual(['Hello there.']);
    await call.stops();
  });

  it('answers without waiting for the transcript, which is recorded later', async () => {
    const { call, model } = startCall({
      answers: [{ text: 'It is noon.', delayMs: 300 }],
      hears: ['What time is it?'],
      heardAfterMs: 2500,
    });
    await call.mediaStarts();
    const { startMs, endMs } = await call.speaks('');
    await call.untilQuiet();
    expect(call.wire).toBe('It is noon.');
    expect(model.log).toEqual(['finish', 'respond']);
    const { turns, transcript } = await call.stops();
    expect(call.said).toEqual(['user: What time is it?', 'bot: It is noon.']);
    expect(transcript[0]).toMatchObject({ startMs, endMs });
    const [turn] = turns;
    expect(turn).toMatchObject({ turn: 1, kind: 'speech', speechEndMs: endMs, interruptedAtMs: null });
    // The end-of-turn window, the model, and the rest of a tick.
    expect(turn!.endOfTurnMs! - endMs).toBeLessThanOrEqual(300 + 40);
    expect(Math.abs(turn!.firstRtpMs! - turn!.firstAudioMs!)).toBeLessThanOrEqual(40);
    expect(turn!.providerMs).toBeGreaterThanOrEqual(300);
    expect(turn!.addedMs).toBeLessThanOrEqual(300 + 60);
    expect(turn!.waitedMs).toBe(turn!.firstRtpMs! - endMs);
  });

  it('waits at most a second for the last words of a caller who hangs up', async () => {
    for (const heardAfterMs of [600, 5000]) {
      const { call } = startCall({ hears: ['Goodbye.'], heardAfterMs });
      await call.mediaStarts();
      await call.speaks('');
      call.conversation.stop();
      await call.advance(1100);
      expect(call.result).not.toBeNull();
      expect(call.said).toEqual(heardAfterMs === 600 ? ['user: Goodbye.'] : []);
      await call.advance(5000);
    }
  });

  it('receives speech without the silence between', async () => {
    const { call, model } = startCall({});
    await call.mediaStarts();
    await call.advance(3000);
    call.sounds(call.nowMs - 3000, call.nowMs);
    expect(model.pieces).toBe(0);
    await call.speaks('', 600);
    expect(model.pieces).toBeGreaterThan(10);
    expect(model.pieces).toBeLessThan(30);
    await call.stops();
  });

  it('receives all audio when it ends turns, and answers at its decision', async () => {
    const { call, model } = startCall({
      endsTurns: true,
      answers: [{ text: 'It is noon.' }],
      hears: ['Time?'],
    });
    await call.mediaStarts();
    call.sounds(call.nowMs, call.nowMs + 1000);
    expect(model.pieces).toBe(50);
    await call.speaks('');
    await call.advance(2000);
    expect(model.log).toEqual([]);
    model.endTurn();
    await call.untilQuiet();
    expect(call.wire).toBe('It is noon.');
    await call.stops();
    expect(call.said).toEqual(['user: Time?', 'bot: It is noon.']);
  });

  it('keeps the order of a turn without detected speech', async () => {
    const answers = [{ text: 'It is noon.' }, { text: 'You are welcome.' }];
    const { call, model } = startCall({ endsTurns: true, answers, hears: ['Time?', 'Thanks.'] });
    await call.mediaStarts();
    await call.speaks('');
    model.endTurn();
    await call.untilQuiet();
    call.sounds(call.nowMs, call.nowMs + 1000);
    model.endTurn();
    await call.untilQuiet();
    await call.stops();
    expect(call.said).toEqual(['user: Time?', 'bot: It is noon.', 'user: Thanks.', 'bot: You are welcome.']);
  });
});

describe('an interruption', () => {
  const long = 'This is a long answer of which only a part is heard.';

  it("silences the agent at once, and truncates the model's item to the heard millisecond", async () => {
    const { call, model } = startCall({
      answers: [{ text: long }, { text: 'Sure.' }],
      hears: ['Tell me.', 'Stop, what time is it?'],
    });
    await call.mediaStarts();
    await call.speaks('');
    await call.advance(1500);
    const { startMs } = await call.speaks('', 1600);
    expect(call.line.isSilent(startMs + 200, startMs + 1600)).toBe(true);
    await call.untilQuiet();
    const heardMs = Number(/truncate item-2 (\d+)/.exec(model.log.join('\n'))?.[1]);
    const { transcript, turns } = await call.stops();
    const bot = transcript.find(({ role }) => role === 'bot');
    expect(bot?.text).toMatch(/^This is a long/);
    expect(long.startsWith(bot!.text)).toBe(true);
    // Each character takes `msPerCharacter` of the sent audio.
    const sentMs = call.line.sent.filter((sample) => sample !== 0).length / 8;
    expect(heardMs).toBe(sentMs - 'Sure.'.length * characterMs);
    expect(Math.abs(bot!.text.length - heardMs / characterMs)).toBeLessThanOrEqual(6);
    expect(turns[0]?.interruptedAtMs).toBe(startMs);
    expect(model.log.filter((line) => !line.startsWith('truncate'))).toEqual([
      ...['finish', 'respond', 'finish', 'respond'],
    ]);
    expect(call.wire.endsWith('Sure.')).toBe(true);
  });

  it('ignores a back-channel word, which the model then forgets', async () => {
    const { call, model } = startCall({ answers: [{ text: long }], hears: ['Tell me.', 'Mhm.'] });
    await call.mediaStarts();
    await call.speaks('');
    await call.advance(1000);
    const { startMs } = await call.speaks('', 300);
    expect(call.line.isSilent(startMs + 200, startMs + 400)).toBe(true);
    await call.untilQuiet();
    expect(call.wire).toBe(long);
    expect(model.log).toEqual(['finish', 'respond', 'finish', 'forget item-3']);
    await call.stops();
    expect(call.said.toSorted()).toEqual([`bot: ${long}`, 'user: Mhm.', 'user: Tell me.']);
  });

  it('counts a "yes" as the answer to a question', async () => {
    const question = 'Shall I book the table by the window for you?';
    const { call } = startCall({
      answers: [{ text: question }, { text: 'Booked.' }],
      hears: ['A table.', 'Yes.'],
    });
    await call.mediaStarts();
    await call.speaks('');
    await call.advance(1700);
    await call.speaks('', 300);
    await call.untilQuiet();
    expect(call.wire.endsWith('Booked.')).toBe(true);
    expect(call.wire).not.toContain(question);
    await call.stops();
  });

  it('ignores a "yes" before the question', async () => {
    const text = 'The table by the window is free from seven to nine in the evening. Shall I book it?';
    const { call } = startCall({ answers: [{ text }], hears: ['A table.', 'Yes.'] });
    await call.mediaStarts();
    await call.speaks('');
    await call.advance(800);
    await call.speaks('', 300);
    await call.untilQuiet();
    expect(call.wire).toBe(text);
    await call.stops();
  });

  it('takes an unheard answer back, and answers both turns together', async () => {
    const { call, model } = startCall({
      answers: [{ text: 'Never heard.', delayMs: 2000 }, { text: 'All right.' }],
      hears: ['A table', 'for four please.'],
    });
    await call.mediaStarts();
    await call.speaks('');
    await call.advance(200);
    await call.speaks('', 1200);
    await call.untilQuiet();
    expect(call.wire).toBe('All right.');
    expect(model.log).toEqual(['finish', 'respond', 'finish', 'respond']);
    await call.stops();
    expect(call.said).toEqual(['user: A table', 'user: for four please.', 'bot: All right.']);
  });
});

describe('tools', () => {
  it('run between answers, and return their results to the model', async () => {
    const { call, model } = startCall(
      { answers: [{ text: 'Let me see.', calls: [{ name: 'look_up' }] }, { text: 'It is free.' }] },
      { tools: toolsOf(() => ({ result: { free: true } })) },
    );
    await call.mediaStarts();
    await call.speaks('');
    await call.untilQuiet();
    expect(call.wire).toBe('Let me see.It is free.');
    expect(model.log).toEqual(['finish', 'respond', 'tell tool: {"free":true}', 'respond']);
    await call.stops();
    expect(call.said).toEqual([
      ...['user: Something.', 'bot: Let me see.', 'tool: look_up', 'bot: It is free.'],
    ]);
  });

  it("are covered by fillers in the model's voice, which it does not remember", async () => {
    const { call, model } = startCall(
      { answers: [{ calls: [{ name: 'look_up' }] }, { text: 'It is free.' }] },
      {
        agent: { fillers: ['One moment.'] },
        tools: toolsOf(async () => {
          await delay(3000);
          return { result: 1 };
        }),
      },
    );
    await call.mediaStarts();
    const { endMs } = await call.speaks('');
    await call.untilQuiet();
    expect(call.wire).toBe('One moment.It is free.');
    expect(model.log).toContain('say One moment.');
    expect(model.log.some((line) => line.startsWith('tell bot'))).toBe(false);
    expect(call.line.isSilent(endMs, endMs + 2300)).toBe(false);
    await call.stops();
  });

  it('end the call after a farewell that cannot be interrupted', async () => {
    const { call } = startCall(
      { answers: [{ calls: [{ name: 'end_call' }] }] },
      { tools: toolsOf(() => leadingTo({ kind: 'end-call', message: 'Goodbye then.' })) },
    );
    await call.mediaStarts();
    await call.speaks('');
    await call.advance(700);
    call.conversation.speechStarted({ atMs: call.nowMs, decidedAtMs: call.nowMs });
    await call.untilQuiet();
    expect(call.wire).toBe('Goodbye then.');
    expect(call.result?.end.reason).toBe('assistant-ended-call');
  });

  it('receive the conversation when they transfer', async () => {
    const carryOut = vi.fn(async () => ({ isOver: false, result: { error: 'no answer' } }) as const);
    const { call } = startCall(
      {
        answers: [{ text: 'One second.', calls: [{ name: 'look_up' }] }, { text: 'Sorry.' }],
        hears: ['Sales.'],
      },
      { carryOut, tools: toolsOf(() => leadingTo({ kind: 'transfer', destination: 'sales' })) },
    );
    await call.mediaStarts();
    await call.speaks('');
    await call.untilQuiet();
    expect(carryOut.mock.calls[0]?.at(1)).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Sales.', input: 'speech' },
      { role: 'bot', content: 'One second.' },
    ]);
    expect(call.wire).toBe('One second.Sorry.');
    await call.stops();
  });
});

describe('keys and silence', () => {
  it('sends keys as one entry', async () => {
    const { call, model } = startCall({ answers: [{ text: 'Thanks.' }] });
    await call.mediaStarts();
    await call.advance(4500);
    await call.presses('12#');
    await call.untilQuiet();
    expect(model.log).toEqual(['tell user: 12', 'respond']);
    expect(call.wire).toBe('Thanks.');
    await call.stops();
  });

  it('says silence prompts, and ends a silent call', async () => {
    const silencePrompts = { afterMs: 3000, texts: ['Are you still there?'] };
    const { call } = startCall({}, { agent: { ...greeting('Hello.'), silencePrompts, silenceMs: 8000 } });
    await call.mediaStarts();
    await call.untilQuiet(20_000);
    expect(call.wire).toBe('Hello.Are you still there?');
    expect(call.result?.end.reason).toBe('silence-timed-out');
  });

  it('covers a slow model with another voice within two seconds', async () => {
    const { call, voice } = startCall(
      { answers: [{ text: 'At last.', delayMs: 5000 }] },
      { agent: { fillers: ['One moment.'] } },
    );
    await call.mediaStarts();
    const { endMs } = await call.speaks('');
    await call.untilQuiet(5000);
    expect(voice.asked[0]).toBe('One moment.');
    expect(call.line.isSilent(endMs, endMs + 2100)).toBe(false);
    expect(call.wire).toContain('At last.');
    await call.stops();
  });
});

describe('a lost connection', () => {
  it('is replaced by one that receives the history and the unanswered audio', async () => {
    const { call, model } = startCall(
      { answers: [{ text: 'It is noon.' }, { text: 'Never.', delayMs: 3000 }, { text: 'You are welcome.' }] },
      { agent: greeting('Hello.') },
    );
    await call.mediaStarts();
    await call.untilQuiet(1000);
    await call.speaks('');
    await call.untilQuiet(1000);
    await call.speaks('');
    await call.advance(200);
    model.cut();
    await call.untilQuiet();
    expect(model.opened).toHaveLength(2);
    expect(model.opened[1]?.history).toEqual([
      { role: 'bot', content: 'Hello.' },
      { role: 'user', content: 'Something.', input: 'speech' },
      { role: 'bot', content: 'It is noon.' },
    ]);
    expect(call.wire).toBe('Hello.It is noon.You are welcome.');
    expect(model.log.slice(-4)).toEqual(['finish', 'respond', 'finish', 'respond']);
    await call.stops();
    expect(call.said.slice(-2)).toEqual(['user: Something.', 'bot: You are welcome.']);
  });

  it('is replaced by one that receives notes and the outcome of a transfer', async () => {
    const tools = toolsOf(() => leadingTo({ kind: 'transfer', destination: 'sales' }));
    const carryOut: TestCallOptions['carryOut'] = async () => ({ isOver: false, result: { error: 'busy' } });
    const { call, model } = startCall(
      { answers: [{ calls: [{ name: 'look_up' }] }, { text: 'Nobody is there.' }] },
      { agent: greeting('Hello.'), tools, carryOut },
    );
    await call.mediaStarts();
    await call.untilQuiet(1000);
    call.conversation.putThrough(true);
    await call.advance(1000);
    call.conversation.putThrough(false, '+12125550177');
    await call.speaks('');
    await call.untilQuiet(1000);
    model.cut();
    await call.advance(1000);
    expect(model.opened[1]?.history).toMatchObject([
      { role: 'bot', content: 'Hello.' },
      { role: 'system', content: expect.stringContaining('connected with +12125550177') },
      { role: 'user' },
      { role: 'bot', toolCalls: [{ name: 'look_up' }] },
      { role: 'tool', content: '{"error":"busy"}' },
      { role: 'bot', content: 'Nobody is there.' },
    ]);
    await call.stops();
  });

  it('ends the answer in progress', async () => {
    const { call, model } = startCall({
      answers: [{ text: 'This is broken off, and then', breaksAfter: 18 }, { text: 'Again?' }],
    });
    await call.mediaStarts();
    await call.speaks('');
    await call.untilQuiet();
    expect(call.wire).toBe('This is broken off');
    await call.speaks('');
    await call.untilQuiet();
    expect(call.wire).toBe('This is broken offAgain?');
    expect(model.opened).toHaveLength(2);
    await call.stops();
  });

  it.each([
    [0, 'It is noon.', ['user: Something.', 'bot: It is noon.']],
    [9, 'This is a', ['user: Something.', 'bot: This is a']],
  ])('is assumed when the model stalls after %i characters of an answer', async (stallsAfter, wire, said) => {
    const answers = [{ text: 'This is a long answer.', stallsAfter }, { text: 'It is noon.' }];
    const { call, model } = startCall({ answers }, { agent: { fillers: [] } });
    await call.mediaStarts();
    await call.speaks('');
    await call.advance(8_400);
    await call.untilQuiet();
    expect(call.wire).toBe(wire);
    expect(model.opened).toHaveLength(2);
    expect(call.problems).toEqual(['the answer of fake speech model failed']);
    await call.stops();
    expect(call.said).toEqual(said);
  });

  it('is no failure when the model asks for another connection', async () => {
    const answers = [{ text: 'It is noon.' }, { text: 'You are welcome.' }];
    const { call, model } = startCall({ answers }, { agent: { silenceMs: 600_000 } });
    await call.mediaStarts();
    await call.speaks('');
    await call.untilQuiet(1000);
    for (let n = 0; n < 6; n++) {
      await call.advance(12_000);
      model.cut({ isPlanned: true });
    }
    await call.advance(1000);
    await call.speaks('');
    await call.untilQuiet();
    expect(call.wire).toBe('It is noon.You are welcome.');
    expect(model.opened).toHaveLength(7);
    expect(call.problems).toEqual([]);
    await call.stops();
  });

  it('is a failure when the model asks for other connections without end', async () => {
    const { call, model } = startCall({ refuses: () => ({ retryable: true, isPlanned: true }) });
    await call.mediaStarts();
    await call.advance(10_000);
    expect(model.opened).toHaveLength(4);
    expect(call.problems[0]).toBe('the speech-to-speech model fake speech model failed');
    await call.stops();
  });

  it('is no failure when the tools have changed', async () => {
    const tools = toolsOf(() => ({ result: {} }));
    const { call, model } = startCall({ keepsTools: true, answers: [{ text: 'It is noon.' }] }, { tools });
    await call.mediaStarts();
    tools.definitions = tools.definitions.slice(0, 1);
    await call.speaks('');
    await call.untilQuiet();
    expect(call.wire).toBe('It is noon.');
    expect(model.opened.map(({ tools }) => tools.length)).toEqual([2, 1]);
    expect(call.problems).toEqual([]);
    await call.stops();
  });

  it("ends the call with another voice's goodbye when it cannot be restored", async () => {
    const { call, voice } = startCall(
      { refuses: () => ({ retryable: false }) },
      { agent: greeting('Hello there.') },
    );
    await call.mediaStarts();
    await call.advance(10_000);
    expect(voice.asked.length).toBeGreaterThan(0);
    expect(call.wire).not.toBe('');
    expect(call.result?.end).toMatchObject({ reason: 'provider-error' });
  });

  it('lets the other providers continue with the history when it cannot be restored', async () => {
    const pipeline = fakeModel(() => ({ text: 'I am still here.' }));
    const { call, model } = startCall(
      { answers: [{ text: 'It is noon.' }], refuses: (n) => (n > 1 ? { retryable: true } : null) },
      { agent: greeting('Hello.'), providers: { languageModel: [pipeline.model] } },
    );
    await call.mediaStarts();
    await call.speaks('');
    await call.untilQuiet(1000);
    model.cut();
    await call.untilQuiet();
    expect(call.wire.endsWith('I am still here.')).toBe(true);
    expect(inShort(pipeline.asked[0])).toContain('bot: It is noon.');
    expect(call.conversation.progress().transcript.at(-1)?.text).toBe('I am still here.');
    const { turns } = await call.stops();
    expect(turns.map(({ turn }) => turn)).toEqual(turns.map((_, index) => index + 1));
    expect(call.said.at(-1)).toBe('bot: I am still here.');
  });

  it("keeps the caller's words before keys pressed during the loss", async () => {
    const pipeline = fakeModel(() => ({ text: 'I am still here.' }));
    const transcriber = new FakeTranscriber();
    const providers = { languageModel: [pipeline.model], speechToText: [transcriber] };
    const { call, model } = startCall(
      { refuses: (n) => (n > 1 ? { retryable: false } : null) },
      { agent: greeting('Hello.'), providers, transcriber },
    );
    await call.mediaStarts();
    await call.untilQuiet(1000);
    const startMs = call.nowMs;
    call.conversation.speechStarted({ atMs: startMs, decidedAtMs: startMs });
    await call.advance(200);
    await call.presses('1');
    model.cut();
    await call.advance(2000);
    call.transcriber.understands('Is anybody there?', startMs);
    call.conversation.speechEnded({ atMs: call.nowMs - 200, decidedAtMs: call.nowMs });
    await call.untilQuiet();
    const said = ['bot: Hello.', 'user: Is anybody there?', 'user: 1'];
    const inShort = call.conversation.progress().transcript.map(({ role, text }) => `${role}: ${text}`);
    expect(inShort.slice(0, 3)).toEqual(said);
    await call.stops();
    expect(call.said.slice(0, 3)).toEqual(said);
  });

  it('leaves the greeting to the other providers when it fails at the start', async () => {
    const pipeline = fakeModel(() => ({ text: 'Fine.' }));
    const { call } = startCall(
      { refuses: () => ({ retryable: false }) },
      { agent: greeting('Hello.'), providers: { languageModel: [pipeline.model] } },
    );
    await call.mediaStarts();
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.');
    await call.stops();
  });

  it.each([
    ['begins', 0],
    ['is said', 500],
  ])('records and greets the caller after the announcement %s', async (_, afterMs) => {
    const pipeline = fakeModel(() => ({ text: 'Fine.' }));
    const announcement = { text: 'This call is recorded.', speech: null };
    const { call, model } = startCall(
      { refuses: (n) => (n > 1 ? { retryable: false } : null) },
      { agent: { ...greeting('Hello.'), announcement }, providers: { languageModel: [pipeline.model] } },
    );
    call.conversation.mediaStarted(0);
    await call.advance(afterMs);
    expect([call.wire === '', call.line.recordsPeer]).toEqual([afterMs === 0, null]);
    model.cut();
    await call.untilQuiet();
    expect(call.wire).toMatch(/This call is recorded\.Hello\.$/);
    expect(call.line.recordsPeer).toBe(true);
    await call.stops();
  });
});
