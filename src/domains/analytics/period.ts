import { invalid } from '../../platform/kernel/index.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** How long periods may be, and how long they are by default, in days. */
interface Lengths {
  daysMax: number;
  defaultDays: number;
}
const usual: Lengths = { daysMax: 31, defaultDays: 1 };

/** A period in RFC 3339: from `from` up to, but not including, `to`. */
interface Period {
  from: string;
  to: string;
}

/**
 * Returns the requested period, by default the last days. Throws a 400 for a period that is too long or ends before it
 * begins.
 */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
  { daysMax, defaultDays } = usual,
): Period {
  const toMs = asked.to === undefined ? nowMs : Date.parse(asked.to);
  const fromMs = asked.from === undefined ? toMs - defaultDays * dayMs : Date.parse(asked.from);
  if (fromMs > toMs) throw invalid('from', 'must not be after to');
  if (toMs - fromMs > daysMax * dayMs) throw invalid('from', `must be at most ${daysMax} days before to`);
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** Returns the whole hours that a period touches. */
export function wholeHours({ from, to }: Period): Period {
  const fromMs = Math.floor(Date.parse(from) / hourMs) * hourMs;
  const toMs = Math.ceil(Date.parse(to) / hourMs) * hourMs;
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
