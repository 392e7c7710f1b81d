export { inertText } from './inert-text.ts';
export { readCsv } from './read.ts';
export { CsvError, type CsvRecord, type Delimiter, delimiters } from './record.ts';
export { csvLine } from './write.ts';
