import { ActionIcon, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { ErrorOf } from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { keyOf, kindLabels, nameOf, type PriceRow, unitText } from './price-rows.ts';

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
  const set = (index: number, amount: string) =>
    change?.(rows.map((row, at) => (at === index ? { ...row, amount } : row)));
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
        <Table.Thead>
          <Table.Tr>
            <Table.Th>For</Table.Th>
            <Table.Th>Price{currency ? ` in ${currency}` : ''}</Table.Th>
            {change ? (
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) =>
            isShown(row, index) ? (
              <PriceLine
                key={keyOf(row)}
                row={row}
                error={errorOf(`prices.${index}`)?.replace(`prices.${index}.`, '')}
                {...(change
                  ? {
                      set: (amount: string) => set(index, amount),
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

interface PriceLineProps {
  row: PriceRow;
  error: string | undefined;
  /** undefined, as `remove`, for members who may only read. */
  set?: (amount: string) => void;
  remove?: () => void;
}

function PriceLine({ row, error, set, remove }: PriceLineProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Name row={row} />
      </Table.Td>
      <Table.Td className="price-amount">
        {set ? (
          <TextInput
            aria-label={`Price of ${nameOf(row)} per ${unitText(row)}`}
            value={row.amount}
            onChange={({ currentTarget }) => set(currentTarget.value)}
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
      {remove ? (
        <Table.Td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove the price of ${nameOf(row)} per ${unitText(row)}`}
            onClick={remove}
          >
            ×
          </ActionIcon>
        </Table.Td>
      ) : null}
    </Table.Tr>
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
