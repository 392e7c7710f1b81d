import { Panel } from '../../ui/index.ts';
import { CompareGrid, CompareRow } from './compare-table.tsx';
import { type Compared, type Comparison, formatRate } from './comparison.ts';

/** The share of attempts that reached the customer, by the hour of the day. */
export function CompareHours({ comparison: { campaigns, timeZone } }: { comparison: Comparison }) {
  const hours = [...new Set(campaigns.flatMap(({ byHour }) => byHour.map(({ hour }) => hour)))];
  if (hours.length === 0) return null;
  return (
    <Panel
      title="Connected by hour of day"
      description="The share of attempts, by the hour of their creation."
    >
      <CompareGrid label="Connected by hour of day" first={`Hour, ${timeZone}`} campaigns={campaigns}>
        {hours
          .toSorted((one, other) => one - other)
          .map((hour) => {
            const of = ({ byHour }: Compared) => byHour.find((one) => one.hour === hour);
            return (
              <CompareRow
                key={hour}
                title={`${String(hour).padStart(2, '0')}:00`}
                campaigns={campaigns}
                amountOf={(campaign) => rateOf(of(campaign))}
                textOf={(campaign) => {
                  const found = of(campaign);
                  return found ? `${formatRate(rateOf(found))} of ${found.attempts}` : '—';
                }}
                searchOf={({ campaignId }) => ({
                  ...{ campaignId, status: 'ended,canceled', outcome: 'talked' },
                  ...{ hour: String(hour), timeZone },
                })}
              />
            );
          })}
      </CompareGrid>
    </Panel>
  );
}

function rateOf(hour: Compared['byHour'][number] | undefined): number | null {
  return hour ? hour.connected / hour.attempts : null;
}
