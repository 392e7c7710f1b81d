export { type BuiltFile, type ConsoleIndex, consoleKey, indexName, readIndex } from './built.ts';
export { ConsoleFiles } from './console-files.ts';
export { addConsole } from './pages.ts';
