export { AnalysisPlan } from './configuration/analysis-plan.ts';
export { ConversationSettings } from './configuration/conversation.ts';
export { withFallbacks } from './configuration/fallbacks.ts';
export { CheckedJsonSchema } from './configuration/json-schema.ts';
export { judgeAddress, userPartOf } from './configuration/judge-address.ts';
export { defaultChunksMax, Knowledge, KnowledgeSources } from './configuration/knowledge.ts';
export { Memory } from './configuration/memory.ts';
export { Model } from './configuration/model.ts';
export { SpeechToSpeech } from './configuration/speech-to-speech.ts';
export { HttpTool, type StoredTool } from './configuration/tools.ts';
export { Transcriber } from './configuration/transcriber.ts';
export { Voice } from './configuration/voice.ts';
export { configurationOf } from './configuration-of.ts';
export {
  dialoguesOf,
  forgetToolName,
  handBackName,
  keysToolName,
  rememberToolName,
  searchToolName,
} from './dialogue-tools.ts';
export { checkFlowStart, FlowStart } from './flow-start.ts';
export { flowTools, playFlow } from './play-flow.ts';
export {
  type BuiltInVariable,
  builtInVariables,
  fillKeyTerms,
  fillTexts,
  fillVariables,
  variableName,
  variablesIn,
} from './prompt-variables.ts';
export { agentsWithoutKey } from './provider-problems.ts';
export { getAgent, getVersion } from './read.ts';
export { type AgentConfiguration, CreateAgent } from './schemas.ts';
export { openHeaders, sealedAgentColumns, sealTools } from './secrets.ts';
export { type AgentRecord, findAgent, findVersion, holdAgent } from './store/agents.ts';
export { createAgent } from './write.ts';
export { withWrittenTexts } from './written-texts.ts';
