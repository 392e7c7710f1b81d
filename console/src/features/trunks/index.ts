export { TrunkButton } from './trunk-dialog.tsx';
