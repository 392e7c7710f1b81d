/** The meaning of a status, shown as color beside its word. */
export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'neutral';
