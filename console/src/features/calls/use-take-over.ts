import { useCallback, useEffect, useRef, useState } from 'react';
import { type BrowserAudio, loudnessOf, NoAudio, openBrowserAudio } from '../browser-audio/index.ts';

/** The loudness of the member and the customer, from 0 to 1. */
export interface TakeOverLevels {
  own: number;
  customer: number;
  isMuted: boolean;
}

/** Remembers that the member wants no suggestions of the agent. */
const suggestionsKey = 'parley-suggestions';

const silent: TakeOverLevels = { own: 0, customer: 0, isMuted: false };

export type TakeOverState = 'off' | 'connecting' | 'speaking';

type ServerMessage =
  | { type: 'ready'; sampleRateHz: number }
  | { type: 'speaking'; canSuggest: boolean }
  | { type: 'suggested'; suggestions: string[] }
  | { type: 'refused' | 'ended'; reason: string }
  | { type: 'problem'; error: string };

/** A member's time in a call. */
interface Own {
  socket: WebSocket | null;
  audio: BrowserAudio | null;
  isSpeaking: boolean;
}

/** When more audio of the customer waits, the oldest is dropped. */
const waitingSecondsMax = 0.24;

/** The service sends audio all the time. After so many frames of the microphone without any, the network is gone: 3 s. */
const unheardFramesMax = 150;

const endings: Record<string, string | null> = {
  'handed-back': null,
  'call-over': 'The call is over.',
  transferred: 'The call is being transferred.',
  lost: 'The connection was interrupted, so the agent has the call again.',
  'connection-lost': 'The connection to the call was lost. If the call goes on, the agent has it again.',
  'not-allowed': 'You may not speak in this call any more.',
};

/** Lets a member speak with the customer in the agent's place, until it is over or the component unmounts. */
export function useTakeOver(callId: string) {
  const [state, setState] = useState<TakeOverState>('off');
  const [isMuted, setMuted] = useState(false);
  const [isHolding, setHolding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [suggestions, setSuggestions] = useState<readonly string[] | null>(null);
  const [isSuggesting, setSuggesting] = useState(() => localStorage.getItem(suggestionsKey) !== 'off');
  const levels = useRef({ ...silent });
  const current = useRef<Own | null>(null);

  const stop = useCallback(() => {
    const own = current.current;
    current.current = null;
    own?.socket?.close();
    own?.audio?.close();
    levels.current = { ...silent };
    setMuted(false);
    setHolding(false);
    setSuggestions(null);
    setState('off');
  }, []);
  useEffect(() => stop, [stop]);

  const send = (message: object) => current.current?.socket?.send(JSON.stringify(message));
  const start = async (microphoneId: string | null) => {
    stop();
    setProblem(null);
    setState('connecting');
    const own: Own = { socket: null, audio: null, isSpeaking: false };
    current.current = own;
    const isOver = () => current.current !== own;
    const end = (why: string | null) => {
      if (isOver()) return;
      stop();
      setProblem(why);
    };
    let unheard = 0;
    const begin = (canSuggest: boolean) => {
      own.isSpeaking = true;
      setState('speaking');
      setSuggestions(canSuggest ? [] : null);
      if (canSuggest && isSuggesting) send({ type: 'suggest', isOn: true });
    };
    const record = (frame: ArrayBuffer) => {
      // Frames count the time also in a tab that is not shown, whose timers are slow.
      if (own.isSpeaking && ++unheard > unheardFramesMax) return end(endings.lost!);
      levels.current.own = levels.current.isMuted ? 0 : loudnessOf(frame);
      sendFrame(own.socket, levels.current.isMuted ? new ArrayBuffer(frame.byteLength) : frame);
    };
    try {
      // The microphone first: the agent must not fall silent while the browser asks for it.
      const audio = await openBrowserAudio(record, { waitingSecondsMax, microphoneId });
      if (isOver()) return audio.close();
      own.audio = audio;
      own.socket = openSocket(callId);
      own.socket.onclose = () => end('The connection was lost, or you may not take over this call.');
      own.socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
        if (isOver()) return;
        unheard = 0;
        if (typeof data !== 'string') levels.current.customer = playCustomer(data, audio);
        else
          takeMessage(JSON.parse(data) as ServerMessage, { audio, end, begin, setSuggestions, setProblem });
      };
    } catch (error) {
      end(error instanceof NoAudio ? error.message : 'The browser could not start audio.');
    }
  };
  return {
    state,
    isMuted,
    isHolding,
    problem,
    levels,
    /** What the member may answer; `null` when the agent cannot suggest. */
    suggestions,
    isSuggesting,
    start,
    mute(isOn: boolean) {
      levels.current.isMuted = isOn;
      setMuted(isOn);
    },
    hold(isOn: boolean) {
      send({ type: 'hold', isHolding: isOn });
      setHolding(isOn);
    },
    suggest(isOn: boolean) {
      localStorage.setItem(suggestionsKey, isOn ? 'on' : 'off');
      setSuggesting(isOn);
      setSuggestions([]);
      send({ type: 'suggest', isOn });
    },
    /** Gives the call back to the agent. Its model reads the note. */
    handBack: (note: string) => send({ type: 'handBack', note: note.trim() === '' ? null : note.trim() }),
  };
}

interface Effects {
  audio: BrowserAudio;
  end: (why: string | null) => void;
  begin: (canSuggest: boolean) => void;
  setSuggestions: (suggestions: readonly string[]) => void;
  setProblem: (problem: string) => void;
}

function takeMessage(
  message: ServerMessage,
  { audio, end, begin, setSuggestions, setProblem }: Effects,
): void {
  if (message.type === 'ready') audio.playAt(message.sampleRateHz);
  else if (message.type === 'speaking') begin(message.canSuggest);
  else if (message.type === 'suggested') setSuggestions(message.suggestions);
  else if (message.type === 'problem') setProblem(message.error);
  else if (message.type === 'refused') end(`Not possible now: ${message.reason}.`);
  else end(endings[message.reason] ?? null);
}

function sendFrame(socket: WebSocket | null, frame: ArrayBuffer): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(frame);
}

/** Plays the customer's side of both, and returns its loudness. */
function playCustomer(both: ArrayBuffer, audio: BrowserAudio): number {
  const customer = leftOf(both);
  const loudness = loudnessOf(customer);
  audio.play(customer);
  return loudness;
}

function openSocket(callId: string): WebSocket {
  const socket = new WebSocket(
    `${window.location.origin.replace(/^http/, 'ws')}/api/calls/${callId}/takeover`,
  );
  socket.binaryType = 'arraybuffer';
  return socket;
}

/** Returns the customer's side of both. */
function leftOf(both: ArrayBuffer): ArrayBuffer {
  return new Int16Array(both).filter((_, at) => at % 2 === 0).buffer;
}
