import { describe, expect, test } from 'vitest';
import { queriesOf } from '../../console/src/api/queries-of.ts';
import { wavPeaks } from '../../console/src/features/calls/wav-peaks.ts';
import { formatDuration, formatPosition, formatRelative, formatWord } from '../../console/src/ui/format.ts';
import { encodeWav } from './encode-wav.ts';

test.each([
  ['call.ended', undefined, ['calls', 'overview', 'campaigns']],
  ['webhookEndpoint.disabled', undefined, ['webhook-endpoints', 'overview']],
  ['workflow.run.failed', undefined, ['workflow-runs', 'workflows', 'overview']],
  ['audit.entry', 'phone_numbers', ['audit-log', 'phone-numbers']],
])('an event %s about %s refreshes %j', (type, resourceType, queries) => {
  expect(queriesOf({ type, data: { resourceType } })).toEqual(queries);
});

test('lengths, positions, distances and names are told in few words', () => {
  expect([850, 1_200, 12_000, 185_000, 3_900_000].map(formatDuration)).toEqual([
    ...['850 ms', '1.2 s', '12 s', '3 min 05 s', '1 h 05 min'],
  ]);
  expect([7_000, 754_000, 3_723_000].map(formatPosition)).toEqual(['0:07', '12:34', '1:02:03']);
  expect([-200_000, -1_000, 7_200_000].map((ms) => formatRelative(ms, 0))).toEqual([
    '3 min ago',
    'now',
    'in 2 h',
  ]);
  expect(formatWord('customer-did-not-answer')).toBe('Customer did not answer');
  expect(formatWord('inboundPhoneCall')).toBe('Inbound phone call');
});

describe('the peaks of a recording', () => {
  test('are the loudest samples of each piece of each channel', () => {
    const file = encodeWav([Int16Array.of(0, -16_384, 0, 0), Int16Array.of(8_192, 0, 0, -32_768)], 8_000);
    const peaks = wavPeaks(file, 2)!;
    expect(peaks.channels.map((channel) => [...channel])).toEqual([
      [0.5, 0],
      [0.25, 1],
    ]);
    expect(peaks.durationMs).toBe(0.5);
  });

  test('are none of what is no recording, or is cut off in its head', () => {
    const file = encodeWav([Int16Array.of(1, 2, 3)], 8_000);
    for (const bytes of [0, 4, 11, 20, 36]) expect(wavPeaks(file.slice(0, bytes), 10)).toBeNull();
    expect(wavPeaks(new TextEncoder().encode('{"error":"There is no recording."}').buffer, 10)).toBeNull();
  });
});
