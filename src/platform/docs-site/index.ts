export { addDocs } from './pages.ts';
export type { DocsOptions } from './site.ts';
