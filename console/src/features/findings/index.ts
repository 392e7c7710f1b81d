export { type Analysis, AnalysisBadge, AnalysisState } from './analysis-state.tsx';
export { Findings, type Found, OverallVerdict } from './findings.tsx';
