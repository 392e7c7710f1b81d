/** An encoding in which spreadsheets save CSV files, other than UTF-8. */
export type OtherEncoding = 'windows-1252' | 'utf-16le' | 'utf-16be';

/** A CSV file in UTF-8. */
export interface CsvText {
  file: File;
  /** The encoding from which it was converted. Null when the chosen file is sent as it is. */
  encoding: OtherEncoding | null;
}

/** The part of a file that is in memory at a time. */
const sliceBytes = 4_194_304;

/**
 * Converts a CSV file to UTF-8: the API accepts nothing else, and Excel saves "CSV" in Windows-1252 and "Unicode text" in
 * UTF-16. Rejects when the file cannot be read.
 */
export async function toUtf8(file: File): Promise<CsvText> {
  const encoding = await encodingOf(file);
  if (encoding === null) return { file, encoding };
  const parts: Blob[] = [];
  for await (const text of textOf(file, encoding)) parts.push(new Blob([text]));
  return { file: new File(parts, file.name, { type: file.type }), encoding };
}

/**
 * Returns the encoding to convert a file from. Null for UTF-8, and for a file that is only damaged, such as UTF-8 that ends
 * within a character: the API refuses it and names the line.
 */
async function encodingOf(file: Blob): Promise<OtherEncoding | null> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (await isUtf8(file)) return null;
  // Letters of Windows-1252 form no valid sequence of UTF-8, so each becomes U+FFFD. A text file has no NUL.
  const isDamaged = /[^\u0001-\u007F\uFFFD]/;
  for await (const text of textOf(file, 'utf-8')) if (isDamaged.test(text)) return null;
  return 'windows-1252';
}

async function isUtf8(file: Blob): Promise<boolean> {
  try {
    for await (const _ of textOf(file, 'utf-8', true));
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Decodes a file in parts. A byte order mark of UTF-8 stays. */
async function* textOf(file: Blob, encoding: string, fatal = false): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal, ignoreBOM: encoding === 'utf-8' });
  for (let at = 0; at < file.size; at += sliceBytes)
    yield decoder.decode(await file.slice(at, at + sliceBytes).arrayBuffer(), { stream: true });
  yield decoder.decode();
}
