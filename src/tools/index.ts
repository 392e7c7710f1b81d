export type { ToolCall, ToolEnvironment } from './environment.ts';
export { type OpenToolRunner, openToolRunner, type ToolRunnerOptions } from './tool-runner.ts';
