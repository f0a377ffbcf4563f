// What global search answers, before its records are read.
import type { ModuleName } from './modules.ts';

export interface SearchHit {
  module: ModuleName;
  id: string;
  title: string;
  subtitle: string | null;
  matchedField: string;
}

/** A record of any module that knows its GraphQL type; a domain that is built adds its own. */
export interface SearchRecord {
  __typename: string;
  id: string;
}
