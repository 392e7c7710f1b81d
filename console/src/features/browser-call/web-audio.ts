import { type BrowserAudio, loudnessOfPeak } from '../browser-audio/index.ts';

/** How often the loudness of the agent is measured. */
const measureEveryMs = 50;

/** The audio of a browser call over WebRTC. */
export interface WebAudio {
  offer: string;
  accept(answer: string): Promise<void>;
  close(): void;
}

/**
 * Offers the microphone over WebRTC, and plays what comes back. Resolves with `null` where the browser has no WebRTC. `onHeard`
 * gets the loudness of the agent's voice, from 0 to 1.
 */
export async function openWebAudio(
  { microphone, context }: BrowserAudio,
  iceServers: RTCIceServer[],
  onHeard: (loudness: number) => void,
): Promise<WebAudio | null> {
  if (!('RTCPeerConnection' in window)) return null;
  const connection = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' });
  // An element, because browsers cancel the echo of what elements play.
  const loudspeaker = new Audio();
  let measuring: ReturnType<typeof setInterval> | undefined;
  connection.ontrack = ({ track }) => {
    const stream = new MediaStream([track]);
    loudspeaker.srcObject = stream;
    void loudspeaker.play().catch(() => undefined);
    measuring = measure(context, stream, onHeard);
  };
  const close = () => {
    clearInterval(measuring);
    loudspeaker.srcObject = null;
    connection.close();
  };
  try {
    for (const track of microphone.getAudioTracks()) connection.addTrack(track, microphone);
    await connection.setLocalDescription();
  } catch {
    close();
    return null;
  }
  return {
    offer: connection.localDescription?.sdp ?? '',
    accept: (sdp) => connection.setRemoteDescription({ type: 'answer', sdp }),
    close,
  };
}

function measure(context: AudioContext, stream: MediaStream, onHeard: (loudness: number) => void) {
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onHeard(loudnessOfPeak(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)));
  }, measureEveryMs);
}
