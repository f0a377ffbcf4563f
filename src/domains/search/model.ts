// The types of global search results.
import type { ModuleName } from './modules.ts';

export interface SearchHit {
  module: ModuleName;
  id: string;
  title: string;
  subtitle: string | null;
  matchedField: string;
}

/** A record of any searchable module with its GraphQL type. */
export interface SearchRecord {
  __typename: string;
  id: string;
}
