export { ImportDialog } from './import-dialog.tsx';
export { ImportsPanel } from './imports-panel.tsx';
