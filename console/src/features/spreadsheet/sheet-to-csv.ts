import type { Cell } from './cell-text.ts';
import { parseXml } from './parse-xml.ts';
import { WorkbookError } from './workbook-error.ts';

/** The most rows that a sheet can have (Excel). */
const sheetRowsMax = 1_048_576;
const sheetColumnsMax = 16_384;
/** The length from which texts are passed on. */
const pieceCharacters = 1_048_576;

/** A sheet as CSV. */
export interface SheetText {
  /** The text in pieces. */
  pieces: string[];
  /** Rows with a value, without the header. */
  rows: number;
  /** How many of these a filter or a person has hidden. */
  hiddenRows: number;
}

/**
 * Writes the cells of a sheet as CSV. Its first row with a value is the header, and values beyond the header's last
 * column are left out. Each row has the line of its own number, so that messages about a line fit the sheet: line ends
 * inside cells become spaces.
 */
export function sheetToCsv(bytes: Uint8Array, textOf: (cell: Cell) => string): SheetText {
  const writer = new CsvWriter();
  let [row, column, isHidden] = [0, 0, false];
  let fields: string[] = [];
  let cell: Cell | null = null;
  let [isValue, isPhonetic] = [false, false];
  parseXml(bytes, {
    open(name, attribute) {
      if (name === 'row') {
        row = Number(attribute('r') ?? row + 1);
        [column, fields] = [0, []];
        isHidden = /^(?:1|true)$/.test(attribute('hidden') ?? '');
      } else if (name === 'c') {
        column = columnOf(attribute('r')) ?? column + 1;
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), value: '' };
      } else if (name === 'v' || name === 't') isValue = true;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(text) {
      if (cell !== null && isValue && !isPhonetic) cell.value += text;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c' && cell !== null) {
        if (writer.isWanted(column)) fields[column - 1] = textOf(cell);
        cell = null;
      } else if (name === 'row') writer.write(row, fields, isHidden);
    },
  });
  return writer.end();
}

/** Returns the column of a cell such as `AB12`, from 1. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

class CsvWriter {
  readonly #text: SheetText = { pieces: [], rows: 0, hiddenRows: 0 };
  #piece = '';
  /** The line that is written next, from 1. */
  #line = 1;
  /** The columns of the header. Null before it. */
  #columns: number | null = null;

  /** Returns whether values of a column are written. */
  isWanted(column: number): boolean {
    return column <= (this.#columns ?? sheetColumnsMax);
  }

  write(row: number, given: readonly string[], isHidden: boolean): void {
    const fields = Array.from(given, (text) => clean(text ?? ''));
    const last = fields.findLastIndex((text) => text !== '');
    if (last < 0) return;
    if (!(row >= this.#line && row <= sheetRowsMax))
      throw new WorkbookError('The file is damaged: its rows are not in order. Save it again in Excel.');
    if (this.#columns === null) this.#columns = last + 1;
    else {
      this.#text.rows += 1;
      if (isHidden) this.#text.hiddenRows += 1;
    }
    fields.length = this.#columns;
    this.#piece += `${'\n'.repeat(row - this.#line)}${Array.from(fields, quoted).join(',')}\n`;
    this.#line = row + 1;
    if (this.#piece.length >= pieceCharacters) this.#flush();
  }

  end(): SheetText {
    this.#flush();
    return this.#text;
  }

  #flush(): void {
    if (this.#piece !== '') this.#text.pieces.push(this.#piece);
    this.#piece = '';
  }
}

/** Removes line ends, and characters that the API refuses. */
function clean(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F]/g, '');
}

function quoted(text = ''): string {
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
