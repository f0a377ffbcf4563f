// The visibility of a transaction: the settings by which row-level security shows the rows of a workspace or a person.

/** The settings by which row-level security decides what a transaction sees; an absent one matches nothing. */
export interface Visibility {
  tenantId?: string;
  /** For identity queries before a workspace is known: the user's own memberships and sessions. */
  userId?: string;
  /** Makes the row with this secret hash visible, for a caller who presents the secret. */
  secretHash?: string;
  /** Shows operators the rows of all workspaces, in the tables that are open to them. */
  operator?: 'on';
}

/** Every setting of a visibility; an absent one is empty. */
export type AllSettings = Record<keyof Visibility, string>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^[0-9a-f]+$/;

/** Returns the settings of a visibility that differ from those of another one. */
export function differing(wanted: AllSettings, set: AllSettings): Partial<AllSettings> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => set[name as keyof AllSettings] !== value),
  );
}

/** Returns the visibility with absent settings emptied, so that they replace those set before. */
export function allSettings({
  tenantId = '',
  userId = '',
  secretHash = '',
  operator,
}: Visibility): AllSettings {
  return { tenantId, userId, secretHash, operator: operator ?? '' };
}

/**
 * Returns the statements that set a visibility. They are literals in SET LOCAL, not set_config(), because only these
 * reach the workers of a sharded database (house.md §5).
 */
export function visibilitySettings({
  tenantId,
  userId,
  secretHash,
  operator,
}: Partial<AllSettings>): string[] {
  const statements: string[] = [];
  if (tenantId !== undefined) statements.push(`set local app.tenant_id='${literal(tenantId, UUID)}'`);
  if (userId !== undefined) statements.push(`set local app.user_id='${literal(userId, UUID)}'`);
  if (secretHash !== undefined) statements.push(`set local app.secret_hash='${literal(secretHash, HEX)}'`);
  if (operator !== undefined) statements.push(`set local app.operator='${operator && 'on'}'`);
  return statements;
}

function literal(value: string, shape: RegExp): string {
  if (value !== '' && !shape.test(value)) throw new Error('a visibility must be a UUID or a hex hash');
  return value;
}
