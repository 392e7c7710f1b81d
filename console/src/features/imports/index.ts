export { ImportDialog, type ReadRow } from './import-dialog.tsx';
export { ImportsPanel } from './imports-panel.tsx';
