export { followed, fromDatabase, ToolFailure } from './bound-tool.ts';
export type {
  HandOver,
  OpenToolRunner,
  OtherAgents,
  ToolCall,
  ToolRunnerOptions,
} from './environment.ts';
export { findModelsOf } from './find-models.ts';
export { handOversMax } from './hand-over.ts';
export { type HandOverNote, type HistoryTerms, handedHistory, handOverMessages } from './handed-history.ts';
export { knowledgeOf, withKnowledge } from './knowledge.ts';
export { openGuard } from './open-guard.ts';
export { OptOuts } from './opt-outs.ts';
export { openToolRunner } from './tool-runner.ts';
export { findVoicemail, type Voicemail } from './voicemail.ts';
