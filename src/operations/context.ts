// The part of a request context, and of the shared services, that running operations uses.
import type { IncomingHttpHeaders } from 'node:http';
import type { GraphQLError } from 'graphql';
import type { Access } from '../access/access.ts';
import type { RiskClass } from '../access/automation-policy.ts';
import type { AccessAudit, AccessContext, AccessServices, CalledField } from '../access/context.ts';
import type { Section } from '../access/sections.ts';
import type { Catalogue, PersistedOperation } from './catalogue.ts';
import type { InputValidator } from './validate.ts';
import type { WireObject } from './wire.ts';

/** A call that needs the approval of a person. */
export interface WaitingCall {
  operation: PersistedOperation;
  /** Every input by wire name. */
  input: WireObject;
  /** The risk class of the call; a rule may have raised it above that of the operation. */
  riskClass: RiskClass;
}

export interface QueuedCall {
  status: 'queued_for_approval';
  executed: false;
  proposalId: string;
  expiresAt: Date;
}

/** The result of an operation. */
export interface Result {
  /** The root value with wire names. */
  value: unknown;
  /** Errors of members that failed or were refused. */
  errors: readonly GraphQLError[];
  /** The part of each record that the database has serialized: JSON objects as text, in the order of the records. */
  sqlJson?: readonly string[];
}

/** The change of a record that an event reports. */
export interface EmittedChange {
  object: { id: string };
  /** The name by which people know the object. */
  label?: string;
  before?: object;
  after?: object;
  /** The timelines that show the change. */
  links: readonly { entity: string; id: string }[];
  /** Set if the change was refused, with the error code. */
  refusal?: string;
  /** Further members of the event's object. */
  data?: Record<string, unknown>;
}

/** The link of a public operation: its holder is who idempotency keys belong to. */
export interface PublicLink {
  tenantId: string;
  id: string;
}

export interface OperationServices extends AccessServices {
  readonly catalogue: Catalogue;
  readonly validator: InputValidator;
  readonly runner: OperationRunning;
  readonly metrics: { statements: { observe(labels: Record<string, string>, value: number): void } };
  /** The sections of each type. */
  readonly sections: ReadonlyMap<string, Section[]>;
  readonly deferredAudit: OperationAudit;
  /**
   * Checks what comes before the input of a public operation: whether its token opens something, the limits on it, the
   * session and what it may do.
   * @param input as sent, not yet valid
   * @throws the error that the operation itself would throw
   */
  assertReachable(
    access: Access,
    rootField: string,
    input: Record<string, unknown>,
    ip: string | undefined,
  ): Promise<void>;
  /** Returns the link that a public operation is called by; undefined if its token opens nothing. */
  findLink(access: Access, token: unknown): Promise<PublicLink | undefined>;
  /** Queues a call of an agent for approval. @throws the error with which the call itself would be refused */
  queueCall(ctx: TenantOperationContext, call: WaitingCall): Promise<QueuedCall>;
  /** Notifies the people whom an event concerns, in its transaction. @param isWatched whether people watch its record */
  notify(
    ctx: TenantOperationContext,
    event: string,
    change: EmittedChange,
    isWatched: boolean,
  ): Promise<void>;
}

/** The members of an operation that decide whether and how the database serializes its answer. */
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
  /** Like `run`, for an answer that is passed on without being inspected: the database serializes what it can of it. */
  runSerialized(
    operation: SerializedOperation,
    ctx: OperationContext,
    variables: Record<string, unknown>,
  ): Promise<Result>;
}

/** What the audit stores of a caller. */
type AuditedCaller = Pick<
  AccessContext,
  'principal' | 'surface' | 'requestId' | 'ip' | 'userAgent' | 'operatorReason'
>;

/** Receives refused calls and disclosed data, for the audit. */
interface OperationAudit extends AccessAudit {
  refused(
    asking: AuditedCaller,
    call: CalledField & { target?: { type: string; id: string } },
    error: unknown,
  ): void;
  /** Reports that an operation of operators ran. */
  operatorCalled(caller: AuditedCaller, call: CalledField & { target?: { type: string; id: string } }): void;
  /** Waits until the audit entries of data disclosed in a workspace have been written. */
  disclosuresWritten(tenantId: string | undefined): Promise<void>;
}

/** The request of a route that answers the bytes of a file. */
export interface FileRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** A file that was streamed into the store before its operation runs. */
export interface StreamedUpload {
  readonly id: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Set when the operation has taken it; otherwise it is erased after the call. */
  isTaken: boolean;
}

/** The context of a request that runs an operation. */
export interface OperationContext extends AccessContext {
  readonly services: OperationServices;
  /** Secrets that only this answer shows; they are not stored with an idempotency key. */
  readonly shownOnce: Set<string>;
  /** Set in a dry run: what the preview of a proposal shows in addition to the changes of its target. */
  readonly previewLines?: { field: string; from: unknown; to: unknown }[];
  /** Set while a row of an import runs: the audit names this operation, and events the import as their origin. */
  readonly importing?: { readonly operation: string; readonly importId: string };
  /** The headers of a GraphQL request, for arguments that REST takes from a header. */
  readonly headers?: IncomingHttpHeaders;
  /** Set for a route that answers the bytes of a file: what its request asks for. */
  readonly fileRequest?: FileRequest;
  /** The files of a REST call that were sent as multipart, in order. */
  readonly uploads?: readonly StreamedUpload[];
  /** The first of them, for operations that take one file. */
  readonly upload?: StreamedUpload;
  /** Set for a public call with an idempotency key: its transaction sees the workspace of the link already. */
  readonly opensLink?: true;
  /** Set when a GraphQL mutation was queued for approval; its field is null. */
  queued?: QueuedCall & { path: string[] };
  /** Set when an agent's GraphQL mutation has no Idempotency-Key; each root field then refuses. */
  readonly keyMissing?: boolean;
}

/** The context of such a request inside a workspace. */
export interface TenantOperationContext extends OperationContext {
  readonly tenantId: string;
}
