import type { SpeechAudio } from '../../../conversation/providers/interfaces/index.ts';
import { calledOff, toError } from '../../../platform/kernel/index.ts';
import { type MediaSession, resample } from '../../../telephony/media/index.ts';
import { speakGreeting } from '../../agent-runtime/index.ts';
import { listenerTo } from './bridge.ts';
import type { TransferOutcome, TransferParties } from './parties.ts';
import { openSecondLeg, type SecondLeg } from './second-leg.ts';
import type { TransferRoute } from './store.ts';
import { summaryFor } from './summary.ts';

/**
 * Calls the destination and bridges it with the caller. With `warm`, the destination hears a summary first. Resolves at the
 * end of the bridged call, or with the reason when there is none.
 */
export async function transferConnected(
  parties: TransferParties,
  route: TransferRoute,
  target: { to: string; uri: string | null },
  warm: { summaryPrompt: string | null } | null,
): Promise<TransferOutcome> {
  const { media, signal } = parties;
  // The caller's audio is dropped while the destination rings.
  parties.divert({ audio: () => undefined, digit: () => undefined });
  const stopRinging = playRingback(media);
  let second: SecondLeg | null = null;
  const over = new AbortController();
  try {
    signal.throwIfAborted();
    // The summary is made while the destination rings, so that it does not wait for a model.
    const summary = warm && summaryOf(parties, route, warm.summaryPrompt, over.signal);
    second = await openSecondLeg(parties, route, target, signal);
    if (summary) {
      const hungUp = second.ended.then(() => Promise.reject(new Error('the other side hung up at once')));
      const gone = whenAborted(signal).then(() => Promise.reject(signal.reason));
      await Promise.race([playSummary(parties, summary, second.media), hungUp, gone]);
    }
    stopRinging();
    parties.onConnected();
    second.divert(listenerTo(media, () => second!.media.sampleRateHz));
    second.media.listen({ audio: true, speech: null });
    parties.divert(listenerTo(second.media, () => media.sampleRateHz));
    await Promise.race([second.ended, whenAborted(signal)]);
    return { kind: 'connected' };
  } catch (thrown) {
    // A caller who hung up while the destination rang was not transferred.
    return { kind: 'failed', reason: signal.aborted ? 'the caller hung up' : toError(thrown).message };
  } finally {
    over.abort(calledOff);
    stopRinging();
    parties.divert(null);
    await second?.close();
  }
}

/** Returns the summary spoken by the first of the agent's voices that can, or `null` when none can. */
async function summaryOf(
  { prepared, said, log }: TransferParties,
  { customerNumber }: TransferRoute,
  prompt: string | null,
  signal: AbortSignal,
): Promise<SpeechAudio | null> {
  const { agent, providers, pronunciations } = prepared;
  const { textToSpeech, languageModel } = providers;
  const { language } = agent;
  if (textToSpeech.length === 0) return null;
  try {
    const text = await summaryFor(languageModel[0], said, { prompt, language, customerNumber }, signal);
    return (await speakGreeting(textToSpeech, { ...agent, pronunciations }, text, signal)?.speech) ?? null;
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'cannot speak the summary of a transfer');
    return null;
  }
}

async function playSummary(
  { signal }: TransferParties,
  summary: Promise<SpeechAudio | null>,
  to: MediaSession,
): Promise<void> {
  const speech = await summary;
  if (!speech || signal.aborted) return;
  await to.play(resample(speech.pcm, speech.sampleRateHz, to.sampleRateHz));
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** North American ringback (ITU-T E.180): 440 and 480 Hz, two seconds on and four off. */
const onSeconds = 2;
const offSeconds = 4;
const amplitude = 2_500;

const ringTones = new Map<number, Int16Array>();

function ringOnce(sampleRateHz: number): Int16Array {
  const known = ringTones.get(sampleRateHz);
  if (known) return known;
  const pcm = new Int16Array((onSeconds + offSeconds) * sampleRateHz);
  for (let n = 0; n < onSeconds * sampleRateHz; n++) {
    const phase = (2 * Math.PI * n) / sampleRateHz;
    pcm[n] = amplitude * (Math.sin(440 * phase) + Math.sin(480 * phase));
  }
  ringTones.set(sampleRateHz, pcm);
  return pcm;
}

/** Plays a ringing tone to the caller until the returned function is called. */
function playRingback(media: MediaSession): () => void {
  let isOver = false;
  const ring = async () => {
    while (!isOver) await media.play(ringOnce(media.sampleRateHz));
  };
  // The line may close while the tone plays.
  ring().catch(() => undefined);
  return () => {
    if (isOver) return;
    isOver = true;
    media.stopPlaying();
  };
}
