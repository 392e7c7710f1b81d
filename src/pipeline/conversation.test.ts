import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeAnswer, fakeModel, inShort } from '../../test/pipeline/fake-model.ts';
import { characterMs, fakeVoice, readSpeech, speech } from '../../test/pipeline/fake-voice.ts';
import { startAfterMs, Talk, type TalkOptions } from '../../test/pipeline/talk.ts';
import { delay } from '../kernel/index.ts';
import type { LanguageModel, TextToSpeech } from '../providers/spec/index.ts';
import type { ToolOutcome, ToolRunner, ToolThen } from './index.ts';
import { wordsOf } from './languages.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const greeting = (text: string) => ({ firstMessage: { text, speech: null } });

/** A talk with a model that gives these answers one after the other, then says `Fine.` */
function talkWith(answers: FakeAnswer[], options: TalkOptions = {}) {
  const fake = fakeModel((_, count) => answers[count - 1] ?? { text: 'Fine.' });
  const providers = { languageModel: [fake.model], ...options.providers };
  return { talk: new Talk({ ...options, providers }), model: fake };
}

describe('the first message', () => {
  it('begins when audio flows, and never before', async () => {
    const talk = new Talk({ agent: greeting('Hello there.') });
    await talk.advance(500);
    expect(talk.wire).toBe('');
    await talk.mediaStarts();
    await talk.advance(1000);
    expect(talk.wire).toBe('Hello there.');
    expect(talk.line.isSilent(0, 500)).toBe(true);
    await talk.stops();
    expect(talk.said).toEqual(['bot: Hello there.']);
  });

  it('begins after a second with a peer that sends nothing', async () => {
    const talk = new Talk({ agent: greeting('Hello there.') });
    await talk.advance(2000);
    expect(talk.line.isSilent(0, 1000)).toBe(true);
    expect(talk.wire).toBe('Hello there.');
    await talk.stops();
  });

  it("is the model's where there is none, so that nobody is met with silence", async () => {
    const { talk, model } = talkWith([{ text: 'Parley here. How can I help?' }, { text: 'It is noon.' }], {
      agent: { waitForCaller: false },
    });
    await talk.mediaStarts();
    await talk.untilQuiet();
    expect(talk.wire).toBe('Parley here.How can I help?');
    expect(model.asked.at(-1)?.messages.at(-1)).toMatchObject({ role: 'user', content: '', input: 'none' });
    await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(inShort(model.asked[1]).slice(-2)).toEqual([
      'bot: Parley here. How can I help?',
      'user: What time is it?',
    ]);
    const { turns } = await talk.stops();
    expect(turns.map(({ kind }) => kind)).toEqual(['greeting', 'speech']);
    expect(turns[0]?.waitedMs).toBeNull();
  });

  it('that a model was to say is taken back by a caller who speaks before it', async () => {
    const { talk, model } = talkWith([{ text: 'Hello?', delayMs: 3000 }, { text: 'It is noon.' }], {
      agent: { waitForCaller: false },
    });
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(talk.wire).toBe('It is noon.');
    expect(inShort(model.asked[1])).toEqual(['user: What time is it?']);
    await talk.stops();
  });

  it('is not asked of a model that is to wait for the caller', async () => {
    const { talk, model } = talkWith([], { agent: { waitForCaller: true } });
    await talk.mediaStarts();
    await talk.advance(5000);
    expect(model.asked).toEqual([]);
    await talk.stops();
  });

  it('waits for the caller where it is told to, but not for ever', async () => {
    const agent = { ...greeting('This is Ada.'), waitForCaller: true };
    const prompt = new Talk({ agent });
    await prompt.mediaStarts();
    await prompt.speaks('Hello?', 400);
    await prompt.untilQuiet();
    expect(prompt.wire).toBe('This is Ada.');
    await prompt.stops();
    const shy = new Talk({ agent });
    await shy.mediaStarts();
    await shy.advance(3900);
    expect(shy.wire).toBe('');
    await shy.untilQuiet();
    expect(shy.wire).toBe('This is Ada.');
    await shy.stops();
  });

  it('a "hello" over it does not end it, and what is asked before it is answered after it', async () => {
    const { talk, model } = talkWith([], { agent: greeting('Good day, this is Parley.') });
    await talk.mediaStarts();
    await talk.advance(100);
    await talk.speaks('hello', 300);
    await talk.untilQuiet();
    expect(talk.wire).toBe('Good day, this is Parley.');
    expect(model.asked).toEqual([]);
    await talk.stops();
    expect(talk.said).toEqual(['bot: Good day, this is Parley.', 'user: hello']);

    const eager = talkWith([{ text: 'I am Parley.' }], { agent: greeting('Good day.') });
    eager.talk.ear.understands('who is speaking please', 0);
    eager.talk.conversation.speechStarted({ atMs: 0, decidedAtMs: 80 });
    await eager.talk.mediaStarts();
    await eager.talk.advance(900);
    eager.talk.conversation.speechEnded({ atMs: 700, decidedAtMs: 900 });
    await eager.talk.untilQuiet();
    expect(eager.talk.wire).toBe('Good day.I am Parley.');
    expect(inShort(eager.model.asked[0])).toEqual(['bot: Good day.', 'user: who is speaking please']);
    await eager.talk.stops();
  });

  it('comes after what is announced, which nobody cuts off', async () => {
    const announcement = { text: 'This call is recorded.', speech: null };
    const { talk } = talkWith([], { agent: { ...greeting('Good day, this is Parley.'), announcement } });
    await talk.mediaStarts();
    await talk.advance(100);
    await talk.speaks('stop that please, I am busy', 600);
    await talk.untilQuiet();
    expect(talk.wire.startsWith('This call is recorded.')).toBe(true);
    await talk.stops();
    expect(talk.said[0]).toBe('bot: This call is recorded.');
  });

  it('is not said, and nothing is, where the announcement cannot be spoken', async () => {
    const { voice } = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: false }) });
    const announcement = { text: 'This call is recorded.', speech: null };
    const agent = { ...greeting('Hello.'), announcement, waitForCaller: true };
    const talk = new Talk({ agent, providers: { textToSpeech: [voice] } });
    await talk.mediaStarts();
    await talk.advance(500);
    expect(talk.result).toMatchObject({ end: { reason: 'provider-error' }, transcript: [] });
  });

  it('ends the call when no voice can speak it', async () => {
    const { voice } = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: false }) });
    const talk = new Talk({ agent: greeting('Hello.'), providers: { textToSpeech: [voice] } });
    await talk.mediaStarts();
    await talk.advance(500);
    expect(talk.result).toMatchObject({ end: { reason: 'provider-error' }, transcript: [] });
  });
});

