interface Spoken {
  startedAt: string | null;
  endedAt: string | null;
}

/** Returns how long an ended call was connected, in seconds; null when it was not answered or has not ended. */
export function secondsOf({ startedAt, endedAt }: Spoken): number | null {
  if (startedAt === null || endedAt === null) return null;
  return Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
}

/** Returns seconds as people read them: `8 s`, `2 m 05 s`, `1 h 02 m`. */
export function durationText(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${two(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`;
}

/** Returns a time to the second, as `2026-01-31 09:00:00`, in UTC. */
export function timeText(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
