import { describe, expect, it } from 'vitest';
import { FakeEar } from '../../../test/pipeline/fake-ear.ts';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { fakeVoice, speech } from '../../../test/pipeline/fake-voice.ts';
import { Talk } from '../../../test/pipeline/talk.ts';
import { greeting, onVirtualClock, talkWith } from '../../../test/pipeline/talk-with.ts';
import { wordsOf } from './languages.ts';

onVirtualClock();

const { fillers, apology, goodbye } = wordsOf('en');
const [oneMoment] = fillers as [string];

/** Where the first sound after a position is. */
function firstSoundMs({ line }: Talk, afterMs: number): number {
  return line.sent.findIndex((sample, index) => index >= afterMs * 8 && sample !== 0) / 8;
}

describe('a transcriber that tells nothing of what was said', () => {
  it('and hangs is explained within 2 s, then there is an apology, and silence ends the call as the fault of the provider', async () => {
    const { talk } = talkWith([], { agent: { ...greeting('Hello.'), silenceMs: 5000 } });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    talk.ear.hangs = true;
    const { endMs } = await talk.speaks('Do you hear me?');
    await talk.advance(8000);
    expect(firstSoundMs(talk, endMs) - endMs).toBeLessThan(2000);
    expect(talk.wire).toBe(`Hello.${oneMoment}${apology}`);
    await talk.untilQuiet(20_000);
    expect(talk.result?.end.reason).toBe('provider-error');
  });

  it('is given up after the third time', async () => {
    const { talk } = talkWith([], { agent: { silenceMs: 60_000 } });
    await talk.mediaStarts();
    talk.ear.hangs = true;
    for (const text of ['One.', 'Two.', 'Three.']) {
      await talk.speaks(text);
      await talk.untilQuiet(3000);
    }
    expect(talk.wire.split(apology)).toHaveLength(3);
    expect(talk.wire.endsWith(goodbye)).toBe(true);
    expect(talk.result?.end.reason).toBe('provider-error');
  });

  it('is followed by the next one, which is given what was said', async () => {
    const [hanging, spare] = [new FakeEar(), new FakeEar()];
    hanging.hangs = true;
    const { talk, model } = talkWith([{ text: 'It is noon.' }], {
      ear: hanging,
      providers: { speechToText: [hanging, spare] },
    });
    await talk.mediaStarts();
    spare.understands('What time is it?', talk.nowMs);
    const { endMs } = await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(firstSoundMs(talk, endMs) - endMs).toBeLessThan(2000);
    expect(talk.wire).toBe(`${oneMoment}It is noon.`);
    expect(inShort(model.asked[0])).toEqual(['user: What time is it?']);
    await talk.stops();
  });

  it('and comes late is waited for: its words are answered, and the explanation is said to its end', async () => {
    const { talk } = talkWith([{ text: 'It is noon.' }]);
    talk.ear.finalDelayMs = 1600;
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(talk.wire).toBe(`${oneMoment}It is noon.`);
    await talk.stops();
  });

  it('is answered when it tells it long after that, where nothing else was said since', async () => {
    const { talk, model } = talkWith([{ text: 'It is noon.' }]);
    talk.ear.finalDelayMs = 7000;
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.advance(6000);
    expect(talk.wire).toContain(apology.slice(0, 10));
    await talk.untilQuiet(4000);
    expect(talk.wire.endsWith('It is noon.')).toBe(true);
    expect(inShort(model.asked[0])).toEqual([`bot: ${apology}`, 'user: What time is it?']);
    await talk.stops();
    expect(talk.said).toContain('user: What time is it?');
    expect(talk.ear.open).toBe(0);
  });

  it('and tells it when something else was answered has it on record, and the model hears of it with the next turn', async () => {
    const { talk, model } = talkWith([{ text: 'Yes.' }, { text: 'It is noon.' }]);
    await talk.mediaStarts();
    talk.ear.finalDelayMs = 12_000;
    const first = await talk.speaks('What time is it?');
    await talk.advance(5000);
    talk.ear.finalDelayMs = 40;
    await talk.speaks('Are you there?');
    await talk.advance(9000);
    expect(model.asked).toHaveLength(1);
    await talk.speaks('Well?');
    await talk.untilQuiet();
    expect(model.asked).toHaveLength(2);
    expect(inShort(model.asked[1]).slice(-2)).toEqual(['bot: Yes.', 'user: What time is it? Well?']);
    const { transcript } = await talk.stops();
    const users = transcript.filter(({ role }) => role === 'user');
    expect(users.map(({ text }) => text)).toEqual(['What time is it?', 'Are you there?', 'Well?']);
    expect(users[0]).toMatchObject(first);
  });

  it('is not waited for for good', async () => {
    const { talk, model } = talkWith([], { agent: { silenceMs: 120_000 } });
    talk.ear.finalDelayMs = 60_000;
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.advance(30_000);
    expect(talk.ear.open).toBe(1);
    await talk.advance(60_000);
    expect(model.asked).toHaveLength(0);
    await talk.stops();
  });

  it('and breaks is explained within 2 s, and ends as the fault of the provider when it does not come back', async () => {
    const { talk } = talkWith([], { agent: greeting('Hello.') });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    talk.ear.refuses = true;
    const { endMs } = await talk.speaks('Do you hear me?');
    await talk.untilQuiet(20_000);
    expect(firstSoundMs(talk, endMs) - endMs).toBeLessThan(2000);
    expect(talk.wire).toBe(`Hello.${oneMoment}${goodbye}`);
    expect(talk.result?.end.reason).toBe('provider-error');
  });

  it('does not stop the clock of silence where it tells a part and nothing more', async () => {
    const { talk, model } = talkWith([], { agent: { ...greeting('Hello.'), silenceMs: 5000 } });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    const startMs = talk.nowMs;
    for (const text of ['What', 'What time', 'What time is it?']) {
      talk.ear.tell({ type: 'partial', text, startMs, endMs: talk.nowMs });
      await talk.advance(1000);
    }
    expect(model.asked).toHaveLength(0);
    await talk.untilQuiet(20_000);
    expect(talk.wire).toBe('Hello.Fine.');
    expect(model.asked).toHaveLength(1);
    expect(talk.result?.end.reason).toBe('silence-timed-out');
  });
});

