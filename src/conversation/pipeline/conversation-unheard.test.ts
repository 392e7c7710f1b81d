import { describe, expect, it } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { FakeTranscriber } from '../../../test/pipeline/fake-transcriber.ts';
import { fakeVoice, speech } from '../../../test/pipeline/fake-voice.ts';
import { TestCall } from '../../../test/pipeline/test-call.ts';
import { createScripted, DialogueSchema } from '../providers/scripted/index.ts';
import { wordsOf } from './languages.ts';

onVirtualClock();

const { fillers, apology, goodbye } = wordsOf('en');
const [oneMoment] = fillers as [string];

/** Returns the position of the first sound after `fromMs`. */
function firstSoundMs({ line }: TestCall, afterMs: number): number {
  return line.sent.findIndex((sample, index) => index >= afterMs * 8 && sample !== 0) / 8;
}

describe('a transcriber without a result', () => {
  it("leads to a filler within 2 s, an apology, and after silence to an end as the provider's fault", async () => {
    const { call } = callWith([], { agent: { ...greeting('Hello.'), silenceMs: 5000 } });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    call.transcriber.hangs = true;
    const { endMs } = await call.speaks('Do you hear me?');
    await call.advance(8000);
    expect(firstSoundMs(call, endMs) - endMs).toBeLessThan(2000);
    expect(call.wire).toBe(`Hello.${oneMoment}${apology}`);
    await call.untilQuiet(20_000);
    expect(call.result?.end.reason).toBe('provider-error');
  });

  it('ends the call after the third utterance', async () => {
    const { call } = callWith([], { agent: { silenceMs: 60_000 } });
    await call.mediaStarts();
    call.transcriber.hangs = true;
    for (const text of ['One.', 'Two.', 'Three.']) {
      await call.speaks(text);
      await call.untilQuiet(3000);
    }
    expect(call.wire.split(apology)).toHaveLength(3);
    expect(call.wire.endsWith(goodbye)).toBe(true);
    expect(call.result?.end.reason).toBe('provider-error');
  });

  it('is replaced by the next one, which receives the audio', async () => {
    const [hanging, spare] = [new FakeTranscriber(), new FakeTranscriber()];
    hanging.hangs = true;
    const { call, model } = callWith([{ text: 'It is noon.' }], {
      transcriber: hanging,
      providers: { speechToText: [hanging, spare] },
    });
    await call.mediaStarts();
    spare.understands('What time is it?', call.nowMs);
    const { endMs } = await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(firstSoundMs(call, endMs) - endMs).toBeLessThan(2000);
    expect(call.wire).toBe(`${oneMoment}It is noon.`);
    expect(inShort(model.asked[0])).toEqual(['user: What time is it?']);
    await call.stops();
  });

  it('is waited for: late words are answered after the whole filler', async () => {
    const { call } = callWith([{ text: 'It is noon.' }]);
    call.transcriber.finalDelayMs = 1600;
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(call.wire).toBe(`${oneMoment}It is noon.`);
    await call.stops();
  });

  it('gets an answer to very late words when the caller said nothing since', async () => {
    const { call, model } = callWith([{ text: 'It is noon.' }]);
    call.transcriber.finalDelayMs = 7000;
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.advance(6000);
    expect(call.wire).toContain(apology.slice(0, 10));
    await call.untilQuiet(4000);
    expect(call.wire.endsWith('It is noon.')).toBe(true);
    expect(inShort(model.asked[0])).toEqual([`bot: ${apology}`, 'user: What time is it?']);
    await call.stops();
    expect(call.said).toContain('user: What time is it?');
    expect(call.transcriber.open).toBe(0);
  });

  it("has very late words on record, and in the model's next turn, after another answer", async () => {
    const { call, model } = callWith([{ text: 'Yes.' }, { text: 'It is noon.' }]);
    await call.mediaStarts();
    call.transcriber.finalDelayMs = 12_000;
    const first = await call.speaks('What time is it?');
    await call.advance(5000);
    call.transcriber.finalDelayMs = 40;
    await call.speaks('Are you there?');
    await call.advance(9000);
    expect(model.asked).toHaveLength(1);
    await call.speaks('Well?');
    await call.untilQuiet();
    expect(model.asked).toHaveLength(2);
    expect(inShort(model.asked[1]).slice(-2)).toEqual(['bot: Yes.', 'user: What time is it? Well?']);
    const { transcript } = await call.stops();
    const users = transcript.filter(({ role }) => role === 'user');
    expect(users.map(({ text }) => text)).toEqual(['What time is it?', 'Are you there?', 'Well?']);
    expect(users[0]).toMatchObject(first);
  });

  it('is waited for only for a bounded time', async () => {
    const { call, model } = callWith([], { agent: { silenceMs: 120_000 } });
    call.transcriber.finalDelayMs = 60_000;
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.advance(30_000);
    expect(call.transcriber.open).toBe(1);
    await call.advance(60_000);
    expect(model.asked).toHaveLength(0);
    await call.stops();
  });

  it("leads to a filler within 2 s when it fails, and to an end as the provider's fault", async () => {
    const { call } = callWith([], { agent: greeting('Hello.') });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    call.transcriber.refuses = true;
    const { endMs } = await call.speaks('Do you hear me?');
    await call.untilQuiet(20_000);
    expect(firstSoundMs(call, endMs) - endMs).toBeLessThan(2000);
    expect(call.wire).toBe(`Hello.${oneMoment}${goodbye}`);
    expect(call.result?.end.reason).toBe('provider-error');
  });

  it('does not stop the silence clock with a partial result alone', async () => {
    const { call, model } = callWith([], { agent: { ...greeting('Hello.'), silenceMs: 5000 } });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    const startMs = call.nowMs;
    for (const text of ['What', 'What time', 'What time is it?']) {
      call.transcriber.emits({ type: 'partial', text, startMs, endMs: call.nowMs });
      await call.advance(1000);
    }
    expect(model.asked).toHaveLength(0);
    await call.untilQuiet(20_000);
    expect(call.wire).toBe('Hello.Fine.');
    expect(model.asked).toHaveLength(1);
    expect(call.result?.end.reason).toBe('silence-timed-out');
  });
});

