import { format, isDateFormat } from 'numfmt';
import { unescaped } from './shared-strings.ts';

/** A cell as the file has it (ECMA-376 part 1, §18.3.1.4). */
export interface Cell {
  /** `s`, `str`, `inlineStr`, `b`, `e`, `d`, or `n` for a number. */
  type: string;
  /** The place of its style. */
  style: number;
  value: string;
}

interface CellSettings {
  sharedStrings: readonly string[];
  /** The number formats of the styles. */
  formats: readonly string[];
  is1904: boolean;
  /** A BCP 47 tag. */
  locale: string;
}

const daysFrom1900To1904 = 1462;
const msPerDay = 86_400_000;
/** 1970-01-01 as a number of days, as files count them. */
const unixEpochDays = 25_569;

/** Returns the texts that cells show. */
export class CellTexts {
  readonly #settings: CellSettings;

  constructor(settings: CellSettings) {
    this.#settings = settings;
  }

  /** Returns the text of a cell. A cell that shows an error, such as #N/A, counts as empty. */
  textOf({ type, style, value }: Cell): string {
    switch (type) {
      case 's':
        return this.#settings.sharedStrings[Number(value)] ?? '';
      case 'str':
      case 'inlineStr':
        return unescaped(value);
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        return '';
      case 'd':
        return this.#shown(this.#daysOf(value), style, value);
      default:
        return value === '' ? '' : this.#shown(Number(value), style, value);
    }
  }

  /** Returns the days of a date in ISO 8601, as the file counts them. */
  #daysOf(date: string): number {
    const days = Date.parse(`${date.replace(/Z$/, '')}Z`) / msPerDay + unixEpochDays;
    return this.#settings.is1904 ? days - daysFrom1900To1904 : days;
  }

  /** Returns a number by its format, or `written` when it is no number. */
  #shown(number: number, style: number, written: string): string {
    if (!Number.isFinite(number)) return written;
    const pattern = this.#settings.formats[style] ?? 'General';
    const { locale, is1904 } = this.#settings;
    const isPlain = /^(?:General|@)?$/i.test(pattern);
    // A telephone number that was typed as a number is shown as 4.91512E+12, and all its digits are there.
    if (Number.isSafeInteger(number) && (isPlain || /E[+-]/i.test(pattern))) return String(number);
    if (isPlain) return format('General', number, { locale });
    try {
      const days = is1904 && isDateFormat(pattern) ? number + daysFrom1900To1904 : number;
      return format(pattern, days, { locale }).trim();
    } catch {
      return written;
    }
  }
}
