// The listing of operators, and the accounts that they are.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { Operator } from './model.ts';

export const operatorListing: Listing = { model: Operator };

/** The part of an account that operators see in lists. */
interface Account {
  name: string;
  email: string;
}

/** Loads the account of a user; users are never deleted. */
export function accountOf(ctx: TenantContext, userId: string): Promise<Account> {
  return loaderOf<string, Account>(ctx, 'operators.account', async (ids) => {
    const rows = await ctx.tx.rows<Account & { id: string }>(
      'select id, name, email from users where id = any ($1)',
      [ids],
    );
    const accounts = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => accounts.get(id)!);
  }).load(userId);
}
