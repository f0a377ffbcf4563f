// Automatic persisted queries, as Apollo, urql and others send them: the hash of a document instead of its text.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { GRAPHQL_LIMITS } from '../access/cost.ts';
import { fail, invalid } from '../errors.ts';

/**
 * Documents by their SHA-256. A document says nothing about its sender, so all workspaces share the store; the least
 * used one makes room for a new one, and its clients send it again.
 */
const documents = new LRUCache<string, string>({
  max: 5000,
  maxSize: 16_000_000,
  sizeCalculation: (text) => text.length,
});

/**
 * Returns the document of a request, from the store if the request contains only its hash.
 * @param mayStore whether a document that is sent with its hash is stored
 * @throws PERSISTED_QUERY_NOT_FOUND for an unknown hash; VALIDATION_ERROR for one that is not that of the document
 */
export function persistedQuery(
  { query, extensions }: { query?: unknown; extensions?: unknown },
  mayStore: boolean,
): unknown {
  const persisted = (extensions as { persistedQuery?: { version?: unknown; sha256Hash?: unknown } } | null)
    ?.persistedQuery;
  if (!persisted) return query;
  const { version, sha256Hash: hash } = persisted;
  if (version !== 1 || typeof hash !== 'string')
    throw invalid(
      'extensions.persistedQuery',
      'version',
      'Send version 1 and the sha256Hash of the document.',
    );
  if (query === undefined || query === null)
    // Clients recognize this message and send the document.
    return documents.get(hash) ?? fail('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
  if (typeof query !== 'string' || query.length > GRAPHQL_LIMITS.bytes) return query;
  if (createHash('sha256').update(query).digest('hex') !== hash)
    throw invalid(
      'extensions.persistedQuery.sha256Hash',
      'hash',
      'Send the SHA-256 of the document in lower-case hexadecimal digits.',
    );
  if (mayStore) documents.set(hash, query);
  return query;
}
