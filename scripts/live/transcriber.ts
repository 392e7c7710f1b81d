import type { SpeechToText, TranscriptEvent } from '../../src/conversation/providers/interfaces/index.ts';
import { check, type LiveCheck, refuses } from './checks.ts';
import { type Pace, sampleRateHz, send, silence, spoken } from './speech.ts';

/** Returns the checks of a transcriber. `withWrongKey` opens the same one with a key that the vendor does not know. */
export function transcriberChecks(
  transcriber: SpeechToText,
  withWrongKey: () => SpeechToText,
  pace: Pace,
): LiveCheck[] {
  return [
    { name: 'understands a sentence', run: () => understands(transcriber, pace) },
    { name: 'understands another after a pause', run: () => understandsBoth(transcriber, pace) },
    { name: 'refuses a wrong key, for good', run: () => refuses(heard(withWrongKey(), ['Hello.'], pace)) },
  ];
}

async function understands(transcriber: SpeechToText, pace: Pace): Promise<string> {
  const [said] = await heard(transcriber, ['A table for four, please.'], pace);
  check(/table/i.test(said!.text), `it heard: ${said!.text}`);
  return `${JSON.stringify(said!.text)} ${said!.afterMs} ms after the end, ${said!.partials} partial results`;
}

async function understandsBoth(transcriber: SpeechToText, pace: Pace): Promise<string> {
  const [, second] = await heard(transcriber, ['A table for four, please.', 'Thank you very much.'], pace);
  check(/thank/i.test(second!.text), `it heard: ${second!.text}`);
  return JSON.stringify(second!.text);
}

interface Heard {
  text: string;
  partials: number;
  afterMs: number;
}

/** Says sentences one after the other. Resolves with what was understood of each. */
async function heard(transcriber: SpeechToText, sentences: readonly string[], pace: Pace): Promise<Heard[]> {
  const controller = new AbortController();
  const stream = transcriber.listen({
    ...{ sampleRateHz, language: 'en-US', phrases: () => [], keyTerms: [] },
    signal: controller.signal,
  });
  const limit = setTimeout(() => controller.abort(new Error('it said nothing for a minute')), 60_000);
  const results = stream[Symbol.asyncIterator]();
  try {
    const all: Heard[] = [];
    let atMs = 0;
    for (const sentence of sentences) {
      const pieces = await spoken(sentence);
      const reading = untilFinal(results, atMs + pieces.length * 20);
      const speaking = (async () => {
        atMs = await send(pieces, atMs, pace, (pcm, at) => stream.write(pcm, at));
        stream.finish(atMs);
        const finishedMs = performance.now();
        // Services that judge the end of a turn need the silence after it.
        if (transcriber.endsTurns)
          atMs = await send(silence(2_000), atMs, pace, (pcm, at) => stream.write(pcm, at));
        return finishedMs;
      })();
      const [{ doneMs, ...one }, finishedMs] = await Promise.all([reading, speaking]);
      all.push({ ...one, afterMs: Math.round(doneMs - finishedMs) });
      atMs += 1_000;
    }
    return all;
  } finally {
    clearTimeout(limit);
    stream.close();
  }
}

/** Reads the results until the final one that reaches to the end of the speech. */
async function untilFinal(results: AsyncIterator<TranscriptEvent>, endMs: number) {
  const texts: string[] = [];
  let partials = 0;
  for (;;) {
    const { value, done } = await results.next();
    if (done) throw new Error('the stream has ended');
    if (value.type === 'partial') partials++;
    if (value.type !== 'final') continue;
    texts.push(value.text);
    if (value.endMs >= endMs - 100)
      return { text: texts.join(' ').trim(), partials, doneMs: performance.now() };
  }
}
