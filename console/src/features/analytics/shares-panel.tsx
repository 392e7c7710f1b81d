import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatLabel, formatNumber, Panel } from '../../ui/index.ts';
import { formatShare } from './figures-of.ts';

interface Share {
  id: string;
  /** Without it, the id as words. */
  label?: string;
  count: number;
  /** What the count is a share of, if not of `whole`. */
  of?: number;
  search: Record<string, string>;
  /** Shows what the row means. */
  mark?: ReactNode;
  /** The color of the bar. */
  color?: string;
}

interface SharesPanelProps {
  title: string;
  /** Null: each row has its own. */
  whole: number | null;
  rows: readonly Share[];
  empty: string;
}

/** Counts with their shares, most first. Each leads to its calls. */
export function SharesPanel({ title, whole, rows, empty }: SharesPanelProps) {
  const sorted = rows.toSorted((one, other) => other.count - one.count);
  return (
    <Panel title={title}>
      {sorted.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : null}
      <ul className="share-list">
        {sorted.map(({ id, label, count, of, search, mark, color }) => {
          const all = of ?? whole ?? 0;
          return (
            <li key={id} className="share">
              <span className="share-name">
                {mark}
                <Link to="/calls" search={search} className="row-link">
                  {label ?? formatLabel(id)}
                </Link>
              </span>
              <span className="tabular">
                {formatNumber(count)}
                {of === undefined ? '' : ` of ${formatNumber(of)}`}
              </span>
              <Text span inherit c="dimmed" className="tabular">
                {formatShare(count, all)}
              </Text>
              <span
                className="share-bar"
                style={{ width: `${all === 0 ? 0 : (count / all) * 100}%`, background: color }}
                aria-hidden="true"
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
