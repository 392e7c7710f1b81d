import { setting } from '../../platform/kernel/index.ts';

export const mediaSettings = {
  rtpPorts: setting({
    env: 'PARLEY_RTP_PORTS',
    doc: 'The UDP ports of audio. Each call takes an even port for RTP and the next one for RTCP.',
    accepts: 'a range such as 16384-32767, at least four ports wide and within 1024-65535',
    default: '16384-32767',
    parse: parsePortRange,
  }),
};

function parsePortRange(text: string | null): { min: number; max: number } | undefined {
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(text ?? '');
  if (!match) return undefined;
  const [min, max] = [Number(match[1]), Number(match[2])];
  return min >= 1024 && max <= 65_535 && max - min >= 3 ? { min, max } : undefined;
}
