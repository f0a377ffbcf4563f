// Reads the JSON export of a board: its cards become the rows of a table, without holding the whole text.
import { ServiceError } from '../../errors.ts';
import type { Cell } from './model.ts';
import {
  assertCellFits,
  MAX_ROWS,
  type SourceRow,
  storableText,
  type Table,
  type TableFacts,
  unreadable,
} from './table.ts';
import type { Decoded } from './text-encoding.ts';

/** A person of an export. */
export interface ExportedPerson {
  name: string;
  email: string | null;
}

/** What a board says besides its cards. */
export interface BoardFacts extends TableFacts {
  title: string;
  people: Map<string, ExportedPerson>;
}

const COLUMNS = ['id', 'name', 'desc', 'list', 'start', 'due', 'dueComplete', 'closed', 'members', 'labels'];
const MEMBERS = ['lists', 'cards', 'members', 'checklists'];
/** The length of the text of one card, list, member or checklist. */
const MAX_PIECE = 1024 * 1024;

type Json = Record<string, unknown>;

/** An object of one of the lists of a board. */
interface Piece {
  member: string;
  value: Json;
  line: number;
}

/** Opens a text as a board; undefined if it is none. @throws FILE_UNREADABLE, TOO_MANY_ROWS */
export async function openBoard(text: Decoded): Promise<(BoardFacts & Table) | undefined> {
  const board = new Map(MEMBERS.map((member) => [member, [] as Json[]]));
  const scan = new BoardScan(new Set(MEMBERS));
  let cards = 0;
  for await (const { member, value } of piecesOf(text, scan)) {
    const known = board.get(member)!;
    if (member === 'cards') cards += 1;
    else known.push(value);
    if (cards > MAX_ROWS || known.length > MAX_ROWS)
      throw new ServiceError('TOO_MANY_ROWS', undefined, { details: { limit: MAX_ROWS } });
  }
  if (!scan.lists.has('lists') || !scan.lists.has('cards')) return undefined;
  const names = new Map(board.get('lists')!.map(({ id, name }) => [textOf(id), textOf(name)]));
  const checklists = Map.groupBy(board.get('checklists')!, ({ idCard }) => textOf(idCard));
  return {
    ...{ format: 'board-json', columns: [...COLUMNS, 'checklist'], encoding: text.encoding, delimiter: null },
    ...{ sheet: null, sheets: null, warnings: text.warnings, title: scan.title },
    people: peopleOf(board.get('members')!),
    async *rows() {
      for await (const { value, line } of piecesOf(text, new BoardScan(new Set(['cards']))))
        yield rowOf(value, line, names, checklists);
    },
  };
}

function peopleOf(members: Json[]): Map<string, ExportedPerson> {
  return new Map(
    members.map(({ id, fullName, username, email }) => [
      textOf(id),
      { name: textOf(fullName) || textOf(username) || textOf(id), email: textOf(email) || null },
    ]),
  );
}

function rowOf(
  card: Json,
  line: number,
  names: ReadonlyMap<string, string>,
  checklists: ReadonlyMap<string, Json[]>,
): SourceRow {
  const list = names.get(textOf(card.idList)) ?? textOf(card.idList);
  const own = [...(checklists.get(textOf(card.id)) ?? []), ...objectsOf(card.checklists)];
  const labels = objectsOf(card.labels).map(({ name }) => textOf(name));
  const members = Array.isArray(card.idMembers) ? card.idMembers.map(textOf) : [];
  const cells: Cell[] = [
    ...[card.id, card.name, card.desc, list, card.start, card.due].map((one) => textOf(one) || null),
    ...[card.dueComplete === true ? 'true' : null, card.closed === true ? 'true' : null],
    ...[members, labels, own.flatMap(itemsOf)].map((texts) => texts.filter(Boolean)),
  ];
  for (const cell of cells) assertCellFits(cell, line);
  return { line, cells, errors: [] };
}

/** Returns the items of a checklist as lines of Markdown. */
function itemsOf({ checkItems }: Json): string[] {
  return objectsOf(checkItems).flatMap(({ name, state }) => {
    const title = textOf(name).trim();
    return title ? [`[${state === 'complete' ? 'x' : ' '}] ${title}`] : [];
  });
}

function objectsOf(value: unknown): Json[] {
  return Array.isArray(value)
    ? value.filter((one): one is Json => one !== null && typeof one === 'object' && !Array.isArray(one))
    : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? storableText(String(value)) : '';
}

async function* piecesOf(text: Decoded, scan: BoardScan): AsyncGenerator<Piece> {
  for await (const part of text.open()) yield* scan.read(part);
  if (scan.depth !== 0) unreadable('damaged', scan.line);
}

/** Cuts the objects of the lists of an outermost object out of a text, by counting brackets outside of texts. */
class BoardScan {
  depth = 0;
  line = 1;
  title = '';
  /** The members of the board that are lists. */
  readonly lists = new Set<string>();
  readonly #wanted: ReadonlySet<string>;
  #member = '';
  #isText = false;
  #isEscaped = false;
  /** A text directly in the board: the name of a member, or its value. */
  #text = '';
  #piece = '';
  #begins = 1;

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  *read(part: string): Generator<Piece> {
    let from = 0;
    for (let at = 0; at < part.length; at++) {
      const char = part[at]!;
      if (char === '\n') this.line += 1;
      if (this.#isText) this.#readText(char);
      else if (char === '"') this.#isText = true;
      else if (char === ':' && this.depth === 1) this.#nameMember();
      else if (char === '{' || char === '[') {
        if (this.#opens(char)) from = at;
      } else if ((char === '}' || char === ']') && this.#closes()) {
        yield this.#cut(this.#piece + part.slice(from, at + 1));
        this.#piece = '';
      } else if (char === ',' && this.depth === 1) this.#endMember();
    }
    if (this.depth > 2 && this.#isWanted()) this.#piece += part.slice(from);
    if (this.#piece.length > MAX_PIECE) unreadable('cell_too_large', this.#begins);
  }

  #readText(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') this.#isText = false;
    if (this.depth === 1 && this.#isText && this.#text.length < MAX_PIECE) this.#text += char;
  }

  #nameMember(): void {
    this.#member = this.#text;
    this.#text = '';
  }

  #endMember(): void {
    if (this.#member === 'name') this.title = unescaped(this.#text);
    this.#member = '';
    this.#text = '';
  }

  /** @returns whether an object of a list begins */
  #opens(char: string): boolean {
    if (this.depth === 1 && char === '[') this.lists.add(this.#member);
    this.depth += 1;
    if (this.depth !== 3 || !this.#isWanted()) return false;
    this.#begins = this.line;
    return true;
  }

  /** @returns whether an object of a list ends */
  #closes(): boolean {
    this.depth -= 1;
    if (this.depth < 0) unreadable('not_a_table', this.line);
    if (this.depth === 0) this.#endMember();
    return this.depth === 2 && this.#isWanted();
  }

  /** Returns whether the objects of the list that is read are cut out. */
  #isWanted(): boolean {
    return this.lists.has(this.#member) && this.#wanted.has(this.#member);
  }

  #cut(json: string): Piece {
    if (json.length > MAX_PIECE) unreadable('cell_too_large', this.#begins);
    try {
      const value = JSON.parse(json) as unknown;
      if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new SyntaxError();
      return { member: this.#member, value: value as Json, line: this.#begins };
    } catch {
      return unreadable('not_a_table', this.#begins);
    }
  }
}

function unescaped(text: string): string {
  try {
    return storableText(JSON.parse(`"${text}"`) as string);
  } catch {
    return text;
  }
}
