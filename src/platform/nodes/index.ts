export { DeadNodes, forgetNode } from './dead-nodes.ts';
export { Node } from './node.ts';
