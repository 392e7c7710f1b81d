export { Embedder } from './meaning/embedder.ts';
export { QuestionVectors } from './meaning/question-vectors.ts';
export { KnowledgeReader } from './reading/reader.ts';
export { conversationSearch } from './search/find-passages.ts';
export type { KnowledgeQuestion } from './search/question.ts';
export { type FoundChunk, type SearchPlace, searchKnowledge } from './search/search.ts';
export { unknownSources } from './store/source-store.ts';
export { KnowledgeUse } from './use-schemas.ts';
