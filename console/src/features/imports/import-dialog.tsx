import { Alert, Checkbox, FileInput, Select, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { refusedField } from '../../api/index.ts';
import { type ErrorOf, FormDialog, formatInstant, formatNumber, toastDone } from '../../ui/index.ts';
import { ColumnFields } from './column-fields.tsx';
import type { ColumnMapping, ColumnRules } from './column-rules.ts';
import { type CsvHeader, isReadable, readHeader } from './csv-header.ts';
import { useImporting } from './use-importing.ts';

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
  /** The label of the checkbox to import the same file again. */
  againLabel: string;
  /** The key of the list of imports. */
  queryKey: readonly string[];
  onClose: () => void;
}

/** Uploads a CSV file. After the answer no row is lost, and the list of imports shows the progress. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, path, about, rules, parameters, children, againLabel, queryKey, onClose } = props;
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [header, setHeader] = useState<CsvHeader | null>(null);
  const [mapping, setMapping] = useState<ColumnMapping>({});
  const [country, setCountry] = useState('');
  const [duplicates, setDuplicates] = useState('refuse');
  const columns = Object.keys(mapping).length === 0 ? '' : JSON.stringify(mapping);
  const given = Object.entries({ ...parameters, columns, country: country.trim().toUpperCase(), duplicates });
  const query = new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
  const importing = useImporting(`${path}?${query}`);
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setMapping({});
    setHeader(null);
    setUnreadable(null);
    importing.forget();
    try {
      setHeader(chosen && (await readHeader(chosen)));
    } catch {
      setUnreadable('This file cannot be read. Choose another file.');
    }
  };
  const submit = async () => {
    if (file === null) throw refusedField('file', 'Choose the CSV file to import.');
    if (!(await isReadable(file)))
      throw refusedField('file', 'The file was changed or removed. Choose it again.');
    const taken = await importing.send(file);
    await client.invalidateQueries({ queryKey });
    return taken;
  };
  return (
    <FormDialog
      title={title}
      action="Import file"
      isDirty={file !== null}
      onSubmit={submit}
      onSaved={({ rowsRead }) => toastDone(`Importing ${formatNumber(rowsRead)} rows.`)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
          <FileInput
            label="CSV file"
            placeholder="Choose a file"
            accept=".csv,.tsv,text/csv"
            value={file}
            onChange={(chosen) => void choose(chosen)}
            error={unreadable ?? errorOf('file')}
            required
            data-autofocus
          />
          {header ? (
            <ColumnFields
              header={header}
              rules={rules}
              mapping={mapping}
              onChange={setMapping}
              errorOf={errorOf}
            />
          ) : null}
          {children?.(errorOf)}
          {importing.earlier ? (
            <Alert color="yellow" variant="light" title="Already imported">
              <Text size="sm" mb="xs">
                You imported the same rows with the same settings on{' '}
                {formatInstant(importing.earlier.createdAt)}: {formatNumber(importing.earlier.rowsRead)} rows.
                Nothing was imported now.
              </Text>
              <Checkbox
                label={againLabel}
                checked={importing.isAgain}
                onChange={({ currentTarget }) => importing.setAgain(currentTarget.checked)}
                error={errorOf('again')}
              />
            </Alert>
          ) : null}
          <TextInput
            label="Country of numbers without a country code"
            description="Two letters, such as US or DE. If empty, such numbers are rejected."
            value={country}
            onChange={({ currentTarget }) => setCountry(currentTarget.value)}
            error={errorOf('country')}
            maxLength={2}
          />
          <Select
            label="Duplicate numbers"
            data={[
              { value: 'refuse', label: 'Reject later rows' },
              { value: 'keep', label: 'Import all rows' },
            ]}
            value={duplicates}
            onChange={(value) => setDuplicates(value ?? 'refuse')}
            allowDeselect={false}
          />
        </>
      )}
    </FormDialog>
  );
}
