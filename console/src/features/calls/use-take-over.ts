import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type BrowserAudio, loudnessOf, NoAudio, openBrowserAudio } from '../browser-audio/index.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The loudness of the member and the customer, from 0 to 1. */
export interface TakeOverLevels {
  own: number;
  customer: number;
  isMuted: boolean;
}

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
  /** Frames of the microphone since the last message of the service. */
  unheardFrames: number;
}

/** When more audio of the customer waits, the oldest is dropped. */
const waitingSecondsMax = 0.24;
/** After 3 s without audio of the call the connection counts as lost. Frames are 20 ms. */
const unheardFramesMax = 150;

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
  const send = (message: object) => current.current?.socket?.send(JSON.stringify(message));
  const { shown, begin: beginSuggestions, show, hide } = useSuggestions(send);

  const stop = useCallback(() => {
    const own = current.current;
    current.current = null;
    own?.socket?.close();
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
    const own: Own = { socket: null, audio: null, isSpeaking: false, unheardFrames: 0 };
    current.current = own;
    const isOver = () => current.current !== own;
    const end = (why: string | null) => {
      if (isOver()) return;
      stop();
      setProblem(why);
    };
    const begin = (canSuggest: boolean) => {
      own.isSpeaking = true;
      setState('speaking');
      beginSuggestions(canSuggest);
    };
    const record = (frame: ArrayBuffer) => {
      if (isUnheard(own)) end(endings.lost!);
      else sendFrame(own.socket, heardOf(frame, levels.current));
    };
    try {
      // The microphone first, because the agent must not fall silent while the browser asks for it.
      const audio = await openBrowserAudio(record, { waitingSecondsMax });
      if (isOver()) return audio.close();
      own.audio = audio;
      own.socket = openSocket(callId, own, isOver, { audio, end, begin, show, setProblem, levels });
    } catch (error) {
      end(error instanceof NoAudio ? error.message : 'The browser could not start audio.');
    }
  };
  return {
    ...{ state, isMuted, isHolding, problem, levels, start },
    ...shown,
    mute(isOn: boolean) {
      levels.current.isMuted = isOn;
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
  audio: BrowserAudio;
  end: (why: string | null) => void;
  begin: (canSuggest: boolean) => void;
  show: (suggestions: readonly string[]) => void;
  setProblem: (problem: string) => void;
  levels: RefObject<TakeOverLevels>;
}

function takeMessage(message: ServerMessage, { audio, end, begin, show, setProblem }: Effects): void {
  if (message.type === 'ready') audio.playAt(message.sampleRateHz);
  else if (message.type === 'speaking') begin(message.canSuggest);
  else if (message.type === 'suggested') show(message.suggestions);
  else if (message.type === 'problem') setProblem(message.error);
  else if (message.type === 'refused') end(`Not possible now: ${message.reason}.`);
  else end(endings[message.reason] ?? null);
}

/** Counts a frame. Frames count the time also in a tab that is not shown, whose timers are slow. */
function isUnheard(own: Own): boolean {
  return own.isSpeaking && ++own.unheardFrames > unheardFramesMax;
}

/** Returns what is sent of the microphone, and notes its loudness. */
function heardOf(frame: ArrayBuffer, levels: TakeOverLevels): ArrayBuffer {
  levels.own = levels.isMuted ? 0 : loudnessOf(frame);
  return levels.isMuted ? new ArrayBuffer(frame.byteLength) : frame;
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

function openSocket(callId: string, own: Own, isOver: () => boolean, effects: Effects): WebSocket {
  const socket = new WebSocket(
    `${window.location.origin.replace(/^http/, 'ws')}/api/calls/${callId}/takeover`,
  );
  socket.binaryType = 'arraybuffer';
  socket.onclose = () => effects.end('The connection was lost, or you may not take over this call.');
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (isOver()) return;
    own.unheardFrames = 0;
    if (typeof data !== 'string') effects.levels.current.customer = playCustomer(data, effects.audio);
    else takeMessage(JSON.parse(data) as ServerMessage, effects);
  };
  return socket;
}

/** Returns the customer's side of both. */
function leftOf(both: ArrayBuffer): ArrayBuffer {
  return new Int16Array(both).filter((_, at) => at % 2 === 0).buffer;
}
