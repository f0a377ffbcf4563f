// The kinds of records that files are imported into, and the operations that write them.

import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';

/** A record of another kind that a field refers to, and the values by which it is found. */
export interface ReferenceSpec {
  /** The member of the input. */
  member: string;
  kind: 'user' | 'company' | 'contact' | 'deal' | 'pipeline' | 'project' | 'task';
  by: readonly string[];
  isList?: true;
  /** The member belongs to the further write of the target. */
  isFurther?: true;
  /** The member is a list of objects, each with the id of a record as this member. */
  itemMember?: string;
}

export interface TargetSpec {
  name: string;
  label: string;
  /** The kind of the records, singular. */
  record: string;
  /** The operation that creates a record; for notes it follows from the reference. */
  create: string;
  update?: string;
  read?: string;
  remove?: string;
  /** An operation on an existing record that writes further members of it. */
  furtherWrite?: string;
  matchKeys: { key: string; isDefault?: true }[];
  /** Fields of which no two live records may have the same value, besides custom ones. */
  unique?: readonly string[];
  references: Record<string, ReferenceSpec>;
  /** Groups of fields of which a new record needs one. */
  oneOf?: readonly (readonly string[])[];
  /** Fields that a file must give, though the operation could do without. */
  demands?: readonly string[];
  /** Members of the input that a file cannot set. */
  omits?: readonly string[];
  /** Writing one record neither counts nor ranks others, so that several rows can run at the same time. */
  runsTogether?: true;
  /** The entity of its custom fields. */
  customFields?: string;
  example: Record<string, string>;
}

const OWNER: ReferenceSpec = { member: 'owner_user_id', kind: 'user', by: ['id', 'email'] };
const COMPANY: ReferenceSpec = {
  member: 'company_id',
  kind: 'company',
  by: ['id', 'client_number', 'domain', 'name'],
};
const CONTACT: ReferenceSpec = { member: 'contact_id', kind: 'contact', by: ['id', 'email'] };
const NOTE_OWNERS = [
  ...COMPANY.by.map((by) => `company.${by}`),
  ...CONTACT.by.map((by) => `contact.${by}`),
  'deal.id',
];
const ALL_MODES = ['create', 'update', 'upsert', 'skip_existing'];

