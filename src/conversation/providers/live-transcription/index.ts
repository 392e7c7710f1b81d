export type {
  Assembler,
  CarriedProtocol,
  ClientMessage,
  ListenProtocol,
  ReportedFailure,
  Transport,
  TransportHandlers,
} from './listen-protocol.ts';
export { liveTranscriber, localesOf, primaryLanguages, socketUrl } from './live-transcriber.ts';
export { LiveTranscription } from './live-transcription.ts';
export { type ReadTurn, type Turn, TurnAssembler, type Word } from './turn-assembler.ts';
export {
  type ReadMessage,
  type Statement,
  type Understood,
  UtteranceAssembler,
} from './utterance-assembler.ts';
