import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Schema, send } from '../../api/index.ts';
import { toastFailure } from '../../ui/index.ts';

type Spoken = Omit<Schema<'SpeakPronunciationInput'>, 'agentId'>;

interface ListenButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'disabled'> {
  entry: Spoken;
  /** The agent whose voice speaks; undefined for the embedded voice. */
  agentId: string | undefined;
  /** The button's name for assistive technology, where several are on a page. */
  name?: string;
}

/** Plays a term as voices speak it with this entry, stored or not. */
export function ListenButton({ entry, agentId, name, ...button }: ListenButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const playing = useRef<HTMLAudioElement | null>(null);
  useEffect(() => () => playing.current?.pause(), []);
  const listen = async () => {
    playing.current?.pause();
    setBusy(true);
    try {
      const { term, language, replacement, ipa } = entry;
      const audio = await speech({ term, language, replacement, ipa, agentId: agentId ?? null });
      playing.current = audio;
      await audio.play();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      {...button}
      loading={isBusy}
      onClick={() => void listen()}
      {...(name ? { 'aria-label': name } : {})}
    >
      Listen
    </Button>
  );
}

async function speech(entry: Schema<'SpeakPronunciationInput'>): Promise<HTMLAudioElement> {
  const body = JSON.stringify(entry);
  const headers = { 'content-type': 'application/json' };
  const answer = await send('/api/pronunciations/speak', { method: 'POST', headers, body });
  const url = URL.createObjectURL(await answer.blob());
  const audio = new Audio(url);
  audio.onended = () => URL.revokeObjectURL(url);
  return audio;
}
