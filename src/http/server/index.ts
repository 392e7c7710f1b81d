export { addReference } from './reference.ts';
export { sendStream } from './send-stream.ts';
export { createHttpServer, type HttpServer, type HttpServerOptions } from './server.ts';
