export { KnowledgeReader } from './reading/reader.ts';
export { type FoundChunk, type KnowledgeQuestion, searchKnowledge } from './search/search.ts';
export { unknownSources } from './store/source-store.ts';