describe('a transcriber that tells no words before the end of speech', () => {
  const text = 'Welcome to the shop, what can I do for you today? We have apples and pears.';

  it.each([300, 1300])('is waited for %d ms before the agent goes on', async (finalDelayMs) => {
    const { talk } = talkWith([{ text: 'It is noon.' }], {
      ear: new FakeEar(false, false),
      agent: greeting(text),
    });
    talk.ear.finalDelayMs = finalDelayMs - 240;
    await talk.mediaStarts();
    await talk.advance(500);
    const { endMs } = await talk.speaks('What time is it?', 900);
    await talk.untilQuiet();
    expect(talk.line.isSilent(endMs, endMs + finalDelayMs)).toBe(true);
    expect(talk.wire).toMatch(/^Welcome.{3,12}It is noon\.$/);
    await talk.stops();
  });

  it('costs the agent no sentence by a noise, long or short', async () => {
    const { talk, model } = talkWith([], { ear: new FakeEar(false, false), agent: greeting(text) });
    await talk.mediaStarts();
    await talk.advance(500);
    await talk.speaks('', 400);
    await talk.advance(500);
    await talk.speaks('', 1400);
    await talk.untilQuiet();
    expect([talk.wire, model.asked.length]).toEqual([text, 0]);
    await talk.stops();
  });

  it('leaves the agent silent where it tells nothing at all', async () => {
    const { talk } = talkWith([], { ear: new FakeEar(false, false), agent: greeting(text) });
    talk.ear.hangs = true;
    await talk.mediaStarts();
    await talk.advance(500);
    await talk.speaks('Stop it.', 900);
    await talk.untilQuiet(4000);
    expect(talk.wire).toMatch(/^Welcome.{3,12}One moment, please\.Sorry, I did not get that\. /);
    await talk.stops();
  });
});

describe('silence is counted from the last sound of the caller', () => {
  it.each([
    ['where the words and the model are slow', 'What time is it?', 1000],
    ['where the sentence seems to go on', 'I would like to ask for the', 40],
  ])('%s', async (_, text, finalDelayMs) => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const talk = new Talk({ providers: { languageModel: [hanging.model] } });
    talk.ear.finalDelayMs = finalDelayMs;
    await talk.mediaStarts();
    const { endMs } = await talk.speaks(text);
    await talk.advance(4000);
    expect(firstSoundMs(talk, endMs) - endMs).toBeLessThan(2000);
    await talk.stops();
  });

  it('after a key the wait for another one counts', async () => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const talk = new Talk({ agent: greeting('Hello.'), providers: { languageModel: [hanging.model] } });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    const atMs = talk.nowMs;
    await talk.presses('4');
    await talk.advance(4000);
    expect(firstSoundMs(talk, atMs) - atMs).toBeLessThan(2000);
    await talk.stops();
  });

  it('a key that follows while the first ones are thought about belongs to them', async () => {
    const { talk, model } = talkWith(Array(2).fill({ delayMs: 1000, text: 'Never.' }), {
      agent: greeting('Hello.'),
    });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    await talk.presses('12', 1700);
    await talk.presses('3');
    await talk.untilQuiet(3000);
    expect(inShort(model.asked.at(-1)).at(-1)).toBe('user: 123');
    expect(talk.wire).toBe('Hello.Fine.');
    await talk.stops();
  });

  it('where a transcriber that ends turns by itself does not, that counts', async () => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const talk = new Talk({ ear: new FakeEar(true), providers: { languageModel: [hanging.model] } });
    await talk.mediaStarts();
    const { endMs } = await talk.speaks('What time is it?');
    await talk.advance(4000);
    expect(firstSoundMs(talk, endMs) - endMs).toBeLessThan(2000);
    await talk.stops();
  });

  it('a voice that hangs is explained by what was spoken ahead, before what it was to say', async () => {
    const voice = fakeVoice({ hangs: (request) => request === 2 });
    const kept = new Map<string, Int16Array>();
    const { talk } = talkWith([{ delayMs: 1000, text: 'It is noon.' }], {
      agent: greeting('Hello.'),
      providers: { textToSpeech: [voice.voice] },
      spareSpeech: {
        find: (text) => (kept.has(text) ? { pcm: kept.get(text)!, sampleRateHz: 8000 } : null),
        prepare: (texts) => texts.forEach((text) => void kept.set(text, speech(text))),
      },
    });
    await talk.mediaStarts();
    await talk.untilQuiet(1000);
    const { endMs } = await talk.speaks('What time is it?');
    await talk.untilQuiet(4000);
    expect(firstSoundMs(talk, endMs) - endMs).toBeLessThan(2000);
    expect(talk.wire).toBe(`Hello.${oneMoment}It is noon.`);
    await talk.stops();
  });
});
