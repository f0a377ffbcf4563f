// What the search of the reference finds: operations, events, guides with their headings, and error codes.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import GithubSlugger, { slug } from 'github-slugger';
import { tagOf } from '../../rest-compat/openapi-tags.ts';
import { ERRORS } from '../error-codes.ts';
import { isDescribed, type Operation } from '../operations/catalogue.ts';

/** One page, section or operation that can be found. */
interface Entry {
  kind: 'operation' | 'guide' | 'error';
  title: string;
  detail: string;
  url: string;
  /** Further words by which it is found. */
  words: string;
}

/** Words that people use for the words of this service. */
const SYNONYMS: Record<string, string[]> = {
  account: ['company', 'companies', 'profile'],
  add: ['create', 'add'],
  change: ['update', 'move'],
  dedupe: ['duplicate', 'duplicates', 'merge', 'same'],
  duplicate: ['duplicates', 'same'],
  duplicates: ['duplicate', 'same'],
  edit: ['update'],
  find: ['list', 'search', 'get', 'match'],
  gdpr: ['erase', 'erases', 'erasure', 'privacy', 'consent'],
  forget: ['erase', 'erases'],
  fetch: ['get', 'list'],
  key: ['token', 'key', 'keys'],
  lead: ['contact', 'deal'],
  login: ['sign', 'session'],
  logout: ['sign', 'out'],
  modify: ['update'],
  new: ['create', 'add'],
  opportunity: ['deal', 'deals'],
  organization: ['company', 'companies'],
  people: ['contact', 'contacts', 'member', 'members'],
  person: ['contact', 'member'],
  personal: ['erase', 'contact'],
  remove: ['delete', 'remove', 'revoke'],
  repeat: ['replay', 'recover'],
  retry: ['replay', 'recover', 'retries'],
  show: ['get', 'list'],
  team: ['member', 'members', 'workspace'],
  tenant: ['workspace', 'tenant'],
  undelete: ['restore'],
  upload: ['upload', 'file', 'import'],
  user: ['member', 'members', 'user'],
};

/** Returns the index as the page loads it. */
export function searchIndex(operations: readonly Operation[], guides: string): object {
  const described = operations.filter((operation) => isDescribed(operation));
  return {
    synonyms: SYNONYMS,
    entries: [...described.map(operationEntry), ...guideEntries(guides), ...errorEntries()],
  };
}

function operationEntry(operation: Operation): Entry {
  const { summary, description, method, path, name } = operation;
  return {
    kind: 'operation',
    title: summary,
    detail: `${method} ${path}`,
    url: `/docs#tag/${slug(tagOf(operation))}/${method}${path}`,
    words: `${tagOf(operation)} ${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')} ${description}`,
  };
}

function guideEntries(folder: string): Entry[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .flatMap((file) => {
      const slugger = new GithubSlugger();
      const headings = [...readFileSync(join(folder, file), 'utf8').matchAll(/^(#{1,3}) (.+)$/gm)];
      const title = headings[0]?.[2] ?? basename(file, '.md');
      return headings.map(([, marks, text], index): Entry => {
        const anchor = slugger.slug(text!);
        return {
          kind: 'guide',
          title: text!,
          detail: index === 0 ? 'Guide' : `Guide: ${title}`,
          url: `/docs/guides/${basename(file, '.md')}${marks === '#' ? '' : `#${anchor}`}`,
          words: '',
        };
      });
    });
}

function errorEntries(): Entry[] {
  return Object.entries(ERRORS).map(([code, { status, message }]) => ({
    kind: 'error',
    title: code,
    detail: `Error code, status ${status}`,
    url: `/docs/errors/${code}`,
    words: `${code.replaceAll('_', ' ')} ${message}`,
  }));
}
