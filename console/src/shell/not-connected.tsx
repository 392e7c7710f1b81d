import { useEffect, useState } from 'react';
import { useStaleSince } from '../api/index.ts';
import { formatTimeOfDay } from '../ui/index.ts';

/** A restart of the service, or a change of networks, is over sooner. */
const patienceMs = 5_000;

/** Says that what is shown may no longer be so, and since when; `lostAtMs` as `useLiveEvents` tells it. */
export function NotConnected({ lostAtMs }: { lostAtMs: number | null }) {
  const staleSinceMs = useStaleSince();
  const isAway = lostAtMs !== null || staleSinceMs !== null;
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    if (!isAway) return;
    const timer = setTimeout(() => setTold(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setTold(false);
    };
  }, [isAway]);
  const sinceMs = Math.min(lostAtMs ?? Number.POSITIVE_INFINITY, staleSinceMs ?? Number.POSITIVE_INFINITY);
  return (
    <div role="status" className="not-connected">
      {isAway && isTold ? (
        <p>
          Not connected since {formatTimeOfDay(sinceMs)}. This page may be out of date. It updates when the
          service responds.
        </p>
      ) : null}
    </div>
  );
}
