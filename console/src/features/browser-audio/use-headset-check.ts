import { useCallback, useEffect, useRef, useState } from 'react';
import { type BrowserAudio, NoAudio, openBrowserAudio } from './browser-audio.ts';
import { loudnessOf } from './loudness.ts';

/** The two notes that the loudspeaker plays. */
const notesHz = [440, 660];
const noteSeconds = 0.2;
const noteVolume = 0.15;

/** Opens the chosen microphone and loudspeaker outside a call: shows how loud the user is, and plays a short tone. */
export function useHeadsetCheck() {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const levels = useRef({ own: 0 });
  const opened = useRef<BrowserAudio | null>(null);
  /** Counts the beginnings and ends, so that a slow beginning notices that it is over. */
  const turn = useRef(0);

  const stop = useCallback(() => {
    turn.current++;
    opened.current?.close();
    opened.current = null;
    levels.current.own = 0;
    setOn(false);
  }, []);
  useEffect(() => stop, [stop]);

  const start = async () => {
    stop();
    const mine = turn.current;
    setProblem(null);
    try {
      const audio = await openBrowserAudio((frame) => {
        levels.current.own = loudnessOf(frame);
      });
      if (turn.current !== mine) return audio.close();
      opened.current = audio;
      setOn(true);
      playTone(audio.context);
    } catch (error) {
      if (turn.current !== mine) return;
      setProblem(error instanceof NoAudio ? error.message : 'The browser could not start audio.');
    }
  };
  return { isOn, problem, levels, start, stop };
}

function playTone(context: AudioContext): void {
  const volume = new GainNode(context, { gain: noteVolume });
  volume.connect(context.destination);
  for (const [at, frequency] of notesHz.entries()) {
    const note = new OscillatorNode(context, { frequency });
    note.connect(volume);
    note.start(context.currentTime + at * noteSeconds);
    note.stop(context.currentTime + (at + 1) * noteSeconds);
  }
}
