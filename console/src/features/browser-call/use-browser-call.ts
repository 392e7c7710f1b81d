import { useCallback, useEffect, useRef, useState } from 'react';
import { loudnessOf, NoAudio, openBrowserAudio } from '../browser-audio/index.ts';
import { type BrowserCallStart, CallConnection } from './call-connection.ts';
import { afterEvent, type BrowserCall, type BrowserCallEvent, noCall } from './call-events.ts';

/** The current loudness of both sides, from 0 to 1. */
export interface Levels {
  own: number;
  agent: number;
}

/** Time for the last audio to be played. */
const lastAudioMs = 400;

/** A browser call that ends when the component unmounts. */
export function useBrowserCall() {
  const [call, setCall] = useState<BrowserCall>(noCall);
  const levels = useRef<Levels>({ own: 0, agent: 0 });
  const connection = useRef<CallConnection | null>(null);
  /** Counts the calls, so that late events of one are not taken for the next. */
  const current = useRef(0);

  const hangUp = useCallback(() => {
    current.current++;
    connection.current?.close(lastAudioMs);
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
      let opened: CallConnection | null = null;
      const audio = await openBrowserAudio((frame) => {
        levels.current.own = loudnessOf(frame);
        opened?.sendFrame(frame);
      });
      if (isOver()) {
        audio.close();
        return;
      }
      opened = new CallConnection(audio, wanted, {
        heard: (loudness) => {
          if (!isOver()) levels.current.agent = Math.max(levels.current.agent, loudness);
        },
        event: (event) => {
          if (isOver()) return;
          apply(event);
          if (event.type === 'ended' || event.type === 'refused') hangUp();
        },
        lost: () => fail('The connection to the service was lost. Start another call.'),
      });
      connection.current = opened;
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
      if (call.phase === 'live') connection.current?.send({ type: 'stop' });
      else {
        hangUp();
        setCall(noCall);
      }
    },
    press: (digit: string) => connection.current?.send({ type: 'key', digit }),
  };
}
