// What a question names: the texts to search for when nobody is there to understand it. Pure.

/** Words that questions are made of, in English and in German; whatever begins with them is not meant. */
const STOP = new Set(
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

const MOST = 6;
const LONGEST = 200;

/**
 * The texts that a question is searched by, the most telling first: what stands in quotes, addresses and numbers, names
 * of several words, then single words.
 */
export function termsOf(question: string): string[] {
  const quotes = [...question.matchAll(/["“„«]([^"“”„»«]{2,})["”“»]/g)].map(([, text]) => text!);
  const words = question.split(/[\s"“”„»«,;:!?()]+/).map((word) => word.replace(/^[.'’-]+|[.'’-]+$/g, ''));
  const telling = words.filter((word) => [...word].length > 1 && !STOP.has(word.toLowerCase()));
  const exact = telling.filter((word) => /[@.\d/]/.test(word));
  const terms = [...quotes, ...exact, ...namesIn(words), ...telling].map((term) =>
    term.trim().slice(0, LONGEST),
  );
  return [...new Set(terms.filter((term) => [...term].length > 1))].slice(0, MOST);
}

/** Words that begin with a capital and stand together. */
function namesIn(words: readonly string[]): string[] {
  const names: string[][] = [[]];
  for (const word of words) {
    if (/^\p{Lu}/u.test(word) && !STOP.has(word.toLowerCase())) names.at(-1)!.push(word);
    else names.push([]);
  }
  return names.filter((name) => name.length > 1).map((name) => name.join(' '));
}
