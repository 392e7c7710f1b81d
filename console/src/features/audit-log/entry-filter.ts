/** The filter in the address. Missing fields do not filter. */
export interface EntryFilter {
  memberId?: string;
  verb?: string;
  type?: string;
  resourceId?: string;
  /** Days in the browser's time zone. */
  from?: string;
  to?: string;
}

/** Returns the days of a filter as instants. Both bounds are exclusive. */
export function rangeOf({ from, to }: EntryFilter): { createdAtGt?: string; createdAtLt?: string } {
  const start = from ? new Date(`${from}T00:00:00`) : null;
  const end = to ? new Date(`${to}T00:00:00`) : null;
  end?.setDate(end.getDate() + 1);
  return {
    ...(isTime(start)
      ? { createdAtGt: new Date(start.getTime() - 1).toISOString().replace('Z', '999Z') }
      : {}),
    ...(isTime(end) ? { createdAtLt: end.toISOString() } : {}),
  };
}

function isTime(date: Date | null): date is Date {
  return date !== null && !Number.isNaN(date.getTime());
}
