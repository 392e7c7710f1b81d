import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A question as a server of the protocol gets it. */
export interface AskedModel {
  messages: { role: string; content: unknown; tool_calls?: { id: string; function: { name: string } }[] }[];
  tools: string[];
}

/** What the server answers: words, piece by piece, and tools; or a failure of that status. */
export type ModelReply =
  | {
      words?: readonly string[];
      calls?: readonly { id?: string; name: string; arguments: object }[];
      hold?: Promise<void>;
      /** The connection is lost behind the words, once they need not be held any more. */
      breaksOff?: true;
    }
  | { status: number };

/** A local server that speaks the protocol of OpenAI's chat completions, as a stream. */
export interface ChatModel extends AsyncDisposable {
  baseUrl: string;
  asked: AskedModel[];
  /** What it answers from now on; an echo of the last words by default. */
  answerWith(reply: (asked: AskedModel) => ModelReply): void;
}

const echo = ({ messages }: AskedModel): ModelReply => ({ words: ['You said: ', lastWords(messages)] });

/** The words of the last message. */
export function lastWords(messages: AskedModel['messages']): string {
  return String(messages.at(-1)?.content ?? '');
}

export async function startChatModel(): Promise<ChatModel> {
  const asked: AskedModel[] = [];
  let reply: (asked: AskedModel) => ModelReply = echo;
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    const tools = (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name);
    const question = { messages: body.messages, tools };
    asked.push(question);
    await stream(response, reply(question));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answerWith(next) {
      reply = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function stream(response: ServerResponse, reply: ModelReply): Promise<void> {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'not now' } }));
    return;
  }
  const { words = [], calls = [], hold, breaksOff } = reply;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  for (const [n, content] of words.entries()) {
    if (n === 1) await hold;
    send({ content });
  }
  if (breaksOff) {
    await hold;
    response.destroy();
    return;
  }
  calls.forEach((call, index) => {
    const named = { name: call.name, arguments: JSON.stringify(call.arguments) };
    send({ tool_calls: [{ index, id: call.id ?? `call-${index}`, type: 'function', function: named }] });
  });
  send({}, calls.length > 0 ? 'tool_calls' : 'stop');
  response.end('data: [DONE]\n\n');
}
