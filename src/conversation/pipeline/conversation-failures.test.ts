import { describe, expect, it } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { FakeTranscriber } from '../../../test/pipeline/fake-transcriber.ts';
import { fakeVoice, readSpeech, speech } from '../../../test/pipeline/fake-voice.ts';
import { TestCall } from '../../../test/pipeline/test-call.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { LanguageModel, TextToSpeech } from '../providers/interfaces/index.ts';
import { ProviderCircuit } from '../providers/kit/index.ts';
import { wordsOf } from './languages.ts';

onVirtualClock();

describe('a failed provider', () => {
  it('asks a model again, then the next one', async () => {
    const broken = fakeModel(() => ({ fails: { retryable: true } }));
    const spare = fakeModel(() => ({ text: 'Here I am.' }));
    const call = new TestCall({ providers: { languageModel: [broken.model, spare.model] } });
    await call.mediaStarts();
    await call.speaks('Hello?');
    await call.untilQuiet();
    expect([broken.asked.length, spare.asked.length, call.wire]).toEqual([2, 1, 'Here I am.']);
    expect(call.setbacks).toEqual(['fake model: again', 'fake model: fake model']);
    expect(call.unanswered).toEqual([]);
    await call.stops();
  });

  it('reports each setback with its consequence, and what the caller heard instead of an answer', async () => {
    const { model } = fakeModel((_, count) => ({ fails: { retryable: count === 1 } }));
    const call = new TestCall({ providers: { languageModel: [model] } });
    await call.mediaStarts();
    for (const words of ['One.', 'Two.', 'Three.']) {
      await call.speaks(words);
      await call.untilQuiet();
    }
    const none = 'fake model: none';
    expect(call.setbacks).toEqual(['fake model: again', none, none, none]);
    expect(call.unanswered).toEqual(['failed: apology', 'failed: apology', 'failed: goodbye']);
    await call.stops();
  });

  it('reports a voice together with its replacement', async () => {
    const broken = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: true }) });
    const { call } = callWith([{ text: 'Yes.' }], {
      providers: { textToSpeech: [broken.voice, { ...fakeVoice().voice, name: 'spare voice' }] },
    });
    await call.mediaStarts();
    await call.speaks('Can you speak?');
    await call.untilQuiet();
    expect(call.wire).toBe('Yes.');
    expect(call.setbacks).toEqual([`${broken.voice.name}: again`, `${broken.voice.name}: spare voice`]);
    await call.stops();
  });

  it('counts the time of failing models as provider time', async () => {
    const { model } = fakeModel(() => ({ fails: { retryable: true } }));
    const call = new TestCall({ providers: { languageModel: [model] } });
    await call.mediaStarts();
    await call.speaks('Hello?');
    await call.untilQuiet();
    const { turns } = await call.stops();
    const { firstRtpMs, providerMs, addedMs } = turns.at(-1)!;
    expect([firstRtpMs, providerMs! >= 250, addedMs! < 400]).toEqual([expect.any(Number), true, true]);
  });

  it('does not repeat an incomplete sentence when a model breaks off', async () => {
    const { call } = callWith([
      { text: ['I was about', ' to say'], fails: { retryable: true } },
      { text: 'Yes.' },
    ]);
    await call.mediaStarts();
    await call.speaks('Say something.');
    await call.untilQuiet();
    expect(call.wire).toBe('Yes.');
    await call.stops();
  });

  it('drops the sentence in which a model breaks off, and asks for the rest once', async () => {
    const { call, model } = callWith([
      { text: ['It is noon. ', 'And the wea'], fails: { retryable: true } },
      { text: 'The weather is fine.' },
      { text: 'Sunny.' },
    ]);
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(call.wire).toBe('It is noon.The weather is fine.');
    expect(inShort(model.asked[1])).toEqual(['user: What time is it?', 'bot: It is noon.']);
    expect(model.asked[1]?.messages.at(-1)).toMatchObject({
      role: 'system',
      content: expect.stringContaining('connection broke'),
    });
    await call.speaks('And tomorrow?');
    await call.untilQuiet();
    expect(inShort(model.asked[2]).slice(-1)).toEqual(['user: And tomorrow?']);
    expect(model.asked[2]?.messages.filter(({ role }) => role === 'system')).toHaveLength(
      model.asked[0]!.messages.filter(({ role }) => role === 'system').length,
    );
    await call.stops();
    expect(call.said.join(' ')).toContain('bot: It is noon.');
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
    const { call, model } = callWith([cut, rest, { text: 'Again.' }]);
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.untilQuiet();
    expect([call.wire, model.asked.length]).toEqual([wire, 2]);
    expect(call.setbacks).toEqual(became.map((one) => `fake model: ${one}`));
    await call.stops();
  });

  it('asks the next model for the rest of an answer when the first one stalls', async () => {
    const cut = { text: ['It is noon. ', 'And the wea'], fails: { retryable: false } };
    const first = fakeModel((_, count) => (count === 1 ? cut : { fails: { retryable: false } }));
    const second = fakeModel(() => ({ text: 'The weather is fine.' }), { name: 'second' });
    const call = new TestCall({ providers: { languageModel: [first.model, second.model] } });
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(call.wire).toBe('It is noon.The weather is fine.');
    await call.stops();
  });

  it('apologizes when no model can give the rest of an answer', async () => {
    const cut = { text: ['It is noon. ', 'And the wea'], fails: { retryable: false } };
    const { call } = callWith([cut, { fails: { retryable: false } }]);
    await call.mediaStarts();
    await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(call.wire).toMatch(/^It is noon\..*\w/);
    expect(call.wire.length).toBeGreaterThan('It is noon.'.length);
    await call.stops();
  });

  it('ends a sentence where its only voice broke off, and remembers only the heard part', async () => {
    const cut = fakeVoice({
      fails: (request) => (request === 1 ? { afterCharacters: 24, retryable: false } : null),
    });
    const { call, model } = callWith([{ text: 'The first part is said by one, the second by nobody.' }], {
      providers: { textToSpeech: [cut.voice] },
    });
    await call.mediaStarts();
    await call.speaks('Speak.');
    await call.untilQuiet();
    expect(call.wire).toMatch(/^The first part is said b?y?$/);
    await call.speaks('Go on.');
    await call.untilQuiet();
    const remembered = inShort(model.asked[1])[1]!;
    expect(remembered).toMatch(/^bot: The first part( is( said( by)?)?)?$/);
    await call.stops();
    expect(call.said[1]).toBe(remembered);
    expect(call.said.at(-1)).toBe('bot: Fine.');
  });

  describe('the caller hears a filler within two seconds', () => {
    const never = (signal?: AbortSignal) => delay(1e9, signal);
    /** Emits the start of a text, then stalls. */
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
      ['the only model stalls', /Could you say it again\?$/, { languageModel: [hangingAfter('')] }],
      [
        'a model stalls in its answer',
        /^It is noon\.((One moment, please|I am still on it)\.){1,2}It is noon, as .*do for you\?$/,
        { languageModel: [hangingAfter('It is noon. And the '), model()] },
      ],
      [
        'the only model stalls in its answer',
        /^It is noon\.((One moment, please|I am still on it)\.){1,2}$/,
        { languageModel: [hangingAfter('It is noon. And the ')] },
      ],
      ['a voice that hangs', whole, { languageModel: [model()], textToSpeech: [cutShort(0), voice()] }],
      [
        'a voice stalls in a word',
        whole,
        { languageModel: [model()], textToSpeech: [cutShort(12), voice()] },
      ],
    ])('%s', async (_, says, providers) => {
      const call = new TestCall({ providers });
      await call.mediaStarts();
      const { endMs } = await call.speaks('What time is it?');
      await call.advance(9000);
      const { sent } = call.line;
      const last = sent.findLastIndex((sample) => sample !== 0);
      let silent = 0;
      for (let at = endMs * 8; at <= last; at++) {
        silent = sent[at] === 0 ? silent + 1 : 0;
        if (silent === 2000 * 8)
          expect(fillers).toContain(readSpeech(sent.slice(0, at)).slice(-fillerLength));
        if (silent >= 4000 * 8) expect.fail('four seconds of silence');
      }
      expect(last).toBeGreaterThan(endMs * 8);
      // The request for the rest is bounded, too.
      await call.advance(12_000);
      expect(call.wire).toMatch(says);
      await call.stops();
    });
  });

  it('covers a stalled tool with a filler within 2 s, and gives it up', async () => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const spare = fakeModel(() => ({ text: 'Here I am.' }));
    const call = new TestCall({ providers: { languageModel: [hanging.model, spare.model] } });
    await call.mediaStarts();
    const { endMs } = await call.speaks('Hello?');
    await call.advance(2000);
    expect(call.line.sent.findIndex((sample) => sample !== 0) / 8 - endMs).toBeLessThan(2000);
    await call.advance(2500);
    expect(call.wire).toBe('One moment, please.Here I am.');
    expect(hanging.asked.length).toBe(1);
    await call.stops();
  });

  it('cuts off an endless answer', async () => {
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
    const call = new TestCall({ providers: { languageModel: [endless] } });
    await call.mediaStarts();
    await call.speaks('Speak.');
    await call.advance(10_000);
    expect(said).toBeLessThan(21_000);
    expect(call.problems).toContain('an answer was cut off');
    expect(call.wire).toMatch(/^(Go on so\.){5,}/);
    await call.stops();
  });

  it('apologizes when no model can answer, and says goodbye after the third time', async () => {
    const broken = fakeModel(() => ({ fails: { retryable: false } }));
    const call = new TestCall({ providers: { languageModel: [broken.model] }, agent: { silenceMs: 60_000 } });
    await call.mediaStarts();
    for (const text of ['One.', 'Two.', 'Three.']) {
      await call.speaks(text);
      await call.untilQuiet();
    }
    expect(broken.asked).toHaveLength(3);
    expect(call.wire.match(/Sorry, I did not get that/g)).toHaveLength(2);
    expect(call.wire).toMatch(/technical problem.*Goodbye\.$/);
    expect(call.result?.end.reason).toBe('provider-error');
  });

  it('replaces a stalled voice within 2 s, and asks it last from then on', async () => {
    const hanging = fakeVoice({ hangs: () => true });
    const spare = fakeVoice();
    const voices = [hanging.voice, spare.voice];
    const { call } = callWith([{ text: 'It is noon. Anything else?' }], {
      providers: { textToSpeech: voices },
      agent: greeting('Hello.'),
    });
    await call.mediaStarts();
    await call.advance(2000);
    expect(call.wire).toBe('Hello.');
    const { endMs } = await call.speaks('What time is it?');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.It is noon.Anything else?');
    expect(call.line.isSilent(endMs, endMs + 1000)).toBe(false);
    expect(hanging.asked).toEqual(['Hello.']);
    await call.stops();
  });

  it('speaks a late greeting with the next voice', async () => {
    const [silent, spare] = [fakeVoice({ hangs: () => true }), fakeVoice()];
    const speech = new Promise<never>(() => undefined);
    const call = new TestCall({
      agent: { firstMessage: { text: 'Hello.', speech } },
      providers: { textToSpeech: [silent.voice, spare.voice] },
    });
    await call.mediaStarts();
    await call.advance(2000);
    expect([call.wire, silent.asked.length]).toEqual(['Hello.', 0]);
    await call.stops();
  });

  it('covers a model and a voice that stall in the same turn with prepared speech', async () => {
    const hanging = fakeModel(() => ({ delayMs: 1e9 }));
    const voice = fakeVoice({ hangs: (request) => request > 1 });
    const kept = new Map<string, Int16Array>();
    const call = new TestCall({
      agent: greeting('Hello.'),
      providers: { languageModel: [hanging.model], textToSpeech: [voice.voice] },
      spareSpeech: {
        find: (text) => (kept.has(text) ? { pcm: kept.get(text)!, sampleRateHz: 8000 } : null),
        prepare: (texts) => texts.forEach((text) => void kept.set(text, speech(text))),
      },
    });
    await call.mediaStarts();
    await call.untilQuiet(1000);
    const { endMs } = await call.speaks('What time is it?');
    await call.advance(3000);
    expect(call.wire).toMatch(/^Hello\.One moment, please\./);
    expect(call.line.isSilent(endMs + 300, endMs + 2000)).toBe(false);
    await call.stops();
    expect(voice.asked).toEqual(['Hello.']);
  });

  it('asks the only voice once more when it stalls', async () => {
    const once = fakeVoice({ hangs: (request) => request === 1 });
    const call = new TestCall({ agent: greeting('Hello.'), providers: { textToSpeech: [once.voice] } });
    await call.mediaStarts();
    await call.advance(2500);
    expect([call.wire, once.asked.length]).toEqual(['Hello.', 2]);
    await call.stops();

    const never = fakeVoice({ hangs: () => true });
    const mute = new TestCall({ agent: greeting('Hello.'), providers: { textToSpeech: [never.voice] } });
    await mute.mediaStarts();
    await mute.advance(3500);
    expect(mute.result).toMatchObject({ end: { reason: 'provider-error' } });
    expect(never.asked.length).toBe(2);
  });

  it('ends the call about 3 s after silent first words, but not while the caller speaks', async () => {
    const broken = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: true }) });
    const mute = new TestCall({ agent: greeting('Hello.'), providers: { textToSpeech: [broken.voice] } });
    await mute.mediaStarts();
    await mute.advance(3500);
    expect(mute.result).toMatchObject({ end: { reason: 'provider-error' } });

    const transcriber = new FakeTranscriber(false, false);
    const { call } = callWith([], { agent: greeting('Hello.'), transcriber });
    await call.mediaStarts();
    call.conversation.speechStarted({ atMs: call.nowMs, decidedAtMs: call.nowMs });
    await call.advance(5000);
    expect([call.result, call.wire]).toEqual([null, '']);
    call.conversation.speechEnded({ atMs: call.nowMs, decidedAtMs: call.nowMs });
    await call.untilQuiet(1000);
    expect(call.wire).toBe('Hello.');
    await call.stops();
  });

  it('continues a broken sentence with the next voice at about the same word', async () => {
    const broken = fakeVoice({ fails: () => ({ afterCharacters: 24, retryable: false }) });
    const spare = fakeVoice();
    const text = 'The first part is said by one and the second part by another.';
    const { call } = callWith([{ text }], { providers: { textToSpeech: [broken.voice, spare.voice] } });
    await call.mediaStarts();
    await call.speaks('Speak.');
    await call.untilQuiet();
    expect([broken.asked.length, spare.asked.length]).toEqual([1, 1]);
    expect(call.wire.startsWith('The first part is said')).toBe(true);
    expect(call.wire.endsWith('and the second part by another.')).toBe(true);
    await call.stops();
  });

  it('reopens a failed transcriber, and says goodbye when that does not help', async () => {
    const { call } = callWith([{ text: 'I hear you.' }]);
    await call.mediaStarts();
    call.transcriber.breaks();
    await call.advance(1000);
    await call.speaks('Do you hear me?');
    await call.untilQuiet();
    expect(call.wire).toBe('I hear you.');
    call.transcriber.failing = 100;
    call.transcriber.breaks();
    await call.untilQuiet(20_000);
    expect(call.wire).toMatch(/Goodbye\.$/);
    expect(call.result?.end).toMatchObject({ reason: 'provider-error' });
  });

  it('reports that the only transcriber returns nothing, and says goodbye after the third time', async () => {
    const { call } = callWith([]);
    await call.mediaStarts();
    call.transcriber.hangs = true;
    for (let n = 0; n < 3; n++) {
      await call.speaks('Do you hear me?');
      await call.untilQuiet(5_000);
    }
    expect(call.setbacks).toEqual([
      ...['fake transcriber: again', 'fake transcriber: again', 'fake transcriber: none'],
    ]);
    expect(call.result?.end).toMatchObject({ reason: 'provider-error' });
  });
});

