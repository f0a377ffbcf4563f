// Every module of the catalogue is walked, and each kind of refusal is tried on some operation.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { buildCatalogue } from '../../src/operations/catalogue.ts';
import { buildSchema } from '../../src/operations/schema.ts';
import { isRisky } from '../support/walks/agents.ts';
import { adminOnly, canBeOff, freshOnly, peopleOnly } from '../support/walks/credentials.ts';
import { changesRecord, NOT_YET, OTHERWISE, permitted } from '../support/walks/roles.ts';
import { listsRecords } from '../support/walks/strangers.ts';

const FOLDER = new URL('operations/', import.meta.url);
const { operations } = buildCatalogue(buildSchema({}));

describe('the walk over the operations', () => {
  it('has a file for each module of the catalogue, and none for another', () => {
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
  )('tries what is %s', (_, among) => {
    expect(operations.filter(among).length).toBeGreaterThan(2);
  });

  it('excuses only operations that exist and change a record', () => {
    const names = operations.filter(changesRecord).map(({ name }) => name);
    expect([...NOT_YET, ...Object.keys(OTHERWISE)].filter((name) => !names.includes(name))).toEqual([]);
  });
});