describe('a turn', () => {
  it('goes from speech to the answer, and the ledger has every step of it', async () => {
    const { talk, model } = talkWith([{ text: 'It is noon. Anything else?' }]);
    await talk.mediaStarts();
    await talk.advance(1000);
    const { endMs } = await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(talk.wire).toBe('It is noon.Anything else?');
    expect(inShort(model.asked[0])).toEqual(['user: What time is it?']);
    const { turns, transcript } = await talk.stops();
    expect(talk.said).toEqual(['user: What time is it?', 'bot: It is noon. Anything else?']);
    const [turn] = turns;
    expect(turn).toMatchObject({ turn: 1, kind: 'speech', speechEndMs: endMs, interruptedAtMs: null });
    const { endOfTurnMs, firstTokenMs, firstAudioMs, firstRtpMs, waitedMs, providerMs, addedMs } = turn!;
    expect(endOfTurnMs! - endMs).toBe(300);
    expect(firstTokenMs! - endOfTurnMs!).toBe(80);
    expect(firstAudioMs! - firstTokenMs!).toBeGreaterThanOrEqual(60);
    expect(firstRtpMs).toBe(transcript[1]!.startMs);
    expect(talk.line.isSilent(endMs, firstRtpMs! - 1)).toBe(true);
    expect(talk.line.isSilent(firstRtpMs!, firstRtpMs! + 20)).toBe(false);
    expect(waitedMs).toBe(firstRtpMs! - endMs);
    expect(providerMs! + addedMs!).toBe(waitedMs);
    // The window, and the rest of a tick.
    expect(addedMs).toBeLessThanOrEqual(300 + 40);
  });

  it('speaks the first sentence while the model is still at it, and without a gap to the next', async () => {
    const text = [
      'One two three four. ',
      'Five six seven eight. ',
      ...Array<string>(80).fill('nine '),
      'ten.',
    ];
    const { talk } = talkWith([{ text }]);
    await talk.mediaStarts();
    await talk.speaks('Count.');
    await talk.untilQuiet();
    const { transcript, turns } = await talk.stops();
    const bot = transcript.find(({ role }) => role === 'bot')!;
    expect(bot.text).toBe(text.join(''));
    expect(turns[0]!.firstRtpMs! - turns[0]!.firstTokenMs!).toBeLessThan(120);
    // White space between sentences is not spoken.
    const spoken = talk.wire.length * characterMs;
    expect(Math.abs(bot.endMs - bot.startMs - spoken)).toBeLessThan(20);
    expect(talk.line.aheadMaxMs).toBeLessThanOrEqual(2000);
  });

  it('waits longer where the text sounds unfinished, and for the provider that ends turns by itself', async () => {
    const { talk, model } = talkWith([]);
    await talk.mediaStarts();
    await talk.speaks('I would like to');
    await talk.advance(600);
    expect(model.asked).toEqual([]);
    await talk.speaks('book a table');
    await talk.untilQuiet();
    expect(inShort(model.asked[0])).toEqual(['user: I would like to book a table']);
    await talk.stops();
  });
});

