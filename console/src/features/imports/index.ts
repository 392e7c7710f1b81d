export { CsvFileInput, useCsvFile } from './csv-file.tsx';
export { ImportDialog, type ReadRow } from './import-dialog.tsx';
export { ImportsPanel } from './imports-panel.tsx';
