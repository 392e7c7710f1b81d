import type { CallAudioOptions } from './audio-worklet.ts';
import workletUrl from './audio-worklet.ts?worker&url';
import { chosenDevice, playOnChosen } from './devices.ts';

/** The microphone and loudspeaker of a call, in frames of 20 ms of 16-bit samples at 16 kHz. */
export interface BrowserAudio {
  /** Plays frames at this sample rate from now on. */
  playAt(rateHz: number): void;
  microphone: MediaStream;
  /** Measures audio that comes another way. */
  context: AudioContext;
  play(frame: ArrayBuffer): void;
  /** Drops frames that were not played yet. */
  flush(): void;
  close(): void;
}

/** A missing microphone or loudspeaker, with a message for the user. */
export class NoAudio extends Error {}

/** Firefox took 2 s with PulseAudio. */
const loudspeakerMsMax = 10_000;

const ordinary: CallAudioOptions = { waitingSecondsMax: null };

/** Opens the chosen microphone, which the browser may ask the user about, and the chosen loudspeaker. Rejects with `NoAudio`. */
export async function openBrowserAudio(
  onFrame: (frame: ArrayBuffer) => void,
  processorOptions: CallAudioOptions = ordinary,
): Promise<BrowserAudio> {
  const microphone = await openMicrophone();
  const context = new AudioContext({ latencyHint: 'interactive' });
  try {
    await playOnChosen(context);
    await context.audioWorklet.addModule(workletUrl);
    const node = new AudioWorkletNode(context, 'browser-call', {
      outputChannelCount: [1],
      processorOptions,
    });
    node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => onFrame(data);
    context.createMediaStreamSource(microphone).connect(node);
    node.connect(context.destination);
    await withinBound(context.resume());
    return {
      playAt: (playedRateHz) => node.port.postMessage({ playedRateHz }),
      microphone,
      context,
      play: (frame) => node.port.postMessage(frame, [frame]),
      flush: () => node.port.postMessage('flush'),
      close: () => {
        node.port.onmessage = null;
        release(microphone, context);
      },
    };
  } catch (error) {
    release(microphone, context);
    throw error;
  }
}

/**
 * Opens the microphone for a moment, so that the browser asks the user now and not when a call comes. Rejects with `NoAudio`.
 */
export async function tryMicrophone(): Promise<void> {
  const microphone = await openMicrophone();
  for (const track of microphone.getTracks()) track.stop();
}

async function openMicrophone(): Promise<MediaStream> {
  // Browsers offer it in secure contexts only.
  if (!navigator.mediaDevices) {
    throw new NoAudio('The microphone is only available over HTTPS or on localhost.');
  }
  const microphoneId = chosenDevice('audioinput');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        ...{ channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
        ...(microphoneId === null ? {} : { deviceId: { ideal: microphoneId } }),
      },
    });
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    throw new NoAudio(
      isRefused
        ? 'The browser blocked the microphone. Allow it in the address bar, then try again.'
        : 'No microphone found. Connect one, then try again.',
    );
  }
}

/** Firefox never settles `resume()` when there is no output device. */
async function withinBound(resumed: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new NoAudio('No audio output found. Connect one, then try again.');
    timer = setTimeout(() => reject(error), loudspeakerMsMax);
  });
  try {
    await Promise.race([resumed, late]);
  } finally {
    clearTimeout(timer);
  }
}

function release(microphone: MediaStream, context: AudioContext): void {
  for (const track of microphone.getTracks()) track.stop();
  void context.close();
}
