import { describe, expect, it, vi } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { characterMs, fakeVoice } from '../../../test/pipeline/fake-voice.ts';
import { endAfterMs, pauseAfterMs, startAfterMs, TestCall } from '../../../test/pipeline/test-call.ts';

onVirtualClock();

describe('the first message', () => {
  it('begins when audio flows, and never before', async () => {
    const call = new TestCall({ agent: greeting('Hello there.') });
    await call.advance(500);
    expect(call.wire).toBe('');
    await call.mediaStarts();
    await call.advance(1000);
    expect(call.wire).toBe('Hello there.');
    expect(call.line.isSilent(0, 500)).toBe(true);
    await call.stops();
    expect(call.said).toEqual(['bot: Hello there.']);
  });

  it('begins after 4 s without audio from the peer, and reports that', async () => {
    const call = new TestCall({ agent: greeting('Hello there.') });
    await call.advance(3960);
    expect([call.wire, call.unproven]).toEqual(['', 0]);
    await call.advance(1000);
    expect([call.wire, call.unproven]).toEqual(['Hello there.', 1]);
    // Later audio has no effect.
    await call.mediaStarts();
    await call.untilQuiet();
    expect([call.wire, call.unproven]).toEqual(['Hello there.', 1]);
    await call.stops();
  });

  it('waits for a caller on hold, and for audio after the hold', async () => {
    const call = new TestCall({ agent: greeting('Hello there.') });
    call.conversation.held(true);
    await call.advance(9000);
    expect(call.wire).toBe('');
    call.conversation.held(false);
    await call.advance(3000);
    expect(call.wire).toBe('');
    await call.mediaStarts();
    await call.advance(1000);
    expect([call.wire, call.unproven]).toEqual(['Hello there.', 0]);
    await call.stops();
  });

  it('comes from the model when none is configured', async () => {
    const { call, model } = callWith([{ text: 'Parley here. How can I help?' }, { text: 'It is noon.' }], {
      agent: { waitForCaller: false },
    });
    await call.mediaStarts();
    await call.untilQuiet();
    expect(call.wire).toBe('Parley here.How can I help?');
    expect(model.asked.at(-1)?.messages.at(-1)).toMatchObject({ role: 'user', content: '', input: 'none' });
    await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(inShort(model.asked[1]).slice(-2)).toEqual([
      'bot: Parley here. How can I help?',
      'user: What time is it?',
    ]);
    const { turns } = await call.stops();
    expect(turns.map(({ kind }) => kind)).toEqual(['greeting', 'speech']);
    expect(turns[0]?.waitedMs).toBeNull();
  });

  it("is taken back when the caller speaks before the model's greeting", async () => {
    const { call, model } = callWith([{ text: 'Hello?', delayMs: 3000 }, { text: 'It is noon.' }], {
      agent: { waitForCaller: false },
    });
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(call.wire).toBe('It is noon.');
    expect(inShort(model.asked[1])).toEqual(['user: What time is it?']);
    await call.stops();
  });

  it('is not requested from the model when it waits for the caller', async () => {
    const { call, model } = callWith([], { agent: { waitForCaller: true } });
    await call.mediaStarts();
    await call.advance(5000);
    expect(model.asked).toEqual([]);
    await call.stops();
  });

  it('waits for the caller when configured, for a bounded time', async () => {
    const agent = { ...greeting('This is Ada.'), waitForCaller: true };
    const prompt = new TestCall({ agent });
    await prompt.mediaStarts();
    await prompt.speaks('Hello?', 400);
    await prompt.untilQuiet();
    expect(prompt.wire).toBe('This is Ada.');
    await prompt.stops();
    const shy = new TestCall({ agent });
    await shy.mediaStarts();
    await shy.advance(3900);
    expect(shy.wire).toBe('');
    await shy.untilQuiet();
    expect(shy.wire).toBe('This is Ada.');
    await shy.stops();
  });

  it('continues after a "hello", and a question before it is answered after it', async () => {
    const { call, model } = callWith([], { agent: greeting('Good day, this is Parley.') });
    await call.mediaStarts();
    await call.advance(100);
    await call.speaks('hello', 300);
    await call.untilQuiet();
    expect(call.wire).toBe('Good day, this is Parley.');
    expect(model.asked).toEqual([]);
    await call.stops();
    expect(call.said).toEqual(['bot: Good day, this is Parley.', 'user: hello']);

    const eager = callWith([{ text: 'I am Parley.' }], { agent: greeting('Good day.') });
    eager.call.transcriber.understands('who is speaking please', 0);
    eager.call.conversation.speechStarted({ atMs: 0, decidedAtMs: 80 });
    await eager.call.mediaStarts();
    await eager.call.advance(900);
    eager.call.conversation.speechEnded({ atMs: 700, decidedAtMs: 900 });
    await eager.call.untilQuiet();
    expect(eager.call.wire).toBe('Good day.I am Parley.');
    expect(inShort(eager.model.asked[0])).toEqual(['bot: Good day.', 'user: who is speaking please']);
    await eager.call.stops();
  });

  it('follows the announcement, which cannot be interrupted', async () => {
    const announcement = { text: 'This call is recorded.', speech: null };
    const { call } = callWith([], { agent: { ...greeting('Good day, this is Parley.'), announcement } });
    await call.mediaStarts();
    await call.advance(100);
    expect(call.line.recordsPeer).toBeNull();
    await call.speaks('stop that please, I am busy', 600);
    await call.untilQuiet();
    expect(call.wire.startsWith('This call is recorded.')).toBe(true);
    expect(call.line.recordsPeer).toBe(true);
    await call.stops();
    expect(call.said[0]).toBe('bot: This call is recorded.');
  });

  it('is not said when the announcement cannot be spoken', async () => {
    const { voice } = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: false }) });
    const announcement = { text: 'This call is recorded.', speech: null };
    const agent = { ...greeting('Hello.'), announcement, waitForCaller: true };
    const call = new TestCall({ agent, providers: { textToSpeech: [voice] } });
    await call.mediaStarts();
    await call.advance(500);
    expect(call.result).toMatchObject({ end: { reason: 'provider-error' }, transcript: [] });
  });

  it('ends the call when no voice can speak it', async () => {
    const { voice } = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: false }) });
    const call = new TestCall({ agent: greeting('Hello.'), providers: { textToSpeech: [voice] } });
    await call.mediaStarts();
    await call.advance(500);
    expect(call.result).toMatchObject({ end: { reason: 'provider-error' }, transcript: [] });
  });
});

