import { Alert, Checkbox, Group, Select, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { refusedField } from '../../api/index.ts';
import {
  CountryField,
  type DraftFields,
  type ErrorOf,
  FormDialog,
  formatCount,
  formatInstant,
  useDraft,
} from '../../ui/index.ts';
import { CheckPanel } from './check-panel.tsx';
import { ColumnFields } from './column-fields.tsx';
import { type ColumnMapping, type ColumnRules, targetOf } from './column-rules.ts';
import { CsvFileInput, problemOf, useCsvFile } from './csv-file.tsx';
import { acceptedOf, type CsvHeader, isReadable, readHeader } from './csv-header.ts';
import { guessColumns } from './guess-columns.ts';
import { type FileCheck, useFileCheck } from './use-file-check.ts';
import { type Importing, useImporting } from './use-importing.ts';

/** The values of a row by their targets. */
export type ReadRow = Readonly<Record<string, string>>;

interface ImportDialogProps {
  title: string;
  /** The API's path for the file. */
  path: string;
  /** Describes the expected file. */
  about: string;
  rules: ColumnRules;
  /** The country of numbers without a country code until another is chosen. */
  country?: string;
  /** Query parameters from the dialog's own fields. */
  parameters: Readonly<Record<string, string>>;
  /** The dialog's own fields. */
  children?: (errorOf: ErrorOf) => ReactNode;
  /** Shows what the first rows become. */
  preview?: (rows: readonly ReadRow[]) => ReactNode;
  /** Every row is checked before the import, by the operation at the path with `/check`. */
  checks: {
    /** The end of a sentence about accepted rows, such as `will be called`. */
    outcome: string;
    /** The button for so many new rows. */
    action: (rows: number) => string;
  };
  /** The label of the checkbox to import the same file again. */
  againLabel: string;
  /** The key of the list of imports. */
  queryKey: readonly string[];
  onClose: () => void;
}

/** The country is null until one is chosen. */
const usual = { country: null as string | null, duplicates: 'refuse' };

/** Uploads a CSV or Excel file. After the answer no row is lost, and the list of imports shows the progress. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, path, about, rules, parameters, children, preview, checks, againLabel } = props;
  const chosen = useChosenFile(rules);
  const { csv, header, unreadable, mapping, setMapping, choose } = chosen;
  const form = useDraft(usual);
  const { duplicates } = form.draft;
  const country = form.draft.country ?? props.country ?? '';
  const columns = Object.keys(mapping).length === 0 ? '' : JSON.stringify(mapping);
  const given = Object.entries({ ...parameters, columns, country, duplicates });
  const query = new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
  const importing = useImporting(`${path}?${query}`);
  const rows = header ? rowsBy(header, mapping, rules) : [];
  const wanted = wantedFirst(country, rows);
  const check = useFileCheck(`${path}/check?${query}`, chosen.text, wanted === null);
  const submit = async () => {
    const file = await csv.read();
    if (!(await isReadable(file)))
      throw refusedField('file', 'The file was changed or removed. Choose it again.');
    if (wanted !== null) throw refusedField('country', wanted);
    await requireLookAt(check);
    return await importing.send(file);
  };
  return (
    <FormDialog
      title={title}
      action={newRows(check) === 0 ? 'Check file' : checks.action(newRows(check))}
      form={{ ...form, isDirty: csv.file !== null }}
      subject={subjectOf(csv.file, query, check, importing)}
      onSubmit={submit}
      refreshes={props.queryKey}
      done={({ rowsRead }) => `Importing ${formatCount(check.result?.rowsAccepted ?? rowsRead, 'row')}.`}
      onClose={props.onClose}
    >
      {(fields) => (
        <>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
          <CsvFileInput
            csv={csv}
            onChange={(picked, sheet) => {
              importing.forget();
              void choose(picked, sheet);
            }}
            error={unreadable ?? fields.errorOf('file')}
          />
          {header ? (
            <ColumnFields {...{ header, rules, mapping }} onChange={setMapping} errorOf={fields.errorOf} />
          ) : null}
          <RowFields {...fields} country={country} mayKeepDuplicates={rules.variables !== null} />
          {children?.(fields.errorOf)}
          {header ? (
            <CheckPanel check={check} wanted={wanted} outcome={checks.outcome}>
              <FieldError error={fields.errorOf('check')} />
              {preview?.(rowsBy(acceptedOf(header, check.result?.refused ?? []), mapping, rules))}
            </CheckPanel>
          ) : null}
          <ImportAgain importing={importing} label={againLabel} error={fields.errorOf('again')} />
        </>
      )}
    </FormDialog>
  );
}

/** Returns what a refusal is about: after another choice or a successful check it no longer holds. */
function subjectOf(file: File | null, query: string, check: FileCheck, { isAgain }: Importing): string {
  return JSON.stringify([file?.name, file?.size, file?.lastModified, query, check.result !== null, isAgain]);
}

/** Returns what the form needs before the rows can be read, or null. */
function wantedFirst(country: string, rows: readonly ReadRow[]): string | null {
  return country === '' && hasNationalNumbers(rows)
    ? 'The file has numbers without a country code. Of which country are they?'
    : null;
}

/** Rejects until the result for the form as it is was shown, so that no row is imported that was not checked. */
async function requireLookAt(check: FileCheck): Promise<void> {
  if (check.result === null) {
    await check.run();
    throw refusedField('check', 'Every row is checked now. Look at the result, then continue.');
  }
  if (newRows(check) > 0) return;
  throw refusedField(
    'check',
    check.result.rowsKnown > 0 && check.result.rowsRefused === 0
      ? 'All numbers of the file are there already. Nothing is left to add.'
      : 'No row of the file is left. Correct the file, or choose another one.',
  );
}

/** Returns how many rows the import would add, 0 before they are checked. */
function newRows({ result }: FileCheck): number {
  return result === null ? 0 : result.rowsAccepted - result.rowsKnown;
}

function FieldError({ error }: { error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {error}
    </Text>
  );
}

function rowsBy({ columns, rows }: CsvHeader, mapping: ColumnMapping, rules: ColumnRules): ReadRow[] {
  const targets = columns.map((name) => targetOf(name, mapping, rules));
  return rows.map(({ fields }) =>
    Object.fromEntries(targets.map((target, place) => [target, fields[place] ?? ''])),
  );
}

/** Returns whether some of the first rows have a number that begins with neither + nor 00. */
function hasNationalNumbers(rows: readonly ReadRow[]): boolean {
  // Anything with fewer digits is no number of any country.
  const isNumber = (text: string) => text.replaceAll(/\D/g, '').length >= 7;
  return rows.some(
    ({ phoneNumber = '' }) => isNumber(phoneNumber) && !/^\s*['"]?(?:\+|00)/.test(phoneNumber),
  );
}

/** Returns the chosen file, its header, and the assignment of its columns, which their names suggest. */
function useChosenFile(rules: ColumnRules) {
  const csv = useCsvFile();
  const [read, setRead] = useState<{ text: File; header: CsvHeader } | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [chosen, setMapping] = useState<ColumnMapping | null>(null);
  const header = read?.header ?? null;
  const mapping = chosen ?? (header ? guessColumns(header.columns, rules) : {});
  const choose = async (picked: File | null, sheet: string | null) => {
    setMapping(null);
    setRead(null);
    setUnreadable(null);
    try {
      const found = await csv.choose(picked, sheet);
      if (found) setRead({ text: found.file, header: await readHeader(found.file) });
    } catch (error) {
      setUnreadable(problemOf(error));
    }
  };
  return { csv, text: read?.text ?? null, header, unreadable, mapping, setMapping, choose };
}

interface ImportAgainProps {
  importing: Importing;
  label: string;
  error: string | undefined;
}

/** Reports an earlier import of the same rows, and asks whether to import them again. */
function ImportAgain({ importing: { earlier, isAgain, setAgain }, label, error }: ImportAgainProps) {
  if (earlier === null) return null;
  return (
    <Alert color="yellow" variant="light" title="Already imported">
      <Text size="sm" mb="xs">
        You imported the same rows with the same settings on {formatInstant(earlier.createdAt)}:{' '}
        {formatCount(earlier.rowsRead, 'row')}. Nothing was imported now.
      </Text>
      <Checkbox
        label={label}
        checked={isAgain}
        onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
        error={error}
      />
    </Alert>
  );
}

interface RowFieldsProps extends DraftFields<typeof usual> {
  country: string;
  mayKeepDuplicates: boolean;
}

function RowFields({ draft, change, errorOf, country, mayKeepDuplicates }: RowFieldsProps) {
  return (
    <Group grow align="flex-start">
      <CountryField
        label="Country of the numbers"
        description="For those without a country code"
        value={country}
        onChange={(chosen) => change({ country: chosen })}
        error={errorOf('country')}
      />
      {mayKeepDuplicates ? (
        <Select
          label="Duplicate numbers"
          description="In a row below another one"
          data={[
            { value: 'refuse', label: 'Reject later rows' },
            { value: 'keep', label: 'Import all rows' },
          ]}
          value={draft.duplicates}
          onChange={(duplicates) => duplicates && change({ duplicates })}
          allowDeselect={false}
        />
      ) : null}
    </Group>
  );
}
