/**
 * Softphones, IP phones and web phones of members. A device registers at one process (a row of device_bindings), which rings it for
 * the calls of its member's teams (`runtime/session/devices`).
 */

export { dropDevicesOf } from './drop-devices.ts';
export { digestOf, openDevicePassword, sealedDeviceColumns } from './password.ts';
export {
  type BindingChange,
  type DeviceKey,
  dropBinding,
  expiredBindings,
  type StoredBinding,
  storeBindings,
} from './store/bindings.ts';
export { findDevice, isAnyDevice } from './store/devices.ts';
export { type WebPhoneSettings, webPhoneUrl } from './web-phone-url.ts';
