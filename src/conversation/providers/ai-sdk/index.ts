export { PackageLanguageModel } from './language-model.ts';
export { type ModelPackage, packages } from './packages.ts';
