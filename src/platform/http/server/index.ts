export { answerRequest } from './answer-request.ts';
export { failureAnswer, failureText } from './failures.ts';
export {
  addOpenApiDocument,
  committedDocument,
  type OpenApiDocuments,
  withoutSamples,
} from './openapi-document.ts';
export type { RequestOrder, RequestResult, RequestThread } from './request-thread.ts';
export { sendStream } from './send-stream.ts';
export type { Answer, ServedRequest } from './served-request.ts';
export { createHttpServer, type HttpServer, type HttpServerOptions } from './server.ts';
export { WorkShare } from './work-share.ts';
