export { type AnalysisOptions, analysisQueue, analyzeCall } from './analyze-call.ts';
export { enqueuePendingAnalyses } from './enqueue-pending.ts';
