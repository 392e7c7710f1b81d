import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import { boundResults, LargeResultError } from '../../db/index.ts';
import { ApiError } from '../../kernel/index.ts';
import { wantsLargePage } from '../limits.ts';
import { isUpload, type Route } from '../route.ts';
import { type AnswerEnvironment, answerRequest } from './answer-request.ts';
import { baseUrlOf } from './base-url.ts';
import type { LargeAnswers } from './large-answers.ts';
import { callerOf } from './request-hooks.ts';
import type { RequestThread } from './request-thread.ts';
import type { Answer, ServedRequest } from './served-request.ts';
import { pauseBodyTime } from './slow-body.ts';
import type { WorkShare } from './work-share.ts';

export interface DispatchEnvironment extends AnswerEnvironment {
  /** Answers expensive requests. `null`: the main thread answers all. */
  requestThread: RequestThread | null;
  /** Bounds the requests that the main thread carries out. */
  requests: WorkShare;
  /** Bounds the expensive requests whose bodies are read and that are answered. */
  expensiveRequests: WorkShare;
  /** Bounds the long answers that are written. */
  longAnswers: WorkShare;
  largeAnswers: LargeAnswers;
}

/** A read that brings more characters than this to the main thread is repeated by the request thread. */
const resultCharactersMax = 1_000_000;

/** Returns the hook that lets an expensive request wait for its organization before its body is read. */
export function expensiveRequestHook(
  route: Route,
  { expensiveRequests, largeAnswers }: DispatchEnvironment,
): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (!isExpensive(route, request, largeAnswers)) return void done(null, payload);
    // The time for sending the body begins when the server reads it.
    const resumeBodyTime = pauseBodyTime(request);
    const readBody = () => {
      resumeBodyTime();
      done(null, payload);
    };
    holdUntilClosed(expensiveRequests, request, reply).then(readBody, done);
  };
}

/** Answers a request: on the request thread when it is expensive, otherwise on the main thread. */
export async function dispatch(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  environment: DispatchEnvironment,
): Promise<Answer> {
  const { requestThread, expensiveRequests, longAnswers, largeAnswers, publicUrl } = environment;
  if (route.expensive === 'streams') await holdUntilClosed(longAnswers, request, reply);
  const answerThere = (thread: RequestThread) => thread.answer(route, request, baseUrlOf(request, publicUrl));
  if (requestThread && isExpensive(route, request, largeAnswers)) return answerThere(requestThread);

  const answerHere = () => answerOnMainThread(route, request, reply, environment);
  const isBounded = route.method === 'GET' && route.expensive !== 'streams' && route.openTo === undefined;
  if (!requestThread || !isBounded) return answerHere();
  try {
    return await boundResults(resultCharactersMax, answerHere);
  } catch (thrown) {
    if (!(thrown instanceof LargeResultError)) throw thrown;
    await holdUntilClosed(expensiveRequests, request, reply);
    return answerThere(requestThread);
  }
}

/** Whether the request thread answers a request. It has no sessions, so it never answers operations that need one. */
function isExpensive(route: Route, request: ServedRequest, largeAnswers: LargeAnswers): boolean {
  const { expensive = wantsLargePage, openTo } = route;
  const { query, headers, caller } = request;
  if (expensive === 'streams' || openTo !== undefined || caller === null) return false;
  if (largeAnswers.areLikely(caller.organizationId, route)) return true;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const bodyBytes = isChunked ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0);
  return expensive({ bodyBytes, query: query as Record<string, unknown> });
}

async function answerOnMainThread(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  environment: DispatchEnvironment,
): Promise<Answer> {
  const isGathered = route.gathers && request.headers['idempotency-key'] === undefined;
  // Uploads and long answers have bounds of their own: they may take hours, and would block all other requests.
  const isBounded =
    request.caller !== null && !isGathered && !isUpload(route) && route.expensive !== 'streams';
  const leave = isBounded ? await enter(environment.requests, request, reply) : undefined;
  try {
    return await answerRequest(route, request, environment, { untilClosed: () => closeSignal(reply) });
  } finally {
    leave?.();
  }
}

/** Enters a share and leaves it when the answer has been sent or the client has closed its connection. */
async function holdUntilClosed(
  share: WorkShare,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const leave = await enter(share, request, reply);
  if (reply.raw.closed) leave();
  else reply.raw.once('close', leave);
}

/** Enters a share for the organization of a request. Rejects when the client closes its connection while it waits. */
async function enter(share: WorkShare, request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
  const { organizationId } = callerOf(request);
  // Most requests need not wait. An AbortController for each would cost more than the rest of this function.
  return share.enterNow(organizationId) ?? share.enter(organizationId, closeSignal(reply));
}

function closeSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  const abort = () => closed.abort(new ApiError(499, 'request.aborted', 'The client closed its connection.'));
  if (raw.closed) abort();
  else raw.once('close', abort);
  return closed.signal;
}
