// The operations of one module with a running service, its database and valid calls, for tests that call all of them.
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { ERRORS, type ErrorCode } from '../../../src/error-codes.ts';
import type { Operation } from '../../../src/operations/catalogue.ts';
import { asGraphql, CallMaker, type PreparedCall, send } from '../calls.ts';
import { Inspector } from '../inspector.ts';
import { callerOf } from '../operator-calls.ts';
import { type Identity, type Reply, startService, type TestService } from '../service.ts';
import { startServiceWithPayments } from '../stripe-server.ts';

interface Refusal {
  code: string;
  details?: object;
}

export interface RefusedCase {
  /** Selects the operations that this caller must not use. */
  among: (operation: Operation) => boolean;
  as: Identity | null;
  headers?: Record<string, string>;
  expect: (operation: Operation) => Refusal;
}

/** The operations of one module with everything needed to call them on records of acme. */
export class Walk {
  readonly module: string;
  readonly service: TestService;
  readonly inspector: Inspector;
  readonly operations: Operation[];
  /** Every scope that any operation of any module requires. */
  readonly scopes: string[];
  readonly maker: CallMaker;
  /** One valid call of each operation, filled by `prepareCalls`. */
  readonly calls = new Map<Operation, PreparedCall>();

  private constructor(module: string, service: TestService, inspector: Inspector) {
    const { operations } = service.server.services.catalogue;
    this.module = module;
    this.service = service;
    this.inspector = inspector;
    this.operations = operations.filter(({ access }) => access.module === module);
    this.scopes = [...new Set(operations.flatMap(({ access }) => access.scope ?? []))];
    this.maker = new CallMaker(service, service.acme);
  }

  static async start(module: string): Promise<Walk> {
    const service = await (module === 'billing' ? startServiceWithPayments() : startService());
    const walk = new Walk(module, service, await Inspector.open(service.databaseUrl));
    if (module === 'content') await walk.#ownAgents();
    return walk;
  }

