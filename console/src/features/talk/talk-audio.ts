import workletUrl from './talk-worklet.ts?worker&url';

/** The microphone and the loudspeaker of a talk, in frames of 20 ms of 16-bit samples at 16 kHz. */
export interface TalkAudio {
  play(frame: ArrayBuffer): void;
  /** Drops what was handed over and is not heard yet. */
  flush(): void;
  close(): void;
}

/** Why there is no microphone or no loudspeaker, in words for who wants to talk. */
export class NoAudio extends Error {}

/** Firefox took 2 s where sound came through PulseAudio. */
const loudspeakerMsMax = 10_000;

/**
 * Opens both. Asks for the microphone, where the browser was not asked before; rejects with a NoAudio where one of the two
 * is not to be had.
 */
export async function openTalkAudio(onFrame: (frame: ArrayBuffer) => void): Promise<TalkAudio> {
  const microphone = await openMicrophone();
  const context = new AudioContext({ latencyHint: 'interactive' });
  try {
    await context.audioWorklet.addModule(workletUrl);
    const node = new AudioWorkletNode(context, 'talk', { outputChannelCount: [1] });
    node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => onFrame(data);
    context.createMediaStreamSource(microphone).connect(node);
    node.connect(context.destination);
    await withinBound(context.resume());
    return {
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

async function openMicrophone(): Promise<MediaStream> {
  // Browsers have it on pages that came safely alone.
  if (!navigator.mediaDevices) {
    throw new NoAudio('The microphone is only available over HTTPS or on localhost.');
  }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
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

/** Without a device that plays sound Firefox never says that it cannot. */
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
