/** A model server in a process of its own: `/v1/chat/completions` and `/v1/messages` answer with 60 deltas, a millisecond apart. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const deltas = 60;

const eventOf = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (delta: object, finish_reason: string | null = null) =>
  eventOf({
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'a-model' },
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
const usage = { prompt_tokens: 300, completion_tokens: deltas, total_tokens: 300 + deltas };
const words = Array.from({ length: deltas }, (_, n) => ` word${n}`);

const chat = [
  ...words.map((content) => chunk({ content })),
  `${chunk({}, 'stop') + eventOf({ id: 'chatcmpl-1', choices: [], usage })}data: [DONE]\n\n`,
];

const named = (data: { type: string }) => `event: ${data.type}\n${eventOf(data)}`;
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'a-model', content: [] };
const begin =
  named({
    ...{ type: 'message_start' },
    ...{ message: { ...message, stop_reason: null, usage: { input_tokens: 300, output_tokens: 1 } } },
  }) + named({ type: 'content_block_start', ...{ index: 0, content_block: { type: 'text', text: '' } } });
const end =
  named({ type: 'content_block_stop', ...{ index: 0 } }) +
  named({
    ...{ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
    ...{ usage: { output_tokens: deltas } },
  }) +
  named({ type: 'message_stop' });
const messages = words.map((text, n) => {
  const delta = named({
    type: 'content_block_delta',
    ...{ index: 0, delta: { type: 'text_delta', text } },
  });
  return (n === 0 ? begin : '') + delta + (n === deltas - 1 ? end : '');
});

const server = createServer((request, response) => {
  const parts = request.url === '/v1/messages' ? messages : chat;
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let next = 0;
    const timer = setInterval(() => {
      response.write(parts[next]);
      next++;
      if (next < parts.length) return;
      clearInterval(timer);
      response.end();
    }, 1);
    response.write(parts[next++]);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
