export type { ChartColumn } from './chart-column.ts';
export { ColumnsChart } from './columns-chart.tsx';
