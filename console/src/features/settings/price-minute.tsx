import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, Panel } from '../../ui/index.ts';
import { minuteOf, partKey, partsOf, typicalMinute } from './price-minute.ts';
import { kindLabels, nameOf, type PriceKind, type PriceRow } from './price-rows.ts';

interface TypicalMinuteProps {
  currency: string;
  rows: readonly PriceRow[];
}

/** Shows what a minute of a typical call costs by the prices in the form, saved or not. */
export function TypicalMinute({ currency, rows }: TypicalMinuteProps) {
  const [chosen, setChosen] = useState<Partial<Record<PriceKind, string>>>({});
  const kinds = Object.keys(typicalMinute) as PriceKind[];
  const lines = kinds.flatMap((kind) => {
    const parts = partsOf(rows, kind);
    const part = parts.find((one) => partKey(one) === chosen[kind]) ?? parts[0];
    return part ? [{ kind, parts, part, cost: minuteOf(rows, part) }] : [];
  });
  if (lines.length === 0 || !/^[A-Z]{3}$/.test(currency)) return null;
  const total = lines.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const isWhole = lines.length === kinds.length && lines.every(({ cost }) => cost !== null);
  return (
    <Panel
      title="A minute of a typical call"
      aside={
        <Text span fw={600} className="tabular" role="status" aria-label="Cost of a typical minute">
          {isWhole ? '' : 'at least '}
          {formatMoney(String(total), currency)}
        </Text>
      }
      description="The agent speaks for half of the minute: 500 characters in four answers, for which the model reads 6,000 tokens and writes 160."
    >
      <ul className="minute-parts">
        {lines.map(({ kind, parts, part, cost }) => (
          <li key={kind} className="minute-part">
            <Select
              size="xs"
              label={kindLabels[kind]}
              data={parts.map((one) => ({ value: partKey(one), label: nameOf(one) }))}
              value={partKey(part)}
              onChange={(key) => setChosen({ ...chosen, [kind]: key ?? undefined })}
              allowDeselect={false}
              searchable
            />
            <span className="tabular">
              {cost === null ? 'A price is missing' : formatMoney(String(cost), currency)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
