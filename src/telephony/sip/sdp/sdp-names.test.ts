import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesInSdp, replaceNames } from './sdp-names.ts';

const sdpOf = (...connections: string[]) =>
  ['v=0', 'o=- 1 1 IN IP4 pbx.test', 's=-', ...connections, 't=0 0', 'm=audio 4000 RTP/AVP 0', ''].join(
    '\r\n',
  );

describe('names in the place of addresses', () => {
  it.each([
    [['c=IN IP4 192.0.2.1'], []],
    [['c=IN IP6 ::1'], []],
    [['c=IN IP4 media.test'], [{ name: 'media.test', family: 4 }]],
    [['c=IN IP6 media.test ', 'c=IN IP6 media.test'], [{ name: 'media.test', family: 6 }]],
    [['c=IN IP4 224.2.1.1/127', 'c=IN IP4 media.test/127'], []],
    [['c=IN IP4 1.2.3', 'c=IN IP4 999.1.1.1', 'c=IN IP4 a_b', 'c=IN IP4 -a.test', 'c=ATM X media.test'], []],
    [
      ['c=IN IP4 a', 'c=IN IP4 b', 'c=IN IP4 c', 'c=IN IP4 d', 'c=IN IP4 e'],
      ['a', 'b', 'c', 'd'],
    ],
  ])('%j', (connections, expected) => {
    const found = namesInSdp(sdpOf(...connections));
    expect(found).toMatchObject(expected.map((name) => (typeof name === 'string' ? { name } : name)));
    expect(found).toHaveLength(expected.length);
  });

  it('are replaced where their address is known, and nothing else is', () => {
    const sdp = sdpOf('c=IN IP4 media.test', 'c=IN IP4 unknown.test', 'a=x:c=IN IP4 media.test');
    const replaced = replaceNames(sdp, ({ name }) => (name === 'media.test' ? '192.0.2.9' : null));
    expect(replaced).toBe(sdp.replace('c=IN IP4 media.test', 'c=IN IP4 192.0.2.9'));
    const bare = sdp.replaceAll('\r\n', '\n');
    expect(replaceNames(bare, () => '192.0.2.9')).toContain('\nc=IN IP4 192.0.2.9\n');
  });

  it('are found in any text without taking long or touching what is no name', () => {
    const piece = fc.oneof(fc.constantFrom('c=IN IP4 ', 'a.test', '\r\n', ' ', '-', '.', '/'), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expect(namesInSdp(text).length).toBeLessThanOrEqual(4);
        expect(replaceNames(text, () => null)).toBe(text);
      }),
    );
  });
});
