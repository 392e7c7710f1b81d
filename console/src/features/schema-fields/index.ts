export { SchemaFields, type SchemaWords } from './schema-fields.tsx';
