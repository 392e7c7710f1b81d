import type { Schema } from '../../api/schema.ts';
import { formatMoney, formatNumber, formatPercent } from '../../ui/format.ts';
import { groupOf, outcomeGroups } from '../call-outcomes/index.ts';

export type Breakdown = Schema<'CallBreakdown'>;
export type Figures = Breakdown['total'];

/** Returns a share as 42% or 4.2%, or a dash for a share of nothing. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '—' : formatPercent(part / whole);
}

/** Returns a sum of costs, or a dash for calls that all ended while there were no prices. */
export function costText(
  { cost, isPriced }: Pick<Figures, 'cost' | 'isPriced'>,
  currency: string | null,
): string {
  if (!isPriced) return '—';
  return currency ? formatMoney(cost, currency) : formatNumber(Number(cost));
}

/** Returns the calls by group of outcomes. */
export function byGroup(byOutcome: Readonly<Record<string, number>>): Record<string, number> {
  const groups: Record<string, number> = Object.fromEntries(outcomeGroups.map(({ id }) => [id, 0]));
  for (const [outcome, calls] of Object.entries(byOutcome)) groups[groupOf(outcome)]! += calls;
  return groups;
}

/** Returns the calls in which a person and the agent talked. */
export function connectedOf({ byOutcome }: Figures): number {
  return byGroup(byOutcome).talked ?? 0;
}

/** Returns an amount compared with the one before, such as "+12%", or null when there is nothing to compare with. */
export function changeOf(amount: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((amount - before) / before) * 100);
  return percent === 0 ? 'unchanged' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}

/** Returns a share compared with the one before in percentage points, or null when there is nothing to compare with. */
export function pointsOf(one: readonly [number, number], before: readonly [number, number]): string | null {
  if (one[1] === 0 || before[1] === 0) return null;
  const points = Math.round((one[0] / one[1] - before[0] / before[1]) * 1000) / 10;
  return points === 0 ? 'unchanged' : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`;
}
