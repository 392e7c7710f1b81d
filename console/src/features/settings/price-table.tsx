import { ActionIcon, Button, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { type ErrorOf, formatDay } from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { kindLabels, nameOf, type PriceRow, periodOf, subjectOf, today, unitText } from './price-rows.ts';

interface PriceTableProps {
  currency: string;
  rows: readonly PriceRow[];
  /** undefined for members who may only read. */
  change?: (rows: PriceRow[]) => void;
  errorOf?: ErrorOf;
}

/** Rows from which on the table has a search. */
const searchFrom = 12;

/** One line for each price. The amounts are fields. */
export function PriceTable({ currency, rows, change, errorOf = () => undefined }: PriceTableProps) {
  const [search, setSearch] = useState('');
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No prices are set, so calls and chats have no cost.
      </Text>
    );
  }
  const wanted = search.toLowerCase().split(/\s+/);
  const isShown = (row: PriceRow, index: number) => {
    const text = `${kindLabels[row.kind]} ${nameOf(row)} ${unitText(row)}`.toLowerCase();
    // A row with an error is always shown.
    return errorOf(`prices.${index}`) !== undefined || wanted.every((word) => text.includes(word));
  };
  const set = (index: number, changed: Partial<PriceRow>) =>
    change?.(rows.map((row, at) => (at === index ? { ...row, ...changed } : row)));
  const date = (index: number) => change?.(rows.toSpliced(index + 1, 0, nextPrice(rows, rows[index]!)));
  const keys = rowKeys(rows);
  return (
    <>
      {rows.length >= searchFrom ? (
        <TextInput
          label="Find a price"
          placeholder="Vendor, model or unit"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          // Enter would save the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          maw={320}
          mb="xs"
        />
      ) : null}
      <Table className="price-table" tabularNums>
        <Table.Caption className="visually-hidden-caption">
          <VisuallyHidden>Prices</VisuallyHidden>
        </Table.Caption>
        <Head currency={currency} hasActions={change !== undefined} />
        <Table.Tbody>
          {rows.map((row, index) =>
            isShown(row, index) ? (
              <PriceLine
                key={keys[index]}
                row={row}
                rows={rows}
                error={errorOf(`prices.${index}`)?.replace(`prices.${index}.`, '')}
                {...(change
                  ? {
                      set: (changed: Partial<PriceRow>) => set(index, changed),
                      date: () => date(index),
                      remove: () => change(rows.filter((_, at) => at !== index)),
                    }
                  : {})}
              />
            ) : null,
          )}
        </Table.Tbody>
      </Table>
    </>
  );
}

function Head({ currency, hasActions }: { currency: string; hasActions: boolean }) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>For</Table.Th>
        <Table.Th>Price{currency ? ` in ${currency}` : ''}</Table.Th>
        <Table.Th>Valid</Table.Th>
        {hasActions ? (
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        ) : null}
      </Table.Tr>
    </Table.Thead>
  );
}

/** Returns keys for lines that stay while their days are edited. */
function rowKeys(rows: readonly PriceRow[]): string[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const subject = subjectOf(row);
    const nth = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, nth);
    return `${subject} ${nth}`;
  });
}

/** Returns a price for the same from the day after the last one that the table has for it, or after today. */
function nextPrice(rows: readonly PriceRow[], row: PriceRow): PriceRow {
  const days = rows
    .filter((other) => subjectOf(other) === subjectOf(row))
    .map(({ validFrom }) => validFrom ?? '');
  const last = [...days, today()].toSorted().at(-1)!;
  const next = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
  return { ...row, validFrom: next };
}

interface PriceLineProps {
  row: PriceRow;
  rows: readonly PriceRow[];
  error: string | undefined;
  /** undefined, as `date` and `remove`, for members who may only read. */
  set?: (changed: Partial<PriceRow>) => void;
  date?: () => void;
  remove?: () => void;
}

function PriceLine({ row, rows, error, set, date, remove }: PriceLineProps) {
  const what = `${nameOf(row)} per ${unitText(row)}`;
  return (
    <Table.Tr>
      <Table.Td>
        <Name row={row} />
      </Table.Td>
      <Table.Td className="price-amount">
        {set ? (
          <TextInput
            aria-label={`Price of ${what}${row.validFrom ? ` from ${formatDay(row.validFrom)}` : ''}`}
            value={row.amount}
            onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
            error={error}
            inputMode="decimal"
            size="xs"
          />
        ) : (
          row.amount
        )}
        <Text span size="sm" c="dimmed">
          per {unitText(row)}
        </Text>
      </Table.Td>
      <Table.Td className="price-period">
        <Period row={row} rows={rows} {...(set && { set })} />
      </Table.Td>
      {remove ? (
        <Table.Td>
          <div className="price-actions">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Add a later price of ${what}`}
              onClick={date}
            >
              Later price
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove the price of ${what}`}
              onClick={remove}
            >
              ×
            </ActionIcon>
          </div>
        </Table.Td>
      ) : null}
    </Table.Tr>
  );
}

/** From when until when the price holds. Its first day is a field. */
function Period({ row, rows, set }: Pick<PriceLineProps, 'row' | 'rows' | 'set'>) {
  const { from, before } = periodOf(rows, row);
  const until = before === null ? '' : `before ${formatDay(before)}`;
  if (from === null || !set) {
    const since = from === null ? '' : `from ${formatDay(from)} `;
    return (
      <Text span size="sm" c="dimmed">
        {`${since}${until}` || 'always'}
      </Text>
    );
  }
  return (
    <>
      <TextInput
        type="date"
        size="xs"
        aria-label={`First day of the price of ${nameOf(row)} per ${unitText(row)}`}
        value={from}
        onChange={({ currentTarget }) => set({ validFrom: currentTarget.value })}
      />
      <Text span size="xs" c="dimmed">
        {from > today() ? 'planned' : ''} {until}
      </Text>
    </>
  );
}

function Name({ row }: { row: PriceRow }) {
  const steps = row.incrementSeconds === 1 ? '' : `, in steps of ${row.incrementSeconds} s`;
  return (
    <>
      <Text size="sm">
        {row.trunkId === null ? (
          nameOf(row)
        ) : (
          <>
            <NameOf kind="trunks" id={row.trunkId} />, {row.direction ?? 'both directions'}
          </>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {kindLabels[row.kind]}
        {steps}
      </Text>
    </>
  );
}
