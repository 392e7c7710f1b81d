/** The wire format of Protocol Buffers (protobuf.dev/programming-guides/encoding), as far as Google's services need it. */

/** A field of a message, by its number. */
type Field = Uint8Array;

const encoder = new TextEncoder();
const varintType = 0;
const fixed64Type = 1;
const bytesType = 2;
const fixed32Type = 5;

/** Returns a message of these fields. */
export function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(fields);
}

/** Returns a field with a whole number that is not negative, a flag or an enum. */
export function numberField(number: number, value: number): Field {
  return Buffer.from([...varint((number << 3) | varintType), ...varint(value)]);
}

/** Returns a field with a `double`. */
export function doubleField(number: number, value: number): Field {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([Buffer.from(varint((number << 3) | fixed64Type)), bytes]);
}

/** Returns a field with a `float`. */
export function floatField(number: number, value: number): Field {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([Buffer.from(varint((number << 3) | fixed32Type)), bytes]);
}

/** Returns a field with bytes or a message. */
export function bytesField(number: number, value: Uint8Array): Field {
  return Buffer.concat([Buffer.from([...varint((number << 3) | bytesType), ...varint(value.length)]), value]);
}

export function textField(number: number, text: string): Field {
  return bytesField(number, encoder.encode(text));
}

/** The fields of a message that was received: numbers, or bytes for all other types. */
export class Fields {
  readonly #values = new Map<number, (number | Uint8Array)[]>();

  /** Reads a message. Throws when it is cut short or has a type that does not exist. */
  constructor(bytes: Uint8Array) {
    const reader = new Reader(bytes);
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      const value = reader.value(tag & 7);
      const values = this.#values.get(tag >>> 3) ?? [];
      values.push(value);
      this.#values.set(tag >>> 3, values);
    }
  }

  /** Returns the last number of a field; 0 when there is none. */
  number(number: number): number {
    const value = this.#values.get(number)?.at(-1);
    return typeof value === 'number' ? value : 0;
  }

  /** Returns the last `float` of a field; 0 when there is none. */
  float(number: number): number {
    const value = this.bytes(number);
    if (value.length !== 4) return 0;
    return new DataView(value.buffer, value.byteOffset, 4).getFloat32(0, true);
  }

  text(number: number): string {
    return new TextDecoder().decode(this.bytes(number));
  }

  /** Returns the last bytes of a field; empty when there are none. */
  bytes(number: number): Uint8Array {
    const value = this.#values.get(number)?.at(-1);
    return value instanceof Uint8Array ? value : new Uint8Array();
  }

  /** Returns the messages of a repeated field. */
  messages(number: number): Fields[] {
    const values = this.#values.get(number) ?? [];
    return values.flatMap((value) => (value instanceof Uint8Array ? [new Fields(value)] : []));
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Reads a variable-length number. Those above 2^53 lose precision; the service sends none. */
  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#take(1)[0]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  value(type: number): number | Uint8Array {
    switch (type) {
      case varintType:
        return this.varint();
      case fixed64Type:
        return this.#take(8);
      case bytesType:
        return this.#take(this.varint());
      case fixed32Type:
        return this.#take(4);
      default:
        throw new Error(`the service sent a field of the unknown type ${type}`);
    }
  }

  #take(length: number): Uint8Array {
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    if (part.length < length) throw new Error('the service sent a message that is cut short');
    this.#at += length;
    return part;
  }
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return [...bytes, left];
}