describe('a turn', () => {
  it('leads from speech to the answer, with every step in the ledger', async () => {
    const { call, model } = callWith([{ text: 'It is noon. Anything else?' }]);
    await call.mediaStarts();
    await call.advance(1000);
    const speaking = call.speaks('What time is it?');
    call.transcriber.emits({ type: 'partial', text: 'What', startMs: call.nowMs, endMs: call.nowMs });
    const { startMs, endMs } = await speaking;
    await call.untilQuiet();
    expect(call.wire).toBe('It is noon.Anything else?');
    expect(inShort(model.asked[0])).toEqual(['user: What time is it?']);
    const { turns, transcript } = await call.stops();
    expect(call.said).toEqual(['user: What time is it?', 'bot: It is noon. Anything else?']);
    const [turn] = turns;
    expect(turn).toMatchObject({ turn: 1, kind: 'speech', speechEndMs: endMs, interruptedAtMs: null });
    const { endOfTurnMs, firstTokenMs, firstAudioMs, firstRtpMs, waitedMs, providerMs, addedMs } = turn!;
    const { transcriptFirstMs, transcriptFinalMs } = turn!;
    expect([transcriptFirstMs! >= startMs, transcriptFirstMs! < endMs]).toEqual([true, true]);
    expect(transcriptFinalMs).toBeGreaterThan(endMs);
    expect(endOfTurnMs! - endMs).toBe(300);
    expect(firstTokenMs! - endOfTurnMs!).toBe(80);
    expect(firstAudioMs! - firstTokenMs!).toBeGreaterThanOrEqual(60);
    expect(firstRtpMs).toBe(transcript[1]!.startMs);
    expect(call.line.isSilent(endMs, firstRtpMs! - 1)).toBe(true);
    expect(call.line.isSilent(firstRtpMs!, firstRtpMs! + 20)).toBe(false);
    expect(waitedMs).toBe(firstRtpMs! - endMs);
    expect(providerMs! + addedMs!).toBe(waitedMs);
    // The end-of-turn window and the rest of a tick.
    expect(addedMs).toBeLessThanOrEqual(300 + 40);
  });

  it('plays the first sentence while the model still generates, without a gap to the next', async () => {
    const text = [
      'One two three four. ',
      'Five six seven eight. ',
      ...Array<string>(80).fill('nine '),
      'ten.',
    ];
    const { call } = callWith([{ text }]);
    await call.mediaStarts();
    await call.speaks('Count.');
    await call.untilQuiet();
    const { transcript, turns } = await call.stops();
    const bot = transcript.find(({ role }) => role === 'bot')!;
    expect(bot.text).toBe(text.join(''));
    expect(turns[0]!.firstRtpMs! - turns[0]!.firstTokenMs!).toBeLessThan(120);
    // White space between sentences is not spoken.
    const spoken = call.wire.length * characterMs;
    expect(Math.abs(bot.endMs - bot.startMs - spoken)).toBeLessThan(20);
    expect(call.line.aheadMaxMs).toBeLessThanOrEqual(2000);
  });

  it('waits longer after an unfinished sentence, and for a provider that ends turns', async () => {
    const { call, model } = callWith([]);
    await call.mediaStarts();
    await call.speaks('I would like to');
    await call.advance(600);
    expect(model.asked).toEqual([]);
    await call.speaks('book a table');
    await call.untilQuiet();
    expect(inShort(model.asked[0])).toEqual(['user: I would like to book a table']);
    await call.stops();
  });

  it('waits through pauses of 900 ms while the caller reads an entry out, and not after it', async () => {
    const entry = { kind: 'digits', lengthMin: 7, lengthMax: 7 } as const;
    const { model, asked } = fakeModel(() => ({ text: 'Thank you.' }), { expectedEntry: () => entry });
    const call = new TestCall({ providers: { languageModel: [model] } });
    await call.mediaStarts();
    for (const digits of ['555', '12']) {
      await call.speaks(digits);
      await call.advance(900 - endAfterMs);
    }
    expect(asked).toEqual([]);
    const { endMs } = await call.speaks('34');
    await call.untilQuiet();
    expect(inShort(asked[0])).toEqual(['user: 555 12 34']);
    const [turn] = (await call.stops()).turns;
    expect(turn).toMatchObject({ endedBy: 'expected-phrase' });
    expect(turn!.endOfTurnMs! - endMs).toBeLessThanOrEqual(300);
  });
});