describe('a transcriber without partial results', () => {
  const text = 'Welcome to the shop, what can I do for you today? We have apples and pears.';

  it.each([300, 1300])('is waited for %d ms before the agent continues', async (finalDelayMs) => {
    const { call } = callWith([{ text: 'It is noon.' }], {
      transcriber: new FakeTranscriber(false, false),
      agent: greeting(text),
    });
    call.transcriber.finalDelayMs = finalDelayMs - 240;
    await call.mediaStarts();
    await call.advance(500);
    const { endMs } = await call.speaks('What time is it?', 900);
    await call.untilQuiet();
    expect(call.line.isSilent(endMs, endMs + finalDelayMs)).toBe(true);
    expect(call.wire).toMatch(/^Welcome.{3,12}It is noon\.$/);
    await call.stops();
  });

  it('costs the agent no sentence after a noise', async () => {
    const { call, model } = callWith([], {
      transcriber: new FakeTranscriber(false, false),
      agent: greeting(text),
    });
    await call.mediaStarts();
    await call.advance(500);
    await call.speaks('', 400);
    await call.advance(500);
    await call.speaks('', 1400);
    await call.untilQuiet();
    expect([call.wire, model.asked.length]).toEqual([text, 0]);
    await call.stops();
  });

  it('leaves the agent silent when it returns nothing', async () => {
    const { call } = callWith([], { transcriber: new FakeTranscriber(false, false), agent: greeting(text) });
    call.transcriber.hangs = true;
    await call.mediaStarts();
    await call.advance(500);
    await call.speaks('Stop it.', 900);
    await call.untilQuiet(4000);
    expect(call.wire).toMatch(/^Welcome.{3,12}One moment, please\.Sorry, I did not get that\. /);
    await call.stops();
  });
});

