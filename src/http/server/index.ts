export { addReference } from './reference.ts';
export { createHttpServer, type HttpServer, type HttpServerOptions } from './server.ts';
export { closeWhenStalled } from './stalled-reader.ts';
