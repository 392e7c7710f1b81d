import { useCallback, useEffect, useRef, useState } from 'react';
import { playOnChosen } from '../browser-audio/index.ts';
import workletUrl from './listen-worklet.ts?worker&url';

/** The loudness of both sides, from 0 to 1. */
export interface HeardLevels {
  customer: number;
  agent: number;
}

type ListenState = 'off' | 'connecting' | 'on';

/** Plays a live call, until it is over or the component unmounts. */
export function useListening(callId: string) {
  const [state, setState] = useState<ListenState>('off');
  const [problem, setProblem] = useState<string | null>(null);
  const levels = useRef<HeardLevels>({ customer: 0, agent: 0 });
  const current = useRef<{ socket: WebSocket; context: AudioContext } | null>(null);

  const stop = useCallback(() => {
    const open = current.current;
    current.current = null;
    open?.socket.close();
    void open?.context.close();
    levels.current = { customer: 0, agent: 0 };
    setState('off');
  }, []);
  useEffect(() => stop, [stop]);

  const start = async () => {
    stop();
    setProblem(null);
    setState('connecting');
    const context = new AudioContext({ latencyHint: 'interactive' });
    const socket = new WebSocket(
      `${window.location.origin.replace(/^http/, 'ws')}/api/calls/${callId}/audio`,
    );
    socket.binaryType = 'arraybuffer';
    const own = { socket, context };
    current.current = own;
    const end = (why: string | null) => {
      if (current.current !== own) return;
      stop();
      setProblem(why);
    };
    socket.onclose = () => end('The connection was lost, or you may not listen to this call.');
    try {
      await playOnChosen(context);
      await context.audioWorklet.addModule(workletUrl);
      const node = new AudioWorkletNode(context, 'listen', { outputChannelCount: [2] });
      node.connect(context.destination);
      void context.resume();
      socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
        if (typeof data === 'string') {
          const message = JSON.parse(data) as { type: string; sampleRateHz?: number; reason?: string };
          if (message.type === 'ended') end(message.reason ?? null);
          else {
            node.port.postMessage({ sampleRateHz: message.sampleRateHz });
            if (current.current === own) setState('on');
          }
          return;
        }
        levels.current = loudnessOf(data);
        node.port.postMessage(data, [data]);
      };
    } catch {
      end('The browser could not play audio.');
    }
  };
  return { state, problem, levels, start, stop };
}

/** Returns the peaks of both sides on a logarithmic scale, from -50 dB (0) to full scale (1). */
function loudnessOf(audio: ArrayBuffer): HeardLevels {
  const peaks = [1, 1];
  for (const [at, sample] of new Int16Array(audio).entries())
    peaks[at % 2] = Math.max(peaks[at % 2]!, Math.abs(sample));
  const [customer, agent] = peaks.map((peak) => Math.max(0, 1 + (20 * Math.log10(peak / 32_768)) / 50));
  return { customer: customer!, agent: agent! };
}
