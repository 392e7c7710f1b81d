import type { CallAudioOptions } from './audio-worklet.ts';
import workletUrl from './audio-worklet.ts?worker&url';
import { chosenDevice, playOnChosen } from './devices.ts';

/** The opened microphone and loudspeaker. */
export interface AudioDevices {
  /** The port of the audio worklet: gives frames of the microphone, and takes frames to play. It may be given to another thread. */
  port: MessagePort;
  microphone: MediaStream;
  /** Measures audio that comes another way. */
  context: AudioContext;
  close(): void;
}

/** The microphone and loudspeaker of a call, in frames of 20 ms of 16-bit samples at 16 kHz. */
export interface BrowserAudio extends Omit<AudioDevices, 'port'> {
  play(frame: ArrayBuffer): void;
  /** Drops frames that were not played yet. */
  flush(): void;
}

/** A missing microphone or loudspeaker, with a message for the user. */
export class NoAudio extends Error {}

/** Firefox took 2 s with PulseAudio. */
const loudspeakerMsMax = 10_000;

/** Opens the devices for a page that takes the frames itself. Rejects with `NoAudio`. */
export async function openBrowserAudio(onFrame: (frame: ArrayBuffer) => void): Promise<BrowserAudio> {
  const { port, ...devices } = await openAudioDevices({ waitingSecondsMax: null });
  port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => onFrame(data);
  return {
    ...devices,
    play: (frame) => port.postMessage(frame, [frame]),
    flush: () => port.postMessage('flush'),
    close: () => {
      port.onmessage = null;
      devices.close();
    },
  };
}

/** Opens the chosen microphone, which the browser may ask the user about, and the chosen loudspeaker. Rejects with `NoAudio`. */
export async function openAudioDevices(processorOptions: CallAudioOptions): Promise<AudioDevices> {
  const microphone = await openMicrophone();
  const context = new AudioContext({ latencyHint: 'interactive' });
  try {
    await playOnChosen(context);
    await context.audioWorklet.addModule(workletUrl);
    const node = new AudioWorkletNode(context, 'browser-call', {
      outputChannelCount: [1],
      processorOptions,
    });
    context.createMediaStreamSource(microphone).connect(node);
    node.connect(context.destination);
    await withinBound(context.resume());
    return { port: node.port, microphone, context, close: () => release(microphone, context) };
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
