export { type Passage, passagesInstruction, passagesText, searchInstruction } from './passages.ts';
export { type KnowledgeSearch, type KnowledgeUse, Retrieval } from './retrieval.ts';
