// Checks that every kind of record is available on every surface.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KINDS } from '../../src/domains/kinds.ts';
import { MODULES } from '../../src/domains/search/modules.ts';
import { EVENTS } from '../../src/events/catalogue.ts';
import { camelCase } from '../../src/naming.ts';
import type { Catalogue } from '../../src/operations/catalogue.ts';
import { recordTypes } from '../../src/sdl/records.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let catalogue: Catalogue;

beforeAll(async () => {
  service = await startService();
  catalogue = service.server.services.catalogue;
});

afterAll(() => service?.stop());

describe('the registry of kinds', () => {
  it('contains a kind for every type with @record and no other', () => {
    expect(KINDS.map(({ type }) => type).sort()).toEqual(
      recordTypes()
        .map(({ type }) => type)
        .sort(),
    );
    expect(KINDS.length).toBeGreaterThan(2);
  });
});

describe.each(recordTypes().map((kind) => [kind.name, kind] as const))('the kind %s', (_, kind) => {
  const { type, name, entity, events } = kind;

  it('has operations to read, list, create, change and delete it', () => {
    const roots = catalogue.operations.map(({ rootField }) => rootField);
    const verbs = ['create', 'update', 'delete'].map((verb) => `${verb}${type}`);
    expect(roots).toEqual(expect.arrayContaining([camelCase(name), camelCase(entity), ...verbs]));
  });

  it('is searched as its type declares', () => {
    const registered = KINDS.find((one) => one.name === name)!;
    if (kind.isSearched) expect(registered.searchable).toMatchObject({ entity: name, type });
    else expect(registered.searchable).toBeUndefined();
    expect(registered.model.tableName).toBe(entity);
  });

  it('supports search, filters, sorting, saved views and deleted records in its list', () => {
    const list = catalogue.operations.find(
      ({ isPage, rootField }) => isPage && rootField === camelCase(entity),
    )!;
    const inputs = list.inputs.map(({ wire }) => wire);
    const expected = [
      'filter',
      'sort',
      // Views are not offered on envelopes, and what was deleted of them does not come back.
      ...(type === 'Envelope' ? [] : ['view_id', 'include_deleted']),
      ...(kind.hasCustomFields ? ['custom_sort'] : []),
    ];
    expect(inputs).toEqual(expect.arrayContaining(expected));
    expect(inputs.some((name) => name === 'search' || name === 'q')).toBe(true);
  });

  it('has an event for each of its changes', () => {
    const types = ['created', 'updated', 'deleted'].map((verb) => `${events}.${verb}`);
    expect([...EVENTS.keys()]).toEqual(expect.arrayContaining(types));
    const isRestorable = [...catalogue.byName.values()].some(
      ({ rootField }) => rootField === `restore${type}`,
    );
    expect(EVENTS.has(`${events}.restored`)).toBe(isRestorable);
  });

  it('is a module of global search and appears in its answers, if service.md 4.7 names its list', async () => {
    if (!kind.isSearched) return;
    const { body } = await service.graphql('{ __type(name: "SearchRecord") { possibleTypes { name } } }');
    expect(body.data.__type.possibleTypes).toContainEqual({ name: type });
    if (!Object.keys(MODULES).includes(entity)) return;
    const search = await service.graphql('{ globalSearch(q: "no such word") { groups { module status } } }');
    expect(search.body.data.globalSearch.groups).toContainEqual({
      module: entity.toUpperCase(),
      status: 'SEARCHED',
    });
  });

  it('has a timeline in GraphQL and a field in the links of activities, if its type declares one', async () => {
    if (!kind.hasTimeline) return;
    const fields = '{ fields { name } }';
    const { body } = await service.graphql(
      `{ record: __type(name: "${type}") ${fields} link: __type(name: "ActivityLink") ${fields} }`,
    );
    expect(body.data.record.fields).toContainEqual({ name: 'activities' });
    expect(body.data.link.fields).toContainEqual({ name: camelCase(name) });
  });
});
