import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useReconnect, useStaleSince } from '../api/index.ts';
import { formatTimeOfDay } from '../ui/index.ts';

/** Restarts of the service and changes of network usually take less. */
const patienceMs = 5_000;

/** Says since when the page may be out of date. `lostAtMs` comes from `useLiveEvents`. */
export function NotConnected({ lostAtMs }: { lostAtMs: number | null }) {
  const staleSinceMs = useStaleSince();
  const isAway = lostAtMs !== null || staleSinceMs !== null;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAway) return;
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isAway]);
  const sinceMs = Math.min(lostAtMs ?? Number.POSITIVE_INFINITY, staleSinceMs ?? Number.POSITIVE_INFINITY);
  return (
    <div className="not-connected">
      <p role="status">
        {isAway && isShown
          ? `Not connected since ${formatTimeOfDay(sinceMs)}. This page may be out of date. What you type here stays, and the page updates by itself when the service answers.`
          : ''}
      </p>
      {isAway && isShown ? <TryNow /> : null}
    </div>
  );
}

function TryNow() {
  const reconnect = useReconnect();
  const [isTrying, setTrying] = useState(false);
  const tryNow = async () => {
    setTrying(true);
    await reconnect();
    setTrying(false);
  };
  return (
    <Button size="compact-xs" variant="default" onClick={() => void tryNow()} loading={isTrying}>
      Try now
    </Button>
  );
}
