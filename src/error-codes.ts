// The error registry: every error code of the service, its HTTP status, default message and whether a retry helps.

/** What an error code means. */
export interface ErrorKind {
  status: number;
  retryable?: true;
  /** The default, used when the error is thrown without a more exact message. */
  message: string;
}

/** The error codes of platform.md §2 and the area files; codes are only ever added. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: 'The request is not valid; see fields.' },
  MALFORMED_REQUEST: { status: 400, message: 'The body is not valid JSON.' },
  TENANT_REQUIRED: { status: 400, message: 'Send the workspace id in the header x-tenant-id.' },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: 'An agent must send an Idempotency-Key with every mutating call.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  },
  GRAPHQL_LIMIT_EXCEEDED: { status: 400, message: 'The document exceeds a limit; request less at a time.' },
  PERSISTED_QUERY_NOT_FOUND: {
    // The protocol of automatic persisted queries answers 200.
    status: 200,
    message: 'No document with this hash is stored; send it with its hash once.',
  },
  UNSUPPORTED_API_VERSION: {
    status: 400,
    message: 'X-Api-Version names an unsupported version; see details.supported.',
  },
  UNAUTHENTICATED: {
    status: 401,
    message: 'The credentials are missing or not valid. Sign in, or send a valid bearer token.',
  },
  TOKEN_EXPIRED: { status: 401, message: 'The token has expired; refresh it or request a new one.' },
  TOKEN_REVOKED: { status: 401, message: 'The token has been revoked; request a new one.' },
  MFA_REQUIRED: { status: 401, message: 'Also send a one-time code from your authenticator app.' },
  SSO_FAILED: { status: 401, message: 'The identity provider did not confirm your identity; sign in again.' },
  ROOM_ACCESS_REQUIRED: { status: 401, message: 'Pass the gates of the room first; see details.requires.' },
  REFRESH_TOKEN_REUSED: {
    status: 401,
    message: 'The refresh token was already used, so the session was ended. Sign in again.',
  },
  INVALID_SIGNATURE: {
    status: 401,
    message: 'The connection is unknown, or its secret did not sign this event within the last five minutes.',
  },
  TENANT_ACCESS_DENIED: { status: 403, message: 'These credentials do not give access to this workspace.' },
  TENANT_SUSPENDED: { status: 403, message: 'The workspace is suspended.' },
  PERMISSION_DENIED: {
    status: 403,
    message: 'Your role lacks a permission; ask an owner of the workspace for it.',
  },
  SCOPE_MISSING: { status: 403, message: 'The token lacks a scope; request a token that has it.' },
  FEATURE_DISABLED: { status: 403, message: 'This module is disabled; ask an admin to enable it.' },
  APPROVAL_REQUIRED: { status: 403, message: 'This needs the approval of somebody with more rights.' },
  SSO_REQUIRED: { status: 403, message: 'This workspace requires single sign-on; sign in with it.' },
  ASSISTANT_DISABLED: {
    status: 403,
    message: 'The assistant is disabled in this workspace; an admin can enable it.',
  },
  AGENT_AUTOMATION_DISABLED: {
    status: 403,
    message: 'Automation is disabled in this workspace; an owner can enable it.',
  },
  ACTION_NOT_AVAILABLE: { status: 403, message: 'This action is not available to agents.' },
  OPERATOR_REQUIRED: { status: 403, message: 'Only an operator of the platform may do this.' },
  IMPERSONATION_FORBIDDEN: {
    status: 403,
    message: 'Operators who act as a person leave credentials, roles, billing, exports and approvals alone.',
  },
  HUMAN_REQUIRED: { status: 403, message: 'Only a signed-in person may do this.' },
  ORIGIN_FORBIDDEN: { status: 403, message: 'The Origin of the request is not allowed.' },
  ADDRESS_FORBIDDEN: { status: 403, message: 'Workspace or token may not be used from this address.' },
  ROOM_ACCESS_DENIED: { status: 403, message: 'This link does not let you in; ask whoever sent it.' },
  ROOM_PASSWORD_INVALID: { status: 403, message: 'The password is wrong.' },
  ROOM_CODE_INVALID: { status: 403, message: 'The code is wrong or no longer valid; ask for a new one.' },
  MEDIA_SIGNATURE_INVALID: { status: 403, message: 'The address of the file was changed or has expired.' },
  RELATIONSHIP_OUTREACH_FORBIDDEN: {
    status: 403,
    message:
      'Agents may not send or schedule messages that come from a relationship follow-up; a person must do it.',
  },
  NOT_FOUND: { status: 404, message: 'The resource does not exist, or you may not see it.' },
  SUBSCRIPTION_RESTRICTED: { status: 402, message: 'The subscription is unpaid; pay it first.' },
  UNKNOWN_PROVIDER: { status: 404, message: 'This service takes no events of this provider.' },
  ROOM_NOT_FOUND: { status: 404, message: 'There is no room with this link.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This path does not support this method; see the Allow header.',
  },
  NOT_ACCEPTABLE: { status: 406, message: 'The Accept header must allow the media type of the response.' },
  REQUEST_TIMEOUT: {
    status: 408,
    retryable: true,
    message: 'The request did not arrive in time; send it again without pauses.',
  },
  CONFLICT: { status: 409, message: 'The change conflicts with what is stored.' },
  STALE_STATE: { status: 409, message: 'The record is not in the state that you expected; read it again.' },
  INVALID_STATE_TRANSITION: {
    status: 409,
    message: 'The record cannot change from its current state to the requested one.',
  },
  DEAL_NOT_CLOSABLE: {
    status: 409,
    message: 'The deal lacks values that a won deal must have; see details.missing.',
  },
  CONTRACT_STRUCTURE_INCOMPLETE: {
    status: 409,
    message:
      'The contract structure lacks values for the hand-off; complete it, or send allow_incomplete: true.',
  },
  DEAL_HANDED_OFF: { status: 409, message: 'The deal was handed off to a project, so it stays closed.' },
  NUMBER_IN_USE: { status: 409, message: 'This number is already used; give a greater one.' },
  ISSUE_DATE_OUT_OF_ORDER: {
    status: 409,
    message: 'The issue date must not be before that of the last document of the series.',
  },
  PROJECT_COMPANY_LOCKED: {
    status: 409,
    message: 'Documents or deals refer to the project, so its company cannot change.',
  },
  OPEN_TASKS: { status: 409, message: 'The project has open tasks; say in open_tasks what happens to them.' },
  MILESTONE_BILLED: { status: 409, message: 'An invoice bills the milestone, so it stays as it is.' },
  TASK_BLOCKED: { status: 409, message: 'Predecessors of the task are not done; see details.ids.' },
  OPEN_SUBTASKS: { status: 409, message: 'The task has open subtasks; see details.ids.' },
  CHECKLIST_INCOMPLETE: {
    status: 409,
    message: 'Required items of the checklist are not ticked; see details.ids.',
  },
  HIERARCHY_CYCLE: { status: 409, message: 'A task cannot stand below itself; see details.path.' },
  DEPENDENCY_CYCLE: { status: 409, message: 'The link would make tasks wait for each other; see details.' },
  MERGE_INVALID: { status: 409, message: 'These tickets cannot be merged; see details.reason.' },
  TICKET_MERGED: {
    status: 409,
    message: 'The ticket was merged into another one; see details.merged_into_id.',
  },
  REACTION_LIMIT: { status: 409, message: 'A record takes at most 20 different reactions.' },
  WIP_LIMIT_REACHED: { status: 409, message: 'The column of the board is full.' },
  TIME_ENTRY_LOCKED: { status: 409, message: 'The time entry is approved or invoiced, so it stays.' },
  TIMER_RUNNING: { status: 409, message: 'Your timer is running; stop it first, or send switch: true.' },
  TEMPLATE_NOT_PUBLISHED: { status: 409, message: 'Only a published template can be used.' },
  CONNECTOR_NOT_CONFIGURED: {
    status: 409,
    message: 'No connector of the workspace can send this message; see details.reason.',
  },
  CAMPAIGN_NOT_READY: {
    status: 409,
    message: 'The campaign cannot be launched yet; details.missing says what it lacks.',
  },
  RECIPIENT_SUPPRESSED: {
    status: 409,
    message: 'A recipient must not be written to, so nothing is sent; see details.recipients.',
  },
  RECORDING_CONSENT_DENIED: {
    status: 409,
    message: 'The participants did not consent to the recording, so its media is not available.',
  },
  PREVIEW_STALE: { status: 409, message: 'The preview is of another change, or too old; make a new one.' },
  PLAN_LIMIT_EXCEEDED: { status: 409, message: 'More is used than the plan includes; see details.meters.' },
  QUOTE_EXPIRED: { status: 409, message: 'The quote is no longer valid; revise it.' },
  DOCUMENT_CHANGED: { status: 409, message: 'The document is not the one that was shown; read it again.' },
  OVER_CONVERSION: { status: 409, message: 'More would be converted than is left of the document.' },
  UNDELIVERED_LINES: {
    status: 409,
    message: 'Lines of the work order are not delivered; deliver them, or send short_close: true.',
  },
  OVER_DELIVERY: { status: 409, message: 'More would be delivered than was ordered; see details.lines.' },
  DOCUMENT_IMMUTABLE: {
    status: 409,
    message: 'A sent or issued document only changes its internal notes, tags and custom fields.',
  },
  NOT_ISSUED: { status: 409, message: 'The document is a draft; issue it first.' },
  INVOICE_HAS_PAYMENTS: { status: 409, message: 'The invoice has payments or credits; refund or void them.' },
  OVERPAYMENT: { status: 409, message: 'The amount is more than the balance of the invoice.' },
  DUPLICATE_PAYMENT: { status: 409, message: 'A payment with this method and reference is recorded.' },
  REFUND_TOO_LARGE: { status: 409, message: 'More would be refunded than is left of the payment.' },
  OVER_CREDIT: { status: 409, message: 'More would be credited than is left.' },
  REMINDER_TOO_SOON: { status: 409, message: 'A reminder was sent a short time ago; wait before the next.' },
  ENVELOPE_NOT_EDITABLE: { status: 409, message: 'A sent envelope only changes its deadline and tags.' },
  NOT_YOUR_TURN: { status: 409, message: 'There is nothing for you to sign now; others come first.' },
  DOCUMENT_NOT_READY: {
    status: 409,
    retryable: true,
    message: 'The PDF is being made; try again in a few seconds.',
  },
  RESOURCE_IN_USE: { status: 409, message: 'Something else still refers to this record.' },
  ROOM_NDA_REQUIRED: { status: 409, message: 'Accept the current agreement of the room first.' },
  IMPORT_NOT_APPROVED: {
    status: 409,
    message: 'The import is not approved; a person approves its dry run first.',
  },
  IMPORT_STALE: {
    status: 409,
    message: 'The mapping or the rows have changed since; read the import again, and validate it if needed.',
  },
  NOTHING_TO_RETRY: { status: 409, message: 'No item has failed.' },
  JOB_FINISHED: { status: 409, message: 'The job has already ended.' },
  PROPOSAL_NOT_QUEUED: {
    status: 409,
    message: 'The proposal was already decided or cancelled, or has expired.',
  },
  PROPOSAL_STALE: {
    status: 409,
    message: 'The record has changed since the proposal was made; propose the change again.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    retryable: true,
    message: 'The first request with this key is still running.',
  },
  ENVELOPE_CLOSED: { status: 410, message: 'This envelope is closed; ask whoever sent it.' },
  LINK_CLOSED: { status: 410, message: 'This link is closed; ask for a new one.' },
  GONE: { status: 410, message: 'This is no longer valid; request a new one.' },
  ROOM_LINK_EXPIRED: { status: 410, message: 'This link has expired; ask whoever sent it for a new one.' },
  ROOM_CLOSED: { status: 410, message: 'This room is closed.' },
  PRECONDITION_FAILED: { status: 412, message: 'The record has changed since you read it; read it again.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is larger than 1 MiB; send less in one request.' },
  ANSWER_TOO_LARGE: {
    status: 413,
    message:
      'The response would be too large; request fewer records at a time (a smaller pageSize or first, then the cursor) or fewer fields.',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the body as application/json.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message:
      'This Idempotency-Key was used for a different request; use a new key, or repeat the first request exactly.',
  },
  TOO_MANY_ROWS: { status: 422, message: 'A file may have at most 50,000 rows; split it.' },
  FILE_UNREADABLE: { status: 422, message: 'The file cannot be read; see details.' },
  COMPANY_MISMATCH: { status: 422, message: 'Linked records belong to another company; see fields.' },
  SIGNER_WITHOUT_FIELD: { status: 422, message: 'A signer has no signature field; see details.ids.' },
  UNSUPPORTED_DOCUMENT: { status: 422, message: 'This file cannot be signed; see details.reason.' },
  COMPANY_NOT_A_CLIENT: {
    status: 422,
    message: 'The company is no client; make it one by POST /api/clients first.',
  },
  TEMPLATE_VARIABLE_MISSING: {
    status: 422,
    message: 'Variables of the template have no value; see details.variables.',
  },
  CURRENCY_MISMATCH: { status: 422, message: 'The currency must be that of the invoice.' },
  TOTAL_MISMATCH: { status: 422, message: 'The total is not the expected one.' },
  URL_NOT_ALLOWED: { status: 422, message: 'The service does not call this URL; see details.rule.' },
  RESOURCE_LOCKED: { status: 423, message: 'Too many wrong codes; wait for the seconds in Retry-After.' },
  FRESH_SESSION_REQUIRED: { status: 423, message: 'Confirm your identity again, then repeat the call.' },
  PRECONDITION_REQUIRED: { status: 428, message: 'Send If-Match with the version that you read.' },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    message: 'Too many requests; wait for the seconds in Retry-After.',
  },
  QUOTA_EXCEEDED: { status: 429, message: 'A quota of the workspace is used up; see details.' },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'The headers are larger than 16 KiB; send fewer or shorter ones.',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'An unexpected error occurred; quote the request id when you report it.',
  },
  PROVIDER_UNAVAILABLE: {
    status: 502,
    retryable: true,
    message: 'An external provider is not responding; try again.',
  },
  PROVIDER_TIMEOUT: {
    status: 504,
    retryable: true,
    message: 'An external provider took too long to respond; try again.',
  },
  MAINTENANCE: {
    status: 503,
    retryable: true,
    message: 'The service is under maintenance; try again later.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The service is temporarily unavailable; try again shortly.',
  },
  NUMBERING_BUSY: {
    status: 503,
    retryable: true,
    message: 'Too many documents take a number at once; try again shortly.',
  },
  OVERLOADED: {
    status: 503,
    retryable: true,
    message:
      'The service is overloaded and did nothing; wait for the seconds in Retry-After, then repeat the call.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;
