/** The possible delimiters. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** A record (RFC 4180 §2). Fields may contain line ends, so a record can span several lines. */
export interface CsvRecord {
  /** Its row in a spreadsheet, from 1: empty lines count, line ends within fields do not. */
  row: number;
  fields: string[];
}

/** The reason why a file cannot be read any further: the limits of its records are unknown from there. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}
