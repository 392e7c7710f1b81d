export { joinUrl } from './links.ts';
export { firstOwnerToken, ownerToken } from './owner-link.ts';
