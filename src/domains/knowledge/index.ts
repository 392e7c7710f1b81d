export { KnowledgeReader } from './reading/reader.ts';
export { findPassages } from './search/find-passages.ts';
export { type FoundChunk, type KnowledgeQuestion, searchKnowledge } from './search/search.ts';
export { unknownSources } from './store/source-store.ts';
export { KnowledgeUse } from './use-schemas.ts';