describe("the wait for a filler starts at the caller's last sound", () => {
  it.each([
    ['where the words and the model are slow', 'What time is it?', 1000],
    ['where the sentence seems to go on', 'I would like to ask for the', 40],
  ])('%s', async (_, text, finalDelayMs) => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const call = new TestCall({ providers: { languageModel: [hanging.model] } });
    call.transcriber.finalDelayMs = finalDelayMs;
    await call.mediaStarts();
    const { endMs } = await call.speaks(text);
    await call.advance(4000);
    expect(firstSoundMs(call, endMs) - endMs).toBeLessThan(2000);
    await call.stops();
  });

  it('includes the wait for another key', async () => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const call = new TestCall({ agent: greeting('Hello.'), providers: { languageModel: [hanging.model] } });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    const atMs = call.nowMs;
    await call.presses('4');
    await call.advance(4000);
    expect(firstSoundMs(call, atMs) - atMs).toBeLessThan(2000);
    await call.stops();
  });

  it('joins a later key to the entry while the model thinks', async () => {
    const { call, model } = callWith(Array(2).fill({ delayMs: 1000, text: 'Never.' }), {
      agent: greeting('Hello.'),
    });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    await call.presses('12', 1700);
    await call.presses('3');
    await call.untilQuiet(3000);
    expect(inShort(model.asked.at(-1)).at(-1)).toBe('user: 123');
    expect(call.wire).toBe('Hello.Fine.');
    await call.stops();
  });

  it('includes the wait for a transcriber that ends turns', async () => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const call = new TestCall({
      transcriber: new FakeTranscriber(true),
      providers: { languageModel: [hanging.model] },
    });
    await call.mediaStarts();
    const { endMs } = await call.speaks('What time is it?');
    await call.advance(4000);
    expect(firstSoundMs(call, endMs) - endMs).toBeLessThan(2000);
    await call.stops();
  });

  it('covers a stalled voice with prepared speech before its sentence', async () => {
    const voice = fakeVoice({ hangs: (request) => request === 2 });
    const kept = new Map<string, Int16Array>();
    const { call } = callWith([{ delayMs: 1000, text: 'It is noon.' }], {
      agent: greeting('Hello.'),
      providers: { textToSpeech: [voice.voice] },
      spareSpeech: {
        find: (text) => (kept.has(text) ? { pcm: kept.get(text)!, sampleRateHz: 8000 } : null),
        prepare: (texts) => texts.forEach((text) => void kept.set(text, speech(text))),
      },
    });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    const { endMs } = await call.speaks('What time is it?');
    await call.untilQuiet(4000);
    expect(firstSoundMs(call, endMs) - endMs).toBeLessThan(2000);
    expect(call.wire).toBe(`Hello.${oneMoment}It is noon.`);
    await call.stops();
  });
});

