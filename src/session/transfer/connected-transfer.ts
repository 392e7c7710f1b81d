import { toError } from '../../kernel/index.ts';
import { type MediaSession, resample } from '../../media/index.ts';
import { wholeSpeech } from '../../providers/kit/index.ts';
import { listenerTo } from './bridge.ts';
import type { TransferOutcome, TransferParties } from './parties.ts';
import { playRingback } from './ringback.ts';
import type { TransferRoute } from './route.ts';
import { openSecondLeg, type SecondLeg } from './second-leg.ts';
import { summaryFor } from './summary.ts';

/**
 * Calls the target and connects the two through us. `warm`: the target hears a summary before. Resolves when the
 * connected call is over, or at once when it does not come about.
 */
export async function transferConnected(
  parties: TransferParties,
  route: TransferRoute,
  target: { to: string; uri: string | null },
  warm: { summaryPrompt: string | null } | null,
): Promise<TransferOutcome> {
  const { media, signal } = parties;
  // What the caller says while it rings is for nobody.
  parties.divert({ audio: () => undefined, digit: () => undefined });
  const stopRinging = playRingback(media);
  let second: SecondLeg | null = null;
  try {
    signal.throwIfAborted();
    second = await openSecondLeg(parties, route, target, signal);
    if (warm) {
      const hungUp = second.ended.then(() => Promise.reject(new Error('the other side hung up at once')));
      const gone = whenAborted(signal).then(() => Promise.reject(signal.reason));
      await Promise.race([speakSummary(parties, route, second.media, warm.summaryPrompt), hungUp, gone]);
    }
    stopRinging();
    parties.onConnected();
    second.divert(listenerTo(media, () => second!.media.sampleRateHz));
    second.media.listen({ audio: true, speech: null });
    parties.divert(listenerTo(second.media, () => media.sampleRateHz));
    await Promise.race([second.ended, whenAborted(signal)]);
    return { kind: 'connected' };
  } catch (thrown) {
    // Who hung up while it rang was not put through, and nobody has to be told.
    return { kind: 'failed', reason: signal.aborted ? 'the caller hung up' : toError(thrown).message };
  } finally {
    stopRinging();
    parties.divert(null);
    await second?.close();
  }
}

async function speakSummary(
  { prepared, said, signal, log }: TransferParties,
  { customerNumber }: TransferRoute,
  to: MediaSession,
  prompt: string | null,
): Promise<void> {
  const { agent, providers } = prepared;
  const [voice] = providers.textToSpeech;
  const [model] = providers.languageModel;
  if (!voice) return;
  const text = await summaryFor(model, said, {
    prompt,
    language: agent.language,
    customerNumber,
  });
  try {
    const speech = voice.speak({ text, voice: null, language: agent.language }, { signal });
    const { pcm, sampleRateHz } = await wholeSpeech(speech);
    await to.play(resample(pcm, sampleRateHz, to.sampleRateHz));
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ err: error }, 'the summary of a transfer could not be spoken');
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
