// Reads the input of competitors: their texts, and the sections of a battlecard.
import { fail, invalid } from '../../errors.ts';
import { type MarketInput, readMarketTexts, readText } from '../market-texts.ts';
import type { BattlecardSections } from './model.ts';

type SectionText = 'overview' | 'whyWeWin' | 'whyWeLose' | 'landmines' | 'talkTrack';

/** A caller's sections; absent and null ones are empty. */
export type SectionsInput = { [Name in SectionText]?: string | null } & {
  objections?: readonly { claim: string; response: string }[] | null;
  proofPoints?: readonly { text: string; url?: string | null }[] | null;
};

/** Returns an input with trimmed texts. */
export function readTexts(input: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...input, ...readMarketTexts(input as MarketInput) };
  if (input.name !== undefined) fields.name = readName(input.name as string | null);
  if (input.status === null) fields.status = 'active';
  return fields;
}

function readName(name: string | null): string {
  const text = name?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'Give the competitor a name.');
  return text;
}

/**
 * Returns all sections of a battlecard, trimmed, in their order.
 * @throws VALIDATION_ERROR url, required
 */
export function readSections(input: SectionsInput): BattlecardSections {
  return {
    overview: readText(input.overview),
    whyWeWin: readText(input.whyWeWin),
    whyWeLose: readText(input.whyWeLose),
    landmines: readText(input.landmines),
    objections: (input.objections ?? []).map(({ claim, response }, index) => ({
      claim: required(claim, `sections.objections[${index}].claim`),
      response: required(response, `sections.objections[${index}].response`),
    })),
    talkTrack: readText(input.talkTrack),
    proofPoints: (input.proofPoints ?? []).map(({ text, url }, index) => ({
      text: required(text, `sections.proof_points[${index}].text`),
      url: url == null ? null : readUrl(url, `sections.proof_points[${index}].url`),
    })),
  };
}

/** Throws if a draft cannot be published. @throws CONFLICT why_we_win_missing */
export function assertPublishable(draft: BattlecardSections | null): asserts draft is BattlecardSections {
  if (draft?.whyWeWin) return;
  fail('CONFLICT', 'Say in the section why_we_win why we win, then publish.', {
    details: { reason: 'why_we_win_missing' },
  });
}

function required(text: string, path: string): string {
  const read = readText(text);
  if (!read) throw invalid(path, 'required', 'Write something here, or leave the item out.');
  return read;
}

/** Returns a web address. @throws VALIDATION_ERROR url */
function readUrl(text: string, path: string): string {
  const url = URL.parse(text.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw invalid(path, 'url', 'Give an address that begins with https:// or http://, without a password.');
  return url.href;
}
