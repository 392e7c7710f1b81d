export { addDocs } from './pages.ts';
