// Extracts the search terms of a question, without a model. Pure.

/** Stop words of questions in English and German, which are not searched for. */
const STOP_WORDS = new Set(
  `a about all am an and any are as at be been but by can could did do does for from get give had has have how i in into is
   it its last latest let list many me more most much my new no not now of on or our please recent recently show since
   so some tell than that the their them then there these they this those to up us was we were what when where which
   who whom whose why will with would you your know find look company companies contact contacts deal deals client
   clients note notes record records summary summarize status open anything everything happened happening going
   aber alle als am an auch auf aus bei bin bis bitte da das dass dem den der des die dies diese diesem diesen dieser
   du ein eine einem einen einer es fuer für gib gibt haben hat hatte ich ihr im in ist ja kann kein keine mein mich
   mir mit nach nicht noch nun nur ob oder ohne sich sie sind so ueber über um und uns unser unsere von vom vor wann
   war waren warum was welche welchem welchen welcher welches wem wen wer wie wieviel will wir wird wissen wo zeig
   zeige zu zum zur firma firmen kontakt kontakte kunde kunden notiz notizen`.split(/\s+/),
);

const MAX_TERMS = 6;
const MAX_TERM_LENGTH = 200;

/**
 * Returns the search terms of a question, the most specific first: quoted text, addresses and numbers, names of
 * several words, then single words.
 */
export function termsOf(question: string): string[] {
  const quotes = [...question.matchAll(/["“„«]([^"“”„»«]{2,})["”“»]/g)].map(([, text]) => text!);
  const words = question.split(/[\s"“”„»«,;:!?()]+/).map((word) => word.replace(/^[.'’-]+|[.'’-]+$/g, ''));
  const significant = words.filter((word) => [...word].length > 1 && !STOP_WORDS.has(word.toLowerCase()));
  const exact = significant.filter((word) => /[@.\d/]/.test(word));
  const terms = [...quotes, ...exact, ...namesIn(words), ...significant].map((term) =>
    term.trim().slice(0, MAX_TERM_LENGTH),
  );
  return [...new Set(terms.filter((term) => [...term].length > 1))].slice(0, MAX_TERMS);
}

/** Returns sequences of at least two capitalised words. */
function namesIn(words: readonly string[]): string[] {
  const names: string[][] = [[]];
  for (const word of words) {
    if (/^\p{Lu}/u.test(word) && !STOP_WORDS.has(word.toLowerCase())) names.at(-1)!.push(word);
    else names.push([]);
  }
  return names.filter((name) => name.length > 1).map((name) => name.join(' '));
}
