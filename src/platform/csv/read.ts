import { Parser } from 'csv-parse';
import { utf8Bytes } from './decode.ts';
import { headerOf } from './delimiter.ts';
import { CsvError, type CsvRecord, type Delimiter } from './record.ts';

/** Characters of one record at most: a quote that is never closed would make one of all that follows. */
const recordCharactersMax = 65_536;

/** The delimiter is looked for in no more than this. */
const headerBytesMax = 8192;

interface CsvOptions {
  /** What stands between two fields; what the header shows when left out. */
  delimiter?: Delimiter | undefined;
  /** Told what it is, before the first record. */
  onDelimiter?: (delimiter: Delimiter) => void;
}

/**
 * The records of a CSV file (RFC 4180) as they arrive, some at a time; it reads on when they are taken. Lines end with
 * LF, CRLF or CR, empty ones are left out; a byte order mark is passed over. Throws a CsvError where the file is not UTF-8, or its quotes are not closed or not doubled.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter, onDelimiter }: CsvOptions = {},
): AsyncGenerator<CsvRecord[]> {
  const reader = new RecordReader();
  const bytes = utf8Bytes(chunks);
  const open = (found: Delimiter) => {
    const used = delimiter ?? found;
    onDelimiter?.(used);
    reader.open(used);
  };
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head === null) yield await reader.read(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      const header = headerOf(head.toString());
      if (head.length < headerBytesMax && !header.isWhole) continue;
      open(header.delimiter);
      yield await reader.read(head);
      head = null;
    }
  }
  if (head !== null) {
    open(headerOf(head.toString()).delimiter);
    yield await reader.read(head);
  }
  yield await reader.end();
}

class RecordReader {
  /** The line that the next record begins in. */
  line = 1;
  #records: CsvRecord[] = [];
  #parser: Parser | undefined;

  open(delimiter: Delimiter): void {
    this.#parser = new Parser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      // How many fields there should be is the reader's to judge.
      relax_column_count: true,
      max_record_size: recordCharactersMax,
      // Taken as they are found, so that none goes through the parser's own queue.
      on_record: (fields: string[]) => {
        this.#take(fields);
        return null;
      },
    });
    // What is wrong is told by the write that met it.
    this.#parser.on('error', () => undefined);
    this.#parser.resume();
  }

  /** The records that end in these bytes. */
  async read(bytes: Buffer): Promise<CsvRecord[]> {
    return this.#run((parser, done) => parser.write(bytes, done));
  }

  async end(): Promise<CsvRecord[]> {
    return this.#run((parser, done) => parser.end(done));
  }

  async #run(step: (parser: Parser, done: (error?: Error | null) => void) => void): Promise<CsvRecord[]> {
    await new Promise<void>((resolve, reject) => {
      step(this.#parser!, (error) => (error ? reject(this.#failure(error)) : resolve()));
    });
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #take(fields: string[]): void {
    const { line } = this;
    this.line += 1;
    for (const field of fields) if (/[\r\n]/.test(field)) this.line += field.match(/\r\n|\n|\r/g)!.length;
    if (fields.length > 1 || fields[0] !== '') this.#records.push({ line, fields });
  }

  #failure({ code }: Error & { code?: string }): CsvError {
    const words: Record<string, string> = {
      CSV_MAX_RECORD_SIZE: `is longer than ${recordCharactersMax} characters; is a quote not closed?`,
      CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
      CSV_INVALID_CLOSING_QUOTE: 'has a quote inside a quoted field that is not doubled',
      INVALID_OPENING_QUOTE: 'has a quote in a field that is not quoted as a whole',
    };
    return new CsvError(
      `the record that begins in line ${this.line} ${words[code ?? ''] ?? 'cannot be read'}`,
    );
  }
}
