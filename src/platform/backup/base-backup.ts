import { Readable } from 'node:stream';
import pg from 'pg';

/** A tar archive of a whole cluster, as a stream. */
interface BaseBackup {
  tar: Readable;
  /** Returns the estimated size in bytes, without the write-ahead log. Known with the first bytes. */
  bytesExpected(): number;
  close(): Promise<void>;
}

/**
 * Makes the running server send a copy of its cluster: the files, and all write-ahead log that brings them to the
 * moment at which the copy ended (BASE_BACKUP of the streaming replication protocol). The role needs the right to
 * replicate.
 */
export async function takeBaseBackup(connectionString: string): Promise<BaseBackup> {
  const settings = { connectionString, replication: 'true', application_name: 'parley backup' };
  const client = new pg.Client(settings);
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Replication commands are accepted in capitals only. Under load the server would recycle log that the copy needs
    // before it is sent; the slot prevents that and ends with the connection.
    await client.query(`CREATE_REPLICATION_SLOT parley_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`);
  } catch (error) {
    await client.end();
    throw error;
  }
  const query = new BaseBackupQuery();
  client.query(query);
  return {
    tar: query.tar,
    bytesExpected: () => query.bytesExpected,
    async close() {
      query.tar.destroy();
      query.resume();
      await client.end();
    },
  };
}

interface Wire {
  query(text: string): void;
  stream: { pause(): void; resume(): void };
}

const archiveData = 'd'.charCodeAt(0);

/** The command in pg's form: first result rows, then the archive in messages of the copy protocol. */
class BaseBackupQuery implements pg.Submittable {
  readonly tar = new Readable({ highWaterMark: 1 << 20, read: () => this.resume() });
  bytesExpected = 0;
  #wire: Wire | null = null;

  submit(connection: unknown): void {
    this.#wire = connection as Wire;
    const options = `LABEL 'parley', PROGRESS true, CHECKPOINT 'fast', WAL true, MANIFEST 'no'`;
    this.#wire.query(`BASE_BACKUP (${options})`);
  }

  /** Resumes reading from the server once the received data has been read. */
  resume(): void {
    this.#wire?.stream.resume();
  }

  handleRowDescription(): void {}

  /** The second result has a row for each tablespace: its id, location and size in KiB. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (fields.length === 3) this.bytesExpected += Number(fields[2] ?? 0) * 1024;
  }

  handleCommandComplete(): void {}

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] !== archiveData || this.tar.destroyed) return;
    // The parser reuses its buffer.
    if (!this.tar.push(Buffer.from(chunk.subarray(1)))) this.#wire?.stream.pause();
  }

  handleReadyForQuery(): void {
    this.tar.push(null);
  }

  handleError(error: Error): void {
    this.tar.destroy(error);
  }
}
