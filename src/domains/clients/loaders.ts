// Lists clients, and loads them for other records.
import type { TenantContext } from '../../context.ts';
import type { Listing } from '../../lists/listing.ts';
import { allOf, loaderOf, relation } from '../../lists/loaders.ts';
import { Client, ClientStatusChange } from './model.ts';

export const clientListing: Listing = {
  model: Client,
  searchEntity: 'company',
};

/** Loads the client of a company; null if the company is not a client. */
export const clientOfCompany = relation(
  (ctx: TenantContext, id: string) =>
    loaderOf<string, Client | null>(ctx, 'clients.id', async (ids) => {
      const rows = (await Client.live(ctx)
        .whereNotNull('companies.client_id')
        .whereRaw('companies.id = any(?)', [ids as string[]])) as Client[];
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((key) => found.get(key) ?? null);
    }).load(id),
  {
    name: 'clients.id',
    kind: 'one',
    model: Client,
    where: (table, key) =>
      `${table}.id = ${key} and ${table}.client_id is not null and ${table}.deleted_at is null`,
  },
);

export const statusHistoryOfClient = allOf<ClientStatusChange>(
  ClientStatusChange,
  'companyId',
  'company_id',
  (table) => `${table}.seq`,
);
