// Texts by which a competitor, or the workspace itself, is described: what it offers, how it stands in the market.

const TEXTS = ['positioning', 'pricingNotes'] as const;
const LISTS = ['strengths', 'weaknesses', 'products', 'differentiators'] as const;

/** What is said of one participant in a market. */
export type MarketTexts = Record<(typeof TEXTS)[number], string | null> &
  Record<(typeof LISTS)[number], string[]>;

/** An input for these texts: absent ones stay, null clears. */
export type MarketInput = { [Name in keyof MarketTexts]?: MarketTexts[Name] | null };

/** Returns the given texts trimmed: a blank one is null, blank and repeated items of a list are left out. */
export function readMarketTexts(input: MarketInput): Partial<MarketTexts> {
  const texts: Partial<MarketTexts> = {};
  for (const name of TEXTS) if (input[name] !== undefined) texts[name] = readText(input[name]);
  for (const name of LISTS) {
    if (input[name] === undefined) continue;
    const items = (input[name] ?? []).map((item) => item.trim()).filter(Boolean);
    texts[name] = [...new Set(items)];
  }
  return texts;
}

/** Returns all texts, with those that nothing is known of. */
export function withEmptyTexts(known: Partial<MarketTexts>): MarketTexts {
  return {
    positioning: known.positioning ?? null,
    pricingNotes: known.pricingNotes ?? null,
    strengths: known.strengths ?? [],
    weaknesses: known.weaknesses ?? [],
    products: known.products ?? [],
    differentiators: known.differentiators ?? [],
  };
}

/** Returns a trimmed text; null for a blank one. */
export function readText(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
