import { describe, expect, it } from 'vitest';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { fakeVoice, readSpeech, speech } from '../../../test/pipeline/fake-voice.ts';
import { Talk } from '../../../test/pipeline/talk.ts';
import { greeting, onVirtualClock, talkWith } from '../../../test/pipeline/talk-with.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { LanguageModel, TextToSpeech } from '../providers/interfaces/index.ts';
import { wordsOf } from './languages.ts';

onVirtualClock();

describe('when a provider fails', () => {
  it('a model is asked again, then the next one', async () => {
    const broken = fakeModel(() => ({ fails: { retryable: true } }));
    const spare = fakeModel(() => ({ text: 'Here I am.' }));
    const talk = new Talk({ providers: { languageModel: [broken.model, spare.model] } });
    await talk.mediaStarts();
    await talk.speaks('Hello?');
    await talk.untilQuiet();
    expect([broken.asked.length, spare.asked.length, talk.wire]).toEqual([2, 1, 'Here I am.']);
    expect(talk.setbacks).toEqual(['fake model: again', 'fake model: fake model']);
    expect(talk.unanswered).toEqual([]);
    await talk.stops();
  });

  it('is told with what became of it, and what the caller heard instead of an answer', async () => {
    const { model } = fakeModel((_, count) => ({ fails: { retryable: count === 1 } }));
    const talk = new Talk({ providers: { languageModel: [model] } });
    await talk.mediaStarts();
    for (const words of ['One.', 'Two.', 'Three.']) {
      await talk.speaks(words);
      await talk.untilQuiet();
    }
    const nobody = 'fake model: nobody';
    expect(talk.setbacks).toEqual(['fake model: again', nobody, nobody, nobody]);
    expect(talk.unanswered).toEqual(['failed: apology', 'failed: apology', 'failed: goodbye']);
    await talk.stops();
  });

  it('a voice is told with the one that speaks in its place', async () => {
    const broken = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: true }) });
    const { talk } = talkWith([{ text: 'Yes.' }], {
      providers: { textToSpeech: [broken.voice, { ...fakeVoice().voice, name: 'spare voice' }] },
    });
    await talk.mediaStarts();
    await talk.speaks('Can you speak?');
    await talk.untilQuiet();
    expect(talk.wire).toBe('Yes.');
    expect(talk.setbacks).toEqual([`${broken.voice.name}: again`, `${broken.voice.name}: spare voice`]);
    await talk.stops();
  });

  it('the time that models took to fail is theirs in the ledger', async () => {
    const { model } = fakeModel(() => ({ fails: { retryable: true } }));
    const talk = new Talk({ providers: { languageModel: [model] } });
    await talk.mediaStarts();
    await talk.speaks('Hello?');
    await talk.untilQuiet();
    const { turns } = await talk.stops();
    const { firstRtpMs, providerMs, addedMs } = turns.at(-1)!;
    expect([firstRtpMs, providerMs! >= 250, addedMs! < 400]).toEqual([expect.any(Number), true, true]);
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

  it('a sentence in which a model breaks off is left out, and the rest asked for once', async () => {
    const { talk, model } = talkWith([
      { text: ['It is noon. ', 'And the wea'], fails: { retryable: true } },
      { text: 'The weather is fine.' },
      { text: 'Sunny.' },
    ]);
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(talk.wire).toBe('It is noon.The weather is fine.');
    expect(inShort(model.asked[1])).toEqual(['user: What time is it?', 'bot: It is noon.']);
    expect(model.asked[1]?.messages.at(-1)).toMatchObject({
      role: 'system',
      content: expect.stringContaining('connection broke'),
    });
    await talk.speaks('And tomorrow?');
    await talk.untilQuiet();
    expect(inShort(model.asked[2]).slice(-1)).toEqual(['user: And tomorrow?']);
    expect(model.asked[2]?.messages.filter(({ role }) => role === 'system')).toHaveLength(
      model.asked[0]!.messages.filter(({ role }) => role === 'system').length,
    );
    await talk.stops();
    expect(talk.said.join(' ')).toContain('bot: It is noon.');
  });

  it.each([
    ['has nothing left to say', { text: '' }, 'It is noon.', ['gone on with']],
    [
      'breaks off once more',
      { text: ['Well. ', 'I'], fails: { retryable: true } },
      'It is noon.Well.',
      ['gone on with', 'broken-off'],
    ],
  ])('a model that %s in the rest of an answer is not asked again', async (_, rest, wire, became) => {
    const cut = { text: ['It is noon. ', 'And the wea'], fails: { retryable: true } };
    const { talk, model } = talkWith([cut, rest, { text: 'Again.' }]);
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect([talk.wire, model.asked.length]).toEqual([wire, 2]);
    expect(talk.setbacks).toEqual(became.map((one) => `fake model: ${one}`));
    await talk.stops();
  });

  it('the rest of an answer is asked of the next model where the first gives nothing any more', async () => {
    const cut = { text: ['It is noon. ', 'And the wea'], fails: { retryable: false } };
    const first = fakeModel((_, count) => (count === 1 ? cut : { fails: { retryable: false } }));
    const second = fakeModel(() => ({ text: 'The weather is fine.' }), { name: 'second' });
    const talk = new Talk({ providers: { languageModel: [first.model, second.model] } });
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(talk.wire).toBe('It is noon.The weather is fine.');
    await talk.stops();
  });

  it('who gets no rest of an answer, as no model answers any more, is told', async () => {
    const cut = { text: ['It is noon. ', 'And the wea'], fails: { retryable: false } };
    const { talk } = talkWith([cut, { fails: { retryable: false } }]);
    await talk.mediaStarts();
    await talk.speaks('What time is it?');
    await talk.untilQuiet();
    expect(talk.wire).toMatch(/^It is noon\..*\w/);
    expect(talk.wire.length).toBeGreaterThan('It is noon.'.length);
    await talk.stops();
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
    const whole = /do for you\?$/;
    const fillerLength = 10;
    const fillers = wordsOf('en').fillers.map((text) => text.slice(-fillerLength));
    it.each([
      ['a model that hangs', whole, { languageModel: [hangingAfter(''), model()] }],
      [
        'a model without another that hangs',
        /Could you say it again\?$/,
        { languageModel: [hangingAfter('')] },
      ],
      [
        'a model that hangs in its answer',
        /^It is noon\.((One moment, please|I am still on it)\.){1,2}It is noon, as .*do for you\?$/,
        { languageModel: [hangingAfter('It is noon. And the '), model()] },
      ],
      [
        'a model without another that hangs in its answer',
        /^It is noon\.((One moment, please|I am still on it)\.){1,2}$/,
        { languageModel: [hangingAfter('It is noon. And the ')] },
      ],
      ['a voice that hangs', whole, { languageModel: [model()], textToSpeech: [cutShort(0), voice()] }],
      [
        'a voice that hangs in a word',
        whole,
        { languageModel: [model()], textToSpeech: [cutShort(12), voice()] },
      ],
    ])('%s', async (_, says, providers) => {
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
      // Nobody is left waiting for the rest either.
      await talk.advance(12_000);
      expect(talk.wire).toMatch(says);
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

  it('one that does not come to an end is broken off', async () => {
    let said = 0;
    const endless: LanguageModel = {
      name: 'endless model',
      async *answer(_, { signal } = {}) {
        for (; said < 50_000 && !signal?.aborted; said += 10) {
          yield { type: 'text-delta', text: 'Go on so. ' };
          await delay(1, signal);
        }
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
    const talk = new Talk({ providers: { languageModel: [endless] } });
    await talk.mediaStarts();
    await talk.speaks('Speak.');
    await talk.advance(10_000);
    expect(said).toBeLessThan(21_000);
    expect(talk.problems).toContain('an answer was broken off');
    expect(talk.wire).toMatch(/^(Go on so\.){5,}/);
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
    await mute.advance(3500);
    expect(mute.result).toMatchObject({ end: { reason: 'provider-error' } });
    expect(never.asked.length).toBe(2);
  });

  it('a voice that cannot speak the first words ends the call within some 3 s, and not what the caller says into them', async () => {
    const broken = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: true }) });
    const mute = new Talk({ agent: greeting('Hello.'), providers: { textToSpeech: [broken.voice] } });
    await mute.mediaStarts();
    await mute.advance(3500);
    expect(mute.result).toMatchObject({ end: { reason: 'provider-error' } });

    const { talk } = talkWith([], { agent: greeting('Hello.') });
    await talk.mediaStarts();
    talk.conversation.speechStarted({ atMs: talk.nowMs, decidedAtMs: talk.nowMs });
    await talk.advance(5000);
    expect([talk.result, talk.wire]).toEqual([null, '']);
    talk.conversation.speechEnded({ atMs: talk.nowMs, decidedAtMs: talk.nowMs });
    await talk.untilQuiet(1000);
    expect(talk.wire).toBe('Hello.');
    await talk.stops();
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
