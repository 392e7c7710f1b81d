export { OpenAiLanguageModel } from './language-model.ts';
