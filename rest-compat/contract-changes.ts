// Finds breaking changes between two contracts: removed facts, inputs that accept less, answers that guarantee less.

/** One line of a contract. */
interface Fact {
  line: string;
  /** The subject of the fact: `GET /api/rooms`, `POST /api/rooms body title`, `record RoomRecord.title`, `enum RoomSort: name`. */
  key: string;
  /** The type and its bounds; for an operation the type of its answer and the words of its line. */
  words: string[];
  pattern: string;
  /** The fact may be removed from this day on (YYYY-MM-DD). */
  sunset: string | undefined;
}

type Facts = Map<string, Fact>;

const OPERATION = /^(?<key>\S+ \S+) (?<words>[A-Z].*) -> (?<answer>\S+)$/;
const MEMBER = /^(?<key>.*?): (?<words>[^/]*?)(?: \/(?<pattern>.*)\/)?$/;
const ROUTE = /^(?:GET|POST|PUT|PATCH|DELETE|TOOL) \S+/;
const RISKS = ['risk=read', 'risk=write', 'risk=risky'];
/** Definitions that the answers of all operations use. */
const SHARED = ['Error', 'Meta', 'Page'];

/**
 * Compares two contracts.
 * @param released lines of the earlier contract
 * @param current lines of the later contract
 * @param today YYYY-MM-DD; facts with a sunset up to this day may be removed
 * @returns a line for each breaking change
 */
export function breakingChanges(released: string[], current: string[], today: string): string[] {
  const [before, now] = [factsOf(released), factsOf(current)];
  const isSunset = sunsetTest(before, today);
  const used = usedDefinitions(before, isSunset);
  const changes: string[] = [];
  for (const fact of before.values()) {
    const definition = definitionOf(fact.key);
    if (isSunset(fact) || (definition && !used.has(definition))) continue;
    const after = now.get(fact.key);
    if (!after) changes.push(`lost: ${fact.line}`);
    else if (isNarrower(fact, after, before, now))
      changes.push(`narrowed: ${fact.line}\n     now: ${after.line}`);
  }
  for (const fact of now.values()) {
    if (!before.has(fact.key) && isNewRequirement(fact, before)) changes.push(`newly required: ${fact.line}`);
  }
  return changes;
}

function factsOf(lines: string[]): Facts {
  return new Map(lines.filter((line) => line && !line.startsWith('#')).map((line) => factOf(line)));
}

function factOf(line: string): [string, Fact] {
  const { key, words, answer, pattern = '' } = (OPERATION.exec(line) ?? MEMBER.exec(line))!.groups!;
  const isValue = line.startsWith('enum ');
  const all = isValue ? [] : [...(answer ? [answer] : []), ...words!.split(' ')];
  const sunset = all.find((word) => word.startsWith('sunset='))?.slice('sunset='.length);
  const rest = all.filter((word) => !word.startsWith('sunset='));
  return [isValue ? line : key!, { line, key: isValue ? line : key!, words: rest, pattern, sunset }];
}

/** Returns the name of the input, record or enum that a fact belongs to. */
function definitionOf(key: string): string | undefined {
  return /^(?:input|record|enum) (\w+)/.exec(key)?.[1];
}

/** Returns a test whether a fact, or the operation or member that it belongs to, has reached its sunset. */
function sunsetTest(facts: Facts, today: string): (fact: Fact) => boolean {
  const ended = [...facts.values()].filter(({ sunset }) => sunset && sunset <= today);
  return ({ key: part }) =>
    ended.some(({ key }) => part === key || part.startsWith(`${key} `) || part.startsWith(`${key}.`));
}

/** Returns the definitions that facts before their sunset refer to. */
function usedDefinitions(facts: Facts, isSunset: (fact: Fact) => boolean): Set<string> {
  const members = Map.groupBy(facts.values(), ({ key }) => definitionOf(key));
  const used = new Set(SHARED);
  const queue = [...(members.get(undefined) ?? []), ...SHARED.flatMap((name) => members.get(name) ?? [])];
  for (const fact of queue) {
    if (isSunset(fact)) continue;
    for (const name of fact.words[0]?.match(/\w+/g) ?? []) {
      if (used.has(name) || !members.has(name)) continue;
      used.add(name);
      queue.push(...members.get(name)!);
    }
  }
  return used;
}

