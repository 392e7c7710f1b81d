import { Alert, Checkbox, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { refusedField } from '../../api/index.ts';
import {
  type DraftFields,
  type ErrorOf,
  FormDialog,
  formatInstant,
  formatNumber,
  useDraft,
} from '../../ui/index.ts';
import { ColumnFields } from './column-fields.tsx';
import { type ColumnMapping, type ColumnRules, targetOf } from './column-rules.ts';
import { CsvFileInput, useCsvFile } from './csv-file.tsx';
import { type CsvHeader, isReadable, readHeader } from './csv-header.ts';
import { guessColumns } from './guess-columns.ts';
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
  /** Query parameters from the dialog's own fields. */
  parameters: Readonly<Record<string, string>>;
  /** The dialog's own fields. */
  children?: (errorOf: ErrorOf) => ReactNode;
  /** Shows what the first rows become. */
  preview?: (rows: readonly ReadRow[]) => ReactNode;
  /** The label of the checkbox to import the same file again. */
  againLabel: string;
  /** The key of the list of imports. */
  queryKey: readonly string[];
  onClose: () => void;
}

const usual = { country: '', duplicates: 'refuse' };

/** Uploads a CSV file. After the answer no row is lost, and the list of imports shows the progress. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, path, about, rules, parameters, children, preview, againLabel, queryKey, onClose } = props;
  const { csv, header, unreadable, mapping, setMapping, choose } = useChosenFile(rules);
  const form = useDraft(usual);
  const { country, duplicates } = form.draft;
  const columns = Object.keys(mapping).length === 0 ? '' : JSON.stringify(mapping);
  const given = Object.entries({ ...parameters, columns, country: country.trim().toUpperCase(), duplicates });
  const query = new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
  const importing = useImporting(`${path}?${query}`);
  const submit = async () => {
    const file = await csv.read();
    if (!(await isReadable(file)))
      throw refusedField('file', 'The file was changed or removed. Choose it again.');
    if (country.trim() === '' && header && hasNationalNumbers(rowsBy(header, mapping, rules)))
      throw refusedField(
        'country',
        'The file has numbers without a country code. Of which country are they?',
      );
    return await importing.send(file);
  };
  return (
    <FormDialog
      title={title}
      action="Import file"
      form={{ ...form, isDirty: csv.file !== null }}
      onSubmit={submit}
      refreshes={queryKey}
      done={({ rowsRead }) => `Importing ${formatNumber(rowsRead)} rows.`}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
          <CsvFileInput
            csv={csv}
            onChange={(chosen) => {
              importing.forget();
              void choose(chosen);
            }}
            error={unreadable ?? fields.errorOf('file')}
          />
          {header ? (
            <ColumnFields {...{ header, rules, mapping }} onChange={setMapping} errorOf={fields.errorOf} />
          ) : null}
          {header && preview ? preview(rowsBy(header, mapping, rules)) : null}
          {children?.(fields.errorOf)}
          <ImportAgain importing={importing} label={againLabel} error={fields.errorOf('again')} />
          <RowFields {...fields} />
        </>
      )}
    </FormDialog>
  );
}

function rowsBy({ columns, rows }: CsvHeader, mapping: ColumnMapping, rules: ColumnRules): ReadRow[] {
  const targets = columns.map((name) => targetOf(name, mapping, rules));
  return rows.map((row) => Object.fromEntries(targets.map((target, place) => [target, row[place] ?? ''])));
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
  const [header, setHeader] = useState<CsvHeader | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [chosen, setMapping] = useState<ColumnMapping | null>(null);
  const mapping = chosen ?? (header ? guessColumns(header.columns, rules) : {});
  const choose = async (picked: File | null) => {
    setMapping(null);
    setHeader(null);
    setUnreadable(null);
    try {
      const text = await csv.choose(picked);
      if (text) setHeader(await readHeader(text.file));
    } catch {
      setUnreadable('This file cannot be read. Choose another file.');
    }
  };
  return { csv, header, unreadable, mapping, setMapping, choose };
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
        {formatNumber(earlier.rowsRead)} rows. Nothing was imported now.
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

function RowFields({ draft, change, text }: DraftFields<typeof usual>) {
  return (
    <>
      <TextInput
        label="Country of numbers without a country code"
        description="Two letters, such as US or DE. Needed when the file has such numbers."
        {...text('country')}
        maxLength={2}
      />
      <Select
        label="Duplicate numbers"
        data={[
          { value: 'refuse', label: 'Reject later rows' },
          { value: 'keep', label: 'Import all rows' },
        ]}
        value={draft.duplicates}
        onChange={(duplicates) => duplicates && change({ duplicates })}
        allowDeselect={false}
      />
    </>
  );
}
