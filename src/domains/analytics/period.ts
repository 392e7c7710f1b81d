import { invalid } from '../../platform/kernel/index.ts';

const dayMs = 86_400_000;
/** The longest period that figures are made of. */
const daysMax = 31;

/** A period of time in RFC 3339: from `from` on and before `to`. */
interface Period {
  from: string;
  to: string;
}

/** The period that is asked for: the last day where nothing is said. One that is too long or ends before it begins is a 400. */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
): Period {
  const toMs = asked.to === undefined ? nowMs : Date.parse(asked.to);
  const fromMs = asked.from === undefined ? toMs - dayMs : Date.parse(asked.from);
  if (fromMs > toMs) throw invalid('from', 'must not be after to');
  if (toMs - fromMs > daysMax * dayMs) throw invalid('from', `must be at most ${daysMax} days before to`);
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
