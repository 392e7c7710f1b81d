import { setPriority } from 'node:os';

// Calls of other processes play audio in real time, and go first.
setPriority(5);
