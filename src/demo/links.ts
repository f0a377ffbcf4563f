// The links of the demo to the pages of people outside of the team. Everybody may know them, as they know the passwords.

/** Returns the token of the link to the room of a demo workspace. */
export function roomToken(tenantId: string): string {
  return `demo-${tenantId}`.padEnd(43, 'x');
}

/** Returns the token of the link to the same room that asks for the password of the demo and an agreement. */
export function guardedRoomToken(tenantId: string): string {
  return `room-${tenantId}`.padEnd(43, 'x');
}

/** Returns the token of the link to the envelope of a demo workspace that waits for a signature. */
export function signingToken(tenantId: string): string {
  return `sign-${tenantId}`.padEnd(43, 'x');
}
