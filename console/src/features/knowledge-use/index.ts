export { KnowledgeUsePanel } from './knowledge-use-panel.tsx';
export { UsedDocuments } from './used-documents.tsx';
