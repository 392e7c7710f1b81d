export { JsonEditor } from './json-editor.tsx';
