export { addDocs, type DocsOptions } from './pages.ts';
