import type { ModelMessage, ModelTool, SpeechToSpeechOptions } from '../../interfaces/index.ts';
import { pairToolResults, parametersSchema, userText } from '../../kit/index.ts';
import { type AudioFormat, describeFormat } from './audio-format.ts';

/** An event as it is sent. */
export type ClientEvent = { type: string } & Record<string, unknown>;

/** The part that ends the caller's turn: our pipeline, or the service by silence or by meaning. */
export const turnDetections = ['local', 'server_vad', 'semantic_vad'] as const;
export type TurnDetection = (typeof turnDetections)[number];

/** The settings of a session besides its options. */
export interface SessionSettings {
  voice: string;
  format: AudioFormat;
  transcriptionModel: string;
  turnDetection: TurnDetection;
  silenceMs: number | undefined;
  outputTokensMax: number | undefined;
}

/** Errors of the service refer to the event by this id. */
export const sessionEventId = 'session';

/** Returns the first event of every connection, which configures the session. */
export function sessionUpdate(options: SpeechToSpeechOptions, settings: SessionSettings): ClientEvent {
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
function turnDetectionOf(type: TurnDetection, silenceMs: number | undefined): Record<string, unknown> | null {
  if (type === 'local') return null;
  const silence = type === 'server_vad' && silenceMs !== undefined ? { silence_duration_ms: silenceMs } : {};
  return { type, ...silence, create_response: false, interrupt_response: false };
}

/** Returns the event that changes the session's tools. */
export function toolsUpdate(tools: readonly ModelTool[]): ClientEvent {
  return { type: 'session.update', session: { type: 'realtime', tools: tools.map(toolOf) } };
}

function toolOf({ name, description, parameters }: ModelTool): Record<string, unknown> {
  return { type: 'function', name, description, parameters: parametersSchema(parameters) };
}

/** Returns the events that add the history to the conversation, without the instructions. */
export function historyEvents(history: readonly ModelMessage[]): ClientEvent[] {
  return pairToolResults(history).flatMap(itemEvents);
}

/** Returns the events that add one message and its tool calls. */
export function itemEvents(message: ModelMessage): ClientEvent[] {
  const items = itemsOf(message);
  return items.map((item) => ({ type: 'conversation.item.create', item }));
}

function itemsOf(message: ModelMessage): Record<string, unknown>[] {
  switch (message.role) {
    case 'system':
      return [messageItem('system', 'input_text', message.content)];
    case 'user':
      return [messageItem('user', 'input_text', userText(message))];
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.toolCallId, output: message.content }];
    case 'bot': {
      const said = message.content === '' ? [] : [messageItem('assistant', 'output_text', message.content)];
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

function messageItem(role: string, type: string, text: string): Record<string, unknown> {
  return { type: 'message', role, content: [{ type, text }] };
}

const reading = `You read texts aloud on a telephone call. Say exactly the text that the user gives you, word for word, in
its own language. Add nothing, leave nothing out, and do not answer it.`;

/** Returns the event that asks for an answer. The service returns the id with it. */
export function responseCreate(id: string): ClientEvent {
  return { type: 'response.create', event_id: id, response: { metadata: { request: id } } };
}

/** Returns the event that asks to speak a text outside the conversation. */
export function readingCreate(id: string, text: string): ClientEvent {
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
