export { analysisQueue, analyzeCall } from './analyze-call.ts';
export { analyzeChat, chatAnalysisQueue, enqueuePendingChats } from './analyze-chat.ts';
export { enqueuePendingAnalyses } from './enqueue-pending.ts';
export type { ModelsOf } from './judge.ts';
