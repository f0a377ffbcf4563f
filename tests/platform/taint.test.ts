// Governed text does not leak: a unique word in each governed field appears on no surface for unauthorized callers.
// The surfaces come from the catalogue and the schema, so that new operations are covered automatically.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fanOut } from '../../src/domains/webhooks/fan-out.ts';
import { send } from '../support/calls.ts';
import { Inspector } from '../support/inspector.ts';
import type { Identity, TestService } from '../support/service.ts';
import { startServiceWithPayments } from '../support/stripe-server.ts';
import { type Answered, Surfaces, searchOf } from '../support/surfaces.ts';

/** A unique word for each governed field, not derivable from the others. */
const WORDS = {
  relationshipIntent: 'xylotomous',
  interests: 'zymurgist',
  contextNotes: 'quomodocunque',
  evidence: 'vellichorish',
  proofAssetRefs: 'borborygmite',
};
const ANY_WORD = new RegExp(Object.values(WORDS).join('|'), 'i');

let service: TestService;
let inspector: Inspector;
/** The clerk has every permission except governed reads and outcomes; the confidant has those too. */
let clerk: Identity;
let confidant: Identity;
let contactId: string;
let surfaces: Surfaces;
const logLines: string[] = [];

beforeAll(async () => {
  service = await startServiceWithPayments({}, { write: (line) => logLines.push(line) });
  inspector = await Inspector.open(service.databaseUrl);
  const all = [...service.server.services.permissions.keys()];
  const governed = /^contact_(relationship_intent|interests|context_notes)\./;
  clerk = await personWith(
    'member',
    all.filter((permission) => !governed.test(permission) && permission !== 'relationship_outcomes.read'),
  );
  confidant = await personWith('manager', all);
  await writeGovernedWords();
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Gives a person of acme one role with exactly these grants. */
async function personWith(role: 'member' | 'manager', grants: string[]): Promise<Identity> {
  const { id, people } = service.acme;
  await inspector.query(
    `with made as (insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $2, $3, now(), now()) returning id)
     update membership_roles set role_id = (select id from made) where tenant_id = $1 and membership_id in
       (select id from memberships where tenant_id = $1 and user_id = $4)`,
    [id, `taint-${role}`, grants, people[role].userId],
  );
  service.server.services.principals.clear();
  return people[role];
}

/** Writes the words as people do and changes them once, so that previous values leave their traces too. */
async function writeGovernedWords(): Promise<void> {
  const as = confidant;
  const write = async (method: string, path: string, body: object): Promise<string> => {
    const reply = await service.rest(method, path, body, { as });
    if (reply.status > 201) throw new Error(reply.text);
    return reply.body.data.id;
  };
  const everything = { name: 'All', url: 'http://127.0.0.1:9/', event_types: ['*'] };
  await service.rest('POST', '/api/webhooks', everything);
  const companyId = await write('POST', '/api/companies', { name: 'Northwind' });
  contactId = await write('POST', '/api/contacts', { first_name: 'Ada', company_id: companyId });
  const outcomes = `/api/contacts/${contactId}/relationship-outcomes`;
  const outcome = { outcome_type: 'referral_given', direction: 'inbound' };
  const outcomeId = await write('POST', outcomes, {
    ...outcome,
    evidence: [{ category: 'other', count: 1 }],
  });
  for (const words of [
    WORDS,
    Object.fromEntries(Object.entries(WORDS).map(([field, word]) => [field, `${word} twice`])),
  ]) {
    await write('PATCH', `/api/contacts/${contactId}/relationship`, {
      relationship_intent: words.relationshipIntent,
      interests: [words.interests],
      context_notes: words.contextNotes,
      desired_cadence_days: 30,
    });
    await write('PATCH', `${outcomes}/${outcomeId}`, {
      evidence: [{ category: 'other', count: 1, note: words.evidence }],
      proof_asset_refs: [{ source_system: 'drive', source_id: words.proofAssetRefs }],
    });
  }
  await write('PATCH', `/api/contacts/${contactId}`, { title: 'Head of Purchasing' });
  await write('POST', '/api/activities', {
    ...{ type: 'email', direction: 'inbound', subject: 'Hello' },
    ...{ occurred_at: '2026-01-01T00:00:00Z', links: [{ entity: 'contact', id: contactId }] },
  });
  const deliveredCount = await fanOut(service.server.services, service.server.app.log);
  expect(deliveredCount).toBeGreaterThan(5);
  surfaces = new Surfaces(service, service.acme, { contactId, companyId });
}

/** Returns the names of the responses that contain a word. Most must succeed, because a refusal cannot leak. */
async function leakingResponses(answers: AsyncGenerator<Answered>): Promise<string[]> {
  const found: string[] = [];
  const counts = { asked: 0, answered: 0 };
  for await (const { name, text, ok } of answers) {
    counts.asked += 1;
    if (ok) counts.answered += 1;
    if (ANY_WORD.test(text)) found.push(`${name}: ${text.match(ANY_WORD)![0]}`);
  }
  expect(counts.answered).toBeGreaterThan(Math.max(15, counts.asked * 0.6));
  return found;
}

describe('a governed word', () => {
  it('is readable in its own field for callers with the permission', async () => {
    const read = async (path: string) => (await service.rest('GET', path, undefined, { as: confidant })).text;
    const ofContact = [WORDS.relationshipIntent, WORDS.interests, WORDS.contextNotes];
    for (const path of ['', '/relationship-summary'])
      for (const word of ofContact) expect(await read(`/api/contacts/${contactId}${path}`)).toContain(word);
    for (const word of ofContact) expect(await read('/api/contacts/export')).toContain(word);
    const outcomes = await read(`/api/contacts/${contactId}/relationship-outcomes`);
    for (const word of [WORDS.evidence, WORDS.proofAssetRefs]) expect(outcomes).toContain(word);
    const paths = surfaces.pathsToGoverned();
    expect(paths.length).toBeGreaterThan(20);
    for (const query of paths)
      expect([query, (await service.graphql(query, {}, { as: confidant })).text]).toEqual([
        query,
        expect.stringMatching(/"data":/),
      ]);
    const governedQuery = `{ contact(id: "${contactId}") { relationshipIntent interests contextNotes outcomes { nodes { evidence { note } proofAssetRefs { sourceId } } } } }`;
    const { text } = await service.graphql(governedQuery, {}, { as: confidant });
    for (const word of Object.values(WORDS)) expect(text).toContain(word);
  });

  it('is in no REST read for callers without the permission', async () => {
    expect(await leakingResponses(surfaces.byRest(clerk))).toEqual([]);
    expect(await leakingResponses(surfaces.byRest(service.acme.agent))).toEqual([]);
    // Viewers may read outcomes and no other governed field.
    const { viewer } = service.acme.people;
    const found = await leakingResponses(surfaces.byRest(viewer));
    expect(found.filter((leak) => !leak.startsWith('ListRelationshipOutcomes'))).toEqual([]);
  });

  it('is in no GraphQL read for callers without the permission, at any depth', async () => {
    expect(await leakingResponses(surfaces.byGraphql(clerk))).toEqual([]);
    expect(await leakingResponses(surfaces.byGraphql(service.acme.agent))).toEqual([]);
  });

  it('is in no MCP tool, resource or prompt for callers without the permission, even for an agent with the scope', async () => {
    const scopes = service.server.services.catalogue.operations.flatMap(({ access }) => access.scope ?? []);
    const restrictedAgent = await service.token(service.acme, {
      kind: 'agent',
      scopes: [...scopes, 'crm.relationships_restricted:read'],
    });
    for (const as of [clerk, service.acme.agent, restrictedAgent])
      expect(await leakingResponses(surfaces.byMcp(as))).toEqual([]);
  });

  it('finds nothing in a search and is accepted in no filter', async () => {
    const searches = (await surfaces.reads()).filter(({ operation }) => searchOf(operation));
    expect(searches.length).toBeGreaterThan(1);
    for (const { operation, input } of searches) {
      for (const word of Object.values(WORDS)) {
        const call = { operation, input: { ...input, [searchOf(operation)!]: word } };
        const { text } = await send(service, call, confidant);
        expect([operation.name, text]).toEqual([operation.name, expect.not.stringContaining(contactId)]);
      }
    }
    for (const filter of ['relationship_intent][contains', 'interests', 'context_notes][contains']) {
      for (const value of [...Object.values(WORDS), 'nothing']) {
        const reply = await service.rest('GET', `/api/contacts?filter[${filter}]=${value}`, undefined, {
          as: clerk,
        });
        expect(reply.body.error).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: { reason: 'field_not_readable' },
        });
        expect(reply.text).not.toMatch(ANY_WORD);
      }
    }
  });

  it('is in no error for the person who writes it', async () => {
    const long = {
      relationship_intent: WORDS.relationshipIntent.repeat(300),
      interests: [WORDS.interests.repeat(30)],
    };
    for (const body of [long, { interests: long.interests }, { context_notes: [WORDS.contextNotes] }]) {
      const reply = await service.rest('PATCH', `/api/contacts/${contactId}/relationship`, body, {
        as: confidant,
      });
      expect([reply.status, ANY_WORD.test(reply.text)]).toEqual([400, false]);
    }
  });

  it('is stored in its own columns only: not in audit, events, timeline, search words or jobs', async () => {
    const holders = new Set<string>();
    const tables = await inspector.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
    );
    for (const { name } of tables) {
      const rows = await inspector.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`);
      const columns = rows.flatMap(({ row }) => Object.entries(row));
      for (const [column, value] of columns)
        if (ANY_WORD.test(JSON.stringify(value))) holders.add(`${name}.${column}`);
    }
    expect([...holders].sort()).toEqual([
      'public.contacts.context_notes',
      'public.contacts.interests',
      'public.contacts.relationship_intent',
      'public.relationship_outcomes.evidence',
      'public.relationship_outcomes.history',
      'public.relationship_outcomes.proof_asset_refs',
    ]);
  });

  it('is in no log line and in no metric', async () => {
    expect(logLines.length).toBeGreaterThan(50);
    expect(logLines.filter((line) => ANY_WORD.test(line))).toEqual([]);
    const metrics = await fetch(`${service.url}/metrics`);
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).not.toMatch(ANY_WORD);
  });
});
