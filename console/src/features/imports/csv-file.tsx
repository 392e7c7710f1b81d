import { FileInput, Select, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { refusedField } from '../../api/index.ts';
import { formatCount } from '../../ui/index.ts';
import { isWorkbook, readWorkbook, WorkbookError } from '../spreadsheet/index.ts';
import { type OtherEncoding, toUtf8 } from './csv-encoding.ts';

/** A sheet of an Excel file that is read as CSV. */
interface ReadSheet {
  /** The sheets that can be chosen. */
  sheets: string[];
  sheet: string;
  hiddenRows: number;
}

/** A file as CSV in UTF-8. */
interface CsvText {
  file: File;
  /** The encoding from which it was converted. Null for UTF-8, and for Excel files. */
  encoding: OtherEncoding | null;
  /** Null for a CSV file. */
  sheet: ReadSheet | null;
}

/** A chosen CSV or Excel file, converted to CSV in UTF-8. */
export interface CsvFile {
  /** The file as it was chosen. */
  file: File | null;
  /** The encoding from which it is converted. Null for UTF-8, and while it is read. */
  encoding: OtherEncoding | null;
  /** The sheet of an Excel file. Null for a CSV file, and until it is read. */
  sheet: ReadSheet | null;
  /** True while an Excel file is read. */
  isReading: boolean;
  /**
   * Returns the file as CSV, or null when another one was chosen meanwhile. Rejects when it cannot be read. `sheet` is the
   * name of a sheet; null is the first one.
   */
  choose: (file: File | null, sheet?: string | null) => Promise<CsvText | null>;
  /** Returns the CSV to send. Rejects with a refusal of the field `file`. */
  read: () => Promise<File>;
}

export function useCsvFile(): CsvFile {
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState<CsvText | null>(null);
  const [isReading, setReading] = useState(false);
  const reading = useRef<Promise<CsvText> | null>(null);
  return {
    file,
    encoding: text?.encoding ?? null,
    sheet: text?.sheet ?? null,
    isReading,
    async choose(picked, sheet = null) {
      setFile(picked);
      if (picked !== file) setText(null);
      const own = picked && textOf(picked, sheet, () => setReading(true));
      reading.current = own;
      const isOwn = () => reading.current === own;
      try {
        const found = await own;
        if (isOwn()) setText(found);
        return isOwn() ? found : null;
      } catch (error) {
        if (isOwn()) throw error;
        return null;
      } finally {
        if (isOwn()) setReading(false);
      }
    },
    async read() {
      if (reading.current === null) throw refusedField('file', 'Choose the file to import.');
      try {
        return (await reading.current).file;
      } catch (error) {
        throw refusedField('file', problemOf(error));
      }
    },
  };
}

async function textOf(file: File, sheet: string | null, onWorkbook: () => void): Promise<CsvText> {
  if (!(await isWorkbook(file))) return { ...(await toUtf8(file)), sheet: null };
  onWorkbook();
  const { pieces, ...read } = await readWorkbook(file, sheet);
  return { file: new File(pieces, file.name, { type: 'text/csv' }), encoding: null, sheet: read };
}

/** Returns why a file cannot be read. */
export function problemOf(error: unknown): string {
  return error instanceof WorkbookError ? error.message : 'The file was changed or removed. Choose it again.';
}

const encodings: Record<OtherEncoding, string> = {
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};

interface CsvFileInputProps {
  csv: Pick<CsvFile, 'file' | 'encoding' | 'sheet' | 'isReading'>;
  /** `sheet` is the name of the chosen sheet; null is the first one. */
  onChange: (file: File | null, sheet: string | null) => void;
  error: string | undefined;
}

/** The field of a CSV or Excel file. It offers the sheets, and says what is converted. */
export function CsvFileInput({
  csv: { file, encoding, sheet, isReading },
  onChange,
  error,
}: CsvFileInputProps) {
  return (
    <div>
      <FileInput
        label="File"
        placeholder="Choose an Excel (.xlsx) or CSV file"
        accept=".xlsx,.csv,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        value={file}
        onChange={(picked) => onChange(picked, null)}
        error={error}
        required
        data-autofocus
      />
      {isReading ? (
        <Text size="sm" role="status" mt={4}>
          Reading {file?.name}…
        </Text>
      ) : null}
      {sheet && sheet.sheets.length > 1 ? (
        <Select
          label="Sheet"
          data={sheet.sheets}
          value={sheet.sheet}
          onChange={(name) => name && onChange(file, name)}
          allowDeselect={false}
          mt="xs"
        />
      ) : null}
      {sheet && sheet.hiddenRows > 0 ? (
        <Text size="sm" role="status" mt={4}>
          {sheet.hiddenRows === 1
            ? 'The sheet hides one row. It is imported too.'
            : `The sheet hides ${formatCount(sheet.hiddenRows, 'row')}, imported too.`}
        </Text>
      ) : null}
      {encoding === null ? null : (
        <Text size="sm" role="status" mt={4}>
          {`This file is in ${encodings[encoding]}. It is imported as UTF-8.`}{' '}
          {encoding === 'windows-1252'
            ? 'If letters such as é look wrong, save it in Excel as “CSV UTF-8” and choose it again.'
            : null}
        </Text>
      )}
    </div>
  );
}