describe('being spoken over', () => {
  it('silences the wire within 200 ms, and nobody remembers what was not heard', async () => {
    const first = 'The weather is fine today, and tomorrow it will rain all day long in every town.';
    const { talk, model } = talkWith([{ text: `${first} And then it snows.` }]);
    await talk.mediaStarts();
    await talk.speaks('How is the weather?');
    await talk.advance(1500);
    const { startMs } = await talk.speaks('And on Sunday?');
    expect(talk.line.isSilent(startMs + startAfterMs + 40, talk.nowMs)).toBe(true);
    await talk.untilQuiet();
    const heard = talk.wire.slice(0, talk.wire.indexOf('Fine.'));
    expect(first.startsWith(heard)).toBe(true);
    const { transcript, turns } = await talk.stops();
    const [, bot] = transcript;
    expect(first.startsWith(bot!.text)).toBe(true);
    // To within a word.
    expect(Math.abs(bot!.text.length - heard.length)).toBeLessThan(9);
    expect(inShort(model.asked[1])).toEqual([
      'user: How is the weather?',
      `bot: ${bot!.text}`,
      'user: And on Sunday?',
    ]);
    expect(turns[0]!.interruptedAtMs).toBe(startMs);
    expect(talk.said.at(-1)).toBe('bot: Fine.');
  });

  it.each(['uh-huh', 'mhm', 'Yes.', 'okay', ''])(
    '%j only makes it wait: it goes on where it stopped',
    async (word) => {
      const text = 'Your table is booked for four people at eight in the evening on Friday.';
      const { talk, model } = talkWith([{ text }]);
      await talk.mediaStarts();
      await talk.speaks('Is my table booked?');
      await talk.advance(1200);
      const { startMs } = await talk.speaks(word, 300);
      expect(talk.line.isSilent(startMs + startAfterMs + 40, talk.nowMs)).toBe(true);
      await talk.untilQuiet();
      expect(talk.wire).toBe(text);
      expect(model.asked).toHaveLength(1);
      await talk.stops();
      expect(talk.said.filter((entry) => entry.startsWith('bot'))).toEqual([`bot: ${text}`]);
      expect(talk.said.includes(`user: ${word}`)).toBe(word !== '');
    },
  );

  it('"yes" to a question is an answer', async () => {
    const { talk, model } = talkWith([{ text: 'Shall I book it? You may also think about it for a while.' }]);
    await talk.mediaStarts();
    await talk.speaks('I need a table.');
    await talk.advance(1600);
    await talk.speaks('yes', 300);
    await talk.untilQuiet();
    expect(inShort(model.asked[1]).at(-1)).toBe('user: yes');
    expect(talk.wire).not.toContain('while');
    await talk.stops();
  });

  it('while it thinks, cancels that, and both utterances are one turn', async () => {
    const { talk, model } = talkWith([{ delayMs: 3000, text: 'A table.', state: 'lost' }], {
      agent: { fillers: [] },
    });
    await talk.mediaStarts();
    await talk.speaks('I need a table.');
    await talk.advance(400);
    await talk.speaks('For four people.');
    await talk.untilQuiet(3000);
    expect(inShort(model.asked[1])).toEqual(['user: I need a table. For four people.']);
    expect(model.asked[1]!.state).toBe(null);
    expect(talk.wire).toBe('Fine.');
    await talk.stops();
  });

  it('a cough while it thinks costs nothing', async () => {
    const { talk, model } = talkWith([{ delayMs: 900, text: 'Done.' }], { agent: { fillers: [] } });
    await talk.mediaStarts();
    await talk.speaks('Do it.');
    await talk.advance(300);
    await talk.speaks('', 200);
    await talk.untilQuiet();
    expect([model.asked.length, talk.wire]).toEqual([1, 'Done.']);
    await talk.stops();
  });

  it('is not taken from an agent that may not be interrupted, but answered afterwards', async () => {
    const text = 'This call is recorded for your safety and ours.';
    const { talk, model } = talkWith([{ text }], { agent: { interruptible: false } });
    await talk.mediaStarts();
    await talk.speaks('Hello, I have a question.');
    await talk.advance(800);
    await talk.speaks('Stop it!', 500);
    await talk.untilQuiet();
    expect(talk.wire).toBe(`${text}Fine.`);
    expect(inShort(model.asked[1]).at(-1)).toBe('user: Stop it!');
    await talk.stops();
  });
});

