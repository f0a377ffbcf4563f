// The answer by rule, for when no model answers: the records that match the question, in a deterministic text.
import type { TenantContext } from '../../context.ts';
import { globalSearch } from '../search/service.ts';
import { type Citation, citationOf, type Source } from './rules.ts';
import { Sources } from './sources.ts';
import { termsOf } from './terms.ts';

const HITS_PER_TERM = 5;
const MAX_RECORDS = 8;

const INTRODUCTION = 'No language model is available now; these records match:';
const NO_MATCH = 'No language model is available now, and no record matches your question.';

interface Match {
  source: Source;
  /** The number of terms that matched it. */
  terms: number;
  /** Its best position among the hits. */
  position: number;
  order: number;
}

/**
 * Searches for the terms of the question in every module that the user may search, and lists the hits: first those
 * that more terms matched, then by the rank of the search.
 * @param viewed the record that the user is looking at, listed first
 */
export async function answerByRule(
  ctx: TenantContext,
  question: string,
  viewed: Source | undefined,
): Promise<{ text: string; citations: Citation[] }> {
  const found = new Map<string, Match>();
  const terms = termsOf(question);
  for (const [termIndex, term] of terms.entries()) {
    const { groups } = await globalSearch(ctx, term, null, HITS_PER_TERM);
    groups.forEach(({ module, hits }, order) => {
      const sources = new Sources(ctx.services.catalogue);
      sources.collectHits({ module, hits });
      [...sources.byNumber.values()].forEach((source, hitIndex) => {
        const key = `${source.type} ${source.id}`;
        const previous = found.get(key);
        const position = termIndex * HITS_PER_TERM + hitIndex;
        found.set(
          key,
          previous ? { ...previous, terms: previous.terms + 1 } : { source, terms: 1, position, order },
        );
      });
    });
  }
  const best = [...found.values()].sort(byRank).map(({ source }) => source);
  const others = best.filter(({ id, type }) => id !== viewed?.id || type !== viewed.type);
  const listed = (viewed ? [viewed, ...others] : others).slice(0, MAX_RECORDS);
  if (listed.length === 0) return { text: NO_MATCH, citations: [] };
  const lines = listed.map((source, index) => `- ${lineOf(source)} [${index + 1}]`);
  const citations = listed.map((source, index) => citationOf(index + 1, source, lines[index]!));
  return { text: [INTRODUCTION, ...lines].join('\n'), citations };
}

function byRank(a: Match, b: Match): number {
  return (
    b.terms - a.terms || a.position - b.position || a.order - b.order || (a.source.id < b.source.id ? -1 : 1)
  );
}

function lineOf({ type, label, subtitle }: Source): string {
  return `${type}: ${withoutMarks(label)}${subtitle ? ` (${withoutMarks(subtitle)})` : ''}`;
}

/** Returns a label in which text such as `[3]` cannot be mistaken for a citation. */
function withoutMarks(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\[([\d\s,]+)\]/g, '($1)');
}
