export { documentWithSamples } from './document-with-samples.ts';
export { addDocs } from './pages.ts';
