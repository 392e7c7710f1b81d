export { AnthropicLanguageModel } from './language-model.ts';
