export { canonical, isSame } from './canonical.ts';
export { at, isObject, type Path, pathOf, withValue } from './json-path.ts';
export { readLiteral } from './literal.ts';
export { lineAt, locate, type Span } from './locate.ts';
export {
  emptyRow,
  furtherOf,
  type ParameterRow,
  type ParameterType,
  rowsOf,
  rowsProblem,
  type Schema,
  schemaOf,
  withRows,
} from './parameter-rows.ts';
export { type Parsed, parseObject, textOf } from './parse.ts';
