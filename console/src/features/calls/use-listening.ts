import { useCallback, useEffect, useRef, useState } from 'react';
import { playOnChosen } from '../browser-audio/index.ts';
import workletUrl from './listen-worklet.ts?worker&url';

/** The loudness of both sides, from 0 to 1. */
export interface HeardLevels {
  customer: number;
  agent: number;
}

interface ServerMessage {
  type: string;
  sampleRateHz?: number;
  reason?: string;
}

type ListenState = 'off' | 'connecting' | 'on';

/** Plays a live call, until it is over or the component unmounts. */
export function useListening(callId: string) {
  const [state, setState] = useState<ListenState>('off');
  const [problem, setProblem] = useState<string | null>(null);
  const levels = useRef<HeardLevels>({ customer: 0, agent: 0 });
  const current = useRef<{ socket: WebSocket | null; context: AudioContext } | null>(null);

  const stop = useCallback(() => {
    const open = current.current;
    current.current = null;
    open?.socket?.close();
    void open?.context.close();
    levels.current = { customer: 0, agent: 0 };
    setState('off');
  }, []);
  useEffect(() => stop, [stop]);

  const start = async () => {
    stop();
    setProblem(null);
    setState('connecting');
    const own = {
      socket: null as WebSocket | null,
      context: new AudioContext({ latencyHint: 'interactive' }),
    };
    current.current = own;
    const isOver = () => current.current !== own;
    const end = (why: string | null) => {
      if (isOver()) return;
      stop();
      setProblem(why);
    };
    const hear = (message: ServerMessage, port: MessagePort) => {
      if (message.type === 'ended') return end(message.reason ?? null);
      port.postMessage({ sampleRateHz: message.sampleRateHz });
      if (!isOver()) setState('on');
    };
    try {
      // The player first, because the service says the sample rate only once, as soon as it is connected.
      const port = await openPlayer(own.context);
      if (isOver()) return;
      own.socket = new WebSocket(
        `${window.location.origin.replace(/^http/, 'ws')}/api/calls/${callId}/audio`,
      );
      own.socket.binaryType = 'arraybuffer';
      own.socket.onclose = () => end('The connection was lost, or you may not listen to this call.');
      own.socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
        if (typeof data === 'string') return hear(JSON.parse(data) as ServerMessage, port);
        levels.current = loudnessOf(data);
        port.postMessage(data, [data]);
      };
    } catch {
      end('The browser could not play audio.');
    }
  };
  return { state, problem, levels, start, stop };
}

/** Opens the chosen loudspeaker. Returns where samples, and before them their rate, are posted to. */
async function openPlayer(context: AudioContext): Promise<MessagePort> {
  await playOnChosen(context);
  await context.audioWorklet.addModule(workletUrl);
  const node = new AudioWorkletNode(context, 'listen', { outputChannelCount: [2] });
  node.connect(context.destination);
  void context.resume();
  return node.port;
}

/** Returns the peaks of both sides on a logarithmic scale, from -50 dB (0) to full scale (1). */
function loudnessOf(audio: ArrayBuffer): HeardLevels {
  const peaks = [1, 1];
  for (const [at, sample] of new Int16Array(audio).entries())
    peaks[at % 2] = Math.max(peaks[at % 2]!, Math.abs(sample));
  const [customer, agent] = peaks.map((peak) => Math.max(0, 1 + (20 * Math.log10(peak / 32_768)) / 50));
  return { customer: customer!, agent: agent! };
}
