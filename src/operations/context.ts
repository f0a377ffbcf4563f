// What running operations needs of a request, and of the services that requests share.
import type { GraphQLError } from 'graphql';
import type { RiskClass } from '../access/automation-policy.ts';
import type { AccessAudit, AccessContext, AccessServices, CalledField } from '../access/context.ts';
import type { Section } from '../access/sections.ts';
import type { Catalogue, PersistedOperation } from './catalogue.ts';
import type { InputValidator } from './validate.ts';
import type { WireObject } from './wire.ts';

/** A call that waits for a person. */
export interface WaitingCall {
  operation: PersistedOperation;
  /** Every input in wire names. */
  input: WireObject;
  /** What the call can break; a rule may have raised it above that of the operation. */
  riskClass: RiskClass;
}

export interface QueuedCall {
  status: 'queued_for_approval';
  executed: false;
  proposalId: string;
  expiresAt: Date;
}

/** What an operation gave. */
export interface Result {
  /** The root value in wire names. */
  value: unknown;
  /** Of members that failed or were refused. */
  errors: readonly GraphQLError[];
  /** What of each record the database has written: JSON objects as text, for the records of the value in their order. */
  sqlJson?: readonly string[];
}

export interface OperationServices extends AccessServices {
  readonly catalogue: Catalogue;
  readonly validator: InputValidator;
  readonly runner: OperationRunning;
  readonly metrics: { statements: { observe(labels: Record<string, string>, value: number): void } };
  /** The sections of each type that has some. */
  readonly sections: ReadonlyMap<string, Section[]>;
  readonly deferredAudit: OperationAudit;
  /** Queues a call of an agent that a person must approve. @throws what the call itself would be refused with */
  queueCall(ctx: TenantOperationContext, call: WaitingCall): Promise<QueuedCall>;
}

/** What of an operation decides whether and how the database writes its answer. */
export type SerializedOperation = Pick<
  PersistedOperation,
  'name' | 'kind' | 'answer' | 'isPage' | 'rootField' | 'wireDocument'
>;

/** Runs persisted operations in the transaction of a context. */
export interface OperationRunning {
  run(
    operation: PersistedOperation,
    ctx: OperationContext,
    variables: Record<string, unknown>,
  ): Promise<Result>;
  /** The same for an answer that is passed on and not looked into: the database writes what it can of it. */
  runSerialized(
    operation: SerializedOperation,
    ctx: OperationContext,
    variables: Record<string, unknown>,
  ): Promise<Result>;
}

/** Where calls of operations report what was refused and what was given away. */
export interface OperationAudit extends AccessAudit {
  refused(
    asking: Pick<AccessContext, 'principal' | 'surface' | 'requestId' | 'ip' | 'userAgent'>,
    call: CalledField & { target?: { type: string; id: string } },
    error: unknown,
  ): void;
  /** Waits until what gave data away in a workspace has been written. */
  disclosuresWritten(tenantId: string | undefined): Promise<void>;
}

/** A request that runs an operation. */
export interface OperationContext extends AccessContext {
  readonly services: OperationServices;
  /** Secrets that this answer shows for the only time; none of them is kept with an idempotency key. */
  readonly shownOnce: Set<string>;
  /** What became of a mutation by GraphQL that waits for a person; its field reads null. */
  queued?: QueuedCall & { path: string[] };
  /** An agent's mutation came by GraphQL without an Idempotency-Key; each root field refuses it in its turn. */
  readonly keyMissing?: boolean;
}

/** The same inside a workspace. */
export interface TenantOperationContext extends OperationContext {
  readonly tenantId: string;
}
