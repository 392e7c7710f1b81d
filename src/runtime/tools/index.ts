export { followed } from './bound-tool.ts';
export type { ToolCall } from './environment.ts';
export { type OpenToolRunner, openToolRunner, type ToolRunnerOptions } from './tool-runner.ts';
