import { useEffect, useState } from 'react';

/** Returns the microphones that the browser names. It names them once one was allowed. */
export function useMicrophones(): readonly { value: string; label: string }[] {
  const [microphones, setMicrophones] = useState<readonly { value: string; label: string }[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    // Browsers offer it in secure contexts only.
    if (!mediaDevices) return;
    let isOver = false;
    const read = async () => {
      const devices = await mediaDevices.enumerateDevices();
      const named = devices.filter(({ kind, deviceId, label }) => kind === 'audioinput' && deviceId && label);
      if (!isOver) setMicrophones(named.map(({ deviceId: value, label }) => ({ value, label })));
    };
    void read();
    mediaDevices.addEventListener('devicechange', read);
    return () => {
      isOver = true;
      mediaDevices.removeEventListener('devicechange', read);
    };
  }, []);
  return microphones;
}