  /** Makes the owner of each workspace the owner of its agent, because content is visible to its owner only. */
  async #ownAgents(): Promise<void> {
    const { acme, globex } = this.service;
    for (const { id, people } of [acme, globex])
      await this.inspector.query(
        "update api_tokens set owner_user_id = $2 where tenant_id = $1 and kind = 'agent'",
        [id, people.owner.userId],
      );
    this.service.server.services.principals.clear();
  }

  /** Prepares a valid call of each operation and creates its records; calls that are refused can share them. */
  async prepareCalls(): Promise<void> {
    for (const operation of this.operations) this.calls.set(operation, await this.maker.prepare(operation));
  }

  async stop(): Promise<void> {
    await this.inspector.close();
    await this.service.stop();
  }

  /** Returns the distinct permissions that the selected operations of the module require. */
  permissions(among: (operation: Operation) => boolean): string[] {
    return [...new Set(this.operations.filter(among).flatMap(({ access }) => access.permission ?? []))];
  }

  /**
   * Calls the operations on REST and GraphQL and expects the refusal everywhere and no change in any table.
   * @param cases callers; the tables are compared once for all of them
   */
  async expectRefused(...cases: RefusedCase[]): Promise<void> {
    if (!cases.some(({ among }) => this.operations.some(among))) return;
    const before = await this.inspector.fingerprint();
    const faults: string[] = [];
    for (const refusedCase of cases) {
      for (const operation of this.operations.filter(refusedCase.among))
        faults.push(...(await this.#faultsOf(operation, refusedCase)));
    }
    expect(faults).toEqual([]);
    expect(await this.inspector.fingerprint()).toEqual(before);
  }

  async #faultsOf(
    operation: Operation,
    { as, headers = {}, expect: expected }: RefusedCase,
  ): Promise<string[]> {
    const call = this.calls.get(operation)!;
    const { code, details } = expected(operation);
    const rest = await send(this.service, call, as, headers);
    const { query, variables } = asGraphql(call);
    const graphql = await this.service.graphql(query, variables, { as, headers });
    const error = rest.body.error;
    if (details) expect({ operation: operation.name, ...error }).toMatchObject({ details });
    const extensions = graphql.body.errors?.[0]?.extensions;
    return [
      ...(error?.code === code && rest.status === ERRORS[code as ErrorCode].status
        ? []
        : [`${operation.name} answered ${rest.status} ${rest.text.slice(0, 200)} instead of ${code}`]),
      ...(haveDifferentErrors(error, extensions)
        ? [`${operation.name} by GraphQL: ${JSON.stringify(extensions)} instead of ${JSON.stringify(error)}`]
        : []),
    ];
  }

  /** Calls as the owner of acme; operations on the caller's own account get a separate session, which they may end. */
  async call(prepared: PreparedCall): Promise<Reply> {
    const { acme } = this.service;
    const { principals } = prepared.operation.access;
    if (principals === 'operator') {
      const { as, headers } = callerOf(prepared.operation, this.service, acme.people.owner);
      return send(this.service, prepared, as, headers);
    }
    const as = principals === 'user' ? await this.service.session(acme, 'owner') : acme.people.owner;
    return send(this.service, prepared, as);
  }

  /**
   * Adds a role to acme.
   * @param recordScope entities whose records the holders may change only if they own them
   * @returns its key
   */
  async role(permissions: string[], recordScope: Record<string, 'own' | 'all'> = {}): Promise<string> {
    const key = `role-${randomUUID()}`;
    await this.inspector.query(
      `insert into roles (tenant_id, id, key, name, grants, record_scope, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $2, $3, $4, now(), now())`,
      [this.service.acme.id, key, permissions, recordScope],
    );
    return key;
  }

  /** Creates a service token whose role grants exactly these permissions. */
  async tokenWith(permissions: string[]): Promise<Identity> {
    const roleKey = await this.role(permissions);
    return this.service.token(this.service.acme, { kind: 'service', scopes: this.scopes, roleKey });
  }

  /** Changes the workspace acme while `work` runs. */
  whileWorkspaceHas(change: string, restore: string, work: () => Promise<void>): Promise<void> {
    return this.#whileRow('tenants', 'id', change, restore, work);
  }

  /** Switches automation off while `work` runs. */
  whileAutomationIsOff(work: () => Promise<void>): Promise<void> {
    return this.#whileRow('automation_policies', 'tenant_id', 'enabled = false', 'enabled = true', work);
  }

  async #whileRow(
    table: string,
    key: string,
    change: string,
    restore: string,
    work: () => Promise<void>,
  ): Promise<void> {
    const set = async (assignment: string) => {
      await this.inspector.query(`update ${table} set ${assignment} where ${key} = $1`, [
        this.service.acme.id,
      ]);
      this.service.server.services.principals.clear();
    };
    await set(change);
    try {
      await work();
    } finally {
      await set(restore);
    }
  }
}

export const operatorsOnly = ({ access }: Operation): boolean => access.principals === 'operator';
export const tenantOnly = ({ access }: Operation): boolean => access.principals === 'tenant';
export const signedIn = ({ access }: Operation): boolean =>
  access.principals !== 'public' && access.principals !== 'ingress';
/** Tells whether the operation belongs to people and tokens of workspaces; operators see all of them. */
export const inWorkspaces = (operation: Operation): boolean =>
  signedIn(operation) && !operatorsOnly(operation);
/** Tells whether the operation is a mutation; MCP is excluded because its tools follow their own operations' rules. */
export const mutates = ({ kind, name, access }: Operation): boolean =>
  kind === 'mutation' && name !== 'CallMcp' && access.principals !== 'ingress';

export const withKey = () => ({ 'idempotency-key': randomUUID() });

function haveDifferentErrors(error: object | undefined, extensions: object | undefined): boolean {
  const plain = (one: object | undefined) => JSON.stringify({ ...one, request_id: null });
  return !error || !extensions || plain(error) !== plain(extensions);
}
