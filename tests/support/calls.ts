// Calls built from the catalogue: inputs come from the schema's examples, and ids refer to records created for them.
import { v7 as uuid } from 'uuid';
import { unsubscribeUrl } from '../../src/domains/communications/unsubscribe-token.ts';
import { addMember, createUser } from '../../src/domains/tenants/service.ts';
import type { Operation } from '../../src/operations/catalogue.ts';
import { exampleOf, type JsonSchema } from '../../src/operations/json-schema.ts';
import { toVariables } from '../../src/operations/wire.ts';
import { campaignFor, memberOf, viewOfContacts } from './campaign-calls.ts';
import {
  creditNote,
  documentToken,
  invoiceFor,
  lineOfOrder,
  paymentOf,
  quoteFor,
  workOrderFor,
} from './document-calls.ts';
import { callerOf, OPERATOR_CREATORS } from './operator-calls.ts';
import type { TestService, Workspace } from './service.ts';
import { envelopeFor, recipientOf, signingToken } from './signing-calls.ts';

export type Input = Record<string, unknown>;

/** One call of an operation, convertible to REST and GraphQL. */
export interface PreparedCall {
  operation: Operation;
  /** Every input under its wire name. */
  input: Input;
}

/** Creates records that no POST creates, by the name of the input or by the path of the collection; returns the id. */
const CREATORS: Record<
  string,
  (maker: CallMaker, path: string, parentIds: Input) => string | Promise<string>
