import { useEffect, useState } from 'react';

/** The microphone and the loudspeaker of a headset. */
export type DeviceKind = 'audioinput' | 'audiooutput';

const storageKeys: Record<DeviceKind, string> = {
  audioinput: 'parley-microphone',
  audiooutput: 'parley-loudspeaker',
};

/** Chrome and Edge 110 and later (https://developer.mozilla.org/docs/Web/API/AudioContext/setSinkId). */
type ContextWithSink = AudioContext & { setSinkId(sinkId: string): Promise<void> };

export const canChooseLoudspeaker = 'AudioContext' in globalThis && 'setSinkId' in AudioContext.prototype;

/** Returns the device that the user has chosen in this browser; `null` for the browser's own choice. */
export function chosenDevice(kind: DeviceKind): string | null {
  return localStorage.getItem(storageKeys[kind]);
}

export function chooseDevice(kind: DeviceKind, deviceId: string | null): void {
  if (deviceId === null) localStorage.removeItem(storageKeys[kind]);
  else localStorage.setItem(storageKeys[kind], deviceId);
}

/** Plays on the chosen loudspeaker, or on the browser's own choice while that one is not connected. */
export async function playOnChosen(context: AudioContext): Promise<void> {
  const loudspeakerId = chosenDevice('audiooutput');
  if (loudspeakerId === null || !canChooseLoudspeaker) return;
  await (context as ContextWithSink).setSinkId(loudspeakerId).catch(() => undefined);
}

export type NamedDevices = Record<DeviceKind, readonly { value: string; label: string }[]>;

const none: NamedDevices = { audioinput: [], audiooutput: [] };

/** Returns the devices that the browser names. It names them once a microphone was allowed; another `since` reads them again. */
export function useDevices(since: unknown): NamedDevices {
  const [named, setNamed] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: browsers report no event when a permission was given.
  useEffect(() => {
    const { mediaDevices } = navigator;
    // Browsers offer it in secure contexts only.
    if (!mediaDevices) return;
    let isOver = false;
    const read = async () => {
      const devices = await mediaDevices.enumerateDevices();
      const of = (wanted: DeviceKind) =>
        devices
          .filter(({ kind, deviceId, label }) => kind === wanted && deviceId && label)
          .map(({ deviceId: value, label }) => ({ value, label }));
      if (!isOver) setNamed({ audioinput: of('audioinput'), audiooutput: of('audiooutput') });
    };
    void read();
    mediaDevices.addEventListener('devicechange', read);
    return () => {
      isOver = true;
      mediaDevices.removeEventListener('devicechange', read);
    };
  }, [since]);
  return named;
}
