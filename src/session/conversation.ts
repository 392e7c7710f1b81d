import type { CallEnd, TranscriptEntry } from '../calls/index.ts';
import type { MediaSession, Playback } from '../media/index.ts';

/** What an answered call is carried on with. */
export interface ConversationOptions {
  media: Pick<MediaSession, 'play' | 'stopPlaying' | 'timeZeroEpochMs'>;
  /** What the agent says first, as text and as 8 kHz audio; null: it waits to be spoken to. */
  greeting: Promise<{ text: string; pcm: Int16Array } | null>;
  silenceMs: number;
  maxDurationMs: number;
  /** Resolves when the call ends from outside: the other side hangs up, or it is stopped. */
  ended: Promise<CallEnd>;
  digits: DigitSource;
}

/** Where the keys that the caller presses are told. */
export interface DigitSource {
  onDigit: (digit: string, atMs: number) => void;
}

export interface ConversationResult {
  end: CallEnd;
  transcript: TranscriptEntry[];
}

/**
 * Carries an answered call to its end: the agent speaks its first message, waits until the last packet of it has
 * been sent, and hangs up after the configured silence. A key that the caller presses starts the silence anew.
 */
export async function converse(options: ConversationOptions): Promise<ConversationResult> {
  const transcript: TranscriptEntry[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, end: CallEnd) =>
    new Promise<CallEnd>((resolve) => timers.add(setTimeout(resolve, ms, end)));
  const silence = silenceTimer(options.silenceMs);
  options.digits.onDigit = (digit, atMs) => {
    transcript.push(entryAt(options, { role: 'user', message: digit, name: 'dtmf' }, atMs, atMs));
    silence.restart();
  };
  const ended = Promise.race([options.ended, after(options.maxDurationMs, tooLong)]);
  try {
    const end =
      (await speakFirst(options, ended, transcript)) ?? (await Promise.race([ended, silence.start()]));
    return { end, transcript: transcript.toSorted((a, b) => a.secondsFromStart - b.secondsFromStart) };
  } finally {
    silence.stop();
    for (const timer of timers) clearTimeout(timer);
  }
}

const tooLong: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'exceeded-max-duration',
  message: 'The call reached its maximum duration.',
};
const silent: CallEnd = {
  status: 'ended',
  endedBy: 'Agent ended the call',
  endedReason: 'silence-timed-out',
  message: 'Nothing more was said for as long as the agent waits.',
};
const voiceless: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'provider-error',
  message: 'The voice could not speak the first message.',
};

/** Speaks the first message to its end; an end of the call when it ended meanwhile, else null. */
async function speakFirst(
  options: ConversationOptions,
  ended: Promise<CallEnd>,
  transcript: TranscriptEntry[],
): Promise<CallEnd | null> {
  const { media } = options;
  const greeting = await Promise.race([options.greeting.catch(() => 'failed' as const), ended]);
  if (greeting === 'failed') return voiceless;
  if (greeting === null) return null;
  if ('status' in greeting) return greeting;
  const playing = media.play(greeting.pcm);
  const first = await Promise.race([playing.catch(() => voiceless), ended]);
  if ('status' in first) media.stopPlaying();
  const playback = await playing.catch(() => null);
  const said = playback && heardText(greeting.text, playback, greeting.pcm.length / 8);
  if (playback && said) {
    transcript.push(entryAt(options, { role: 'bot', message: said }, playback.startMs, playback.endMs));
  }
  return 'status' in first ? first : null;
}

/** The words that were sent: all of them, or as many as their share of the audio that was played. */
export function heardText(text: string, playback: Playback, totalMs: number): string {
  if (playback.completed) return text;
  const words = text.split(/\s+/).filter(Boolean);
  return words.slice(0, Math.floor((words.length * playback.playedMs) / Math.max(totalMs, 1))).join(' ');
}

function entryAt(
  options: ConversationOptions,
  entry: Pick<TranscriptEntry, 'role' | 'message' | 'name'>,
  startMs: number,
  endMs: number,
): TranscriptEntry {
  const zero = options.media.timeZeroEpochMs ?? Date.now();
  const seconds = (ms: number) => Math.round(ms) / 1000;
  return {
    ...entry,
    secondsFromStart: seconds(startMs),
    time: new Date(zero + startMs).toISOString(),
    endTime: new Date(zero + endMs).toISOString(),
    duration: seconds(endMs - startMs),
  };
}

/** Resolves after `silenceMs` in which it was not restarted. */
function silenceTimer(silenceMs: number) {
  const { promise, resolve } = Promise.withResolvers<CallEnd>();
  let timer: NodeJS.Timeout | undefined;
  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(resolve, silenceMs, silent);
  };
  return {
    start() {
      arm();
      return promise;
    },
    restart() {
      if (timer) arm();
    },
    stop: () => clearTimeout(timer),
  };
}
