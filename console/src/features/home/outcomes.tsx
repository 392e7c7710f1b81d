import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatLabel, formatNumber, Panel, ToneMark } from '../../ui/index.ts';
import { markOf, meaningOf } from '../call-outcomes/index.ts';

/** Today's ended calls by outcome, most frequent first. */
export function Outcomes({ byOutcome }: { byOutcome: Readonly<Record<string, number>> }) {
  const outcomes = Object.entries(byOutcome).sort(([, one], [, other]) => other - one);
  const most = Math.max(1, ...outcomes.map(([, calls]) => calls));
  return (
    <Panel title="Outcomes today">
      {outcomes.length === 0 ? (
        <Text size="sm" c="dimmed">
          No call has ended today.
        </Text>
      ) : null}
      <ul className="live-list">
        {outcomes.map(([outcome, calls]) => (
          <li key={outcome} className="outcome">
            <ToneMark {...markOf(outcome)} />
            <Link to="/calls" search={{ outcome, ended: 'today' }} className="row-link">
              {formatLabel(outcome)}
            </Link>
            <span className="tabular">{formatNumber(calls)}</span>
            <span
              className="outcome-bar"
              style={{ width: `${(calls / most) * 100}%`, background: meaningOf(outcome).color }}
              aria-hidden="true"
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
