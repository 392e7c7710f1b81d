import { useEffect, useState } from 'react';
import { useStaleSince } from '../api/index.ts';
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
    <div role="status" className="not-connected">
      {isAway && isShown ? (
        <p>
          Not connected since {formatTimeOfDay(sinceMs)}. This page may be out of date. It updates when the
          service responds.
        </p>
      ) : null}
    </div>
  );
}