export const TARGETS: readonly TargetSpec[] = [
  {
    ...{
      name: 'companies',
      label: 'Companies',
      record: 'company',
      customFields: 'companies',
      runsTogether: true,
    },
    ...{ create: 'CreateCompany', update: 'UpdateCompany', read: 'GetCompany', remove: 'DeleteCompany' },
    matchKeys: [{ key: 'id' }, { key: 'domain', isDefault: true }, { key: 'website' }, { key: 'name' }],
    unique: ['domain', 'website'],
    references: {
      owner: OWNER,
      parent: { member: 'parent_company_id', kind: 'company', by: ['id', 'domain', 'name'] },
    },
    omits: ['client_id', 'client_number', 'source'],
    example: { name: 'Northwind Traders', domain: 'northwind.example.com', industry: 'Wholesale' },
  },
  {
    ...{
      name: 'contacts',
      label: 'Contacts',
      record: 'contact',
      customFields: 'contacts',
      runsTogether: true,
    },
    ...{ create: 'CreateContact', update: 'UpdateContact', read: 'GetContact', remove: 'DeleteContact' },
    matchKeys: [{ key: 'id' }, { key: 'email', isDefault: true }, { key: 'phone' }],
    unique: ['email'],
    furtherWrite: 'UpdateContactRelationship',
    references: {
      company: COMPANY,
      owner: OWNER,
      steward: { member: 'steward_user_id', kind: 'user', by: ['id', 'email'], isFurther: true },
    },
    oneOf: [['first_name', 'last_name', 'email']],
    omits: ['source', 'auto_link', 'proposed_by', 'expected_version'],
    example: { first_name: 'Ada', last_name: 'Byron', email: 'ada@northwind.example.com' },
  },
  {
    ...{ name: 'clients', label: 'Clients', record: 'company', create: 'CreateOrLinkClient' },
    customFields: 'companies',
    matchKeys: [],
    unique: ['client_number'],
    references: { owner: OWNER },
    oneOf: [['website', 'domain']],
    omits: ['client_id', 'company_id', 'force_new'],
    example: { client_name: 'Blue Harbor Foods', website: 'blueharbor.example.com' },
  },
  {
    ...{ name: 'deals', label: 'Deals', record: 'deal', customFields: 'deals', runsTogether: true },
    ...{ create: 'CreateDeal', update: 'UpdateDeal', read: 'GetDeal', remove: 'DeleteDeal' },
    matchKeys: [{ key: 'id' }],
    references: {
      company: COMPANY,
      owner: OWNER,
      contact: { ...CONTACT, member: 'contacts', itemMember: 'contact_id' },
      pipeline: { member: 'pipeline_id', kind: 'pipeline', by: ['name'] },
    },
    omits: ['source', 'imported', 'status', 'predecessor_deal_id', 'probability_override'],
    example: { name: 'Warehouse rollout', value: '48000.00', currency: 'EUR' },
  },
  {
    ...{
      name: 'competitors',
      label: 'Competitors',
      record: 'competitor',
      customFields: 'competitors',
      runsTogether: true,
    },
    ...{ create: 'CreateCompetitor', update: 'UpdateCompetitor', read: 'GetCompetitor' },
    remove: 'DeleteCompetitor',
    matchKeys: [{ key: 'id' }, { key: 'name', isDefault: true }],
    references: { company: COMPANY },
    omits: ['source'],
    example: { name: 'Contoso' },
  },
  {
    ...{ name: 'tasks', label: 'Tasks', record: 'task', customFields: 'tasks' },
    ...{ create: 'CreateTask', update: 'UpdateTask', read: 'GetTask', remove: 'DeleteTask' },
    matchKeys: [{ key: 'id' }],
    references: {
      project: { member: 'project_id', kind: 'project', by: ['id', 'number', 'name'] },
      company: COMPANY,
      assignees: { member: 'assignee_ids', kind: 'user', by: ['email'], isList: true },
      parent: { member: 'parent_id', kind: 'task', by: ['id'] },
    },
    omits: ['cascade', 'checklist', 'dependencies', 'ticket_id', 'milestone_id', 'deal_id', 'contact_id'],
    example: { title: 'Label the shelves', due_date: '2026-12-01' },
  },
  {
    ...{ name: 'time_entries', label: 'Time entries', record: 'time_entry' },
    ...{ create: 'CreateTimeEntry', remove: 'DeleteTimeEntry' },
    demands: ['task.id', 'work_date'],
    matchKeys: [],
    references: {
      task: { member: 'id', kind: 'task', by: ['id'] },
      user: { member: 'user_id', kind: 'user', by: ['email'] },
    },
    example: { 'task.id': '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f', work_date: '2026-11-20', minutes: '90' },
  },
  {
    ...{ name: 'notes', label: 'Notes', record: 'note', create: 'AddCompanyNote', runsTogether: true },
    matchKeys: [],
    oneOf: [NOTE_OWNERS],
    references: {
      company: { ...COMPANY, member: 'company_id' },
      contact: CONTACT,
      deal: { member: 'deal_id', kind: 'deal', by: ['id'] },
    },
    example: { body: 'Met at the fair.', 'company.domain': 'northwind.example.com' },
  },
];

/** Returns the target of this name. */
export function targetOf(name: string): TargetSpec {
  return TARGETS.find((target) => target.name === name)!;
}

/** Returns the modes of a target; one without an update only creates. */
export function modesOf({ update, name }: TargetSpec): string[] {
  return update || name === 'clients' ? ALL_MODES : ['create'];
}

/** Returns an operation of a target; undefined while the service has none. */
export function operationOf(ctx: TenantContext, name: string | undefined): PersistedOperation | undefined {
  return name === undefined ? undefined : ctx.services.catalogue.byName.get(name);
}

/** Returns an operation that the service has. */
export function operationNamed(ctx: TenantContext, name: string): PersistedOperation {
  return operationOf(ctx, name)!;
}

/** Returns why the caller cannot import into a target; null if nothing is in the way. */
export function unavailableReason(ctx: TenantContext, target: TargetSpec): string | null {
  const create = operationOf(ctx, target.create);
  if (!create) return 'This service has no such records yet.';
  const refusals = [create, operationOf(ctx, target.update)].map(
    (one) => one && refusal(one.access, ctx.principal),
  );
  const [first, second] = refusals;
  return first && (second || !target.update) ? first.message : null;
}
