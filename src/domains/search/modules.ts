// The modules of global search, in the order of the result groups (service.md 4.7).
import { clientSearch } from '../clients/search.ts';
import { KINDS } from '../kinds.ts';
import type { Searchable } from './searchable.ts';

/** A module of global search. */
export interface SearchModule {
  /** The list operation whose access rules apply. */
  list: string;
  /** The search declaration; absent for a module that is not built yet. */
  searchable?: Searchable;
}

const NAMES = [
  'companies',
  'clients',
  'contacts',
  'deals',
  'projects',
  'rooms',
  'communications',
  'campaigns',
  'competitors',
] as const;

export type ModuleName = (typeof NAMES)[number];

/** Modules that are not a kind of record: clients are companies. */
const VIEWS: Partial<Record<ModuleName, Searchable>> = { clients: clientSearch };

export const MODULES = Object.fromEntries(NAMES.map((name) => [name, moduleOf(name)])) as Record<
  ModuleName,
  SearchModule
>;

function moduleOf(name: ModuleName): SearchModule {
  const searchable = VIEWS[name] ?? KINDS.find(({ entity }) => entity === name)?.searchable;
  return { list: `List${name[0]!.toUpperCase()}${name.slice(1)}`, ...(searchable && { searchable }) };
}
