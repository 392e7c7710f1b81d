import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatNumber } from '../../ui/index.ts';
import type { ChartColumn } from './over-time.ts';

interface ColumnsChartProps {
  /** What the picture shows. */
  label: string;
  /** What a column is about, such as an hour. */
  columnTitle: string;
  /** What the parts of a column mean, from below. */
  parts: readonly { id: string; title: string; color: string }[];
  columns: readonly ChartColumn[];
}

const linesMax = 4;

/** Amounts over time as columns of parts; the same stands in a table, for who does not see or hover. */
export function ColumnsChart({ label, columnTitle, parts, columns }: ColumnsChartProps) {
  const totals = columns.map(({ values }) => parts.reduce((sum, { id }) => sum + (values[id] ?? 0), 0));
  // A few of something need no more lines than there are of it.
  const lines = Math.min(Math.max(1, ...totals), linesMax);
  return (
    <>
      <div aria-hidden="true">
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
        />
      </div>
      <details className="chart-table">
        <summary>{label}, as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
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
              {columns.map(({ id: column, title, values }) => (
                <tr key={column}>
                  <th scope="row">{title}</th>
                  {parts.map(({ id }) => (
                    <td key={id}>{formatNumber(values[id] ?? 0)}</td>
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
