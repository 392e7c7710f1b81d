import { Button, Group, Paper, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Pages } from '../api/index.ts';
import { ErrorState } from './error-state.tsx';
import { formatNumber } from './format.ts';

export interface Column<Row> {
  /** Also the React key. */
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** CSS width; without it, the column takes the remaining space. */
  width?: number | string;
  align?: 'right';
  /** The column is hidden when the page is narrower. */
  hiddenBelow?: 'sm' | 'md' | 'lg' | 'xl';
}

interface DataTableProps<Row> {
  /** Names the rows for screen readers: "Calls". */
  label: string;
  columns: Column<Row>[];
  pages: Pages<Row>;
  rowKey: (row: Row) => string;
  /** An `EmptyState` that replaces a table without rows. */
  empty: ReactNode;
  /** Rows of the skeleton before the first answer. */
  skeletonRows?: number;
}

/**
 * A paged list of the API as a table. The first column holds the link to the row's page, and a click anywhere in the
 * row follows it (`.row-link`). The skeleton is as high as the rows.
 */
export function DataTable<Row>({
  label,
  columns,
  pages,
  rowKey,
  empty,
  skeletonRows = 12,
}: DataTableProps<Row>) {
  const { rows, isPending, isStale, error, refetch } = pages;
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (!isPending && rows.length === 0)
    return (
      <Paper withBorder className="table-frame">
        {empty}
      </Paper>
    );
  return (
    <Paper withBorder className="table-frame" aria-busy={isPending || isStale}>
      <Table className="data-table" data-stale={isStale || undefined} layout="fixed">
        <Table.Caption className="visually-hidden-caption">
          <VisuallyHidden>{label}</VisuallyHidden>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ id, title, width, align, hiddenBelow }) => (
              <Table.Th key={id} w={width} ta={align} visibleFrom={hiddenBelow} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {isPending
            ? Array.from({ length: skeletonRows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike
                <Table.Tr key={row}>
                  {columns.map(({ id, hiddenBelow }) => (
                    <Table.Td key={id} visibleFrom={hiddenBelow}>
                      <Skeleton height={12} my={4} width={`${55 + ((row * 7 + id.length * 11) % 40)}%`} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            : rows.map((row) => (
                <Table.Tr key={rowKey(row)}>
                  {columns.map(({ id, cell, align, hiddenBelow }) => (
                    <Table.Td key={id} ta={align} visibleFrom={hiddenBelow}>
                      {cell(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
      {isPending ? null : <Foot pages={pages} />}
    </Paper>
  );
}

function Foot<Row>({ pages }: { pages: Pages<Row> }) {
  const { rows, hasMore, isLoadingMore, moreError, loadMore } = pages;
  return (
    <div className="table-foot">
      {moreError ? <ErrorState error={moreError} /> : null}
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {hasMore ? `Newest ${formatNumber(rows.length)}` : `${formatNumber(rows.length)} total`}
        </Text>
        {hasMore ? (
          <Button variant="default" size="xs" onClick={loadMore} loading={isLoadingMore}>
            Load more
          </Button>
        ) : null}
      </Group>
    </div>
  );
}
