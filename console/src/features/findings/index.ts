export { Findings, type Found, OverallVerdict } from './findings.tsx';
