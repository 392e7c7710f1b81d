import { useCallback, useEffect, useRef, useState } from 'react';
import { NoAudio, openTalkAudio, type TalkAudio } from './talk-audio.ts';
import { afterTalkEvent, noTalk, type Talk, type TalkEvent } from './talk-events.ts';

/** With whom somebody talks. */
export interface TalkStart {
  agentId: string;
  draft: boolean;
  variables: Record<string, string>;
}

/** How loud both sides are at this moment, from 0 to 1. */
export interface Levels {
  own: number;
  agent: number;
}

interface Connection {
  socket: WebSocket;
  audio: TalkAudio;
}

/** So long what was sent before the end is still heard. */
const lastWordMs = 400;

/** A talk with an agent, from this page: what is known of it, and what can be done. It ends with the page. */
export function useTalk() {
  const [talk, setTalk] = useState<Talk>(noTalk);
  const levels = useRef<Levels>({ own: 0, agent: 0 });
  const connection = useRef<Connection | null>(null);
  /** Counts the talks, so that what comes late of one is not taken for the next. */
  const current = useRef(0);

  const hangUp = useCallback(() => {
    current.current++;
    const left = connection.current;
    left?.socket.close();
    // The last word is still on its way to the ear.
    if (left) setTimeout(() => left.audio.close(), lastWordMs);
    connection.current = null;
    levels.current = { own: 0, agent: 0 };
  }, []);
  useEffect(() => hangUp, [hangUp]);

  const start = async (wanted: TalkStart) => {
    hangUp();
    const own = current.current;
    const isOver = () => own !== current.current;
    const tell = (event: TalkEvent) => setTalk((before) => afterTalkEvent(before, event, Date.now()));
    const fail = (error: string) => {
      if (isOver()) return;
      tell({ type: 'refused', code: 'talk.lost', error });
      hangUp();
    };
    setTalk({ ...noTalk, phase: 'connecting' });
    try {
      let socket: WebSocket | null = null;
      const audio = await openTalkAudio((frame) => {
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
          tell(event);
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
    talk,
    levels,
    start,
    /** Asks the service to end it, which tells the end; what has not begun is given up. */
    stop: () => {
      if (talk.phase === 'live') connection.current?.socket.send(JSON.stringify({ type: 'stop' }));
      else {
        hangUp();
        setTalk(noTalk);
      }
    },
    press: (digit: string) => connection.current?.socket.send(JSON.stringify({ type: 'key', digit })),
  };
}

interface SocketHandlers {
  audio: (frame: ArrayBuffer) => void;
  event: (event: TalkEvent) => void;
  lost: () => void;
}

function openSocket(wanted: TalkStart, { audio, event, lost }: SocketHandlers): WebSocket {
  const socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/console/talk`);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => socket.send(JSON.stringify({ type: 'start', ...wanted }));
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data === 'string') event(JSON.parse(data) as TalkEvent);
    else audio(data);
  };
  socket.onclose = lost;
  return socket;
}

/** Of the loudest sample of a frame, as ears take it: from -50 dB (0) to full scale (1). */
function loudnessOf(frame: ArrayBuffer): number {
  let peak = 1;
  for (const sample of new Int16Array(frame)) peak = Math.max(peak, Math.abs(sample));
  return Math.max(0, 1 + (20 * Math.log10(peak / 32_768)) / 50);
}
