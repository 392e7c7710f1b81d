import { useCallback, useEffect, useRef, useState } from 'react';
import { AudioLine, playOnChosen } from '../browser-audio/index.ts';
import workletUrl from './listen-worklet.ts?worker&url';

/** The loudness of both sides, from 0 to 1. */
export interface HeardLevels {
  customer: number;
  agent: number;
}

interface ServerMessage {
  type: string;
  reason?: string;
}

type ListenState = 'off' | 'connecting' | 'on';

/** Plays a live call, until it is over or the component unmounts. */
export function useListening(callId: string) {
  const [state, setState] = useState<ListenState>('off');
  const [problem, setProblem] = useState<string | null>(null);
  const levels = useRef<HeardLevels>({ customer: 0, agent: 0 });
  const current = useRef<{ line: AudioLine<ServerMessage>; context: AudioContext } | null>(null);

  const stop = useCallback(() => {
    const open = current.current;
    current.current = null;
    open?.line.close();
    void open?.context.close();
    levels.current = { customer: 0, agent: 0 };
    setState('off');
  }, []);
  useEffect(() => stop, [stop]);

  const start = async () => {
    stop();
    setProblem(null);
    setState('connecting');
    const isOver = () => current.current !== own;
    const end = (why: string | null) => {
      if (isOver()) return;
      stop();
      setProblem(why);
    };
    const failed = () => end('The browser could not play audio.');
    const own = {
      context: new AudioContext({ latencyHint: 'interactive' }),
      line: new AudioLine<ServerMessage>({
        levels: (heard) => void (isOver() || Object.assign(levels.current, heard)),
        message: ({ type, reason }) => {
          if (type === 'ended') end(reason ?? null);
          else if (!isOver()) setState('on');
        },
        lost: () => end('The connection was lost, or you may not listen to this call.'),
        failed,
      }),
    };
    current.current = own;
    try {
      // The player first, because the service says the sample rate only once, as soon as it is connected.
      const port = await openPlayer(own.context);
      if (!isOver()) own.line.open({ path: `/api/calls/${callId}/audio`, port, plays: 'both' });
    } catch {
      failed();
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
