// Whose content a caller sees: a person their own, a token that of its owner. Nobody sees that of others, admins neither.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { viewerOf } from '../saved-views/viewer.ts';

/** Returns the id of the person whose content the caller sees; null for a token without an owner, which sees none. */
export async function ownerOf(ctx: TenantContext): Promise<string | null> {
  return (await viewerOf(ctx)).userId;
}

/** Returns the id of the person who owns what the caller creates. @throws CONFLICT token_without_owner */
export async function newOwnerOf(ctx: TenantContext): Promise<string> {
  return (
    (await ownerOf(ctx)) ??
    fail('CONFLICT', 'Content belongs to a person, and this token has no owner; set its owner first.', {
      details: { reason: 'token_without_owner' },
    })
  );
}
