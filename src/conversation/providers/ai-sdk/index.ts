export { PackageLanguageModel } from './language-model.ts';
export { type ModelPackage, packages } from './packages.ts';
export { vertexHeaders } from './vertex.ts';
