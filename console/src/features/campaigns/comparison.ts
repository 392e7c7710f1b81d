import type { Schema } from '../../api/schema.ts';
import { formatNumber } from '../../ui/index.ts';

export type Comparison = Schema<'CampaignComparison'>;
export type Compared = Comparison['campaigns'][number];
type Difference = Comparison['differences'][number];

/** Returns a share as 42% or 4.2%, or a dash. */
export function formatRate(rate: number | null): string {
  if (rate === null) return '—';
  const percent = rate * 100;
  return `${percent > 0 && percent < 9.95 ? percent.toFixed(1) : Math.round(percent)}%`;
}

const rates = {
  reached: { rateOf: ({ reachedRate }: Compared) => reachedRate, of: 'customers', verb: 'reached' },
  answered: { rateOf: ({ answerRate }: Compared) => answerRate, of: 'attempts', verb: 'got answers to' },
} as const;

/** Says of a campaign whether it differs from the first by more than chance. */
export function sentenceOf({ campaigns }: Comparison, difference: Difference): string {
  const { campaignId, figure, differencePoints, pValue, verdict } = difference;
  const first = campaigns[0]!;
  const other = campaigns.find((campaign) => campaign.campaignId === campaignId)!;
  const { rateOf, of, verb } = rates[figure];
  const names = [`“${other.name}”`, `“${first.name}”`] as const;
  if (verdict === 'too-few') {
    const counted = figure === 'reached' ? 'customers are finished' : 'attempts are over';
    return `${names[0]} and ${names[1]}: too few ${counted} to say whether the shares that were ${figure} differ.`;
  }
  const shares = `${formatRate(rateOf(other))} against ${formatRate(rateOf(first))}`;
  const chance = pValue! < 0.0005 ? 'p below 0.001' : `p = ${pValue!.toFixed(3)}`;
  if (verdict === 'no-difference')
    return `${names[0]} and ${names[1]} ${verb} about the same share of ${of}: ${shares}. Chance explains the difference (${chance}).`;
  const points = formatNumber(Math.abs(differencePoints!));
  const size = verdict === 'higher' ? 'larger' : 'smaller';
  return `${names[0]} ${verb} a ${size} share of its ${of} than ${names[1]}: ${shares}, ${points} points ${
    verdict === 'higher' ? 'more' : 'fewer'
  }. This is more than chance (${chance}).`;
}
