import type { SecretKey } from '../../platform/access/index.ts';
import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import { holdMember } from '../members/index.ts';
import { followDevices } from '../teams/index.ts';
import { newPassword, newUsername, sealDevicePassword } from './password.ts';
import { type CreateDevice, type Device, devicesMax } from './schemas.ts';
import { deleteDeviceRow, insertDevice, lockDevices, selectDevices } from './store/devices.ts';

/** Adds a device of the actor, and returns it with the password, which is not shown again. */
export async function createDevice(
  scope: Scope & { secret: SecretKey },
  input: CreateDevice,
): Promise<Device & { password: string }> {
  const { organizationId, memberId } = scope.actor;
  const key = { organizationId, deviceId: newId('device') };
  const password = newPassword();
  return change(scope, async (tx) => {
    if (!(await holdMember(tx, organizationId, memberId))) throw notFound('member');
    await lockDevices(tx, organizationId, memberId);
    if ((await selectDevices(tx, organizationId, memberId)).length >= devicesMax)
      throw conflict('device.too_many', `A member has at most ${devicesMax} devices. Remove one first.`);
    const sealedPassword = sealDevicePassword(scope.secret, key, password);
    const device = { ...input, deviceId: key.deviceId, username: newUsername(input.digest), sealedPassword };
    const row = await insertDevice(tx, scope.actor, device);
    return {
      result: { ...row, digest: input.digest, registrations: [], password },
      audit: { verb: 'created', type: 'member_devices', id: key.deviceId, label: input.name },
    };
  });
}

/** Removes a device of the actor. It is registered nowhere then, and its password is void. */
export async function deleteDevice(scope: Scope, deviceId: string): Promise<void> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const label = await deleteDeviceRow(tx, organizationId, memberId, deviceId);
    if (label === null) throw notFound('device');
    await followDevices(tx, organizationId, memberId);
    return { result: undefined, audit: { verb: 'deleted', type: 'member_devices', id: deviceId, label } };
  });
}
