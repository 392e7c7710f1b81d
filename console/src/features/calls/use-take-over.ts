import { useCallback, useEffect, useRef, useState } from 'react';
import { type AudioDevices, AudioLine, NoAudio, openAudioDevices } from '../browser-audio/index.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The loudness of the member and the customer, from 0 to 1. */
export interface TakeOverLevels {
  own: number;
  customer: number;
}

const silent: TakeOverLevels = { own: 0, customer: 0 };

export type TakeOverState = 'off' | 'connecting' | 'speaking';

type ServerMessage =
  | { type: 'ready' }
  | { type: 'speaking'; canSuggest: boolean }
  | { type: 'suggested'; suggestions: string[] }
  | { type: 'refused' | 'ended'; reason: string }
  | { type: 'problem'; error: string };

/** A member's time in a call. */
interface Own {
  line: AudioLine<ServerMessage>;
  audio: AudioDevices | null;
}

/** When more audio of the customer waits, the oldest is dropped. */
const waitingSecondsMax = 0.24;

const noAudio = 'The browser could not start audio.';

const endings: Record<string, string | null> = {
  'handed-back': null,
  'call-over': 'The call is over.',
  transferred: 'The call is being transferred.',
  lost: 'The connection was interrupted, so the agent has the call again.',
  'connection-lost': 'The connection to the call was lost, so the agent has the call again.',
  'not-allowed': 'You may not speak in this call any more.',
};

/** Lets a member speak with the customer in the agent's place, until it is over or the component unmounts. */
export function useTakeOver(callId: string) {
  const [state, setState] = useState<TakeOverState>('off');
  const [isMuted, setMuted] = useState(false);
  const [isHolding, setHolding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const levels = useRef({ ...silent });
  const current = useRef<Own | null>(null);
  const send = (message: object) => current.current?.line.send(message);
  const { shown, begin: beginSuggestions, show, hide } = useSuggestions(send);

  const stop = useCallback(() => {
    const own = current.current;
    current.current = null;
    own?.line.close();
    own?.audio?.close();
    levels.current = { ...silent };
    setMuted(false);
    setHolding(false);
    hide();
    setState('off');
  }, [hide]);
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
    const begin = (canSuggest: boolean) => {
      setState('speaking');
      beginSuggestions(canSuggest);
    };
    const line = new AudioLine<ServerMessage>({
      levels: (heard) => void (isOver() || Object.assign(levels.current, heard)),
      message: (message) => void (isOver() || takeMessage(message, { end, begin, show, setProblem })),
      lost: (isSilent) =>
        end(isSilent ? endings.lost! : 'The connection was lost, or you may not take over this call.'),
      failed: () => end(noAudio),
    });
    const own: Own = { line, audio: null };
    current.current = own;
    try {
      // The microphone first, because the agent must not fall silent while the browser asks for it.
      const audio = await openAudioDevices({ waitingSecondsMax });
      if (isOver()) return audio.close();
      own.audio = audio;
      line.open({ path: `/api/calls/${callId}/takeover`, port: audio.port, plays: 'customer' });
    } catch (error) {
      end(error instanceof NoAudio ? error.message : noAudio);
    }
  };
  return {
    ...{ state, isMuted, isHolding, problem, levels, start },
    ...shown,
    mute(isOn: boolean) {
      current.current?.line.mute(isOn);
      setMuted(isOn);
    },
    hold(isOn: boolean) {
      send({ type: 'hold', isHolding: isOn });
      setHolding(isOn);
    },
    /** Gives the call back to the agent. Its model reads the note. */
    handBack: (note: string) => send({ type: 'handBack', note: note.trim() === '' ? null : note.trim() }),
  };
}

interface Effects {
  end: (why: string | null) => void;
  begin: (canSuggest: boolean) => void;
  show: (suggestions: readonly string[]) => void;
  setProblem: (problem: string) => void;
}

function takeMessage(message: ServerMessage, { end, begin, show, setProblem }: Effects): void {
  if (message.type === 'speaking') begin(message.canSuggest);
  else if (message.type === 'suggested') show(message.suggestions);
  else if (message.type === 'problem') setProblem(message.error);
  else if (message.type === 'refused') end(`Not possible now: ${message.reason}.`);
  else if (message.type === 'ended') end(endings[message.reason] ?? null);
}
