export { addDocs } from './pages.ts';
export { withSamples } from './reference/with-samples.ts';