> = {
  tenant_id: ({ workspace }) => workspace.id,
  user_id: ({ workspace }) => workspace.people.member.userId,
  // The member of a project, who is added by a PUT.
  userId: async ({ service, workspace }, _path, { id }) => {
    const { userId } = workspace.people.member;
    const as = workspace.people.owner;
    await service.rest('PUT', `/api/projects/${id}/members/${userId}`, { role: 'contributor' }, { as });
    return userId;
  },
  // The item of a checklist, which is set by a PUT.
  checklistItemId: async ({ service, workspace }, _path, { id }) => {
    const body = { items: [{ title: 'Item' }] };
    const as = workspace.people.owner;
    const reply = await service.rest('PUT', `/api/tasks/${id}/checklist`, body, { as });
    return reply.body.data.checklist[0].id;
  },
  timeEntryId: (maker) => maker.timeEntry(),
  time_entry_ids: (maker) => maker.timeEntry(),
  milestone_id: async (maker) => {
    const id = await maker.create('/api/projects');
    return maker.createBy('CreateMilestone', 'id', { id });
  },
  envelope_id: (maker) => maker.create('/api/signing'),
  ticket_id: (maker) => maker.create('/api/support'),
  before_id: (maker) => maker.create('/api/tasks'),
  after_id: (maker) => maker.create('/api/tasks'),
  // The columns of a board belong to its project, so the id of another project's column is refused.
  column_id: () => uuid(),
  predecessor_id: (maker) => maker.create('/api/tasks'),
  pipeline_id: (maker) => maker.create('/api/deals/pipelines'),
  requester_id: ({ workspace }) => workspace.people.owner.userId,
  agent_id: (maker) => maker.create('/api/settings/agents'),
  target: () => 'custom',
  // A link shows its token once, and opens a published room.
  '/api/rooms': (maker, path) => maker.room(/\/(close|invitations)$/.test(path)),
  '/api/rooms/public': (maker) => maker.roomToken(),
  '/api/rooms/public/{token}/items': (maker) => maker.createBy('AddRoomItem'),
  logo_media_id: (maker) => maker.createBy('CreateRoomItemUpload', 'uploadId'),
  upload_id: (maker) => maker.createBy('CreateRoomItemUpload', 'uploadId'),
  // Serves `copy_items_from`.
  from_id: (maker) => maker.create('/api/rooms'),
  item_id: (maker) => maker.createBy('AddRoomItem'),
  item_ids: (maker) => maker.createBy('AddRoomItem'),
  parent_id: (maker, path) =>
    path.startsWith('/api/tasks') ? maker.create('/api/tasks') : maker.createBy('AddRoomComment'),
  visitor_id: () => uuid(),
  link_id: (maker) => maker.createBy('CreateRoomLink'),
  docType: () => 'quote',
  document_id: (maker) => maker.create('/api/companies'),
  target_id: (maker) => maker.create('/api/companies'),
  actor_id: ({ workspace }) => workspace.people.owner.userId,
  sessionId: async ({ service, workspace }) => (await service.session(workspace, 'owner')).sessionId,
  // The collection lists action items of all activities, while the POST is under one activity.
  actionItemId: (maker) => maker.createBy('AddActionItem'),
  approvalId: (maker) => maker.createBy('CreateActionProposal'),
  // A merge is created by merging two records.
  mergeId: (maker, path) =>
    maker.createBy(path.startsWith('/api/companies') ? 'MergeCompanies' : 'MergeContacts'),
  role_id: (maker) => maker.role('viewer'),
  // Serves `view_id` and `copy_view_id`.
  view_id: (maker) => maker.savedView(),
  '/api/saved-views': (maker) => maker.savedView(),
  // The connection is stored directly, as if its provider had been contacted.
  tenantSlug: async ({ service, workspace }) => {
    await service.server.services.database.write({ tenantId: workspace.id }, ({ db }) =>
      db.raw(
        `insert into sso_connections (tenant_id, id, enabled, issuer, client_id, metadata, created_at, updated_at)
         values (:id, :id, true, 'https://login.example.com', 'platform', :metadata, now(), now()) on conflict do nothing`,
        {
          id: workspace.id,
          metadata: JSON.stringify({
            issuer: 'https://login.example.com',
            authorization_endpoint: 'https://login.example.com/authorize',
          }),
        },
      ),
    );
    return workspace.slug;
  },
  // An item of a room, or of the work of a person.
  itemId: async (maker, path, parentIds) => {
    if (!path.startsWith('/api/my-work'))
      return maker.createBy('AddRoomItem', 'id', 'token' in parentIds ? {} : parentIds);
    const { service, workspace } = maker;
    const { owner } = workspace.people;
    const body = { title: 'Task', assignee_ids: [owner.userId] };
    const reply = await service.rest('POST', '/api/tasks', body, { as: owner });
    return `task:${reply.body.data.id}`;
  },
  // Notifications result from what others do.
  '/api/notifications': (maker) => maker.notification(),
  // A dry run needs a mapping.
  '/api/import': (maker, path) => maker.importOf(path.endsWith('/validate')),
  '/api/pm-import': (maker, path) => maker.pmImportOf(path.endsWith('/validate')),
  rowNumber: () => 1 as never,
  import_id: (maker, path) =>
    path.startsWith('/api/content') ? maker.createBy('ImportContentSource', 'importId') : uuid(),
  batch_id: () => uuid(),
  job_id: (maker) => maker.job(),
  // An operation on a batch needs it in a state.
  '/api/jobs/batch': (maker, path) => maker.batch(/\/(retry|stream)$/.test(path)),
  // Jobs are created by other operations.
  '/api/jobs': (maker) => maker.job(),
  // Every write creates an audit entry.
  '/api/audit-logs': (maker) => maker.auditEntry(),
  '/api/webhooks': (maker) => maker.webhook(),
  // Deliveries result from events; the delivery of a webhook test exists immediately.
  deliveryId: (maker, _path, { id }) => maker.createBy('TestWebhook', 'deliveryId', { id }),
  // An invited person needs a token from a mail, so the member is added directly.
  '/api/settings/members': (maker) => maker.member(),
  // These are a provider key, the purpose of a model route and a conversation with the assistant.
  key_id: (maker) => maker.create('/api/settings/api-keys'),
  purpose: () => 'assistant_chat',
  '/api/content/media': async (maker) =>
    (await maker.createBy('UploadContentMedia', 'url')).split('/').at(-1)!,
  '/api/content/drafts/{draftId}/variants': () => 'microblog-thread',
  conversation_id: (maker) => maker.createBy('AssistantChat'),
  // A communication starts a thread.
  threadId: (maker) => maker.createBy('CreateCommunication', 'threadId'),
  connector_id: (maker) => maker.create('/api/settings/api-keys'),
  '/api/campaigns': campaignFor,
  memberId: (maker, _path, { id }) => memberOf(maker, String(id)),
  saved_view_id: viewOfContacts,
  '/api/campaigns/public/unsubscribe': async (maker) => {
    const { services } = maker.service.server;
    const id = await maker.create('/api/communications');
    const url = unsubscribeUrl({ services, tenantId: maker.workspace.id } as never, id);
    return url.slice(url.lastIndexOf('/') + 1);
  },
  // With media, because an address of them is asked for.
  '/api/call-recordings': (maker, path) => maker.recording(path.endsWith('/media')),
  // Activated with a task, because a mail needs a mail server; a draft cannot be paused.
  '/api/outreach': (maker, path) => maker.sequence(path.endsWith('/pause')),
  enrolmentId: async (maker, _path, { id }) => {
    const body = { contact_ids: [await maker.create('/api/contacts')] };
    const as = maker.workspace.people.owner;
    const reply = await maker.service.rest('POST', `/api/outreach/${id}/enrolments`, body, { as });
    return reply.body.data.enrolled[0].enrolment_id;
  },
  room_id: (maker) => maker.room(false),
  mail_provider: () => 'generic',
  voice_provider: () => 'generic',
  template_id: (maker) => maker.create('/api/call-templates'),
  thread_id: (maker) => maker.createBy('CreateCommunication', 'threadId'),
  to_id: (maker) => maker.create('/api/communications'),
  in_reply_to: (maker) => maker.create('/api/communications'),
  // A company is one of the kinds of records that have a timeline.
  entity_id: (maker) => maker.create('/api/companies'),
  // Projects are made from published templates.
  '/api/project-templates': (maker, path) => maker.projectTemplate(path.endsWith('/instantiate')),
  // An operation on a document needs it in a state.
  '/api/quotes': quoteFor,
  '/api/invoices': invoiceFor,
  '/api/work-orders': workOrderFor,
  '/api/quotes/public': (maker) => documentToken(maker, 'quotes'),
  '/api/invoices/public': (maker) => documentToken(maker, 'invoices'),
  paymentId: (maker, _path, { id }) => paymentOf(maker, String(id)),
  order_id: (maker) => maker.create('/api/work-orders'),
  // A battlecard is published from its draft.
  '/api/competitors': (maker, path) => maker.competitor(path.endsWith('/publish')),
  topic_id: (maker) => maker.create('/api/pulse/topics'),
  note_id: creditNote,
  line_id: lineOfOrder,
  '/api/signing': envelopeFor,
  recipientId: (maker, _path, { id }) => recipientOf(maker, String(id)),
  '/api/signing/public': signingToken,
  // Parts of an envelope belong to it, so the ids of another one are refused.
  recipient_id: () => uuid(),
  documents: () => uuid(),
  '/api/signing/public/{token}/documents': () => uuid(),
  signing_provider: () => 'generic',
  payment_provider: () => 'stripe',
  // A preview belongs to one change.
  preview_id: () => uuid(),
  assignee_id: ({ workspace }) => workspace.people.owner.userId,
  ...OPERATOR_CREATORS,
};

