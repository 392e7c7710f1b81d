import { Alert, Button, Loader, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../api/index.ts';
import { ErrorState, formatCount, formatNumber } from '../../ui/index.ts';
import { reasonOfMany, rowReason, sentence } from './row-reason.ts';
import type { FileCheck, ImportCheck } from './use-file-check.ts';

interface CheckPanelProps {
  check: FileCheck;
  /** A sentence that names the choice that is missing, or null. Without that choice the file is not checked. */
  wanted: string | null;
  /** The end of a sentence about accepted rows, such as `will be called`. */
  outcome: string;
  /** Shown below the result. */
  children?: ReactNode;
}

/** Shows which rows of a file would be imported, which would not, and why. */
export function CheckPanel({ check, wanted, outcome, children }: CheckPanelProps) {
  const { result, error, isChecking, isByRequest, run } = check;
  return (
    <section aria-label="Check of the file" className="import-check" aria-busy={isChecking}>
      {wanted !== null ? (
        <Text size="sm">{wanted}</Text>
      ) : isChecking ? (
        <Text size="sm" role="status" className="import-checking">
          <Loader size="xs" aria-hidden /> Checking every row…
        </Text>
      ) : error ? (
        <Unchecked error={error} retry={() => void run().catch(() => undefined)} />
      ) : result ? (
        <Result result={result} outcome={outcome} />
      ) : isByRequest ? (
        <Button variant="default" size="xs" onClick={() => void run().catch(() => undefined)}>
          Check every row
        </Button>
      ) : null}
      {children}
      {result && !isChecking && !error ? <RefusedRows result={result} /> : null}
    </section>
  );
}

function Result({ result, outcome }: { result: ImportCheck; outcome: string }) {
  const { rowsRead, rowsRefused, rowsKnown, unusedColumns } = result;
  const rowsNew = result.rowsAccepted - rowsKnown;
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {rowsNew === rowsRead
          ? `${rowsRead === 1 ? 'The one row' : `All ${formatNumber(rowsRead)} rows`} ${outcome}.`
          : `${formatNumber(rowsNew)} of ${formatCount(rowsRead, 'row')} ${outcome}${rowsRefused === 0 ? '.' : `; ${formatNumber(rowsRefused)} will not:`}`}
      </Text>
      {areMany(result) ? <Reasons reasons={result.reasons} /> : null}
      {rowsKnown > 0 ? (
        <Text size="sm">
          {formatCount(rowsKnown, 'number')} of the file {rowsKnown === 1 ? 'is' : 'are'} on the list already.
        </Text>
      ) : null}
      {unusedColumns.length > 0 ? (
        <Text size="sm" c="dimmed">
          The agent has no variable for {unusedColumns.length === 1 ? 'this column' : 'these columns'}, which{' '}
          {unusedColumns.length === 1 ? 'is' : 'are'} kept with each call: {unusedColumns.join(', ')}.
        </Text>
      ) : null}
    </>
  );
}

/** More refused rows than this are shown by their reasons first. */
const fewRows = 5;

const areMany = ({ rowsRefused }: ImportCheck) => rowsRefused > fewRows;

/** Shows how many rows are refused for each reason. */
function Reasons({ reasons }: Pick<ImportCheck, 'reasons'>) {
  return (
    <ul className="import-wanted" aria-label="Why rows are left out">
      {reasons.map(({ error, rows }) => (
        <li key={error}>
          <Text size="sm">
            {formatCount(rows, 'row')}: {rows === 1 ? rowReason(error, '') : reasonOfMany(error)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** Lists the first refused rows: at once if they are few, else when they are asked for. */
function RefusedRows({ result }: { result: ImportCheck }) {
  const { rowsRefused, refused } = result;
  const more = rowsRefused - refused.length;
  if (refused.length === 0) return null;
  const list = (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls by keys */}
      <section className="import-refused" tabIndex={0} aria-label="Rows that are left out">
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Number</Table.Th>
              <Table.Th>Reason</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refused.map(({ line, phoneNumber, error }) => (
              <Table.Tr key={line}>
                <Table.Td className="tabular">{line}</Table.Td>
                <Table.Td className="tabular">{phoneNumber === '' ? '—' : phoneNumber}</Table.Td>
                <Table.Td>{rowReason(error, phoneNumber)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {more > 0 ? (
        <Text size="sm" c="dimmed">
          And {formatNumber(more)} more. After the import you can download all of them with their reasons.
        </Text>
      ) : null}
    </>
  );
  if (!areMany(result)) return list;
  return (
    <details className="import-settings">
      <summary>Rows that are left out</summary>
      {list}
    </details>
  );
}

/** Says what a file lacks that is refused as a whole. */
function Unchecked({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiFailure) || error.fields.length === 0)
    return <ErrorState error={error} retry={retry} />;
  return (
    <Alert color="yellow" variant="light" title="The rows cannot be checked yet">
      <ul className="import-wanted">
        {error.fields.map(({ field, message }) => (
          <li key={field}>{lackOf(field, message)}</li>
        ))}
      </ul>
    </Alert>
  );
}

const lacks: Readonly<Record<string, string>> = {
  phoneNumber: 'Choose the column that has the phone numbers.',
  scheduleId: 'Choose a schedule.',
  phoneNumberId: 'Choose a caller id.',
};

function lackOf(field: string, message: string): string {
  const variable = /^variables\.(.*)$/s.exec(field)?.[1];
  if (variable !== undefined)
    return `The agent needs ${variable}, and no column has it. Choose its column above, or add one to the file.`;
  if (field === 'body') return `The file ${message}.`;
  if (/^is (?:required|no column of the file)/.test(message) && lacks[field]) return lacks[field];
  return sentence(field, message);
}
