import { Autocomplete, type ComboboxParsedItem, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { DraftForm, type ErrorOf, Panel } from '../../ui/index.ts';
import { AddPrice } from './add-price.tsx';
import { TypicalMinute } from './price-minute.tsx';
import { PricePresets } from './price-presets.tsx';
import { keyOf, nameOf, type PriceRow, priceOf, rowsOf, rowsOn, today, unitText } from './price-rows.ts';
import { PriceTable } from './price-table.tsx';

/** The currencies on offer. Any other one can be entered. */
const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'INR', 'JPY', 'BRL', 'MXN', 'PLN', 'SEK'];

function startingWith(options: ComboboxParsedItem[], search: string): ComboboxParsedItem[] {
  const wanted = search.trim().toUpperCase();
  return options.filter((option) => 'value' in option && String(option.value).startsWith(wanted));
}

/** Edits the price list as a table. Saving adds a version. */
export function PriceEditor({ list: { currency, prices } }: { list: Schema<'PriceList'> }) {
  const client = useQueryClient();
  const saved = { currency: currency ?? 'USD', rows: rowsOf(prices) };
  const save = async (draft: typeof saved) => {
    const body = { currency: draft.currency, prices: draft.rows.map(priceOf) };
    client.setQueryData(['prices'], await read(api.PUT('/api/organization/prices', { body })));
  };
  return (
    <DraftForm saved={saved} save={save} action="Save prices" done="Prices saved.">
      {({ draft, change, errorOf }) => (
        <>
          <Panel
            title="Prices"
            description="For calls and chats that end from now on; earlier ones keep their cost. The price of a model is used before the price of its vendor, and the price of a trunk before the price of all trunks. A price with a date applies from that date on, which may be in the future. Dates begin at 00:00 UTC."
            aside={
              <Group gap="xs">
                <PricePresets
                  currency={draft.currency}
                  rows={draft.rows}
                  add={(added) =>
                    change({ currency: draft.currency || 'USD', rows: withRows(draft.rows, added) })
                  }
                />
                <AddPrice rows={draft.rows} add={(row) => change({ rows: [...draft.rows, row] })} />
              </Group>
            }
          >
            <Stack gap="md">
              <Autocomplete
                label="Currency"
                description="Choose one, or enter the three letters of another."
                data={currencies}
                // All are offered while one is chosen.
                filter={({ options, search }) =>
                  currencies.includes(search) ? options : startingWith(options, search)
                }
                value={draft.currency}
                onChange={(currency) => change({ currency: currency.trim().toUpperCase() })}
                required
                error={errorOf('currency')}
                maw={200}
              />
              <PriceProblems rows={draft.rows} errorOf={errorOf} />
              <PriceTable
                currency={draft.currency}
                rows={draft.rows}
                change={(rows) => change({ rows })}
                errorOf={errorOf}
              />
            </Stack>
          </Panel>
          <TypicalMinute currency={draft.currency} rows={rowsOn(draft.rows, today())} />
        </>
      )}
    </DraftForm>
  );
}

/** Names the row and the field of each refusal, because a long table hides the field itself. */
function PriceProblems({ rows, errorOf }: { rows: readonly PriceRow[]; errorOf: ErrorOf }) {
  const problems = rows.flatMap((row, index) => {
    const error = errorOf(`prices.${index}`);
    return error === undefined ? [] : [{ row, error: error.replace(`prices.${index}.`, '') }];
  });
  if (problems.length === 0) return null;
  return (
    <ul className="price-changes" role="alert">
      {problems.map(({ row, error }) => (
        <li key={keyOf(row)}>
          {nameOf(row)}, per {unitText(row)}: {error}
        </li>
      ))}
    </ul>
  );
}

/** Returns the rows with others, which replace rows for the same. */
function withRows(rows: readonly PriceRow[], added: readonly PriceRow[]): PriceRow[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  for (const row of added) byKey.set(keyOf(row), row);
  return [...byKey.values()];
}
