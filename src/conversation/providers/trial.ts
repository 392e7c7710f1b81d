/** Tries a model or a voice with one short text. */
import { monotonicMs } from '../../platform/kernel/index.ts';
import type { LanguageModel, SpeechChunk, TextToSpeech } from './interfaces/index.ts';
import { ProviderError } from './kit/index.ts';
import type { ProviderConfig, ProviderContext, Providers } from './registry.ts';

/** The result of a trial. Times are in milliseconds from the request. */
export interface Trial {
  outcome: 'answered' | 'failed';
  /** The provider's words for a failure; otherwise `null`. */
  message: string | null;
  /** The answer of a model. */
  text: string | null;
  /** The speech of a voice: a WAV file in base64. */
  audio: string | null;
  /** The time to the first words or the first audio; `null` when there were none. */
  firstMs: number | null;
  tookMs: number;
}

export type TrialKind = 'model' | 'voice';

interface TrialRequest {
  kind: TrialKind;
  /** Without fallbacks, which would hide a failure. */
  config: ProviderConfig;
  text: string;
  /** BCP 47; `null` when unknown. */
  language: string | null;
}

const timeoutMs = 15_000;
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
  const signal = AbortSignal.timeout(timeoutMs);
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
