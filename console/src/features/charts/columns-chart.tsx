import '@mantine/charts/styles.css';
import './charts.css';
import { BarChart } from '@mantine/charts';
import { useNavigate } from '@tanstack/react-router';
import { AppLink, formatNumber } from '../../ui/index.ts';
import type { ChartColumn } from './chart-column.ts';

interface ColumnsChartProps {
  /** Describes the chart for screen readers. */
  label: string;
  /** Names a column, such as "Hour". */
  columnTitle: string;
  /** The parts of a column, from the bottom. */
  parts: readonly { id: string; title: string; color: string }[];
  columns: readonly ChartColumn[];
  /** Returns the filters of the calls behind a column, to which it then leads. */
  callsOf?: (column: ChartColumn) => Record<string, string>;
}

const linesMax = 4;

/** Amounts over time as stacked columns. A table holds the same numbers for screen readers. */
export function ColumnsChart({ label, columnTitle, parts, columns, callsOf }: ColumnsChartProps) {
  const navigate = useNavigate();
  const open = ({ activeTooltipIndex }: { activeTooltipIndex?: unknown }) => {
    const column = columns[Number(activeTooltipIndex ?? -1)];
    if (callsOf && column) void navigate({ to: '/calls', search: callsOf(column) });
  };
  const totals = columns.map(({ values }) => parts.reduce((sum, { id }) => sum + (values[id] ?? 0), 0));
  // Small amounts get one line per unit.
  const lines = Math.min(Math.max(1, ...totals), linesMax);
  return (
    <>
      <div aria-hidden="true" className={classesOf(parts.length, callsOf !== undefined)}>
        <BarChart
          h={180}
          type="stacked"
          data={columns.map(({ title, values }) => ({ title, ...values }))}
          dataKey="title"
          series={parts.map(({ id, title, color }) => ({ name: id, label: title, color }))}
          valueFormatter={formatNumber}
          withLegend={parts.length > 1}
          legendProps={{ verticalAlign: 'bottom', height: 32, itemSorter: null }}
          tickLine="none"
          yAxisProps={{ allowDecimals: false, width: 44, tickCount: lines + 1, interval: 0 }}
          xAxisProps={{ minTickGap: 24 }}
          maxBarWidth={48}
          accessibilityLayer={false}
          barChartProps={{ onClick: open }}
        />
      </div>
      <details className="chart-table">
        <summary>{label}, as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{columnTitle}</th>
                {parts.map(({ id, title }) => (
                  <th key={id} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <tr key={column.id}>
                  <th scope="row">
                    {callsOf ? (
                      <AppLink to="/calls" search={callsOf(column)}>
                        {column.title}
                      </AppLink>
                    ) : (
                      column.title
                    )}
                  </th>
                  {parts.map(({ id }) => (
                    <td key={id}>{formatNumber(column.values[id] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}

function classesOf(parts: number, leads: boolean): string {
  return `${parts > 1 ? 'chart-legend' : ''} ${leads ? 'chart-links' : ''}`;
}
