/** Writes small ONNX models for tests (onnx.proto of the ONNX specification, IR version 8, operator set 17). */

/** `float` and `int64` are the element types 1 and 7 of `TensorProto`. */
const elementTypes = { float: 1, int64: 7 };

interface Value {
  name: string;
  /** Default: `float`. */
  type?: keyof typeof elementTypes;
  /** `null` for a size that is known when the model runs. */
  shape: (number | null)[];
}

interface Operation {
  type: string;
  inputs: string[];
  output: string;
  /** Whole numbers only. */
  attributes?: Record<string, number | number[]>;
}

export interface OnnxGraph {
  inputs: Value[];
  outputs: Value[];
  operations: Operation[];
  /** Constants of the type `float`: single numbers, and lists with one dimension. */
  constants?: Record<string, number | number[]>;
}

/** Returns the bytes of a model file. */
export function onnxFile({ inputs, outputs, operations, constants = {} }: OnnxGraph): Buffer {
  const graph = [
    ...operations.map((operation) => message(1, operationBytes(operation))),
    text(2, 'test'),
    ...Object.entries(constants).map(([name, value]) => message(5, constantBytes(name, value))),
    ...inputs.map((input) => message(11, valueBytes(input))),
    ...outputs.map((output) => message(12, valueBytes(output))),
  ];
  return Buffer.concat([
    whole(1, 8),
    message(7, Buffer.concat(graph)),
    message(8, Buffer.concat([text(1, ''), whole(2, 17)])),
  ]);
}

function operationBytes({ type, inputs, output, attributes = {} }: Operation): Buffer {
  return Buffer.concat([
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(4, type),
    ...Object.entries(attributes).map(([name, value]) => message(5, attributeBytes(name, value))),
  ]);
}

function attributeBytes(name: string, value: number | number[]): Buffer {
  return Array.isArray(value)
    ? Buffer.concat([text(1, name), ...value.map((one) => whole(8, one)), whole(20, 7)])
    : Buffer.concat([text(1, name), whole(3, value), whole(20, 2)]);
}

function constantBytes(name: string, value: number | number[]): Buffer {
  const dimensions = Array.isArray(value) ? [whole(1, value.length)] : [];
  const raw = Buffer.from(Float32Array.from([value].flat()).buffer);
  return Buffer.concat([...dimensions, whole(2, elementTypes.float), text(8, name), message(9, raw)]);
}

function valueBytes({ name, type = 'float', shape }: Value): Buffer {
  const sizes = shape.map((size) => message(1, size === null ? text(2, 'n') : whole(1, size)));
  const tensor = [whole(1, elementTypes[type]), message(2, Buffer.concat(sizes))];
  return Buffer.concat([text(1, name), message(2, message(1, Buffer.concat(tensor)))]);
}

/** A field of Protocol Buffers with a whole number of up to 31 bits. */
function whole(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function text(field: number, value: string): Buffer {
  return message(field, Buffer.from(value));
}

function message(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
