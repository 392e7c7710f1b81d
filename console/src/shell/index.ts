export { Icon } from './icons.tsx';
export { Logo } from './logo.tsx';
