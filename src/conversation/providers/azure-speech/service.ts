import type { VendorOptions } from '../kit/index.ts';

export const azureSpeechName = 'azure-speech';

/** Returns the address of the region's voices (`tts`) or transcribers (`stt`). A base URL may name either of them. */
export function speechAddress({ baseUrl, region = '' }: VendorOptions, service: 'tts' | 'stt'): string {
  if (baseUrl !== undefined) return baseUrl.replace(/\.(?:tts|stt)\.speech\./, `.${service}.speech.`);
  return `https://${region}.${service}.speech.${suffixOf(region)}`;
}

function suffixOf(region: string): string {
  if (region.startsWith('china')) return 'azure.cn';
  return region.startsWith('usgov') ? 'azure.us' : 'microsoft.com';
}
