// The answer by rule, where no model answers: the records that match the question, the same text for the same records.
import type { TenantContext } from '../../context.ts';
import { globalSearch } from '../search/service.ts';
import { type Citation, citationOf, type Source } from './rules.ts';
import { Sources } from './sources.ts';
import { termsOf } from './terms.ts';

const HITS = 5;
const SHOWN = 8;

const INTRODUCTION = 'No language model is available now; these records match:';
const NONE = 'No language model is available now, and no record matches the question.';

interface Match {
  source: Source;
  /** Terms that found it. */
  terms: number;
  /** The best place among the hits of a term. */
  place: number;
  order: number;
}

/**
 * Searches for what the question names, in every module that the user may search, and lists what is found: what more
 * terms found first, then by the ranks of the search.
 * @param inView the record that the person is looking at; listed first
 */
export async function answerByRule(
  ctx: TenantContext,
  question: string,
  inView: Source | undefined,
): Promise<{ text: string; citations: Citation[] }> {
  const found = new Map<string, Match>();
  const terms = termsOf(question);
  for (const [termAt, term] of terms.entries()) {
    const { groups } = await globalSearch(ctx, term, null, HITS);
    groups.forEach(({ module, hits }, order) => {
      const sources = new Sources(ctx.services.catalogue);
      sources.takeGroup({ module, hits });
      [...sources.read.values()].forEach((source, hitAt) => {
        const key = `${source.type} ${source.id}`;
        const known = found.get(key);
        const place = termAt * HITS + hitAt;
        found.set(key, known ? { ...known, terms: known.terms + 1 } : { source, terms: 1, place, order });
      });
    });
  }
  const best = [...found.values()].sort(byRank).map(({ source }) => source);
  const others = best.filter(({ id, type }) => id !== inView?.id || type !== inView.type);
  const listed = (inView ? [inView, ...others] : others).slice(0, SHOWN);
  if (listed.length === 0) return { text: NONE, citations: [] };
  const lines = listed.map((source, index) => `- ${lineOf(source)} [${index + 1}]`);
  const citations = listed.map((source, index) => citationOf(index + 1, source, lines[index]!));
  return { text: [INTRODUCTION, ...lines].join('\n'), citations };
}

function byRank(a: Match, b: Match): number {
  return b.terms - a.terms || a.place - b.place || a.order - b.order || (a.source.id < b.source.id ? -1 : 1);
}

function lineOf({ type, label, subtitle }: Source): string {
  return `${type}: ${unmarked(label)}${subtitle ? ` (${unmarked(subtitle)})` : ''}`;
}

/** A name that looks like the mark of a source must not become one. */
function unmarked(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\[([\d\s,]+)\]/g, '($1)');
}
