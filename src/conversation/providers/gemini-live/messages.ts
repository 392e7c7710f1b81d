import type { ModelMessage, ModelTool, SpeechToSpeechOptions } from '../interfaces/index.ts';
import { pairToolResults, parametersSchema, pcmBytes, userText } from '../kit/index.ts';

/** A message as it is sent. */
export type ClientMessage = Record<string, unknown>;

/** The settings of a session besides its options. */
export interface SessionSettings {
  model: string;
  voice: string | undefined;
  outputTokensMax: number | undefined;
}

/** Returns the first message of every connection. The caller's turns begin and end by our messages. */
export function setupMessage(
  { instructions, tools, history }: Pick<SpeechToSpeechOptions, 'instructions' | 'tools' | 'history'>,
  { model, voice, outputTokensMax }: SessionSettings,
): ClientMessage {
  return {
    setup: {
      model: model.includes('/') ? model : `models/${model}`,
      generationConfig: {
        responseModalities: ['AUDIO'],
        ...(outputTokensMax !== undefined && { maxOutputTokens: outputTokensMax }),
        ...(voice !== undefined && {
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
        }),
      },
      systemInstruction: { parts: [{ text: instructions }] },
      ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
      realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      // Without it, a session ends after fifteen minutes.
      contextWindowCompression: { slidingWindow: {} },
      ...(history.length > 0 && { historyConfig: { initialHistoryInClientContent: true } }),
    },
  };
}

function declarationOf({ name, description, parameters }: ModelTool): Record<string, unknown> {
  return { name, description, parametersJsonSchema: parametersSchema(parameters) };
}

/** Begins a turn of the caller, and ends the answer that the model is generating. */
export const activityStart: ClientMessage = { realtimeInput: { activityStart: {} } };
/** Ends a turn of the caller. The model answers. */
export const activityEnd: ClientMessage = { realtimeInput: { activityEnd: {} } };

export function audioMessage(pcm: Int16Array, sampleRateHz: number): ClientMessage {
  const bytes = pcmBytes(pcm);
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { realtimeInput: { audio: { data, mimeType: `audio/pcm;rate=${sampleRateHz}` } } };
}

export function textMessage(text: string): ClientMessage {
  return { realtimeInput: { text } };
}

type ToolResult = Extract<ModelMessage, { role: 'tool' }>;

/** Returns the results of tool calls. The model goes on with them. */
export function toolResponses(results: readonly ToolResult[]): ClientMessage {
  return { toolResponse: { functionResponses: results.map(responseOf) } };
}

function responseOf({ toolCallId, name, content }: ToolResult): Record<string, unknown> {
  return { id: toolCallId, name, response: asResult(content) };
}

/** Returns a result as the object that the service wants. */
function asResult(content: string): object {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return { result: value };
  } catch {
    return { result: content };
  }
}

/** Returns the conversation so far, without the instructions. */
export function historyMessage(history: readonly ModelMessage[]): ClientMessage {
  const turns = pairToolResults(history).flatMap(contentsOf);
  return { clientContent: { turns, turnComplete: true } };
}

function contentsOf(message: ModelMessage): { role: 'user' | 'model'; parts: object[] }[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'user', parts: [{ text: noteOf(message.content) }] }];
    case 'user':
      return [{ role: 'user', parts: [{ text: userText(message) }] }];
    case 'tool':
      return [{ role: 'user', parts: [{ functionResponse: responseOf(message) }] }];
    case 'bot': {
      const said = message.content === '' ? [] : [{ text: message.content }];
      const calls = (message.toolCalls ?? []).map(({ id, name, arguments: args }) => ({
        functionCall: { id, name, args },
      }));
      return said.length + calls.length === 0 ? [] : [{ role: 'model', parts: [...said, ...calls] }];
    }
  }
}

/** Returns a note about the call, which is not the caller's words. */
export function noteOf(text: string): string {
  return `[${text}]`;
}
