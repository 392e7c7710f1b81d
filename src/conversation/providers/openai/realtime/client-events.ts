import type { ModelMessage, ModelTool, SpeechToSpeechOptions } from '../../interfaces/index.ts';
import { pairToolResults, parametersSchema, userText, type VendorOptions } from '../../kit/index.ts';
import { openAiName } from '../language-model.ts';
import { serviceRequest } from '../service.ts';
import { describeFormat } from './audio-format.ts';
import { type ClientEvent, type Dialect, type SessionSettings, sessionEventId } from './dialect.ts';

/** The ways in which the caller's turn ends: by our pipeline, or by the service's silence or meaning. */
export const turnDetections = ['local', 'server_vad', 'semantic_vad'] as const;

/** Returns the first event of every connection, which configures the session. */
function sessionUpdate(options: SpeechToSpeechOptions, settings: SessionSettings): ClientEvent {
  const { voice, format, transcriptionModel, turnDetection, silenceMs, outputTokensMax } = settings;
  const language = options.language?.split('-', 1)[0]?.toLowerCase();
  return {
    type: 'session.update',
    event_id: sessionEventId,
    session: {
      type: 'realtime',
      output_modalities: ['audio'],
      instructions: options.instructions,
      ...(outputTokensMax === undefined ? {} : { max_output_tokens: outputTokensMax }),
      audio: {
        input: {
          format: describeFormat(format),
          transcription: { model: transcriptionModel, ...(language ? { language } : {}) },
          turn_detection: turnDetectionOf(turnDetection, silenceMs),
        },
        output: { format: describeFormat(format), voice },
      },
      tools: options.tools.map(toolOf),
      tool_choice: 'auto',
    },
  };
}

/** The service never answers by itself, even if it detects turns: the pipeline decides when the agent speaks. */
export function turnDetectionOf(type: string, silenceMs: number | undefined): Record<string, unknown> | null {
  if (type === 'local') return null;
  const silence = silenceMs !== undefined ? { silence_duration_ms: silenceMs } : {};
  return { type, ...silence, create_response: false, interrupt_response: false };
}

/** Returns the event that changes the session's tools. */
function toolsUpdate(tools: readonly ModelTool[]): ClientEvent {
  return { type: 'session.update', session: { type: 'realtime', tools: tools.map(toolOf) } };
}

export function toolOf({ name, description, parameters }: ModelTool): Record<string, unknown> {
  return { type: 'function', name, description, parameters: parametersSchema(parameters) };
}

/** Returns the events that add the history to the conversation, without the instructions. */
function historyEvents(history: readonly ModelMessage[]): ClientEvent[] {
  return pairToolResults(history).flatMap(itemEvents);
}

/** Returns the events that add one message and its tool calls. */
function itemEvents(message: ModelMessage): ClientEvent[] {
  return itemsOf(message, 'output_text').map((item) => ({ type: 'conversation.item.create', item }));
}

/** Returns the items of a message. The type of a text that the model said differs between services. */
export function itemsOf(message: ModelMessage, saidType: string): Record<string, unknown>[] {
  switch (message.role) {
    case 'system':
      return [messageItem('system', 'input_text', message.content)];
    case 'user':
      return [messageItem('user', 'input_text', userText(message))];
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.toolCallId, output: message.content }];
    case 'bot': {
      const said = message.content === '' ? [] : [messageItem('assistant', saidType, message.content)];
      const calls = (message.toolCalls ?? []).map(({ id, name, arguments: given }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: JSON.stringify(given),
      }));
      return [...said, ...calls];
    }
  }
}

export function messageItem(role: string, type: string, text: string): Record<string, unknown> {
  return { type: 'message', role, content: [{ type, text }] };
}

const reading = `You read texts aloud on a telephone call. Say exactly the text that the user gives you, word for word, in
its own language. Add nothing, leave nothing out, and do not answer it.`;

/** Returns the event that asks for an answer. The service returns the id with it. */
function responseCreate(id: string): ClientEvent {
  return { type: 'response.create', event_id: id, response: { metadata: { request: id } } };
}

/** Returns the event that asks to speak a text outside the conversation. */
function readingCreate(id: string, text: string): ClientEvent {
  return {
    type: 'response.create',
    event_id: id,
    response: {
      conversation: 'none',
      metadata: { request: id },
      instructions: reading,
      input: [messageItem('user', 'input_text', text)],
      tools: [],
      output_modalities: ['audio'],
    },
  };
}

function serviceFor(vendor: VendorOptions, model: string) {
  const { url, headers, secrets } = serviceRequest(openAiName, vendor, 'realtime', undefined);
  const socket = new URL(String(url).replace(/^http/, 'ws'));
  socket.searchParams.set('model', model);
  return { url: socket, headers, secrets };
}

/** The protocol in its final form of August 2025. */
export const openAiDialect: Dialect = {
  name: openAiName,
  serviceFor,
  sessionUpdate,
  toolsUpdate,
  historyEvents,
  itemEvents,
  responseCreate,
  readingCreate,
};
