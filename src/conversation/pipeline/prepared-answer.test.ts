import { expect, it } from 'vitest';
import { callWith, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { inShort } from '../../../test/pipeline/fake-model.ts';
import { fakeVoice } from '../../../test/pipeline/fake-voice.ts';
import { startAfterMs, type TestCall } from '../../../test/pipeline/test-call.ts';

onVirtualClock();

/** Speaks a text, whose words the transcriber has recognized when the caller pauses after it. Returns where it ended. */
async function speaksAndPauses(call: TestCall, text: string, pausedMs = 100): Promise<number> {
  const startMs = call.nowMs;
  call.transcriber.understands(text, startMs);
  await call.advance(startAfterMs);
  call.conversation.speechStarted({ atMs: startMs, decidedAtMs: call.nowMs });
  await call.advance(600 - startAfterMs);
  const endMs = call.nowMs;
  call.transcriber.emits({ type: 'partial', text, startMs, endMs });
  await call.advance(pausedMs);
  call.pauses(endMs);
  return endMs;
}

async function ends(call: TestCall, endMs: number): Promise<void> {
  await call.advance(endMs + 200 - call.nowMs);
  call.conversation.speechEnded({ atMs: endMs, decidedAtMs: call.nowMs });
}

const agent = { droppedAnswersMax: 2 };

it('asks the model during the pause, and says the answer when the turn is over', async () => {
  const { call, model } = callWith([{ text: 'It is noon.', delayMs: 400 }], { agent });
  await call.mediaStarts();
  const endMs = await speaksAndPauses(call, 'What time is it?');
  await ends(call, endMs);
  await call.untilQuiet();
  expect([call.wire, model.asked.length]).toEqual(['It is noon.', 1]);
  const [turn] = (await call.stops()).turns;
  expect(turn).toMatchObject({ endedBy: 'silence', droppedAnswers: 0, modelAskedMs: endMs + 100 });
  expect(turn?.endOfTurnMs).toBeGreaterThanOrEqual(endMs + 300);
  // The model's 400 ms began 200 ms before the end of the turn.
  expect(turn?.firstTokenMs).toBeLessThan(endMs + 100 + 400 + 40);
  expect(turn?.addedMs).toBeLessThan(200);
});

it('drops the answer unheard when the caller goes on, and counts it', async () => {
  const { call, model } = callWith([{ text: 'Which one?', delayMs: 150 }, { text: 'At ten it is.' }], {
    agent,
  });
  await call.mediaStarts();
  await speaksAndPauses(call, 'I would like an appointment');
  await call.advance(300);
  const endMs = call.nowMs;
  const text = 'I would like an appointment at ten o\u2019clock';
  call.transcriber.understands(text, endMs - 1000);
  call.transcriber.emits({ type: 'partial', text, startMs: endMs - 1000, endMs });
  await call.advance(100);
  call.pauses(endMs);
  await ends(call, endMs);
  await call.untilQuiet();
  expect(call.wire).toBe('At ten it is.');
  expect(model.asked.map((request) => inShort(request).at(-1))).toEqual([
    'user: I would like an appointment',
    `user: ${text}`,
  ]);
  const { turns } = await call.stops();
  expect(turns.map(({ droppedAnswers }) => droppedAnswers)).toEqual([1]);
  expect(call.said).toEqual([`user: ${text}`, 'bot: At ten it is.']);
});

it('does not run the tools of a dropped answer', async () => {
  const used: string[] = [];
  const tools = {
    definitions: [{ name: 'book', description: 'Books', parameters: { type: 'object' } }],
    run: async ({ name }: { name: string }) => {
      used.push(name);
      return { result: 'booked' };
    },
  };
  const { call } = callWith([{ calls: [{ name: 'book' }], delayMs: 20 }, { text: 'Never mind.' }], {
    agent,
    tools: tools as never,
  });
  await call.mediaStarts();
  const firstMs = await speaksAndPauses(call, 'Book it');
  await call.advance(400);
  const text = 'Book it no wait';
  const endMs = call.nowMs;
  call.transcriber.understands(text, firstMs);
  await ends(call, endMs);
  await call.untilQuiet();
  expect([used, call.wire]).toEqual([[], 'Never mind.']);
  await call.stops();
});

it('asks early no more once too many answers were dropped, nor for words that sound unfinished', async () => {
  const { call, model } = callWith([], { agent: { droppedAnswersMax: 1 } });
  await call.mediaStarts();
  await speaksAndPauses(call, 'my name is');
  expect(model.asked).toEqual([]);
  for (const [at, text] of ['one thing', 'one more thing', 'one last thing'].entries()) {
    const atMs = call.nowMs;
    call.transcriber.emits({ type: 'partial', text, startMs: atMs, endMs: atMs });
    await call.advance(100);
    call.pauses(atMs);
    await call.advance(20);
    expect(model.asked.length).toBe(Math.min(at + 1, 1));
  }
  await call.stops();
});

it('asks again after a prepared answer failed', async () => {
  const { call, model } = callWith([{ fails: { retryable: true }, delayMs: 20 }, { text: 'It is noon.' }], {
    agent,
  });
  await call.mediaStarts();
  await ends(call, await speaksAndPauses(call, 'What time is it?'));
  await call.untilQuiet();
  expect([call.wire, model.asked.length]).toEqual(['It is noon.', 2]);
  await call.stops();
});

it('asks when the transcriber reports a likely end of the turn', async () => {
  const { call, model } = callWith([{ text: 'It is noon.' }], { agent });
  await call.mediaStarts();
  const startMs = call.nowMs;
  call.conversation.speechStarted({ atMs: startMs, decidedAtMs: startMs });
  await call.advance(500);
  call.transcriber.emits({ type: 'partial', text: 'What time is it?', startMs, endMs: call.nowMs });
  call.transcriber.emits({ type: 'turn-likely', atMs: call.nowMs });
  await call.advance(20);
  expect(model.asked.length).toBe(1);
  call.transcriber.emits({
    type: 'final',
    text: 'What time is it?',
    startMs,
    endMs: call.nowMs,
    confidence: null,
  });
  call.transcriber.emits({ type: 'turn-ended', atMs: call.nowMs });
  await call.untilQuiet();
  expect([call.wire, model.asked.length]).toEqual(['It is noon.', 1]);
  const { turns } = await call.stops();
  expect(turns[0]).toMatchObject({ endedBy: 'transcriber', droppedAnswers: 0 });
});

it('keeps the answer when the final words differ only in case and punctuation', async () => {
  const { call, model } = callWith([{ text: 'It is noon.' }], { agent });
  await call.mediaStarts();
  const endMs = await speaksAndPauses(call, 'what time is it');
  call.transcriber.understands('What time is it?', endMs - 600);
  await ends(call, endMs);
  await call.untilQuiet();
  expect([call.wire, model.asked.length]).toEqual(['It is noon.', 1]);
  await call.stops();
  expect(call.said).toEqual(['user: What time is it?', 'bot: It is noon.']);
});

it('asks once for a pause, however many words follow without another', async () => {
  const { call, model } = callWith([], { agent: { droppedAnswersMax: 10 } });
  await call.mediaStarts();
  await speaksAndPauses(call, 'one thing');
  let text = 'one thing';
  for (const word of ['more', 'about', 'tables', 'today']) {
    await call.advance(400);
    text += ` ${word}`;
    call.transcriber.emits({ type: 'partial', text, startMs: call.nowMs - 2000, endMs: call.nowMs });
    await call.advance(20);
  }
  expect(model.asked).toHaveLength(1);
  await call.stops();
});

it('ends the request when the transcriber reports that the caller goes on, and counts it at the end', async () => {
  const { call, model } = callWith([{ text: 'Welcome.' }, { text: 'Too early.', delayMs: 3000 }], {
    agent: { ...agent, waitForCaller: false },
  });
  await call.mediaStarts();
  await call.untilQuiet();
  const startMs = call.nowMs;
  call.conversation.speechStarted({ atMs: startMs, decidedAtMs: startMs });
  await call.advance(500);
  call.transcriber.emits({ type: 'partial', text: 'What time is it?', startMs, endMs: call.nowMs });
  call.transcriber.emits({ type: 'turn-likely', atMs: call.nowMs });
  await call.advance(100);
  expect(model.asked).toHaveLength(2);
  call.transcriber.emits({ type: 'turn-resumed', atMs: call.nowMs });
  await call.advance(20);
  const { turns } = await call.stops();
  expect(turns.map(({ droppedAnswers }) => droppedAnswers)).toEqual([1]);
});

it('asks the voice for the first sentence during the pause, and for each sentence once', async () => {
  const speaker = fakeVoice({ delayMs: 150 });
  const { call } = callWith([{ text: 'It is noon. Or so.', delayMs: 20 }], {
    agent,
    providers: { textToSpeech: [speaker.voice] },
  });
  await call.mediaStarts();
  const endMs = await speaksAndPauses(call, 'What time is it?');
  await call.advance(40);
  expect([speaker.asked, call.wire]).toEqual([['It is noon.'], '']);
  await ends(call, endMs);
  await call.untilQuiet();
  expect([call.wire, speaker.asked]).toEqual(['It is noon.Or so.', ['It is noon.', 'Or so.']]);
  const [turn] = (await call.stops()).turns;
  // The voice's 150 ms began 180 ms before the end of the turn.
  expect(turn?.firstAudioMs).toBeLessThan(endMs + 300);
  expect(turn?.waitedMs).toBeLessThan(300 + 60);
  expect(call.said).toEqual(['user: What time is it?', 'bot: It is noon. Or so.']);
});

it('ends the speech of a dropped answer unheard', async () => {
  const speaker = fakeVoice({ delayMs: 5000 });
  const { call } = callWith([{ text: 'Which one? ', delayMs: 20 }], {
    agent,
    providers: { textToSpeech: [speaker.voice] },
  });
  await call.mediaStarts();
  await speaksAndPauses(call, 'I would like an appointment');
  await call.advance(100);
  expect(speaker.asked).toEqual(['Which one?']);
  await call.stops();
  expect([call.wire, call.problems, speaker.pending()]).toEqual(['', [], 0]);
});

it('asks the next voice during the pause when the first one fails', async () => {
  const broken = fakeVoice({ fails: () => ({ afterCharacters: 0, retryable: false }) });
  const { call } = callWith([{ text: 'It is noon.', delayMs: 20 }], {
    agent,
    providers: { textToSpeech: [broken.voice, fakeVoice().voice] },
  });
  await call.mediaStarts();
  await ends(call, await speaksAndPauses(call, 'What time is it?'));
  await call.untilQuiet();
  expect([call.wire, broken.asked]).toEqual(['It is noon.', ['It is noon.']]);
  await call.stops();
});
