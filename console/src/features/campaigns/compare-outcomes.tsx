import { formatLabel, formatNumber, Panel, ToneMark } from '../../ui/index.ts';
import { markOf } from '../call-outcomes/index.ts';
import { CompareGrid, CompareRow } from './compare-table.tsx';
import { type Compared, type Comparison, formatRate } from './comparison.ts';

/** How the calls of the campaigns ended, as shares of each campaign. */
export function CompareOutcomes({ comparison: { campaigns } }: { comparison: Comparison }) {
  const sums = new Map<string, number>();
  for (const { byOutcome } of campaigns) {
    for (const [outcome, calls] of Object.entries(byOutcome))
      sums.set(outcome, (sums.get(outcome) ?? 0) + calls);
  }
  const outcomes = [...sums].toSorted(([, one], [, other]) => other - one).map(([outcome]) => outcome);
  if (outcomes.length === 0) return null;
  return (
    <Panel title="Outcomes">
      <CompareGrid label="Outcomes of the campaigns" first="Outcome" campaigns={campaigns}>
        {outcomes.map((outcome) => {
          const callsOf = ({ byOutcome }: Compared) => byOutcome[outcome] ?? 0;
          return (
            <CompareRow
              key={outcome}
              title={
                <span className="outcome-name">
                  <ToneMark {...markOf(outcome)} />
                  {formatLabel(outcome)}
                </span>
              }
              campaigns={campaigns}
              amountOf={(campaign) => callsOf(campaign) / Math.max(overOf(campaign), 1)}
              textOf={(campaign) =>
                `${formatNumber(callsOf(campaign))} · ${formatRate(callsOf(campaign) / Math.max(overOf(campaign), 1))}`
              }
              searchOf={({ campaignId }) => ({ campaignId, status: 'ended,canceled', outcome })}
            />
          );
        })}
      </CompareGrid>
    </Panel>
  );
}

function overOf({ byOutcome }: Compared): number {
  return Object.values(byOutcome).reduce((sum, calls) => sum + calls, 0);
}
