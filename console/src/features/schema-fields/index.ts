export { type ParameterRow, rowsOf, schemaOf } from './parameter-rows.ts';
export { SchemaFields, type SchemaWords } from './schema-fields.tsx';
