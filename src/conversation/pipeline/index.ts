export type * from './conversation.ts';
export { callLatency, type TurnLatency } from './ledger.ts';
export type * from './line.ts';
export { Models } from './models.ts';
export { LevelledSpeech, VoiceLevel } from './speech-level.ts';
export { startConversation } from './start-conversation.ts';
export { callOnRecord, resultForModel, resultOnRecord } from './tool-result.ts';
export * from './tools.ts';
export { endOfTurnWait } from './turns/end-of-turn.ts';
