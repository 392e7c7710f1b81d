/**
 * Teams of members who take calls. A call that is transferred to a team waits in `team_calls`, rings at one member at a time, and is
 * taken by one. `offer_team_calls` (SQL) decides who is next. A member's presence is a lease that the browser extends.
 */

export { acceptTeamCall, declineTeamCall } from './presence.ts';
export type { Team } from './schemas.ts';
export * from './store/calls.ts';
export { type DeviceOffer, type DeviceOfOffer, deviceOffers } from './store/device-offers.ts';
export { availableMembers, decides, isInTime, type MemberCounts, secondsWaited } from './store/figures.ts';
export { followDevices } from './store/presence.ts';
export { beginTakenCall, endTakenCall } from './store/taken-calls.ts';
export { findTeam, shareTeam } from './store/teams.ts';
