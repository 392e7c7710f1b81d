import { FileInput, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { refusedField } from '../../api/index.ts';
import { type CsvText, type OtherEncoding, toUtf8 } from './csv-encoding.ts';

/** A chosen CSV file, converted to UTF-8. */
export interface CsvFile {
  /** The file as it was chosen. */
  file: File | null;
  /** The encoding from which it is converted. Null for UTF-8, and while it is read. */
  encoding: OtherEncoding | null;
  /** Returns the file in UTF-8, or null when another one was chosen meanwhile. Rejects when it cannot be read. */
  choose: (file: File | null) => Promise<CsvText | null>;
  /** Returns the file to send. Rejects with a refusal of the field `file`. */
  read: () => Promise<File>;
}

export function useCsvFile(): CsvFile {
  const [file, setFile] = useState<File | null>(null);
  const [encoding, setEncoding] = useState<OtherEncoding | null>(null);
  const reading = useRef<Promise<CsvText> | null>(null);
  return {
    file,
    encoding,
    async choose(picked) {
      setFile(picked);
      setEncoding(null);
      const own = picked && toUtf8(picked);
      reading.current = own;
      const text = await own;
      if (reading.current !== own) return null;
      setEncoding(text?.encoding ?? null);
      return text;
    },
    async read() {
      if (reading.current === null) throw refusedField('file', 'Choose the CSV file to import.');
      const text = await reading.current.catch(() => null);
      if (text === null) throw refusedField('file', 'The file was changed or removed. Choose it again.');
      return text.file;
    },
  };
}

const encodings: Record<OtherEncoding, string> = {
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};

interface CsvFileInputProps {
  csv: Pick<CsvFile, 'file' | 'encoding'>;
  onChange: (file: File | null) => void;
  error: string | undefined;
}

/** The field of a CSV file. It says when the file is converted. */
export function CsvFileInput({ csv: { file, encoding }, onChange, error }: CsvFileInputProps) {
  return (
    <div>
      <FileInput
        label="CSV file"
        placeholder="Choose a file"
        accept=".csv,.tsv,text/csv"
        value={file}
        onChange={onChange}
        error={error}
        required
        data-autofocus
      />
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
