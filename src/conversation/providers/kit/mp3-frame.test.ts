import { describe, expect, it } from 'vitest';
import { beginsMp3, mp3FrameBytes } from './mp3-frame.ts';

const header = (...octets: number[]) => Uint8Array.of(0xff, ...octets, 0xc4);

describe('an MP3 frame', () => {
  it.each([
    ['128 kbit/s at 44.1 kHz', header(0xfb, 0x90), 417],
    ['the same with a byte of padding', header(0xfb, 0x92), 418],
    ['64 kbit/s at 24 kHz', header(0xf3, 0x84), 192],
    ['8 kbit/s at 8 kHz', header(0xe3, 0x18), 72],
  ])('has the length in its header: %s', (_, bytes, length) => {
    expect(mp3FrameBytes(bytes)).toBe(length);
  });

  it.each([
    ['a quiet sample', header(0xff, 0x14)],
    ['layer II', header(0xfd, 0x90)],
    ['AAC', header(0xf1, 0x50)],
    ['a version that there is not', header(0xeb, 0x90)],
    ['a rate that there is not', header(0xfb, 0x9c)],
    ['no bits a second', header(0xfb, 0x00)],
    ['too many bits a second', header(0xfb, 0xf0)],
    ['less than a header', Uint8Array.of(0xff, 0xfb)],
  ])('is not %s', (_, bytes) => {
    expect(mp3FrameBytes(bytes)).toBeNull();
  });

  it('starts an MP3 stream only when another frame of its kind follows', () => {
    const stream = (second: Uint8Array) => {
      const bytes = new Uint8Array(417 + 417);
      bytes.set(header(0xfb, 0x90));
      bytes.set(second, 417);
      return bytes;
    };
    expect(beginsMp3(stream(header(0xfb, 0xb0)))).toBe(true);
    expect(beginsMp3(stream(header(0xfb, 0x94)))).toBe(false);
    expect(beginsMp3(stream(new Uint8Array(4)))).toBe(false);
    expect(beginsMp3(stream(header(0xfb, 0x90)).subarray(0, 420))).toBe(false);
  });
});
