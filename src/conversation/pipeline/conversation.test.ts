import { describe, expect, it, vi } from 'vitest';
import { inShort } from '../../../test/pipeline/fake-model.ts';
import { characterMs, fakeVoice } from '../../../test/pipeline/fake-voice.ts';
import { startAfterMs, Talk } from '../../../test/pipeline/talk.ts';
import { greeting, onVirtualClock, talkWith } from '../../../test/pipeline/talk-with.ts';

onVirtualClock();

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

  it('begins after 4 s with a peer of whom nothing comes, which is told', async () => {
    const talk = new Talk({ agent: greeting('Hello there.') });
    await talk.advance(3960);
    expect([talk.wire, talk.unproven]).toEqual(['', 0]);
    await talk.advance(1000);
    expect([talk.wire, talk.unproven]).toEqual(['Hello there.', 1]);
    // What flows later changes nothing of it.
    await talk.mediaStarts();
    await talk.untilQuiet();
    expect([talk.wire, talk.unproven]).toEqual(['Hello there.', 1]);
    await talk.stops();
  });

  it('waits for a caller who holds the call, and for what flows when it is back', async () => {
    const talk = new Talk({ agent: greeting('Hello there.') });
    talk.conversation.held(true);
    await talk.advance(9000);
    expect(talk.wire).toBe('');
    talk.conversation.held(false);
    await talk.advance(3000);
    expect(talk.wire).toBe('');
    await talk.mediaStarts();
    await talk.advance(1000);
    expect([talk.wire, talk.unproven]).toEqual(['Hello there.', 0]);
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
    expect(talk.line.recordsPeer).toBeNull();
    await talk.speaks('stop that please, I am busy', 600);
    await talk.untilQuiet();
    expect(talk.wire.startsWith('This call is recorded.')).toBe(true);
    expect(talk.line.recordsPeer).toBe(true);
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
    const speaking = talk.speaks('What time is it?');
    talk.ear.tell({ type: 'partial', text: 'What', startMs: talk.nowMs, endMs: talk.nowMs });
    const { startMs, endMs } = await speaking;
    await talk.untilQuiet();
    expect(talk.wire).toBe('It is noon.Anything else?');
    expect(inShort(model.asked[0])).toEqual(['user: What time is it?']);
    const { turns, transcript } = await talk.stops();
    expect(talk.said).toEqual(['user: What time is it?', 'bot: It is noon. Anything else?']);
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

it('nothing is left when it is over', async () => {
  const { talk, model } = talkWith([{ delayMs: 5000, text: 'Late.' }], { agent: greeting('Hello.') });
  await talk.mediaStarts();
  await talk.speaks('What is new?');
  await talk.advance(500);
  expect(model.asked).toHaveLength(1);
  await talk.stops();
  expect([vi.getTimerCount(), talk.ear.open]).toEqual([0, 0]);
});