describe('speech that was not understood', () => {
  const unclear = ({
    transcript,
  }: {
    transcript: { notUnderstood?: true; startMs: number; endMs: number }[];
  }) =>
    transcript.flatMap(({ notUnderstood, startMs, endMs }) => (notUnderstood ? [{ startMs, endMs }] : []));

  it('is in the transcript where it was said, but not in what the model knows', async () => {
    const { call, model } = callWith([{ text: 'It is noon.' }]);
    await call.mediaStarts();
    const mumbled = await call.speaks('', 900);
    await call.untilQuiet();
    call.transcriber.hangs = true;
    const lost = await call.speaks('Hello?', 500);
    await call.untilQuiet(4000);
    call.transcriber.hangs = false;
    // A cough is no speech.
    await call.speaks('', 300);
    await call.untilQuiet();
    await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(inShort(model.asked[0]).filter((said) => said.startsWith('user'))).toEqual([
      'user: What time is it?',
    ]);
    const result = await call.stops();
    expect(unclear(result)).toEqual([mumbled, lost]);
    expect(result.transcript.filter(({ notUnderstood }) => notUnderstood).map(({ text }) => text)).toEqual([
      '',
      '',
    ]);
  });

  it('makes the agent say so when both sides are silent, once until it understands the caller', async () => {
    const { call } = callWith([{ text: 'It is noon.' }], {
      agent: { ...greeting('Hello.'), silenceMs: 8000 },
    });
    await call.mediaStarts();
    await call.untilQuiet(3000);
    const { endMs } = await call.speaks('', 900);
    await call.advance(3000);
    expect(firstSoundMs(call, endMs) - endMs).toBeGreaterThan(1500);
    expect(firstSoundMs(call, endMs) - endMs).toBeLessThan(2500);
    await call.untilQuiet(4000);
    // The agent waits as long as after a question.
    expect(call.result).toBeNull();
    await call.speaks('', 900);
    await call.advance(3000);
    expect(call.wire).toBe(`Hello.${apology}`);
    await call.speaks('What time is it?');
    await call.untilQuiet();
    await call.speaks('', 900);
    await call.advance(3000);
    await call.untilQuiet();
    expect(call.wire).toBe(`Hello.${apology}It is noon.${apology}`);
    await call.untilQuiet(10_000);
    expect(call.result?.end.reason).toBe('silence-timed-out');
  });

  it('keeps no silent line open in a language without words for that', async () => {
    const { call } = callWith([], { agent: { ...greeting('Saluton.'), language: 'eo', silenceMs: 8000 } });
    await call.mediaStarts();
    await call.untilQuiet(3000);
    await call.speaks('', 900);
    await call.untilQuiet(20_000);
    expect(call.result?.end.reason).toBe('silence-timed-out');
    expect(call.wire).toBe('Saluton.');
  });

  it('makes a dialogue say its own words for that', async () => {
    const dialogue = DialogueSchema.parse({
      start: 'day',
      noMatch: { says: ['Which day was that?'], repeat: false },
      nodes: {
        day: { say: 'Which day?', listen: { options: [{ phrases: ['friday'], goto: 'bye' }] } },
        bye: { say: 'Goodbye.', end: true },
      },
    });
    const call = new TestCall({
      agent: { waitForCaller: false },
      providers: { languageModel: [createScripted(dialogue, {})] },
    });
    await call.mediaStarts();
    await call.untilQuiet();
    await call.speaks('', 900);
    await call.untilQuiet(3000);
    await call.speaks('friday');
    await call.untilQuiet();
    expect(call.wire).toBe('Which day?Which day was that?Goodbye.');
  });

  it('is left alone while the caller goes on, and where it may be a cough, a back-channel or a machine', async () => {
    const text = 'Welcome to the shop, what can I do for you today? We have apples and pears.';
    const { call } = callWith([{ text: 'It is noon.' }], { agent: greeting(text) });
    await call.mediaStarts();
    await call.advance(500);
    await call.speaks('', 1400);
    await call.untilQuiet(3000);
    await call.speaks('', 400);
    await call.untilQuiet(3000);
    await call.speaks('', 900);
    await call.advance(1000);
    await call.speaks('What time is it?');
    await call.untilQuiet(3000);
    expect(call.wire).toBe(`${text}It is noon.`);
    await call.stops();
    const menus = { startsWith: 'menu', heard: '', holdMsMax: 60_000, menusMax: 15 } as const;
    const { call: machine } = callWith([], { agent: { ...greeting('Hello.'), menus } });
    await machine.mediaStarts();
    await machine.speaks('', 900);
    await machine.untilQuiet(3000);
    expect(machine.wire).toBe('');
    await machine.stops();
  });

  it('is replaced by words that come late', async () => {
    const { call } = callWith([{ text: 'It is noon.' }]);
    call.transcriber.finalDelayMs = 7000;
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.advance(6000);
    expect(unclear(call.conversation.progress())).toHaveLength(1);
    await call.untilQuiet(4000);
    expect(unclear(await call.stops())).toEqual([]);
    expect(call.said).toContain('user: What time is it?');
  });
});

describe('a late transcriber', () => {
  it('does not repeat words whose final result comes after they were answered', async () => {
    const { call, model } = callWith([{ text: 'At eight.' }]);
    call.transcriber.hangs = true;
    await call.mediaStarts();
    const startMs = call.nowMs;
    call.conversation.speechStarted({ atMs: startMs, decidedAtMs: startMs });
    await call.advance(600);
    const endMs = call.nowMs;
    const words = { text: 'When do you open?', startMs, endMs };
    call.transcriber.emits({ type: 'partial', ...words });
    await call.advance(240);
    call.conversation.speechEnded({ atMs: endMs, decidedAtMs: call.nowMs });
    await call.advance(1600);
    expect(model.asked).toHaveLength(1);
    call.transcriber.emits({ type: 'final', ...words, confidence: null });
    call.transcriber.emits({ type: 'turn-ended', atMs: endMs });
    await call.untilQuiet();
    call.transcriber.hangs = false;
    // The late end of a turn is not the end of this one.
    await call.speaks('I would like to');
    await call.advance(300);
    expect(model.asked).toHaveLength(1);
    await call.speaks('book a table');
    await call.untilQuiet();
    expect(inShort(model.asked[1]).at(-1)).toBe('user: I would like to book a table');
    await call.stops();
    expect(call.said.filter((entry) => entry.includes('When do you open'))).toHaveLength(1);
  });
});
