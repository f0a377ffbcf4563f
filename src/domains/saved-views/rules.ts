// Pure rules of saved views: who may edit or manage a view (platform.md §8).

export type Visibility = 'private' | 'shared' | 'tenant';
export type Layout = 'table' | 'board' | 'calendar' | 'timeline';
export type ShareAccess = 'view' | 'edit';

/** The person that a request acts for, as far as saved views depend on it. */
export interface Viewer {
  /** The user, or the owner of the token; null for a token without an owner and for the service itself. */
  userId: string | null;
  /** The time zone of relative days. */
  timeZone: string;
}

/** What the rights to a view depend on. */
export interface ViewRights {
  isOwner: boolean;
  isAdmin: boolean;
  /** Through a share with the user or one of their roles. */
  mayEditAsShared: boolean;
}

/**
 * Returns whether a viewer may edit a view: as its owner, by a share for editing, or as admin if it is visible to
 * all.
 */
export function mayEdit({ visibility }: { visibility: Visibility }, rights: ViewRights): boolean {
  return mayManage({ visibility }, rights) || (visibility !== 'private' && rights.mayEditAsShared);
}

/** Returns whether a viewer may delete and share a view: as its owner, or as admin if it is visible to all. */
export function mayManage(
  { visibility }: { visibility: Visibility },
  { isOwner, isAdmin }: ViewRights,
): boolean {
  return isOwner || (visibility === 'tenant' && isAdmin);
}
