export { liveTranscriber, primaryLanguages, socketUrl } from './live-transcriber.ts';
export {
  type Assembler,
  type ListenProtocol,
  LiveTranscription,
  type ReportedFailure,
} from './live-transcription.ts';
export { type ReadTurn, type Turn, TurnAssembler, type Word } from './turn-assembler.ts';
export {
  type ReadMessage,
  type Statement,
  type Understood,
  UtteranceAssembler,
} from './utterance-assembler.ts';
