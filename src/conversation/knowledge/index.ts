export { type Passage, passagesInstruction, passagesText, searchInstruction } from './passages.ts';
export { type KnowledgeUse, Retrieval, type SearchSources } from './retrieval.ts';
