/** Tries a model or a voice with one short text, or a transcriber with a few seconds of speech. */
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../platform/kernel/index.ts';
import type { LanguageModel, SpeechChunk, SpeechToText, TextToSpeech } from './interfaces/index.ts';
import { ProviderError } from './kit/index.ts';
import type { ProviderConfig, ProviderContext, Providers } from './registry.ts';

/**
 * The result of a trial. Times are in milliseconds: of a transcriber, `firstMs` from the beginning of the speech and
 * `tookMs` from its end; otherwise both from the request.
 */
export interface Trial {
  outcome: 'answered' | 'failed';
  /** The provider's words for a failure; otherwise `null`. */
  message: string | null;
  /** The answer of a model, or the words that a transcriber understood. */
  text: string | null;
  /** The speech of a voice: a WAV file in base64. */
  audio: string | null;
  /** The time to the first words or the first audio; `null` when there were none. */
  firstMs: number | null;
  tookMs: number;
}

interface TrialRequest {
  kind: 'model' | 'voice' | 'transcriber';
  /** Without fallbacks, which would hide a failure. */
  config: ProviderConfig;
  /** The question, or the sentence to speak; for a transcriber, the phrase to expect. */
  text: string;
  /** The speech for a transcriber, at 16 kHz; `null` for the others. */
  speech: Int16Array | null;
  /** BCP 47; `null` when unknown. */
  language: string | null;
}

/** Beyond the length of the speech. */
const timeoutMs = 15_000;
export const speechRateHz = 16_000;
const frameMs = 20;
const frameSamples = (speechRateHz * frameMs) / 1000;
const outputTokensMax = 500;
/** Longer speech is cut. */
const audioSecondsMax = 40;

/** Asks a model or lets a voice speak. Resolves also when the provider fails. */
export async function tryProvider(
  providers: Providers,
  request: TrialRequest,
  context: Pick<ProviderContext, 'organizationId'>,
): Promise<Trial> {
  const startedMs = monotonicMs();
  const sinceStart = () => Math.round(monotonicMs() - startedMs);
  const speechMs = ((request.speech?.length ?? 0) * 1000) / speechRateHz;
  const signal = AbortSignal.timeout(timeoutMs + speechMs);
  const trial: Trial = {
    outcome: 'answered',
    message: null,
    text: null,
    audio: null,
    firstMs: null,
    tookMs: 0,
  };
  const onFirst = () => {
    trial.firstMs ??= sinceStart();
  };
  const whole = { ...context, variables: {} };
  try {
    if (request.kind === 'model') {
      const opened = await providers.languageModel(request.config, whole);
      trial.text = await withFirst(opened, (model) => answerOf(model, request, signal, onFirst));
    } else if (request.kind === 'transcriber') {
      const opened = await providers.speechToText(request.config, whole);
      return await withFirst(opened, (transcriber) => understood(transcriber, request, signal));
    } else {
      const opened = await providers.textToSpeech(request.config, whole);
      trial.audio = await withFirst(opened, (voice) => speechOf(voice, request, signal, onFirst));
    }
  } catch (error) {
    trial.outcome = 'failed';
    trial.message = failureOf(error, signal, request.config.provider);
  }
  return { ...trial, tookMs: sinceStart() };
}

/** Uses the first provider, and disposes of it afterwards. */
async function withFirst<One extends AsyncDisposable, Result>(
  opened: readonly One[],
  use: (one: One) => Promise<Result>,
): Promise<Result> {
  await using stack = new AsyncDisposableStack();
  for (const one of opened) stack.use(one);
  return await use(opened[0]!);
}

async function answerOf(
  model: LanguageModel,
  { text, config, language }: TrialRequest,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<string> {
  const { temperature } = config;
  const parts = model.answer(
    {
      ...{ model: null, tools: [], language, outputTokensMax, responseSchema: null, state: null },
      messages: [{ role: 'user', content: text, input: 'text' }],
      temperature: typeof temperature === 'number' ? temperature : null,
    },
    { signal },
  );
  let answer = '';
  for await (const part of parts) {
    if (part.type !== 'text-delta' || part.text === '') continue;
    onFirst();
    answer += part.text;
  }
  return answer;
}

/** Lets a transcriber hear the speech as fast as it was spoken. */
async function understood(
  transcriber: SpeechToText,
  { speech, text, language }: TrialRequest,
  signal: AbortSignal,
): Promise<Trial> {
  const samples = speech ?? new Int16Array();
  const phrases = text === '' ? [] : [text];
  const stream = transcriber.listen({
    ...{ sampleRateHz: speechRateHz, language, phrases: () => phrases, keyTerms: phrases, signal },
  });
  const lengthMs = (samples.length * 1000) / speechRateHz;
  const startedMs = monotonicMs();
  let endedMs = startedMs;
  const speaking = (async () => {
    for (let at = 0; at < samples.length && !signal.aborted; at += frameSamples) {
      const atMs = (at * 1000) / speechRateHz;
      const earlyMs = atMs - (monotonicMs() - startedMs);
      if (earlyMs > 0) await delay(earlyMs);
      stream.write(samples.slice(at, at + frameSamples), atMs);
    }
    endedMs = monotonicMs();
    stream.finish(lengthMs);
  })();
  const finals: string[] = [];
  let firstMs: number | null = null;
  try {
    for await (const event of stream) {
      if (!('text' in event)) continue;
      if (event.text.trim() !== '') firstMs ??= Math.round(monotonicMs() - startedMs);
      if (event.type !== 'final') continue;
      if (event.text.trim() !== '') finals.push(event.text.trim());
      if (event.endMs >= lengthMs) break;
    }
  } finally {
    stream.close();
    await speaking;
  }
  return {
    ...{ outcome: 'answered', message: null, text: finals.join(' '), audio: null, firstMs },
    tookMs: Math.max(0, Math.round(monotonicMs() - endedMs)),
  };
}

/** Returns the speech as a WAV file in base64; `null` when the voice says nothing. */
async function speechOf(
  voice: TextToSpeech,
  { text, language }: TrialRequest,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<string | null> {
  const chunks: SpeechChunk[] = [];
  let samples = 0;
  for await (const chunk of voice.speak({ text, voice: null, language, lineRateHz: null }, { signal })) {
    if (chunk.pcm.length > 0) onFirst();
    chunks.push(chunk);
    samples += chunk.pcm.length;
    if (samples > audioSecondsMax * chunk.sampleRateHz) break;
  }
  return samples === 0 ? null : wavOf(chunks, samples).toString('base64');
}

/** Returns mono 16-bit speech as a WAV file. */
function wavOf(chunks: readonly SpeechChunk[], samples: number): Buffer {
  const { sampleRateHz } = chunks[0]!;
  const bytes = 2 * samples;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  // PCM, one channel.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRateHz, 24);
  file.writeUInt32LE(2 * sampleRateHz, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  let at = 44;
  for (const { pcm } of chunks) {
    for (const sample of pcm) at = file.writeInt16LE(sample, at);
  }
  return file;
}

/** Returns the words for a failure. Throws an error that is not the provider's. */
function failureOf(error: unknown, signal: AbortSignal, provider: string): string {
  if (error instanceof ProviderError) return error.message;
  if (signal.aborted && error === signal.reason) {
    return `${provider} did not finish within ${timeoutMs / 1000} s`;
  }
  throw error;
}