function isNarrower(fact: Fact, after: Fact, before: Facts, now: Facts): boolean {
  if (after.sunset && fact.sunset && after.sunset < fact.sunset) return true;
  if (/^(enum|error|event) /.test(fact.key)) return fact.words.join() !== after.words.join();
  const [type = '', ...words] = fact.words;
  const [typeAfter = '', ...wordsAfter] = after.words;
  if (!sameType(fact, typeAfter, before, now)) return true;
  if (isInput(fact.key))
    return (
      nullsOf(typeAfter) < nullsOf(type) ||
      isStricter(words, wordsAfter) ||
      (after.pattern !== '' &&
        after.pattern !== fact.pattern &&
        !hasMoreDecimals(fact.pattern, after.pattern))
    );
  if (nullsOf(typeAfter) > nullsOf(type)) return true;
  return isOperation(fact)
    ? isOperationChanged(words, wordsAfter)
    : !words.includes('optional') && wordsAfter.includes('optional');
}

function isInput(key: string): boolean {
  return key.startsWith('input ') || /^\S+ \S+ (path|query|body)\b/.test(key);
}

function isOperation({ key }: Fact): boolean {
  return ROUTE.exec(key)?.[0] === key;
}

/**
 * Returns whether a type stays the same, ignoring null and values added to an enum. The `any` of an answer may become a
 * type.
 */
function sameType({ key, words: [type = ''] }: Fact, after: string, before: Facts, now: Facts): boolean {
  const [names, namesAfter] = [type, after].map((text) => text.replaceAll('?', '').split(/\b/)) as [
    string[],
    string[],
  ];
  if (hasMoreCodes(type, after)) return true;
  return (
    names.length === namesAfter.length &&
    names.every(
      (name, index) =>
        name === namesAfter[index] ||
        (name === 'any' && !isInput(key)) ||
        isExtendedEnum(name, namesAfter[index]!, before, now),
    )
  );
}

/** Returns whether a list of error codes only has more of them: codes are append-only (platform.md section 2). */
function hasMoreCodes(type: string, after: string): boolean {
  const codes = type.split('|');
  const codesAfter = new Set(after.split('|'));
  return codes.length > 1 && codes.every((code) => /^[A-Z_]+$/.test(code) && codesAfter.has(code));
}

function isExtendedEnum(name: string, after: string, before: Facts, now: Facts): boolean {
  const values = [...before.keys()].filter((key) => key.startsWith(`enum ${name}: `));
  return (
    values.length > 0 && values.every((key) => now.has(key.replace(`enum ${name}: `, `enum ${after}: `)))
  );
}

function nullsOf(type: string): number {
  return type.split('?').length;
}

/** Returns whether an input is newly required, requires more members, or has narrower bounds. */
function isStricter(words: string[], after: string[]): boolean {
  const demands = after.filter((word) => word === 'required' || word.startsWith('requires='));
  if (demands.some((word) => !words.includes(word))) return true;
  const [[low, high], [lowAfter, highAfter]] = [boundsIn(words), boundsIn(after)];
  return lowAfter > low || highAfter < high;
}

function boundsIn(words: string[]): [low: number, high: number] {
  const [low, high] = words.find((word) => word.includes('..'))?.split('..') ?? [];
  return [low ? Number(low) : -Infinity, high ? Number(high) : Infinity];
}

/** Returns whether the pattern of a decimal only allows more digits behind the point. */
function hasMoreDecimals(pattern: string, after: string): boolean {
  const digitsOf = (text: string) => Number(/\{1,(\d+)\}\)\?\$$/.exec(text)?.[1]);
  const same = (text: string) => text.replace(/\{1,\d+\}\)\?\$$/, '');
  return same(pattern) === same(after) && digitsOf(after) > digitsOf(pattern);
}

/** Returns whether an operation has a higher risk, or any other change. */
function isOperationChanged(words: string[], after: string[]): boolean {
  const plain = (all: string[]) => all.filter((word) => !RISKS.includes(word)).join(' ');
  const risk = (all: string[]) => RISKS.findIndex((word) => all.includes(word));
  return plain(words) !== plain(after) || risk(after) > risk(words);
}

/** Returns whether a new fact requires an input of an existing operation or input object. */
function isNewRequirement({ key, words }: Fact, before: Facts): boolean {
  if (!isInput(key) || !words.some((word) => word === 'required' || word.startsWith('requires=')))
    return false;
  const route = ROUTE.exec(key)?.[0];
  if (route) return before.has(route);
  const owner = key.slice(0, key.lastIndexOf('.') + 1);
  return [...before.keys()].some((existing) => existing.startsWith(owner));
}
