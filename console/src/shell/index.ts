export { Icon } from './icons.tsx';
export { Logo } from './logo.tsx';
export { useDemo } from './use-demo.ts';
