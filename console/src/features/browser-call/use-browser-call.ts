import { useCallback, useEffect, useRef, useState } from 'react';
import { type BrowserAudio, loudnessOf, NoAudio, openBrowserAudio } from '../browser-audio/index.ts';
import { afterEvent, type BrowserCall, type BrowserCallEvent, noCall } from './call-events.ts';

export interface BrowserCallStart {
  agentId: string;
  draft: boolean;
  variables: Record<string, string>;
  /** The customer whose part the caller plays; null for none. */
  customerNumber: string | null;
  /** The stage with which the flow begins, and what is known then; null for its first stage. */
  flow: { stage: string; variables: Record<string, unknown> } | null;
}

/** The current loudness of both sides, from 0 to 1. */
export interface Levels {
  own: number;
  agent: number;
}

interface Connection {
  socket: WebSocket;
  audio: BrowserAudio;
}

/** Time for the last frames to be played. */
const lastFramesMs = 400;

/** A browser call that ends when the component unmounts. */
export function useBrowserCall() {
  const [call, setCall] = useState<BrowserCall>(noCall);
  const levels = useRef<Levels>({ own: 0, agent: 0 });
  const connection = useRef<Connection | null>(null);
  /** Counts the calls, so that late events of one are not taken for the next. */
  const current = useRef(0);

  const hangUp = useCallback(() => {
    current.current++;
    const left = connection.current;
    left?.socket.close();
    if (left) setTimeout(() => left.audio.close(), lastFramesMs);
    connection.current = null;
    levels.current = { own: 0, agent: 0 };
  }, []);
  useEffect(() => hangUp, [hangUp]);

  const start = async (wanted: BrowserCallStart) => {
    hangUp();
    const own = current.current;
    const isOver = () => own !== current.current;
    const apply = (event: BrowserCallEvent) => setCall((before) => afterEvent(before, event, Date.now()));
    const fail = (error: string) => {
      if (isOver()) return;
      apply({ type: 'refused', code: 'browser_call.lost', error });
      hangUp();
    };
    setCall({ ...noCall, phase: 'connecting' });
    try {
      let socket: WebSocket | null = null;
      const audio = await openBrowserAudio((frame) => {
        levels.current.own = loudnessOf(frame);
        if (socket?.readyState === WebSocket.OPEN) socket.send(frame);
      });
      if (isOver()) {
        audio.close();
        return;
      }
      const opened = openSocket(wanted, {
        audio: (frame) => {
          levels.current.agent = loudnessOf(frame);
          audio.play(frame);
        },
        event: (event) => {
          if (isOver()) return;
          if (event.type === 'ready') socket = opened;
          if (event.type === 'flush') audio.flush();
          apply(event);
          if (event.type === 'ended' || event.type === 'refused') hangUp();
        },
        lost: () => fail('The connection to the service was lost. Start another call.'),
      });
      connection.current = { socket: opened, audio };
    } catch (error) {
      fail(error instanceof NoAudio ? error.message : 'The browser could not start audio.');
    }
  };
  return {
    call,
    levels,
    start,
    /** Asks the service to end a live call. A call that is still connecting is canceled here. */
    stop: () => {
      if (call.phase === 'live') connection.current?.socket.send(JSON.stringify({ type: 'stop' }));
      else {
        hangUp();
        setCall(noCall);
      }
    },
    press: (digit: string) => connection.current?.socket.send(JSON.stringify({ type: 'key', digit })),
  };
}

interface SocketHandlers {
  audio: (frame: ArrayBuffer) => void;
  event: (event: BrowserCallEvent) => void;
  lost: () => void;
}

function openSocket(wanted: BrowserCallStart, { audio, event, lost }: SocketHandlers): WebSocket {
  const socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/console/browser-call`);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => socket.send(JSON.stringify({ type: 'start', ...wanted }));
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data === 'string') event(JSON.parse(data) as BrowserCallEvent);
    else audio(data);
  };
  socket.onclose = lost;
  return socket;
}
