import { Select } from '@mantine/core';
import { useState } from 'react';
import { useMicrophones } from './microphones.ts';

/** The microphone that the user has chosen in this browser. */
const storageKey = 'parley-microphone';

/** Returns the chosen microphone and how to choose another; `null` is the browser's own choice. */
export function useMicrophone(): [string | null, (microphoneId: string | null) => void] {
  const [microphoneId, setMicrophoneId] = useState(() => localStorage.getItem(storageKey));
  const choose = (chosen: string | null) => {
    if (chosen === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, chosen);
    setMicrophoneId(chosen);
  };
  return [microphoneId, choose];
}

/** Chooses between several microphones. */
export function MicrophoneSelect({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const microphones = useMicrophones();
  if (microphones.length < 2) return null;
  return (
    <Select
      label="Microphone"
      placeholder="That of the browser"
      data={microphones}
      clearable
      // The microphone that was chosen earlier may be disconnected now.
      value={microphones.some((one) => one.value === value) ? value : null}
      onChange={onChange}
    />
  );
}
