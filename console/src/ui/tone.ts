/** The meaning of a status, shown as colour beside its word. */
export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'neutral';
