export { type Passage, passagesInstruction, passagesText, searchInstruction } from './passages.ts';
export {
  type Knowledge,
  type KnowledgeSearch,
  type KnowledgeUse,
  Retrieval,
  type SearchOptions,
} from './retrieval.ts';
