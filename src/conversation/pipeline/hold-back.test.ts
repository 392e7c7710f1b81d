import { describe, expect, it } from 'vitest';
import { callWith, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { inShort } from '../../../test/pipeline/fake-model.ts';
import type { ModelPart } from '../providers/interfaces/index.ts';
import { withoutMarkers } from './hold-back.ts';

onVirtualClock();

const agent = { mayHoldBack: true };

describe('an answer that the model holds back', () => {
  it('is not spoken, and the caller’s words before and after it are one turn', async () => {
    const { call, model } = callWith([{ text: '<wait>' }, { text: 'At ten it is.' }], { agent });
    await call.mediaStarts();
    await call.speaks('I would like an appointment');
    await call.advance(1500);
    await call.speaks('at ten');
    await call.untilQuiet();
    expect(call.wire).toBe('At ten it is.');
    expect(model.asked.map((request) => inShort(request))).toEqual([
      ['user: I would like an appointment'],
      ['user: I would like an appointment at ten'],
    ]);
    const { turns } = await call.stops();
    expect(turns.map(({ heldBackMs, endedBy }) => [heldBackMs !== null, endedBy])).toEqual([
      [true, 'silence'],
      [false, 'silence'],
    ]);
    expect(call.said).toEqual(['user: I would like an appointment', 'user: at ten', 'bot: At ten it is.']);
  });

  it.each([
    ['<wait>', 2500],
    ['<wait long>', 8000],
  ])('%s is due after %d ms of silence, and then the model may not hold it back', async (marker, waitMs) => {
    const { call, model } = callWith([{ text: marker }, { text: marker }, { text: 'Take your time.' }], {
      agent: { ...agent, silencePrompts: { afterMs: 1000, texts: ['Hello?'] } },
    });
    await call.mediaStarts();
    const { endMs } = await call.speaks('I would like a table');
    await call.advance(waitMs);
    expect([model.asked.length, call.wire]).toEqual([1, '']);
    await call.advance(1500);
    expect(call.wire).toBe('Take your time.');
    const [first, second] = model.asked.map(({ messages }) => messages);
    expect(first?.[1]).toMatchObject({ role: 'system', content: expect.stringContaining('<wait>') });
    expect(second?.at(-1)).toMatchObject({ role: 'system', content: expect.stringContaining('Answer now') });
    expect(inShort(model.asked[1])).toEqual(['user: I would like a table']);
    const { turns } = await call.stops();
    const [held, answered] = turns;
    expect([held?.firstRtpMs, answered?.speechEndMs, answered?.endedBy]).toEqual([null, endMs, 'held-back']);
    expect(answered!.endOfTurnMs! - held!.heldBackMs!).toBeGreaterThanOrEqual(waitMs);
  });

  it('waits anew after a noise, and not while the call is on hold', async () => {
    const { call, model } = callWith([{ text: '<wait>' }], { agent });
    await call.mediaStarts();
    await call.speaks('I would like');
    await call.advance(2000);
    call.conversation.held(true);
    await call.advance(9000);
    expect(model.asked).toHaveLength(1);
    call.conversation.held(false);
    await call.advance(2000);
    call.conversation.speechStarted({ atMs: call.nowMs, decidedAtMs: call.nowMs });
    await call.advance(2000);
    expect(model.asked).toHaveLength(1);
    await call.stops();
  });

  it('counts as a dropped answer when it was prepared and the caller goes on', async () => {
    const held = { text: '<wait>', delayMs: 20 };
    const { call, model } = callWith([held, held, held], {
      agent: { ...agent, droppedAnswersMax: 2 },
    });
    await call.mediaStarts();
    const startMs = call.nowMs;
    for (const text of ['I would like', 'I would like to come', 'I would like to come at ten']) {
      call.transcriber.emits({ type: 'partial', text, startMs, endMs: call.nowMs });
      call.pauses(call.nowMs);
      await call.advance(100);
    }
    const { turns } = await call.stops();
    expect(model.asked).toHaveLength(2);
    expect(turns.map(({ droppedAnswers }) => droppedAnswers)).toEqual([2]);
    expect(call.wire).toBe('');
  });

  it('is answered early when the caller goes on: the model gets all words', async () => {
    const { call, model } = callWith([{ text: '<wait>' }, { text: 'At ten it is.' }], {
      agent: { ...agent, droppedAnswersMax: 2 },
    });
    await call.mediaStarts();
    await call.speaks('I would like an appointment');
    await call.advance(1000);
    const startMs = call.nowMs;
    call.transcriber.understands('at ten', startMs);
    call.conversation.speechStarted({ atMs: startMs, decidedAtMs: startMs });
    await call.advance(500);
    call.transcriber.emits({ type: 'partial', text: 'at ten', startMs, endMs: call.nowMs });
    call.pauses(call.nowMs);
    await call.advance(20);
    expect(inShort(model.asked[1])).toEqual(['user: I would like an appointment at ten']);
    call.conversation.speechEnded({ atMs: startMs + 500, decidedAtMs: call.nowMs });
    await call.untilQuiet();
    expect([call.wire, model.asked.length]).toEqual(['At ten it is.', 2]);
    await call.stops();
  });

  it('is spoken as it is when the setting is off, and the model does not know the marker', async () => {
    const { call, model } = callWith([{ text: 'Fine.' }]);
    await call.mediaStarts();
    await call.speaks('Hello there.');
    await call.untilQuiet();
    expect(JSON.stringify(model.asked[0]?.messages)).not.toContain('wait');
    await call.stops();
  });
});

describe('the marker is never spoken', () => {
  async function read(texts: readonly string[]): Promise<string> {
    async function* parts(): AsyncGenerator<ModelPart> {
      for (const text of texts) yield { type: 'text-delta', text };
      yield { type: 'finish', reason: 'stop', usage: {}, state: null };
    }
    let whole = '';
    for await (const part of withoutMarkers(parts())) {
      if (part.type === 'hold-back') whole += `[${part.holdBack}]`;
      else if (part.type === 'text-delta') whole += part.text;
    }
    return whole;
  }

  it.each([
    [['<wait>'], '[short]'],
    [[' ', '<', 'wa', 'it', '>', ' I will wait.'], '[short]'],
    [['\n`<WAIT ', 'long', '/>`'], '[long]'],
    [['Fine. ', '<wa', 'it> Go on.'], 'Fine.  Go on.'],
    [['Fine. <wa<wait>it>'], 'Fine. '],
    [['Fine. <wai'], 'Fine. '],
    [['3 ', '< ', '4, so wait.'], '3 < 4, so wait.'],
    [['Press <', 'star>.'], 'Press <star>.'],
    [['*Hello*'], '*Hello*'],
    [['Wait', ' a moment.'], 'Wait a moment.'],
  ])('%j', async (texts, expected) => {
    expect(await read(texts)).toBe(expected);
    // However it is split.
    expect(await read([...texts.join('')])).toBe(expected);
  });
});
