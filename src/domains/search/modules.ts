// The modules of global search, in the order of its groups (service.md 4.7).
import { clientSearch } from '../clients/search.ts';
import { KINDS } from '../kinds.ts';
import type { Searchable } from './searchable.ts';

/** A module of global search. */
export interface SearchModule {
  /** The list operation whose access it has. */
  list: string;
  /** How its records are found; absent for a module that is not built. */
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

/** Clients are companies, and so no kind of their own. */
const VIEWS: Partial<Record<ModuleName, Searchable>> = { clients: clientSearch };

export const MODULES = Object.fromEntries(NAMES.map((name) => [name, moduleOf(name)])) as Record<
  ModuleName,
  SearchModule
>;

function moduleOf(name: ModuleName): SearchModule {
  const searchable = VIEWS[name] ?? KINDS.find(({ entity }) => entity === name)?.searchable;
  return { list: `List${name[0]!.toUpperCase()}${name.slice(1)}`, ...(searchable && { searchable }) };
}
