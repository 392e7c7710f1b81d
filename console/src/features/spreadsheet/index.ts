export { isWorkbook, readWorkbook } from './read-workbook.ts';
export { WorkbookError } from './workbook-error.ts';
