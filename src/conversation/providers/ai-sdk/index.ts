export { PackageEmbeddingModel } from './embedding-model.ts';
export { embeddingPackages } from './embedding-packages.ts';
export { PackageLanguageModel } from './language-model.ts';
export { type ModelPackage, packages } from './packages.ts';
export { PackageRerankingModel, rerankingPackages } from './reranking-model.ts';
export { vertexHeaders } from './vertex.ts';