describe('speech over the agent', () => {
  it('silences the agent within 200 ms, and unheard words are not remembered', async () => {
    const first = 'The weather is fine today, and tomorrow it will rain all day long in every town.';
    const { call, model } = callWith([{ text: `${first} And then it snows.` }]);
    await call.mediaStarts();
    await call.speaks('How is the weather?');
    await call.advance(1500);
    const { startMs } = await call.speaks('And on Sunday?', 700);
    expect(call.line.isSilent(startMs + startAfterMs + 40, call.nowMs)).toBe(true);
    await call.untilQuiet();
    const heard = call.wire.slice(0, call.wire.indexOf('Fine.'));
    expect(first.startsWith(heard)).toBe(true);
    const { transcript, turns } = await call.stops();
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
    const [overlap] = turns[0]!.overlaps;
    expect(overlap).toMatchObject({ atMs: startMs, outcome: 'interrupted', why: 'words' });
    expect(overlap!.heldMs).toBeGreaterThan(500);
    expect(call.said.at(-1)).toBe('bot: Fine.');
  });

  it.each(['uh-huh', 'mhm', 'Yes.', 'okay', ''])(
    'only holds the agent with %j: it continues where it stopped',
    async (word) => {
      const text = 'Your table is booked for four people at eight in the evening on Friday.';
      const { call, model } = callWith([{ text }]);
      await call.mediaStarts();
      await call.speaks('Is my table booked?');
      await call.advance(1200);
      const { startMs } = await call.speaks(word, 300);
      const onMs = startMs + 300 + pauseAfterMs;
      expect(call.line.isSilent(startMs + startAfterMs + 40, onMs)).toBe(true);
      expect(call.line.isSilent(onMs, onMs + 40)).toBe(false);
      await call.untilQuiet();
      expect(call.wire).toBe(text);
      expect(model.asked).toHaveLength(1);
      const { turns } = await call.stops();
      const why = word === '' ? 'no-words' : 'back-channel';
      const heldMs = onMs - startMs - startAfterMs;
      expect(turns[0]!.overlaps).toMatchObject([{ atMs: startMs, outcome: 'resumed', why, heldMs }]);
      expect(call.said.filter((entry) => entry.startsWith('bot'))).toEqual([`bot: ${text}`]);
      expect(call.said.includes(`user: ${word}`)).toBe(word !== '');
    },
  );

  it('stops again when a brief sound was a word, or the caller goes on', async () => {
    const text =
      'Your table is booked for four people at eight in the evening, and you can come by car or train.';
    const { call } = callWith([{ text }]);
    await call.mediaStarts();
    await call.speaks('Is my table booked?');
    await call.advance(1200);
    const startMs = call.nowMs;
    await call.advance(startAfterMs);
    call.conversation.speechStarted({ atMs: startMs, decidedAtMs: call.nowMs });
    await call.advance(300);
    call.pauses(call.nowMs - pauseAfterMs);
    await call.advance(60);
    call.conversation.speechContinued();
    const againMs = call.nowMs;
    await call.advance(400);
    call.pauses(call.nowMs - pauseAfterMs);
    await call.advance(60);
    expect(call.line.isSilent(againMs + 40, call.nowMs)).toBe(true);
    await call.speaks('Stop.', 300);
    expect(call.line.isSilent(call.nowMs - 40, call.nowMs)).toBe(false);
    await call.untilQuiet();
    expect(call.wire.endsWith('Fine.') && !call.wire.includes('train')).toBe(true);
    const { turns } = await call.stops();
    expect(turns[0]!.overlaps).toMatchObject([{ outcome: 'interrupted', why: 'words' }]);
  });

  it('waits for the words of a brief sound after a question, which may be the answer', async () => {
    const { call } = callWith([{ text: 'Shall I book it? You may also think about it for a while.' }]);
    await call.mediaStarts();
    await call.speaks('I need a table.');
    await call.advance(1600);
    const { startMs } = await call.speaks('', 300);
    expect(call.line.isSilent(startMs + startAfterMs + 40, call.nowMs)).toBe(true);
    await call.stops();
  });

  it('counts as an answer when it is "yes" to a question', async () => {
    const { call, model } = callWith([{ text: 'Shall I book it? You may also think about it for a while.' }]);
    await call.mediaStarts();
    await call.speaks('I need a table.');
    await call.advance(1600);
    await call.speaks('yes', 300);
    await call.untilQuiet();
    expect(inShort(model.asked[1]).at(-1)).toBe('user: yes');
    expect(call.wire).not.toContain('while');
    await call.stops();
  });

  it('cancels an answer in progress, and joins both utterances into one turn', async () => {
    const { call, model } = callWith([{ delayMs: 3000, text: 'A table.', state: 'lost' }], {
      agent: { fillers: [] },
    });
    await call.mediaStarts();
    await call.speaks('I need a table.');
    await call.advance(400);
    await call.speaks('For four people.');
    await call.untilQuiet(3000);
    expect(inShort(model.asked[1])).toEqual(['user: I need a table. For four people.']);
    expect(model.asked[1]!.state).toBe(null);
    expect(call.wire).toBe('Fine.');
    await call.stops();
  });

  it('costs nothing when it is a cough during an answer in progress', async () => {
    const { call, model } = callWith([{ delayMs: 900, text: 'Done.' }], { agent: { fillers: [] } });
    await call.mediaStarts();
    await call.speaks('Do it.');
    await call.advance(300);
    await call.speaks('', 200);
    await call.untilQuiet();
    expect([model.asked.length, call.wire]).toEqual([1, 'Done.']);
    await call.stops();
  });

  it('is answered after the words of an uninterruptible agent', async () => {
    const text = 'This call is recorded for your safety and ours.';
    const { call, model } = callWith([{ text }], { agent: { interruptible: false } });
    await call.mediaStarts();
    await call.speaks('Hello, I have a question.');
    await call.advance(800);
    await call.speaks('Stop it!', 500);
    await call.untilQuiet();
    expect(call.wire).toBe(`${text}Fine.`);
    expect(inShort(model.asked[1]).at(-1)).toBe('user: Stop it!');
    await call.stops();
  });
});

it('leaves no timer or stream when a conversation is over', async () => {
  const { call, model } = callWith([{ delayMs: 5000, text: 'Late.' }], { agent: greeting('Hello.') });
  await call.mediaStarts();
  await call.speaks('What is new?');
  await call.advance(500);
  expect(model.asked).toHaveLength(1);
  await call.stops();
  expect([vi.getTimerCount(), call.transcriber.open]).toEqual([0, 0]);
});