/** Operations that create the records of a collection without a POST to it. */
const CREATED_BY: Record<string, string> = { '/api/assistant/conversations': 'AssistantChat' };

/** Filter operators; the field of the filter names the kind of record that their ids refer to. */
const OPERATORS = new Set(['eq', 'neq', 'in', 'nin', 'not']);

const ROOM_FOR_WEBHOOKS = 12;

/** Makes host names unique across all call makers. */
let count = 0;

/** Prepares calls in a workspace and creates the records that they need through the API. */
export class CallMaker {
  readonly service: TestService;
  readonly workspace: Workspace;
  readonly #clients: (Promise<string> | undefined)[] = [undefined, undefined, undefined];
  #turn = 0;

  constructor(service: TestService, workspace: Workspace) {
    this.service = service;
    this.workspace = workspace;
  }

  /** Prepares a call from the schema's examples, with ids of existing records and unique values. */
  async prepare(operation: Operation): Promise<PreparedCall> {
    const input = exampleOf(operation.inputSchema, this.#definitions) as Input;
    return { operation, input: await this.#realize(operation, input) };
  }

  /** Prepares a call with a value for every member of the schema. */
  async prepareFull(operation: Operation): Promise<PreparedCall> {
    const input = fullOf(operation.inputSchema, this.#definitions) as Input;
    return { operation, input: await this.#realize(operation, input) };
  }

  /** Creates a record by a POST to its collection, such as `/api/companies`. @returns its id */
  async create(collection: string): Promise<string> {
    return (await this.#record(collection, 'id', {})).id;
  }

  /**
   * Creates a record by the operation of this name.
   * @param parentIds the ids in its path
   * @returns the id under this parameter name
   */
  async createBy(name: string, parameter = 'id', parentIds: Input = {}): Promise<string> {
    const creator = this.service.server.services.catalogue.operations.find(
      (operation) => operation.name === name,
    );
    return (await this.#createWith(creator!, parameter, parentIds)).id;
  }

  /** Creates a webhook and deletes the oldest ones, because a workspace has at most twenty. @returns its id */
  async webhook(): Promise<string> {
    const as = this.workspace.people.owner;
    const { body } = await this.service.rest(
      'GET',
      '/api/webhooks?sort=-created_at&pageSize=100',
      undefined,
      { as },
    );
    const old = (body.data as { id: string }[]).slice(ROOM_FOR_WEBHOOKS);
    for (const { id } of old) await this.service.rest('DELETE', `/api/webhooks/${id}`, undefined, { as });
    return this.createBy('CreateWebhook');
  }

  /** Creates a room. @param isOpen whether it is published @returns its id */
  async room(isOpen: boolean): Promise<string> {
    const id = await this.create('/api/rooms');
    const as = this.workspace.people.owner;
    if (isOpen) await this.service.rest('POST', `/api/rooms/${id}/publish`, {}, { as });
    return id;
  }

  /** Creates a project template. @param isPublished whether projects can be made from it @returns its id */
  async projectTemplate(isPublished: boolean): Promise<string> {
    const id = await this.createBy('CreateProjectTemplate');
    const as = this.workspace.people.owner;
    const url = `/api/project-templates/${id}`;
    if (isPublished) await this.service.rest('PATCH', url, { status: 'published' }, { as });
    return id;
  }

  /** Creates a published room with a link. @returns the token of the link */
  async roomToken(): Promise<string> {
    const as = this.workspace.people.owner;
    const id = await this.room(true);
    const { body } = await this.service.rest('POST', `/api/rooms/${id}/links`, {}, { as });
    return body.data.token;
  }

  /** Creates a recording. @param isUpload whether it has media @returns its id */
  async recording(isUpload: boolean): Promise<string> {
    const as = this.workspace.people.owner;
    const file = {
      name: 'call.wav',
      content_base64: Buffer.from('RIFF\x24\0\0\0WAVEfmt ').toString('base64'),
    };
    const body = {
      call_id: await this.create('/api/calls'),
      ...(isUpload ? { file } : { provider_ref: crypto.randomUUID() }),
    };
    return (await this.service.rest('POST', '/api/call-recordings', body, { as })).body.data.id;
  }

  /** Creates a sequence of one task. @param isActive whether it is activated @returns its id */
  async sequence(isActive: boolean): Promise<string> {
    const as = this.workspace.people.owner;
    const steps = [{ kind: 'call_task', wait_days: 1, template: { title: 'Call' } }];
    const { body } = await this.service.rest('POST', '/api/outreach', { name: 'Sequence', steps }, { as });
    if (isActive) await this.service.rest('POST', `/api/outreach/${body.data.id}/activate`, {}, { as });
    return body.data.id;
  }

  /** Creates a time entry on a day of its own, because a day has at most 24 hours. @returns its id */
  async timeEntry(): Promise<string> {
    const as = this.workspace.people.owner;
    const body = { minutes: 30, work_date: this.#ago(++count * 86_400_000).slice(0, 10) };
    const url = `/api/tasks/${await this.create('/api/tasks')}/time-entries`;
    return (await this.service.rest('POST', url, body, { as })).body.data.id;
  }

  /** Creates a competitor. @param hasDraft whether its battlecard can be published @returns its id */
  async competitor(hasDraft: boolean): Promise<string> {
    const id = await this.createBy('CreateCompetitor');
    const as = this.workspace.people.owner;
    const body = { sections: { why_we_win: 'Our rollout takes weeks.' } };
    if (hasDraft) await this.service.rest('PUT', `/api/competitors/${id}/battlecard`, body, { as });
    return id;
  }

  /** Creates a saved view for the whole workspace, unlike the private one of the examples. @returns its id */
  async savedView(): Promise<string> {
    const view = { entity: 'companies', name: `View ${++count}`, visibility: 'tenant' };
    const as = this.workspace.people.owner;
    const { body } = await this.service.rest('POST', '/api/saved-views', view, { as });
    return body.data.id;
  }

  /** Creates a company for its audit entry. @returns the id of the entry */
  async auditEntry(): Promise<string> {
    const target = await this.create('/api/companies');
    const found = await this.service.sql<{ id: string }>(
      this.workspace,
      'select id from audit_entries where target_id = ?',
      [target],
    );
    return found[0]!.id;
  }

  /** Uploads a table of tasks. @param isMapped whether it is mapped @returns the id of the import */
  async pmImportOf(isMapped: boolean): Promise<string> {
    const as = this.workspace.people.owner;
    const content = Buffer.from('Title,Client,Project\nLabel,Contoso,Rollout\n').toString('base64');
    const file = { name: 'plan.csv', content_base64: content };
    const { body } = await this.service.rest('POST', '/api/pm-import', { file }, { as });
    const path = `/api/pm-import/${body.data.id}/mapping`;
    if (isMapped) await this.service.rest('PUT', path, { company_column: 'Client' }, { as });
    return body.data.id;
  }

  /** Has somebody else assign a task to the owner. @returns the id of the notification about it */
  async notification(): Promise<string> {
    const { owner, admin } = this.workspace.people;
    const body = { title: `Task ${++count}`, assignee_ids: [owner.userId] };
    const { body: task } = await this.service.rest('POST', '/api/tasks', body, { as: admin });
    const path = `/api/notifications?filter[entity_id]=${task.data.id}`;
    return (await this.service.rest('GET', path, undefined, { as: owner })).body.data[0].id;
  }

  /** Uploads a file. @param isMapped whether its columns are mapped @returns the id of the import */
  async importOf(isMapped: boolean): Promise<string> {
    const as = this.workspace.people.owner;
    const file = { name: 'companies.csv', content_base64: Buffer.from('Name\nContoso\n').toString('base64') };
    const { body } = await this.service.rest('POST', '/api/import', { file, target: 'companies' }, { as });
    const mapping = { columns: [{ source: 'Name', target: 'name' }] };
    if (isMapped) await this.service.rest('PUT', `/api/import/${body.data.id}/mapping`, mapping, { as });
    return body.data.id;
  }

  /** Creates a batch of the agent with one item. @param hasEnded whether it has failed, else it waits @returns its id */
  async batch(hasEnded: boolean): Promise<string> {
    const { id: tenant_id } = this.workspace;
    const { database, clock } = this.service.server.services;
    const [id, job_id, now] = [uuid(), await this.job(), clock.now()];
    const counts = { total: 1, pending: 0, running: 0, succeeded: 0, failed: 0, skipped: 0, cancelled: 0 };
    await database.write({ tenantId: tenant_id }, async ({ db }) => {
      const { requested_by } = await db('jobs').where({ tenant_id, id: job_id }).first('requested_by');
      await db('batches').insert({
        ...{ tenant_id, id, job_id, kind: 'operation', operation: 'CreateCompany', on_error: 'continue' },
        ...{ requested_by, created_at: now, updated_at: now, state: hasEnded ? 'failed' : 'queued' },
        counts: { ...counts, [hasEnded ? 'failed' : 'pending']: 1 },
        ...(hasEnded && { finished_at: now }),
      });
      const state = hasEnded ? 'failed' : 'pending';
      await db('batch_items').insert({
        tenant_id,
        batch_id: id,
        index: 0,
        state,
        variables: { name: 'Contoso' },
      });
    });
    return id;
  }

  /** Creates a waiting job of the agent. @returns its id */
  async job(): Promise<string> {
    const { id: tenantId } = this.workspace;
    const { database, clock } = this.service.server.services;
    const [id, now] = [uuid(), clock.now()];
    await database.write({ tenantId }, async ({ db }) => {
      const agent = await db('api_tokens').where({ kind: 'agent' }).orderBy('id').first('id');
      const requested_by = { type: 'agent', id: agent.id, label: 'agent' };
      const times = { created_at: now, updated_at: now };
      await db('jobs').insert({ tenant_id: tenantId, id, kind: 'export', requested_by, ...times });
    });
    return id;
  }

  #ago(milliseconds: number): string {
    return new Date(this.service.server.services.clock.now().getTime() - milliseconds).toISOString();
  }

  /** Finds a role of the workspace. @returns its id */
  async role(key: string): Promise<string> {
    const roles = await this.service.sql<{ id: string }>(
      this.workspace,
      'select id from roles where tenant_id = ? and key = ?',
      [this.workspace.id, key],
    );
    return roles[0]!.id;
  }

  /** Adds a viewer to the workspace. @returns the id of the membership */
  member(): Promise<string> {
    const { database, clock } = this.service.server.services;
    const { id: tenantId } = this.workspace;
    const now = clock.now();
    return database.write({ tenantId }, async ({ db }) => {
      const userId = await createUser(db, { email: `${crypto.randomUUID()}@example.com`, name: 'Ada', now });
      return addMember(db, { tenantId, userId, roleKey: 'viewer', now });
    });
  }

  /** Returns one of a few clients, for the many members that take a company of delivery. */
  #client(): Promise<string> {
    this.#turn = (this.#turn + 1) % this.#clients.length;
    this.#clients[this.#turn] ??= this.create('/api/clients');
    return this.#clients[this.#turn]!;
  }

  get #definitions(): Record<string, JsonSchema> {
    return this.service.server.services.catalogue.definitions;
  }

  async #realize(operation: Operation, input: Input): Promise<Input> {
    const parentIds = await this.#pathParameters(operation.path);
    return {
      ...((await this.#value(operation.inputSchema, input, '', operation.path)) as Input),
      ...parentIds,
      ...(operation.access.requiresVersion && { expected_version: 1 }),
    };
  }

  /** Creates the records in a path from left to right, because each belongs to the one before it. */
  async #pathParameters(path: string): Promise<Input> {
    const parentIds: Input = {};
    for (const [whole, name] of path.matchAll(/\{(\w+)\}/g)) {
      const collection = path.slice(0, path.indexOf(`/${whole}`));
      const createRecord = CREATORS[name!] ?? CREATORS[collection];
      const { id, parents } = createRecord
        ? { id: await createRecord(this, path, parentIds), parents: {} }
        : await this.#record(collection, name!, parentIds);
      Object.assign(parentIds, parents, { [name!]: id });
    }
    return parentIds;
  }

  async #record(
    collection: string,
    parameter: string,
    parentIds: Input,
  ): Promise<{ id: string; parents: Input }> {
    const creator = this.service.server.services.catalogue.operations.find(
      ({ name, method, path }) =>
        name === CREATED_BY[collection] || (method === 'POST' && shapeOf(path) === shapeOf(collection)),
    );
    if (!creator)
      throw new Error(
        `no operation creates the record for {${parameter}} of ${collection}; add it to CREATORS in tests/support/calls.ts`,
      );
    return this.#createWith(creator, parameter, parentIds);
  }

  async #createWith(
    creator: Operation,
    parameter: string,
    parentIds: Input,
  ): Promise<{ id: string; parents: Input }> {
    const parents = Object.keys(parentIds).length ? parentIds : await this.#pathParameters(creator.path);
    const example = exampleOf(creator.inputSchema, this.#definitions) as Input;
    const values = (await this.#value(creator.inputSchema, example, '', creator.path)) as Input;
    const input = { ...values, ...renameParameters(creator.path, parents) };
    const { as, headers } = callerOf(creator, this.service, this.workspace.people.owner);
    const reply = await send(this.service, { operation: creator, input }, as, headers);
    if (reply.status !== creator.status)
      throw new Error(`${creator.name} failed with its examples: ${reply.text}`);
    const { data } = reply.body;
    const own = parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    // A merge responds with its record; the id of the merge is next to it.
    const id = data[own] ?? data.id ?? data.proposal_id ?? data.conversation_id ?? data.merge.id;
    return { id, parents };
  }

  /** Replaces ids in a value with ids of existing records, and host names with unique ones. */
  async #value(schema: JsonSchema, value: unknown, name: string, path: string): Promise<unknown> {
    const target = (
      schema.$ref
        ? this.#definitions[schema.$ref.split('/').at(-1)!]!
        : ((schema.anyOf as JsonSchema[])?.[0] ?? schema)
    ) as JsonSchema;
    if (target !== schema) return this.#value(target, value, name, path);
    if (Array.isArray(value)) {
      return Promise.all(value.map((item) => this.#value(schema.items ?? {}, item, name, path)));
    }
    if (value !== null && typeof value === 'object') {
      const entries = Object.entries(value).map(async ([key, part]) => [
        key,
        await this.#value(schema.properties?.[key] ?? {}, part, nameOf(key, value, name), path),
      ]);
      return Object.fromEntries(await Promise.all(entries));
    }
    if (typeof value !== 'string') return value;
    if (schema.format === 'uuid') return this.#reference(name, path);
    // The example range lies in the past, so the range is moved to end now.
    if ((name === 'since' || name === 'until') && schema.format === 'date-time')
      return this.#ago(name === 'since' ? 3_600_000 : 0);
    // Event types look like host names but are kept.
    if (name === 'event_types') return value;
    // Payment pages lead back to allowed origins only.
    if (/^(success|cancel|return)_url$/.test(name)) return value;
    // The address must resolve, and nothing may be called.
    if (name === 'url' && path.startsWith('/api/webhooks')) return 'http://127.0.0.1:9/';
    // The names of a person's views, and those of competitors and topics, are unique.
    if (name === 'name' && /^\/api\/(saved-views|competitors|pulse)/.test(path)) return `${value} ${++count}`;
    // Unique on the platform.
    if (name === 'slug' && path.startsWith('/api/admin')) return `${value}-${++count}`;
    if (name === 'key' && /^\/api\/admin\/(plans|feature-flags)/.test(path)) return `${value}-${++count}`;
    // An existing name would link the client and not create it.
    if (name === 'client_name') return `${value} ${++count}`;
    // Permissions and scopes look like host names but are kept.
    if (name === 'grants' || name === 'scopes' || name === 'allowed_scopes') return value;
    // The keys of custom fields are unique.
    if (name === 'key' && value === 'tier') return `${value}_${++count}`;
    return value.replace(
      /(^|@|:\/\/)(?:www\.)?(?=(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/:?#]|$))/i,
      (before) => `${before}t${++count}.`,
    );
  }

  /** Creates the record of an id: a company for `parent_company_id` or `ids` of `/api/companies/bulk-update`. */
  async #reference(name: string, path: string): Promise<string> {
    // This is a path parameter, and its record has been created already.
    if (path.includes(`{${name}}`)) return '';
    const noun = name
      .replace(/_ids?$/, '')
      .split('_')
      .at(-1)!;
    // A project is for a client.
    if (noun === 'company' && /^\/api\/(projects|project-templates)/.test(path)) return this.#client();
    const createRecord = CREATORS[name] ?? CREATORS[`${noun}_id`];
    if (createRecord) return createRecord(this, path, {});
    if (name === 'ids' || name === 'id') return this.#listed(path);
    return this.create(`/api/${noun.replace(/y$/, 'ie')}s`);
  }

  /** Creates a record of the list that a path begins with; a list whose records no operation creates gets an unknown id. */
  async #listed(path: string): Promise<string> {
    const { operations } = this.service.server.services.catalogue;
    for (let collection = path; collection !== '/api'; collection = collection.replace(/\/[^/]*$/, '')) {
      const createRecord = CREATORS[collection];
      if (createRecord) return createRecord(this, path, {});
      const isCreated = operations.some(
        ({ method, status, path: created }) =>
          method === 'POST' && status === 201 && shapeOf(created) === shapeOf(collection),
      );
      if (isCreated) return this.create(collection);
    }
    return uuid();
  }
}

/** Returns the name that determines what an id refers to: the sibling `entity` or `type`, or the field of a filter. */
function nameOf(key: string, siblings: object, filtered: string): string {
  // At the top level the id refers to the record in the path.
  if (key === 'id' && filtered && 'entity' in siblings && typeof siblings.entity === 'string')
    return `${siblings.entity}_id`;
  if (key === 'id' && 'access' in siblings && 'type' in siblings) return `${siblings.type}_id`;
  if (key === 'id' && 'type' in siblings && siblings.type === 'company') return 'company_id';
  return OPERATORS.has(key) ? filtered : key;
}

/** Returns the path without parameter names, so that `/api/companies/{id}` equals `/api/companies/{companyId}`. */
function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

/** Renames known parameters to the names in another path, in order. */
function renameParameters(path: string, parentIds: Input): Input {
  const values = Object.values(parentIds);
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name], index) => [name, values[index]]));
}

/**
 * Returns a value for every member, while `exampleOf` includes only members that are required or have examples. A type
 * inside itself, such as `not` of a filter, is left out.
 * @param parents the types that contain the schema
 */
function fullOf(
  schema: JsonSchema,
  definitions: Record<string, JsonSchema>,
  parents: readonly string[] = [],
): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.$ref) {
    const type = schema.$ref.split('/').at(-1)!;
    return parents.includes(type) ? undefined : fullOf(definitions[type]!, definitions, [...parents, type]);
  }
  if (schema.anyOf) return fullOf((schema.anyOf as JsonSchema[])[0]!, definitions, parents);
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(([key, part]) => [
      key,
      fullOf(part, definitions, parents),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const types = [schema.type].flat();
  if (types.includes('array')) {
    const item = fullOf(schema.items!, definitions, parents);
    return item === undefined
      ? undefined
      : Array.from({ length: (schema.minItems as number) ?? 1 }, () => item);
  }
  if (types.includes('string')) return 'text';
  const plain = exampleOf({ ...schema, type: types.find((type) => type !== 'null') }, definitions);
  return plain ?? 'text';
}

export interface RestRequest {
  method: string;
  path: string;
  body?: Input;
}

/** Converts a call to a REST request. */
export function asRest({ operation, input }: PreparedCall): RestRequest {
  const rest: Input = { ...input };
  let path = operation.path;
  const query: string[] = [];
  for (const { in: place, wire } of operation.inputs) {
    if (!(wire in rest)) continue;
    if (place === 'path') path = path.replace(`{${wire}}`, encodeURIComponent(String(rest[wire])));
    else if (place === 'query') query.push(...queryOf(wire, rest[wire]));
    if (place !== 'body') delete rest[wire];
  }
  const takesBody = operation.inputs.some(({ in: place }) => place === 'body');
  return {
    method: operation.method,
    path: query.length ? `${path}?${query.join('&')}` : path,
    ...(takesBody && { body: rest }),
  };
}

function queryOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return [`${name}=${encodeURIComponent(value.join(','))}`];
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, part]) => queryOf(`${name}[${key}]`, part));
  }
  return [`${name}=${encodeURIComponent(String(value))}`];
}

/** Converts a call to a GraphQL request. */
export function asGraphql({ operation, input }: PreparedCall): { query: string; variables: Input } {
  return { query: operation.source(), variables: toVariables(operation, input) };
}

/** Sends a call by REST. */
export function send(
  service: TestService,
  call: PreparedCall,
  as: { token: string; tenantId: string } | null,
  headers: Record<string, string> = {},
) {
  const { method, path, body } = asRest(call);
  return service.rest(method, path, body, { as, headers });
}
