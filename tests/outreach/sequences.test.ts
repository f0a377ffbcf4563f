// Sequences and enrolments: states, what is refused, who is enrolled and who is not.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Data, mailStep, OutreachWorld, taskStep } from './outreach-world.ts';

let world: OutreachWorld;
let inspector: Inspector;

beforeAll(async () => {
  world = await OutreachWorld.start();
  inspector = await Inspector.open(world.service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await world?.stop();
});

/** Calls, expects a refusal and proves that it wrote nothing. */
async function refused(method: string, path: string, body?: unknown): Promise<Data> {
  const as = await world.service.session(world.service.acme, 'owner');
  const before = await inspector.fingerprint();
  const reply = await world.service.rest(method, path, body, { as });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await inspector.fingerprint()).toEqual(before);
  return reply.body.error;
}

describe('a sequence', () => {
  it('is written with its steps and a window from Monday to Friday, and keeps the ids of steps that stay', async () => {
    const draft = await world.ok('POST', '/api/outreach', {
      name: ' Fair ',
      steps: [mailStep(), taskStep(3)],
    });
    expect(draft).toMatchObject({
      name: 'Fair',
      status: 'draft',
      sending_window: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', time_zone: null },
      owner_user_id: world.service.acme.people.owner.userId,
      totals: {
        enrolled: 0,
        active: 0,
        paused: 0,
        replied: 0,
        completed: 0,
        bounced: 0,
        opted_out: 0,
        stopped: 0,
      },
      steps: [
        { kind: 'email', wait_days: 0 },
        { kind: 'call_task', wait_days: 3, template: { subject: null } },
      ],
    });
    const same = await world.ok('PATCH', `/api/outreach/${draft.id}`, { steps: [mailStep(), taskStep(3)] });
    expect(same).toEqual(draft);
    const [mail, task] = draft.steps;
    const turned = await world.ok('PATCH', `/api/outreach/${draft.id}`, {
      steps: [
        { ...taskStep(1), id: task.id },
        { ...mailStep(2), id: mail.id },
      ],
    });
    expect(turned.steps.map(({ id, wait_days }: Data) => [id, wait_days])).toEqual([
      [task.id, 1],
      [mail.id, 2],
    ]);
    expect(turned.version).toBe(2);
  });

  it.each<[string, object, string, string]>([
    [
      'an unknown merge field',
      { steps: [mailStep(0, 'Hi {{contact.context_notes}}')] },
      'steps[0].template.subject',
      'merge_field',
    ],
    [
      'a mail without text',
      { steps: [{ kind: 'email', wait_days: 0, template: { subject: 'Hi' } }] },
      'steps[0].template.body_text',
      'required',
    ],
    [
      'a task with a subject',
      { steps: [{ ...taskStep(), template: { title: 'Call', subject: 'Hi' } }] },
      'steps[0].template.subject',
      'not_for_kind',
    ],
    [
      'the id of a foreign step',
      { steps: [{ ...taskStep(), id: crypto.randomUUID() }] },
      'steps[0].id',
      'exists',
    ],
    [
      'a window that ends before it begins',
      { sending_window: { days: [1], from: '10:00', until: '09:00' } },
      'sending_window.until',
      'invalid_range',
    ],
    [
      'an eighth day',
      { sending_window: { days: [8], from: '09:00', until: '10:00' } },
      'sending_window.days',
      'range',
    ],
    [
      'an unknown zone',
      { sending_window: { days: [1], from: '09:00', until: '10:00', time_zone: 'Mars' } },
      'sending_window.time_zone',
      'timezone',
    ],
    ['an owner who is no member', { owner_user_id: crypto.randomUUID() }, 'owner_user_id', 'exists'],
    ['a step of 91 days', { steps: [taskStep(91)] }, 'steps[0].wait_days', 'maximum'],
  ])('is refused with %s', async (_, fields, path, rule) => {
    const error = await refused('POST', '/api/outreach', { name: 'Fair', ...fields });
    expect([error.code, error.fields[0].path, error.fields[0].rule]).toEqual([
      'VALIDATION_ERROR',
      path,
      rule,
    ]);
  });

  it('is activated, paused and archived; repeats change nothing, and only its name can change while it runs', async () => {
    const { id } = await world.sequence([], { isActive: false });
    const empty = await refused('POST', `/api/outreach/${id}/activate`, {});
    expect(empty).toMatchObject({ code: 'CONFLICT', details: { reason: 'not_ready', missing: ['steps'] } });
    const paused = await refused('POST', `/api/outreach/${id}/pause`, {});
    expect(paused).toMatchObject({ code: 'INVALID_STATE_TRANSITION' });
    await world.ok('PATCH', `/api/outreach/${id}`, { steps: [mailStep()] });
    const active = await world.ok('POST', `/api/outreach/${id}/activate`, {});
    expect(active.status).toBe('active');
    expect(await world.ok('POST', `/api/outreach/${id}/activate`, {})).toEqual(active);
    const edited = await refused('PATCH', `/api/outreach/${id}`, { steps: [] });
    expect(edited).toMatchObject({ code: 'CONFLICT', details: { reason: 'sequence_active' } });
    expect((await world.ok('PATCH', `/api/outreach/${id}`, { name: 'Renamed' })).name).toBe('Renamed');
    const held = await world.ok('POST', `/api/outreach/${id}/pause`, {});
    expect(held.status).toBe('paused');
    expect(await world.ok('POST', `/api/outreach/${id}/pause`, {})).toEqual(held);
    const enrolment = await world.enrol({ id }, await world.contact());
    expect(await world.ok('DELETE', `/api/outreach/${id}`)).toMatchObject({ id });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/activate'],
      ['POST', '/pause'],
    ])
      expect(
        (await refused(method!, `/api/outreach/${id}${path}`, method === 'GET' ? undefined : {})).code,
      ).toBe('NOT_FOUND');
    const archived = await world.ok('GET', '/api/outreach?include_deleted=true&filter[status]=archived');
    expect(archived).toMatchObject([{ id, status: 'archived', totals: { enrolled: 1, stopped: 1 } }]);
    const rows = await world.service.sql(
      world.service.acme,
      'select state, reason from outreach_enrolments where id = ?',
      [enrolment],
    );
    expect(rows).toEqual([{ state: 'stopped', reason: 'sequence_archived' }]);
  });

  it('that sends mail is not activated without a mail server', async () => {
    const { id } = await world.sequence([mailStep()], { isActive: false, connector_id: crypto.randomUUID() });
    const error = await refused('POST', `/api/outreach/${id}/activate`, {});
    expect(error).toMatchObject({ code: 'CONNECTOR_NOT_CONFIGURED', details: { reason: 'unknown' } });
    await world.ok('PATCH', `/api/outreach/${id}`, { steps: [taskStep()] });
    expect((await world.ok('POST', `/api/outreach/${id}/activate`, {})).status).toBe('active');
  });

  it('is read by tokens and written by people alone', async () => {
    const { id } = await world.sequence([taskStep()]);
    const { acme } = world.service;
    const read = await world.service.rest('GET', `/api/outreach/${id}`, undefined, { as: acme.agent });
    expect(read.status).toBe(200);
    const contact = await world.contact();
    for (const [path, body] of [
      ['/activate', {}],
      ['/pause', {}],
      ['/enrolments', { contact_ids: [contact.id] }],
    ] as const) {
      const reply = await world.service.rest('POST', `/api/outreach/${id}${path}`, body, {
        as: acme.agent,
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
      expect([reply.status, reply.body.error.code]).toEqual([403, 'HUMAN_REQUIRED']);
    }
  });

  it('of another workspace is not found, and its contacts are not enrolled', async () => {
    const { id } = await world.sequence([taskStep()]);
    const as = await world.service.session(world.service.globex, 'owner');
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['GET', '/enrolments'],
      ['POST', '/activate'],
    ]) {
      const reply = await world.service.rest(
        method!,
        `/api/outreach/${id}${path}`,
        method === 'GET' ? undefined : {},
        { as },
      );
      expect([method, path, reply.status]).toEqual([method, path, 404]);
    }
    const foreign = await world.service.rest('POST', '/api/contacts', { first_name: 'Eve' }, { as });
    const result = await world.ok('POST', `/api/outreach/${id}/enrolments`, {
      contact_ids: [foreign.body.data.id],
    });
    expect(result.skipped).toEqual([{ contact_id: foreign.body.data.id, reason: 'not_found' }]);
  });
});

