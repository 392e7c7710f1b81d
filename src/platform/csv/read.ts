import { Parser } from 'csv-parse';
import { utf8Bytes } from './decode.ts';
import { CsvError, type CsvRecord, type Delimiter, delimiters } from './record.ts';

/** The most characters of one record. It limits an unclosed quote, which would make one record of the rest of the file.
 */
const recordCharactersMax = 65_536;

/** The part of the file in which the delimiter is looked for. */
const headerBytesMax = 8192;

interface CsvOptions {
  /** The delimiter. Default: the one that the header shows. */
  delimiter?: Delimiter | undefined;
  /** Called with the delimiter, before the first record. */
  onDelimiter?: (delimiter: Delimiter) => void;
}

/**
 * Yields the records of a CSV file (RFC 4180) in batches as they arrive. Reads on when the consumer takes a batch.
 * Lines end with LF, CRLF or CR. Empty lines and a byte order mark are skipped. Throws a CsvError when the file is not
 * UTF-8, or its quotes are not closed or not doubled.
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
  /** The row of the next record. */
  #row = 1;
  #records: CsvRecord[] = [];
  #parser: Parser | undefined;

  open(delimiter: Delimiter): void {
    this.#parser = new Parser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      // The reader judges the number of fields.
      relax_column_count: true,
      max_record_size: recordCharactersMax,
      // Collected by the callback, which bypasses the parser's own queue.
      on_record: (fields: string[]) => {
        this.#take(fields);
        return null;
      },
    });
    // The write that meets an error reports it.
    this.#parser.on('error', () => undefined);
    this.#parser.resume();
  }

  /** Returns the records that end in these bytes. */
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
    const row = this.#row++;
    if (fields.length > 1 || fields[0] !== '') this.#records.push({ row, fields });
  }

  #failure({ code }: Error & { code?: string }): CsvError {
    const words: Record<string, string> = {
      CSV_MAX_RECORD_SIZE: `is longer than ${recordCharactersMax} characters; is a quote not closed?`,
      CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
      CSV_INVALID_CLOSING_QUOTE: 'has a quote inside a quoted field that is not doubled',
      INVALID_OPENING_QUOTE: 'has a quote in a field that is not quoted as a whole',
    };
    return new CsvError(`row ${this.#row} ${words[code ?? ''] ?? 'cannot be read'}`);
  }
}

/** The facts about a header that the start of a file shows. */
interface HeaderStart {
  /** The most frequent of comma, semicolon and tab outside quotes; comma when there is none. */
  delimiter: Delimiter;
  /** Whether the end of the header was found: a line end outside quotes. */
  isWhole: boolean;
}

/** Finds the delimiter of a header, which empty lines may precede. */
function headerOf(start: string): HeaderStart {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let [isQuoted, isWhole] = [false, false];
  for (const character of start.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') {
      isWhole = true;
      break;
    } else if (character in counts) counts[character as Delimiter]++;
  }
  const delimiter = delimiters.reduce((best, next) => (counts[next] > counts[best] ? next : best));
  return { delimiter, isWhole };
}
