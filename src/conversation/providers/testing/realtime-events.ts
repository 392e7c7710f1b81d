/**
 * Events of the Realtime protocol, not recorded from the live service. They have the fields of the examples of
 * `RealtimeServerEvent…` in the vendor's specification (github.com/openai/openai-openapi, `openapi.json`, read on 2026-11-27 at
 * f85dbe2). The words and ids are ours. Left out are the instructions, tools and audio of a session, the deltas of arguments,
 * and the output of a finished response, which repeats its items.
 */

let count = 0;
const eventId = () => `event_${(++count).toString().padStart(6, '0')}`;

export const sessionCreated = () => ({
  type: 'session.created',
  event_id: eventId(),
  session: {
    ...{ type: 'realtime', object: 'realtime.session', id: 'sess_C9G5QPteg4UIbotdKLoYQ' },
    ...{ model: 'gpt-realtime-2025-08-28', output_modalities: ['audio'], max_output_tokens: 'inf' },
    ...{
      tools: [],
      tool_choice: 'auto',
      tracing: null,
      prompt: null,
      expires_at: 1_756_324_625,
      include: null,
    },
  },
});

export const sessionUpdated = (session: object) => ({
  type: 'session.updated',
  event_id: eventId(),
  session,
});

export const committed = (item_id: string) => ({
  type: 'input_audio_buffer.committed',
  event_id: eventId(),
  previous_item_id: null,
  item_id,
});

export const transcriptionCompleted = (item_id: string, transcript: string) => ({
  type: 'conversation.item.input_audio_transcription.completed',
  event_id: eventId(),
  item_id,
  content_index: 0,
  transcript,
  usage: {
    type: 'tokens',
    total_tokens: 26,
    input_tokens: 17,
    output_tokens: 9,
    input_token_details: { text_tokens: 0, audio_tokens: 17 },
  },
});

const inResponse = {
  ...{ conversation_id: 'conv_C9G8mmBkLhQJwCon3hoJN', output_modalities: ['audio'] },
  ...{ max_output_tokens: 'inf', output: [] },
};

export const responseCreated = (id: string, metadata: unknown) => ({
  type: 'response.created',
  event_id: eventId(),
  response: {
    ...{ object: 'realtime.response', id, status: 'in_progress', status_details: null },
    ...{ ...inResponse, usage: null, metadata },
  },
});

const ofItem = (type: string, response_id: string, item_id: string) => ({
  type,
  event_id: eventId(),
  response_id,
  item_id,
  output_index: 0,
  content_index: 0,
});

export const audioDelta = (responseId: string, itemId: string, audio: Buffer) => ({
  ...ofItem('response.output_audio.delta', responseId, itemId),
  delta: audio.toString('base64'),
});

export const audioDone = (responseId: string, itemId: string) =>
  ofItem('response.output_audio.done', responseId, itemId);

export const transcriptDelta = (responseId: string, itemId: string, delta: string) => ({
  ...ofItem('response.output_audio_transcript.delta', responseId, itemId),
  delta,
});

/** Returns the events of a tool call: its item, its arguments, and the item again. */
export const functionCall = (
  response_id: string,
  item_id: string,
  call_id: string,
  name: string,
  args: object,
) => {
  const item = { id: item_id, object: 'realtime.item', type: 'function_call', name, call_id };
  const place = { event_id: eventId(), response_id, output_index: 1 };
  return [
    {
      ...place,
      type: 'response.output_item.added',
      item: { ...item, status: 'in_progress', arguments: '' },
    },
    {
      ...place,
      type: 'response.function_call_arguments.done',
      item_id,
      call_id,
      name,
      arguments: JSON.stringify(args),
    },
    {
      ...place,
      type: 'response.output_item.done',
      item: { ...item, status: 'completed', arguments: JSON.stringify(args) },
    },
  ];
};

export const responseDone = (
  id: string,
  status: 'completed' | 'cancelled' | 'failed' | 'incomplete',
  status_details: object | null = null,
) => ({
  type: 'response.done',
  event_id: eventId(),
  response: {
    object: 'realtime.response',
    id,
    status,
    status_details,
    ...inResponse,
    usage: {
      total_tokens: 253,
      input_tokens: 132,
      output_tokens: 121,
      input_token_details: {
        text_tokens: 119,
        audio_tokens: 13,
        image_tokens: 0,
        cached_tokens: 69,
        cached_tokens_details: { text_tokens: 64, audio_tokens: 5, image_tokens: 0 },
      },
      output_token_details: { text_tokens: 30, audio_tokens: 91 },
    },
    metadata: null,
  },
});

export const errorEvent = (error: {
  type: string;
  code?: string;
  message: string;
  event_id?: string | undefined;
}) => ({
  type: 'error',
  event_id: eventId(),
  error: { param: null, ...error },
});