describe('tools', () => {
  /** Tools by name: how long each takes, and what comes of it. */
  const toolsOf = (tools: Record<string, { ms?: number; outcome: ToolOutcome | Error }>) => {
    const ran: string[] = [];
    const runner: ToolRunner = {
      definitions: Object.keys(tools).map((name) => ({ name, description: '', parameters: {} })),
      async run(call, { signal }) {
        ran.push(call.name);
        const { ms = 0, outcome } = tools[call.name]!;
        await delay(ms, signal);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    };
    return { runner, ran };
  };

  it('run, and what they come to is what the model goes on with; a slow one is explained', async () => {
    const { runner } = toolsOf({ look_up: { ms: 2500, outcome: { result: { hours: '9 to 5' } } } });
    const { talk, model } = talkWith(
      [{ calls: [{ name: 'look_up' }] }, { text: 'We are open until five.' }],
      {
        tools: runner,
      },
    );
    await talk.mediaStarts();
    const { endMs } = await talk.speaks('When are you open?');
    await talk.untilQuiet(3000);
    expect(talk.wire).toBe('One moment, please.We are open until five.');
    const firstSoundAt = talk.line.sent.findIndex((sample) => sample !== 0) / 8;
    expect(firstSoundAt - endMs).toBeLessThan(2000);
    expect(inShort(model.asked[1])).toEqual([
      'user: When are you open?',
      'bot:  [look_up]',
      'tool: {"hours":"9 to 5"}',
    ]);
    const { transcript } = await talk.stops();
    expect(transcript.find(({ role }) => role === 'tool')).toMatchObject({
      name: 'look_up',
      result: { hours: '9 to 5' },
    });
  });

  it('a call is ended when its last words were really said, whoever speaks meanwhile', async () => {
    const then = { kind: 'end-call', message: 'Thank you for calling, goodbye.' } as const;
    const { runner } = toolsOf({ end_call: { outcome: { result: 'ok', then } } });
    const { talk } = talkWith([{ text: 'All is done.', calls: [{ name: 'end_call' }] }], { tools: runner });
    await talk.mediaStarts();
    await talk.speaks('That is all.');
    await talk.advance(1300);
    await talk.speaks('bye bye then', 500);
    await talk.untilQuiet();
    expect(talk.wire).toBe('All is done.Thank you for calling, goodbye.');
    expect(talk.result?.end).toMatchObject({ reason: 'assistant-ended-call' });
    expect(talk.said).toContain('bot: All is done. Thank you for calling, goodbye.');
  });

  it('a transfer is announced, then carried out; where it fails the model is told why', async () => {
    const then = { kind: 'transfer', destination: '+15550001111', message: 'I put you through.' } as const;
    const { runner } = toolsOf({ transfer: { outcome: { result: 'ok', then } } });
    const asked: string[] = [];
    const carryOut: TalkOptions['carryOut'] = async ({ destination }) => {
      asked.push(`${destination} after ${talk.wire}`);
      return { isOver: false, result: { error: 'busy' } };
    };
    const { talk, model } = talkWith([{ calls: [{ name: 'transfer' }] }, { text: 'Nobody is there.' }], {
      tools: runner,
      carryOut,
    });
    await talk.mediaStarts();
    await talk.speaks('A person, please.');
    await talk.untilQuiet();
    expect(asked).toEqual(['+15550001111 after I put you through.']);
    expect(inShort(model.asked[1]).at(-1)).toBe('tool: {"error":"busy"}');
    expect(talk.wire).toBe('I put you through.Nobody is there.');
    await talk.stops();
  });

  it('one that the caller did not stay for is in the record: put through, or not done', async () => {
    const then = { kind: 'transfer', destination: '+15550001111' } as const;
    const { runner } = toolsOf({
      transfer: { outcome: { result: { destination: 'sales' }, then } },
      look_up: { outcome: { result: 'never' }, ms: 20_000 },
    });
    const left = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const through = talkWith([{ calls: [{ name: 'transfer' }] }], {
      tools: runner,
      carryOut: (_then, _said, signal) => left(signal),
    });
    await through.talk.mediaStarts();
    await through.talk.speaks('A person, please.');
    await through.talk.advance(5000);
    const { transcript } = await through.talk.stops();
    expect(transcript.at(-1)).toMatchObject({
      role: 'tool',
      name: 'transfer',
      result: { destination: 'sales' },
    });
    const undone = talkWith([{ calls: [{ name: 'look_up' }] }], { tools: runner });
    await undone.talk.mediaStarts();
    await undone.talk.speaks('What do I owe?');
    await undone.talk.advance(1000);
    const { transcript: short } = await undone.talk.stops();
    const result = { error: 'the call ended before the tool had a result' };
    expect(short.filter(({ role }) => role === 'tool')).toMatchObject([{ name: 'look_up', result }]);
  });

  it('keys are sent and the recording is paused as a tool wants it', async () => {
    const outcome = (then: ToolThen) => ({ outcome: { result: 'ok', then } });
    const { runner } = toolsOf({
      press: outcome({ kind: 'send-dtmf', digits: '12#' }),
      pause: outcome({ kind: 'pause-recording', paused: true }),
    });
    const { talk } = talkWith([{ text: 'I press.', calls: [{ name: 'press' }, { name: 'pause' }] }], {
      tools: runner,
    });
    await talk.mediaStarts();
    await talk.speaks('Go on.');
    await talk.untilQuiet();
    expect([talk.line.keys, talk.line.pauses, talk.wire]).toEqual([['12#'], [true], 'I press.Fine.']);
    await talk.stops();
  });

  it('nobody is left in silence after one: an empty answer is asked for again, then there is an apology', async () => {
    const { runner } = toolsOf({ look_up: { outcome: new Error('it broke') } });
    const { talk, model } = talkWith([{ calls: [{ name: 'look_up' }, { name: 'unknown' }] }, {}, {}], {
      tools: runner,
    });
    await talk.mediaStarts();
    await talk.speaks('When are you open?');
    await talk.untilQuiet();
    expect(inShort(model.asked[1]).slice(2)).toEqual([
      'tool: {"error":"it broke"}',
      'tool: {"error":"there is no tool called unknown"}',
    ]);
    expect(model.asked).toHaveLength(3);
    expect(talk.wire).toBe('Sorry, I did not get that. Could you say it again?');
    await talk.stops();
  });

  it('one that never ends is given up, and a round of them too', async () => {
    const { runner, ran } = toolsOf({
      hang: { ms: 1e9, outcome: { result: 1 } },
      again: { outcome: { result: 1 } },
    });
    const { talk, model } = talkWith(
      [{ calls: [{ name: 'hang' }] }, ...Array(20).fill({ calls: [{ name: 'again' }] })],
      {
        tools: runner,
        agent: { fillers: [] },
      },
    );
    await talk.mediaStarts();
    await talk.speaks('Try it.');
    await talk.untilQuiet(31_000);
    expect(inShort(model.asked[1]).at(-1)).toContain('within 30 seconds');
    expect([model.asked.length, ran.length]).toEqual([8, 8]);
    expect(talk.wire).toContain('Sorry');
    await talk.stops();
  });

  it('speech during one does not stop it, and is answered with what it came to', async () => {
    const { runner } = toolsOf({ order: { ms: 3000, outcome: { result: 'ordered' } } });
    const { talk, model } = talkWith([{ calls: [{ name: 'order' }] }], {
      tools: runner,
      agent: { fillers: [] },
    });
    await talk.mediaStarts();
    await talk.speaks('Order one.');
    await talk.advance(500);
    await talk.speaks('Hurry up, please.');
    await talk.untilQuiet(3500);
    expect(inShort(model.asked[1])).toEqual([
      'user: Order one.',
      'bot:  [order]',
      'tool: ordered',
      'user: Hurry up, please.',
    ]);
    expect(talk.wire).toBe('Fine.');
    await talk.stops();
  });
});

describe('when a provider fails', () => {
  it('a model is asked again, then the next one', async () => {
    const broken = fakeModel(() => ({ fails: { retryable: true } }));
    const spare = fakeModel(() => ({ text: 'Here I am.' }));
    const talk = new Talk({ providers: { languageModel: [broken.model, spare.model] } });
    await talk.mediaStarts();
    await talk.speaks('Hello?');
    await talk.untilQuiet();
    expect([broken.asked.length, spare.asked.length, talk.wire]).toEqual([2, 1, 'Here I am.']);
    await talk.stops();
  });

  it('what is not a whole sentence when a model breaks off is not said twice', async () => {
    const { talk } = talkWith([
      { text: ['I was about', ' to say'], fails: { retryable: true } },
      { text: 'Yes.' },
    ]);
    await talk.mediaStarts();
    await talk.speaks('Say something.');
    await talk.untilQuiet();
    expect(talk.wire).toBe('Yes.');
    await talk.stops();
  });

  it('a sentence in which a model breaks off is left out, and what was said before it stands', async () => {
    const { talk, model } = talkWith([
      { text: ['It is noon. ', 'And the wea'], fails: { retryable: true } },
      { text: 'Sunny.' },
    ]);
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(talk.wire).toBe('It is noon.');
    await talk.speaks('And the weather?');
    await talk.untilQuiet();
    expect(inShort(model.asked[1])).toEqual([
      'user: What time is it?',
      'bot: It is noon.',
      'user: And the weather?',
    ]);
    await talk.stops();
    expect(talk.said[1]).toBe('bot: It is noon.');
  });

  it('a voice cut in mid-word without another ends there, and only what was heard is remembered', async () => {
    const cut = fakeVoice({
      fails: (request) => (request === 1 ? { afterCharacters: 24, retryable: false } : null),
    });
    const { talk, model } = talkWith([{ text: 'The first part is said by one, the second by nobody.' }], {
      providers: { textToSpeech: [cut.voice] },
    });
    await talk.mediaStarts();
    await talk.speaks('Speak.');
    await talk.untilQuiet();
    expect(talk.wire).toMatch(/^The first part is said b?y?$/);
    await talk.speaks('Go on.');
    await talk.untilQuiet();
    const remembered = inShort(model.asked[1])[1]!;
    expect(remembered).toMatch(/^bot: The first part( is( said( by)?)?)?$/);
    await talk.stops();
    expect(talk.said[1]).toBe(remembered);
    expect(talk.said.at(-1)).toBe('bot: Fine.');
  });

  describe('nobody hears more than two seconds of silence that nothing explains', () => {
    const never = (signal?: AbortSignal) => delay(1e9, signal);
    /** Says so much of a text, then nothing for ever. */
    const cutShort = (characters: number): TextToSpeech => ({
      ...fakeVoice().voice,
      async *speak({ text }, { signal } = {}) {
        if (characters > 0) yield { pcm: speech(text.slice(0, characters)), sampleRateHz: 8000 };
        await never(signal);
      },
    });
    const hangingAfter = (text: string): LanguageModel => ({
      ...fakeModel(() => ({})).model,
      async *answer(_, { signal } = {}) {
        if (text !== '') yield { type: 'text-delta', text };
        await never(signal);
      },
    });
    const answer =
      'It is noon, as far as I can tell from here. Is there anything else that I can do for you?';
    const [model, voice] = [() => fakeModel(() => ({ text: answer })).model, () => fakeVoice().voice];
    const fillerLength = 10;
    const fillers = wordsOf('en').fillers.map((text) => text.slice(-fillerLength));
    it.each([
      ['a model that hangs', { languageModel: [hangingAfter(''), model()] }],
      ['a model without another that hangs', { languageModel: [hangingAfter('')] }],
      [
        'a model that hangs in its answer',
        { languageModel: [hangingAfter('It is noon. And the '), model()] },
      ],
      ['a voice that hangs', { languageModel: [model()], textToSpeech: [cutShort(0), voice()] }],
      ['a voice that hangs in a word', { languageModel: [model()], textToSpeech: [cutShort(12), voice()] }],
    ])('%s', async (_, providers) => {
      const talk = new Talk({ providers });
      await talk.mediaStarts();
      const { endMs } = await talk.speaks('What time is it?');
      await talk.advance(9000);
      const { sent } = talk.line;
      const last = sent.findLastIndex((sample) => sample !== 0);
      let silent = 0;
      for (let at = endMs * 8; at <= last; at++) {
        silent = sent[at] === 0 ? silent + 1 : 0;
        if (silent === 2000 * 8)
          expect(fillers).toContain(readSpeech(sent.slice(0, at)).slice(-fillerLength));
        if (silent >= 4000 * 8) expect.fail('four seconds of silence');
      }
      expect(last).toBeGreaterThan(endMs * 8);
      await talk.stops();
    });
  });

  it('one that hangs is explained within 2 s, and given up', async () => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const spare = fakeModel(() => ({ text: 'Here I am.' }));
    const talk = new Talk({ providers: { languageModel: [hanging.model, spare.model] } });
    await talk.mediaStarts();
    const { endMs } = await talk.speaks('Hello?');
    await talk.advance(2000);
    expect(talk.line.sent.findIndex((sample) => sample !== 0) / 8 - endMs).toBeLessThan(2000);
    await talk.advance(2500);
    expect(talk.wire).toBe('One moment, please.Here I am.');
    expect(hanging.asked.length).toBe(1);
    await talk.stops();
  });

  it('when none can answer there is an apology, and after the third time a goodbye', async () => {
    const broken = fakeModel(() => ({ fails: { retryable: false } }));
    const talk = new Talk({ providers: { languageModel: [broken.model] }, agent: { silenceMs: 60_000 } });
    await talk.mediaStarts();
    for (const text of ['One.', 'Two.', 'Three.']) {
      await talk.speaks(text);
      await talk.untilQuiet();
    }
    expect(broken.asked).toHaveLength(3);
    expect(talk.wire.match(/Sorry, I did not get that/g)).toHaveLength(2);
    expect(talk.wire).toMatch(/technical problem.*Goodbye\.$/);
    expect(talk.result?.end.reason).toBe('provider-error');
  });

  it('a voice that hangs is left for the next within 2 s, and asked last from then on', async () => {
    const hanging = fakeVoice({ hangs: () => true });
    const spare = fakeVoice();
    const voices = [hanging.voice, spare.voice];
    const { talk } = talkWith([{ text: 'It is noon. Anything else?' }], {
      providers: { textToSpeech: voices },
      agent: greeting('Hello.'),
    });
    await talk.mediaStarts();
    await talk.advance(2000);
    expect(talk.wire).toBe('Hello.');
    const { endMs } = await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(talk.wire).toBe('Hello.It is noon.Anything else?');
    expect(talk.line.isSilent(endMs, endMs + 1000)).toBe(false);
    expect(hanging.asked).toEqual(['Hello.']);
    await talk.stops();
  });

  it('a greeting that is not made in time is spoken by the next voice', async () => {
    const [silent, spare] = [fakeVoice({ hangs: () => true }), fakeVoice()];
    const speech = new Promise<never>(() => undefined);
    const talk = new Talk({
      agent: { firstMessage: { text: 'Hello.', speech } },
      providers: { textToSpeech: [silent.voice, spare.voice] },
    });
    await talk.mediaStarts();
    await talk.advance(2000);
    expect([talk.wire, silent.asked.length]).toEqual(['Hello.', 0]);
    await talk.stops();
  });

  it('a model and a voice that hang in the same turn are explained by what was spoken ahead', async () => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const voice = fakeVoice({ hangs: (request) => request > 1 });
    const kept = new Map<string, Int16Array>();
    const talk = new Talk({
      agent: greeting('Hello.'),
      providers: { languageModel: [hanging.model], textToSpeech: [voice.voice] },
      spareSpeech: {
        find: (text) => (kept.has(text) ? { pcm: kept.get(text)!, sampleRateHz: 8000 } : null),
        prepare: (texts) => texts.forEach((text) => void kept.set(text, speech(text))),
      },
    });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    const { endMs } = await talk.speaks('What time is it?');
    await talk.advance(3000);
    expect(talk.wire).toMatch(/^Hello\.One moment, please\./);
    expect(talk.line.isSilent(endMs + 300, endMs + 2000)).toBe(false);
    await talk.stops();
    expect(voice.asked).toEqual(['Hello.']);
  });

  it('a voice without another is asked once more when it hangs', async () => {
    const once = fakeVoice({ hangs: (request) => request === 1 });
    const talk = new Talk({ agent: greeting('Hello.'), providers: { textToSpeech: [once.voice] } });
    await talk.mediaStarts();
    await talk.advance(2500);
    expect([talk.wire, once.asked.length]).toEqual(['Hello.', 2]);
    await talk.stops();

    const never = fakeVoice({ hangs: () => true });
    const mute = new Talk({ agent: greeting('Hello.'), providers: { textToSpeech: [never.voice] } });
    await mute.mediaStarts();
    await mute.advance(8000);
    expect(mute.result).toMatchObject({ end: { reason: 'provider-error' } });
    expect(never.asked.length).toBe(2);
  });

  it('a voice that breaks off in the middle is followed by the next from about there', async () => {
    const broken = fakeVoice({ fails: () => ({ afterCharacters: 24, retryable: false }) });
    const spare = fakeVoice();
    const text = 'The first part is said by one and the second part by another.';
    const { talk } = talkWith([{ text }], { providers: { textToSpeech: [broken.voice, spare.voice] } });
    await talk.mediaStarts();
    await talk.speaks('Speak.');
    await talk.untilQuiet();
    expect([broken.asked.length, spare.asked.length]).toEqual([1, 1]);
    expect(talk.wire.startsWith('The first part is said')).toBe(true);
    expect(talk.wire.endsWith('and the second part by another.')).toBe(true);
    await talk.stops();
  });

  it('a transcriber that breaks is opened again; when that does not help the call ends with a goodbye', async () => {
    const { talk } = talkWith([{ text: 'I hear you.' }]);
    await talk.mediaStarts();
    talk.ear.breaks();
    await talk.advance(1000);
    await talk.speaks('Do you hear me?');
    await talk.untilQuiet();
    expect(talk.wire).toBe('I hear you.');
    talk.ear.failing = 100;
    talk.ear.breaks();
    await talk.untilQuiet(20_000);
    expect(talk.wire).toMatch(/Goodbye\.$/);
    expect(talk.result?.end).toMatchObject({ reason: 'provider-error' });
  });
});

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

it('nothing is left when it is over', async () => {
  const { talk, model } = talkWith([{ delayMs: 5000, text: 'Late.' }], { agent: greeting('Hello.') });
  await talk.mediaStarts();
  await talk.speaks('What is new?');
  await talk.advance(500);
  expect(model.asked).toHaveLength(1);
  await talk.stops();
  expect([vi.getTimerCount(), talk.ear.open]).toEqual([0, 0]);
});
