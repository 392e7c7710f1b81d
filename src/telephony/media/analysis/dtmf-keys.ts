/** The keys in the order of their events, 0 to 15 (RFC 4733 §3.2, table 3). */
export const dtmfKeys = '0123456789*#ABCD';

/** The frequencies of a keypad's rows and columns in hertz (ITU-T Q.23). */
export const rowFrequencies = [697, 770, 852, 941] as const;
export const columnFrequencies = [1209, 1336, 1477, 1633] as const;

/** The keypad, row by row. */
export const keypad = '123A456B789C*0#D';
