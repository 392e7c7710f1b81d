import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, read, type Schema } from '../../api/index.ts';

interface PlayVoiceProps {
  provider: string;
  settings: { voice: string; model: string | null };
  /** What the voice says. */
  text: string;
  language: string;
  /** The name of the voice, for screen readers. */
  name: string;
}

/** Speaks a sentence with a voice, and plays it. */
export function PlayVoice({ provider, settings: { voice, model }, text, language, name }: PlayVoiceProps) {
  const playing = useRef<{ audio: HTMLAudioElement; url: string } | null>(null);
  const stop = () => {
    playing.current?.audio.pause();
    if (playing.current) URL.revokeObjectURL(playing.current.url);
    playing.current = null;
  };
  // Leaving the list ends what plays.
  useEffect(() => () => playing.current?.audio.pause(), []);
  const trial = useMutation({
    mutationFn: async () => {
      const params = { path: { provider: provider as Schema<'Provider'>['provider'] } };
      const settings = { voice, ...(model !== null && { model }) };
      const body = { kind: 'voice', settings, text, language } as Schema<'TryProviderInput'>;
      const { audio, message } = await read(api.POST('/api/providers/{provider}/try', { params, body }));
      if (audio === null) throw new Error(message ?? 'There was no audio.');
      const bytes = Uint8Array.from(atob(audio), (character) => character.charCodeAt(0));
      stop();
      const url = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
      playing.current = { url, audio: new Audio(url) };
      await playing.current.audio.play();
    },
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Play ${name}`}
        loading={trial.isPending}
        onClick={() => trial.mutate()}
      >
        Play
      </Button>
      {trial.error ? (
        <Text size="xs" c="red" role="alert">
          {trial.error.message}
        </Text>
      ) : null}
    </>
  );
}
