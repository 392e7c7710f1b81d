import { z } from 'zod';

/** A body that is handed on as it arrives: it is read once, and no faster than it is taken. */
export const Upload = z.custom<AsyncIterable<Buffer>>().meta({ type: 'string', format: 'binary' });
