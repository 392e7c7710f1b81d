export { type GrpcCall, GrpcChannel } from './grpc-channel.ts';
export { type HttpRequest, requestBody, requestText } from './http-request.ts';
export { type ProviderFetchOptions, providerFetch } from './provider-fetch.ts';
export { openSocket, type ProviderSocket, type SocketOptions } from './provider-socket.ts';
