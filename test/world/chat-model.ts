import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request to the model server. */
export interface AskedModel {
  messages: { role: string; content: unknown; tool_calls?: { id: string; function: { name: string } }[] }[];
  tools: string[];
}

/** An answer of the server: text, piece by piece, and tools; or a failure with that status. */
export type ModelReply =
  | {
      words?: readonly string[];
      calls?: readonly { id?: string; name: string; arguments: object }[];
      hold?: Promise<void>;
      /** Breaks the connection after the text, once `hold` has resolved. */
      breaksOff?: true;
    }
  | { status: number };

/** A local server with the streaming chat completions of OpenAI's protocol. */
export interface ChatModel extends AsyncDisposable {
  baseUrl: string;
  asked: AskedModel[];
  /** Sets the answer from now on. By default the server repeats the last message. */
  answerWith(reply: (asked: AskedModel) => ModelReply): void;
}

const echo = ({ messages }: AskedModel): ModelReply => ({ words: ['You said: ', lastWords(messages)] });

/** Returns the text of the last message. */
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
