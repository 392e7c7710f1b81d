/**
 * Messages of the streaming recognizer, not recorded from the live service. They have every field that `ListenV1Results`,
 * `ListenV1UtteranceEnd` and `ListenV1Metadata` require in the vendor's specification (github.com/deepgram/deepgram-api-specs,
 * `asyncapi.yml`, read on 2026-11-27 at 4ba987c). The specification has no example messages: the values are ours. Only tests
 * use them.
 */

/** A `Results` message; `startSeconds` and `endSeconds` on the service's clock of received audio. */
export function results(
  transcript: string,
  [startSeconds, endSeconds]: readonly [number, number],
  more: { is_final?: boolean; speech_final?: boolean; from_finalize?: boolean } = {},
): string {
  const words = transcript.split(' ').filter(Boolean);
  const step = (endSeconds - startSeconds) / Math.max(words.length, 1);
  return JSON.stringify({
    type: 'Results',
    channel_index: [0, 1],
    duration: endSeconds - startSeconds,
    start: startSeconds,
    is_final: false,
    speech_final: false,
    channel: {
      alternatives: [
        {
          transcript,
          confidence: transcript === '' ? 0 : 0.9826,
          words: words.map((word, n) => ({
            word: word.toLowerCase().replace(/\W/g, ''),
            start: startSeconds + n * step,
            end: startSeconds + (n + 1) * step,
            confidence: 0.98,
            punctuated_word: word,
          })),
        },
      ],
    },
    metadata: {
      request_id: '8c8ebea9-dbec-45fa-a035-e4632cb05b5f',
      model_info: { name: 'general-nova-3', version: '2025-01-09.0', arch: 'nova-3' },
      model_uuid: '40bd3654-e622-47c4-a111-63a61b23bfe8',
    },
    from_finalize: false,
    ...more,
  });
}

export const utteranceEnd = (lastWordEnd: number): string =>
  JSON.stringify({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: lastWordEnd });

export const metadata = JSON.stringify({
  type: 'Metadata',
  transaction_key: 'deprecated',
  request_id: '8c8ebea9-dbec-45fa-a035-e4632cb05b5f',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  created: '2024-08-29T22:37:55.202Z',
  duration: 0,
  channels: 0,
});
