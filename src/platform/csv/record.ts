/** What may stand between two fields. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** One record (RFC 4180 §2): a field may hold line ends, so that it can take more than one line. */
export interface CsvRecord {
  /** The line that it begins in, from 1; empty lines count. */
  line: number;
  fields: string[];
}

/** Why a file cannot be read on: where its records begin and end is not known from there. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}
