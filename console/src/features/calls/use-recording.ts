import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Peaks, wavPeaks } from './wav-peaks.ts';

const pieces = 1_600;

/** A recording to play and draw. */
export interface Recording {
  audio: HTMLAudioElement;
  peaks: Peaks;
}

/** Fetches a recording once. `key` names it. `audio` plays it, and is released with the page. */
export function useRecording(
  key: string,
  isThere: boolean,
  fetchFile: (signal: AbortSignal) => Promise<Response>,
) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recordings', key],
    queryFn: async ({ signal }) => {
      const file = await (await fetchFile(signal)).arrayBuffer();
      const peaks = wavPeaks(file, pieces);
      if (!peaks) throw new Error('The recording is not a WAV file.');
      return { peaks, blob: new Blob([file], { type: 'audio/wav' }) };
    },
    enabled: isThere,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data.blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [data]);
  const recording = useMemo((): Recording | null => {
    if (!data || url === null) return null;
    const audio = new Audio(url);
    audio.preload = 'auto';
    return { audio, peaks: data.peaks };
  }, [data, url]);
  useEffect(() => () => recording?.audio.pause(), [recording]);
  return { recording, error, refetch: () => void refetch() };
}

/**
 * Returns the audio's position in milliseconds, updated several times a second. Null without audio and before
 * playback.
 */
export function usePositionMs(recording: Recording | null): number | null {
  const [positionMs, setPositionMs] = useState<number | null>(null);
  useEffect(() => {
    setPositionMs(null);
    if (!recording) return;
    const { audio } = recording;
    const update = () => setPositionMs(audio.currentTime * 1_000);
    const events = ['timeupdate', 'seeking', 'ended'] as const;
    for (const event of events) audio.addEventListener(event, update);
    return () => {
      for (const event of events) audio.removeEventListener(event, update);
    };
  }, [recording]);
  return positionMs;
}

export function useIsPlaying(recording: Recording | null): boolean {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    setPlaying(false);
    if (!recording) return;
    const { audio } = recording;
    const update = () => setPlaying(!audio.paused && !audio.ended);
    const events = ['play', 'pause', 'ended'] as const;
    for (const event of events) audio.addEventListener(event, update);
    return () => {
      for (const event of events) audio.removeEventListener(event, update);
    };
  }, [recording]);
  return isPlaying;
}