describe('an enrolment', () => {
  it('is made for each contact that may be written to, and the others are listed with the first reason', async () => {
    const [free, blocked, out, without, enrolled, elsewhere] = await Promise.all([
      world.contact(),
      world.contact({ do_not_contact: true }),
      world.contact(),
      world.contact({ email: null }),
      world.contact(),
      world.contact(),
    ]);
    await world.ok('PUT', `/api/contacts/${out.id}/consent`, { email: { state: 'opted_out' } });
    const other = await world.sequence([mailStep(5)]);
    await world.enrol(other, elsewhere);
    const sequence = await world.sequence([mailStep(5)]);
    await world.enrol(sequence, enrolled);
    const gone = crypto.randomUUID();
    const ids = [free, blocked, out, without, enrolled, elsewhere].map(({ id }) => id);
    const result = await world.ok('POST', `/api/outreach/${sequence.id}/enrolments`, {
      contact_ids: [...ids, gone, free.id],
    });
    expect(result).toEqual({
      enrolled: [{ contact_id: free.id, enrolment_id: expect.any(String) }],
      skipped: [
        { contact_id: blocked.id, reason: 'do_not_contact' },
        { contact_id: out.id, reason: 'opted_out' },
        { contact_id: without.id, reason: 'no_email' },
        { contact_id: enrolled.id, reason: 'already_enrolled' },
        { contact_id: elsewhere.id, reason: 'other_sequence_active' },
        { contact_id: gone, reason: 'not_found' },
      ],
      counts: { enrolled: 1, skipped: 6 },
    });
    const tasks = await world.sequence([taskStep(5)]);
    await world.enrol(tasks, without);
    const deal = await refused('POST', `/api/outreach/${sequence.id}/enrolments`, {
      contact_ids: [free.id],
      deal_id: gone,
    });
    expect(deal.fields[0]).toMatchObject({ path: 'deal_id', rule: 'exists' });
    const read = await world.ok(
      'GET',
      `/api/outreach/${sequence.id}/enrolments?filter[contact_id]=${free.id}&filter[state]=active`,
    );
    expect(read).toMatchObject([
      {
        sequence_id: sequence.id,
        contact_id: free.id,
        state: 'active',
        current_step: 0,
        last_step_at: null,
        ended_at: null,
        reason: null,
      },
    ]);
    const events = await world.service.sql(
      world.service.acme,
      'select action from audit_entries where target_id = ?',
      [read[0].id],
    );
    expect(events).toEqual([{ action: 'outreach.enrolled' }]);
    const lines = await world.ok('GET', `/api/contacts/${free.id}/activity`);
    expect(lines.map(({ subject }: Data) => subject)).toContain('Enrolled in a sequence: Fair');
  });

  it('by two people at the same time is made once', async () => {
    const [first, second, contact] = await Promise.all([
      world.sequence([taskStep(5)]),
      world.sequence([taskStep(5)]),
      world.contact(),
    ]);
    const body = { contact_ids: [contact.id] };
    const replies = await Promise.all(
      [first, second].map(({ id }) => world.ok('POST', `/api/outreach/${id}/enrolments`, body)),
    );
    expect(replies.map(({ counts }) => counts.enrolled).sort()).toEqual([0, 1]);
    expect(replies.flatMap(({ skipped }) => skipped)).toEqual([
      { contact_id: contact.id, reason: 'other_sequence_active' },
    ]);
  });

  it('can be stopped once and stays listed', async () => {
    const sequence = await world.sequence([taskStep(5)]);
    const contact = await world.contact();
    const id = await world.enrol(sequence, contact);
    const path = `/api/outreach/${sequence.id}/enrolments/${id}`;
    expect(await world.ok('DELETE', path)).toMatchObject({ id, deleted_at: expect.any(String) });
    expect((await refused('DELETE', path)).code).toBe('NOT_FOUND');
    expect(await world.enrolment(sequence, id)).toMatchObject({
      state: 'stopped',
      next_step_at: null,
      current_step: null,
    });
    expect(await world.enrol(sequence, contact)).not.toBe(id);
  });
});
