export { PhoneNumberButton } from './phone-number-dialog.tsx';
