// Every module of the catalogue has its test file, and every group of operations that these files test has members.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { buildCatalogue } from '../../src/operations/catalogue.ts';
import { buildSchema } from '../../src/operations/schema.ts';
import { isRisky } from '../support/walks/agents.ts';
import { adminOnly, canBeOff, freshOnly, peopleOnly } from '../support/walks/credentials.ts';
import { listsRecords } from '../support/walks/isolation.ts';
import { changesRecord, OTHER_REFUSALS, permitted, WITHOUT_OWNER } from '../support/walks/roles.ts';

const FOLDER = new URL('operations/', import.meta.url);
const { operations } = buildCatalogue(buildSchema({}));

describe('the tests of all operations', () => {
  it('have a file for each module of the catalogue and no other file', () => {
    const modules = [...new Set(operations.map(({ access }) => access.module))].sort();
    const files = readdirSync(FOLDER).sort();
    expect(files).toEqual(modules.map((module) => `${module}.test.ts`));
    for (const module of modules)
      expect(readFileSync(new URL(`${module}.test.ts`, FOLDER), 'utf8')).toContain(
        `\nwalkModule('${module}');\n`,
      );
  });

  it.each(
    Object.entries({
      adminOnly,
      freshOnly,
      peopleOnly,
      canBeOff,
      isRisky,
      permitted,
      changesRecord,
      listsRecords,
    }),
  )('cover several operations in the group "%s"', (_, among) => {
    expect(operations.filter(among).length).toBeGreaterThan(2);
  });

  it('list as exceptions only operations that exist and change a record', () => {
    const names = operations.filter(changesRecord).map(({ name }) => name);
    expect(
      [...Object.keys(WITHOUT_OWNER), ...Object.keys(OTHER_REFUSALS)].filter((name) => !names.includes(name)),
    ).toEqual([]);
  });
});
