export { addOpenApiDocument } from './openapi-document.ts';
export { sendStream } from './send-stream.ts';
export { createHttpServer, type HttpServer, type HttpServerOptions } from './server.ts';
