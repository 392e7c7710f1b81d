export { readCsv } from './read.ts';
export { CsvError, type CsvRecord, type Delimiter, delimiters } from './record.ts';
export { csvLine, inertText } from './write.ts';
