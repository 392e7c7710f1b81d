/** Writes the whole audit log as NDJSON, newest first, with one page in memory at a time. */
import { connect } from './client.ts';

for await (const entry of connect().audit.export({ pageSize: 1_000 })) {
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}
