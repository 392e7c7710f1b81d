export { followed } from './bound-tool.ts';
export type { ToolCall } from './environment.ts';
export { OptOuts } from './opt-outs.ts';
export { type OpenToolRunner, openToolRunner, type ToolRunnerOptions } from './tool-runner.ts';
export { findVoicemail, type Voicemail } from './voicemail.ts';
