import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { openBrowserAudio } from '../browser-audio/index.ts';
import { ownOf } from './chain.ts';

type Trial = Schema<'ProviderTrial'>;
type Request = Schema<'TryProviderInput'>;

/** The longest speech of a trial. */
const speechMsMax = 6000;
const frameMs = 20;

/** PocketSphinx understands only phrases that it expects. */
const expected: Record<string, string> = { pocketsphinx: 'yes please' };

interface TryTranscriberProps {
  /** The settings of the form, saved or not. */
  value: Record<string, unknown> & { provider: string };
  language: string;
  /** The provider's place in the chain; null for the agent's own provider. */
  place: string | null;
}

/** Lets the transcriber hear a sentence from the microphone, and shows the words that it understood. */
export function TryTranscriber({ value, language, place }: TryTranscriberProps) {
  const { provider, ...settings } = ownOf(value);
  const phrase = expected[provider] ?? '';
  const mayTry = useCan('agents:write');
  const trial = useMutation({
    mutationFn: (frames: readonly ArrayBuffer[]) => {
      const params = { path: { provider: provider as Schema<'Provider'>['provider'] } };
      const body = {
        kind: 'transcriber',
        settings,
        text: phrase,
        audio: base64Of(frames),
        language,
      } as Request;
      return read(api.POST('/api/providers/{provider}/try', { params, body }));
    },
  });
  const speech = useSpeech((frames) => trial.mutate(frames));
  if (!mayTry) return null;
  const action = speech.isOpen ? 'Stop' : 'Try transcriber';
  return (
    <div className="try-provider">
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          loading={trial.isPending}
          onClick={() => (speech.isOpen ? speech.stop() : void speech.start())}
          {...(place !== null && { 'aria-label': `${action}: ${place}` })}
        >
          {action}
        </Button>
        <div role="status">
          {speech.isOpen ? (
            <Text size="sm">{phrase === '' ? 'Speak one sentence.' : `Say “${phrase}”.`}</Text>
          ) : null}
          {trial.data && !speech.isOpen ? <Understood trial={trial.data} /> : null}
        </div>
      </Group>
      {speech.isOpen ? (
        <progress className="try-speech" max={speechMsMax} value={speech.spokenMs} aria-label="Recorded" />
      ) : null}
      {(speech.problem ?? trial.error) ? <ErrorState error={(speech.problem ?? trial.error)!} /> : null}
    </div>
  );
}

function Understood({ trial: { message, text, firstMs, tookMs } }: { trial: Trial }) {
  if (message !== null) return <Text size="sm">The trial failed: {message}</Text>;
  if (!text) return <Text size="sm">No words were understood.</Text>;
  return (
    <Group gap="xs">
      <Text size="sm">“{text}”</Text>
      <Text size="xs" c="dimmed">
        {firstMs === null ? '' : `first words ${firstMs} ms after you began, `}
        all {tookMs} ms after you ended
      </Text>
    </Group>
  );
}

/** Records from the microphone until `stop`, or the longest speech; then calls `onSpoken`. */
function useSpeech(onSpoken: (frames: readonly ArrayBuffer[]) => void) {
  const [isOpen, setOpen] = useState(false);
  const [spokenMs, setSpokenMs] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);
  const stopping = useRef<((isAbandoned: boolean) => void) | null>(null);
  useEffect(() => () => stopping.current?.(true), []);
  const start = async () => {
    const frames: ArrayBuffer[] = [];
    setProblem(null);
    setSpokenMs(0);
    setOpen(true);
    try {
      const audio = await openBrowserAudio((frame) => {
        frames.push(frame);
        setSpokenMs(frames.length * frameMs);
        if (frames.length * frameMs >= speechMsMax) stopping.current?.(false);
      });
      stopping.current = (isAbandoned) => {
        stopping.current = null;
        audio.close();
        setOpen(false);
        if (!isAbandoned) onSpoken(frames);
      };
    } catch (error) {
      setOpen(false);
      setProblem(error);
    }
  };
  return { isOpen, spokenMs, problem, start, stop: () => stopping.current?.(false) };
}

function base64Of(frames: readonly ArrayBuffer[]): string {
  const characters = frames.flatMap((frame) =>
    Array.from(new Uint8Array(frame), (byte) => String.fromCharCode(byte)),
  );
  return btoa(characters.join(''));
}
