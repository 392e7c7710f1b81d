export { isRetryableClose } from './close-code.ts';
export { failureOfStatus, isRetryableStatus, shorten, withoutSecrets, wordsOf } from './failure-of-status.ts';
export { type HttpRequest, requestBody, requestText } from './http-request.ts';
export { Inbox } from './inbox.ts';
export { PcmReader, pcmBytes } from './pcm-reader.ts';
export { ProviderError } from './provider-error.ts';
export { openSocket, type ProviderSocket, type SocketOptions } from './provider-socket.ts';
export { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';
export { wholeSpeech } from './whole-speech.ts';
