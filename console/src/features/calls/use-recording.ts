import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { send } from '../../api/index.ts';
import { type Peaks, wavPeaks } from './wav-peaks.ts';

const pieces = 1_600;

/** A recording that can be played, and drawn. */
export interface Recording {
  audio: HTMLAudioElement;
  peaks: Peaks;
}

/** Fetches the recording of a call once. `audio` plays it, and belongs to the page until the page goes. */
export function useRecording(callId: string, isThere: boolean) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recordings', callId],
    queryFn: async ({ signal }) => {
      const file = await (await send(`/api/calls/${callId}/recording`, { signal })).arrayBuffer();
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

/** Where the audio is, in milliseconds, some times a second; null: there is none, or it was never started. */
export function usePositionMs(recording: Recording | null): number | null {
  const [positionMs, setPositionMs] = useState<number | null>(null);
  useEffect(() => {
    setPositionMs(null);
    if (!recording) return;
    const { audio } = recording;
    const tell = () => setPositionMs(audio.currentTime * 1_000);
    const events = ['timeupdate', 'seeking', 'ended'] as const;
    for (const event of events) audio.addEventListener(event, tell);
    return () => {
      for (const event of events) audio.removeEventListener(event, tell);
    };
  }, [recording]);
  return positionMs;
}

/** Whether the audio plays at this moment. */
export function useIsPlaying(recording: Recording | null): boolean {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    setPlaying(false);
    if (!recording) return;
    const { audio } = recording;
    const tell = () => setPlaying(!audio.paused && !audio.ended);
    const events = ['play', 'pause', 'ended'] as const;
    for (const event of events) audio.addEventListener(event, tell);
    return () => {
      for (const event of events) audio.removeEventListener(event, tell);
    };
  }, [recording]);
  return isPlaying;
}
