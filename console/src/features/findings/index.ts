export { AnalysisBadge, AnalysisState } from './analysis-state.tsx';
export { type Found, OverallVerdict } from './findings.tsx';
