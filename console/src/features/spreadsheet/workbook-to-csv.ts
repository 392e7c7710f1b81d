import { Archive } from './archive.ts';
import { CellTexts } from './cell-text.ts';
import { formatsOf } from './number-formats.ts';
import { sharedStringsOf } from './shared-strings.ts';
import { type SheetText, sheetToCsv } from './sheet-to-csv.ts';
import { workbookParts } from './workbook-parts.ts';

/** A sheet of a workbook as CSV. */
export interface WorkbookText extends SheetText {
  /** The visible sheets of cells, in the order of their tabs. */
  sheets: string[];
  /** The sheet that was read. */
  sheet: string;
}

/** The sheet to read, and the language of dates and numbers. */
export interface SheetChoice {
  /** The first visible one if null, or if there is none with this name. */
  sheet: string | null;
  /** A BCP 47 tag. */
  locale: string;
}

/**
 * Reads a sheet of an .xlsx file (ECMA-376) as the CSV that it shows: numbers and dates by the format of their cells.
 * Throws a WorkbookError for a file that cannot be read.
 */
export function workbookToCsv(bytes: Uint8Array, { sheet, locale }: SheetChoice): WorkbookText {
  const archive = new Archive(bytes);
  const parts = workbookParts(archive);
  const { sharedStrings, styles, is1904 } = parts;
  const partOf = (path: string | null) => (path === null ? null : archive.read(path));
  const texts = new CellTexts({
    sharedStrings: sharedStringsOf(partOf(sharedStrings)),
    formats: formatsOf(partOf(styles), locale),
    is1904,
    locale,
  });
  const chosen = parts.sheets.find(({ name }) => name === sheet) ?? parts.sheets[0]!;
  const cells = partOf(chosen.path) ?? new TextEncoder().encode('<worksheet/>');
  const text = sheetToCsv(cells, (cell) => texts.textOf(cell));
  return { ...text, sheets: parts.sheets.map(({ name }) => name), sheet: chosen.name };
}