describe('a provider whose last requests failed', () => {
  const opened = () => {
    const circuit = new ProviderCircuit();
    circuit.failed({ isStall: true });
    return circuit;
  };

  it('is not asked while another one can be, and the turn and the report say so', async () => {
    const down = fakeModel(() => ({ text: 'I am back.' }));
    const spare = fakeModel(() => ({ text: 'Here I am.' }));
    const mute = fakeVoice();
    const deaf = Object.assign(new FakeTranscriber(), { name: 'deaf', circuit: opened() });
    const transcriber = new FakeTranscriber();
    const call = new TestCall({
      transcriber,
      providers: {
        languageModel: [
          { ...down.model, name: 'down', circuit: opened() },
          { ...spare.model, name: 'spare' },
        ],
        textToSpeech: [{ ...mute.voice, name: 'mute', circuit: opened() }, fakeVoice().voice],
        speechToText: [deaf, transcriber],
      },
    });
    await call.mediaStarts();
    await call.speaks('Hello?');
    await call.untilQuiet();
    expect([down.asked.length, mute.asked.length, deaf.listened.length, call.wire]).toEqual([
      ...[0, 0, 0],
      'Here I am.',
    ]);
    const { name } = fakeVoice().voice;
    expect(call.setbacks).toEqual(['deaf: fake transcriber', 'down: spare', `mute: ${name}`]);
    const { turns } = await call.stops();
    expect(turns[0]).toMatchObject({ answeredBy: 'spare', spokenBy: name });
    expect(turns[0]?.setbacks?.map(({ provider, outcome }) => `${provider} ${outcome}`)).toEqual([
      ...['deaf skipped', 'down skipped', 'mute skipped'],
    ]);
  });

  it('is asked when no other is left', async () => {
    const { model, asked } = fakeModel(() => ({ text: 'Here I am.' }));
    const circuit = opened();
    const call = new TestCall({ providers: { languageModel: [{ ...model, circuit }] } });
    await call.mediaStarts();
    await call.speaks('Hello?');
    await call.untilQuiet();
    expect([asked.length, call.wire, circuit.isOpen, call.setbacks]).toEqual([1, 'Here I am.', false, []]);
    await call.stops();
  });
});
