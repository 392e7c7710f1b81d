export { CsvFileInput, useCsvFile } from './csv-file.tsx';
export { ImportDialog, type ReadRow } from './import-dialog.tsx';
export { ImportsPanel, type ImportsPlace, useImports } from './imports-panel.tsx';
