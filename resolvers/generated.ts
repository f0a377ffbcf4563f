import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Activity as ActivityModel, ActivityLink as ActivityLinkModel, ActionItem as ActionItemModel } from '../src/domains/activities/model.ts';
import type { PageOf } from '../src/lists/listing.ts';
import type { Agent as AgentModel, AutomationPolicy as AutomationPolicyModel } from '../src/domains/agents/model.ts';
import type { ApiToken as ApiTokenModel } from '../src/domains/api-access/model.ts';
import type { ProviderKey as ProviderKeyModel } from '../src/domains/api-keys/model.ts';
import type { AssistantSettings as AssistantSettingsModel, AssistantConversation as AssistantConversationModel, AssistantMessage as AssistantMessageModel } from '../src/domains/assistant/model.ts';
import type { AuditChange as AuditChangeModel, AuditEntry as AuditEntryModel, AuditTarget as AuditTargetModel } from '../src/domains/audit/model.ts';
import type { Account as AccountModel, Workspace as WorkspaceModel, Device as DeviceModel } from '../src/domains/auth/model.ts';
import type { CallTemplate as CallTemplateModel } from '../src/domains/call-templates/model.ts';
import type { Call as CallModel, CallParticipant as CallParticipantModel } from '../src/domains/calls/model.ts';
import type { Client as ClientModel, ClientStatusChange as ClientStatusChangeModel } from '../src/domains/clients/model.ts';
import type { Communication as CommunicationModel, CommunicationParticipant as CommunicationParticipantModel, CommunicationThread as CommunicationThreadModel } from '../src/domains/communications/model.ts';
import type { Company as CompanyModel, CompanyIdentifier as CompanyIdentifierModel } from '../src/domains/companies/model.ts';
import type { Consent as ConsentModel, ContactConsent as ContactConsentModel, Contact as ContactModel, ContactMethod as ContactMethodModel, ContactCompany as ContactCompanyModel } from '../src/domains/contacts/model.ts';
import type { CustomFieldOption as CustomFieldOptionModel, CustomField as CustomFieldModel } from '../src/domains/custom-fields/model.ts';
import type { Deal as DealModel, DealContact as DealContactModel, DealStageEntry as DealStageEntryModel, DealPipeline as DealPipelineModel, DealStage as DealStageModel } from '../src/domains/deals/model.ts';
import type { WonValue as WonValueModel, ClientOverview as ClientOverviewModel, CompanyDossier as CompanyDossierModel } from '../src/domains/dossiers/model.ts';
import type { Invoice as InvoiceModel, InvoicePayment as InvoicePaymentModel } from '../src/domains/invoices/model.ts';
import type { Job as JobModel } from '../src/domains/jobs/model.ts';
import type { Member as MemberModel } from '../src/domains/members/model.ts';
import type { ModelRoute as ModelRouteModel } from '../src/domains/models/model.ts';
import type { Note as NoteModel } from '../src/domains/notes/model.ts';
import type { NumberLedgerEntry as NumberLedgerEntryModel } from '../src/domains/numbering/model.ts';
import type { Project as ProjectModel, ProjectContact as ProjectContactModel, ProjectPartner as ProjectPartnerModel, ProjectMember as ProjectMemberModel, Milestone as MilestoneModel } from '../src/domains/projects/model.ts';
import type { ActionProposal as ActionProposalModel } from '../src/domains/proposals/model.ts';
import type { Quote as QuoteModel } from '../src/domains/quotes/model.ts';
import type { ProofAssetRef as ProofAssetRefModel, RelationshipOutcome as RelationshipOutcomeModel, RelationshipSummary as RelationshipSummaryModel, RelationshipContext as RelationshipContextModel, RelationshipFollowUp as RelationshipFollowUpModel, ContactTouch as ContactTouchModel } from '../src/domains/relationships/model.ts';
import type { Role as RoleModel } from '../src/domains/roles/model.ts';
import type { Room as RoomModel, RoomItem as RoomItemModel, RoomLink as RoomLinkModel, NewRoomLink as NewRoomLinkModel, RoomVisitor as RoomVisitorModel, RoomEvent as RoomEventModel, RoomComment as RoomCommentModel } from '../src/domains/rooms/model.ts';
import type { SavedView as SavedViewModel, SavedViewShare as SavedViewShareModel } from '../src/domains/saved-views/model.ts';
import type { SearchHit as SearchHitModel, SearchRecord as SearchRecordModel } from '../src/domains/search/model.ts';
import type { SsoSettings as SsoSettingsModel } from '../src/domains/sso/model.ts';
import type { Task as TaskModel, TaskDependency as TaskDependencyModel } from '../src/domains/tasks/model.ts';
import type { SecuritySettings as SecuritySettingsModel, TenantSettings as TenantSettingsModel } from '../src/domains/tenants/model.ts';
import type { TimeEntry as TimeEntryModel } from '../src/domains/time-entries/model.ts';
import type { Webhook as WebhookModel, WebhookDelivery as WebhookDeliveryModel, WebhookAttempt as WebhookAttemptModel } from '../src/domains/webhooks/model.ts';
import type { WorkOrder as WorkOrderModel, WorkOrderDelivery as WorkOrderDeliveryModel } from '../src/domains/work-orders/model.ts';
import type { TenantContext, Context } from '../src/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
// Generated by npm run generate; do not edit.

/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A UUID. Ids are version 7, so they sort by creation time. */
  UUID: { input: string; output: string; }
  /** An instant: RFC 3339, UTC, with milliseconds. */
  DateTime: { input: Date; output: Date; }
  /** A calendar day, YYYY-MM-DD. */
  Date: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A JSON object whose keys are chosen by the caller. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  /** An exact decimal number as a string, such as `1250.00`; input may also be a JSON number. */
  Decimal: { input: string; output: string; }
  /** An ISO 3166-1 alpha-2 country code. */
  CountryCode: { input: string; output: string; }
};

/** Confirms that a mail was requested; does not reveal whether the address has an account. */
export type PasswordResetRequest = {
  __typename?: 'PasswordResetRequest';
  accepted: Scalars['Boolean']['output'];
};

/** The result of setting a new password. */
export type PasswordReset = {
  __typename?: 'PasswordReset';
  /** How many sessions were ended; sign in again. */
  sessionsEnded: Scalars['Int']['output'];
};

/** A session after re-authentication; the refresh token stays as it is. */
export type ReAuthenticatedSession = {
  __typename?: 'ReAuthenticatedSession';
  accessToken: Scalars['String']['output'];
  tokenType: Scalars['String']['output'];
  /** Seconds until the access token expires. */
  expiresIn: Scalars['Int']['output'];
  expiresAt: Scalars['DateTime']['output'];
  /** When the person re-authenticated. */
  authTime: Scalars['DateTime']['output'];
  /** Until when the session is fresh enough for risky settings. */
  freshUntil: Scalars['DateTime']['output'];
};

export type MfaAction =
  /** Returns a secret for an authenticator app; needs the password if the account has one. */
  | 'enrol'
  /** Switches one-time codes on with a first code; returns the recovery codes. */
  | 'confirm'
  /** Switches them off, with a one-time code or a recovery code. */
  | 'disable';

/** One-time codes of an account. Secrets are shown once, in the answer to the step that creates them. */
export type Mfa = {
  __typename?: 'Mfa';
  enabled: Scalars['Boolean']['output'];
  /** Secret in Base32, for an authenticator that cannot scan. */
  secret?: Maybe<Scalars['String']['output']>;
  /** Address that an authenticator scans as a QR code: SHA-1, 6 digits, 30 seconds. */
  otpauthUrl?: Maybe<Scalars['String']['output']>;
  /** Ten codes, each valid once instead of a one-time code. */
  recoveryCodes?: Maybe<Array<Scalars['String']['output']>>;
};

/** Changes to the profile; absent members stay as they are. */
export type ProfileInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  /** A time zone of the IANA database. */
  timeZone?: InputMaybe<Scalars['String']['input']>;
  /** An https URL; null removes the picture. */
  avatarUrl?: InputMaybe<Scalars['String']['input']>;
  /** Required with newPassword. */
  currentPassword?: InputMaybe<Scalars['String']['input']>;
  /** 12 to 128 characters; ends every other session. */
  newPassword?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Sends a mail with a link to set a new password; the answer is the same for known and unknown addresses. */
  requestPasswordReset?: Maybe<PasswordResetRequest>;
  /** Sets a new password with the token of a mail, which is valid once, for an hour; ends every session of the person. */
  resetPassword?: Maybe<PasswordReset>;
  /** Re-authenticates the caller by password, one-time code or both, or by single sign-on. Risky settings require this within the last 15 minutes. */
  reAuthenticate?: Maybe<ReAuthenticatedSession>;
  /** Changes the name, language, time zone or picture of the caller, or the password if the current one is given. */
  updateProfile?: Maybe<Account>;
  /** Enrols, confirms or switches off one-time codes of the caller. */
  manageMfa?: Maybe<Mfa>;
  /** Adds an action item to an activity. */
  addActionItem?: Maybe<ActionItem>;
  /** Completes, reopens, reassigns or reschedules an action item. */
  updateActionItem?: Maybe<ActionItem>;
  /** Logs a meeting, call, message or something else that happened or is planned. */
  createActivity?: Maybe<Activity>;
  /** Changes the given fields of a logged activity; null clears one. Activities written by the system cannot be changed. */
  updateActivity?: Maybe<Activity>;
  /** Deletes a logged activity with its action items. Activities written by the system cannot be deleted. */
  deleteActivity?: Maybe<Deletion>;
  /** Handles one JSON-RPC message of the Model Context Protocol. Available over HTTP only; refused in a GraphQL document. */
  callMcp?: Maybe<Scalars['JSON']['output']>;
  /** Registers an agent. Its tokens are created as API tokens. */
  createAgent?: Maybe<Agent>;
  /** Changes, pauses, activates or retires an agent. */
  updateAgent?: Maybe<Agent>;
  /** Changes the given members of the automation policy; takes effect at once. */
  setAutomationPolicy?: Maybe<AutomationPolicy>;
  /** Creates a token that grants no more than the caller has. The secret is only in this answer. */
  createApiToken?: Maybe<ApiToken>;
  /** Changes what a token may do, who is responsible for it, where it may be used or when it expires. Takes effect at once. */
  updateApiToken?: Maybe<ApiToken>;
  /** Gives a token a new secret, which is only in this answer; the former secret stays valid during the overlap. */
  rotateApiToken?: Maybe<ApiToken>;
  /** Revokes a token at once and for good; the record stays for the audit. */
  revokeApiToken?: Maybe<ApiToken>;
  /** Stores a key of an outside provider, encrypted. */
  createProviderKey?: Maybe<ProviderKey>;
  /** Replaces the secret of a key, renames, rechecks, disables or enables it. */
  updateProviderKey?: Maybe<ProviderKey>;
  /** Deletes a key that no model uses, with its secret. */
  deleteProviderKey?: Maybe<Deletion>;
  /**
   * Answers a question from the records that the user may read, and cites them. It changes no record. If no model answers in
   * time, the answer is made by rule.
   */
  assistantChat?: Maybe<AssistantAnswer>;
  /** Deletes a conversation of the user with all its messages. */
  deleteAssistantConversation?: Maybe<Deletion>;
  /** Switches the assistant on or off, and sets how long conversations are kept and what models may see. */
  updateAssistantSettings?: Maybe<AssistantSettings>;
  /** Exports the audit log to a file by a job; its requester can download the file for 24 hours. At most ten exports per hour. */
  exportAuditLogs?: Maybe<Job>;
  /**
   * Opens a session by email address and password; the answer contains an access token and a refresh token. An account with
   * one-time codes is refused with MFA_REQUIRED until a code is sent too.
   */
  signIn?: Maybe<SignedIn>;
  /**
   * Exchanges a refresh token for a new one and a new access token. Repeated within 10 seconds, it returns the same tokens. A
   * used token that is sent again later ends the session.
   */
  refreshSession?: Maybe<RefreshedSession>;
  /** Ends this session, or every session of the person. */
  signOut?: Maybe<SignedOut>;
  /** Signs out one device; its access tokens stop working at once. */
  revokeSession?: Maybe<Device>;
  /** Selects a workspace and returns an access token bound to it, which needs no x-tenant-id. */
  selectTenant?: Maybe<SelectedWorkspace>;
  /** Replaces the columns of a board, in order. */
  setProjectBoard?: Maybe<ProjectBoard>;
  /** Creates a call template. */
  createCallTemplate?: Maybe<CallTemplate>;
  /** Changes the given fields; other sections are another revision. */
  updateCallTemplate?: Maybe<CallTemplate>;
  /** Archives a call template. */
  deleteCallTemplate?: Maybe<Deletion>;
  /** Plans, starts or logs a call. */
  createCall?: Maybe<Call>;
  /** Changes the given fields, starts a planned call or cancels it. */
  updateCall?: Maybe<Call>;
  /** Deletes a call with its line on timelines. */
  deleteCall?: Maybe<Deletion>;
  /** Completes a call with its outcome; its next steps become action items. */
  completeCall?: Maybe<Call>;
  /** Makes a client of the company that matches the name and domain, or of a new company. Refused with the candidates if several match. */
  createOrLinkClient?: Maybe<Client>;
  /** Changes the given fields; null clears one. */
  updateClient?: Maybe<Client>;
  /** Changes the status of a client; the same status changes nothing. A client becomes former only by DeactivateClient. */
  changeClientStatus?: Maybe<Client>;
  /** Changes the number of a client; the former number stays reserved for it. */
  changeClientNumber?: Maybe<Client>;
  /** Ends a client. The company stays, and keeps its number in case it becomes a client again. */
  deactivateClient?: Maybe<Deletion>;
  /** Logs a message that was exchanged, or starts a draft. Sends nothing. */
  createCommunication?: Maybe<Communication>;
  /** Changes a draft or a message that could not be sent; of other messages only links, tags and custom fields. */
  updateCommunication?: Maybe<Communication>;
  /** Deletes a communication with its line on timelines. */
  deleteCommunication?: Maybe<Deletion>;
  /** Sends a draft through a mail server of the workspace, now or at a time. An agent's call waits for approval. */
  sendCommunication?: Maybe<Communication>;
  /** Cancels a scheduled or queued message before it leaves; it is a draft again. */
  cancelCommunication?: Maybe<Communication>;
  /** Receives an event of a mail provider. Available over HTTP only; refused in a GraphQL document. */
  receiveMailProviderEvent?: Maybe<Scalars['JSON']['output']>;
  /** Receives an event of a voice provider. Available over HTTP only; refused in a GraphQL document. */
  receiveVoiceProviderEvent?: Maybe<Scalars['JSON']['output']>;
  /** Creates a company, with its identifiers and first notes. */
  createCompany?: Maybe<Company>;
  /** Creates up to 100 companies; each succeeds or fails by itself. */
  batchCreateCompanies?: Maybe<BatchResult>;
  /** Changes the given fields; null clears one. */
  updateCompany?: Maybe<Company>;
  /** Deletes a company; it can be restored. Its unique values become free. */
  deleteCompany?: Maybe<Deletion>;
  /** Deletes up to 200 companies, which can be restored; each succeeds or fails by itself. */
  bulkDeleteCompanies?: Maybe<BulkResult>;
  /** Restores a deleted company. Refused if a unique value was taken meanwhile. */
  restoreCompany?: Maybe<Company>;
  /** Restores up to 200 deleted companies; each succeeds or fails by itself. */
  bulkRestoreCompanies?: Maybe<BulkResult>;
  /** Updates the company with this website, domain or client number, or creates it. */
  upsertCompany?: Maybe<CompanyUpsert>;
  /** Updates or creates up to 100 companies; each succeeds or fails by itself. */
  batchUpsertCompanies?: Maybe<BatchResult>;
  /** Makes the same change to up to 200 companies; each succeeds or fails by itself. */
  bulkUpdateCompanies?: Maybe<BulkResult>;
  /** Adds a website or an email domain; the first one of its type is primary. */
  addCompanyIdentifier?: Maybe<CompanyIdentifier>;
  /** Changes an identifier; a new primary one replaces the former. */
  updateCompanyIdentifier?: Maybe<CompanyIdentifier>;
  /** Removes an identifier. If it was primary, the oldest remaining one becomes primary. */
  removeCompanyIdentifier?: Maybe<Deletion>;
  /** Associates a contact with a company, or changes the given fields of an existing association. */
  addContactCompany?: Maybe<ContactCompany>;
  /** Changes the association of a contact with a company. */
  updateContactCompany?: Maybe<ContactCompany>;
  /** Removes the association of a contact with a company. If it was the primary company, the contact has none afterwards. */
  removeContactCompany?: Maybe<Deletion>;
  /** Adds an email address, phone number or profile; the first one of its kind is primary. */
  addContactMethod?: Maybe<ContactMethod>;
  /** Changes a contact method; a new primary one replaces the former. */
  updateContactMethod?: Maybe<ContactMethod>;
  /** Removes a contact method. If it was primary, the oldest remaining one becomes primary. */
  removeContactMethod?: Maybe<Deletion>;
  /** Creates a contact with its primary email address, phone number and company. Never creates a company. */
  createContact?: Maybe<Contact>;
  /** Creates up to 100 contacts; each succeeds or fails by itself. */
  batchCreateContacts?: Maybe<BatchResult>;
  /** Changes the given fields; null clears one. */
  updateContact?: Maybe<Contact>;
  /** Deletes a contact; it can be restored. Its email addresses become free. */
  deleteContact?: Maybe<Deletion>;
  /** Restores a deleted contact. Refused if an email address was taken meanwhile. */
  restoreContact?: Maybe<Contact>;
  /** Restores up to 200 deleted contacts; each succeeds or fails by itself. */
  bulkRestoreContacts?: Maybe<BulkResult>;
  /** Updates the contact with this email address, or creates it. */
  upsertContact?: Maybe<ContactUpsert>;
  /** Updates or creates up to 100 contacts; each succeeds or fails by itself. */
  batchUpsertContacts?: Maybe<BatchResult>;
  /** Makes the same change to up to 200 contacts; each succeeds or fails by itself. */
  bulkUpdateContacts?: Maybe<BulkResult>;
  /** Deletes up to 200 contacts, which can be restored; each succeeds or fails by itself. */
  bulkDeleteContacts?: Maybe<BulkResult>;
  /** Records the consent of a contact. Absent channels keep their consent; null makes it unknown. */
  setContactConsent?: Maybe<Contact>;
  /** Defines a field for a kind of record, at most 200 for each. Existing records are not changed. */
  createCustomField?: Maybe<CustomField>;
  /** Changes the definition of a field, or restores an archived one within thirty days. */
  updateCustomField?: Maybe<CustomField>;
  /** Archives a field. Its values are hidden at once, and erased after thirty days. */
  archiveCustomField?: Maybe<Deletion>;
  /** Replaces the whole contract structure of a deal; fields that are not given are cleared. */
  setDealContractStructure?: Maybe<Deal>;
  /** Creates the delivery project of a won deal, and makes its company a client. A second call returns the deal as it is. */
  handOffDeal?: Maybe<Deal>;
  /** Links a contact to a deal, or changes its role if it is linked already. */
  addDealContact?: Maybe<DealContact>;
  /** Removes the link of a contact to a deal. */
  removeDealContact?: Maybe<Deletion>;
  /** Replaces the competitors of a deal. Each must exist; while the service has no competitors module, none does. */
  setDealCompetitors?: Maybe<Deal>;
  /** Adds a note to a deal. */
  addDealNote?: Maybe<Note>;
  /** Deletes a note of a deal. */
  deleteDealNote?: Maybe<Deletion>;
  /**
   * Moves a deal to another stage; wins, loses or reopens it. Winning requires a company and a value; losing requires a reason;
   * reopening requires the permission deals.manage and a reason. Moving to the current stage changes nothing.
   */
  moveDealStage?: Maybe<Deal>;
  /** Moves up to 200 deals to a stage; each succeeds or fails by itself. */
  bulkMoveDealStage?: Maybe<BulkResult>;
  /** Creates a pipeline with the default stages. */
  createDealPipeline?: Maybe<DealPipeline>;
  /** Renames a pipeline, reorders its open stages, or makes it the default. */
  updateDealPipeline?: Maybe<DealPipeline>;
  /** Deletes a pipeline other than the default. Its deals move to the stages with the same keys in another pipeline. */
  deleteDealPipeline?: Maybe<Deletion>;
  /** Adds an open stage to a pipeline. */
  addDealStage?: Maybe<DealStage>;
  /** Changes an open stage; the two closed stages are fixed. */
  updateDealStage?: Maybe<DealStage>;
  /** Deletes an open stage; its deals move to the given stage. */
  deleteDealStage?: Maybe<Deletion>;
  /** Creates a deal in an open stage, with the contacts involved. */
  createDeal?: Maybe<Deal>;
  /** Creates up to 100 deals; each succeeds or fails by itself. */
  batchCreateDeals?: Maybe<BatchResult>;
  /** Changes the given fields; null clears one. Stage and contacts have their own routes. */
  updateDeal?: Maybe<Deal>;
  /** Deletes a deal; it can be restored. */
  deleteDeal?: Maybe<Deletion>;
  /** Deletes up to 200 deals, which can be restored; each succeeds or fails by itself. */
  bulkDeleteDeals?: Maybe<BulkResult>;
  /** Restores a deleted deal. */
  restoreDeal?: Maybe<Deal>;
  /** Restores up to 200 deleted deals; each succeeds or fails by itself. */
  bulkRestoreDeals?: Maybe<BulkResult>;
  /** Marks two companies as not the same; the pair is not listed again. */
  dismissCompanyDuplicate?: Maybe<DuplicateDismissal>;
  /** Marks two contacts as different persons; the pair is not listed again. */
  dismissContactDuplicate?: Maybe<DuplicateDismissal>;
  /** Creates a draft invoice; it has no number until it is issued. dryRun only computes. */
  createInvoice?: Maybe<Invoice>;
  /** Changes a draft; of an issued document only internal notes, tags and custom fields. */
  updateInvoice?: Maybe<Invoice>;
  /** Erases a draft; no number was used. */
  deleteInvoice?: Maybe<Deletion>;
  /** Gives a draft its number and freezes parties, lines and totals. */
  issueInvoice?: Maybe<Invoice>;
  /** Mails an issued document, a reminder or a receipt with the link for the client. */
  sendInvoice?: Maybe<Invoice>;
  /** Voids an issued document without payments; its number stays used. */
  voidInvoice?: Maybe<Invoice>;
  /** Marks the balance of an invoice as uncollectible. */
  writeOffInvoice?: Maybe<Invoice>;
  /** Cancels a job: at once while it waits, at its next row while it runs. What it has done already is kept. */
  cancelJob?: Maybe<Job>;
  /**
   * Changes roles, module access or status of a member, or transfers ownership. Nobody grants more than they have, only an owner
   * can make or change an owner, and at least one active owner remains.
   */
  updateMember?: Maybe<Member>;
  /**
   * Removes a member, ends their sessions in the workspace and reassigns their records to another member. Tokens that they are
   * responsible for keep working and are flagged.
   */
  removeMember?: Maybe<MemberRemoval>;
  /**
   * Invites an email address into roles; the link in the mail is valid for 7 days. Inviting the same address again sends a new
   * link with the roles of this call and voids the former one. Inviting an owner or admin requires a fresh session.
   */
  createInvitation?: Maybe<Member>;
  /** Withdraws an open invitation; its link stops working at once. */
  revokeInvitation?: Maybe<Deletion>;
  /**
   * Joins a workspace with the token of an invitation. A person with an account proves it by its password or an access token;
   * otherwise an account is created with the given name and password.
   */
  acceptInvitation?: Maybe<AcceptedInvitation>;
  /**
   * Merges a duplicate into a company. The company keeps its own values, takes those that it lacks, and all records that refer to
   * the duplicate. Also requires companies.delete.
   */
  mergeCompanies?: Maybe<CompanyMerge>;
  /** Undoes a merge of companies within thirty days; later changes are kept and listed. Also requires companies.delete. */
  undoCompanyMerge?: Maybe<CompanyMergeUndo>;
  /**
   * Merges a duplicate into a contact. The contact keeps its own values, takes those that it lacks, and all records that refer to
   * the duplicate. Opting out beats opting in. Also requires contacts.delete.
   */
  mergeContacts?: Maybe<ContactMerge>;
  /** Undoes a merge of contacts within thirty days; later changes are kept and listed. Also requires contacts.delete. */
  undoContactMerge?: Maybe<ContactMergeUndo>;
  /**
   * Erases a person for good: names, addresses, notes, texts and governed fields, also of contacts that were merged into this
   * one. Ids, links and amounts are kept under "Erased contact"; addresses stay on the suppression list as digests.
   */
  eraseContact?: Maybe<Contact>;
  /** Sets the key, model, limits and fallback of a purpose, replacing the former ones. */
  setModelRoute?: Maybe<ModelRoute>;
  /** Adds a note to a company. */
  addCompanyNote?: Maybe<Note>;
  /** Edits or pins a note of a company; the former text is kept in the audit log. */
  updateCompanyNote?: Maybe<Note>;
  /** Deletes a note of a company. */
  deleteCompanyNote?: Maybe<Deletion>;
  /** Adds a note to a contact. */
  addContactNote?: Maybe<Note>;
  /** Edits or pins a note of a contact; the former text is kept in the audit log. */
  updateContactNote?: Maybe<Note>;
  /** Deletes a note of a contact. */
  deleteContactNote?: Maybe<Deletion>;
  /** Changes the format, the reset rule or the next value of a series; later numbers follow it. */
  updateNumberSeries?: Maybe<NumberSeries>;
  /** Records a payment, or applies a credit note or the credit of the client. */
  recordInvoicePayment?: Maybe<InvoicePayment>;
  /** Refunds all or part of a payment. */
  refundInvoicePayment?: Maybe<InvoicePayment>;
  /** Makes a draft credit note for lines of an issued invoice, by quantity or amount. dryRun only computes. */
  createCreditNote?: Maybe<Invoice>;
  /** Replaces the contacts of a project. */
  setProjectContacts?: Maybe<Project>;
  /** Replaces the partner companies of a project. */
  setProjectPartners?: Maybe<Project>;
  /** Adds a member to a project, or changes role, allocation and rates. */
  setProjectMember?: Maybe<Project>;
  /** Removes a member from a project. Their open tasks go to the given user, or lose the assignee. */
  removeProjectMember?: Maybe<Deletion>;
  /** Adds a milestone to a project. */
  createMilestone?: Maybe<Milestone>;
  /** Changes, completes or reopens a milestone. */
  updateMilestone?: Maybe<Milestone>;
  /** Deletes a milestone that is not billed. */
  deleteMilestone?: Maybe<Deletion>;
  /** Creates a project for a client, with its contacts, partners, members and deals. */
  createProject?: Maybe<Project>;
  /** Changes the given fields and the status; null clears a field. Contacts, partners and members have their own routes. */
  updateProject?: Maybe<Project>;
  /** Deletes a project with its tasks; it can be restored for 30 days. */
  deleteProject?: Maybe<Deletion>;
  /** Restores a deleted project with the tasks deleted with it. */
  restoreProject?: Maybe<Project>;
  /** Queues a call for approval. It is checked as if it were executed, so a call that would fail is refused. */
  createActionProposal?: Maybe<QueuedAction>;
  /** Withdraws a waiting proposal; only its proposer, or the user responsible for the agent that proposed it. */
  cancelActionProposal?: Maybe<ActionProposal>;
  /**
   * Approves a proposal and runs its call at once, exactly once, within the rights of both proposer and approver. A call that
   * fails changes nothing; its error code is in `execution`.
   */
  approveAction?: Maybe<ActionProposal>;
  /** Rejects a proposal and notifies its proposer. */
  rejectAction?: Maybe<ActionProposal>;
  /** Accepts a quote with the chosen options, or declines it with a reason. */
  decidePublicQuote?: Maybe<PublicQuote>;
  /** Opens a payment page for the balance or a part of it. */
  payPublicInvoice?: Maybe<PaymentPage>;
  /** Passes the gates of a link and returns a session, or sends a code to the address. */
  openPublicRoom?: Maybe<RoomEntry>;
  /** Records what a visitor looked at; at most 50 events. */
  postPublicRoomEvents?: Maybe<RoomEventsReceipt>;
  /** Writes a comment as the visitor of the session. */
  postPublicRoomComment?: Maybe<PublicRoomComment>;
  /** Creates a draft quote; the server computes its totals. dryRun only computes. */
  createQuote?: Maybe<Quote>;
  /** Changes a draft; of a sent quote only internal notes, tags and custom fields. */
  updateQuote?: Maybe<Quote>;
  /** Deletes a draft. */
  deleteQuote?: Maybe<Deletion>;
  /** Freezes a quote, makes the link for the client and mails it. */
  sendQuote?: Maybe<Quote>;
  /** Records the decision of the client. */
  decideQuote?: Maybe<Quote>;
  /** Makes a new draft revision, which supersedes the others once it is sent. */
  reviseQuote?: Maybe<Quote>;
  /** Makes a draft work order or invoice of an accepted quote: whole, by line quantity or by percent. */
  convertQuote?: Maybe<QuoteConversion>;
  /** Records an outcome as confirmed by the caller, or files a suggestion of the assistant with its reference. */
  recordRelationshipOutcome?: Maybe<RelationshipOutcome>;
  /** Corrects an outcome; former values are kept in its history. A correction that changes nothing is not recorded. */
  correctRelationshipOutcome?: Maybe<RelationshipOutcome>;
  /** Confirms an outcome that the assistant suggested; a confirmed one is not changed. */
  confirmRelationshipOutcome?: Maybe<RelationshipOutcome>;
  /** Changes what people wrote about a relationship; null clears a field. Each governed field requires its own permission. */
  updateContactRelationship?: Maybe<Contact>;
  /** Snoozes follow-ups until a day, 1 to 365 days ahead; null ends the snooze. */
  snoozeContactFollowUp?: Maybe<Contact>;
  /** Creates a role. Nobody grants what they do not have, except that an owner may grant the right to private notes. */
  createRole?: Maybe<Role>;
  /** Changes a role that the workspace created; takes effect at once. */
  updateRole?: Maybe<Role>;
  /** Deletes a role that the workspace created and that no member or token has. */
  deleteRole?: Maybe<Deletion>;
  /** Adds a file, link, note, embedded page, section or action item. */
  addRoomItem?: Maybe<RoomItem>;
  /** Changes an item; another upload replaces its file. */
  updateRoomItem?: Maybe<RoomItem>;
  /** Removes an item and its file. */
  deleteRoomItem?: Maybe<Deletion>;
  /** Puts the items of a room in order; every item is named once. */
  reorderRoomItems?: Maybe<Array<RoomItem>>;
  /** Uploads a file of up to 100 MiB for an item, or for the logo of the room. */
  createRoomItemUpload?: Maybe<RoomUpload>;
  /** Creates a link; its token is shown only in this answer. */
  createRoomLink?: Maybe<NewRoomLink>;
  /** Changes the gates of a link; most changes end its sessions at once. */
  updateRoomLink?: Maybe<RoomLink>;
  /** Revokes a link and ends its sessions. */
  revokeRoomLink?: Maybe<Deletion>;
  /** Mails each contact a link of their own, which passes their verified address alone. */
  inviteToRoom?: Maybe<RoomInvitations>;
  /** Writes in the room; visitors see it unless it is internal. */
  addRoomComment?: Maybe<RoomComment>;
  /** Resolves or hides a comment, or edits one's own. */
  moderateRoomComment?: Maybe<RoomComment>;
  /** Creates a draft room; it may copy the items of another room. */
  createRoom?: Maybe<Room>;
  /** Changes the fields that are given; null clears one. */
  updateRoom?: Maybe<Room>;
  /** Deletes a room; every link stops at once. */
  deleteRoom?: Maybe<Deletion>;
  /** Opens a draft or closed room to its links. */
  publishRoom?: Maybe<Room>;
  /** Closes a room: its links answer 410 and its sessions end. Publishing opens it again. */
  closeRoom?: Maybe<Room>;
  /** Sets the NDA; another text is a new version, which visitors are asked to accept again. Null removes it. */
  setRoomNda?: Maybe<Room>;
  /** Creates a view of a list, or copies one, for the caller. */
  createSavedView?: Maybe<SavedView>;
  /**
   * Changes a view. Allowed for its owner, for those that it is shared with for editing, and for admins if it is visible to
   * everybody. Everyone who can see it may make it their default.
   */
  updateSavedView?: Maybe<SavedView>;
  /** Deletes a view for good. Allowed for its owner, and for admins if it is visible to everybody. */
  deleteSavedView?: Maybe<Deletion>;
  /**
   * Completes single sign-on: exchanges the code, verifies the identity token, and opens a session bound to the workspace of the
   * provider. `details.reason` of a refusal says which check failed.
   */
  completeSso?: Maybe<SignedIn>;
  /**
   * Sets or switches off the identity provider of the workspace. Its discovery document and keys are read, and mail domains are
   * looked up, before anything is stored.
   */
  setSsoConnection?: Maybe<SsoSettings>;
  /** Creates a task or subtask, with its checklist and links. */
  createTask?: Maybe<Task>;
  /** Changes the given fields and the status; null clears a field. Later tasks may be rescheduled. */
  updateTask?: Maybe<Task>;
  /** Deletes a task with its subtasks and unlinks it; it can be restored for 30 days. */
  deleteTask?: Maybe<Deletion>;
  /** Restores a deleted task with the subtasks deleted with it, without links. */
  restoreTask?: Maybe<Task>;
  /** Moves a task to a column, to a place in front of or behind another card, or to another project. */
  moveTask?: Maybe<Task>;
  /** Changes or deletes up to 500 tasks, each independently of the others. */
  bulkUpdateTasks?: Maybe<BulkResult>;
  /** Makes a task wait for another one. A link that stands is changed. */
  addTaskDependency?: Maybe<TaskDependency>;
  /** Removes the link of a task to one that it waits for. */
  removeTaskDependency?: Maybe<Deletion>;
  /** Replaces the checklist of a task, in order. */
  setTaskChecklist?: Maybe<Task>;
  /** Ticks, unticks, renames or assigns an item of a checklist. */
  updateChecklistItem?: Maybe<Task>;
  /** Changes profile, modules or security policy; takes effect in every process at once. A change that would lock the caller out is refused. */
  updateTenantSettings?: Maybe<TenantSettings>;
  /** Logs minutes worked on a task. */
  createTimeEntry?: Maybe<TimeEntry>;
  /** Changes, submits, approves or rejects a time entry. */
  updateTimeEntry?: Maybe<TimeEntry>;
  /** Deletes a time entry that is neither approved nor invoiced. */
  deleteTimeEntry?: Maybe<Deletion>;
  /** Starts, stops or discards the one running timer of the caller. */
  switchTaskTimer?: Maybe<TimeEntry>;
  /** Sends one webhook.test event now, whatever the webhook subscribes to, and returns the result. */
  testWebhook?: Maybe<WebhookAttempt>;
  /** Sends one event again, under the same webhook-id. */
  replayWebhookDelivery?: Maybe<WebhookDelivery>;
  /** Starts a job that resends failed deliveries of a time range and sends events that were never delivered. */
  recoverWebhookDeliveries?: Maybe<Job>;
  /** Subscribes a URL to future events. The signing secret is only in this answer. */
  createWebhook?: Maybe<Webhook>;
  /** Changes the given fields. Pausing holds waiting deliveries; activating releases them. */
  updateWebhook?: Maybe<Webhook>;
  /** Deletes a webhook for good and cancels its waiting deliveries. */
  deleteWebhook?: Maybe<Deletion>;
  /** Creates a new signing secret, which is only in this answer. Both secrets sign until the overlap ends. */
  rotateWebhookSecret?: Maybe<Webhook>;
  /** Creates a draft work order. dryRun only computes. */
  createWorkOrder?: Maybe<WorkOrder>;
  /** Changes header and lines until the work order is completed. */
  updateWorkOrder?: Maybe<WorkOrder>;
  /** Deletes a draft. */
  deleteWorkOrder?: Maybe<Deletion>;
  /** Schedules, starts, holds, resumes, completes or cancels a work order. */
  changeWorkOrderStatus?: Maybe<WorkOrder>;
  /** Records delivered quantities; negative ones correct. */
  recordWorkOrderDelivery?: Maybe<WorkOrder>;
  /** Makes a draft invoice of what was delivered or ordered and is not invoiced. */
  convertWorkOrder?: Maybe<Invoice>;
};


export type MutationRequestPasswordResetArgs = {
  email: Scalars['String']['input'];
};


export type MutationResetPasswordArgs = {
  token: Scalars['String']['input'];
  password: Scalars['String']['input'];
};


export type MutationReAuthenticateArgs = {
  password?: InputMaybe<Scalars['String']['input']>;
  code?: InputMaybe<Scalars['String']['input']>;
  sso?: InputMaybe<SsoCallbackInput>;
};


export type MutationUpdateProfileArgs = {
  input: ProfileInput;
};


export type MutationManageMfaArgs = {
  action: MfaAction;
  code?: InputMaybe<Scalars['String']['input']>;
  password?: InputMaybe<Scalars['String']['input']>;
};


export type MutationAddActionItemArgs = {
  activityId: Scalars['UUID']['input'];
  input: AddActionItemInput;
};


export type MutationUpdateActionItemArgs = {
  id: Scalars['UUID']['input'];
  input: ActionItemChanges;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateActivityArgs = {
  input: CreateActivityInput;
};


export type MutationUpdateActivityArgs = {
  id: Scalars['UUID']['input'];
  input: ActivityInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteActivityArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCallMcpArgs = {
  message: Scalars['JSON']['input'];
};


export type MutationCreateAgentArgs = {
  input: CreateAgentInput;
};


export type MutationUpdateAgentArgs = {
  id: Scalars['UUID']['input'];
  input: AgentChanges;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSetAutomationPolicyArgs = {
  input: AutomationPolicyInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateApiTokenArgs = {
  input: CreateApiTokenInput;
};


export type MutationUpdateApiTokenArgs = {
  id: Scalars['UUID']['input'];
  input: ApiTokenInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRotateApiTokenArgs = {
  id: Scalars['UUID']['input'];
  overlapHours?: InputMaybe<Scalars['Int']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRevokeApiTokenArgs = {
  id: Scalars['UUID']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateProviderKeyArgs = {
  input: ProviderKeyInput;
};


export type MutationUpdateProviderKeyArgs = {
  id: Scalars['UUID']['input'];
  input: ProviderKeyChange;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteProviderKeyArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationAssistantChatArgs = {
  input: AssistantChatInput;
};


export type MutationDeleteAssistantConversationArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationUpdateAssistantSettingsArgs = {
  input: AssistantSettingsInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationExportAuditLogsArgs = {
  input: AuditExportInput;
};


export type MutationSignInArgs = {
  email: Scalars['String']['input'];
  password: Scalars['String']['input'];
  code?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRefreshSessionArgs = {
  refreshToken: Scalars['String']['input'];
};


export type MutationSignOutArgs = {
  everywhere?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationRevokeSessionArgs = {
  sessionId: Scalars['UUID']['input'];
};


export type MutationSelectTenantArgs = {
  tenantId: Scalars['UUID']['input'];
};


export type MutationSetProjectBoardArgs = {
  projectId: Scalars['UUID']['input'];
  columns: Array<BoardColumnInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateCallTemplateArgs = {
  input: CreateCallTemplateInput;
};


export type MutationUpdateCallTemplateArgs = {
  id: Scalars['UUID']['input'];
  input: CallTemplateInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteCallTemplateArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateCallArgs = {
  input: CreateCallInput;
};


export type MutationUpdateCallArgs = {
  id: Scalars['UUID']['input'];
  input: CallInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteCallArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCompleteCallArgs = {
  id: Scalars['UUID']['input'];
  input: CallCompletionInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateOrLinkClientArgs = {
  input: CreateOrLinkClientInput;
};


export type MutationUpdateClientArgs = {
  id: Scalars['UUID']['input'];
  input: ClientUpdateInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationChangeClientStatusArgs = {
  id: Scalars['UUID']['input'];
  status: ClientStatus;
  reason?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationChangeClientNumberArgs = {
  id: Scalars['UUID']['input'];
  clientNumber?: InputMaybe<Scalars['String']['input']>;
  clientId?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeactivateClientArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateCommunicationArgs = {
  input: CreateCommunicationInput;
};


export type MutationUpdateCommunicationArgs = {
  id: Scalars['UUID']['input'];
  input: CommunicationInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteCommunicationArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSendCommunicationArgs = {
  id: Scalars['UUID']['input'];
  scheduledAt?: InputMaybe<Scalars['DateTime']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCancelCommunicationArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationReceiveMailProviderEventArgs = {
  mailProvider: Scalars['String']['input'];
  event: Scalars['JSON']['input'];
};


export type MutationReceiveVoiceProviderEventArgs = {
  voiceProvider: Scalars['String']['input'];
  event: Scalars['JSON']['input'];
};


export type MutationCreateCompanyArgs = {
  input: CreateCompanyInput;
};


export type MutationBatchCreateCompaniesArgs = {
  items: Array<CreateCompanyInput>;
};


export type MutationUpdateCompanyArgs = {
  id: Scalars['UUID']['input'];
  input: CompanyInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteCompanyArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationBulkDeleteCompaniesArgs = {
  ids: Array<Scalars['UUID']['input']>;
};


export type MutationRestoreCompanyArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationBulkRestoreCompaniesArgs = {
  ids: Array<Scalars['UUID']['input']>;
};


export type MutationUpsertCompanyArgs = {
  input: CompanyInput;
};


export type MutationBatchUpsertCompaniesArgs = {
  items: Array<CompanyInput>;
};


export type MutationBulkUpdateCompaniesArgs = {
  ids: Array<Scalars['UUID']['input']>;
  changes: CompanyInput;
};


export type MutationAddCompanyIdentifierArgs = {
  companyId: Scalars['UUID']['input'];
  input: AddCompanyIdentifierInput;
};


export type MutationUpdateCompanyIdentifierArgs = {
  companyId: Scalars['UUID']['input'];
  identifierId: Scalars['UUID']['input'];
  input: CompanyIdentifierInput;
};


export type MutationRemoveCompanyIdentifierArgs = {
  companyId: Scalars['UUID']['input'];
  identifierId: Scalars['UUID']['input'];
};


export type MutationAddContactCompanyArgs = {
  contactId: Scalars['UUID']['input'];
  companyId: Scalars['UUID']['input'];
  input?: InputMaybe<ContactCompanyInput>;
};


export type MutationUpdateContactCompanyArgs = {
  contactId: Scalars['UUID']['input'];
  companyId: Scalars['UUID']['input'];
  input: ContactCompanyInput;
};


export type MutationRemoveContactCompanyArgs = {
  contactId: Scalars['UUID']['input'];
  companyId: Scalars['UUID']['input'];
};


export type MutationAddContactMethodArgs = {
  contactId: Scalars['UUID']['input'];
  input: AddContactMethodInput;
};


export type MutationUpdateContactMethodArgs = {
  contactId: Scalars['UUID']['input'];
  methodId: Scalars['UUID']['input'];
  input: ContactMethodInput;
};


export type MutationRemoveContactMethodArgs = {
  contactId: Scalars['UUID']['input'];
  methodId: Scalars['UUID']['input'];
};


export type MutationCreateContactArgs = {
  input: ContactInput;
};


export type MutationBatchCreateContactsArgs = {
  items: Array<ContactInput>;
};


export type MutationUpdateContactArgs = {
  id: Scalars['UUID']['input'];
  input: ContactInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteContactArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRestoreContactArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationBulkRestoreContactsArgs = {
  ids: Array<Scalars['UUID']['input']>;
};


export type MutationUpsertContactArgs = {
  input: UpsertContactInput;
};


export type MutationBatchUpsertContactsArgs = {
  items: Array<UpsertContactInput>;
};


export type MutationBulkUpdateContactsArgs = {
  ids: Array<Scalars['UUID']['input']>;
  changes: ContactInput;
};


export type MutationBulkDeleteContactsArgs = {
  ids: Array<Scalars['UUID']['input']>;
};


export type MutationSetContactConsentArgs = {
  contactId: Scalars['UUID']['input'];
  email?: InputMaybe<ConsentInput>;
  sms?: InputMaybe<ConsentInput>;
  phone?: InputMaybe<ConsentInput>;
  post?: InputMaybe<ConsentInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateCustomFieldArgs = {
  input: CreateCustomFieldInput;
};


export type MutationUpdateCustomFieldArgs = {
  id: Scalars['UUID']['input'];
  input: CustomFieldChangesInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationArchiveCustomFieldArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSetDealContractStructureArgs = {
  id: Scalars['UUID']['input'];
  input: ContractStructureInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationHandOffDealArgs = {
  id: Scalars['UUID']['input'];
  allowIncomplete?: InputMaybe<Scalars['Boolean']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationAddDealContactArgs = {
  dealId: Scalars['UUID']['input'];
  input: DealContactInput;
};


export type MutationRemoveDealContactArgs = {
  dealId: Scalars['UUID']['input'];
  contactId: Scalars['UUID']['input'];
};


export type MutationSetDealCompetitorsArgs = {
  id: Scalars['UUID']['input'];
  competitors: Array<DealCompetitorInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationAddDealNoteArgs = {
  dealId: Scalars['UUID']['input'];
  input: AddDealNoteInput;
};


export type MutationDeleteDealNoteArgs = {
  dealId: Scalars['UUID']['input'];
  noteId: Scalars['UUID']['input'];
};


export type MutationMoveDealStageArgs = {
  id: Scalars['UUID']['input'];
  input: MoveDealStageInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationBulkMoveDealStageArgs = {
  ids: Array<Scalars['UUID']['input']>;
  changes: BulkMoveDealStageInput;
};


export type MutationCreateDealPipelineArgs = {
  input: CreateDealPipelineInput;
};


export type MutationUpdateDealPipelineArgs = {
  id: Scalars['UUID']['input'];
  input: DealPipelineInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteDealPipelineArgs = {
  id: Scalars['UUID']['input'];
  moveToPipelineId?: InputMaybe<Scalars['UUID']['input']>;
  moveToStage?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationAddDealStageArgs = {
  pipelineId: Scalars['UUID']['input'];
  input: AddDealStageInput;
};


export type MutationUpdateDealStageArgs = {
  pipelineId: Scalars['UUID']['input'];
  stageId: Scalars['String']['input'];
  input: DealStageInput;
};


export type MutationDeleteDealStageArgs = {
  pipelineId: Scalars['UUID']['input'];
  stageId: Scalars['String']['input'];
  moveToStage?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCreateDealArgs = {
  input: CreateDealInput;
};


export type MutationBatchCreateDealsArgs = {
  items: Array<CreateDealInput>;
};


export type MutationUpdateDealArgs = {
  id: Scalars['UUID']['input'];
  input: DealInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteDealArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationBulkDeleteDealsArgs = {
  ids: Array<Scalars['UUID']['input']>;
};


export type MutationRestoreDealArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationBulkRestoreDealsArgs = {
  ids: Array<Scalars['UUID']['input']>;
};


export type MutationDismissCompanyDuplicateArgs = {
  ids: Array<Scalars['UUID']['input']>;
};


export type MutationDismissContactDuplicateArgs = {
  ids: Array<Scalars['UUID']['input']>;
};


export type MutationCreateInvoiceArgs = {
  input: CreateInvoiceInput;
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationUpdateInvoiceArgs = {
  id: Scalars['UUID']['input'];
  input: InvoiceInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteInvoiceArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationIssueInvoiceArgs = {
  id: Scalars['UUID']['input'];
  input?: InputMaybe<IssueInvoiceInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSendInvoiceArgs = {
  id: Scalars['UUID']['input'];
  input?: InputMaybe<SendInvoiceInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationVoidInvoiceArgs = {
  id: Scalars['UUID']['input'];
  reason: Scalars['String']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationWriteOffInvoiceArgs = {
  id: Scalars['UUID']['input'];
  reason: Scalars['String']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCancelJobArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationUpdateMemberArgs = {
  id: Scalars['UUID']['input'];
  input: MemberChanges;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRemoveMemberArgs = {
  id: Scalars['UUID']['input'];
  reassignToUserId?: InputMaybe<Scalars['UUID']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateInvitationArgs = {
  input: CreateInvitationInput;
};


export type MutationRevokeInvitationArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationAcceptInvitationArgs = {
  token: Scalars['String']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  password?: InputMaybe<Scalars['String']['input']>;
  accessToken?: InputMaybe<Scalars['String']['input']>;
};


export type MutationMergeCompaniesArgs = {
  primaryCompanyId: Scalars['UUID']['input'];
  duplicateCompanyId: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationUndoCompanyMergeArgs = {
  mergeId: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationMergeContactsArgs = {
  primaryContactId: Scalars['UUID']['input'];
  duplicateContactId: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationUndoContactMergeArgs = {
  mergeId: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationEraseContactArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSetModelRouteArgs = {
  purpose: ModelPurpose;
  input: ModelRouteInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationAddCompanyNoteArgs = {
  companyId: Scalars['UUID']['input'];
  input: AddCompanyNoteInput;
};


export type MutationUpdateCompanyNoteArgs = {
  companyId: Scalars['UUID']['input'];
  noteId: Scalars['UUID']['input'];
  input: NoteInput;
};


export type MutationDeleteCompanyNoteArgs = {
  companyId: Scalars['UUID']['input'];
  noteId: Scalars['UUID']['input'];
};


export type MutationAddContactNoteArgs = {
  contactId: Scalars['UUID']['input'];
  input: AddContactNoteInput;
};


export type MutationUpdateContactNoteArgs = {
  contactId: Scalars['UUID']['input'];
  noteId: Scalars['UUID']['input'];
  input: NoteInput;
};


export type MutationDeleteContactNoteArgs = {
  contactId: Scalars['UUID']['input'];
  noteId: Scalars['UUID']['input'];
};


export type MutationUpdateNumberSeriesArgs = {
  docType: NumberSeriesType;
  input: NumberSeriesInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRecordInvoicePaymentArgs = {
  id: Scalars['UUID']['input'];
  input: PaymentInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRefundInvoicePaymentArgs = {
  id: Scalars['UUID']['input'];
  paymentId: Scalars['UUID']['input'];
  input: RefundInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateCreditNoteArgs = {
  id: Scalars['UUID']['input'];
  input: CreditNoteInput;
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationSetProjectContactsArgs = {
  id: Scalars['UUID']['input'];
  contacts: Array<ProjectContactInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSetProjectPartnersArgs = {
  id: Scalars['UUID']['input'];
  partners: Array<ProjectPartnerInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSetProjectMemberArgs = {
  id: Scalars['UUID']['input'];
  userId: Scalars['UUID']['input'];
  input: ProjectMemberInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRemoveProjectMemberArgs = {
  id: Scalars['UUID']['input'];
  userId: Scalars['UUID']['input'];
  reassignToUserId?: InputMaybe<Scalars['UUID']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateMilestoneArgs = {
  projectId: Scalars['UUID']['input'];
  input: CreateMilestoneInput;
};


export type MutationUpdateMilestoneArgs = {
  projectId: Scalars['UUID']['input'];
  milestoneId: Scalars['UUID']['input'];
  input: MilestoneInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteMilestoneArgs = {
  projectId: Scalars['UUID']['input'];
  milestoneId: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateProjectArgs = {
  input: CreateProjectInput;
};


export type MutationUpdateProjectArgs = {
  id: Scalars['UUID']['input'];
  input: ProjectInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteProjectArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRestoreProjectArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateActionProposalArgs = {
  input: CreateActionProposalInput;
};


export type MutationCancelActionProposalArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationApproveActionArgs = {
  approvalId: Scalars['UUID']['input'];
  argumentsHash: Scalars['String']['input'];
  targetVersion?: InputMaybe<Scalars['Int']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRejectActionArgs = {
  approvalId: Scalars['UUID']['input'];
  reason: Scalars['String']['input'];
};


export type MutationDecidePublicQuoteArgs = {
  token: Scalars['String']['input'];
  input: PublicDecisionInput;
};


export type MutationPayPublicInvoiceArgs = {
  token: Scalars['String']['input'];
  input?: InputMaybe<PublicPaymentInput>;
};


export type MutationOpenPublicRoomArgs = {
  token: Scalars['String']['input'];
  input: RoomEntryInput;
};


export type MutationPostPublicRoomEventsArgs = {
  token: Scalars['String']['input'];
  events: Array<RoomVisitEvent>;
  session?: InputMaybe<Scalars['String']['input']>;
};


export type MutationPostPublicRoomCommentArgs = {
  token: Scalars['String']['input'];
  input: PostPublicRoomCommentInput;
  session?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCreateQuoteArgs = {
  input: CreateQuoteInput;
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationUpdateQuoteArgs = {
  id: Scalars['UUID']['input'];
  input: QuoteInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteQuoteArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSendQuoteArgs = {
  id: Scalars['UUID']['input'];
  input?: InputMaybe<SendQuoteInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDecideQuoteArgs = {
  id: Scalars['UUID']['input'];
  input: DecideQuoteInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationReviseQuoteArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationConvertQuoteArgs = {
  id: Scalars['UUID']['input'];
  input: ConvertQuoteInput;
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationRecordRelationshipOutcomeArgs = {
  contactId: Scalars['UUID']['input'];
  input: RecordRelationshipOutcomeInput;
  confirmationState?: InputMaybe<RecordableState>;
  suggestionRef?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCorrectRelationshipOutcomeArgs = {
  contactId: Scalars['UUID']['input'];
  outcomeId: Scalars['UUID']['input'];
  input: RelationshipOutcomeInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationConfirmRelationshipOutcomeArgs = {
  contactId: Scalars['UUID']['input'];
  outcomeId: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationUpdateContactRelationshipArgs = {
  contactId: Scalars['UUID']['input'];
  input: RelationshipInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSnoozeContactFollowUpArgs = {
  contactId: Scalars['UUID']['input'];
  until?: InputMaybe<Scalars['Date']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateRoleArgs = {
  input: CreateRoleInput;
};


export type MutationUpdateRoleArgs = {
  id: Scalars['UUID']['input'];
  input: RoleInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteRoleArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationAddRoomItemArgs = {
  roomId: Scalars['UUID']['input'];
  input: AddRoomItemInput;
};


export type MutationUpdateRoomItemArgs = {
  roomId: Scalars['UUID']['input'];
  itemId: Scalars['UUID']['input'];
  input: RoomItemInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteRoomItemArgs = {
  roomId: Scalars['UUID']['input'];
  itemId: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationReorderRoomItemsArgs = {
  roomId: Scalars['UUID']['input'];
  itemIds: Array<Scalars['UUID']['input']>;
};


export type MutationCreateRoomItemUploadArgs = {
  roomId: Scalars['UUID']['input'];
  input: CreateRoomItemUploadInput;
};


export type MutationCreateRoomLinkArgs = {
  roomId: Scalars['UUID']['input'];
  input: RoomLinkInput;
};


export type MutationUpdateRoomLinkArgs = {
  roomId: Scalars['UUID']['input'];
  linkId: Scalars['UUID']['input'];
  input: RoomLinkInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRevokeRoomLinkArgs = {
  roomId: Scalars['UUID']['input'];
  linkId: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationInviteToRoomArgs = {
  roomId: Scalars['UUID']['input'];
  input: InviteToRoomInput;
};


export type MutationAddRoomCommentArgs = {
  roomId: Scalars['UUID']['input'];
  input: AddRoomCommentInput;
};


export type MutationModerateRoomCommentArgs = {
  roomId: Scalars['UUID']['input'];
  commentId: Scalars['UUID']['input'];
  input: RoomCommentPatch;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateRoomArgs = {
  input: CreateRoomInput;
};


export type MutationUpdateRoomArgs = {
  id: Scalars['UUID']['input'];
  input: RoomInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteRoomArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationPublishRoomArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCloseRoomArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSetRoomNdaArgs = {
  id: Scalars['UUID']['input'];
  text?: InputMaybe<Scalars['String']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateSavedViewArgs = {
  input: CreateSavedViewInput;
};


export type MutationUpdateSavedViewArgs = {
  id: Scalars['UUID']['input'];
  input: SavedViewInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteSavedViewArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCompleteSsoArgs = {
  code: Scalars['String']['input'];
  state: Scalars['String']['input'];
  iss?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSetSsoConnectionArgs = {
  input: SetSsoConnectionInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateTaskArgs = {
  input: CreateTaskInput;
};


export type MutationUpdateTaskArgs = {
  id: Scalars['UUID']['input'];
  input: TaskInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteTaskArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRestoreTaskArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationMoveTaskArgs = {
  id: Scalars['UUID']['input'];
  input: TaskMoveInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationBulkUpdateTasksArgs = {
  ids: Array<Scalars['UUID']['input']>;
  changes: TaskChanges;
};


export type MutationAddTaskDependencyArgs = {
  taskId: Scalars['UUID']['input'];
  input: TaskDependencyInput;
};


export type MutationRemoveTaskDependencyArgs = {
  taskId: Scalars['UUID']['input'];
  dependencyId: Scalars['UUID']['input'];
};


export type MutationSetTaskChecklistArgs = {
  id: Scalars['UUID']['input'];
  items: Array<ChecklistItemInput>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationUpdateChecklistItemArgs = {
  taskId: Scalars['UUID']['input'];
  checklistItemId: Scalars['UUID']['input'];
  input: ChecklistItemChanges;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationUpdateTenantSettingsArgs = {
  input: TenantSettingsInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateTimeEntryArgs = {
  taskId: Scalars['UUID']['input'];
  input: CreateTimeEntryInput;
};


export type MutationUpdateTimeEntryArgs = {
  id: Scalars['UUID']['input'];
  input: TimeEntryInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteTimeEntryArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationSwitchTaskTimerArgs = {
  taskId: Scalars['UUID']['input'];
  input: TimerInput;
};


export type MutationTestWebhookArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationReplayWebhookDeliveryArgs = {
  webhookId: Scalars['UUID']['input'];
  id: Scalars['UUID']['input'];
};


export type MutationRecoverWebhookDeliveriesArgs = {
  id: Scalars['UUID']['input'];
  since: Scalars['DateTime']['input'];
  until?: InputMaybe<Scalars['DateTime']['input']>;
  states?: InputMaybe<Array<WebhookRecoveredState>>;
};


export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


export type MutationUpdateWebhookArgs = {
  id: Scalars['UUID']['input'];
  input: WebhookInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteWebhookArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRotateWebhookSecretArgs = {
  id: Scalars['UUID']['input'];
  overlapHours?: InputMaybe<Scalars['Int']['input']>;
  force?: InputMaybe<Scalars['Boolean']['input']>;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationCreateWorkOrderArgs = {
  input: CreateWorkOrderInput;
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationUpdateWorkOrderArgs = {
  id: Scalars['UUID']['input'];
  input: WorkOrderInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationDeleteWorkOrderArgs = {
  id: Scalars['UUID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationChangeWorkOrderStatusArgs = {
  id: Scalars['UUID']['input'];
  input: WorkOrderStatusInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationRecordWorkOrderDeliveryArgs = {
  id: Scalars['UUID']['input'];
  input: DeliveryInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationConvertWorkOrderArgs = {
  id: Scalars['UUID']['input'];
  input?: InputMaybe<ConvertWorkOrderInput>;
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A next step that follows from an activity. */
export type ActionItem = {
  __typename?: 'ActionItem';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  title: Scalars['String']['output'];
  dueOn?: Maybe<Scalars['Date']['output']>;
  /** The user who should do it. */
  assigneeUserId?: Maybe<Scalars['UUID']['output']>;
  status: ActionItemStatus;
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  completedBy?: Maybe<Actor>;
  activityId: Scalars['UUID']['output'];
  /** The activity that it follows from. */
  activity?: Maybe<Activity>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

export type ActionItemStatus =
  | 'open'
  | 'done';

/** Something that happened to one or more records: logged by a person or token, or written by the system. */
export type Activity = {
  __typename?: 'Activity';
  /** Action items of the activity, oldest first. */
  actionItems: Array<ActionItem>;
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  type: ActivityType;
  /** The text shown on the timeline. */
  subject: Scalars['String']['output'];
  /** Details; only of a logged activity. */
  body?: Maybe<Scalars['String']['output']>;
  /** When it happened or is planned. */
  occurredAt: Scalars['DateTime']['output'];
  channel?: Maybe<ActivityChannel>;
  direction?: Maybe<ActivityDirection>;
  /** Null for types without a state, such as a note. */
  status?: Maybe<ActivityStatus>;
  /** Whether a person marked it as a meaningful touch or not; null applies the rules. */
  meaningfulOverride?: Maybe<Scalars['Boolean']['output']>;
  actor: Actor;
  source: ActivitySource;
  /** Name of the event behind it, if the system wrote it. */
  event?: Maybe<Scalars['String']['output']>;
  /** The records on whose timelines it appears. */
  links: Array<ActivityLink>;
  createdAt: Scalars['DateTime']['output'];
  /** Null for an activity that the system wrote; those never change. */
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Null for an activity that the system wrote. */
  updatedBy?: Maybe<Actor>;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Changes to an action item. */
export type ActionItemChanges = {
  title?: InputMaybe<Scalars['String']['input']>;
  dueOn?: InputMaybe<Scalars['Date']['input']>;
  assigneeUserId?: InputMaybe<Scalars['UUID']['input']>;
  status?: InputMaybe<ActionItemStatus>;
};

export type Query = {
  __typename?: 'Query';
  /** Action items across records, soonest due first; only open ones unless a filter says otherwise. */
  actionItems?: Maybe<ActionItemConnection>;
  /** Returns one activity. */
  activity?: Maybe<Activity>;
  /** Lists the timeline of the workspace, newest first. */
  activities?: Maybe<ActivityConnection>;
  /** Lists the timeline of a company and of its related records, newest first. */
  companyActivity?: Maybe<ActivityConnection>;
  /** Lists the timeline of a contact, newest first. */
  contactActivity?: Maybe<ActivityConnection>;
  /** Lists the operations that the caller may use now, with risk, approval, idempotency and references to their schemas. */
  agentCapabilities?: Maybe<AgentCapabilities>;
  /** Returns the OpenAPI 3.1 description of the whole API. */
  agentOpenApi?: Maybe<Scalars['JSON']['output']>;
  /** Describes the MCP endpoint with the tools, resources and prompts that the caller may use. */
  mcpManifest?: Maybe<Scalars['JSON']['output']>;
  /** Returns the agent card in the format of A2A 1.0, with a skill for each module that the caller may use. */
  agentCard?: Maybe<Scalars['JSON']['output']>;
  /** Returns what another product needs to connect; contains no secret. */
  connectorArtifact?: Maybe<Scalars['JSON']['output']>;
  /** Lists registered agents, most recently changed first. */
  agents?: Maybe<AgentConnection>;
  /** Returns what agents may do in the workspace. */
  automationPolicy?: Maybe<AutomationPolicy>;
  /** Lists API tokens without their secrets, including ended ones, most recently changed first. */
  apiTokens?: Maybe<ApiTokenConnection>;
  /** Lists keys of outside providers, with the last four characters of each secret. */
  providerKeys?: Maybe<ProviderKeyConnection>;
  /** Returns the state of the assistant and the latest conversations of the user. */
  assistant?: Maybe<Assistant>;
  /** Returns one conversation of the user, with every question and answer. */
  assistantConversation?: Maybe<AssistantConversation>;
  /** Returns the settings of the assistant; every member may read them, even while it is switched off. */
  assistantSettings?: Maybe<AssistantSettings>;
  /** Lists the audit log, newest first. Reading it is itself logged, once per session and hour. */
  auditLogs?: Maybe<AuditEntryConnection>;
  /** Returns one entry with its redacted changes and its proof. */
  auditLog?: Maybe<AuditEntry>;
  /** Returns the caller, the workspace, and the roles, permissions, scopes and modules; for people and tokens. */
  currentSession?: Maybe<CurrentSession>;
  /** Lists the devices on which the person is signed in, most recently used first; at most 100. */
  sessions?: Maybe<Array<Device>>;
  /** Returns the public keys that verify the access tokens of this service. */
  jwks?: Maybe<JsonWebKeySet>;
  /** Returns the board of a project: columns with their first cards, limits and counts. */
  projectBoard?: Maybe<ProjectBoard>;
  /** Returns the plan of a project: dates, links, slack, critical path and conflicts. */
  projectTimeline?: Maybe<ProjectTimeline>;
  /** Returns one call template. */
  callTemplate?: Maybe<CallTemplate>;
  /** Lists call templates, most recently changed first. */
  callTemplates?: Maybe<CallTemplateConnection>;
  /** Fills the merge fields of a template. */
  renderCallTemplate?: Maybe<RenderedCallTemplate>;
  /** Returns one call. */
  call?: Maybe<Call>;
  /** Lists calls, newest first. */
  calls?: Maybe<CallConnection>;
  /** Returns one client by the id of its company. */
  client?: Maybe<Client>;
  /** Lists companies with a client number, most recently changed first. */
  clients?: Maybe<ClientConnection>;
  /** Lists threads by their last message, newest first. */
  communicationThreads?: Maybe<CommunicationThreadConnection>;
  /** Returns one thread with its last 200 messages. */
  communicationThread?: Maybe<CommunicationThread>;
  /** Returns one communication. */
  communication?: Maybe<Communication>;
  /** Lists communications, newest first; those that were not sent come before. */
  communications?: Maybe<CommunicationConnection>;
  /** Returns one company. */
  company?: Maybe<Company>;
  /** Lists companies, most recently changed first. */
  companies?: Maybe<CompanyConnection>;
  /** Exports companies. */
  exportCompanies?: Maybe<CompanyConnection>;
  /** Lists the websites and email domains of a company, oldest first. */
  companyIdentifiers?: Maybe<Array<CompanyIdentifier>>;
  /** Returns one contact. */
  contact?: Maybe<Contact>;
  /** Lists contacts, most recently changed first. */
  contacts?: Maybe<ContactConnection>;
  /** Exports contacts. */
  exportContacts?: Maybe<ContactConnection>;
  /** Lists the custom fields of the workspace, by kind of record and position. */
  customFields?: Maybe<CustomFieldConnection>;
  /** Lists the deals that a contact is involved in, most recently linked first. */
  contactDeals?: Maybe<DealContactConnection>;
  /** Lists the notes of a deal, newest first. */
  dealNotes?: Maybe<NoteConnection>;
  /** Lists the timeline of a deal, newest first. */
  dealActivity?: Maybe<ActivityConnection>;
  /** Returns a pipeline as a board: each stage with its count, sums by currency and latest deals. */
  dealBoard?: Maybe<DealBoard>;
  /** Returns sums by month, owner and currency. Open deals without an expected closing date are not included. */
  dealForecast?: Maybe<DealForecast>;
  /** Returns the predecessors and successors of a deal, up to six steps, and the contacts involved in it. */
  dealLineage?: Maybe<DealLineage>;
  /** Lists pipelines with their stages, the default one first. */
  dealPipelines?: Maybe<Array<DealPipeline>>;
  /** Lists the stages that a deal entered, in order, with who moved it and how long it stayed. */
  dealStageHistory?: Maybe<Array<DealStageEntry>>;
  /** Returns one deal. */
  deal?: Maybe<Deal>;
  /** Lists deals, most recently changed first. */
  deals?: Maybe<DealConnection>;
  /** Exports deals. */
  exportDeals?: Maybe<DealConnection>;
  /** Returns a summary of a company: contacts, deals, notes, timeline and the next planned interaction. Sections that the caller may not read are listed as skipped. */
  companyDossier?: Maybe<CompanyDossier>;
  /** Returns a summary of a client: projects, due and overdue work, open tickets, quotes and invoices, unbilled time and health. Sections that the caller may not read are listed as skipped. */
  clientOverview?: Maybe<ClientOverview>;
  /** Lists pairs of companies that are likely the same, most likely first. */
  companyDuplicates?: Maybe<CompanyDuplicateConnection>;
  /** Lists pairs of contacts that are likely the same person, most likely first. */
  contactDuplicates?: Maybe<ContactDuplicateConnection>;
  /** Checks that the process is alive, without touching any dependency. */
  health?: Maybe<Health>;
  /** Checks database, migrations, lag of the job queue, signing keys and disk. Answers 503 while one of them fails. */
  readiness?: Maybe<Readiness>;
  /** Returns one invoice or credit note. */
  invoice?: Maybe<Invoice>;
  /** Lists invoices and credit notes, most recently changed first. */
  invoices?: Maybe<InvoiceConnection>;
  /** Exports invoices and credit notes. */
  exportInvoices?: Maybe<InvoiceConnection>;
  /** Returns the stored PDF of an issued document, a draft with a watermark, or the e-invoice as XML. */
  invoicePdf?: Maybe<FileDownload>;
  /** Lists the timeline of an invoice, newest first. */
  invoiceActivity?: Maybe<ActivityConnection>;
  /** Returns one job; those of other people only with jobs.manage. */
  job?: Maybe<Job>;
  /** Lists the caller's jobs, newest first; with jobs.manage, everybody's. */
  jobs?: Maybe<JobConnection>;
  /** Finds the company that matches a name and a website or domain, by the rules that decide when a client is created. */
  matchCompany?: Maybe<CompanyMatch>;
  /** Lists members and open invitations with their roles, most recently changed first. */
  members?: Maybe<MemberConnection>;
  /** Previews a merge: the company as it would be, and what would move. Nothing is written. */
  previewCompanyMerge?: Maybe<CompanyMerge>;
  /** Previews a merge: the contact as it would be, and what would move. Nothing is written. */
  previewContactMerge?: Maybe<ContactMerge>;
  /** Lists the routes. A purpose without one is answered by rule. */
  modelRoutes?: Maybe<Array<ModelRoute>>;
  /** Lists the notes of a company, newest first. */
  companyNotes?: Maybe<NoteConnection>;
  /** Lists the notes of a contact, newest first. */
  contactNotes?: Maybe<NoteConnection>;
  /** Lists the number series with their formats and next numbers. */
  numberSeries?: Maybe<Array<NumberSeries>>;
  /** Lists the used numbers of a series, newest first, and the gaps between them. */
  numberLedger?: Maybe<NumberLedgerEntryConnection>;
  /** Returns the statement of account of a client: opening balance, documents, payments, closing balance. */
  clientStatement?: Maybe<ClientStatement>;
  /** Returns the open balances of clients by how long they are overdue. */
  receivablesAging?: Maybe<ReceivablesAging>;
  /** Returns budget, tracked time, unbilled work and documents of a project. */
  projectFinancials?: Maybe<ProjectFinancials>;
  /** Returns one project. */
  project?: Maybe<Project>;
  /** Lists projects, most recently changed first. */
  projects?: Maybe<ProjectConnection>;
  /** Exports projects. */
  exportProjects?: Maybe<ProjectConnection>;
  /** Lists the timeline of a project, newest first, with the events of its tasks, milestones and documents. */
  projectActivity?: Maybe<ActivityConnection>;
  /** Lists proposals, most recently changed first. An agent sees only its own. */
  actionProposals?: Maybe<ActionProposalConnection>;
  /** Returns one proposal. */
  actionProposal?: Maybe<ActionProposal>;
  /** Shows a sent quote to the client; the first view is recorded. */
  publicQuote?: Maybe<PublicQuote>;
  /** Shows an issued invoice to the client; the first view is recorded. */
  publicInvoice?: Maybe<PublicInvoice>;
  /** Returns the gates of a link, and with a session the room and its items. */
  publicRoom?: Maybe<PublicRoomView>;
  /** Returns one item, with a short-lived address of a file that browsers can show. */
  publicRoomItem?: Maybe<PublicRoomItem>;
  /** Returns the file of an item, when link and item allow its download. */
  publicRoomDownload?: Maybe<FileDownload>;
  /** Lists the comments that visitors may see, oldest first. */
  publicRoomComments?: Maybe<Array<PublicRoomComment>>;
  /** Returns one quote. */
  quote?: Maybe<Quote>;
  /** Lists quotes, most recently changed first. */
  quotes?: Maybe<QuoteConnection>;
  /** Returns the PDF of a quote: the stored one once it is sent, a draft with a watermark. */
  quotePdf?: Maybe<FileDownload>;
  /** Lists the outcomes of the relationship with a contact, latest first. */
  relationshipOutcomes?: Maybe<RelationshipOutcomeConnection>;
  /** Returns the relationship with a contact: context, signals, recency band, and the rules for its reader. */
  relationshipSummary?: Maybe<RelationshipSummary>;
  /** Lists contacts to follow up with now, most urgent first; at most 50 per page. */
  relationshipFollowUps?: Maybe<RelationshipFollowUpConnection>;
  /** Lists interactions with a contact, newest first, and whether each counts as meaningful. */
  contactTouches?: Maybe<ContactTouchConnection>;
  /** Lists roles by name, with the number of members of each. */
  roles?: Maybe<RoleConnection>;
  /** Lists every permission, scope and module that can be granted, with its risk. */
  permissionCatalog?: Maybe<PermissionCatalog>;
  /** Lists the items of a room in order, hidden ones included. */
  roomItems?: Maybe<RoomItemConnection>;
  /** Lists the links of a room with their gates and use, newest first; of tokens only the last four characters. */
  roomLinks?: Maybe<RoomLinkConnection>;
  /** Lists what happened in a room, newest first. */
  roomEvents?: Maybe<RoomEventConnection>;
  /** Returns views, time and completion of a room, by item and visitor. */
  roomAnalytics?: Maybe<RoomAnalytics>;
  /** Lists the comments of a room, oldest first. */
  roomComments?: Maybe<RoomCommentConnection>;
  /** Returns one room with its gates and counts, without tokens. */
  room?: Maybe<Room>;
  /** Lists rooms, most recently changed first. */
  rooms?: Maybe<RoomConnection>;
  /** Returns one view, with the parts that do not work for the caller. */
  savedView?: Maybe<SavedView>;
  /** Lists the caller's own views, those shared with the caller, and those of the workspace. */
  savedViews?: Maybe<SavedViewConnection>;
  /** Searches companies, clients, contacts, deals, projects, rooms, communications, campaigns and competitors at once. A module that cannot be searched says why; the others answer. */
  globalSearch?: Maybe<GlobalSearch>;
  /**
   * Starts single sign-on with the provider of a workspace: send the browser to the returned address, then complete the sign-in
   * with the code and state that it brings back.
   */
  startSso?: Maybe<SsoStart>;
  /** Returns one task. */
  task?: Maybe<Task>;
  /** Lists tasks, most recently changed first. */
  tasks?: Maybe<TaskConnection>;
  /** Exports tasks. */
  exportTasks?: Maybe<TaskConnection>;
  /** Lists the timeline of a task, newest first. */
  taskActivity?: Maybe<ActivityConnection>;
  /** Returns the profile, modules and security policy of the workspace. */
  tenantSettings?: Maybe<TenantSettings>;
  /** Lists time entries, latest first, with sums over the whole list. */
  timeEntries?: Maybe<TimeEntryConnection>;
  /** Lists deliveries of a webhook in the last 30 days, newest first. */
  webhookDeliveries?: Maybe<WebhookDeliveryConnection>;
  /** Returns one delivery with its body and every attempt. */
  webhookDelivery?: Maybe<WebhookDelivery>;
  /** Lists webhooks, most recently changed first. */
  webhooks?: Maybe<WebhookConnection>;
  /** Returns one webhook. */
  webhook?: Maybe<Webhook>;
  /** Lists all event types, with the JSON Schema of their bodies and an example. */
  webhookEventTypes?: Maybe<Array<WebhookEventType>>;
  /** Returns one work order. */
  workOrder?: Maybe<WorkOrder>;
  /** Lists work orders, most recently changed first. */
  workOrders?: Maybe<WorkOrderConnection>;
  /** Returns the PDF of a work order with a block for the sign-off. */
  workOrderPdf?: Maybe<FileDownload>;
  /** Returns the record with this id, whatever its kind; null if there is none that the caller may read. */
  node?: Maybe<Node>;
  /** Returns the records with these ids, in their order; null for each that does not exist or that the caller may not read. */
  nodes?: Maybe<Array<Maybe<Node>>>;
};


export type QueryActionItemsArgs = {
  assignee?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ActionItemFilter>;
  sort?: InputMaybe<Array<ActionItemSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryActivityArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryActivitiesArgs = {
  entityType?: InputMaybe<TimelineEntity>;
  entityId?: InputMaybe<Scalars['UUID']['input']>;
  filter?: InputMaybe<ActivityFilter>;
  sort?: InputMaybe<Array<ActivitySort>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCompanyActivityArgs = {
  companyId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryContactActivityArgs = {
  contactId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAgentCapabilitiesArgs = {
  all?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryAgentOpenApiArgs = {
  caller?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryConnectorArtifactArgs = {
  target: Scalars['String']['input'];
};


export type QueryAgentsArgs = {
  filter?: InputMaybe<AgentFilter>;
  sort?: InputMaybe<Array<AgentSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryApiTokensArgs = {
  filter?: InputMaybe<ApiTokenFilter>;
  sort?: InputMaybe<Array<ApiTokenSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryProviderKeysArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAssistantConversationArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryAuditLogsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  entityType?: InputMaybe<Scalars['String']['input']>;
  entityId?: InputMaybe<Scalars['UUID']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  filter?: InputMaybe<AuditLogFilter>;
  sort?: InputMaybe<Array<AuditSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAuditLogArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryProjectBoardArgs = {
  projectId: Scalars['UUID']['input'];
  cards?: InputMaybe<Scalars['Int']['input']>;
  columnId?: InputMaybe<Scalars['UUID']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QueryProjectTimelineArgs = {
  projectId: Scalars['UUID']['input'];
};


export type QueryCallTemplateArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryCallTemplatesArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CallTemplateFilter>;
  sort?: InputMaybe<Array<CallTemplateSort>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRenderCallTemplateArgs = {
  id: Scalars['UUID']['input'];
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  revision?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryCallArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryCallsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CallFilter>;
  sort?: InputMaybe<Array<CallSort>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryClientArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryClientsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ClientFilter>;
  sort?: InputMaybe<Array<ClientSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCommunicationThreadsArgs = {
  filter?: InputMaybe<CommunicationThreadFilter>;
  sort?: InputMaybe<Array<CommunicationThreadSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCommunicationThreadArgs = {
  threadId: Scalars['UUID']['input'];
};


export type QueryCommunicationArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryCommunicationsArgs = {
  q?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CommunicationFilter>;
  sort?: InputMaybe<Array<CommunicationSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCompanyArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryCompaniesArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CompanyFilter>;
  sort?: InputMaybe<Array<CompanySort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryExportCompaniesArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CompanyFilter>;
  sort?: InputMaybe<Array<CompanySort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCompanyIdentifiersArgs = {
  companyId: Scalars['UUID']['input'];
};


export type QueryContactArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryContactsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ContactFilter>;
  sort?: InputMaybe<Array<ContactSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryExportContactsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ContactFilter>;
  sort?: InputMaybe<Array<ContactSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCustomFieldsArgs = {
  includeArchived?: InputMaybe<Scalars['Boolean']['input']>;
  filter?: InputMaybe<CustomFieldFilter>;
  sort?: InputMaybe<Array<CustomFieldSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryContactDealsArgs = {
  contactId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryDealNotesArgs = {
  dealId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryDealActivityArgs = {
  dealId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryDealBoardArgs = {
  pipelineId?: InputMaybe<Scalars['UUID']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  cards?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryDealForecastArgs = {
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
  pipelineId?: InputMaybe<Scalars['UUID']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
};


export type QueryDealLineageArgs = {
  dealId: Scalars['UUID']['input'];
};


export type QueryDealStageHistoryArgs = {
  dealId: Scalars['UUID']['input'];
};


export type QueryDealArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryDealsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<DealFilter>;
  sort?: InputMaybe<Array<DealSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryExportDealsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<DealFilter>;
  sort?: InputMaybe<Array<DealSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCompanyDossierArgs = {
  companyId: Scalars['UUID']['input'];
};


export type QueryClientOverviewArgs = {
  clientId: Scalars['UUID']['input'];
};


export type QueryCompanyDuplicatesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryContactDuplicatesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryInvoiceArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryInvoicesArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<InvoiceFilter>;
  sort?: InputMaybe<Array<InvoiceSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryExportInvoicesArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<InvoiceFilter>;
  sort?: InputMaybe<Array<InvoiceSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryInvoicePdfArgs = {
  id: Scalars['UUID']['input'];
  format?: InputMaybe<PdfFormat>;
};


export type QueryInvoiceActivityArgs = {
  invoiceId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryJobArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryJobsArgs = {
  filter?: InputMaybe<JobFilter>;
  sort?: InputMaybe<Array<JobSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMatchCompanyArgs = {
  input: CompanyMatchInput;
};


export type QueryMembersArgs = {
  filter?: InputMaybe<MemberFilter>;
  sort?: InputMaybe<Array<MemberSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPreviewCompanyMergeArgs = {
  primaryCompanyId: Scalars['UUID']['input'];
  duplicateCompanyId: Scalars['UUID']['input'];
};


export type QueryPreviewContactMergeArgs = {
  primaryContactId: Scalars['UUID']['input'];
  duplicateContactId: Scalars['UUID']['input'];
};


export type QueryCompanyNotesArgs = {
  companyId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryContactNotesArgs = {
  contactId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryNumberLedgerArgs = {
  docType: NumberSeriesType;
  filter?: InputMaybe<NumberLedgerEntryFilter>;
  sort?: InputMaybe<Array<NumberLedgerEntrySort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryClientStatementArgs = {
  id: Scalars['UUID']['input'];
  from?: InputMaybe<Scalars['Date']['input']>;
  to?: InputMaybe<Scalars['Date']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
};


export type QueryReceivablesAgingArgs = {
  asOf?: InputMaybe<Scalars['Date']['input']>;
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
};


export type QueryProjectFinancialsArgs = {
  projectId: Scalars['UUID']['input'];
};


export type QueryProjectArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryProjectsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ProjectFilter>;
  sort?: InputMaybe<Array<ProjectSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryExportProjectsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ProjectFilter>;
  sort?: InputMaybe<Array<ProjectSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryProjectActivityArgs = {
  projectId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryActionProposalsArgs = {
  filter?: InputMaybe<ActionProposalFilter>;
  sort?: InputMaybe<Array<ActionProposalSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryActionProposalArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryPublicQuoteArgs = {
  token: Scalars['String']['input'];
};


export type QueryPublicInvoiceArgs = {
  token: Scalars['String']['input'];
};


export type QueryPublicRoomArgs = {
  token: Scalars['String']['input'];
  session?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPublicRoomItemArgs = {
  token: Scalars['String']['input'];
  itemId: Scalars['UUID']['input'];
  session?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPublicRoomDownloadArgs = {
  token: Scalars['String']['input'];
  itemId: Scalars['UUID']['input'];
  session?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPublicRoomCommentsArgs = {
  token: Scalars['String']['input'];
  session?: InputMaybe<Scalars['String']['input']>;
};


export type QueryQuoteArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryQuotesArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<QuoteFilter>;
  sort?: InputMaybe<Array<QuoteSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryQuotePdfArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryRelationshipOutcomesArgs = {
  contactId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRelationshipSummaryArgs = {
  contactId: Scalars['UUID']['input'];
};


export type QueryRelationshipFollowUpsArgs = {
  stewardUserId?: InputMaybe<Scalars['String']['input']>;
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  reason?: InputMaybe<Array<FollowUpReason>>;
  priority?: InputMaybe<Array<FollowUpPriority>>;
  includeSuppressed?: InputMaybe<Scalars['Boolean']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryContactTouchesArgs = {
  contactId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRolesArgs = {
  filter?: InputMaybe<RoleFilter>;
  sort?: InputMaybe<Array<RoleSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRoomItemsArgs = {
  roomId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRoomLinksArgs = {
  roomId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRoomEventsArgs = {
  roomId: Scalars['UUID']['input'];
  filter?: InputMaybe<RoomEventFilter>;
  sort?: InputMaybe<Array<RoomEventSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRoomAnalyticsArgs = {
  roomId: Scalars['UUID']['input'];
  from?: InputMaybe<Scalars['Date']['input']>;
  until?: InputMaybe<Scalars['Date']['input']>;
};


export type QueryRoomCommentsArgs = {
  roomId: Scalars['UUID']['input'];
  filter?: InputMaybe<RoomCommentFilter>;
  sort?: InputMaybe<Array<RoomCommentSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRoomArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryRoomsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<RoomFilter>;
  sort?: InputMaybe<Array<RoomSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySavedViewArgs = {
  id: Scalars['UUID']['input'];
};


export type QuerySavedViewsArgs = {
  filter?: InputMaybe<SavedViewFilter>;
  sort?: InputMaybe<Array<SavedViewSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGlobalSearchArgs = {
  q: Scalars['String']['input'];
  modules?: InputMaybe<Array<SearchModule>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryStartSsoArgs = {
  tenantSlug: Scalars['String']['input'];
  redirectUri?: InputMaybe<Scalars['String']['input']>;
  maxAge?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryTaskArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryTasksArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TaskFilter>;
  sort?: InputMaybe<Array<TaskSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryExportTasksArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TaskFilter>;
  sort?: InputMaybe<Array<TaskSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryTaskActivityArgs = {
  taskId: Scalars['UUID']['input'];
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryTimeEntriesArgs = {
  userId?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TimeEntryFilter>;
  sort?: InputMaybe<Array<TimeEntrySort>>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryWebhookDeliveriesArgs = {
  webhookId: Scalars['UUID']['input'];
  filter?: InputMaybe<WebhookDeliveryFilter>;
  sort?: InputMaybe<Array<WebhookDeliverySort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryWebhookDeliveryArgs = {
  webhookId: Scalars['UUID']['input'];
  id: Scalars['UUID']['input'];
};


export type QueryWebhooksArgs = {
  filter?: InputMaybe<WebhookFilter>;
  sort?: InputMaybe<Array<WebhookSort>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryWebhookArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryWorkOrderArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryWorkOrdersArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<WorkOrderFilter>;
  sort?: InputMaybe<Array<WorkOrderSort>>;
  customSort?: InputMaybe<Array<Scalars['String']['input']>>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  viewId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryWorkOrderPdfArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};

/** A record on whose timeline an activity appears. */
export type ActivityLink = {
  __typename?: 'ActivityLink';
  entity: TimelineEntity;
  id: Scalars['UUID']['output'];
  /** The company, for a link to one. */
  company?: Maybe<Company>;
  /** The contact, for a link to one. */
  contact?: Maybe<Contact>;
  /** The deal, for a link to one. */
  deal?: Maybe<Deal>;
  /** The invoice, for a link to one. */
  invoice?: Maybe<Invoice>;
  /** The project, for a link to one. */
  project?: Maybe<Project>;
  /** The quote, for a link to one. */
  quote?: Maybe<Quote>;
  /** The room, for a link to one. */
  room?: Maybe<Room>;
  /** The task, for a link to one. */
  task?: Maybe<Task>;
  /** The work order, for a link to one. */
  workOrder?: Maybe<WorkOrder>;
};

export type ActivityType =
  | 'note'
  | 'call'
  | 'email'
  | 'message'
  | 'meeting'
  | 'event'
  | 'task'
  | 'stage_change'
  | 'field_change'
  | 'merge'
  | 'room'
  | 'campaign'
  | 'outcome'
  | 'system';

/** Types that can be logged; the system writes the others. */
export type LoggedActivityType =
  | 'note'
  | 'call'
  | 'email'
  | 'message'
  | 'meeting'
  | 'event'
  | 'task';

export type ActivityChannel =
  | 'email'
  | 'phone'
  | 'sms'
  | 'chat'
  | 'social'
  | 'letter'
  | 'video'
  | 'in_person'
  /** A room shared with a buyer. */
  | 'room';

/** Who contacted whom: they us (inbound), we them (outbound), or colleagues each other (internal). */
export type ActivityDirection =
  | 'inbound'
  | 'outbound'
  | 'internal';

export type ActivityStatus =
  | 'planned'
  | 'held'
  | 'cancelled'
  | 'no_show';

/** Who wrote an activity. */
export type ActivitySource =
  | 'user'
  | 'service'
  | 'system'
  | 'visitor';

export type ActivityLinkInput = {
  entity: TimelineEntity;
  id: Scalars['UUID']['input'];
};

export type ActivityInput = {
  type?: InputMaybe<LoggedActivityType>;
  subject?: InputMaybe<Scalars['String']['input']>;
  body?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to now. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  channel?: InputMaybe<ActivityChannel>;
  direction?: InputMaybe<ActivityDirection>;
  /** Default for a call, meeting or event: planned if it is in the future, else held. */
  status?: InputMaybe<ActivityStatus>;
  /** Overrides whether it counts as a meaningful touch; null applies the rules. People only. */
  meaningfulOverride?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * The complete list of records on whose timelines it appears. An activity with contacts and no company also appears on the
   * timelines of their companies.
   */
  links?: InputMaybe<Array<ActivityLinkInput>>;
};

export type ActivityFilter = {
  /** The person or token who acted. */
  actorId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  type?: InputMaybe<TextFilter>;
  subject?: InputMaybe<TextFilter>;
  occurredAt?: InputMaybe<DateTimeFilter>;
  channel?: InputMaybe<TextFilter>;
  direction?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  source?: InputMaybe<TextFilter>;
  /** Name of the event, for an activity that the system wrote. */
  event?: InputMaybe<TextFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are listed only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<ActivityFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<ActivityFilter>>;
  /** This must not hold. */
  not?: InputMaybe<ActivityFilter>;
};

/** A postal address. */
export type Address = {
  __typename?: 'Address';
  line1?: Maybe<Scalars['String']['output']>;
  line2?: Maybe<Scalars['String']['output']>;
  city?: Maybe<Scalars['String']['output']>;
  region?: Maybe<Scalars['String']['output']>;
  postalCode?: Maybe<Scalars['String']['output']>;
  /** An ISO 3166-1 alpha-2 country code. */
  country?: Maybe<Scalars['String']['output']>;
};

export type AddressInput = {
  line1?: InputMaybe<Scalars['String']['input']>;
  line2?: InputMaybe<Scalars['String']['input']>;
  city?: InputMaybe<Scalars['String']['input']>;
  region?: InputMaybe<Scalars['String']['input']>;
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** An ISO 3166-1 alpha-2 country code. */
  country?: InputMaybe<Scalars['CountryCode']['input']>;
};

/** A record that a bulk operation could not change, with its error. */
export type BulkFailure = {
  __typename?: 'BulkFailure';
  id: Scalars['UUID']['output'];
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
  fields?: Maybe<Scalars['JSON']['output']>;
};

export type BulkCounts = {
  __typename?: 'BulkCounts';
  succeeded: Scalars['Int']['output'];
  failed: Scalars['Int']['output'];
};

/** Result of a bulk operation for each record. */
export type BulkResult = {
  __typename?: 'BulkResult';
  /** Ids that were changed. */
  succeeded: Array<Scalars['UUID']['output']>;
  failed: Array<BulkFailure>;
  counts: BulkCounts;
};

/** Whether an upsert created or updated the record. */
export type UpsertOutcome =
  | 'created'
  | 'updated';

/** A new record that could not be written, with its error. */
export type BatchFailure = {
  __typename?: 'BatchFailure';
  /** Its position among the items, from 0. */
  index: Scalars['Int']['output'];
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
  fields?: Maybe<Scalars['JSON']['output']>;
};

/** What happened to a new record. */
export type BatchOutcome = {
  __typename?: 'BatchOutcome';
  /** Its position among the items, from 0. */
  index: Scalars['Int']['output'];
  id: Scalars['UUID']['output'];
  outcome: UpsertOutcome;
};

/** Result of writing many new records, for each of them. */
export type BatchResult = {
  __typename?: 'BatchResult';
  /** Ids of the records, in the order of their items. */
  succeeded: Array<Scalars['UUID']['output']>;
  failed: Array<BatchFailure>;
  /** The items that succeeded, each with its record. */
  outcomes: Array<BatchOutcome>;
  counts: BulkCounts;
};

/** Everything that the caller may do in the workspace, and what each call requires. */
export type AgentCapabilities = {
  __typename?: 'AgentCapabilities';
  principal: AgentCaller;
  tenant: Workspace;
  policy: AgentPolicy;
  /** Modules that are enabled for the caller. */
  modules: Array<Scalars['String']['output']>;
  /** The newest version that X-Api-Version accepts. */
  apiVersion: Scalars['String']['output'];
  capabilities: Array<Capability>;
};

/** The caller. */
export type AgentCaller = {
  __typename?: 'AgentCaller';
  kind: CallerKind;
  /** Id of the user or token. */
  id: Scalars['UUID']['output'];
  label: Scalars['String']['output'];
  /** Keys of the roles that the caller has in this workspace. */
  roles: Array<Scalars['String']['output']>;
  /** Scopes of a token; null for a person, to whom scopes do not apply. */
  scopes?: Maybe<Array<Scalars['String']['output']>>;
};

/** What restricts changes by the caller, in addition to permissions and scopes. */
export type AgentPolicy = {
  __typename?: 'AgentPolicy';
  /** Whether agents may change records; does not apply to people and integrations. */
  automationEnabled: Scalars['Boolean']['output'];
  /** Whether a change needs approval, by risk class. */
  approvals: AgentApprovals;
};

/** Whether calls of each risk class need approval. */
export type AgentApprovals = {
  __typename?: 'AgentApprovals';
  write: Approval;
  externalSend: Approval;
  financial: Approval;
  destructive: Approval;
  signing: Approval;
};

/** Whether a person must approve a call before it runs. */
export type Approval =
  | 'none'
  /** The call becomes a proposal, and runs when an owner or admin approves it. */
  | 'required'
  /** The call is not available to the caller. */
  | 'denied';

/** An operation from the caller's point of view. */
export type Capability = {
  __typename?: 'Capability';
  /** Name of the operation; two relationship actions have dotted ids. */
  operation: Scalars['String']['output'];
  title: Scalars['String']['output'];
  module: Scalars['String']['output'];
  /** Null, like the path, for an operation without a REST route. */
  method?: Maybe<Scalars['String']['output']>;
  path?: Maybe<Scalars['String']['output']>;
  /** Name of the MCP tool; null if MCP cannot carry the answer. */
  tool?: Maybe<Scalars['String']['output']>;
  /** Name of the GraphQL root field. */
  graphql: Scalars['String']['output'];
  permission?: Maybe<Scalars['String']['output']>;
  scope?: Maybe<Scalars['String']['output']>;
  /** One of read, write and risky. */
  risk: Scalars['String']['output'];
  /** Null for reads. */
  riskClass?: Maybe<RiskClass>;
  approval: Approval;
  /** `key` if it takes an Idempotency-Key, which agents must send. */
  idempotency: Scalars['String']['output'];
  /** Whether the caller may use it now. */
  available: Scalars['Boolean']['output'];
  /** The error code that a call would return now. */
  unavailableReason?: Maybe<Scalars['String']['output']>;
  /** Reference to the input schema in the API description; null if there is none. */
  inputSchemaRef?: Maybe<Scalars['String']['output']>;
  /** Reference to the schema of the answer in the API description; null if the answer has none. */
  outputSchemaRef?: Maybe<Scalars['String']['output']>;
};

/** A program that acts in the workspace on behalf of the person responsible for it. */
export type Agent = {
  __typename?: 'Agent';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  /** Its purpose, shown to the people who decide on its proposals. */
  purpose: Scalars['String']['output'];
  /** The user responsible for it, who is notified of decisions on its proposals. */
  ownerUserId: Scalars['UUID']['output'];
  /** The role that limits what it may do. */
  roleId: Scalars['UUID']['output'];
  /** Scopes that limit all of its tokens. */
  allowedScopes: Array<Scalars['String']['output']>;
  status: AgentStatus;
  /** Changes that it may make per day (UTC), including proposals. */
  dailyActionCap: Scalars['Int']['output'];
  /** Number of its proposals that wait for a decision. */
  pendingProposals: Scalars['Int']['output'];
  /** When one of its tokens was last used, to the minute. */
  lastSeenAt?: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  /** Proposals of the agent, most recently changed first. */
  proposals: ActionProposalConnection;
};


/** A program that acts in the workspace on behalf of the person responsible for it. */
export type AgentProposalsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type AgentStatus =
  | 'active'
  /** It may read and not write. */
  | 'paused'
  /** Final state; its tokens are revoked. */
  | 'retired';

/** What agents may do in the workspace. Does not apply to people and integrations. */
export type AutomationPolicy = {
  __typename?: 'AutomationPolicy';
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  /** Whether agents may change anything at all. */
  enabled: Scalars['Boolean']['output'];
  modes: AutomationModes;
  /** Risk classes in which nobody may approve a proposal made on their own behalf. */
  fourEyes: Array<RiskClass>;
  /** Hours after which an undecided proposal expires. */
  proposalTtlHours: Scalars['Int']['output'];
  /** Changes that all agents together may make per day (UTC). */
  dailyCap: Scalars['Int']['output'];
  /** Times of day between which agents may not write; null if there are none. */
  quietHours?: Maybe<QuietHours>;
  /** True if agents may not write and waiting proposals were cancelled. */
  killSwitch: Scalars['Boolean']['output'];
  updatedAt: Scalars['DateTime']['output'];
  updatedBy: Actor;
};

/** How calls of each risk class are handled. */
export type AutomationModes = {
  __typename?: 'AutomationModes';
  write: AutomationMode;
  externalSend: AutomationMode;
  financial: AutomationMode;
  destructive: AutomationMode;
  signing: AutomationMode;
};

export type AutomationMode =
  /** The call runs. Only available for plain writes. */
  | 'allow'
  /** The call waits for approval by an owner or admin. */
  | 'approval'
  /** The call is refused. */
  | 'deny';

/** Times of day, `HH:MM`, in the time zone of the workspace; the end may be on the next day. */
export type QuietHours = {
  __typename?: 'QuietHours';
  from: Scalars['String']['output'];
  until: Scalars['String']['output'];
};

export type AgentChanges = {
  name?: InputMaybe<Scalars['String']['input']>;
  purpose?: InputMaybe<Scalars['String']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  roleId?: InputMaybe<Scalars['UUID']['input']>;
  allowedScopes?: InputMaybe<Array<Scalars['String']['input']>>;
  dailyActionCap?: InputMaybe<Scalars['Int']['input']>;
  /** An agent can be paused and activated again; retired is final and revokes its tokens. */
  status?: InputMaybe<AgentStatus>;
};

export type AutomationPolicyInput = {
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Modes that are not given stay as they are. */
  modes?: InputMaybe<AutomationModesInput>;
  fourEyes?: InputMaybe<Array<RiskClass>>;
  proposalTtlHours?: InputMaybe<Scalars['Int']['input']>;
  dailyCap?: InputMaybe<Scalars['Int']['input']>;
  /** Null removes the quiet hours. */
  quietHours?: InputMaybe<QuietHoursInput>;
  /** True stops all writes by agents at once and cancels waiting proposals. */
  killSwitch?: InputMaybe<Scalars['Boolean']['input']>;
};

export type AutomationModesInput = {
  write?: InputMaybe<AutomationMode>;
  externalSend?: InputMaybe<AutomationMode>;
  financial?: InputMaybe<AutomationMode>;
  destructive?: InputMaybe<AutomationMode>;
  signing?: InputMaybe<AutomationMode>;
};

export type QuietHoursInput = {
  from: Scalars['String']['input'];
  until: Scalars['String']['input'];
};

/** A credential of a service or an agent. Its secret is shown once and never stored. */
export type ApiToken = {
  __typename?: 'ApiToken';
  /** The registered agent that it belongs to; null if there is none. */
  agent?: Maybe<Agent>;
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  /** Its name, shown as the author of what it writes. */
  name: Scalars['String']['output'];
  kind: ApiTokenKind;
  /** The registered agent that it belongs to. */
  agentId?: Maybe<Scalars['UUID']['output']>;
  /** The user responsible for it. */
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  /** When the responsible user stopped being an active member; the token is revoked 14 days later. */
  ownerMissingSince?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the responsible user has left the workspace. */
  ownerMissing: Scalars['Boolean']['output'];
  /** Null once the token has ended and its role is deleted. */
  roleId?: Maybe<Scalars['UUID']['output']>;
  role?: Maybe<Role>;
  scopes: Array<Scalars['String']['output']>;
  /** Null means every module of the workspace. */
  modules?: Maybe<Array<Scalars['String']['output']>>;
  /** IP addresses and ranges that it may be used from; empty means everywhere. */
  ipAllowlist: Array<Scalars['String']['output']>;
  /** The first characters of its secret. */
  prefix: Scalars['String']['output'];
  lastFour: Scalars['String']['output'];
  status: ApiTokenStatus;
  /** Until when the secret from before the last rotation is valid. */
  previousSecretExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  expiresAt: Scalars['DateTime']['output'];
  /** When it was last used, to the minute. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  lastUsedIp?: Maybe<Scalars['String']['output']>;
  /** The API version that it is pinned to. */
  apiVersion: Scalars['String']['output'];
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  revokeReason?: Maybe<Scalars['String']['output']>;
  /** The secret, only in the answer of the call that created it; null afterwards. */
  secret?: Maybe<Scalars['String']['output']>;
  /** Whether this answer contains the secret; a repeated call does not. */
  secretShown: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

export type ApiTokenKind =
  /** An integration, limited by role and scopes. */
  | 'service'
  /** An agent, also limited by the automation policy. */
  | 'agent';

export type ApiTokenStatus =
  | 'active'
  /** Recently rotated: two secrets are valid. */
  | 'rotating'
  | 'expired'
  | 'revoked';

export type ApiTokenInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to service; cannot be changed. */
  kind?: InputMaybe<ApiTokenKind>;
  /** The registered agent that a token of the kind agent belongs to; cannot be changed. */
  agentId?: InputMaybe<Scalars['UUID']['input']>;
  /** The user responsible for it; defaults to the caller. */
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** A role that grants no more than the caller has; defaults to the agent role. */
  roleId?: InputMaybe<Scalars['UUID']['input']>;
  /** Scope names, or wildcards such as `crm.*:read`, which are expanded when they are stored. */
  scopes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Null means every module that the caller may use. */
  modules?: InputMaybe<Array<Scalars['String']['input']>>;
  /** IP addresses and ranges that it may be used from; empty means everywhere. */
  ipAllowlist?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Defaults to 90 days from now; at most 365 days. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The provider that a key is for. */
export type Provider =
  | 'openai_compatible'
  | 'anthropic_compatible'
  | 'email_smtp'
  | 'transcription'
  | 'enrichment'
  | 'storage'
  | 'custom';

export type ProviderKeyStatus =
  /** Not checked since it was stored, or the provider could not be reached. */
  | 'unverified'
  /** The provider accepted it. */
  | 'active'
  /** The provider refused it. */
  | 'invalid'
  /** Switched off by an admin. */
  | 'disabled';

/** What went wrong with a request to a provider; the provider's message is not passed on. */
export type ProviderFault =
  /** The provider refused the secret. */
  | 'auth'
  | 'not_found'
  | 'rate_limited'
  /** Another answer that is not a success. */
  | 'http'
  | 'timeout'
  | 'dns'
  | 'tls'
  | 'refused'
  /** The address leads to a host that the service may not connect to. */
  | 'blocked'
  | 'network'
  /** The answer did not follow the protocol. */
  | 'invalid_answer';

/** A key of an outside provider, without its secret. */
export type ProviderKey = {
  __typename?: 'ProviderKey';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  label: Scalars['String']['output'];
  provider: Provider;
  /** Base URL of the provider's API. */
  baseUrl?: Maybe<Scalars['String']['output']>;
  /** The last four characters of the secret; null if the secret is too short to show part of it. */
  lastFour?: Maybe<Scalars['String']['output']>;
  status: ProviderKeyStatus;
  lastCheckedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why the last check failed; null if it succeeded. */
  lastError?: Maybe<ProviderFault>;
  /** Whether the provider signs the events that it sends to this service with a stored secret. */
  hasIngressSecret: Scalars['Boolean']['output'];
  /** Whether it is used when no key of this provider is named; each provider has at most one. */
  isDefault: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

export type ProviderKeyInput = {
  label: Scalars['String']['input'];
  provider: Provider;
  /** An https address; required for compatible and custom providers. */
  baseUrl?: InputMaybe<Scalars['String']['input']>;
  /** Stored encrypted and never shown. */
  secret: Scalars['String']['input'];
  /** True makes it the default of its provider in place of the former one. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** The secret with which the provider signs the events that it sends (Standard Webhooks): whsec_ and base64. Never shown. */
  ingressSecret?: InputMaybe<Scalars['String']['input']>;
  /** Whether to check the secret with the provider; the result becomes the status. */
  verify?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Changes to a key; its provider cannot be changed. */
export type ProviderKeyChange = {
  label?: InputMaybe<Scalars['String']['input']>;
  /** A different address requires the secret again. */
  baseUrl?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the stored secret. */
  secret?: InputMaybe<Scalars['String']['input']>;
  /** True makes it the default of its provider in place of the former one. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The secret with which the provider signs the events that it sends (Standard Webhooks): whsec_ and base64. Never shown. */
  ingressSecret?: InputMaybe<Scalars['String']['input']>;
  /** Whether to check the secret with the provider; the result becomes the status. */
  verify?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Settings of the assistant. */
export type AssistantSettings = {
  __typename?: 'AssistantSettings';
  version: Scalars['Int']['output'];
  enabled: Scalars['Boolean']['output'];
  /** For how many days conversations are kept. */
  retentionDays: Scalars['Int']['output'];
  /** Classes of fields that models may see, of those that the user may read; each model route can narrow them further. */
  dataClasses: Array<ModelDataClass>;
  /** Whether the assistant may propose changes for approval. */
  allowProposals: Scalars['Boolean']['output'];
  /** Whether a model is available; otherwise answers are made by rule. */
  modelPurposeReady: Scalars['Boolean']['output'];
};

/** The assistant as the current user sees it. */
export type Assistant = {
  __typename?: 'Assistant';
  enabled: Scalars['Boolean']['output'];
  /** Whether a model is available; otherwise answers are made by rule. */
  modelPurposeReady: Scalars['Boolean']['output'];
  allowProposals: Scalars['Boolean']['output'];
  /** The latest conversations of the user; at most 20. */
  conversations: Array<AssistantConversation>;
};

/** A conversation of a person with the assistant. Nobody else can see it. */
export type AssistantConversation = {
  __typename?: 'AssistantConversation';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  /** The beginning of the first question. */
  title: Scalars['String']['output'];
  /** Questions and answers, oldest first. */
  messages: Array<AssistantMessage>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

export type AssistantRole =
  | 'user'
  | 'assistant';

export type AssistantMessage = {
  __typename?: 'AssistantMessage';
  id: Scalars['UUID']['output'];
  role: AssistantRole;
  /** Null if it was made from fields that the user may no longer read. */
  text?: Maybe<Scalars['String']['output']>;
  citations: Array<Citation>;
  proposals: Array<AssistantProposal>;
  /** True if no model answered and the answer was made by rule. */
  providerUnavailable: Scalars['Boolean']['output'];
  model?: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
};

/** A record that supports an answer. */
export type Citation = {
  __typename?: 'Citation';
  /** The number that the text cites it by. */
  index: Scalars['Int']['output'];
  /** Kind of record, singular snake_case. */
  type: Scalars['String']['output'];
  id: Scalars['UUID']['output'];
  /** Name of the record, as people know it. */
  label: Scalars['String']['output'];
  /** Its path on REST. */
  path: Scalars['String']['output'];
  /** Fields that the answer quotes. */
  fields: Array<Scalars['String']['output']>;
};

/** A change that the assistant proposed for approval. */
export type AssistantProposal = {
  __typename?: 'AssistantProposal';
  proposalId: Scalars['UUID']['output'];
  /** The operation that would run. */
  operation: Scalars['String']['output'];
  title: Scalars['String']['output'];
};

/** Number of tokens, as counted by the provider. */
export type AssistantUsage = {
  __typename?: 'AssistantUsage';
  inputTokens: Scalars['Int']['output'];
  outputTokens: Scalars['Int']['output'];
};

/** An answer with its sources. */
export type AssistantAnswer = {
  __typename?: 'AssistantAnswer';
  conversationId: Scalars['UUID']['output'];
  messageId: Scalars['UUID']['output'];
  /** The text; each statement cites records by number, or says that it has no source. */
  text: Scalars['String']['output'];
  citations: Array<Citation>;
  proposals: Array<AssistantProposal>;
  /** True if no model answered in time; the text then lists the matching records. */
  providerUnavailable: Scalars['Boolean']['output'];
  /** The model; null, like the usage, if no model answered. */
  model?: Maybe<Scalars['String']['output']>;
  usage?: Maybe<AssistantUsage>;
};

/** Kinds of records that a question can refer to. */
export type AssistantContextType =
  | 'company'
  | 'client'
  | 'contact'
  | 'deal';

/** The record that the user is looking at. */
export type AssistantContext = {
  type: AssistantContextType;
  id: Scalars['UUID']['input'];
};

export type AssistantSettingsInput = {
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  retentionDays?: InputMaybe<Scalars['Int']['input']>;
  /** Defaults to ordinary fields only. */
  dataClasses?: InputMaybe<Array<ModelDataClass>>;
  allowProposals?: InputMaybe<Scalars['Boolean']['input']>;
};

/**
 * One entry of the audit log. It never changes. `seq`, `prevHash` and `hash` chain it to the previous entries of its
 * workspace; they are null for the moment between its commit and its seal.
 */
export type AuditEntry = {
  __typename?: 'AuditEntry';
  id: Scalars['UUID']['output'];
  /** Position in the chain of the workspace, without gaps, in the order in which entries were sealed. */
  seq?: Maybe<Scalars['Int']['output']>;
  occurredAt: Scalars['DateTime']['output'];
  actor: Actor;
  /** The operator who acted on behalf of the actor. */
  impersonator?: Maybe<Actor>;
  /** Who approved the agent's proposal. */
  approver?: Maybe<Actor>;
  /** The event, or `request.denied`, `request.failed`, `contact.restricted_read` or `audit_log.read`. */
  action: Scalars['String']['output'];
  /** The operation, or the root field of an ad-hoc GraphQL document. */
  operation?: Maybe<Scalars['String']['output']>;
  surface: AuditSurface;
  target?: Maybe<AuditTarget>;
  outcome: AuditOutcome;
  /** Error code of a refusal or failure. */
  errorCode?: Maybe<Scalars['String']['output']>;
  /** How often it happened: repeated refusals within a minute, and reads, share one entry. */
  occurrences: Scalars['Int']['output'];
  /** Changed fields; governed values and credentials read `[redacted]`, those of an erased person `[erased]`. */
  changes: Array<AuditChange>;
  risk?: Maybe<Risk>;
  proposalId?: Maybe<Scalars['UUID']['output']>;
  requestId?: Maybe<Scalars['String']['output']>;
  ip?: Maybe<Scalars['String']['output']>;
  userAgent?: Maybe<Scalars['String']['output']>;
  /** Hash of the previous entry. */
  prevHash?: Maybe<Scalars['String']['output']>;
  /** SHA-256 of the previous hash, a line feed and the canonical text. */
  hash?: Maybe<Scalars['String']['output']>;
  /** Proof of the entry; null until it is sealed. */
  proof?: Maybe<AuditProof>;
  /** Entries of the same request, including this one. */
  request: Array<AuditEntry>;
};

export type AuditSurface =
  | 'rest'
  | 'graphql'
  | 'mcp'
  | 'job'
  | 'ingress';

export type AuditOutcome =
  | 'success'
  /** The caller was not allowed to. */
  | 'denied'
  /** The operation failed and changed nothing. */
  | 'failed';

/** The record that an entry is about. */
export type AuditTarget = {
  __typename?: 'AuditTarget';
  /** Kind of record, singular snake_case. */
  type: Scalars['String']['output'];
  /** Null if the target is not a record. */
  id?: Maybe<Scalars['UUID']['output']>;
  /** Name of the record at the time. */
  label?: Maybe<Scalars['String']['output']>;
  /** The record, if it is a company. */
  company?: Maybe<Company>;
  /** The record, if it is a contact. */
  contact?: Maybe<Contact>;
  /** The record, if it is a deal. */
  deal?: Maybe<Deal>;
};

export type AuditChange = {
  __typename?: 'AuditChange';
  field: Scalars['String']['output'];
  from?: Maybe<Scalars['JSON']['output']>;
  to?: Maybe<Scalars['JSON']['output']>;
};

/**
 * The proof of an entry: the SHA-256 of `prevHash`, a line feed and `canonical` is `hash`. `canonical` contains `contentHash`,
 * the SHA-256 of `salt`, a line feed and `{"changes":...,"label":...}` as sorted JSON. Erasing a person removes the salt.
 */
export type AuditProof = {
  __typename?: 'AuditProof';
  seq: Scalars['Int']['output'];
  prevHash: Scalars['String']['output'];
  hash: Scalars['String']['output'];
  contentHash: Scalars['String']['output'];
  salt?: Maybe<Scalars['String']['output']>;
  canonical: Scalars['String']['output'];
  /** Whether the entry is unchanged since it was sealed and follows the previous one. */
  verified: Scalars['Boolean']['output'];
};

export type AuditLogFilter = {
  actorId?: InputMaybe<IdFilter>;
  action?: InputMaybe<TextFilter>;
  operation?: InputMaybe<TextFilter>;
  outcome?: InputMaybe<TextFilter>;
  errorCode?: InputMaybe<TextFilter>;
  surface?: InputMaybe<TextFilter>;
  risk?: InputMaybe<TextFilter>;
  requestId?: InputMaybe<TextFilter>;
  occurredAt?: InputMaybe<DateTimeFilter>;
};

export type AuditSort =
  | 'occurred_at'
  | '-occurred_at';

export type AuditExportFormat =
  | 'csv'
  /** One JSON object per line. */
  | 'jsonl';

/** Which entries are exported; all of them by default. */
export type AuditExportInput = {
  format?: InputMaybe<AuditExportFormat>;
  search?: InputMaybe<Scalars['String']['input']>;
  entityType?: InputMaybe<Scalars['String']['input']>;
  entityId?: InputMaybe<Scalars['UUID']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  filter?: InputMaybe<AuditLogFilter>;
};

/** The caller's own account. */
export type Account = {
  __typename?: 'Account';
  id: Scalars['UUID']['output'];
  /** Email address for sign-in, in lower case. */
  email: Scalars['String']['output'];
  name: Scalars['String']['output'];
  locale: Scalars['String']['output'];
  /** A time zone of the IANA database. */
  timeZone: Scalars['String']['output'];
  avatarUrl?: Maybe<Scalars['String']['output']>;
  /** When the address was last verified. */
  emailVerifiedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether sign-in requires a one-time code. */
  mfaEnabled: Scalars['Boolean']['output'];
  /** Whether the person operates the platform; grants nothing inside a workspace. */
  isOperator: Scalars['Boolean']['output'];
  lastSignInAt?: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
};

/** The part of a workspace that every member can see. */
export type Workspace = {
  __typename?: 'Workspace';
  /** Id to send as x-tenant-id. */
  id: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  slug: Scalars['String']['output'];
  status: WorkspaceStatus;
  locale: Scalars['String']['output'];
  /** A time zone of the IANA database; dates without a zone are read in it. */
  timeZone: Scalars['String']['output'];
  /** An ISO 4217 currency code. */
  currency: Scalars['String']['output'];
};

export type WorkspaceStatus =
  | 'active'
  /** Only owners may enter, to read, export and pay. */
  | 'suspended'
  | 'pending_deletion'
  | 'deleted';

/** An active membership in a workspace. */
export type WorkspaceMembership = {
  __typename?: 'WorkspaceMembership';
  tenant: Workspace;
  joinedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A new session. Keep the tokens on a server or in memory, never in a page. */
export type SignedIn = {
  __typename?: 'SignedIn';
  sessionId: Scalars['UUID']['output'];
  /**
   * Bearer token, valid for 15 minutes. It is bound to no workspace, so send x-tenant-id or call SelectTenant. After single
   * sign-on it is bound to the workspace of the provider.
   */
  accessToken: Scalars['String']['output'];
  tokenType: Scalars['String']['output'];
  /** Seconds until the access token expires. */
  expiresIn: Scalars['Int']['output'];
  expiresAt: Scalars['DateTime']['output'];
  /** Valid for one refresh within 30 days; each refresh returns the next one. */
  refreshToken: Scalars['String']['output'];
  refreshExpiresAt: Scalars['DateTime']['output'];
  user: Account;
  /** Workspaces that the person may enter. */
  memberships: Array<WorkspaceMembership>;
};

/** The new tokens of a session. */
export type RefreshedSession = {
  __typename?: 'RefreshedSession';
  sessionId: Scalars['UUID']['output'];
  /** Bearer token, valid for 15 minutes; bound to the active workspace of the session, if it has one. */
  accessToken: Scalars['String']['output'];
  tokenType: Scalars['String']['output'];
  /** Seconds until the access token expires. */
  expiresIn: Scalars['Int']['output'];
  expiresAt: Scalars['DateTime']['output'];
  /** Replaces the refresh token that was sent. */
  refreshToken: Scalars['String']['output'];
  /** When the session ends unless it is refreshed; at the latest 90 days after sign-in. */
  refreshExpiresAt: Scalars['DateTime']['output'];
};

/** An access token bound to a workspace; the refresh token stays as it is. */
export type SelectedWorkspace = {
  __typename?: 'SelectedWorkspace';
  accessToken: Scalars['String']['output'];
  tokenType: Scalars['String']['output'];
  /** Seconds until the access token expires. */
  expiresIn: Scalars['Int']['output'];
  expiresAt: Scalars['DateTime']['output'];
  tenant: Workspace;
};

export type SignedOut = {
  __typename?: 'SignedOut';
  /** How many sessions were ended. */
  sessionsEnded: Scalars['Int']['output'];
};

/** A device on which the person is signed in. */
export type Device = {
  __typename?: 'Device';
  /** Id of the session. */
  id: Scalars['UUID']['output'];
  /** Whether this call came from it. */
  isCurrent: Scalars['Boolean']['output'];
  userAgent?: Maybe<Scalars['String']['output']>;
  /** IP address at sign-in. */
  ip?: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
  /** When the person last authenticated. */
  authTime: Scalars['DateTime']['output'];
  /** When the session was last refreshed. */
  lastUsedAt: Scalars['DateTime']['output'];
  expiresAt: Scalars['DateTime']['output'];
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type CallerKind =
  | 'user'
  | 'service'
  | 'agent';

/** The API token of the call. */
export type CallingToken = {
  __typename?: 'CallingToken';
  id: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  expiresAt: Scalars['DateTime']['output'];
};

/** The caller, the workspace, and what the caller may do there. */
export type CurrentSession = {
  __typename?: 'CurrentSession';
  kind: CallerKind;
  /** Null for a token. */
  user?: Maybe<Account>;
  /** Null for a person. */
  token?: Maybe<CallingToken>;
  sessionId?: Maybe<Scalars['UUID']['output']>;
  tenant: Workspace;
  /** Workspaces that the person may enter; empty for a token. */
  memberships: Array<WorkspaceMembership>;
  /** Keys of the roles that the caller has in this workspace. */
  roles: Array<Scalars['String']['output']>;
  /** All permissions that the roles grant. */
  permissions: Array<Scalars['String']['output']>;
  /** Scopes of a token; null for a person, to whom scopes do not apply. */
  scopes?: Maybe<Array<Scalars['String']['output']>>;
  /** Modules that are enabled for the caller. */
  modules: Array<Scalars['String']['output']>;
  /** Whether agents may change records in this workspace. */
  automationEnabled: Scalars['Boolean']['output'];
  /** When the person last authenticated. */
  authTime?: Maybe<Scalars['DateTime']['output']>;
  /** Until when the session is fresh enough for risky settings. */
  freshUntil?: Maybe<Scalars['DateTime']['output']>;
};

/** Public keys that verify access tokens (RFC 7517). */
export type JsonWebKeySet = {
  __typename?: 'JsonWebKeySet';
  keys: Array<JsonWebKey>;
};

/** A public Ed25519 key (RFC 8037). */
export type JsonWebKey = {
  __typename?: 'JsonWebKey';
  kty: Scalars['String']['output'];
  crv: Scalars['String']['output'];
  x: Scalars['String']['output'];
  kid: Scalars['String']['output'];
  use: Scalars['String']['output'];
  alg: Scalars['String']['output'];
};

export type WipMode =
  /** A column over its limit is reported. */
  | 'soft'
  /** A full column takes no more tasks. */
  | 'hard';

/** The board of a project; its version is that of the project. */
export type ProjectBoard = {
  __typename?: 'ProjectBoard';
  projectId: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  columns: Array<BoardColumn>;
  /** Statuses without a column. */
  hidden: Array<HiddenStatus>;
  warnings: Array<DeliveryWarning>;
};

/** A column of a board: the tasks of one status. */
export type BoardColumn = {
  __typename?: 'BoardColumn';
  id: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  status: TaskStatus;
  /** From 1. */
  position: Scalars['Int']['output'];
  wipLimit?: Maybe<Scalars['Int']['output']>;
  wipMode: WipMode;
  count: Scalars['Int']['output'];
  overLimit: Scalars['Boolean']['output'];
  /** By rank. */
  cards: Array<TaskCard>;
  /** Send it as cursor, with column_id, for the rest of the column; null if there is none. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

export type HiddenStatus = {
  __typename?: 'HiddenStatus';
  status: TaskStatus;
  count: Scalars['Int']['output'];
};

/** A task on a board. */
export type TaskCard = {
  __typename?: 'TaskCard';
  id: Scalars['UUID']['output'];
  title: Scalars['String']['output'];
  status: TaskStatus;
  priority: TaskPriority;
  assigneeIds: Array<Scalars['UUID']['output']>;
  dueDate?: Maybe<Scalars['Date']['output']>;
  isBlocked: Scalars['Boolean']['output'];
  position: Scalars['String']['output'];
};

export type BoardColumnInput = {
  /** Id of the column to keep; without it the column of the same status is kept. */
  id?: InputMaybe<Scalars['UUID']['input']>;
  name: Scalars['String']['input'];
  status: TaskStatus;
  wipLimit?: InputMaybe<Scalars['Int']['input']>;
  /** Defaults to soft. */
  wipMode?: InputMaybe<WipMode>;
};

/** A task in the plan of its project. */
export type TimelineTask = {
  __typename?: 'TimelineTask';
  id: Scalars['UUID']['output'];
  title: Scalars['String']['output'];
  parentId?: Maybe<Scalars['UUID']['output']>;
  startDate?: Maybe<Scalars['Date']['output']>;
  dueDate?: Maybe<Scalars['Date']['output']>;
  durationDays: Scalars['Int']['output'];
  earlyStart: Scalars['Date']['output'];
  earlyFinish: Scalars['Date']['output'];
  lateStart: Scalars['Date']['output'];
  lateFinish: Scalars['Date']['output'];
  /** Working days by which it may start later. */
  slackDays: Scalars['Int']['output'];
  isCritical: Scalars['Boolean']['output'];
  conflict: Scalars['Boolean']['output'];
};

export type TimelineLink = {
  __typename?: 'TimelineLink';
  id: Scalars['UUID']['output'];
  predecessorId: Scalars['UUID']['output'];
  successorId: Scalars['UUID']['output'];
  type: DependencyType;
  lagDays: Scalars['Int']['output'];
};

export type TimelineMilestone = {
  __typename?: 'TimelineMilestone';
  id: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  dueDate?: Maybe<Scalars['Date']['output']>;
  status: MilestoneStatus;
};

/** The plan of a project: early and late dates, slack and the critical path. */
export type ProjectTimeline = {
  __typename?: 'ProjectTimeline';
  projectId: Scalars['UUID']['output'];
  startDate?: Maybe<Scalars['Date']['output']>;
  finishDate?: Maybe<Scalars['Date']['output']>;
  /** Tasks without both dates, which are left out. */
  unscheduled: Scalars['Int']['output'];
  tasks: Array<TimelineTask>;
  links: Array<TimelineLink>;
  /** Tasks that cannot start later without moving the end of the project, in the order of the work. */
  criticalPath: Array<Scalars['UUID']['output']>;
  milestones: Array<TimelineMilestone>;
};

/** A script for calls. */
export type CallTemplate = Node & {
  __typename?: 'CallTemplate';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  purpose: CallTemplatePurpose;
  description?: Maybe<Scalars['String']['output']>;
  sections: Array<CallTemplateSection>;
  /** Grows with every change of the sections. */
  revision: Scalars['Int']['output'];
  /** The merge fields in its texts. */
  mergeFields: Array<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type CallTemplateSection = {
  __typename?: 'CallTemplateSection';
  title: Scalars['String']['output'];
  prompt?: Maybe<Scalars['String']['output']>;
  questions: Array<Scalars['String']['output']>;
};

export type CallTemplatePurpose =
  | 'discovery'
  | 'demo'
  | 'renewal'
  | 'support'
  | 'survey'
  | 'other';

/** A template with the values of its merge fields. */
export type RenderedCallTemplate = {
  __typename?: 'RenderedCallTemplate';
  templateId: Scalars['UUID']['output'];
  revision: Scalars['Int']['output'];
  sections: Array<CallTemplateSection>;
  /** Merge fields without a value and without a fallback, each once. */
  unresolved: Array<Scalars['String']['output']>;
};

export type CallTemplateSectionInput = {
  title: Scalars['String']['input'];
  prompt?: InputMaybe<Scalars['String']['input']>;
  questions?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type CallTemplateInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  purpose?: InputMaybe<CallTemplatePurpose>;
  description?: InputMaybe<Scalars['String']['input']>;
  sections?: InputMaybe<Array<CallTemplateSectionInput>>;
};

/** A telephone call. */
export type Call = Node & {
  __typename?: 'Call';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  subject: Scalars['String']['output'];
  direction: CallDirection;
  status: CallStatus;
  /** How it ended; null until it is completed. */
  outcome?: Maybe<CallOutcome>;
  startedAt: Scalars['DateTime']['output'];
  /** Seconds. */
  durationS?: Maybe<Scalars['Int']['output']>;
  participants: Array<CallParticipant>;
  links: CallLinks;
  templateId?: Maybe<Scalars['UUID']['output']>;
  /** The revision of the template when it was chosen. */
  templateRevision?: Maybe<Scalars['Int']['output']>;
  /** Notes of the call. */
  summary?: Maybe<Scalars['String']['output']>;
  /** What was agreed; open action items of the contact. */
  nextSteps: Array<CallNextStep>;
  providerCallId?: Maybe<Scalars['String']['output']>;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type CallParticipant = {
  __typename?: 'CallParticipant';
  role: CallRole;
  /** A phone number as E.164. */
  address?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  userId?: Maybe<Scalars['UUID']['output']>;
};

/** The records that a call belongs to. */
export type CallLinks = {
  __typename?: 'CallLinks';
  /** Null while the company is deleted. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  contactIds: Array<Scalars['UUID']['output']>;
  /** Null while the deal is deleted. */
  dealId?: Maybe<Scalars['UUID']['output']>;
  projectId?: Maybe<Scalars['UUID']['output']>;
  roomId?: Maybe<Scalars['UUID']['output']>;
};

export type CallNextStep = {
  __typename?: 'CallNextStep';
  id: Scalars['UUID']['output'];
  title: Scalars['String']['output'];
  dueOn?: Maybe<Scalars['Date']['output']>;
  assigneeUserId?: Maybe<Scalars['UUID']['output']>;
  status: ActionItemStatus;
};

export type CallDirection =
  | 'inbound'
  | 'outbound';

export type CallStatus =
  | 'planned'
  | 'in_progress'
  | 'completed'
  | 'cancelled';

export type CallOutcome =
  | 'connected'
  | 'voicemail'
  | 'no_answer'
  | 'busy'
  | 'wrong_number'
  | 'refused';

export type CallRole =
  | 'from'
  | 'to';

/** The status that a change can set. */
export type WritableCallStatus =
  | 'in_progress'
  | 'cancelled';

/** One of address, contactId and userId is required. */
export type CallParticipantInput = {
  role: CallRole;
  /** Without it, the primary phone number of the contact. */
  address?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  userId?: InputMaybe<Scalars['UUID']['input']>;
};

export type NextStepInput = {
  title: Scalars['String']['input'];
  dueOn?: InputMaybe<Scalars['Date']['input']>;
  assigneeUserId?: InputMaybe<Scalars['UUID']['input']>;
};

export type CallInput = {
  subject?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to outbound. */
  direction?: InputMaybe<CallDirection>;
  /** Later calls are planned, others run; defaults to now. */
  startedAt?: InputMaybe<Scalars['DateTime']['input']>;
  participants?: InputMaybe<Array<CallParticipantInput>>;
  links?: InputMaybe<CommunicationLinksInput>;
  templateId?: InputMaybe<Scalars['UUID']['input']>;
  summary?: InputMaybe<Scalars['String']['input']>;
  /** Only on a change: starts a planned call, or cancels it. */
  status?: InputMaybe<WritableCallStatus>;
  /** Only on creation: logs a call that was completed. Later, complete it. */
  outcome?: InputMaybe<CallOutcome>;
  /** With an outcome. */
  durationS?: InputMaybe<Scalars['Int']['input']>;
  /** With an outcome. */
  nextSteps?: InputMaybe<Array<NextStepInput>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type CallCompletionInput = {
  outcome: CallOutcome;
  durationS?: InputMaybe<Scalars['Int']['input']>;
  summary?: InputMaybe<Scalars['String']['input']>;
  nextSteps?: InputMaybe<Array<NextStepInput>>;
};

export type CallFilter = {
  /** Calls with the contact, as a participant or a link. */
  contactId?: InputMaybe<IdFilter>;
  companyId?: InputMaybe<IdFilter>;
  dealId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  direction?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  outcome?: InputMaybe<TextFilter>;
  startedAt?: InputMaybe<DateTimeFilter>;
  templateId?: InputMaybe<IdFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<CallFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<CallFilter>>;
  /** This must not hold. */
  not?: InputMaybe<CallFilter>;
};

/** An organization that the workspace deals with. */
export type Company = Node & {
  __typename?: 'Company';
  /** Calls with the company, newest first. */
  calls: CallConnection;
  /** The company as a client; null if it is not one. */
  client?: Maybe<Client>;
  /** Communications with the company, newest first. */
  communications: CommunicationConnection;
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  /** Registered name; the matcher compares it as well as the name. */
  legalName?: Maybe<Scalars['String']['output']>;
  /** Primary public website, normalized. */
  website?: Maybe<Scalars['String']['output']>;
  /** Primary company-owned email domain, normalized. */
  domain?: Maybe<Scalars['String']['output']>;
  /** Client number; only set if the company is a client. */
  clientId?: Maybe<Scalars['String']['output']>;
  /** Alias of the client number. */
  clientNumber?: Maybe<Scalars['String']['output']>;
  clientStatus?: Maybe<ClientStatus>;
  companyType: CompanyType;
  industry?: Maybe<Scalars['String']['output']>;
  description?: Maybe<Scalars['String']['output']>;
  phone?: Maybe<Scalars['String']['output']>;
  linkedinUrl?: Maybe<Scalars['String']['output']>;
  address?: Maybe<Address>;
  /** Headcount; a range is stored as its representative number. */
  employeeCount?: Maybe<Scalars['Int']['output']>;
  annualRevenue?: Maybe<Scalars['Decimal']['output']>;
  /** An ISO 4217 currency code. */
  revenueCurrency?: Maybe<Scalars['String']['output']>;
  /** The user responsible for the company. */
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  /** The parent company; null while that is deleted. */
  parentCompanyId?: Maybe<Scalars['UUID']['output']>;
  source: RecordSource;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  /** Every website and email domain. */
  identifiers: Array<CompanyIdentifier>;
  /** The identifiers that are websites. */
  websites: Array<CompanyIdentifier>;
  /** The identifiers that are email domains. */
  emailDomains: Array<CompanyIdentifier>;
  /** The parent company. */
  parent?: Maybe<Company>;
  /** The companies whose parent it is. */
  children: CompanyConnection;
  /** Counts of related records. */
  counts: CompanyCounts;
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the company, newest first. */
  activities: ActivityConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Contacts that belong or belonged to the company, most recently changed first. */
  contacts: ContactConnection;
  /** Contacts whose primary company it is, most recently changed first. */
  primaryContacts: ContactConnection;
  /** Deals with the company, most recently changed first. */
  deals: DealConnection;
  /** Companies that are likely the same, most likely first; without dismissed pairs. */
  duplicates: Array<CompanyDuplicate>;
  /** Invoices of the company, most recently changed first. */
  invoices: InvoiceConnection;
  /** The company that it was merged into, at the end of a chain of merges. Requests for a merged company answer 404 with this id. */
  mergedIntoId?: Maybe<Scalars['UUID']['output']>;
  /** Notes on the company, newest first. */
  notes: NoteConnection;
  /** Projects for the company, most recently changed first. */
  projects: ProjectConnection;
  /** Quotes of the company, most recently changed first. */
  quotes: QuoteConnection;
  /** Rooms for the company, most recently changed first. */
  rooms: RoomConnection;
  /** Work orders of the company, most recently changed first. */
  workOrders: WorkOrderConnection;
};


/** An organization that the workspace deals with. */
export type CompanyCallsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyCommunicationsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyChildrenArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyContactsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyPrimaryContactsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyDealsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyInvoicesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyNotesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyProjectsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyQuotesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyRoomsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An organization that the workspace deals with. */
export type CompanyWorkOrdersArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** A person whom the workspace deals with. */
export type Contact = Node & {
  __typename?: 'Contact';
  /** Calls with the contact, newest first. */
  calls: CallConnection;
  /** Communications with the contact, newest first. */
  communications: CommunicationConnection;
  /** How the primary company was set: by a caller, or by the domain of the email address. */
  companyLink?: Maybe<CompanyLink>;
  /** The primary company; null while it is deleted. */
  company?: Maybe<Company>;
  /** Every company that the contact belongs or belonged to. */
  companies: Array<ContactCompany>;
  /** Email addresses, phone numbers and profiles of the contact, oldest first. */
  methods: Array<ContactMethod>;
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  prefix?: Maybe<Scalars['String']['output']>;
  firstName?: Maybe<Scalars['String']['output']>;
  middleName?: Maybe<Scalars['String']['output']>;
  lastName?: Maybe<Scalars['String']['output']>;
  suffix?: Maybe<Scalars['String']['output']>;
  /** First, middle and last name; the email address of a contact without a name. */
  displayName: Scalars['String']['output'];
  /** The primary email address. */
  email?: Maybe<Scalars['String']['output']>;
  /** The primary phone number, E.164. */
  phone?: Maybe<Scalars['String']['output']>;
  title?: Maybe<Scalars['String']['output']>;
  department?: Maybe<Scalars['String']['output']>;
  /** A zone of the IANA database. */
  timezone?: Maybe<Scalars['String']['output']>;
  /** A BCP 47 language tag. */
  locale?: Maybe<Scalars['String']['output']>;
  address?: Maybe<Address>;
  linkedinUrl?: Maybe<Scalars['String']['output']>;
  /** The primary company; null while it is deleted. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  /** The user responsible for the contact. */
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  source: ContactSource;
  status: ContactStatus;
  /** Whether the contact asked not to be contacted; no follow-ups and no outreach. */
  doNotContact: Scalars['Boolean']['output'];
  /** Consent of the contact for each channel. */
  consent: ContactConsent;
  /** Why the relationship matters. */
  relationshipIntent?: Maybe<Scalars['String']['output']>;
  /** Topics of mutual interest. */
  interests?: Maybe<Array<Scalars['String']['output']>>;
  /** Private notes on the relationship. */
  contextNotes?: Maybe<Scalars['String']['output']>;
  /** Target days between meaningful touches. */
  desiredCadenceDays?: Maybe<Scalars['Int']['output']>;
  preferredChannel?: Maybe<PreferredChannel>;
  /** The user responsible for the relationship. */
  stewardUserId?: Maybe<Scalars['UUID']['output']>;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the contact, newest first. */
  activities: ActivityConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Deals that the contact is involved in, most recently linked first. */
  deals: DealContactConnection;
  /** Contacts that are likely the same person, most likely first; without dismissed pairs. */
  duplicates: Array<ContactDuplicate>;
  /** Invoices of the contact, most recently changed first. */
  invoices: InvoiceConnection;
  /** The contact that it was merged into, at the end of a chain of merges. Requests for a merged contact answer 404 with this id. */
  mergedIntoId?: Maybe<Scalars['UUID']['output']>;
  /** Notes on the contact, newest first. */
  notes: NoteConnection;
  /** Projects that the contact takes part in, most recently changed first. */
  projects: ProjectConnection;
  /** Quotes of the contact, most recently changed first. */
  quotes: QuoteConnection;
  /** Outcomes of the relationship, latest first. */
  outcomes: RelationshipOutcomeConnection;
  /** Day until which follow-ups are snoozed. */
  followUpSnoozedUntil?: Maybe<Scalars['Date']['output']>;
  relationshipSummary?: Maybe<RelationshipSummary>;
  /** Work orders of the contact, most recently changed first. */
  workOrders: WorkOrderConnection;
};


/** A person whom the workspace deals with. */
export type ContactCallsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactCommunicationsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactDealsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactInvoicesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactNotesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactProjectsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactQuotesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactOutcomesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A person whom the workspace deals with. */
export type ContactWorkOrdersArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type Deal = Node & {
  __typename?: 'Deal';
  /** Calls about the deal, newest first. */
  calls: CallConnection;
  /** Communications about the deal, newest first. */
  communications: CommunicationConnection;
  /** Notes on the deal, newest first. */
  notes: NoteConnection;
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  /** The buying company; null while it is deleted. A deal without a company cannot be won. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  /** The buying company; null while it is deleted. */
  company?: Maybe<Company>;
  /** Headline amount, with the decimal places of its currency. */
  value?: Maybe<Scalars['Decimal']['output']>;
  /** An ISO 4217 currency code; defaults to that of the workspace. */
  currency: Scalars['String']['output'];
  pipelineId: Scalars['UUID']['output'];
  /** The pipeline of the deal. */
  pipeline?: Maybe<DealPipeline>;
  /** Key of its current stage. */
  stage: Scalars['String']['output'];
  /** Derived from the stage. */
  status: DealStatus;
  /** In per cent; that of the stage unless the deal overrides it. */
  probability: Scalars['Int']['output'];
  /** Whether the deal overrides the probability of its open stages. */
  probabilityOverride: Scalars['Boolean']['output'];
  kind: DealKind;
  expectedCloseOn?: Maybe<Scalars['Date']['output']>;
  stageEnteredAt: Scalars['DateTime']['output'];
  /** When it was won or lost; null while it is open. */
  closedAt?: Maybe<Scalars['DateTime']['output']>;
  lostReason?: Maybe<DealLostReason>;
  lostNote?: Maybe<Scalars['String']['output']>;
  nextStep?: Maybe<Scalars['String']['output']>;
  /** The user responsible for the deal. */
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  /** The member responsible for the deal; null if they have left the workspace. */
  owner?: Maybe<Member>;
  source: RecordSource;
  /** The deal that this one renews or follows. */
  predecessorDealId?: Maybe<Scalars['UUID']['output']>;
  /** The deal that this one renews or follows; null while it is deleted. */
  predecessor?: Maybe<Deal>;
  /** The deals that renew or follow this one, most recently changed first. */
  successors: DealConnection;
  /** Predecessors and successors of the deal, up to six steps. */
  lineage: DealLineage;
  /** The project that the hand-off created. */
  projectId?: Maybe<Scalars['UUID']['output']>;
  contractModel?: Maybe<ContractModel>;
  billingFrequency?: Maybe<BillingFrequency>;
  pricingBasis?: Maybe<PricingBasis>;
  revenueRecognition?: Maybe<RevenueRecognition>;
  valueBasis?: Maybe<ValueBasis>;
  /** Null if unknown. */
  hasOverages?: Maybe<Scalars['Boolean']['output']>;
  /** Null if unknown. */
  includesPassThroughCosts?: Maybe<Scalars['Boolean']['output']>;
  unitLabel?: Maybe<Scalars['String']['output']>;
  unitPrice?: Maybe<Scalars['Decimal']['output']>;
  unitQuantity?: Maybe<Scalars['Decimal']['output']>;
  termLength?: Maybe<Scalars['Int']['output']>;
  termUnit?: Maybe<TermUnit>;
  termStartOn?: Maybe<Scalars['Date']['output']>;
  termEndOn?: Maybe<Scalars['Date']['output']>;
  autoRenews?: Maybe<Scalars['Boolean']['output']>;
  renewalNoticeDays?: Maybe<Scalars['Int']['output']>;
  overageRate?: Maybe<Scalars['Decimal']['output']>;
  /** What a won deal lacks for its hand-off; null, and absent on REST, if nothing is missing. */
  contractStructureWarning?: Maybe<ContractStructureWarning>;
  /** Every stage that the deal entered, in order. */
  stageHistory: Array<DealStageEntry>;
  /** Contacts involved in the deal, with their roles. */
  contacts: Array<DealContact>;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the deal, newest first. */
  activities: ActivityConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Invoices of the deal, most recently changed first. */
  invoices: InvoiceConnection;
  /** The project that the deal led to, if it is not deleted. */
  projects: ProjectConnection;
  /** Quotes of the deal, most recently changed first. */
  quotes: QuoteConnection;
  /** Work orders of the deal, most recently changed first. */
  workOrders: WorkOrderConnection;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealCallsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealCommunicationsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealNotesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealSuccessorsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealInvoicesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealProjectsArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealQuotesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** An opportunity to sell something, which moves through the stages of a pipeline. */
export type DealWorkOrdersArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** A company that is a client; it has the id of the company. */
export type Client = {
  __typename?: 'Client';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  /** The name of the company. */
  clientName: Scalars['String']['output'];
  legalName?: Maybe<Scalars['String']['output']>;
  /** The client number. */
  clientId: Scalars['String']['output'];
  /** Alias of the client number. */
  clientNumber: Scalars['String']['output'];
  clientStatus: ClientStatus;
  /** Why the client has its status; always set for paused and churned. */
  statusReason?: Maybe<Scalars['String']['output']>;
  /** Every status that the client has had, oldest first. */
  statusHistory: Array<ClientStatusChange>;
  /** Primary public website, normalized. */
  website?: Maybe<Scalars['String']['output']>;
  /** Primary company-owned email domain, normalized. */
  domain?: Maybe<Scalars['String']['output']>;
  /** Every website and email domain. */
  identifiers: Array<CompanyIdentifier>;
  /** The identifiers that are websites. */
  websites: Array<CompanyIdentifier>;
  /** The identifiers that are email domains. */
  emailDomains: Array<CompanyIdentifier>;
  companyType: CompanyType;
  industry?: Maybe<Scalars['String']['output']>;
  description?: Maybe<Scalars['String']['output']>;
  phone?: Maybe<Scalars['String']['output']>;
  linkedinUrl?: Maybe<Scalars['String']['output']>;
  address?: Maybe<Address>;
  /** Headcount; a range is stored as its representative number. */
  employeeCount?: Maybe<Scalars['Int']['output']>;
  /** The user responsible for the client: the owner of the company. */
  accountManagerUserId?: Maybe<Scalars['UUID']['output']>;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  /** Values of custom fields by key. */
  customFields: Scalars['JSONObject']['output'];
  /** The company. */
  company?: Maybe<Company>;
  /** How the company became a client; only in the answer of the call that made it one. */
  match?: Maybe<ClientMatch>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

/** A change of a client's status. */
export type ClientStatusChange = {
  __typename?: 'ClientStatusChange';
  /** Null if the company had never been a client. */
  fromStatus?: Maybe<ClientStatus>;
  toStatus?: Maybe<ClientStatus>;
  reason?: Maybe<Scalars['String']['output']>;
  changedAt: Scalars['DateTime']['output'];
  changedBy: Actor;
};

/** How a company became a client. */
export type ClientMatch = {
  __typename?: 'ClientMatch';
  outcome: ClientOutcome;
  /** What the company was matched by; null if it was created, or given by id. */
  step?: Maybe<MatchStep>;
  /** From 0 to 1; 1 means identical. */
  score?: Maybe<Scalars['Float']['output']>;
  /** Warnings that the caller should check. */
  warnings: Array<ClientWarning>;
  /** How many contacts were associated with the company by their email domain; beyond a thousand, a job associates the rest. */
  contactsAssociated: Scalars['Int']['output'];
};

export type ClientOutcome =
  /** A new company was created; the HTTP status is 201. */
  | 'created'
  /** An existing company became a client. */
  | 'linked'
  /** A former client became one again, with its former number. */
  | 'reactivated';

export type ClientWarning =
  /** The name in the request differs much from that of the company. */
  | 'name_differs';

export type ClientUpdateInput = {
  clientName?: InputMaybe<Scalars['String']['input']>;
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** A host or a URL; becomes the primary website. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** A company-owned email domain; becomes the primary one. */
  domain?: InputMaybe<Scalars['String']['input']>;
  industry?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  linkedinUrl?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<AddressInput>;
  /** A number, or a range such as `51-200`, `1 to 5` or `10k+`. */
  employeeCount?: InputMaybe<Scalars['JSON']['input']>;
  /** The user responsible for the client; becomes the owner of the company. */
  accountManagerUserId?: InputMaybe<Scalars['UUID']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, absent keys stay as they are. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type ClientFilter = {
  /** Companies cannot be deleted while they are clients, so only `isNull: true` finds any. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  clientName?: InputMaybe<TextFilter>;
  clientId?: InputMaybe<TextFilter>;
  clientNumber?: InputMaybe<TextFilter>;
  clientStatus?: InputMaybe<TextFilter>;
  website?: InputMaybe<TextFilter>;
  domain?: InputMaybe<TextFilter>;
  industry?: InputMaybe<TextFilter>;
  employeeCount?: InputMaybe<IntegerFilter>;
  accountManagerUserId?: InputMaybe<IdFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<ClientFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<ClientFilter>>;
  /** This must not hold. */
  not?: InputMaybe<ClientFilter>;
};

/** Defaults and rules of quotes, work orders and invoices. */
export type CommercialSettings = {
  __typename?: 'CommercialSettings';
  /** The workspace as it stands on documents. */
  seller: Seller;
  /** Days from issue to the due date of an invoice. */
  paymentTermsDays: Scalars['Int']['output'];
  /** Days that a quote is valid. */
  quoteValidityDays: Scalars['Int']['output'];
  /** Discounts above it need `quotes.approve` to be sent; null is no limit. */
  maxDiscountPercent?: Maybe<Scalars['Decimal']['output']>;
  /** Whether payments above the balance become client credit. */
  allowOverpayment: Scalars['Boolean']['output'];
  /** Multiple to which totals in the currency of the workspace are rounded; null is no rounding. */
  cashRounding?: Maybe<Scalars['Decimal']['output']>;
  /** How far deliveries may exceed the ordered quantity. */
  deliveryTolerancePercent: Scalars['Decimal']['output'];
  /** Whether work orders need a sign-off to be completed. */
  requireSignOff: Scalars['Boolean']['output'];
  taxRounding: TaxRounding;
  /** How working time is rounded when it is invoiced. */
  timeRounding: TimeRounding;
};

/** Who sells: the workspace as it stands on documents. */
export type Seller = {
  __typename?: 'Seller';
  name: Scalars['String']['output'];
  legalName?: Maybe<Scalars['String']['output']>;
  address?: Maybe<Address>;
  taxId?: Maybe<Scalars['String']['output']>;
  registrationNumber?: Maybe<Scalars['String']['output']>;
  email?: Maybe<Scalars['String']['output']>;
  phone?: Maybe<Scalars['String']['output']>;
  website?: Maybe<Scalars['String']['output']>;
  bank?: Maybe<BankAccount>;
  /** Text at the foot of every page. */
  footer?: Maybe<Scalars['String']['output']>;
};

export type BankAccount = {
  __typename?: 'BankAccount';
  name?: Maybe<Scalars['String']['output']>;
  iban?: Maybe<Scalars['String']['output']>;
  bic?: Maybe<Scalars['String']['output']>;
};

export type TimeRounding = {
  __typename?: 'TimeRounding';
  minutes: Scalars['Int']['output'];
  mode: TimeRoundingMode;
};

export type TimeRoundingMode =
  | 'up'
  | 'nearest';

export type TaxRounding =
  /** Once for each tax of the document. */
  | 'per_rate'
  /** For each line. */
  | 'per_line';

export type CommercialSettingsInput = {
  /** Absent members stay as they are. */
  seller?: InputMaybe<SellerInput>;
  paymentTermsDays?: InputMaybe<Scalars['Int']['input']>;
  quoteValidityDays?: InputMaybe<Scalars['Int']['input']>;
  maxDiscountPercent?: InputMaybe<Scalars['Decimal']['input']>;
  allowOverpayment?: InputMaybe<Scalars['Boolean']['input']>;
  cashRounding?: InputMaybe<Scalars['Decimal']['input']>;
  deliveryTolerancePercent?: InputMaybe<Scalars['Decimal']['input']>;
  requireSignOff?: InputMaybe<Scalars['Boolean']['input']>;
  taxRounding?: InputMaybe<TaxRounding>;
  timeRounding?: InputMaybe<TimeRoundingInput>;
};

export type SellerInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  legalName?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<AddressInput>;
  taxId?: InputMaybe<Scalars['String']['input']>;
  registrationNumber?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  website?: InputMaybe<Scalars['String']['input']>;
  bank?: InputMaybe<BankAccountInput>;
  footer?: InputMaybe<Scalars['String']['input']>;
};

export type BankAccountInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  iban?: InputMaybe<Scalars['String']['input']>;
  bic?: InputMaybe<Scalars['String']['input']>;
};

export type TimeRoundingInput = {
  /** 1, 5, 6, 15 or 30. */
  minutes?: InputMaybe<Scalars['Int']['input']>;
  mode?: InputMaybe<TimeRoundingMode>;
};

/** Communications that answer each other, with a summary. */
export type CommunicationThread = {
  __typename?: 'CommunicationThread';
  id: Scalars['UUID']['output'];
  /** The first subject of its messages. */
  subject?: Maybe<Scalars['String']['output']>;
  channel: CommunicationChannel;
  messageCount: Scalars['Int']['output'];
  /** Everyone who took part, once. */
  participants: Array<ThreadParticipant>;
  /** The records that its messages belong to. */
  links: ThreadLinks;
  lastMessage?: Maybe<ThreadMessage>;
  lastMessageAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who owes the next message. */
  waiting: WaitingSide;
  /** Its last 200 messages, oldest first. */
  messages: Array<Communication>;
};

export type ThreadLinks = {
  __typename?: 'ThreadLinks';
  /** Null while the company is deleted. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  contactIds: Array<Scalars['UUID']['output']>;
  /** Null while the deal is deleted. */
  dealId?: Maybe<Scalars['UUID']['output']>;
  projectId?: Maybe<Scalars['UUID']['output']>;
  roomId?: Maybe<Scalars['UUID']['output']>;
};

export type ThreadParticipant = {
  __typename?: 'ThreadParticipant';
  address?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  userId?: Maybe<Scalars['UUID']['output']>;
};

/** The last message of a thread. */
export type ThreadMessage = {
  __typename?: 'ThreadMessage';
  id: Scalars['UUID']['output'];
  direction: ActivityDirection;
  occurredAt?: Maybe<Scalars['DateTime']['output']>;
  snippet?: Maybe<Scalars['String']['output']>;
};

export type WaitingSide =
  | 'us'
  | 'them'
  | 'none';

export type CommunicationThreadFilter = {
  contactId?: InputMaybe<IdFilter>;
  companyId?: InputMaybe<IdFilter>;
  dealId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  channel?: InputMaybe<TextFilter>;
  lastMessageAt?: InputMaybe<DateTimeFilter>;
  waiting?: InputMaybe<TextFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<CommunicationThreadFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<CommunicationThreadFilter>>;
  /** This must not hold. */
  not?: InputMaybe<CommunicationThreadFilter>;
};

/** A message: logged after the fact, received, drafted, or sent through a connector of the workspace. */
export type Communication = Node & {
  __typename?: 'Communication';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  channel: CommunicationChannel;
  direction: ActivityDirection;
  purpose: CommunicationPurpose;
  status: CommunicationStatus;
  subject?: Maybe<Scalars['String']['output']>;
  bodyText?: Maybe<Scalars['String']['output']>;
  /** Sanitized; remote images have no address. */
  bodyHtml?: Maybe<Scalars['String']['output']>;
  /** The beginning of the text, at most 200 characters. */
  snippet?: Maybe<Scalars['String']['output']>;
  participants: Array<CommunicationParticipant>;
  threadId: Scalars['UUID']['output'];
  /** The communication that this one answers. */
  inReplyTo?: Maybe<Scalars['UUID']['output']>;
  /** The Message-ID of mail, without angle brackets. */
  messageId?: Maybe<Scalars['String']['output']>;
  links: CommunicationLinks;
  /** When it was exchanged; null for one that was not sent. */
  occurredAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it will be sent. */
  scheduledAt?: Maybe<Scalars['DateTime']['output']>;
  sentAt?: Maybe<Scalars['DateTime']['output']>;
  /** The provider key of the mail server that sends it; null uses the default one. */
  connectorId?: Maybe<Scalars['UUID']['output']>;
  isAutoReply: Scalars['Boolean']['output'];
  /** Names of files that were attached elsewhere. */
  attachments: Array<CommunicationAttachment>;
  /** Why it could not be sent. */
  failureReason?: Maybe<Scalars['String']['output']>;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Someone who sent or received a communication. */
export type CommunicationParticipant = {
  __typename?: 'CommunicationParticipant';
  role: ParticipantRole;
  /** Normalized: an email address in lower case, a phone number as E.164. */
  address?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  userId?: Maybe<Scalars['UUID']['output']>;
  /** How the delivery went; null if nothing was sent. */
  delivery?: Maybe<CommunicationDelivery>;
};

export type CommunicationDelivery = {
  __typename?: 'CommunicationDelivery';
  state: DeliveryState;
  at?: Maybe<Scalars['DateTime']['output']>;
  reason?: Maybe<Scalars['String']['output']>;
};

/** The records that a communication belongs to. */
export type CommunicationLinks = {
  __typename?: 'CommunicationLinks';
  /** Null while the company is deleted. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  contactIds: Array<Scalars['UUID']['output']>;
  /** Null while the deal is deleted. */
  dealId?: Maybe<Scalars['UUID']['output']>;
  projectId?: Maybe<Scalars['UUID']['output']>;
  roomId?: Maybe<Scalars['UUID']['output']>;
};

export type CommunicationAttachment = {
  __typename?: 'CommunicationAttachment';
  name: Scalars['String']['output'];
  mime?: Maybe<Scalars['String']['output']>;
  bytes?: Maybe<Scalars['Int']['output']>;
};

export type CommunicationChannel =
  | 'email'
  | 'sms'
  | 'chat'
  | 'social'
  | 'letter'
  | 'video'
  | 'in_person';

export type CommunicationPurpose =
  | 'general'
  /** Relationship outreach, which agents may not write or send. */
  | 'relationship'
  | 'deal'
  | 'support'
  | 'campaign';

export type CommunicationStatus =
  | 'draft'
  | 'scheduled'
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'bounced'
  | 'failed'
  | 'logged'
  | 'received';

/** The status that a new communication may be given; without it, the message is logged. */
export type InitialCommunicationStatus =
  | 'draft';

export type ParticipantRole =
  | 'from'
  | 'to'
  | 'cc'
  | 'bcc';

export type DeliveryState =
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'bounced'
  | 'failed';

/** One of address, contactId and userId is required. */
export type ParticipantInput = {
  role: ParticipantRole;
  /** Without it, the primary address of the contact for the channel. */
  address?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  userId?: InputMaybe<Scalars['UUID']['input']>;
};

export type CommunicationLinksInput = {
  /** Defaults to the company of the first contact; null links none. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  contactIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  roomId?: InputMaybe<Scalars['UUID']['input']>;
};

export type AttachmentInput = {
  name: Scalars['String']['input'];
  mime?: InputMaybe<Scalars['String']['input']>;
  bytes?: InputMaybe<Scalars['Int']['input']>;
};

export type CommunicationInput = {
  channel?: InputMaybe<CommunicationChannel>;
  /** Defaults to outbound. */
  direction?: InputMaybe<ActivityDirection>;
  /** Defaults to general. */
  purpose?: InputMaybe<CommunicationPurpose>;
  /** Draft starts a draft; without it, the message is logged. */
  status?: InputMaybe<InitialCommunicationStatus>;
  subject?: InputMaybe<Scalars['String']['input']>;
  bodyText?: InputMaybe<Scalars['String']['input']>;
  bodyHtml?: InputMaybe<Scalars['String']['input']>;
  participants?: InputMaybe<Array<ParticipantInput>>;
  /** Joins the thread of the communication that this one answers. */
  inReplyTo?: InputMaybe<Scalars['UUID']['input']>;
  /** Joins a thread. */
  threadId?: InputMaybe<Scalars['UUID']['input']>;
  links?: InputMaybe<CommunicationLinksInput>;
  /** When a logged message was exchanged; defaults to now. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The provider key of the mail server that sends the draft; null uses the default one. */
  connectorId?: InputMaybe<Scalars['UUID']['input']>;
  isAutoReply?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names of files that were attached elsewhere; no bytes. */
  attachments?: InputMaybe<Array<AttachmentInput>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CommunicationFilter = {
  /** Communications with the contact, as a participant or a link. */
  contactId?: InputMaybe<IdFilter>;
  companyId?: InputMaybe<IdFilter>;
  dealId?: InputMaybe<IdFilter>;
  roomId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  channel?: InputMaybe<TextFilter>;
  direction?: InputMaybe<TextFilter>;
  purpose?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  threadId?: InputMaybe<IdFilter>;
  occurredAt?: InputMaybe<DateTimeFilter>;
  scheduledAt?: InputMaybe<DateTimeFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<CommunicationFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<CommunicationFilter>>;
  /** This must not hold. */
  not?: InputMaybe<CommunicationFilter>;
};

/** Counts of records related to a company. */
export type CompanyCounts = {
  __typename?: 'CompanyCounts';
  /** Companies whose parent it is. */
  children: Scalars['Int']['output'];
  /** Contacts that belong or belonged to the company; null if the caller may not read contacts. */
  contacts?: Maybe<Scalars['Int']['output']>;
  /** Open deals with the company; null if the caller may not read deals. */
  openDeals?: Maybe<Scalars['Int']['output']>;
  /** Number of notes on the company; null if the caller may not read notes. */
  notes?: Maybe<Scalars['Int']['output']>;
  /** Number of rooms for the company; null if the caller may not read rooms. */
  rooms?: Maybe<Scalars['Int']['output']>;
};

/** A website or an email domain of a company. */
export type CompanyIdentifier = {
  __typename?: 'CompanyIdentifier';
  id: Scalars['UUID']['output'];
  identifierType: IdentifierType;
  /** Normalized: lower case, no scheme, no leading www, A-labels. */
  value: Scalars['String']['output'];
  /** The value as people write it, in Unicode. */
  valueUnicode: Scalars['String']['output'];
  label?: Maybe<Scalars['String']['output']>;
  /** Exactly one identifier of each type is primary. */
  isPrimary: Scalars['Boolean']['output'];
  source: IdentifierSource;
  metadata: Scalars['JSONObject']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

export type CompanyType =
  | 'prospect'
  | 'client'
  | 'partner'
  | 'vendor'
  | 'investor'
  | 'competitor'
  | 'other';

export type ClientStatus =
  | 'onboarding'
  | 'active'
  | 'at_risk'
  | 'paused'
  | 'churned'
  | 'former';

/** Where a record came from. */
export type RecordSource =
  | 'manual'
  | 'import'
  | 'api'
  | 'agent'
  | 'client_create'
  | 'email'
  | 'enrichment';

export type IdentifierType =
  | 'website'
  | 'email_domain';

export type IdentifierSource =
  | 'manual'
  | 'api'
  | 'import'
  | 'client_create'
  | 'merge'
  | 'enrichment'
  /** Derived from the fields website and domain. */
  | 'compat_field';

export type CompanyInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** A host or a URL; becomes the primary website. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** A company-owned email domain; becomes the primary one. Personal mail domains are refused. */
  domain?: InputMaybe<Scalars['String']['input']>;
  /** Client number. If clientNumber is given too, both must be equal. */
  clientId?: InputMaybe<Scalars['String']['input']>;
  /** Alias of clientId. */
  clientNumber?: InputMaybe<Scalars['String']['input']>;
  companyType?: InputMaybe<CompanyType>;
  industry?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  linkedinUrl?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<AddressInput>;
  /** A number, or a range such as `51-200`, `1 to 5` or `10k+`. */
  employeeCount?: InputMaybe<Scalars['JSON']['input']>;
  /** Requires revenueCurrency, and vice versa. */
  annualRevenue?: InputMaybe<Scalars['Decimal']['input']>;
  revenueCurrency?: InputMaybe<Scalars['String']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** The parent company; at most five levels, without cycles. */
  parentCompanyId?: InputMaybe<Scalars['UUID']['input']>;
  source?: InputMaybe<RecordSource>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** One text or up to ten, added as notes of the company. */
  notes?: InputMaybe<Scalars['JSON']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CompanyFilter = {
  /** Any website or email domain of the company, also as a URL or an email address. */
  identifier?: InputMaybe<TextFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  name?: InputMaybe<TextFilter>;
  legalName?: InputMaybe<TextFilter>;
  website?: InputMaybe<TextFilter>;
  domain?: InputMaybe<TextFilter>;
  clientId?: InputMaybe<TextFilter>;
  clientStatus?: InputMaybe<TextFilter>;
  companyType?: InputMaybe<TextFilter>;
  industry?: InputMaybe<TextFilter>;
  employeeCount?: InputMaybe<IntegerFilter>;
  annualRevenue?: InputMaybe<NumberFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  parentCompanyId?: InputMaybe<IdFilter>;
  source?: InputMaybe<TextFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<CompanyFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<CompanyFilter>>;
  /** This must not hold. */
  not?: InputMaybe<CompanyFilter>;
};

export type CompanyIdentifierInput = {
  identifierType?: InputMaybe<IdentifierType>;
  /** A host, a URL or an address; normalized. */
  value?: InputMaybe<Scalars['String']['input']>;
  label?: InputMaybe<Scalars['String']['input']>;
  /** True makes it the primary one of its type. False is refused on the primary one, since each type needs one. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  source?: InputMaybe<IdentifierSource>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CompanyUpsert = {
  __typename?: 'CompanyUpsert';
  outcome: UpsertOutcome;
  company: Company;
};

/** A company that a contact belongs or belonged to. */
export type ContactCompany = {
  __typename?: 'ContactCompany';
  /** Null while the company is deleted. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  /** Null while the company is deleted. */
  company?: Maybe<Company>;
  role?: Maybe<Scalars['String']['output']>;
  title?: Maybe<Scalars['String']['output']>;
  /** Whether it is the primary company, the `companyId` of the contact; at most one is. */
  isPrimary: Scalars['Boolean']['output'];
  startedOn?: Maybe<Scalars['Date']['output']>;
  /** The last day; null while the association is open. */
  endedOn?: Maybe<Scalars['Date']['output']>;
  source: AssociationSource;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  /** Whether the call added or changed the association; null outside its answer. */
  outcome?: Maybe<UpsertOutcome>;
};

export type CompanyLink =
  | 'manual'
  | 'auto_domain';

/** How an association of a contact with a company came about. */
export type AssociationSource =
  | 'manual'
  | 'import'
  | 'api'
  | 'agent'
  /** By the domain of the email address, when the contact was created or changed. */
  | 'auto_domain'
  /** By the domain of the email address, when the company became a client. */
  | 'domain_match'
  | 'merge';

export type ContactCompanyInput = {
  role?: InputMaybe<Scalars['String']['input']>;
  title?: InputMaybe<Scalars['String']['input']>;
  /** True makes it the primary company; false on the primary one leaves the contact without one. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  startedOn?: InputMaybe<Scalars['Date']['input']>;
  endedOn?: InputMaybe<Scalars['Date']['input']>;
};

/** An email address, a phone number or a profile of a contact. */
export type ContactMethod = {
  __typename?: 'ContactMethod';
  id: Scalars['UUID']['output'];
  kind: ContactMethodKind;
  /** Normalized: an address in lower case, a number as E.164, a profile as an https URL. */
  value: Scalars['String']['output'];
  /** The original input, if normalizing changed it. */
  original?: Maybe<Scalars['String']['output']>;
  label?: Maybe<ContactMethodLabel>;
  /** The social network of a profile. */
  network?: Maybe<Scalars['String']['output']>;
  /** Exactly one of each kind is primary. */
  isPrimary: Scalars['Boolean']['output'];
  /** False once it is known to be invalid. */
  isValid: Scalars['Boolean']['output'];
  /** Whether several contacts may have it, such as the address of an office. */
  isShared: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

export type ContactMethodKind =
  | 'email'
  | 'phone'
  | 'profile';

export type ContactMethodLabel =
  | 'work'
  | 'home'
  | 'mobile'
  | 'other';

export type ContactMethodInput = {
  kind?: InputMaybe<ContactMethodKind>;
  /** An email address, a phone number or an https URL; normalized. */
  value?: InputMaybe<Scalars['String']['input']>;
  label?: InputMaybe<ContactMethodLabel>;
  /** The social network; for profiles only. */
  network?: InputMaybe<Scalars['String']['input']>;
  /** True makes it the primary one of its kind. False is refused on the primary one, since each kind needs one. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  isValid?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether several contacts may have it. */
  isShared?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Consent of a contact for each channel. */
export type ContactConsent = {
  __typename?: 'ContactConsent';
  email: Consent;
  sms: Consent;
  phone: Consent;
  post: Consent;
};

/** Consent to one channel. */
export type Consent = {
  __typename?: 'Consent';
  state: ConsentState;
  /** Where the consent was given or withdrawn. */
  source?: Maybe<Scalars['String']['output']>;
  at?: Maybe<Scalars['DateTime']['output']>;
  /** Who recorded it. */
  by?: Maybe<Actor>;
};

/** Where a contact came from. */
export type ContactSource =
  | 'manual'
  | 'import'
  | 'api'
  | 'agent'
  | 'email'
  | 'enrichment';

export type ContactStatus =
  | 'active'
  | 'inactive'
  | 'left_company'
  /** The personal data was erased for good. */
  | 'erased';

/** A status that callers can set. */
export type WritableContactStatus =
  | 'active'
  | 'inactive'
  /** The contact left its companies; open associations end today. */
  | 'left_company';

export type ConsentState =
  | 'unknown'
  | 'opted_in'
  | 'opted_out';

export type PreferredChannel =
  | 'email'
  | 'phone'
  | 'sms'
  | 'chat'
  | 'video'
  | 'in_person'
  | 'social';

export type ContactInput = {
  prefix?: InputMaybe<Scalars['String']['input']>;
  /** One of firstName, lastName and email is required. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  middleName?: InputMaybe<Scalars['String']['input']>;
  lastName?: InputMaybe<Scalars['String']['input']>;
  suffix?: InputMaybe<Scalars['String']['input']>;
  /** Becomes the primary email address; the former one is kept as an additional one. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Becomes the primary phone number; without a country code it is read as a number of the workspace's country. */
  phone?: InputMaybe<Scalars['String']['input']>;
  title?: InputMaybe<Scalars['String']['input']>;
  department?: InputMaybe<Scalars['String']['input']>;
  /** A zone of the IANA database. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<AddressInput>;
  linkedinUrl?: InputMaybe<Scalars['String']['input']>;
  /** The primary company; null ends the association with it. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  /** False prevents linking the contact to the only company that owns the domain of its new email address. */
  autoLink?: InputMaybe<Scalars['Boolean']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  source?: InputMaybe<ContactSource>;
  status?: InputMaybe<WritableContactStatus>;
  doNotContact?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type ConsentInput = {
  state: ConsentState;
  /** Where the consent was given or withdrawn. */
  source?: InputMaybe<Scalars['String']['input']>;
};

/** Conditions on the consent to each channel: unknown, opted_in or opted_out. */
export type ConsentFilter = {
  email?: InputMaybe<TextFilter>;
  sms?: InputMaybe<TextFilter>;
  phone?: InputMaybe<TextFilter>;
  post?: InputMaybe<TextFilter>;
};

export type ContactFilter = {
  /** Any phone number of the contact, in any notation; without a country code it is read as a number of the workspace's country. */
  phone?: InputMaybe<TextFilter>;
  consent?: InputMaybe<ConsentFilter>;
  /** The last meaningful touch; empty where there was none. */
  lastMeaningfulTouchAt?: InputMaybe<DateTimeFilter>;
  /** How recent that was: fresh, stable, stale or dormant. */
  recencyBand?: InputMaybe<TextFilter>;
  /** Any company that the contact belongs or belonged to. */
  associatedCompanyId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  company?: InputMaybe<ContactFilterCompany>;
  firstName?: InputMaybe<TextFilter>;
  lastName?: InputMaybe<TextFilter>;
  displayName?: InputMaybe<TextFilter>;
  /** Any email address of the contact, ignoring case. */
  email?: InputMaybe<TextFilter>;
  title?: InputMaybe<TextFilter>;
  department?: InputMaybe<TextFilter>;
  /** The primary company. */
  companyId?: InputMaybe<IdFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  source?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  doNotContact?: InputMaybe<BooleanFilter>;
  /** Requires the permission to read the intent. */
  relationshipIntent?: InputMaybe<TextFilter>;
  /** Requires the permission to read the interests; an interest matches as a whole, ignoring case. */
  interests?: InputMaybe<TagFilter>;
  /** Requires the permission to read the notes. */
  contextNotes?: InputMaybe<TextFilter>;
  desiredCadenceDays?: InputMaybe<IntegerFilter>;
  preferredChannel?: InputMaybe<TextFilter>;
  stewardUserId?: InputMaybe<IdFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<ContactFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<ContactFilter>>;
  /** This must not hold. */
  not?: InputMaybe<ContactFilter>;
};

export type ContactUpsert = {
  __typename?: 'ContactUpsert';
  outcome: UpsertOutcome;
  contact: Contact;
};

/** A field that the workspace has defined for a kind of record. */
export type CustomField = {
  __typename?: 'CustomField';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  entity: CustomFieldEntity;
  /** Key of its value in custom_fields; cannot be changed. */
  key: Scalars['String']['output'];
  label: Scalars['String']['output'];
  description?: Maybe<Scalars['String']['output']>;
  type: CustomFieldType;
  /** Whether new records need a value, and it cannot be cleared. */
  required: Scalars['Boolean']['output'];
  /** Whether values must be unique among live records, ignoring case. */
  unique: Scalars['Boolean']['output'];
  /** Value of a new record if none, or null, is given. */
  defaultValue?: Maybe<Scalars['JSON']['output']>;
  options: Array<CustomFieldOption>;
  rules: CustomFieldRules;
  classification: FieldClass;
  /** Heading under which forms show it. */
  group?: Maybe<Scalars['String']['output']>;
  /** Position among the fields of the entity. */
  position: Scalars['Int']['output'];
  /** When it was archived; its values are erased after thirty days. */
  archivedAt?: Maybe<Scalars['DateTime']['output']>;
  /** How many live records have a value; null unless the count is requested. */
  usageCount?: Maybe<Scalars['Int']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};


/** A field that the workspace has defined for a kind of record. */
export type CustomFieldUsageCountArgs = {
  count?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A choice of a select or multi_select field. */
export type CustomFieldOption = {
  __typename?: 'CustomFieldOption';
  /** The value that is stored when it is chosen. */
  key: Scalars['String']['output'];
  label: Scalars['String']['output'];
  color?: Maybe<Scalars['String']['output']>;
  /** An archived option stays on records that have it, but cannot be chosen any more. */
  archived: Scalars['Boolean']['output'];
};

/** Rules for values; which of them apply depends on the type of the field. */
export type CustomFieldRules = {
  __typename?: 'CustomFieldRules';
  minLength?: Maybe<Scalars['Int']['output']>;
  maxLength?: Maybe<Scalars['Int']['output']>;
  /** A regular expression in RE2 syntax, without nested quantifiers. */
  pattern?: Maybe<Scalars['String']['output']>;
  /** A number; for date and datetime fields a day or an instant. */
  min?: Maybe<Scalars['JSON']['output']>;
  max?: Maybe<Scalars['JSON']['output']>;
  /** Number of decimal places. */
  scale?: Maybe<Scalars['Int']['output']>;
};

/** Kinds of records that can have custom fields. */
export type CustomFieldEntity =
  | 'companies'
  | 'contacts'
  | 'deals'
  | 'projects'
  | 'tasks'
  | 'rooms'
  | 'competitors'
  | 'campaigns'
  | 'communications'
  | 'quotes'
  | 'work_orders'
  | 'invoices'
  | 'support_tickets';

export type CustomFieldType =
  /** At most 500 characters. */
  | 'text'
  /** At most 20,000 characters. */
  | 'long_text'
  | 'integer'
  | 'number'
  | 'percent'
  /** An object with amount and currency. */
  | 'currency'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'select'
  /** At most 50 chosen options. */
  | 'multi_select'
  | 'url'
  | 'email'
  /** A phone number, E.164. */
  | 'phone'
  /** Id of a member. */
  | 'user'
  /** Id of a company. */
  | 'company'
  /** Id of a contact. */
  | 'contact'
  /** Any JSON of at most 16 kB. */
  | 'json';

export type CustomFieldOptionInput = {
  key: Scalars['String']['input'];
  label: Scalars['String']['input'];
  color?: InputMaybe<Scalars['String']['input']>;
  archived?: InputMaybe<Scalars['Boolean']['input']>;
};

export type CustomFieldRulesInput = {
  minLength?: InputMaybe<Scalars['Int']['input']>;
  maxLength?: InputMaybe<Scalars['Int']['input']>;
  /** A regular expression in RE2 syntax of at most 200 characters, without nested quantifiers. */
  pattern?: InputMaybe<Scalars['String']['input']>;
  min?: InputMaybe<Scalars['JSON']['input']>;
  max?: InputMaybe<Scalars['JSON']['input']>;
  scale?: InputMaybe<Scalars['Int']['input']>;
};

export type CustomFieldChangesInput = {
  label?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  /** The type can only be widened: text to long_text, integer to number, select to multi_select. */
  type?: InputMaybe<CustomFieldType>;
  required?: InputMaybe<Scalars['Boolean']['input']>;
  unique?: InputMaybe<Scalars['Boolean']['input']>;
  defaultValue?: InputMaybe<Scalars['JSON']['input']>;
  /** The complete list of options; omitted ones are archived. */
  options?: InputMaybe<Array<CustomFieldOptionInput>>;
  /** The complete rules; they apply to values written from now on. */
  rules?: InputMaybe<CustomFieldRulesInput>;
  group?: InputMaybe<Scalars['String']['input']>;
  position?: InputMaybe<Scalars['Int']['input']>;
  /** False restores an archived field, within thirty days. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Operators on custom fields; which of them apply depends on the type of the field. */
export type CustomFieldOperator =
  | 'eq'
  | 'neq'
  | 'in'
  | 'nin'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  /** Two values, inclusive. */
  | 'between'
  | 'contains'
  | 'starts_with'
  | 'is_null'
  /** The opposite of IS_NULL. */
  | 'exists'
  /** The same as NEQ. */
  | 'not';

/** A condition on a custom field; on REST `filter[custom.tier][in]=gold,silver`. */
export type CustomFieldCondition = {
  key: Scalars['String']['input'];
  op: CustomFieldOperator;
  /** A value of the field's type, also as text; a list or comma-separated text for in, nin and between. */
  value?: InputMaybe<Scalars['JSON']['input']>;
};

export type ContractModel =
  | 'fixed_price'
  | 'time_and_materials'
  | 'retainer'
  | 'subscription'
  | 'milestone'
  | 'usage_based'
  | 'hybrid';

export type BillingFrequency =
  | 'one_time'
  | 'weekly'
  | 'monthly'
  | 'quarterly'
  | 'semi_annual'
  | 'annual'
  | 'per_milestone'
  | 'on_completion';

export type PricingBasis =
  | 'flat_fee'
  | 'per_hour'
  | 'per_day'
  | 'per_unit'
  | 'per_seat'
  | 'per_milestone'
  | 'tiered'
  | 'percentage';

export type RevenueRecognition =
  | 'point_in_time'
  | 'straight_line'
  | 'percentage_of_completion'
  | 'as_invoiced'
  | 'on_milestone';

/** What the value of a deal covers. */
export type ValueBasis =
  | 'total_contract'
  | 'annual'
  | 'monthly'
  | 'estimate'
  | 'not_to_exceed';

export type TermUnit =
  | 'day'
  | 'week'
  | 'month'
  | 'year';

/** What the contract structure of a won deal lacks; only a warning. */
export type ContractStructureWarning = {
  __typename?: 'ContractStructureWarning';
  /** Always CONTRACT_STRUCTURE_INCOMPLETE. */
  code: Scalars['String']['output'];
  /** Fields that are missing. */
  missing: Array<Scalars['String']['output']>;
  /** Fields that contradict each other. */
  inconsistent: Array<ContractInconsistency>;
  message: Scalars['String']['output'];
};

/** Fields of a contract structure that contradict each other, and why. */
export type ContractInconsistency = {
  __typename?: 'ContractInconsistency';
  fields: Array<Scalars['String']['output']>;
  message: Scalars['String']['output'];
};

export type ContractStructureInput = {
  contractModel?: InputMaybe<ContractModel>;
  billingFrequency?: InputMaybe<BillingFrequency>;
  pricingBasis?: InputMaybe<PricingBasis>;
  revenueRecognition?: InputMaybe<RevenueRecognition>;
  valueBasis?: InputMaybe<ValueBasis>;
  hasOverages?: InputMaybe<Scalars['Boolean']['input']>;
  includesPassThroughCosts?: InputMaybe<Scalars['Boolean']['input']>;
  /** Required for a price per hour, day, unit or seat. */
  unitLabel?: InputMaybe<Scalars['String']['input']>;
  /** Required for a price per hour, day, unit or seat. */
  unitPrice?: InputMaybe<Scalars['Decimal']['input']>;
  unitQuantity?: InputMaybe<Scalars['Decimal']['input']>;
  /** Required for a retainer or subscription. */
  termLength?: InputMaybe<Scalars['Int']['input']>;
  /** Required for a retainer or subscription. */
  termUnit?: InputMaybe<TermUnit>;
  termStartOn?: InputMaybe<Scalars['Date']['input']>;
  /** Not before the start of the term. */
  termEndOn?: InputMaybe<Scalars['Date']['input']>;
  autoRenews?: InputMaybe<Scalars['Boolean']['input']>;
  renewalNoticeDays?: InputMaybe<Scalars['Int']['input']>;
  /** Required with overages. */
  overageRate?: InputMaybe<Scalars['Decimal']['input']>;
};

/** A contact involved in a deal, with its buying role. */
export type DealContact = {
  __typename?: 'DealContact';
  dealId: Scalars['UUID']['output'];
  /** Null while the deal is deleted. */
  deal?: Maybe<Deal>;
  contactId: Scalars['UUID']['output'];
  /** Null while the contact is deleted. */
  contact?: Maybe<Contact>;
  /** Null if unknown. */
  role?: Maybe<DealRole>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

/** Role of a contact in a purchase. */
export type DealRole =
  | 'decision_maker'
  | 'champion'
  | 'influencer'
  | 'economic_buyer'
  | 'user'
  | 'blocker'
  | 'legal'
  | 'other';

/** Status of a deal against a competitor. */
export type DealCompetitorStatus =
  | 'in_play'
  | 'beaten'
  | 'lost_to';

export type DealContactInput = {
  contactId: Scalars['UUID']['input'];
  /** Role of the contact. If absent, an existing role stays; null removes it. */
  role?: InputMaybe<DealRole>;
};

export type DealCompetitorInput = {
  competitorId: Scalars['UUID']['input'];
  status?: InputMaybe<DealCompetitorStatus>;
};

/** A pipeline as a board: its stages with counts, sums and the latest deals. */
export type DealBoard = {
  __typename?: 'DealBoard';
  pipeline: DealPipeline;
  stages: Array<DealBoardStage>;
  /** Sums of open deals, one per currency; nothing is converted. */
  totals: Array<DealTotal>;
};

/** A stage of a board. */
export type DealBoardStage = {
  __typename?: 'DealBoardStage';
  /** Key of the stage. */
  stage: Scalars['String']['output'];
  label: Scalars['String']['output'];
  category: DealStatus;
  probability: Scalars['Int']['output'];
  rottingDays?: Maybe<Scalars['Int']['output']>;
  /** Number of deals in the stage; for a closed stage, those closed in the last 90 days. */
  count: Scalars['Int']['output'];
  /** Sums of these deals, one per currency. */
  totals: Array<DealTotal>;
  /** Number of deals that have been in the stage for longer than its rotting days. */
  rottingCount: Scalars['Int']['output'];
  /** The deals that entered the stage most recently. */
  cards: Array<Deal>;
  /** Whether there are more deals than cards. */
  hasMore: Scalars['Boolean']['output'];
};

/** Sums of deals in one currency. */
export type DealTotal = {
  __typename?: 'DealTotal';
  currency: Scalars['String']['output'];
  value: Scalars['Decimal']['output'];
  /** Sum of value times probability, rounded once. */
  weightedValue: Scalars['Decimal']['output'];
};

/** Won and expected amounts by month, owner and currency. */
export type DealForecast = {
  __typename?: 'DealForecast';
  rows: Array<DealForecastRow>;
};

/** Sums of one month, owner and currency. Each open deal counts in exactly one of commit, best case and pipeline. */
export type DealForecastRow = {
  __typename?: 'DealForecastRow';
  month: Scalars['String']['output'];
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  currency: Scalars['String']['output'];
  /** Value of deals won in the month. */
  won: Scalars['Decimal']['output'];
  /** Value of open deals expected in the month with a probability of at least 75 %. */
  commit: Scalars['Decimal']['output'];
  /** Value of open deals expected in the month with a probability of 50 to 74 %. */
  bestCase: Scalars['Decimal']['output'];
  /** Value of open deals expected in the month with a probability below 50 %. */
  pipeline: Scalars['Decimal']['output'];
  /** Sum of value times probability over the open deals. */
  weighted: Scalars['Decimal']['output'];
};

/** Predecessors, successors and contacts of a deal, as a graph. */
export type DealLineage = {
  __typename?: 'DealLineage';
  nodes: Array<DealLineageNode>;
  edges: Array<DealLineageEdge>;
  /** Number of records left out: deleted, not readable by the caller, or beyond 200. */
  hiddenCount: Scalars['Int']['output'];
};

/** A record in a lineage. */
export type DealLineageNode = {
  __typename?: 'DealLineageNode';
  type: DealLineageType;
  id: Scalars['UUID']['output'];
  label: Scalars['String']['output'];
  /** When it was created or linked. */
  at: Scalars['DateTime']['output'];
};

export type DealLineageType =
  | 'deal'
  | 'contact';

/** A connection in a lineage: what the record `to` is for the record `from`. */
export type DealLineageEdge = {
  __typename?: 'DealLineageEdge';
  from: Scalars['UUID']['output'];
  to: Scalars['UUID']['output'];
  kind: DealLineageKind;
};

export type DealLineageKind =
  | 'predecessor'
  | 'successor'
  /** A contact involved in the deal. */
  | 'source_contact';

/** A sequence of stages that deals move through; exactly one pipeline is the default. */
export type DealPipeline = {
  __typename?: 'DealPipeline';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write to the pipeline or its stages; sent as the ETag. */
  version: Scalars['Int']['output'];
  /** Stable key for integrations; does not change with the name. */
  key: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** Whether new deals go here if no pipeline is given; exactly one pipeline is the default. */
  isDefault: Scalars['Boolean']['output'];
  /** The open stages in their order, then the two closed ones. */
  stages: Array<DealStage>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A stage of a pipeline. */
export type DealStage = {
  __typename?: 'DealStage';
  id: Scalars['UUID']['output'];
  /** Stable key for deals and integrations. */
  key: Scalars['String']['output'];
  label: Scalars['String']['output'];
  /** Probability in per cent of deals in the stage, unless a deal overrides it. */
  probability: Scalars['Int']['output'];
  category: DealStatus;
  /** Days after which a deal in the stage is rotting; null means never. */
  rottingDays?: Maybe<Scalars['Int']['output']>;
  /** Starts at 1. */
  position: Scalars['Int']['output'];
  /** Stages that a deal in this stage may move to. */
  allowedMoves: Array<DealStage>;
};

/** One entry in the stage history of a deal. */
export type DealStageEntry = {
  __typename?: 'DealStageEntry';
  id: Scalars['UUID']['output'];
  pipelineId: Scalars['UUID']['output'];
  /** Key of the stage. */
  stage: Scalars['String']['output'];
  /** Label of the stage at the time. */
  label: Scalars['String']['output'];
  status: DealStatus;
  enteredAt: Scalars['DateTime']['output'];
  /** Null while the deal is in the stage. */
  leftAt?: Maybe<Scalars['DateTime']['output']>;
  /** Seconds that the deal stayed; null while it is in the stage. */
  secondsInStage?: Maybe<Scalars['Int']['output']>;
  /** Who moved the deal there. */
  actor: Actor;
  reason?: Maybe<Scalars['String']['output']>;
  lostReason?: Maybe<DealLostReason>;
  lostNote?: Maybe<Scalars['String']['output']>;
};

export type DealPipelineInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  /** True makes it the default in place of the former one. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Keys of all open stages in their new order; only for an update. */
  stageOrder?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type DealStageInput = {
  /** Defaults to a key made from the label; cannot be changed. */
  key?: InputMaybe<Scalars['String']['input']>;
  label?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to 50. A change also applies to deals in the stage that do not override it. */
  probability?: InputMaybe<Scalars['Int']['input']>;
  rottingDays?: InputMaybe<Scalars['Int']['input']>;
  /** Position among the open stages, starting at 1; defaults to the last one. */
  position?: InputMaybe<Scalars['Int']['input']>;
};

export type DealStatus =
  | 'open'
  | 'won'
  | 'lost';

export type DealKind =
  | 'new_business'
  | 'renewal'
  | 'expansion'
  | 'other';

export type DealLostReason =
  | 'price'
  | 'product_fit'
  | 'competitor'
  | 'no_budget'
  | 'no_decision'
  | 'timing'
  | 'lost_contact'
  | 'duplicate'
  | 'other';

export type DealInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  /** Headline amount, 0 or more. */
  value?: InputMaybe<Scalars['Decimal']['input']>;
  /** Defaults to that of the workspace. */
  currency?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to the default pipeline. Only on creation; later use the stage route. */
  pipelineId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to the first stage of the pipeline. Only on creation; later use the stage route. */
  stage?: InputMaybe<Scalars['String']['input']>;
  /** Read-only; derived from the stage, which has its own route. */
  status?: InputMaybe<Scalars['String']['input']>;
  /** Overrides the probability of the stage; null removes the override. */
  probability?: InputMaybe<Scalars['Int']['input']>;
  /** True keeps the current probability through open stages; false returns to that of the stage. */
  probabilityOverride?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<DealKind>;
  expectedCloseOn?: InputMaybe<Scalars['Date']['input']>;
  /** True imports a deal that was closed elsewhere; requires a closed stage and closedAt. */
  imported?: InputMaybe<Scalars['Boolean']['input']>;
  /** When an imported deal was closed. */
  closedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Why an imported deal was lost. */
  lostReason?: InputMaybe<DealLostReason>;
  /** Explanation, required for the reason other. */
  lostNote?: InputMaybe<Scalars['String']['input']>;
  nextStep?: InputMaybe<Scalars['String']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  source?: InputMaybe<RecordSource>;
  /** The deal that this one renews or follows; not itself or one of its successors. */
  predecessorDealId?: InputMaybe<Scalars['UUID']['input']>;
  /** Only on creation; later use the contacts route. */
  contacts?: InputMaybe<Array<DealContactInput>>;
  contractModel?: InputMaybe<ContractModel>;
  billingFrequency?: InputMaybe<BillingFrequency>;
  pricingBasis?: InputMaybe<PricingBasis>;
  revenueRecognition?: InputMaybe<RevenueRecognition>;
  valueBasis?: InputMaybe<ValueBasis>;
  hasOverages?: InputMaybe<Scalars['Boolean']['input']>;
  includesPassThroughCosts?: InputMaybe<Scalars['Boolean']['input']>;
  unitLabel?: InputMaybe<Scalars['String']['input']>;
  unitPrice?: InputMaybe<Scalars['Decimal']['input']>;
  unitQuantity?: InputMaybe<Scalars['Decimal']['input']>;
  termLength?: InputMaybe<Scalars['Int']['input']>;
  termUnit?: InputMaybe<TermUnit>;
  termStartOn?: InputMaybe<Scalars['Date']['input']>;
  termEndOn?: InputMaybe<Scalars['Date']['input']>;
  autoRenews?: InputMaybe<Scalars['Boolean']['input']>;
  renewalNoticeDays?: InputMaybe<Scalars['Int']['input']>;
  overageRate?: InputMaybe<Scalars['Decimal']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type DealFilter = {
  /** Deals that the contact is involved in. */
  contactId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  name?: InputMaybe<TextFilter>;
  companyId?: InputMaybe<IdFilter>;
  company?: InputMaybe<DealFilterCompany>;
  value?: InputMaybe<NumberFilter>;
  currency?: InputMaybe<TextFilter>;
  pipelineId?: InputMaybe<IdFilter>;
  stage?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  probability?: InputMaybe<IntegerFilter>;
  kind?: InputMaybe<TextFilter>;
  expectedCloseOn?: InputMaybe<DateFilter>;
  stageEnteredAt?: InputMaybe<DateTimeFilter>;
  closedAt?: InputMaybe<DateTimeFilter>;
  lostReason?: InputMaybe<TextFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  source?: InputMaybe<TextFilter>;
  predecessorDealId?: InputMaybe<IdFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<DealFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<DealFilter>>;
  /** This must not hold. */
  not?: InputMaybe<DealFilter>;
};

/** A line of a document. */
export type DocumentLine = {
  __typename?: 'DocumentLine';
  id: Scalars['UUID']['output'];
  position: Scalars['Int']['output'];
  kind: DocumentLineKind;
  description: Scalars['String']['output'];
  sku?: Maybe<Scalars['String']['output']>;
  /** Null for sections and texts; of working time the hours. */
  quantity?: Maybe<Scalars['Decimal']['output']>;
  unit?: Maybe<Scalars['String']['output']>;
  unitPrice?: Maybe<Scalars['Decimal']['output']>;
  minutes?: Maybe<Scalars['Int']['output']>;
  discount?: Maybe<DocumentDiscount>;
  taxes: Array<LineTax>;
  gross?: Maybe<Scalars['Decimal']['output']>;
  discountAmount?: Maybe<Scalars['Decimal']['output']>;
  /** After its own discount. */
  net?: Maybe<Scalars['Decimal']['output']>;
  /** Its share of the discount on the document. */
  discountShare?: Maybe<Scalars['Decimal']['output']>;
  optional: Scalars['Boolean']['output'];
  selected: Scalars['Boolean']['output'];
  sourceLineId?: Maybe<Scalars['UUID']['output']>;
  timeEntryIds: Array<Scalars['UUID']['output']>;
  milestoneId?: Maybe<Scalars['UUID']['output']>;
  quantityOrdered?: Maybe<Scalars['Decimal']['output']>;
  quantityDelivered?: Maybe<Scalars['Decimal']['output']>;
  quantityInvoiced?: Maybe<Scalars['Decimal']['output']>;
};

export type DocumentLineKind =
  | 'item'
  | 'section'
  | 'text';

export type DocumentDiscount = {
  __typename?: 'DocumentDiscount';
  type: DiscountType;
  value: Scalars['Decimal']['output'];
};

export type DiscountType =
  | 'percent'
  | 'amount';

export type TaxCategory =
  | 'standard'
  | 'reduced'
  | 'zero'
  | 'exempt'
  | 'reverse_charge'
  | 'outside_scope'
  | 'withholding';

/** A tax of a line. */
export type LineTax = {
  __typename?: 'LineTax';
  name: Scalars['String']['output'];
  rate: Scalars['Decimal']['output'];
  category: TaxCategory;
  exemptionReason?: Maybe<Scalars['String']['output']>;
};

/** A tax of a document with its base and amount. */
export type TaxGroup = {
  __typename?: 'TaxGroup';
  name: Scalars['String']['output'];
  category: TaxCategory;
  rate: Scalars['Decimal']['output'];
  base: Scalars['Decimal']['output'];
  tax: Scalars['Decimal']['output'];
  exemptionReason?: Maybe<Scalars['String']['output']>;
};

/** Who buys, as it stands on the document. */
export type Buyer = {
  __typename?: 'Buyer';
  name?: Maybe<Scalars['String']['output']>;
  address?: Maybe<Address>;
  taxId?: Maybe<Scalars['String']['output']>;
  email?: Maybe<Scalars['String']['output']>;
};

/** What a document was made of. */
export type DocumentSource = {
  __typename?: 'DocumentSource';
  type: Scalars['String']['output'];
  id: Scalars['UUID']['output'];
};

export type DocumentPdf = {
  __typename?: 'DocumentPdf';
  sha256: Scalars['String']['output'];
  renderedAt: Scalars['DateTime']['output'];
  /** Opens for ten minutes without credentials; null for agents. */
  url?: Maybe<Scalars['String']['output']>;
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Something that the caller should know about a write. */
export type DocumentWarning = {
  __typename?: 'DocumentWarning';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
  ids: Array<Scalars['UUID']['output']>;
};

/** A part of a document that became another one. */
export type DocumentConversion = {
  __typename?: 'DocumentConversion';
  id: Scalars['UUID']['output'];
  target: ConversionTarget;
  mode: ConversionMode;
  percent?: Maybe<Scalars['Decimal']['output']>;
  lines: Array<ConvertedLine>;
  documentId: Scalars['UUID']['output'];
  documentNumber?: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
};

export type ConversionTarget =
  | 'work_order'
  | 'invoice';

export type ConversionMode =
  | 'all'
  | 'lines'
  | 'percent'
  | 'final';

export type ConvertedLine = {
  __typename?: 'ConvertedLine';
  lineId: Scalars['UUID']['output'];
  quantity: Scalars['Decimal']['output'];
};

export type QuantityInput = {
  lineId: Scalars['UUID']['input'];
  quantity: Scalars['Decimal']['input'];
};

export type DocumentLineInput = {
  /** Of a line that stays; leave it out for a new one. */
  id?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to item. */
  kind?: InputMaybe<DocumentLineKind>;
  description?: InputMaybe<Scalars['String']['input']>;
  sku?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to 1; below 0 only on invoices. */
  quantity?: InputMaybe<Scalars['Decimal']['input']>;
  unit?: InputMaybe<Scalars['String']['input']>;
  /** Up to 6 digits behind the point. */
  unitPrice?: InputMaybe<Scalars['Decimal']['input']>;
  /** Working time, in place of the quantity; the price is that of an hour. */
  minutes?: InputMaybe<Scalars['Int']['input']>;
  discount?: InputMaybe<DocumentDiscountInput>;
  taxes?: InputMaybe<Array<LineTaxInput>>;
  /** Only on quotes. */
  optional?: InputMaybe<Scalars['Boolean']['input']>;
  selected?: InputMaybe<Scalars['Boolean']['input']>;
};

export type DocumentDiscountInput = {
  type: DiscountType;
  value: Scalars['Decimal']['input'];
};

export type LineTaxInput = {
  name: Scalars['String']['input'];
  rate: Scalars['Decimal']['input'];
  category: TaxCategory;
  exemptionReason?: InputMaybe<Scalars['String']['input']>;
};

export type BuyerInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<AddressInput>;
  taxId?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
};

/** Why a section is missing from the answer. */
export type SectionSkipReason =
  /** The module is switched off, or not part of this service. */
  | 'FEATURE_DISABLED'
  /** The caller's role may not read its records. */
  | 'PERMISSION_DENIED'
  /** The token's scopes do not allow reading its records. */
  | 'SCOPE_MISSING'
  /** The section took longer than 800 ms. */
  | 'TIMEOUT';

/** A section that is missing from the answer. */
export type SkippedSection = {
  __typename?: 'SkippedSection';
  /** Name of the section, as on REST. */
  section: Scalars['String']['output'];
  reason: SectionSkipReason;
};

/** Value of won deals in one currency. */
export type WonValue = {
  __typename?: 'WonValue';
  /** An ISO 4217 currency code. */
  currency: Scalars['String']['output'];
  value: Scalars['Decimal']['output'];
};

/** Open and won deals with a company. */
export type DossierDeals = {
  __typename?: 'DossierDeals';
  /** Open deals, soonest expected to close first; at most ten. */
  open: Array<Deal>;
  /** Value of all won deals by currency. */
  wonValue: Array<WonValue>;
  lostCount: Scalars['Int']['output'];
};

/** A summary of a company. A skipped section is null. */
export type CompanyDossier = {
  __typename?: 'CompanyDossier';
  company: Company;
  /** Every website and email domain, oldest first. */
  identifiers: Array<CompanyIdentifier>;
  /** The company as a client; also null if it is not one. */
  client?: Maybe<Client>;
  /** Contacts by most recent meaningful touch, then by most recent change; at most ten. */
  contacts?: Maybe<Array<Contact>>;
  deals?: Maybe<DossierDeals>;
  /** Rooms for the company, most recently changed first; at most five. */
  rooms?: Maybe<Array<Room>>;
  /** Messages with the company, newest first; at most ten. */
  communications?: Maybe<Array<Communication>>;
  /** The next planned interaction with the company or its contacts; also null if there is none. */
  nextScheduled?: Maybe<Activity>;
  /** Notes on the company, pinned ones first, then newest; at most five. */
  notes?: Maybe<Array<Note>>;
  /** Latest activities; at most ten. */
  activities?: Maybe<Array<Activity>>;
  /** Number of open action items of its activities. */
  actionItemsOpen?: Maybe<Scalars['Int']['output']>;
  /** Competitors in its deals. */
  competitors?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Projects for the company. */
  projects?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Amounts that the company owes. */
  invoicesSummary?: Maybe<Scalars['JSON']['output']>;
  /** Number of open tickets. */
  supportOpen?: Maybe<Scalars['Int']['output']>;
  /** News about the company. */
  pulse?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Sections that are missing from the answer. */
  skipped: Array<SkippedSection>;
  generatedAt: Scalars['DateTime']['output'];
};

/** Health, from good to bad. */
export type HealthBand =
  | 'healthy'
  | 'watch'
  | 'at_risk'
  | 'critical'
  /** Fewer than two components have a score. */
  | 'unknown';

export type ClientHealthComponentKey =
  | 'delivery'
  | 'receivables'
  | 'support'
  | 'engagement';

/** One component of a client's health. */
export type ClientHealthComponent = {
  __typename?: 'ClientHealthComponent';
  key: ClientHealthComponentKey;
  /** From 0 to 100. */
  score: Scalars['Int']['output'];
  /** Its weight relative to the other components. */
  weight: Scalars['Int']['output'];
  /** Number of records that it was computed from. */
  sampleSize: Scalars['Int']['output'];
};

/** Health of a client, computed from the components that have a score. */
export type ClientHealth = {
  __typename?: 'ClientHealth';
  /** From 0 to 100; null with fewer than two components. */
  score?: Maybe<Scalars['Int']['output']>;
  band: HealthBand;
  /** Whether components are missing because they have no records, are switched off, or not readable by the caller. */
  partial: Scalars['Boolean']['output'];
  components: Array<ClientHealthComponent>;
};

/** A summary of a client for delivery. A skipped section is null. */
export type ClientOverview = {
  __typename?: 'ClientOverview';
  client: Client;
  /** Active projects, soonest due first; at most ten. */
  projects?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Next milestones; at most ten. */
  milestonesDue?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Overdue tasks, most overdue first; at most ten. */
  overdueTasks?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Open tickets; at most five. */
  ticketsOpen?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Undecided quotes; at most five. */
  quotesOpen?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Unpaid invoices; at most ten. */
  invoicesOpen?: Maybe<Array<Scalars['JSON']['output']>>;
  /** Time worked and not yet billed. */
  timeUnbilled?: Maybe<Scalars['JSON']['output']>;
  health: ClientHealth;
  /** Sections that are missing from the answer. */
  skipped: Array<SkippedSection>;
};

export type CompanyDuplicateReason =
  /** The names are equal apart from legal form and spelling. */
  | 'name'
  /** The names are similar. */
  | 'similar_name'
  /** Their domains have the same brand. */
  | 'brand';

/** Two companies that are likely the same. */
export type CompanyDuplicate = {
  __typename?: 'CompanyDuplicate';
  companyId: Scalars['UUID']['output'];
  otherCompanyId: Scalars['UUID']['output'];
  company?: Maybe<Company>;
  otherCompany?: Maybe<Company>;
  /** From 0 to 1; 1 means identical. */
  score: Scalars['Float']['output'];
  reason: CompanyDuplicateReason;
};

export type ContactDuplicateReason =
  /** They have the same email address, ignoring case and a tag after a plus. */
  | 'email'
  /** They have the same phone number. */
  | 'phone'
  /** They have the same name at the same company. */
  | 'name_and_company';

/** Two contacts that are likely the same person. */
export type ContactDuplicate = {
  __typename?: 'ContactDuplicate';
  contactId: Scalars['UUID']['output'];
  otherContactId: Scalars['UUID']['output'];
  contact?: Maybe<Contact>;
  otherContact?: Maybe<Contact>;
  /** From 0 to 1; 1 means identical. */
  score: Scalars['Float']['output'];
  reason: ContactDuplicateReason;
};

/** A pair of records that was marked as not the same. */
export type DuplicateDismissal = {
  __typename?: 'DuplicateDismissal';
  /** The two ids, smaller one first. */
  ids: Array<Scalars['UUID']['output']>;
  dismissedAt: Scalars['DateTime']['output'];
};

/**
 * A file inside JSON. On REST, larger files are sent as multipart/form-data instead: a part `file` with its file name, and a
 * text part for each other member (objects and arrays as JSON).
 */
export type FileInput = {
  /** The file name; only what follows the last slash is kept. */
  name: Scalars['String']['input'];
  /** The bytes as base64 with padding. */
  contentBase64: Scalars['String']['input'];
};

/** An address from which a file can be downloaded for ten minutes, without credentials. */
export type FileDownload = {
  __typename?: 'FileDownload';
  url: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** The media type, by the content of the file. */
  mime: Scalars['String']['output'];
  bytes: Scalars['Int']['output'];
  /** SHA-256 of the bytes, as hex. */
  sha256: Scalars['String']['output'];
  expiresAt: Scalars['DateTime']['output'];
};

/** Conditions on a text; all must hold. Case and accents matter, except for contains and startsWith. */
export type TextFilter = {
  eq?: InputMaybe<Scalars['String']['input']>;
  neq?: InputMaybe<Scalars['String']['input']>;
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  nin?: InputMaybe<Array<Scalars['String']['input']>>;
  contains?: InputMaybe<Scalars['String']['input']>;
  startsWith?: InputMaybe<Scalars['String']['input']>;
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** The opposite of isNull. */
  exists?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions that must not hold; an empty field has none that holds. */
  not?: InputMaybe<TextFilter>;
};

/** Conditions on an id. */
export type IdFilter = {
  eq?: InputMaybe<Scalars['UUID']['input']>;
  neq?: InputMaybe<Scalars['UUID']['input']>;
  in?: InputMaybe<Array<Scalars['UUID']['input']>>;
  nin?: InputMaybe<Array<Scalars['UUID']['input']>>;
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** The opposite of isNull. */
  exists?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions that must not hold; an empty field has none that holds. */
  not?: InputMaybe<IdFilter>;
};

/** Conditions on a number. */
export type NumberFilter = {
  eq?: InputMaybe<Scalars['Decimal']['input']>;
  neq?: InputMaybe<Scalars['Decimal']['input']>;
  in?: InputMaybe<Array<Scalars['Decimal']['input']>>;
  nin?: InputMaybe<Array<Scalars['Decimal']['input']>>;
  lt?: InputMaybe<Scalars['Decimal']['input']>;
  lte?: InputMaybe<Scalars['Decimal']['input']>;
  gt?: InputMaybe<Scalars['Decimal']['input']>;
  gte?: InputMaybe<Scalars['Decimal']['input']>;
  /** Two values, inclusive. */
  between?: InputMaybe<Array<Scalars['Decimal']['input']>>;
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** The opposite of isNull. */
  exists?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions that must not hold; an empty field has none that holds. */
  not?: InputMaybe<NumberFilter>;
};

/** Conditions on a whole number. */
export type IntegerFilter = {
  eq?: InputMaybe<Scalars['Int']['input']>;
  neq?: InputMaybe<Scalars['Int']['input']>;
  in?: InputMaybe<Array<Scalars['Int']['input']>>;
  nin?: InputMaybe<Array<Scalars['Int']['input']>>;
  lt?: InputMaybe<Scalars['Int']['input']>;
  lte?: InputMaybe<Scalars['Int']['input']>;
  gt?: InputMaybe<Scalars['Int']['input']>;
  gte?: InputMaybe<Scalars['Int']['input']>;
  /** Two values, inclusive. */
  between?: InputMaybe<Array<Scalars['Int']['input']>>;
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** The opposite of isNull. */
  exists?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions that must not hold; an empty field has none that holds. */
  not?: InputMaybe<IntegerFilter>;
};

/** Conditions on an instant. On REST a date without a zone is read in the time zone of the workspace. */
export type DateTimeFilter = {
  eq?: InputMaybe<Scalars['DateTime']['input']>;
  neq?: InputMaybe<Scalars['DateTime']['input']>;
  in?: InputMaybe<Array<Scalars['DateTime']['input']>>;
  nin?: InputMaybe<Array<Scalars['DateTime']['input']>>;
  lt?: InputMaybe<Scalars['DateTime']['input']>;
  lte?: InputMaybe<Scalars['DateTime']['input']>;
  gt?: InputMaybe<Scalars['DateTime']['input']>;
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Two instants, inclusive. */
  between?: InputMaybe<Array<Scalars['DateTime']['input']>>;
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** The opposite of isNull. */
  exists?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions that must not hold; an empty field has none that holds. */
  not?: InputMaybe<DateTimeFilter>;
};

/** Conditions on a day. */
export type DateFilter = {
  eq?: InputMaybe<Scalars['Date']['input']>;
  neq?: InputMaybe<Scalars['Date']['input']>;
  in?: InputMaybe<Array<Scalars['Date']['input']>>;
  nin?: InputMaybe<Array<Scalars['Date']['input']>>;
  lt?: InputMaybe<Scalars['Date']['input']>;
  lte?: InputMaybe<Scalars['Date']['input']>;
  gt?: InputMaybe<Scalars['Date']['input']>;
  gte?: InputMaybe<Scalars['Date']['input']>;
  /** Two days, inclusive. */
  between?: InputMaybe<Array<Scalars['Date']['input']>>;
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** The opposite of isNull. */
  exists?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions that must not hold; an empty field has none that holds. */
  not?: InputMaybe<DateFilter>;
};

/** Conditions on a yes or no. */
export type BooleanFilter = {
  eq?: InputMaybe<Scalars['Boolean']['input']>;
  neq?: InputMaybe<Scalars['Boolean']['input']>;
  in?: InputMaybe<Array<Scalars['Boolean']['input']>>;
  nin?: InputMaybe<Array<Scalars['Boolean']['input']>>;
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** The opposite of isNull. */
  exists?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions that must not hold; an empty field has none that holds. */
  not?: InputMaybe<BooleanFilter>;
};

/** Conditions on tags; a tag matches as a whole, ignoring case. */
export type TagFilter = {
  /** Has this tag. */
  eq?: InputMaybe<Scalars['String']['input']>;
  /** Does not have this tag. */
  neq?: InputMaybe<Scalars['String']['input']>;
  /** Has one of these. */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Has none of these. */
  nin?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Has no tag at all. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Has any tag. */
  exists?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions that must not hold. */
  not?: InputMaybe<TagFilter>;
};

/** The process is alive; nothing else was checked. */
export type Health = {
  __typename?: 'Health';
  status: Scalars['String']['output'];
  version: Scalars['String']['output'];
  uptimeSeconds: Scalars['Int']['output'];
};

/** Whether the service can serve now. */
export type Readiness = {
  __typename?: 'Readiness';
  status: Scalars['String']['output'];
  checks: Array<ReadinessCheck>;
};

/** A check of one dependency. */
export type ReadinessCheck = {
  __typename?: 'ReadinessCheck';
  /** One of database, migrations, queue_lag_seconds, signing_keys and disk. */
  name: Scalars['String']['output'];
  ok: Scalars['Boolean']['output'];
  /** Details, shown to operators only. */
  detail?: Maybe<Scalars['String']['output']>;
};

/** A bill to a company, or a credit note for one. */
export type Invoice = Node & {
  __typename?: 'Invoice';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  /** The id; null in a dry run, which stores nothing. */
  storedId?: Maybe<Scalars['UUID']['output']>;
  /** The number; null for a draft invoice and in a dry run. */
  number?: Maybe<Scalars['String']['output']>;
  /** The number, or that it is a draft. */
  title: Scalars['String']['output'];
  status: InvoiceStatus;
  /** Why it was put on hold, cancelled or declined. */
  statusReason?: Maybe<Scalars['String']['output']>;
  /** The company that buys. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  company?: Maybe<Company>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  contact?: Maybe<Contact>;
  dealId?: Maybe<Scalars['UUID']['output']>;
  deal?: Maybe<Deal>;
  projectId?: Maybe<Scalars['UUID']['output']>;
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  currency: Scalars['String']['output'];
  issueDate?: Maybe<Scalars['Date']['output']>;
  reference?: Maybe<Scalars['String']['output']>;
  poNumber?: Maybe<Scalars['String']['output']>;
  terms?: Maybe<Scalars['String']['output']>;
  notes?: Maybe<Scalars['String']['output']>;
  /** Never part of what the client sees. */
  internalNotes?: Maybe<Scalars['String']['output']>;
  pricesIncludeTax: Scalars['Boolean']['output'];
  taxRounding: TaxRounding;
  discount?: Maybe<DocumentDiscount>;
  taxGroups: Array<TaxGroup>;
  /** Sum of the lines after their own discounts. */
  subtotal: Scalars['Decimal']['output'];
  /** The discount on the document. */
  discountTotal: Scalars['Decimal']['output'];
  /** Without tax, after discounts. */
  netTotal: Scalars['Decimal']['output'];
  taxTotal: Scalars['Decimal']['output'];
  roundingAdjustment: Scalars['Decimal']['output'];
  total: Scalars['Decimal']['output'];
  /** Units of the currency of the workspace for one of the document. */
  exchangeRate?: Maybe<Scalars['Decimal']['output']>;
  seller?: Maybe<Seller>;
  buyer?: Maybe<Buyer>;
  source?: Maybe<DocumentSource>;
  /** The stored PDF; null while there is none. */
  pdf?: Maybe<DocumentPdf>;
  locale?: Maybe<Scalars['String']['output']>;
  lines: Array<DocumentLine>;
  warnings: Array<DocumentWarning>;
  tags: Array<Scalars['String']['output']>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  documentType: InvoiceDocumentType;
  kind: InvoiceKind;
  dueDate?: Maybe<Scalars['Date']['output']>;
  supplyDate?: Maybe<Scalars['Date']['output']>;
  issuedAt?: Maybe<Scalars['DateTime']['output']>;
  sentAt?: Maybe<Scalars['DateTime']['output']>;
  viewedAt?: Maybe<Scalars['DateTime']['output']>;
  amountPaid: Scalars['Decimal']['output'];
  amountCredited: Scalars['Decimal']['output'];
  balance: Scalars['Decimal']['output'];
  /** Open after its due date. */
  isOverdue: Scalars['Boolean']['output'];
  daysOverdue: Scalars['Int']['output'];
  /** For a credit note: the invoice that it credits. */
  creditedInvoiceId?: Maybe<Scalars['UUID']['output']>;
  /** For a credit note: what can still be applied or refunded. */
  creditRemaining?: Maybe<Scalars['Decimal']['output']>;
  creditReason?: Maybe<Scalars['String']['output']>;
  reminderCount: Scalars['Int']['output'];
  voidReason?: Maybe<Scalars['String']['output']>;
  voidedAt?: Maybe<Scalars['DateTime']['output']>;
  writeOffReason?: Maybe<Scalars['String']['output']>;
  writtenOffAt?: Maybe<Scalars['DateTime']['output']>;
  payments: Array<InvoicePayment>;
  /** Credits that were applied to it. */
  credits: Array<AppliedCredit>;
  creditNotes: Array<CreditNoteSummary>;
  /** Address of the client's page; only in the answer to a send. */
  publicUrl?: Maybe<Scalars['String']['output']>;
  publicUrlShown: Scalars['Boolean']['output'];
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the invoice, newest first. */
  activities: ActivityConnection;
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};


/** A bill to a company, or a credit note for one. */
export type InvoiceActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type InvoiceStatus =
  | 'draft'
  | 'issued'
  | 'partially_paid'
  | 'paid'
  | 'void'
  | 'uncollectible';

export type InvoiceDocumentType =
  | 'invoice'
  | 'credit_note';

export type InvoiceKind =
  | 'standard'
  | 'deposit'
  | 'progress'
  | 'final';

export type AppliedCredit = {
  __typename?: 'AppliedCredit';
  /** Null for credit of the client. */
  creditNoteId?: Maybe<Scalars['UUID']['output']>;
  number?: Maybe<Scalars['String']['output']>;
  amount: Scalars['Decimal']['output'];
  at: Scalars['DateTime']['output'];
};

export type CreditNoteSummary = {
  __typename?: 'CreditNoteSummary';
  id: Scalars['UUID']['output'];
  number?: Maybe<Scalars['String']['output']>;
  status: InvoiceStatus;
  total: Scalars['Decimal']['output'];
};

export type InvoiceInput = {
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to that of the workspace. */
  currency?: InputMaybe<Scalars['String']['input']>;
  issueDate?: InputMaybe<Scalars['Date']['input']>;
  reference?: InputMaybe<Scalars['String']['input']>;
  poNumber?: InputMaybe<Scalars['String']['input']>;
  terms?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  internalNotes?: InputMaybe<Scalars['String']['input']>;
  pricesIncludeTax?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to that of the workspace. */
  taxRounding?: InputMaybe<TaxRounding>;
  discount?: InputMaybe<DocumentDiscountInput>;
  /** Replaces the lines; those with a known id keep it. */
  lines?: InputMaybe<Array<DocumentLineInput>>;
  exchangeRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Members of the buyer that differ from the company and contact. */
  buyer?: InputMaybe<BuyerInput>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Refuses the call if the total is another one. */
  expectedTotal?: InputMaybe<Scalars['Decimal']['input']>;
  /** Defaults to standard. */
  kind?: InputMaybe<InvoiceKind>;
  /** Always invoice; credit notes are made from the invoice that they credit. */
  documentType?: InputMaybe<NewDocumentType>;
  /** Defaults to the issue date and the terms of the workspace. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  supplyDate?: InputMaybe<Scalars['Date']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type NewDocumentType =
  | 'invoice';

export type IssueInvoiceInput = {
  /** Defaults to that of the draft, or today. */
  issueDate?: InputMaybe<Scalars['Date']['input']>;
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  supplyDate?: InputMaybe<Scalars['Date']['input']>;
  /** Required for other currencies than that of the workspace, unless the draft has it. */
  exchangeRate?: InputMaybe<Scalars['Decimal']['input']>;
  expectedTotal?: InputMaybe<Scalars['Decimal']['input']>;
};

export type InvoiceMailKind =
  | 'invoice'
  | 'reminder'
  | 'receipt';

export type SendInvoiceInput = {
  /** Defaults to invoice. */
  kind?: InputMaybe<InvoiceMailKind>;
  /** Defaults to the address of the buyer or contact. */
  to?: InputMaybe<Array<Scalars['String']['input']>>;
  cc?: InputMaybe<Array<Scalars['String']['input']>>;
  subject?: InputMaybe<Scalars['String']['input']>;
  message?: InputMaybe<Scalars['String']['input']>;
};

export type PdfFormat =
  | 'pdf'
  /** EN 16931 as UBL 2.1. */
  | 'xml';

/**
 * Work that continues after the answer of the request that started it. Its requester can see it; callers with `jobs.manage`
 * can see everybody's jobs. Kept for 30 days after it ends.
 */
export type Job = {
  __typename?: 'Job';
  id: Scalars['UUID']['output'];
  kind: JobKind;
  state: JobState;
  progress: JobProgress;
  /** Number of attempts; after a transient error, up to five more with growing pauses. */
  attempts: Scalars['Int']['output'];
  /** Why it failed. */
  error?: Maybe<JobError>;
  /** The result; its members depend on the kind of job. */
  result?: Maybe<Scalars['JSON']['output']>;
  /** The file that it produced; only for its requester, for a day. */
  download?: Maybe<JobDownload>;
  requestedBy: Actor;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type JobKind =
  | 'import_execute'
  | 'import_rollback'
  | 'export'
  | 'batch'
  | 'pdf_render'
  | 'seal'
  | 'reschedule';

export type JobState =
  | 'queued'
  | 'running'
  | 'succeeded'
  | 'failed'
  /** Cancellation was requested; it stops at its next row. */
  | 'cancelling'
  | 'cancelled';

/** Progress of a job in rows. */
export type JobProgress = {
  __typename?: 'JobProgress';
  processed: Scalars['Int']['output'];
  /** Null until known. */
  total?: Maybe<Scalars['Int']['output']>;
};

export type JobError = {
  __typename?: 'JobError';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

/** A file that a job produced. */
export type JobDownload = {
  __typename?: 'JobDownload';
  /** Address that needs no credentials until `expiresAt`; each read of the job returns a new one. */
  url: Scalars['String']['output'];
  name: Scalars['String']['output'];
  bytes: Scalars['Int']['output'];
  expiresAt: Scalars['DateTime']['output'];
};

export type JobFilter = {
  /** The person or token who requested it. */
  requesterId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  kind?: InputMaybe<TextFilter>;
  state?: InputMaybe<TextFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  finishedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<JobFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<JobFilter>>;
  /** This must not hold. */
  not?: InputMaybe<JobFilter>;
};

/** How the matcher found a company. */
export type MatchStep =
  /** The company has the website or the domain as one of its identifiers. */
  | 'identifier'
  /** The name or legal name is equal apart from legal form and spelling. */
  | 'name'
  /** The company's name is the brand in the domain, or begins with it. */
  | 'brand';

export type MatchVerdict =
  /** No company matches; a client would be created. */
  | 'none'
  /** One company matches; a client would be linked to it. */
  | 'match'
  /** Several companies may match; the caller has to choose. */
  | 'ambiguous';

export type MatchAmbiguity =
  /** Several companies have the identifiers or the same name. */
  | 'multiple_matches'
  /** The best candidates are too close to each other. */
  | 'ambiguous_match';

/** A company that may match. */
export type MatchCandidate = {
  __typename?: 'MatchCandidate';
  companyId: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  domain?: Maybe<Scalars['String']['output']>;
  match: MatchStep;
  /** From 0 to 1; 1 means identical. */
  score: Scalars['Float']['output'];
};

/** Result of the matcher; nothing is written. */
export type CompanyMatch = {
  __typename?: 'CompanyMatch';
  verdict: MatchVerdict;
  /** Why the match is ambiguous. */
  reason?: Maybe<MatchAmbiguity>;
  /** The matching company. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  step?: Maybe<MatchStep>;
  score?: Maybe<Scalars['Float']['output']>;
  /** All companies that the deciding step found, best first. */
  candidates: Array<MatchCandidate>;
};

export type CompanyMatchInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  /** Alias of name. */
  clientName?: InputMaybe<Scalars['String']['input']>;
  /** A host or a URL. Either website or domain is required. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** A company-owned email domain; personal mail domains are refused. */
  domain?: InputMaybe<Scalars['String']['input']>;
};

/** A member of the workspace, or a person invited to become one. */
export type Member = {
  __typename?: 'Member';
  /** Id of the membership; of the invitation while the status is invited. */
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  /** Id of the user, as in ownerUserId of records; null while invited. */
  userId?: Maybe<Scalars['UUID']['output']>;
  /** Email address in lower case. */
  email: Scalars['String']['output'];
  /** Null while invited; the name of an account is not shown before the person joins. */
  name?: Maybe<Scalars['String']['output']>;
  avatarUrl?: Maybe<Scalars['String']['output']>;
  status: MemberStatus;
  roleIds: Array<Scalars['UUID']['output']>;
  /** Keys of the roles. */
  roles: Array<Scalars['String']['output']>;
  /** Modules that the member may use; null means every module of the workspace. */
  moduleAccess?: Maybe<Array<Module>>;
  joinedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Null for the first member of the workspace. */
  invitedBy?: Maybe<Actor>;
  /** When the invitation expires; null for members. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

export type MemberStatus =
  /** Was sent an invitation and has not accepted it yet. */
  | 'invited'
  | 'active'
  /** Keeps roles and records, but may not enter the workspace. */
  | 'deactivated';

/** Statuses that an admin can set. */
export type MembershipStatus =
  | 'active'
  /** Signs the member out of the workspace at once. */
  | 'deactivated';

export type MemberChanges = {
  /** The complete list of roles; omitted ones are removed. */
  roleIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  /** Null means every module of the workspace. */
  moduleAccess?: InputMaybe<Array<Module>>;
  status?: InputMaybe<MembershipStatus>;
  /** Transfers ownership: the member becomes owner, and the caller, who must be an owner, becomes admin. Cannot be combined with other changes. */
  transferOwnership?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of removing a member. */
export type MemberRemoval = {
  __typename?: 'MemberRemoval';
  /** Id of the membership. */
  id: Scalars['UUID']['output'];
  userId: Scalars['UUID']['output'];
  removedAt: Scalars['DateTime']['output'];
  /** Who owns the records now; null if there were none. */
  reassignedToUserId?: Maybe<Scalars['UUID']['output']>;
  /** Records that were reassigned, by kind. */
  reassigned: Array<RecordCount>;
  /** Number of sessions in this workspace that were ended. */
  sessionsEnded: Scalars['Int']['output'];
};

/** Number of records of one kind. */
export type RecordCount = {
  __typename?: 'RecordCount';
  /** Kind of record, singular snake_case. */
  type: Scalars['String']['output'];
  count: Scalars['Int']['output'];
};

/** The workspace that was joined. Sign in to enter it. */
export type AcceptedInvitation = {
  __typename?: 'AcceptedInvitation';
  user: Account;
  tenant: Workspace;
  /** Whether a new account was created. */
  accountCreated: Scalars['Boolean']['output'];
};

/** What a merge or its undo changed in addition to the record. */
export type MergeReport = {
  __typename?: 'MergeReport';
  /** Id to undo the merge with, within thirty days; null in a preview. */
  id?: Maybe<Scalars['UUID']['output']>;
  /** Empty fields that took the value of the duplicate; for an undo, fields that were emptied again. */
  filledFields: Array<Scalars['String']['output']>;
  /** How many rows moved, by table. */
  moved: Scalars['JSONObject']['output'];
  /** What was left unchanged, and why. */
  skipped: Array<MergeSkip>;
};

/** Something that a merge or its undo left unchanged. */
export type MergeSkip = {
  __typename?: 'MergeSkip';
  /** Name of a field, or of the table of the rows. */
  name: Scalars['String']['output'];
  /** Reason, such as `changed`, `value_taken` or `moved_or_removed`. */
  reason: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  /** Ids of the first hundred rows. */
  ids: Array<Scalars['String']['output']>;
};

/** A company after a merge. */
export type CompanyMerge = {
  __typename?: 'CompanyMerge';
  record: Company;
  merge: MergeReport;
};

/** Two companies after undoing their merge. */
export type CompanyMergeUndo = {
  __typename?: 'CompanyMergeUndo';
  /** The company that was kept. */
  record: Company;
  /** The restored duplicate. */
  restored: Company;
  merge: MergeReport;
};

/** A contact after a merge. */
export type ContactMerge = {
  __typename?: 'ContactMerge';
  record: Contact;
  merge: MergeReport;
};

/** Two contacts after undoing their merge. */
export type ContactMergeUndo = {
  __typename?: 'ContactMergeUndo';
  /** The contact that was kept. */
  record: Contact;
  /** The restored duplicate. */
  restored: Contact;
  merge: MergeReport;
};

/** Purposes that a model can serve. */
export type ModelPurpose =
  | 'assistant_chat'
  | 'content_multiplex'
  | 'content_adapt'
  | 'summary'
  | 'transcription'
  | 'classification'
  | 'embedding';

/** What answers if the model does not: rules without a model, or the route of another purpose. */
export type ModelFallback =
  | 'deterministic'
  | 'assistant_chat'
  | 'content_multiplex'
  | 'content_adapt'
  | 'summary'
  | 'transcription'
  | 'classification'
  | 'embedding';

/** Classes of fields that a model may see. It never sees credentials. */
export type ModelDataClass =
  | 'ordinary_crm'
  | 'restricted_relationship'
  | 'private_user_note';

/** State of a route, most severe first. */
export type ModelHealth =
  /** No key and model are set; the purpose is answered by rule. */
  | 'unset'
  /** The key is invalid or disabled. */
  | 'key_unusable'
  /** The budget of the month is used up. */
  | 'over_budget'
  /** The last request failed. */
  | 'failing'
  /** The last request succeeded. */
  | 'healthy'
  /** Not used yet. */
  | 'untried';

/** Use of models for a purpose in a calendar month (UTC). */
export type ModelSpend = {
  __typename?: 'ModelSpend';
  month: Scalars['String']['output'];
  requests: Scalars['Int']['output'];
  /** As counted by the provider; estimated if it does not say. */
  inputTokens: Scalars['Int']['output'];
  outputTokens: Scalars['Int']['output'];
};

/** The model that serves a purpose. */
export type ModelRoute = {
  __typename?: 'ModelRoute';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  purpose: ModelPurpose;
  /** Null, like the model, if the purpose is answered by rule. */
  providerKey?: Maybe<ProviderKey>;
  providerKeyId?: Maybe<Scalars['UUID']['output']>;
  /** Name of the model at its provider. */
  model?: Maybe<Scalars['String']['output']>;
  temperature: Scalars['Float']['output'];
  maxOutputTokens: Scalars['Int']['output'];
  timeoutMs: Scalars['Int']['output'];
  /** Tokens per calendar month, input and output together; null means no limit. Beyond it, the fallback answers. */
  monthlyBudget?: Maybe<Scalars['Int']['output']>;
  fallback: ModelFallback;
  /** Classes of fields that the model may see, of those that the user may read. */
  dataClassesAllowed: Array<ModelDataClass>;
  health: ModelHealth;
  lastSuccessAt?: Maybe<Scalars['DateTime']['output']>;
  lastFailureAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why the last request failed; null if it succeeded. */
  lastError?: Maybe<ProviderFault>;
  spend: ModelSpend;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

/** A complete route; absent members get their defaults. */
export type ModelRouteInput = {
  /** A key of a provider that supports the purpose. Without key and model, the purpose is answered by rule. */
  providerKeyId?: InputMaybe<Scalars['UUID']['input']>;
  model?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to 0.2. */
  temperature?: InputMaybe<Scalars['Float']['input']>;
  /** Defaults to 1,024. */
  maxOutputTokens?: InputMaybe<Scalars['Int']['input']>;
  /** Defaults to 20,000. */
  timeoutMs?: InputMaybe<Scalars['Int']['input']>;
  /** Tokens per calendar month; defaults to no limit. */
  monthlyBudget?: InputMaybe<Scalars['Int']['input']>;
  /** Defaults to deterministic. */
  fallback?: InputMaybe<ModelFallback>;
  /** Defaults to ordinary fields. */
  dataClassesAllowed?: InputMaybe<Array<ModelDataClass>>;
};

/** A note on a record, with its author. */
export type Note = {
  __typename?: 'Note';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  body: Scalars['String']['output'];
  /** Whether it is pinned; pinned notes come first in a dossier. */
  isPinned: Scalars['Boolean']['output'];
  /** The person who wrote it, or the name of the token. */
  author: Actor;
  /** Whether the text was changed after it was written. */
  edited: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

export type NoteInput = {
  body?: InputMaybe<Scalars['String']['input']>;
  isPinned?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The number series of a kind of document. */
export type NumberSeries = {
  __typename?: 'NumberSeries';
  docType: NumberSeriesType;
  /** Literals and tokens: {yyyy} {yy} {mm} {dd} {client} {seq} {seq:N}. */
  format: Scalars['String']['output'];
  /** When the sequence starts again, by the date of the document. */
  reset: NumberReset;
  /** Whether no number may be left out; fixed for each series. */
  gapFree: Scalars['Boolean']['output'];
  /** The next value of the sequence in the current period. */
  nextValue: Scalars['Int']['output'];
  /** The current period: `all`, a year or a month. */
  period: Scalars['String']['output'];
  /** The number that a document dated today gets next; reserves nothing. */
  nextNumber: Scalars['String']['output'];
  /** How many numbers were used in all periods. */
  usedCount: Scalars['Int']['output'];
  version: Scalars['Int']['output'];
  /** Null while the series is as it was at first. */
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type NumberSeriesType =
  | 'client'
  | 'project'
  | 'quote'
  | 'work_order'
  | 'invoice'
  | 'credit_note'
  | 'ticket';

export type NumberReset =
  | 'never'
  | 'yearly'
  | 'monthly';

/** A used number. */
export type NumberLedgerEntry = {
  __typename?: 'NumberLedgerEntry';
  number: Scalars['String']['output'];
  seq: Scalars['Int']['output'];
  period: Scalars['String']['output'];
  /** Kind of the document, singular snake_case. */
  documentType: Scalars['String']['output'];
  documentId: Scalars['UUID']['output'];
  issuedAt: Scalars['DateTime']['output'];
  state: NumberState;
};

/** A page of a list of NumberLedgerEntry. */
export type NumberLedgerEntryConnection = Connection & {
  __typename?: 'NumberLedgerEntryConnection';
  /** Numbers that no document has, in all periods of the series. */
  gaps: Array<NumberGap>;
  /** The records of the page. */
  nodes: Array<NumberLedgerEntry>;
  /** The records of the page, each with its cursor. */
  edges: Array<NumberLedgerEntryEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

export type NumberState =
  | 'used'
  | 'void';

/** Numbers that no document has. */
export type NumberGap = {
  __typename?: 'NumberGap';
  period: Scalars['String']['output'];
  from: Scalars['Int']['output'];
  to: Scalars['Int']['output'];
};

export type NumberSeriesInput = {
  /** Literals and tokens: {yyyy} {yy} {mm} {dd} {client} {seq} {seq:N}. */
  format?: InputMaybe<Scalars['String']['input']>;
  reset?: InputMaybe<NumberReset>;
  /** Can be raised; in a series without gaps only before its first use in a period. */
  nextValue?: InputMaybe<Scalars['Int']['input']>;
  /** Shows the series after the change without changing it. */
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A payment of an invoice, or a credit that was applied to it. */
export type InvoicePayment = {
  __typename?: 'InvoicePayment';
  id: Scalars['UUID']['output'];
  invoiceId: Scalars['UUID']['output'];
  amount: Scalars['Decimal']['output'];
  currency: Scalars['String']['output'];
  method: PaymentMethod;
  status: PaymentStatus;
  paidAt: Scalars['DateTime']['output'];
  reference?: Maybe<Scalars['String']['output']>;
  /** What of it settled the invoice. */
  applied: Scalars['Decimal']['output'];
  /** What of it became credit of the client. */
  excess: Scalars['Decimal']['output'];
  creditNoteId?: Maybe<Scalars['UUID']['output']>;
  refunded: Scalars['Decimal']['output'];
  refunds: Array<PaymentRefund>;
  /** The invoice after the write. */
  invoice?: Maybe<Invoice>;
};

export type PaymentRefund = {
  __typename?: 'PaymentRefund';
  id: Scalars['UUID']['output'];
  amount: Scalars['Decimal']['output'];
  reason: Scalars['String']['output'];
  at: Scalars['DateTime']['output'];
};

export type PaymentMethod =
  | 'bank_transfer'
  | 'card'
  | 'direct_debit'
  | 'cash'
  | 'check'
  | 'provider'
  | 'credit_note'
  | 'client_credit'
  | 'other';

export type PaymentStatus =
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'refunded'
  | 'partially_refunded'
  | 'disputed';

export type PaymentInput = {
  amount: Scalars['Decimal']['input'];
  /** That of the invoice. */
  currency?: InputMaybe<Scalars['String']['input']>;
  method: PaymentMethod;
  /** Defaults to now. */
  paidAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Together with the method it is recorded once. */
  reference?: InputMaybe<Scalars['String']['input']>;
  /** The note to apply, for the method credit_note. */
  creditNoteId?: InputMaybe<Scalars['UUID']['input']>;
  /** Makes what exceeds the balance credit of the client; defaults to the setting of the workspace. */
  allowOverpayment?: InputMaybe<Scalars['Boolean']['input']>;
};

export type RefundInput = {
  /** Defaults to all that is left of the payment. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  reason: Scalars['String']['input'];
  reference?: InputMaybe<Scalars['String']['input']>;
  /** Pays a credit note out; the invoice then stays settled. */
  creditNoteId?: InputMaybe<Scalars['UUID']['input']>;
};

export type CreditNoteInput = {
  reason: Scalars['String']['input'];
  lines?: InputMaybe<Array<CreditLineInput>>;
  /** Credits everything that is left. */
  full?: InputMaybe<Scalars['Boolean']['input']>;
  issueDate?: InputMaybe<Scalars['Date']['input']>;
};

export type CreditLineInput = {
  lineId: Scalars['UUID']['input'];
  quantity?: InputMaybe<Scalars['Decimal']['input']>;
  /** Net after both discounts; with the tax inside where prices include it. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
};

/** What a client owed, was billed and paid. */
export type ClientStatement = {
  __typename?: 'ClientStatement';
  companyId: Scalars['UUID']['output'];
  from: Scalars['Date']['output'];
  to: Scalars['Date']['output'];
  currencies: Array<StatementCurrency>;
};

/** One currency of a statement: opening plus debits less credits is closing. */
export type StatementCurrency = {
  __typename?: 'StatementCurrency';
  currency: Scalars['String']['output'];
  opening: Scalars['Decimal']['output'];
  debits: Scalars['Decimal']['output'];
  credits: Scalars['Decimal']['output'];
  closing: Scalars['Decimal']['output'];
  rows: Array<StatementRow>;
};

export type StatementRow = {
  __typename?: 'StatementRow';
  date: Scalars['Date']['output'];
  type: StatementRowType;
  number?: Maybe<Scalars['String']['output']>;
  documentId: Scalars['UUID']['output'];
  paymentId?: Maybe<Scalars['UUID']['output']>;
  debit: Scalars['Decimal']['output'];
  credit: Scalars['Decimal']['output'];
  balance: Scalars['Decimal']['output'];
};

export type StatementRowType =
  | 'invoice'
  | 'credit_note'
  | 'payment'
  | 'refund'
  | 'write_off'
  | 'write_off_reversed'
  | 'void';

/** What clients owe by how long it is overdue. */
export type ReceivablesAging = {
  __typename?: 'ReceivablesAging';
  asOf: Scalars['Date']['output'];
  rows: Array<AgingRow>;
  totals: Array<AgingTotal>;
};

export type AgingRow = {
  __typename?: 'AgingRow';
  companyId: Scalars['UUID']['output'];
  companyName: Scalars['String']['output'];
  currency: Scalars['String']['output'];
  buckets: Array<AgingBucket>;
  /** Unapplied credit, 0 or below. */
  credits: Scalars['Decimal']['output'];
  total: Scalars['Decimal']['output'];
};

export type AgingTotal = {
  __typename?: 'AgingTotal';
  currency: Scalars['String']['output'];
  buckets: Array<AgingBucket>;
  credits: Scalars['Decimal']['output'];
  total: Scalars['Decimal']['output'];
};

export type AgingBucket = {
  __typename?: 'AgingBucket';
  bucket: AgingBucketName;
  amount: Scalars['Decimal']['output'];
};

export type AgingBucketName =
  | 'current'
  | '1-30'
  | '31-60'
  | '61-90'
  | 'over_90';

export type ProjectContactRole =
  | 'sponsor'
  | 'decision_maker'
  | 'technical'
  | 'billing'
  | 'stakeholder';

export type ProjectPartnerRole =
  | 'subcontractor'
  | 'vendor'
  | 'agency'
  | 'consultant'
  | 'other';

export type ProjectMemberRole =
  | 'manager'
  | 'contributor'
  | 'viewer';

/** A contact who takes part in a project. */
export type ProjectContact = {
  __typename?: 'ProjectContact';
  contactId: Scalars['UUID']['output'];
  /** Null while the contact is deleted. */
  contact?: Maybe<Contact>;
  role: ProjectContactRole;
  isPrimary: Scalars['Boolean']['output'];
};

/** Another company that takes part in a project. */
export type ProjectPartner = {
  __typename?: 'ProjectPartner';
  companyId: Scalars['UUID']['output'];
  /** Null while the company is deleted. */
  company?: Maybe<Company>;
  role: ProjectPartnerRole;
  contactId?: Maybe<Scalars['UUID']['output']>;
};

/** A member of the workspace who takes part in a project. */
export type ProjectMember = {
  __typename?: 'ProjectMember';
  userId: Scalars['UUID']['output'];
  role: ProjectMemberRole;
  allocationPercent: Scalars['Int']['output'];
  /** Per hour; null without the permission projects.finance. */
  billRate?: Maybe<Scalars['Decimal']['output']>;
  /** Per hour; null without the permission projects.finance. */
  costRate?: Maybe<Scalars['Decimal']['output']>;
  addedAt: Scalars['DateTime']['output'];
};

export type MilestoneStatus =
  | 'open'
  | 'completed';

/** A date that a project reaches, possibly with an amount that can be billed then. */
export type Milestone = {
  __typename?: 'Milestone';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  projectId: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  dueDate?: Maybe<Scalars['Date']['output']>;
  status: MilestoneStatus;
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  billingAmount?: Maybe<Scalars['Decimal']['output']>;
  /** Share of the project's budget in per cent. */
  billingPercent?: Maybe<Scalars['Decimal']['output']>;
  /** What would be billed. */
  amount?: Maybe<Scalars['Decimal']['output']>;
  /** The invoice that bills it. */
  invoiceId?: Maybe<Scalars['UUID']['output']>;
  /** The line of the invoice that bills it. */
  invoiceLineId?: Maybe<Scalars['UUID']['output']>;
};

export type ProjectContactInput = {
  contactId: Scalars['UUID']['input'];
  /** Defaults to stakeholder. */
  role?: InputMaybe<ProjectContactRole>;
  /** At most one contact is the primary one. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ProjectPartnerInput = {
  companyId: Scalars['UUID']['input'];
  /** Defaults to other. */
  role?: InputMaybe<ProjectPartnerRole>;
  /** A contact of the partner. */
  contactId?: InputMaybe<Scalars['UUID']['input']>;
};

export type ProjectMemberInput = {
  /** Defaults to contributor. */
  role?: InputMaybe<ProjectMemberRole>;
  /** Defaults to 100. */
  allocationPercent?: InputMaybe<Scalars['Int']['input']>;
  /** Per hour; requires the permission projects.finance. */
  billRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Per hour; requires the permission projects.finance. */
  costRate?: InputMaybe<Scalars['Decimal']['input']>;
};

export type ProjectMemberOnCreateInput = {
  userId: Scalars['UUID']['input'];
  /** Defaults to contributor. */
  role?: InputMaybe<ProjectMemberRole>;
  /** Defaults to 100. */
  allocationPercent?: InputMaybe<Scalars['Int']['input']>;
  /** Per hour; requires the permission projects.finance. */
  billRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Per hour; requires the permission projects.finance. */
  costRate?: InputMaybe<Scalars['Decimal']['input']>;
};

export type MilestoneInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Either this or billingPercent. */
  billingAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Share of the project's budget in per cent, up to four decimal places. */
  billingPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Completes or reopens the milestone; not on creation. */
  status?: InputMaybe<MilestoneStatus>;
};

/** Amounts of documents in another currency than that of the project. */
export type ProjectCurrencyTotals = {
  __typename?: 'ProjectCurrencyTotals';
  currency: Scalars['String']['output'];
  quoted: Scalars['Decimal']['output'];
  invoiced: Scalars['Decimal']['output'];
  paid: Scalars['Decimal']['output'];
};

export type ProjectBudget = {
  __typename?: 'ProjectBudget';
  amount?: Maybe<Scalars['Decimal']['output']>;
  minutes?: Maybe<Scalars['Int']['output']>;
};

/** Time worked on a project, without rejected entries. */
export type TrackedTime = {
  __typename?: 'TrackedTime';
  minutes: Scalars['Int']['output'];
  billableMinutes: Scalars['Int']['output'];
  /** Value of the billable time. */
  value: Scalars['Decimal']['output'];
  /** Cost of all time. */
  cost: Scalars['Decimal']['output'];
};

/** Billable time and completed milestones that no document bills yet. */
export type UnbilledWork = {
  __typename?: 'UnbilledWork';
  minutes: Scalars['Int']['output'];
  timeAmount: Scalars['Decimal']['output'];
  milestoneAmount: Scalars['Decimal']['output'];
  amount: Scalars['Decimal']['output'];
};

export type ProjectMargin = {
  __typename?: 'ProjectMargin';
  /** Invoiced less cost. */
  amount: Scalars['Decimal']['output'];
  /** Share of what is invoiced, with one decimal place; null if nothing is. */
  percent?: Maybe<Scalars['Decimal']['output']>;
};

/** Budget, work and money of a project, without tax, in its currency. */
export type ProjectFinancials = {
  __typename?: 'ProjectFinancials';
  currency: Scalars['String']['output'];
  budget: ProjectBudget;
  tracked: TrackedTime;
  unbilled: UnbilledWork;
  /** Accepted quotes; null if the module of documents is off. */
  quoted?: Maybe<Scalars['Decimal']['output']>;
  /** Issued invoices less credit notes; null if the module of documents is off. */
  invoiced?: Maybe<Scalars['Decimal']['output']>;
  /** Payments less refunds, tax included; null if the module of documents is off. */
  paid?: Maybe<Scalars['Decimal']['output']>;
  /** Null if the module of documents is off. */
  margin?: Maybe<ProjectMargin>;
  otherCurrencies: Array<ProjectCurrencyTotals>;
};

/** Work for a client, from its start to its end. */
export type Project = Node & {
  __typename?: 'Project';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  /** Number of the series `project`. */
  number: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** The client that the project is for. */
  companyId: Scalars['UUID']['output'];
  /** The client that the project is for. */
  company?: Maybe<Company>;
  /** Markdown. */
  description?: Maybe<Scalars['String']['output']>;
  status: ProjectStatus;
  /** Why the project has its status; always set for on_hold and cancelled. */
  statusReason?: Maybe<Scalars['String']['output']>;
  /** The effective health: the override, or what dates, tasks and budget say; null for a project that is over. */
  health?: Maybe<ProjectHealth>;
  /** The health that a person has set. */
  healthOverride?: Maybe<ProjectHealth>;
  /** Why a person has set the health. */
  healthReason?: Maybe<Scalars['String']['output']>;
  startDate?: Maybe<Scalars['Date']['output']>;
  dueDate?: Maybe<Scalars['Date']['output']>;
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The user responsible for the project. */
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  /** The member responsible for the project; null if they have left the workspace. */
  owner?: Maybe<Member>;
  billingType: ProjectBillingType;
  budgetAmount?: Maybe<Scalars['Decimal']['output']>;
  budgetMinutes?: Maybe<Scalars['Int']['output']>;
  /** Per hour; null without the permission projects.finance. */
  billRate?: Maybe<Scalars['Decimal']['output']>;
  /** An ISO 4217 currency code; defaults to that of the workspace. */
  currency: Scalars['String']['output'];
  workingCalendar: WorkingCalendar;
  /** Whether later tasks move when an earlier one does. */
  autoSchedule: Scalars['Boolean']['output'];
  enforceDependencies: DependencyEnforcement;
  /** The template that the project was made from. */
  templateId?: Maybe<Scalars['UUID']['output']>;
  /** Version of the template then. */
  templateVersion?: Maybe<Scalars['Int']['output']>;
  /** Share of the work that is done, by estimates or number of tasks. */
  progressPercent: Scalars['Int']['output'];
  contacts: Array<ProjectContact>;
  partners: Array<ProjectPartner>;
  members: Array<ProjectMember>;
  /** Deals that led to the project. */
  dealIds: Array<Scalars['UUID']['output']>;
  /** Deals that led to the project. */
  deals: Array<Deal>;
  /** By due date, then in the order of their creation. */
  milestones: Array<Milestone>;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  /** What the caller should know about the write; empty on reads. */
  warnings: Array<DeliveryWarning>;
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the project, newest first. */
  activities: ActivityConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Tasks of the project, most recently changed first. */
  tasks: TaskConnection;
  /** Time worked on the project, latest first. */
  timeEntries: TimeEntryConnection;
};


/** Work for a client, from its start to its end. */
export type ProjectActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** Work for a client, from its start to its end. */
export type ProjectTasksArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** Work for a client, from its start to its end. */
export type ProjectTimeEntriesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** Something that a write let pass but the caller should know. */
export type DeliveryWarning = {
  __typename?: 'DeliveryWarning';
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
  /** Ids of the records concerned. */
  ids: Array<Scalars['UUID']['output']>;
};

export type ProjectStatus =
  | 'planned'
  | 'active'
  | 'on_hold'
  | 'completed'
  | 'cancelled';

export type ProjectHealth =
  | 'on_track'
  | 'at_risk'
  | 'off_track';

export type ProjectBillingType =
  | 'none'
  | 'fixed_fee'
  | 'time_and_materials'
  | 'hours_cap';

/** What happens if a task starts although its predecessors are not done. */
export type DependencyEnforcement =
  | 'off'
  /** The change is made, with a warning. */
  | 'warn'
  /** The change is refused. */
  | 'block';

export type Weekday =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun';

/** The days on which a project is worked on. */
export type WorkingCalendar = {
  __typename?: 'WorkingCalendar';
  weekdays: Array<Weekday>;
  /** Days without work, in order. */
  holidays: Array<Scalars['Date']['output']>;
};

export type WorkingCalendarInput = {
  /** Defaults to mon to fri. */
  weekdays?: InputMaybe<Array<Weekday>>;
  holidays?: InputMaybe<Array<Scalars['Date']['input']>>;
};

export type ProjectInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  /** A company that is a client. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  /** Markdown. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** A new project is planned or active. */
  status?: InputMaybe<ProjectStatus>;
  /** Required for on_hold, cancelled and reopening. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** What happens to open tasks when the project is completed. */
  openTasks?: InputMaybe<OpenTasksChoice>;
  /** When work goes on after a pause: moves the open tasks by it. */
  shiftDates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Requires healthReason; null returns to the computed health. */
  healthOverride?: InputMaybe<ProjectHealth>;
  healthReason?: InputMaybe<Scalars['String']['input']>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Defaults to the person who creates it. */
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  billingType?: InputMaybe<ProjectBillingType>;
  budgetAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Required for hours_cap. */
  budgetMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Per hour; requires the permission projects.finance. */
  billRate?: InputMaybe<Scalars['Decimal']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  workingCalendar?: InputMaybe<WorkingCalendarInput>;
  autoSchedule?: InputMaybe<Scalars['Boolean']['input']>;
  enforceDependencies?: InputMaybe<DependencyEnforcement>;
  /** Only on creation; later use the contacts route. */
  contacts?: InputMaybe<Array<ProjectContactInput>>;
  /** Only on creation; later use the partners route. */
  partners?: InputMaybe<Array<ProjectPartnerInput>>;
  /** Only on creation; later use the members route. */
  members?: InputMaybe<Array<ProjectMemberOnCreateInput>>;
  /** Replaces the linked deals; each belongs to the same company. */
  dealIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type OpenTasksChoice =
  | 'cancel'
  | 'leave';

export type ProjectFilter = {
  health?: InputMaybe<TextFilter>;
  /** Projects that the user is a member or the owner of. */
  memberUserId?: InputMaybe<IdFilter>;
  /** Projects that the contact takes part in. */
  contactId?: InputMaybe<IdFilter>;
  /** Projects that the deal led to. */
  dealId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  number?: InputMaybe<TextFilter>;
  name?: InputMaybe<TextFilter>;
  companyId?: InputMaybe<IdFilter>;
  status?: InputMaybe<TextFilter>;
  startDate?: InputMaybe<DateFilter>;
  dueDate?: InputMaybe<DateFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  billingType?: InputMaybe<TextFilter>;
  templateId?: InputMaybe<IdFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<ProjectFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<ProjectFilter>>;
  /** This must not hold. */
  not?: InputMaybe<ProjectFilter>;
};

/** A call that waits for approval by an owner or admin. It changes nothing until then. */
export type ActionProposal = {
  __typename?: 'ActionProposal';
  /** Id of the proposal; the `approvalId` of the routes to approve and reject. */
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  /** The operation that would run. */
  operation: Scalars['String']['output'];
  /** Arguments of the call in wire names; they cannot be edited. */
  arguments: Scalars['JSONObject']['output'];
  /** SHA-256 of the arguments as canonical JSON; required to approve. */
  argumentsHash: Scalars['String']['output'];
  riskClass: RiskClass;
  /** The record that it is about; null if it creates one or takes a list. */
  target?: Maybe<ProposalTarget>;
  title: Scalars['String']['output'];
  /** Reason given by the proposer. */
  rationale?: Maybe<Scalars['String']['output']>;
  /** Records that support it. */
  evidence: Array<ProposalEvidence>;
  /** The fields that would change. */
  preview: Array<PreviewLine>;
  proposedBy: Actor;
  /** The registered agent whose token proposed it. */
  agentId?: Maybe<Scalars['UUID']['output']>;
  /** The registered agent whose token proposed it; null if there is none. */
  agent?: Maybe<Agent>;
  /** The person who proposed it, or on whose behalf it was proposed. */
  onBehalfOfUserId?: Maybe<Scalars['UUID']['output']>;
  state: ProposalState;
  expiresAt: Scalars['DateTime']['output'];
  decidedBy?: Maybe<Actor>;
  decidedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Reason of the rejection, or note of the approval. */
  decisionNote?: Maybe<Scalars['String']['output']>;
  /** Result of the call; null unless it was approved. */
  execution?: Maybe<ProposalExecution>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

/** The record that a proposal is about, at the time of the proposal. */
export type ProposalTarget = {
  __typename?: 'ProposalTarget';
  type: Scalars['String']['output'];
  id: Scalars['UUID']['output'];
  /** Version that the record must still have when the proposal is approved. */
  version?: Maybe<Scalars['Int']['output']>;
};

/** A record that supports a proposal. */
export type ProposalEvidence = {
  __typename?: 'ProposalEvidence';
  type: Scalars['String']['output'];
  id: Scalars['UUID']['output'];
  label?: Maybe<Scalars['String']['output']>;
};

/** One field that would change. */
export type PreviewLine = {
  __typename?: 'PreviewLine';
  field: Scalars['String']['output'];
  from?: Maybe<Scalars['JSON']['output']>;
  to?: Maybe<Scalars['JSON']['output']>;
};

export type ProposalExecution = {
  __typename?: 'ProposalExecution';
  state: ExecutionState;
  /** Why it failed. */
  errorCode?: Maybe<Scalars['String']['output']>;
  /** The record that the call created or changed. */
  resultRef?: Maybe<ExecutionResult>;
  at?: Maybe<Scalars['DateTime']['output']>;
  /** A secret that the call has created, such as the token of a link; only in the answer of its approval. */
  secret?: Maybe<Scalars['String']['output']>;
};

export type ExecutionResult = {
  __typename?: 'ExecutionResult';
  type?: Maybe<Scalars['String']['output']>;
  id: Scalars['UUID']['output'];
};

export type ProposalState =
  | 'queued'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'expired';

export type ExecutionState =
  | 'pending'
  | 'succeeded'
  | 'failed';

/** A call that was not executed and waits for approval. */
export type QueuedAction = {
  __typename?: 'QueuedAction';
  /** Always queued_for_approval. */
  status: Scalars['String']['output'];
  /** Always false. */
  executed: Scalars['Boolean']['output'];
  proposalId: Scalars['UUID']['output'];
  /** When the proposal expires if it is not decided. */
  expiresAt: Scalars['DateTime']['output'];
};

export type EvidenceInput = {
  type: Scalars['String']['input'];
  id: Scalars['UUID']['input'];
  label?: InputMaybe<Scalars['String']['input']>;
};

export type ActionProposalFilter = {
  targetType?: InputMaybe<TextFilter>;
  targetId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  operation?: InputMaybe<TextFilter>;
  riskClass?: InputMaybe<TextFilter>;
  agentId?: InputMaybe<IdFilter>;
  state?: InputMaybe<TextFilter>;
  expiresAt?: InputMaybe<DateTimeFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<ActionProposalFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<ActionProposalFilter>>;
  /** This must not hold. */
  not?: InputMaybe<ActionProposalFilter>;
};

/** A line as the client sees it. */
export type PublicLine = {
  __typename?: 'PublicLine';
  id: Scalars['UUID']['output'];
  position: Scalars['Int']['output'];
  kind: DocumentLineKind;
  description: Scalars['String']['output'];
  sku?: Maybe<Scalars['String']['output']>;
  quantity?: Maybe<Scalars['Decimal']['output']>;
  unit?: Maybe<Scalars['String']['output']>;
  unitPrice?: Maybe<Scalars['Decimal']['output']>;
  minutes?: Maybe<Scalars['Int']['output']>;
  discount?: Maybe<DocumentDiscount>;
  taxes: Array<LineTax>;
  gross?: Maybe<Scalars['Decimal']['output']>;
  discountAmount?: Maybe<Scalars['Decimal']['output']>;
  net?: Maybe<Scalars['Decimal']['output']>;
  discountShare?: Maybe<Scalars['Decimal']['output']>;
  optional: Scalars['Boolean']['output'];
  selected: Scalars['Boolean']['output'];
};

export type PublicPdf = {
  __typename?: 'PublicPdf';
  url?: Maybe<Scalars['String']['output']>;
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A quote as the client sees it. */
export type PublicQuote = {
  __typename?: 'PublicQuote';
  number: Scalars['String']['output'];
  currency: Scalars['String']['output'];
  issueDate?: Maybe<Scalars['Date']['output']>;
  reference?: Maybe<Scalars['String']['output']>;
  poNumber?: Maybe<Scalars['String']['output']>;
  seller?: Maybe<Seller>;
  buyer?: Maybe<Buyer>;
  pricesIncludeTax: Scalars['Boolean']['output'];
  lines: Array<PublicLine>;
  taxGroups: Array<TaxGroup>;
  subtotal: Scalars['Decimal']['output'];
  discountTotal: Scalars['Decimal']['output'];
  netTotal: Scalars['Decimal']['output'];
  taxTotal: Scalars['Decimal']['output'];
  roundingAdjustment: Scalars['Decimal']['output'];
  total: Scalars['Decimal']['output'];
  terms?: Maybe<Scalars['String']['output']>;
  notes?: Maybe<Scalars['String']['output']>;
  locale?: Maybe<Scalars['String']['output']>;
  pdf?: Maybe<PublicPdf>;
  revision: Scalars['Int']['output'];
  status: QuoteStatus;
  validUntil: Scalars['Date']['output'];
  documentHash: Scalars['String']['output'];
  decision?: Maybe<PublicDecision>;
};

export type PublicDecision = {
  __typename?: 'PublicDecision';
  decision: QuoteDecisionKind;
  name?: Maybe<Scalars['String']['output']>;
  at: Scalars['DateTime']['output'];
};

/** An invoice as the client sees it. */
export type PublicInvoice = {
  __typename?: 'PublicInvoice';
  number: Scalars['String']['output'];
  currency: Scalars['String']['output'];
  issueDate?: Maybe<Scalars['Date']['output']>;
  reference?: Maybe<Scalars['String']['output']>;
  poNumber?: Maybe<Scalars['String']['output']>;
  seller?: Maybe<Seller>;
  buyer?: Maybe<Buyer>;
  pricesIncludeTax: Scalars['Boolean']['output'];
  lines: Array<PublicLine>;
  taxGroups: Array<TaxGroup>;
  subtotal: Scalars['Decimal']['output'];
  discountTotal: Scalars['Decimal']['output'];
  netTotal: Scalars['Decimal']['output'];
  taxTotal: Scalars['Decimal']['output'];
  roundingAdjustment: Scalars['Decimal']['output'];
  total: Scalars['Decimal']['output'];
  terms?: Maybe<Scalars['String']['output']>;
  notes?: Maybe<Scalars['String']['output']>;
  locale?: Maybe<Scalars['String']['output']>;
  pdf?: Maybe<PublicPdf>;
  documentType: InvoiceDocumentType;
  status: InvoiceStatus;
  dueDate?: Maybe<Scalars['Date']['output']>;
  supplyDate?: Maybe<Scalars['Date']['output']>;
  amountPaid: Scalars['Decimal']['output'];
  balance: Scalars['Decimal']['output'];
};

/** A payment page of the provider. */
export type PaymentPage = {
  __typename?: 'PaymentPage';
  checkoutUrl: Scalars['String']['output'];
  expiresAt: Scalars['DateTime']['output'];
  amount: Scalars['Decimal']['output'];
  currency: Scalars['String']['output'];
};

export type ClientDecision =
  | 'accepted'
  | 'declined';

export type PublicDecisionInput = {
  decision: ClientDecision;
  name: Scalars['String']['input'];
  email: Scalars['String']['input'];
  /** That of the quote that was shown. */
  documentHash: Scalars['String']['input'];
  signatureText?: InputMaybe<Scalars['String']['input']>;
  /** The optional lines that count; as sent without it. */
  selectedLineIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  /** Required for declined. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type PublicPaymentInput = {
  /** Defaults to the balance. */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  successUrl?: InputMaybe<Scalars['String']['input']>;
  cancelUrl?: InputMaybe<Scalars['String']['input']>;
};

/** A room as the visitor of a link sees it. */
export type PublicRoomView = {
  __typename?: 'PublicRoomView';
  access: PublicRoomAccess;
  room: PublicRoom;
  /** The NDA to accept; null where the link requires none. */
  nda?: Maybe<PublicRoomNda>;
  /** The visible items in order; null before access is granted. */
  items?: Maybe<Array<PublicRoomItem>>;
  /** The visitor of the session; null before access is granted. */
  visitor?: Maybe<PublicRoomVisitor>;
};

export type PublicRoomAccess = {
  __typename?: 'PublicRoomAccess';
  granted: Scalars['Boolean']['output'];
  /** What is still needed: email, code, password, nda. */
  requires: Array<RoomGate>;
  /** When the session ends; null before access is granted. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  allowDownload: Scalars['Boolean']['output'];
  allowComments: Scalars['Boolean']['output'];
};

export type RoomGate =
  | 'email'
  | 'code'
  | 'password'
  | 'nda';

export type PublicRoom = {
  __typename?: 'PublicRoom';
  title: Scalars['String']['output'];
  /** Null before access is granted. */
  description?: Maybe<Scalars['String']['output']>;
  branding: PublicRoomBranding;
  welcomeMessage?: Maybe<Scalars['String']['output']>;
};

export type PublicRoomBranding = {
  __typename?: 'PublicRoomBranding';
  /** A short-lived address. */
  logoUrl?: Maybe<Scalars['String']['output']>;
  accent?: Maybe<Scalars['String']['output']>;
};

export type PublicRoomNda = {
  __typename?: 'PublicRoomNda';
  version: Scalars['Int']['output'];
  text: Scalars['String']['output'];
};

export type PublicRoomVisitor = {
  __typename?: 'PublicRoomVisitor';
  name: Scalars['String']['output'];
  email?: Maybe<Scalars['String']['output']>;
};

export type PublicRoomItem = {
  __typename?: 'PublicRoomItem';
  id: Scalars['UUID']['output'];
  kind: RoomItemKind;
  title: Scalars['String']['output'];
  position: Scalars['Int']['output'];
  body?: Maybe<Scalars['String']['output']>;
  url?: Maybe<Scalars['String']['output']>;
  file?: Maybe<PublicRoomFile>;
  /** Whether a browser can show the file. */
  canView: Scalars['Boolean']['output'];
  canDownload: Scalars['Boolean']['output'];
  dueOn?: Maybe<Scalars['Date']['output']>;
  done: Scalars['Boolean']['output'];
  /** A short-lived address to show the file; only for one item, and null for what browsers do not show. */
  view?: Maybe<PublicRoomFileView>;
};

export type PublicRoomFile = {
  __typename?: 'PublicRoomFile';
  name: Scalars['String']['output'];
  mime: Scalars['String']['output'];
  bytes: Scalars['Int']['output'];
};

export type PublicRoomFileView = {
  __typename?: 'PublicRoomFileView';
  url: Scalars['String']['output'];
  expiresAt: Scalars['DateTime']['output'];
};

/** A session in a room, or the answer that a code was sent. */
export type RoomEntry = {
  __typename?: 'RoomEntry';
  /** 43 characters; send it as the header x-room-session. Null when a code was sent. */
  session?: Maybe<Scalars['String']['output']>;
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  visitor?: Maybe<PublicRoomVisitor>;
  /** True when a code was mailed to the address; null when access was granted. */
  codeSent?: Maybe<Scalars['Boolean']['output']>;
};

export type RoomEntryInput = {
  email?: InputMaybe<Scalars['String']['input']>;
  /** How the visitor is called in the room. */
  name?: InputMaybe<Scalars['String']['input']>;
  password?: InputMaybe<Scalars['String']['input']>;
  /** The six digits that were mailed. */
  code?: InputMaybe<Scalars['String']['input']>;
  acceptNda?: InputMaybe<Scalars['Boolean']['input']>;
  /** The version that was shown. */
  ndaVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type RoomVisitEvent = {
  /** Unique within the session: a repeated event is not counted again. */
  clientEventId: Scalars['String']['input'];
  type: RoomEventType;
  at: Scalars['DateTime']['input'];
  itemId?: InputMaybe<Scalars['UUID']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  url?: InputMaybe<Scalars['String']['input']>;
  seconds?: InputMaybe<Scalars['Int']['input']>;
};

export type RoomEventsReceipt = {
  __typename?: 'RoomEventsReceipt';
  accepted: Scalars['Int']['output'];
  duplicates: Scalars['Int']['output'];
};

/** A comment as visitors see it. */
export type PublicRoomComment = {
  __typename?: 'PublicRoomComment';
  id: Scalars['UUID']['output'];
  body: Scalars['String']['output'];
  author: PublicRoomAuthor;
  itemId?: Maybe<Scalars['UUID']['output']>;
  parentId?: Maybe<Scalars['UUID']['output']>;
  isResolved: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
};

export type PublicRoomAuthor = {
  __typename?: 'PublicRoomAuthor';
  name: Scalars['String']['output'];
  isTeam: Scalars['Boolean']['output'];
  /** Whether the visitor of this session wrote it. */
  isMe: Scalars['Boolean']['output'];
};

/** An offer to a company. */
export type Quote = Node & {
  __typename?: 'Quote';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  /** The id; null in a dry run, which stores nothing. */
  storedId?: Maybe<Scalars['UUID']['output']>;
  /** The number; null for a draft invoice and in a dry run. */
  number?: Maybe<Scalars['String']['output']>;
  /** The number, or that it is a draft. */
  title: Scalars['String']['output'];
  status: QuoteStatus;
  /** Why it was put on hold, cancelled or declined. */
  statusReason?: Maybe<Scalars['String']['output']>;
  /** The company that buys. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  company?: Maybe<Company>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  contact?: Maybe<Contact>;
  dealId?: Maybe<Scalars['UUID']['output']>;
  deal?: Maybe<Deal>;
  projectId?: Maybe<Scalars['UUID']['output']>;
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  currency: Scalars['String']['output'];
  issueDate?: Maybe<Scalars['Date']['output']>;
  reference?: Maybe<Scalars['String']['output']>;
  poNumber?: Maybe<Scalars['String']['output']>;
  terms?: Maybe<Scalars['String']['output']>;
  notes?: Maybe<Scalars['String']['output']>;
  /** Never part of what the client sees. */
  internalNotes?: Maybe<Scalars['String']['output']>;
  pricesIncludeTax: Scalars['Boolean']['output'];
  taxRounding: TaxRounding;
  discount?: Maybe<DocumentDiscount>;
  taxGroups: Array<TaxGroup>;
  /** Sum of the lines after their own discounts. */
  subtotal: Scalars['Decimal']['output'];
  /** The discount on the document. */
  discountTotal: Scalars['Decimal']['output'];
  /** Without tax, after discounts. */
  netTotal: Scalars['Decimal']['output'];
  taxTotal: Scalars['Decimal']['output'];
  roundingAdjustment: Scalars['Decimal']['output'];
  total: Scalars['Decimal']['output'];
  /** Units of the currency of the workspace for one of the document. */
  exchangeRate?: Maybe<Scalars['Decimal']['output']>;
  seller?: Maybe<Seller>;
  buyer?: Maybe<Buyer>;
  source?: Maybe<DocumentSource>;
  /** The stored PDF; null while there is none. */
  pdf?: Maybe<DocumentPdf>;
  locale?: Maybe<Scalars['String']['output']>;
  lines: Array<DocumentLine>;
  warnings: Array<DocumentWarning>;
  tags: Array<Scalars['String']['output']>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** The last day of its validity. */
  validUntil: Scalars['Date']['output'];
  revision: Scalars['Int']['output'];
  previousRevisionId?: Maybe<Scalars['UUID']['output']>;
  /** All revisions of the quote. */
  revisions: Array<QuoteRevision>;
  /** What was made of it. */
  conversions: Array<DocumentConversion>;
  convertedPercent: Scalars['Decimal']['output'];
  sentAt?: Maybe<Scalars['DateTime']['output']>;
  viewedAt?: Maybe<Scalars['DateTime']['output']>;
  decidedAt?: Maybe<Scalars['DateTime']['output']>;
  decision?: Maybe<QuoteDecision>;
  /** SHA-256 of what the client was shown; set when it is sent. */
  documentHash?: Maybe<Scalars['String']['output']>;
  /** Address of the client's page; only in the answer to a send. */
  publicUrl?: Maybe<Scalars['String']['output']>;
  publicUrlShown: Scalars['Boolean']['output'];
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the quote, newest first. */
  activities: ActivityConnection;
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};


/** An offer to a company. */
export type QuoteActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type QuoteStatus =
  | 'draft'
  | 'sent'
  | 'accepted'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'superseded';

export type QuoteRevision = {
  __typename?: 'QuoteRevision';
  id: Scalars['UUID']['output'];
  number: Scalars['String']['output'];
  revision: Scalars['Int']['output'];
  status: QuoteStatus;
};

/** How a quote was decided. */
export type QuoteDecision = {
  __typename?: 'QuoteDecision';
  decision: QuoteDecisionKind;
  by: DecidedBy;
  userId?: Maybe<Scalars['UUID']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  email?: Maybe<Scalars['String']['output']>;
  /** Null for agents. */
  ip?: Maybe<Scalars['String']['output']>;
  signatureText?: Maybe<Scalars['String']['output']>;
  documentHash?: Maybe<Scalars['String']['output']>;
  reason?: Maybe<Scalars['String']['output']>;
  at: Scalars['DateTime']['output'];
};

export type QuoteDecisionKind =
  | 'accepted'
  | 'declined'
  | 'cancelled';

export type DecidedBy =
  | 'client'
  | 'user';

export type QuoteInput = {
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to that of the workspace. */
  currency?: InputMaybe<Scalars['String']['input']>;
  issueDate?: InputMaybe<Scalars['Date']['input']>;
  reference?: InputMaybe<Scalars['String']['input']>;
  poNumber?: InputMaybe<Scalars['String']['input']>;
  terms?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  internalNotes?: InputMaybe<Scalars['String']['input']>;
  pricesIncludeTax?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to that of the workspace. */
  taxRounding?: InputMaybe<TaxRounding>;
  discount?: InputMaybe<DocumentDiscountInput>;
  /** Replaces the lines; those with a known id keep it. */
  lines?: InputMaybe<Array<DocumentLineInput>>;
  exchangeRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Members of the buyer that differ from the company and contact. */
  buyer?: InputMaybe<BuyerInput>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Refuses the call if the total is another one. */
  expectedTotal?: InputMaybe<Scalars['Decimal']['input']>;
  /** Defaults to the issue date and the validity of the workspace. */
  validUntil?: InputMaybe<Scalars['Date']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type SendQuoteInput = {
  /** Defaults to the address of the buyer or contact. */
  to?: InputMaybe<Array<Scalars['String']['input']>>;
  cc?: InputMaybe<Array<Scalars['String']['input']>>;
  subject?: InputMaybe<Scalars['String']['input']>;
  message?: InputMaybe<Scalars['String']['input']>;
  expectedTotal?: InputMaybe<Scalars['Decimal']['input']>;
};

export type DecideQuoteInput = {
  decision: QuoteDecisionKind;
  /** Required for declined and cancelled. */
  reason?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  /** Refuses the call if the quote is another one than was shown. */
  documentHash?: InputMaybe<Scalars['String']['input']>;
  /** The optional lines that count from then on; as sent without it. */
  selectedLineIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  /** Accepts an expired quote; needs quotes.approve. */
  overrideExpiry?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ConvertQuoteInput = {
  target: ConversionTarget;
  /** Defaults to all that is left. */
  mode?: InputMaybe<ConvertMode>;
  lines?: InputMaybe<Array<QuantityInput>>;
  percent?: InputMaybe<Scalars['Decimal']['input']>;
};

export type ConvertMode =
  | 'all'
  | 'lines'
  | 'percent';

/** The draft that was made of a quote. */
export type QuoteConversion = {
  __typename?: 'QuoteConversion';
  /** Null in a dry run. */
  id?: Maybe<Scalars['UUID']['output']>;
  quoteId: Scalars['UUID']['output'];
  target: ConversionTarget;
  mode: ConversionMode;
  percent?: Maybe<Scalars['Decimal']['output']>;
  lines: Array<ConvertedLine>;
  workOrderId?: Maybe<Scalars['UUID']['output']>;
  invoiceId?: Maybe<Scalars['UUID']['output']>;
  workOrder?: Maybe<WorkOrder>;
  invoice?: Maybe<Invoice>;
};

/**
 * A result of a relationship, such as an introduction. Evidence is counted by category and proof is referenced; the content of
 * messages, documents and assets is not stored.
 */
export type RelationshipOutcome = {
  __typename?: 'RelationshipOutcome';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  contactId: Scalars['UUID']['output'];
  contact?: Maybe<Contact>;
  /** Defaults to the primary company of the contact; null while the company is deleted. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  company?: Maybe<Company>;
  dealId?: Maybe<Scalars['UUID']['output']>;
  deal?: Maybe<Deal>;
  outcomeType: OutcomeType;
  direction: OutcomeDirection;
  occurredOn: Scalars['Date']['output'];
  summary?: Maybe<Scalars['String']['output']>;
  /** Amount of evidence by category. */
  evidence: Array<OutcomeEvidence>;
  /** References to proof in other systems; the assets themselves are not stored here. */
  proofAssetRefs: Array<ProofAssetRef>;
  confirmationState: ConfirmationState;
  /** The assistant's suggestion that a person filed. */
  suggestionRef?: Maybe<Scalars['String']['output']>;
  /** Who recorded it. */
  recordedBy: Actor;
  /** Values before each correction, oldest first. */
  history: Array<OutcomeCorrection>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  updatedBy: Actor;
};

export type OutcomeType =
  | 'resource_shared'
  | 'referral_given'
  | 'referral_received'
  | 'introduction_made'
  | 'collaboration_started'
  | 'collaboration_completed'
  | 'co_created_artifact'
  | 'research_insight'
  | 'community_contribution';

/** Who gave to whom: they to us (inbound), we to them (outbound), or both (mutual). */
export type OutcomeDirection =
  | 'inbound'
  | 'outbound'
  | 'mutual';

export type ConfirmationState =
  /** Filed from a suggestion of the assistant and not confirmed yet. */
  | 'agent_suggested'
  /** Confirmed by a person. */
  | 'human_confirmed'
  /** Corrected by a person. */
  | 'corrected';

/** States that an outcome can be recorded in. */
export type RecordableState =
  | 'agent_suggested'
  | 'human_confirmed';

export type EvidenceCategory =
  | 'meeting'
  | 'message'
  | 'document'
  | 'event'
  | 'referral'
  | 'other';

/** Amount of evidence of one category. */
export type OutcomeEvidence = {
  __typename?: 'OutcomeEvidence';
  category: EvidenceCategory;
  count: Scalars['Int']['output'];
  note?: Maybe<Scalars['String']['output']>;
};

/** Reference to proof in another system. */
export type ProofAssetRef = {
  __typename?: 'ProofAssetRef';
  sourceUrl?: Maybe<Scalars['String']['output']>;
  sourceSystem: Scalars['String']['output'];
  sourceId: Scalars['String']['output'];
  eventType?: Maybe<Scalars['String']['output']>;
};

/** Values before a correction. */
export type OutcomeCorrection = {
  __typename?: 'OutcomeCorrection';
  at: Scalars['DateTime']['output'];
  by: Actor;
  /** The state before. */
  confirmationState: ConfirmationState;
  /** The changed fields with their former values. */
  former: Scalars['JSONObject']['output'];
};

export type OutcomeEvidenceInput = {
  category: EvidenceCategory;
  count: Scalars['Int']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
};

export type ProofAssetRefInput = {
  sourceUrl?: InputMaybe<Scalars['String']['input']>;
  sourceSystem: Scalars['String']['input'];
  sourceId: Scalars['String']['input'];
  eventType?: InputMaybe<Scalars['String']['input']>;
};

export type RelationshipOutcomeInput = {
  outcomeType?: InputMaybe<OutcomeType>;
  direction?: InputMaybe<OutcomeDirection>;
  /** Defaults to today; not in the future. */
  occurredOn?: InputMaybe<Scalars['Date']['input']>;
  summary?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to the primary company of the contact. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  evidence?: InputMaybe<Array<OutcomeEvidenceInput>>;
  proofAssetRefs?: InputMaybe<Array<ProofAssetRefInput>>;
};

/**
 * A relationship in one answer: what people wrote about it, signals from its history, and the rules for its reader. Nothing is
 * inferred from private text.
 */
export type RelationshipSummary = {
  __typename?: 'RelationshipSummary';
  contactId: Scalars['UUID']['output'];
  /** What people wrote; never inferred. */
  context: RelationshipContext;
  /** Computed from the history when read; never stored. */
  signals: RelationshipSignals;
  /** The same as in signals. */
  recencyBand: RecencyBand;
  governance: RelationshipGovernance;
};

/** What people wrote about a relationship. */
export type RelationshipContext = {
  __typename?: 'RelationshipContext';
  /** Target days between meaningful touches. */
  desiredCadenceDays?: Maybe<Scalars['Int']['output']>;
  preferredChannel?: Maybe<PreferredChannel>;
  /** The user responsible for the relationship. */
  stewardUserId?: Maybe<Scalars['UUID']['output']>;
  /** Why the relationship matters. */
  relationshipIntent?: Maybe<Scalars['String']['output']>;
  /** Topics of mutual interest. */
  interests?: Maybe<Array<Scalars['String']['output']>>;
  /** Private notes on the relationship. */
  contextNotes?: Maybe<Scalars['String']['output']>;
  /** The assistant's proposal that was applied with the last change. */
  proposedBy?: Maybe<Scalars['String']['output']>;
};

/** Signals computed from the history of a contact when they are read. */
export type RelationshipSignals = {
  __typename?: 'RelationshipSignals';
  /** When the last meaningful touch was. */
  lastMeaningfulTouchAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the next call, meeting or message is planned. */
  nextScheduledTouchAt?: Maybe<Scalars['DateTime']['output']>;
  /** Number of open action items on the contact's activities. */
  unresolvedNextSteps: Scalars['Int']['output'];
  recencyBand: RecencyBand;
  /** Number of interactions that took place, by channel. */
  interactionCounts: InteractionCounts;
};

export type InteractionCounts = {
  __typename?: 'InteractionCounts';
  email: Scalars['Int']['output'];
  phone: Scalars['Int']['output'];
  sms: Scalars['Int']['output'];
  chat: Scalars['Int']['output'];
  video: Scalars['Int']['output'];
  inPerson: Scalars['Int']['output'];
  social: Scalars['Int']['output'];
  room: Scalars['Int']['output'];
};

/** How many days ago the last meaningful touch was. */
export type RecencyBand =
  /** 0 to 30 days. */
  | 'fresh'
  /** 31 to 90 days. */
  | 'stable'
  /** 91 to 180 days. */
  | 'stale'
  /** More than 180 days, or never. */
  | 'dormant';

/** Rules for readers of a summary. */
export type RelationshipGovernance = {
  __typename?: 'RelationshipGovernance';
  policyVersion: Scalars['String']['output'];
  /** Class of each field of the context. */
  classifications: Scalars['JSONObject']['output'];
  /** Fields of the context that are null because the caller may not read them. */
  redactedFields: Array<Scalars['String']['output']>;
  /** One of user, service and agent. */
  principalType: Scalars['String']['output'];
  generatedAt: Scalars['DateTime']['output'];
  /** Changes when a row behind the signals changes; made from ids and times, never from text. */
  evidenceVersion: Scalars['String']['output'];
  /** What an agent must not do with it. */
  agentLimits: Array<Scalars['String']['output']>;
  /** Always `derived`: the signals are computed when they are read. */
  source: Scalars['String']['output'];
};

/** A contact to follow up with, and why. */
export type RelationshipFollowUp = {
  __typename?: 'RelationshipFollowUp';
  contactId: Scalars['UUID']['output'];
  displayName: Scalars['String']['output'];
  /** The primary company of the contact; null while it is deleted. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  stewardUserId?: Maybe<Scalars['UUID']['output']>;
  /** The first of the reasons in their order of precedence. */
  reason: FollowUpReason;
  reasons: Array<FollowUpReason>;
  priority: FollowUpPriority;
  /** Days since the reason applied. */
  overdueDays: Scalars['Int']['output'];
  suppression: FollowUpSuppression;
  lastMeaningfulTouchAt?: Maybe<Scalars['DateTime']['output']>;
  recencyBand: RecencyBand;
  /** Changes when a row that made the contact due changes; made from ids and times, never from text. */
  evidenceVersion: Scalars['String']['output'];
  contact?: Maybe<Contact>;
};

/** Why a follow-up is due, in order of precedence. */
export type FollowUpReason =
  /** The last message is theirs, at least two days old, and was not answered. */
  | 'awaiting_our_reply'
  /** The last meaningful touch is longer ago than the target cadence. */
  | 'cadence_overdue'
  /** There is a target cadence, and no touch within it ever. */
  | 'never_touched'
  /** An action item is overdue. */
  | 'open_next_steps';

export type FollowUpPriority =
  | 'urgent'
  | 'high'
  | 'normal'
  | 'low';

/** Whether a follow-up is suppressed, and until when. */
export type FollowUpSuppression = {
  __typename?: 'FollowUpSuppression';
  status: FollowUpSuppressionStatus;
  /** Null if it has no end. */
  until?: Maybe<Scalars['DateTime']['output']>;
};

/** Why a follow-up is suppressed, in order of precedence. */
export type FollowUpSuppressionStatus =
  /** The contact asked not to be contacted, or opted out of every channel. */
  | 'do_not_contact'
  | 'snoozed'
  /** A touch is planned within 14 days. */
  | 'scheduled_touch'
  /** Our last message is less than seven days old and not answered yet. */
  | 'awaiting_reply'
  | 'none';

/** An interaction with a contact, whether it counts as meaningful, and why. */
export type ContactTouch = {
  __typename?: 'ContactTouch';
  /** Id of the activity. */
  id: Scalars['UUID']['output'];
  type: ActivityType;
  channel?: Maybe<Scalars['String']['output']>;
  direction?: Maybe<Scalars['String']['output']>;
  status?: Maybe<Scalars['String']['output']>;
  occurredAt: Scalars['DateTime']['output'];
  /** Whether it counts as a meaningful touch. */
  meaningful: Scalars['Boolean']['output'];
  /** The rule that decided. */
  rule: TouchRule;
};

/** The rule that decided whether an interaction is a meaningful touch. */
export type TouchRule =
  /** A person decided it. */
  | 'override'
  /** It has not taken place yet. */
  | 'planned'
  /** It was cancelled, or nobody attended. */
  | 'not_held'
  /** A call that was answered. */
  | 'call_connected'
  /** A meeting or in-person event that was held. */
  | 'meeting_held'
  /** A message from them. */
  | 'inbound_message'
  /** A comment of the contact in a room. */
  | 'room_comment'
  /** A message from us; only a reply counts. */
  | 'outbound_message'
  /** An internal interaction. */
  | 'internal'
  /** Interactions of this kind never count. */
  | 'other_kind';

export type RelationshipInput = {
  /** Why the relationship matters; requires contact_relationship_intent.update. */
  relationshipIntent?: InputMaybe<Scalars['String']['input']>;
  /** Target days between meaningful touches. */
  desiredCadenceDays?: InputMaybe<Scalars['Int']['input']>;
  preferredChannel?: InputMaybe<PreferredChannel>;
  /** Topics of mutual interest, 1 to 120 characters each; requires contact_interests.update. */
  interests?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Private notes on the relationship; requires contact_context_notes.update. */
  contextNotes?: InputMaybe<Scalars['String']['input']>;
  /** The user responsible for the relationship. */
  stewardUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** The assistant's proposal that the caller applies with this change; absent if the text is the caller's own. */
  proposedBy?: InputMaybe<Scalars['String']['input']>;
};

/** A set of permissions. A person with several roles may do what any of them grants. */
export type Role = {
  __typename?: 'Role';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  /** Stable key for integrations; does not change with the name. */
  key: Scalars['String']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  /** Whether it is a system role, which cannot be changed; copies of it can. */
  isSystem: Scalars['Boolean']['output'];
  /** Names of permissions, `<entity>.*`, or `*`. */
  grants: Array<Scalars['String']['output']>;
  /** All permissions that the grants currently include. */
  permissions: Array<Scalars['String']['output']>;
  /**
   * Entity to `all` or `own`: whether members with the role change and delete all records, or only those that they own, wrote or
   * are assigned to. `*` stands for all other entities; the default is `all`. Reading is not restricted.
   */
  recordScope: Scalars['JSONObject']['output'];
  /** Number of members with the role. */
  memberCount: Scalars['Int']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

/** Everything that can be granted to roles and tokens. */
export type PermissionCatalog = {
  __typename?: 'PermissionCatalog';
  permissions: Array<PermissionEntry>;
  /** Scopes that tokens can have. */
  scopes: Array<ScopeEntry>;
  modules: Array<ModuleEntry>;
};

/** A permission that a role can grant. */
export type PermissionEntry = {
  __typename?: 'PermissionEntry';
  permission: Scalars['String']['output'];
  entity: Scalars['String']['output'];
  action: Scalars['String']['output'];
  module: Scalars['String']['output'];
  /** Risk of the riskiest operation that requires it. */
  risk: Risk;
  /** Whether it must be granted by name, because no wildcard includes it. */
  isGoverned: Scalars['Boolean']['output'];
  /** Whether the caller has it and may grant it. */
  isHeld: Scalars['Boolean']['output'];
};

/** A scope that a token can have. */
export type ScopeEntry = {
  __typename?: 'ScopeEntry';
  scope: Scalars['String']['output'];
  /** Modules of the operations that require it. */
  modules: Array<Scalars['String']['output']>;
  /** Risk of the riskiest operation that requires it. */
  risk: Risk;
};

/** A module of the workspace. */
export type ModuleEntry = {
  __typename?: 'ModuleEntry';
  module: Scalars['String']['output'];
  /** Whether it is enabled for the caller. */
  isOn: Scalars['Boolean']['output'];
  /** Whether it is always enabled. */
  isAlwaysOn: Scalars['Boolean']['output'];
};

export type RoleInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  /** Names of permissions, `<entity>.*`, or `*`; limited to what the caller has. Permissions that every role has are added. */
  grants?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Entity to `all` or `own`; replaces the former value. */
  recordScope?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Id of a role to copy grants and record scope from, if they are not given; only for a new role. */
  copyRoleId?: InputMaybe<Scalars['UUID']['input']>;
};

/** A file, link, note, embedded page, section or action item in a room. */
export type RoomItem = {
  __typename?: 'RoomItem';
  id: Scalars['UUID']['output'];
  /** Grows by one with every write; the ETag. The number of the file is in `file`. */
  version: Scalars['Int']['output'];
  roomId: Scalars['UUID']['output'];
  kind: RoomItemKind;
  title: Scalars['String']['output'];
  /** Place in the room, from 0 without gaps. */
  position: Scalars['Int']['output'];
  /** Sanitized HTML. */
  body?: Maybe<Scalars['String']['output']>;
  url?: Maybe<Scalars['String']['output']>;
  file?: Maybe<RoomItemFile>;
  /** Whether visitors see it. */
  isVisible: Scalars['Boolean']['output'];
  allowDownload: Scalars['Boolean']['output'];
  dueOn?: Maybe<Scalars['Date']['output']>;
  done: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type RoomItemKind =
  | 'file'
  | 'link'
  | 'note'
  | 'embed'
  | 'section'
  | 'action_item';

export type RoomItemFile = {
  __typename?: 'RoomItemFile';
  name: Scalars['String']['output'];
  /** The media type, by the content of the file. */
  mime: Scalars['String']['output'];
  bytes: Scalars['Int']['output'];
  /** SHA-256 of the bytes, as hex. */
  sha256: Scalars['String']['output'];
  /** From 1; each new upload adds one. */
  version: Scalars['Int']['output'];
  uploadedAt: Scalars['DateTime']['output'];
};

/** A file that waits to become the file of an item; unused, it is erased after 24 hours. */
export type RoomUpload = {
  __typename?: 'RoomUpload';
  uploadId: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  mime: Scalars['String']['output'];
  bytes: Scalars['Int']['output'];
  sha256: Scalars['String']['output'];
  expiresAt: Scalars['DateTime']['output'];
};

export type RoomItemInput = {
  /** Fixed after creation. */
  kind?: InputMaybe<RoomItemKind>;
  /** Defaults to the name of the file. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Place in the room, from 0; the end by default. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** HTML, which is sanitized. */
  body?: InputMaybe<Scalars['String']['input']>;
  /** For links and embedded pages. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** For files: an upload of this room. */
  uploadId?: InputMaybe<Scalars['UUID']['input']>;
  isVisible?: InputMaybe<Scalars['Boolean']['input']>;
  allowDownload?: InputMaybe<Scalars['Boolean']['input']>;
  dueOn?: InputMaybe<Scalars['Date']['input']>;
  done?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A link that opens a room to those who pass its gates. */
export type RoomLink = {
  __typename?: 'RoomLink';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  roomId: Scalars['UUID']['output'];
  label?: Maybe<Scalars['String']['output']>;
  /** The last characters of the token, to tell links apart. */
  tokenLast4: Scalars['String']['output'];
  status: RoomLinkStatus;
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  hasPassword: Scalars['Boolean']['output'];
  requireEmail: Scalars['Boolean']['output'];
  verifyEmail: Scalars['Boolean']['output'];
  ndaRequired: Scalars['Boolean']['output'];
  /** Addresses, or `@domain`; others do not get in. */
  allowList: Array<Scalars['String']['output']>;
  /** Addresses, or `@domain`, that do not get in. */
  denyList: Array<Scalars['String']['output']>;
  allowDownload: Scalars['Boolean']['output'];
  allowComments: Scalars['Boolean']['output'];
  /** Sessions that may ever be granted; null for any number. */
  maxSessions?: Maybe<Scalars['Int']['output']>;
  sessionsCount: Scalars['Int']['output'];
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The contact that it was sent to. */
  contactId?: Maybe<Scalars['UUID']['output']>;
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type RoomLinkStatus =
  | 'active'
  | 'expired'
  /** It has granted as many sessions as it may. */
  | 'exhausted'
  | 'revoked';

/** A new link, with its token, which only this answer shows. */
export type NewRoomLink = {
  __typename?: 'NewRoomLink';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  roomId: Scalars['UUID']['output'];
  label?: Maybe<Scalars['String']['output']>;
  tokenLast4: Scalars['String']['output'];
  status: RoomLinkStatus;
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  hasPassword: Scalars['Boolean']['output'];
  requireEmail: Scalars['Boolean']['output'];
  verifyEmail: Scalars['Boolean']['output'];
  ndaRequired: Scalars['Boolean']['output'];
  allowList: Array<Scalars['String']['output']>;
  denyList: Array<Scalars['String']['output']>;
  allowDownload: Scalars['Boolean']['output'];
  allowComments: Scalars['Boolean']['output'];
  maxSessions?: Maybe<Scalars['Int']['output']>;
  sessionsCount: Scalars['Int']['output'];
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** 43 characters; null when the call is repeated with its idempotency key. */
  token?: Maybe<Scalars['String']['output']>;
  /** The address of the room with the token; null when the call is repeated. */
  url?: Maybe<Scalars['String']['output']>;
  secretShown: Scalars['Boolean']['output'];
};

export type RoomLinkInput = {
  label?: InputMaybe<Scalars['String']['input']>;
  /** In the future, at most two years ahead; null for never. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only people may set it; null removes it. */
  password?: InputMaybe<Scalars['String']['input']>;
  requireEmail?: InputMaybe<Scalars['Boolean']['input']>;
  /** Visitors prove their address by a code that is mailed to them. */
  verifyEmail?: InputMaybe<Scalars['Boolean']['input']>;
  ndaRequired?: InputMaybe<Scalars['Boolean']['input']>;
  /** Addresses, or `@domain`; implies a verified address. */
  allowList?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Addresses, or `@domain`; implies a verified address. */
  denyList?: InputMaybe<Array<Scalars['String']['input']>>;
  allowDownload?: InputMaybe<Scalars['Boolean']['input']>;
  allowComments?: InputMaybe<Scalars['Boolean']['input']>;
  maxSessions?: InputMaybe<Scalars['Int']['input']>;
};

export type RoomInvitationGates = {
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  ndaRequired?: InputMaybe<Scalars['Boolean']['input']>;
  allowDownload?: InputMaybe<Scalars['Boolean']['input']>;
  allowComments?: InputMaybe<Scalars['Boolean']['input']>;
  maxSessions?: InputMaybe<Scalars['Int']['input']>;
};

/** Who was invited, and who was not. */
export type RoomInvitations = {
  __typename?: 'RoomInvitations';
  invited: Array<RoomInvited>;
  skipped: Array<RoomInvitationSkip>;
};

export type RoomInvited = {
  __typename?: 'RoomInvited';
  contactId: Scalars['UUID']['output'];
  linkId: Scalars['UUID']['output'];
};

export type RoomInvitationSkip = {
  __typename?: 'RoomInvitationSkip';
  contactId: Scalars['UUID']['output'];
  reason: RoomInvitationSkipReason;
};

export type RoomInvitationSkipReason =
  | 'not_found'
  | 'erased'
  | 'do_not_contact'
  | 'opted_out'
  | 'suppressed'
  | 'no_email';

/** Something that happened in a room. */
export type RoomEvent = {
  __typename?: 'RoomEvent';
  id: Scalars['UUID']['output'];
  type: RoomEventType;
  at: Scalars['DateTime']['output'];
  /** Who did it; null for a refused visitor without a session. */
  visitor?: Maybe<RoomVisitor>;
  visitorId?: Maybe<Scalars['UUID']['output']>;
  link?: Maybe<RoomEventLink>;
  linkId?: Maybe<Scalars['UUID']['output']>;
  item?: Maybe<RoomEventItem>;
  itemId?: Maybe<Scalars['UUID']['output']>;
  seconds?: Maybe<Scalars['Int']['output']>;
  page?: Maybe<Scalars['Int']['output']>;
  url?: Maybe<Scalars['String']['output']>;
  /** Why access was refused. */
  reason?: Maybe<RoomRefusalReason>;
  /** What was accepted, and from where; for `nda_accepted` only. */
  nda?: Maybe<RoomNdaAcceptance>;
};

export type RoomEventType =
  | 'room_viewed'
  | 'item_viewed'
  | 'page_viewed'
  | 'link_clicked'
  | 'time_spent'
  | 'access_granted'
  | 'access_refused'
  | 'nda_accepted'
  | 'downloaded'
  | 'commented';

export type RoomRefusalReason =
  | 'password'
  | 'code'
  | 'list'
  | 'session_limit';

/** A visitor of one room. */
export type RoomVisitor = {
  __typename?: 'RoomVisitor';
  id: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  email?: Maybe<Scalars['String']['output']>;
  emailVerified: Scalars['Boolean']['output'];
  /** The contact with this verified address. */
  contactId?: Maybe<Scalars['UUID']['output']>;
};

export type RoomEventLink = {
  __typename?: 'RoomEventLink';
  id: Scalars['UUID']['output'];
  label?: Maybe<Scalars['String']['output']>;
};

export type RoomEventItem = {
  __typename?: 'RoomEventItem';
  id: Scalars['UUID']['output'];
  title: Scalars['String']['output'];
};

export type RoomNdaAcceptance = {
  __typename?: 'RoomNdaAcceptance';
  version: Scalars['Int']['output'];
  /** SHA-256 of the text, as hex. */
  sha256: Scalars['String']['output'];
  ip?: Maybe<Scalars['String']['output']>;
  userAgent?: Maybe<Scalars['String']['output']>;
};

/** How a room is used. */
export type RoomAnalytics = {
  __typename?: 'RoomAnalytics';
  sessions: Scalars['Int']['output'];
  visitors: Scalars['Int']['output'];
  views: Scalars['Int']['output'];
  seconds: Scalars['Int']['output'];
  downloads: Scalars['Int']['output'];
  comments: Scalars['Int']['output'];
  refused: Scalars['Int']['output'];
  ndaAccepted: Scalars['Int']['output'];
  firstVisitAt?: Maybe<Scalars['DateTime']['output']>;
  lastVisitAt?: Maybe<Scalars['DateTime']['output']>;
  /** Items, most time spent first; at most 200. */
  items: Array<RoomItemAnalytics>;
  /** Visitors, most time spent first; at most 200. */
  visitorsList: Array<RoomVisitorAnalytics>;
};

export type RoomItemAnalytics = {
  __typename?: 'RoomItemAnalytics';
  itemId: Scalars['UUID']['output'];
  title: Scalars['String']['output'];
  kind: RoomItemKind;
  views: Scalars['Int']['output'];
  visitors: Scalars['Int']['output'];
  seconds: Scalars['Int']['output'];
  downloads: Scalars['Int']['output'];
  /** The share of visitors who viewed it, 0 to 100. */
  completion: Scalars['Int']['output'];
};

export type RoomVisitorAnalytics = {
  __typename?: 'RoomVisitorAnalytics';
  visitorId: Scalars['UUID']['output'];
  name: Scalars['String']['output'];
  email?: Maybe<Scalars['String']['output']>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  linkId: Scalars['UUID']['output'];
  sessions: Scalars['Int']['output'];
  views: Scalars['Int']['output'];
  seconds: Scalars['Int']['output'];
  downloads: Scalars['Int']['output'];
  /** The share of visible items viewed, 0 to 100. */
  completion: Scalars['Int']['output'];
  firstAt: Scalars['DateTime']['output'];
  lastAt: Scalars['DateTime']['output'];
};

/** A comment of the team or of a visitor. */
export type RoomComment = {
  __typename?: 'RoomComment';
  id: Scalars['UUID']['output'];
  version: Scalars['Int']['output'];
  /** Plain text, as written. */
  body: Scalars['String']['output'];
  author: Actor;
  visitorId?: Maybe<Scalars['UUID']['output']>;
  itemId?: Maybe<Scalars['UUID']['output']>;
  /** The comment that it answers. */
  parentId?: Maybe<Scalars['UUID']['output']>;
  /** Visitors never see it. */
  isInternal: Scalars['Boolean']['output'];
  isResolved: Scalars['Boolean']['output'];
  /** Hidden from visitors, with its answers. */
  isHidden: Scalars['Boolean']['output'];
  edited: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type RoomCommentPatch = {
  isResolved?: InputMaybe<Scalars['Boolean']['input']>;
  isHidden?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only for one's own comment. */
  body?: InputMaybe<Scalars['String']['input']>;
};

/** A room in which a team shares files, links and notes with a buyer, through links with gates. */
export type Room = Node & {
  __typename?: 'Room';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  title: Scalars['String']['output'];
  description?: Maybe<Scalars['String']['output']>;
  status: RoomStatus;
  visibility: RoomVisibility;
  /** The company that it is for; null while that is deleted. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  /** The company that it is for; null while that is deleted. */
  company?: Maybe<Company>;
  /** The deal that it is about; null while that is deleted. */
  dealId?: Maybe<Scalars['UUID']['output']>;
  /** The deal that it is about; null while that is deleted. */
  deal?: Maybe<Deal>;
  /** The user responsible for the room. */
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  /** The member responsible for the room; null if they have left the workspace. */
  owner?: Maybe<Member>;
  branding: RoomBranding;
  /** Shown before and after visitors enter. */
  welcomeMessage?: Maybe<Scalars['String']['output']>;
  /** The NDA in force; null without one. */
  nda?: Maybe<RoomNda>;
  /** What new links take for what their creation leaves out. */
  defaultLinkSettings: RoomLinkDefaults;
  publishedAt?: Maybe<Scalars['DateTime']['output']>;
  closedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When a visitor last entered. */
  lastVisitedAt?: Maybe<Scalars['DateTime']['output']>;
  counts: RoomCounts;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the room, newest first. */
  activities: ActivityConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};


/** A room in which a team shares files, links and notes with a buyer, through links with gates. */
export type RoomActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type RoomStatus =
  /** Being prepared; its links answer 404. */
  | 'draft'
  /** Open to its links. */
  | 'published'
  /** Its links answer 410; publishing opens it again. */
  | 'closed';

export type RoomVisibility =
  /** No link opens it. */
  | 'internal'
  /** Only addresses on the allow list of a link. */
  | 'invited'
  /** Anyone who passes the gates of a link. */
  | 'link';

export type RoomBranding = {
  __typename?: 'RoomBranding';
  /** The upload that is shown as the logo. */
  logoMediaId?: Maybe<Scalars['UUID']['output']>;
  /** A colour, `#RRGGBB`. */
  accent?: Maybe<Scalars['String']['output']>;
};

/** A non-disclosure agreement that visitors accept. */
export type RoomNda = {
  __typename?: 'RoomNda';
  version: Scalars['Int']['output'];
  /** The text; left out of lists. */
  text?: Maybe<Scalars['String']['output']>;
  updatedAt: Scalars['DateTime']['output'];
};

export type RoomLinkDefaults = {
  __typename?: 'RoomLinkDefaults';
  /** Days until a new link expires; null for never. */
  expiresInDays?: Maybe<Scalars['Int']['output']>;
  requireEmail: Scalars['Boolean']['output'];
  verifyEmail: Scalars['Boolean']['output'];
  ndaRequired: Scalars['Boolean']['output'];
  allowDownload: Scalars['Boolean']['output'];
  allowComments: Scalars['Boolean']['output'];
  maxSessions?: Maybe<Scalars['Int']['output']>;
};

export type RoomCounts = {
  __typename?: 'RoomCounts';
  items: Scalars['Int']['output'];
  linksActive: Scalars['Int']['output'];
  visitors: Scalars['Int']['output'];
  sessions: Scalars['Int']['output'];
  comments: Scalars['Int']['output'];
};

export type RoomBrandingInput = {
  /** An upload of this room: a PNG, JPEG, WebP or GIF of up to 1 MiB. */
  logoMediaId?: InputMaybe<Scalars['UUID']['input']>;
  accent?: InputMaybe<Scalars['String']['input']>;
};

export type RoomLinkDefaultsInput = {
  expiresInDays?: InputMaybe<Scalars['Int']['input']>;
  requireEmail?: InputMaybe<Scalars['Boolean']['input']>;
  verifyEmail?: InputMaybe<Scalars['Boolean']['input']>;
  ndaRequired?: InputMaybe<Scalars['Boolean']['input']>;
  allowDownload?: InputMaybe<Scalars['Boolean']['input']>;
  allowComments?: InputMaybe<Scalars['Boolean']['input']>;
  maxSessions?: InputMaybe<Scalars['Int']['input']>;
};

export type RoomInput = {
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  visibility?: InputMaybe<RoomVisibility>;
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  /** Without companyId, the company of the deal is taken. */
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  /** An active member; the person who creates the room by default. */
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  branding?: InputMaybe<RoomBrandingInput>;
  welcomeMessage?: InputMaybe<Scalars['String']['input']>;
  defaultLinkSettings?: InputMaybe<RoomLinkDefaultsInput>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Another room whose items, with their files, are copied; only on creation. */
  copyItemsFrom?: InputMaybe<Scalars['UUID']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** The modules that can be switched on and off for a workspace. */
export type Module =
  | 'crm'
  | 'deals'
  | 'communications'
  | 'campaigns'
  | 'pulse'
  | 'competitors'
  | 'content'
  | 'rooms'
  | 'delivery'
  | 'commercial'
  | 'imports'
  | 'settings'
  | 'signing'
  | 'support'
  | 'billing'
  | 'activities'
  | 'webhooks'
  | 'agent'
  | 'assistant'
  | 'dashboard'
  | 'admin'
  | 'auth';

/** Kinds of callers of an operation. */
export type Principals =
  /** Anyone, without a token. */
  | 'public'
  /** A signed-in person, with or without a workspace. */
  | 'user'
  /** Any caller in a workspace: person, service or agent. */
  | 'tenant'
  /** A person who is owner or admin of the workspace. */
  | 'admin'
  /** An operator of the platform. */
  | 'operator'
  /** An external provider, by the signature of its events. */
  | 'ingress';

/** Risk of a call. A risky call of an agent needs approval by a person. */
export type Risk =
  | 'read'
  | 'write'
  | 'risky';

/** Classes of risk that the automation policy distinguishes. */
export type RiskClass =
  | 'write'
  | 'external_send'
  | 'financial'
  | 'destructive'
  | 'signing';

/** Classes of fields, from least to most restricted. */
export type FieldClass =
  | 'ordinary_crm'
  | 'restricted_relationship'
  | 'private_user_note'
  | 'credential';

export type Method =
  | 'get'
  | 'post'
  | 'put'
  | 'patch'
  | 'delete';

/** How a repeated call is prevented from taking effect twice. */
export type Idempotency =
  /** Repeating it has the same effect. */
  | 'natural'
  /** By the Idempotency-Key header. */
  | 'key'
  /** Not prevented. */
  | 'none';

/** The form of a REST answer. */
export type Answer =
  /** `{success, data}`, with paging members for lists. */
  | 'envelope'
  /** The value itself: a document of a published standard, which is part of the API description. */
  | 'document'
  /** The value itself, not part of the API description. */
  | 'raw'
  /** A stream of all pages as CSV or NDJSON. */
  | 'export'
  /** The bytes of a file; the field returns a FileDownload. */
  | 'bytes';

/** Position of a page in a list. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** Whether there are items after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are items before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first item. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** Cursor of the last item; pass it as `after` for the next page. */
  endCursor?: Maybe<Scalars['String']['output']>;
};

/**
 * A page of a list. For every record type `X` that a field returns as `XConnection`, the connection and its edge are generated
 * from this pattern: `nodes` and `edges` in addition to these members.
 */
export type Connection = {
  pageInfo: PageInfo;
  /** Number of this page, starting at 1; null for a page requested by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Requested page size; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Number of items in the list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  totalPages: Scalars['Int']['output'];
  /** True if there are more items than `total`. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Pass it as `cursor` (REST) or `after` (GraphQL) for the next page; null on the last page. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** Who did something. */
export type Actor = {
  __typename?: 'Actor';
  /** One of user, service, agent, visitor and system. */
  type: Scalars['String']['output'];
  /** Id of the user or token; null for the system and for a service token that wrote a note. */
  id?: Maybe<Scalars['UUID']['output']>;
  /** Name at the time. */
  label: Scalars['String']['output'];
};

/** A deleted record. */
export type Deletion = {
  __typename?: 'Deletion';
  id: Scalars['UUID']['output'];
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A saved filter, order and layout of a list. It never shows more than its user may read. */
export type SavedView = {
  __typename?: 'SavedView';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. Setting a default does not change it. */
  version: Scalars['Int']['output'];
  /** The list that the view applies to. */
  entity: SavedViewEntity;
  /** Name of the view, unique among its owner's views of the list, ignoring case. */
  name: Scalars['String']['output'];
  /** The user who saved it; for a view saved by a token, the user responsible for the token. */
  ownerUserId: Scalars['UUID']['output'];
  visibility: SavedViewVisibility;
  sharedWith: Array<SavedViewShare>;
  /**
   * A tree of `{"and": […]}`, `{"or": […]}` and `{"not": …}` over `{"field", "op", "value"}`, with the fields and operators of
   * `filter[…]`; null if there is none. `not` is true wherever its part is not, also for empty fields. A value is null if the
   * viewer may not read its field.
   */
  filter?: Maybe<Scalars['JSONObject']['output']>;
  /** Sort keys as the list takes them; custom fields come first. */
  sort: Array<Scalars['String']['output']>;
  /** Columns that the viewer may read, such as `name` or `custom.tier`; the list still returns whole records. */
  columns: Array<Scalars['String']['output']>;
  /** The field that rows are grouped by; null if the viewer may not read it. */
  groupBy?: Maybe<Scalars['String']['output']>;
  layout: SavedViewLayout;
  /** Records per page of the list; named `page_size` on REST and MCP. */
  pageSize?: Maybe<Scalars['Int']['output']>;
  /** Position among the views of the list. */
  position: Scalars['Int']['output'];
  /** Whether it is the viewer's default view of the list. */
  isDefault: Scalars['Boolean']['output'];
  /** Parts of the view that do not work for this viewer, because a field is gone or not readable. */
  brokenClauses: Array<BrokenClause>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

/** A user or role that a view is shared with. */
export type SavedViewShare = {
  __typename?: 'SavedViewShare';
  type: SavedViewShareType;
  /** Id of the user or role. */
  id: Scalars['UUID']['output'];
  access: SavedViewShareAccess;
};

/** A part of a view that does not work for the viewer. */
export type BrokenClause = {
  __typename?: 'BrokenClause';
  /** Path of the part in the view. */
  path: Scalars['String']['output'];
  field: Scalars['String']['output'];
  rule: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type SavedViewVisibility =
  /** Visible to its owner. */
  | 'private'
  /** Visible to its owner and to those that it is shared with. */
  | 'shared'
  /** Visible to everybody; requires the role manager or above. */
  | 'tenant';

export type SavedViewShareType =
  | 'user'
  | 'role';

export type SavedViewShareAccess =
  | 'view'
  /** May also change the view, but not whom it is shared with. */
  | 'edit';

export type SavedViewLayout =
  | 'table'
  | 'board'
  | 'calendar'
  | 'timeline';

export type SavedViewShareInput = {
  type: SavedViewShareType;
  /** Id of the user or role. */
  id: Scalars['UUID']['input'];
  access: SavedViewShareAccess;
};

export type SavedViewInput = {
  /** The list that the view applies to; defaults to that of the copied view. Cannot be changed later. */
  entity?: InputMaybe<SavedViewEntity>;
  name?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to private. */
  visibility?: InputMaybe<SavedViewVisibility>;
  /** The complete list of users and roles that it is shared with. */
  sharedWith?: InputMaybe<Array<SavedViewShareInput>>;
  /**
   * A tree of `{"and": […]}`, `{"or": […]}` and `{"not": …}`, at most 5 levels deep, over at most 50 of
   * `{"field", "op", "value"}`. `@me`, `@today`, `@today+7`, `@today-30` and `@this_quarter` are resolved for the user of the
   * view, when it is used.
   */
  filter?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Sort keys as the list takes them; custom fields come first. */
  sort?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Columns, such as `name` or `custom.tier`. */
  columns?: InputMaybe<Array<Scalars['String']['input']>>;
  groupBy?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to a table. */
  layout?: InputMaybe<SavedViewLayout>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  /** Defaults to the last position. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Whether it is the caller's default view of the list. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** A view to copy filter, sort, columns, group, layout and page size from, if they are not given; only for a new view. */
  copyViewId?: InputMaybe<Scalars['UUID']['input']>;
};

export type SavedViewFilter = {
  entity?: InputMaybe<TextFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  name?: InputMaybe<TextFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  visibility?: InputMaybe<TextFilter>;
  layout?: InputMaybe<TextFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<SavedViewFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<SavedViewFilter>>;
  /** This must not hold. */
  not?: InputMaybe<SavedViewFilter>;
};

/** Modules that global search covers, in the order of its groups. */
export type SearchModule =
  | 'companies'
  | 'clients'
  | 'contacts'
  | 'deals'
  | 'projects'
  | 'rooms'
  | 'communications'
  | 'campaigns'
  | 'competitors';

export type SearchStatus =
  | 'searched'
  | 'skipped';

/** Why a module was not searched. */
export type SearchSkipReason =
  /** The module is switched off for the workspace, or not part of this service. */
  | 'FEATURE_DISABLED'
  /** The module is switched off for this member or token. */
  | 'MODULE_ACCESS'
  /** The caller's role may not read its records. */
  | 'PERMISSION_DENIED'
  /** The token's scopes do not allow reading its records. */
  | 'SCOPE_MISSING'
  /** The text has fewer than two characters. */
  | 'QUERY_TOO_SHORT'
  /** The module took longer than 800 ms. */
  | 'TIMEOUT'
  /** The search of this module failed. */
  | 'ERROR';

/** A record found by global search. */
export type SearchRecord = Client | CallTemplate | Call | Communication | Company | Contact | Deal | Invoice | Project | Quote | Room | Task | WorkOrder;

/** One record found. */
export type SearchHit = {
  __typename?: 'SearchHit';
  id: Scalars['UUID']['output'];
  /** Name of the record, as people know it. */
  title: Scalars['String']['output'];
  /** Text that distinguishes it from records of the same name. */
  subtitle?: Maybe<Scalars['String']['output']>;
  /** The field that matched, the first one if several did; `company` for a word of the record's company. */
  matchedField: Scalars['String']['output'];
  /** The record; null if it has just been deleted. */
  record?: Maybe<SearchRecord>;
};

/** Hits of one module. */
export type SearchGroup = {
  __typename?: 'SearchGroup';
  module: SearchModule;
  status: SearchStatus;
  /** Null if the module was searched. */
  skipReason?: Maybe<SearchSkipReason>;
  /** How to solve it; null if the module was searched. */
  message?: Maybe<Scalars['String']['output']>;
  /** Number of records found, counted exactly up to 2,000; null if the module was skipped. */
  total?: Maybe<Scalars['Int']['output']>;
  /** True if there are more records than total. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Whether there are more records than hits. */
  hasMore: Scalars['Boolean']['output'];
  /** Best hits first: exact identifiers, emails and client numbers, then names that begin with the text, then words, then similar spellings. */
  hits: Array<SearchHit>;
};

/** Hits of every module. */
export type GlobalSearch = {
  __typename?: 'GlobalSearch';
  /** The text as it was searched for. */
  q: Scalars['String']['output'];
  tookMs: Scalars['Int']['output'];
  /** One for each module, in the order of SearchModule. */
  groups: Array<SearchGroup>;
};

/** The OpenID Connect provider with which the people of a workspace sign in. */
export type SsoSettings = {
  __typename?: 'SsoSettings';
  enabled: Scalars['Boolean']['output'];
  /** Whether members must use it to sign in; owners need not, so that they can repair the connection. Only applies while it is enabled. */
  enforced: Scalars['Boolean']['output'];
  /** The issuer that the provider puts into its tokens. */
  issuer?: Maybe<Scalars['String']['output']>;
  /** Client id of this service at the provider. */
  clientId?: Maybe<Scalars['String']['output']>;
  /** Whether a client secret is stored; it is never shown. */
  hasSecret: Scalars['Boolean']['output'];
  /** Mail domains whose people the provider may vouch for, once they are proven. */
  domains: Array<Scalars['String']['output']>;
  domainProofs: Array<SsoDomainProof>;
  /** Role of a person who signs in for the first time; null admits only existing members. */
  defaultRoleId?: Maybe<Scalars['UUID']['output']>;
  /** Group of the provider to role id; members have the role as long as their sign-ins include the group. */
  groupMap: Scalars['JSONObject']['output'];
  /** Redirect address to register at the provider, unless the front end uses another one. */
  redirectUri: Scalars['String']['output'];
  version: Scalars['Int']['output'];
};

/** The settings of a workspace. */
export type TenantSettings = {
  __typename?: 'TenantSettings';
  /** The connection to the identity provider, without its secret; null if none was ever set. */
  sso?: Maybe<SsoSettings>;
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  /** Stable short name; does not change with the name. */
  slug: Scalars['String']['output'];
  status: WorkspaceStatus;
  /** A BCP 47 language tag. */
  locale: Scalars['String']['output'];
  /** A time zone of the IANA database; dates without a zone are read in it. */
  timeZone: Scalars['String']['output'];
  /** An ISO 4217 currency code; default for amounts without a currency. */
  currency: Scalars['String']['output'];
  /** An ISO 3166-1 alpha-2 country code; default for phone numbers without a country code. */
  country: Scalars['String']['output'];
  /** Date format for front ends. */
  dateFormat: Scalars['String']['output'];
  logoUrl?: Maybe<Scalars['String']['output']>;
  /** Whether each module is enabled. */
  modules: Scalars['JSONObject']['output'];
  security: SecuritySettings;
  /** Defaults and rules of quotes, work orders and invoices. */
  commercial: CommercialSettings;
  delivery: DeliverySettings;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  updatedBy: Actor;
};

/** Whether the workspace has proven that it owns a mail domain. */
export type SsoDomainProof = {
  __typename?: 'SsoDomainProof';
  domain: Scalars['String']['output'];
  proven: Scalars['Boolean']['output'];
  /** Name of the TXT record that proves it. */
  txtName: Scalars['String']['output'];
  /** Value of the record; checked when the connection is set and when somebody of the domain signs in. */
  txtValue: Scalars['String']['output'];
};

/** The address to send the browser to. */
export type SsoStart = {
  __typename?: 'SsoStart';
  authorizationUrl: Scalars['String']['output'];
  /** Value that the browser brings back; the front end compares it before completing the sign-in. */
  state: Scalars['String']['output'];
  /** When the sign-in must be completed. */
  expiresAt: Scalars['DateTime']['output'];
};

export type SsoCallbackInput = {
  code: Scalars['String']['input'];
  state: Scalars['String']['input'];
  /** The iss parameter, if the provider sent one (RFC 9207). */
  iss?: InputMaybe<Scalars['String']['input']>;
};

/** Something to be done. */
export type Task = Node & {
  __typename?: 'Task';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  title: Scalars['String']['output'];
  /** Null for a personal task or one of a company. */
  projectId?: Maybe<Scalars['UUID']['output']>;
  /** Null while the project is deleted. */
  project?: Maybe<Project>;
  /** The company of the project, or the one that the task is for. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  company?: Maybe<Company>;
  /** The task that this one is a part of. */
  parentId?: Maybe<Scalars['UUID']['output']>;
  /** The task that this one is a part of; null while it is deleted. */
  parent?: Maybe<Task>;
  status: TaskStatus;
  /** The column of the project's board; null if its status is hidden, or without a project. */
  columnId?: Maybe<Scalars['UUID']['output']>;
  /** Rank on the board; ranks compare by bytes. */
  position: Scalars['String']['output'];
  priority: TaskPriority;
  assigneeIds: Array<Scalars['UUID']['output']>;
  /** The members assigned to the task. */
  assignees: Array<Member>;
  /** For a task with subtasks in auto mode: the least of theirs. */
  startDate?: Maybe<Scalars['Date']['output']>;
  /** For a task with subtasks in auto mode: the greatest of theirs. */
  dueDate?: Maybe<Scalars['Date']['output']>;
  /** Time of day, HH:MM. */
  dueTime?: Maybe<Scalars['String']['output']>;
  /** Working days from start to due, both included. */
  durationDays?: Maybe<Scalars['Int']['output']>;
  scheduleMode: TaskScheduleMode;
  /** For a task with subtasks in auto mode: the sum of theirs. */
  estimateMinutes?: Maybe<Scalars['Int']['output']>;
  /** Minutes of its time entries that are not rejected. */
  trackedMinutes: Scalars['Int']['output'];
  milestoneId?: Maybe<Scalars['UUID']['output']>;
  /** Markdown. */
  description?: Maybe<Scalars['String']['output']>;
  checklist: Array<ChecklistItem>;
  /** An RRULE with FREQ, INTERVAL, BYDAY, COUNT and UNTIL. */
  recurrence?: Maybe<Scalars['String']['output']>;
  /** Shared by the occurrences of a recurring task. */
  seriesId?: Maybe<Scalars['UUID']['output']>;
  /** From 1. */
  occurrence?: Maybe<Scalars['Int']['output']>;
  /** The occurrence that the completion of this one created. */
  nextTaskId?: Maybe<Scalars['UUID']['output']>;
  dealId?: Maybe<Scalars['UUID']['output']>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  ticketId?: Maybe<Scalars['UUID']['output']>;
  blockedReason?: Maybe<Scalars['String']['output']>;
  /** Whether it is blocked, or a predecessor that must be finished first is open. */
  isBlocked: Scalars['Boolean']['output'];
  /** Whether it is open and was due before today. */
  isOverdue: Scalars['Boolean']['output'];
  /** Whether it is open and its dates break a link. */
  scheduleConflict: Scalars['Boolean']['output'];
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The tasks that are parts of this one, by rank. */
  subtasks: Array<Task>;
  /** Links to the tasks that this one waits for. */
  dependencies: Array<TaskDependency>;
  /** Links to the tasks that wait for this one. */
  dependents: Array<TaskDependency>;
  /** Free-form labels. */
  tags: Array<Scalars['String']['output']>;
  /** Tasks whose dates the write changed, and those that it left in conflict; empty on reads. */
  rescheduled: Array<RescheduledTask>;
  /** What a move to another project dropped; empty on reads. */
  dropped: Array<DroppedLink>;
  /** What the caller should know about the write; empty on reads. */
  warnings: Array<DeliveryWarning>;
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the task, newest first. */
  activities: ActivityConnection;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};


/** Something to be done. */
export type TaskActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type TaskStatus =
  | 'backlog'
  | 'todo'
  | 'in_progress'
  | 'in_review'
  | 'blocked'
  | 'done'
  | 'cancelled';

export type TaskPriority =
  | 'low'
  | 'normal'
  | 'high'
  | 'urgent';

/** Whether the schedule may move the task. */
export type TaskScheduleMode =
  | 'auto'
  | 'manual';

export type DependencyType =
  | 'finish_to_start'
  | 'start_to_start'
  | 'finish_to_finish'
  | 'start_to_finish';

/** An item of a checklist. */
export type ChecklistItem = {
  __typename?: 'ChecklistItem';
  id: Scalars['UUID']['output'];
  title: Scalars['String']['output'];
  /** Whether the task can be done only when the item is. */
  required: Scalars['Boolean']['output'];
  done: Scalars['Boolean']['output'];
  doneAt?: Maybe<Scalars['DateTime']['output']>;
  assigneeUserId?: Maybe<Scalars['UUID']['output']>;
};

/** A link between two tasks: the successor waits for the predecessor. */
export type TaskDependency = {
  __typename?: 'TaskDependency';
  id: Scalars['UUID']['output'];
  /** The task that waits. */
  taskId: Scalars['UUID']['output'];
  successorId: Scalars['UUID']['output'];
  predecessorId: Scalars['UUID']['output'];
  type: DependencyType;
  /** In working days; negative for an overlap. */
  lagDays: Scalars['Int']['output'];
  /** Whether the call created the link; null on reads. */
  outcome?: Maybe<UpsertOutcome>;
  /** Tasks whose dates the write changed, and those that it left in conflict; empty on reads. */
  rescheduled: Array<RescheduledTask>;
  warnings: Array<DeliveryWarning>;
};

/** A task that the schedule moved, or one that it may not move although it is in conflict. */
export type RescheduledTask = {
  __typename?: 'RescheduledTask';
  taskId: Scalars['UUID']['output'];
  startDate?: Maybe<Scalars['Date']['output']>;
  dueDate?: Maybe<Scalars['Date']['output']>;
  formerStartDate?: Maybe<Scalars['Date']['output']>;
  formerDueDate?: Maybe<Scalars['Date']['output']>;
  conflict: Scalars['Boolean']['output'];
};

/** Something that a task lost when it moved to another project. */
export type DroppedLink = {
  __typename?: 'DroppedLink';
  /** One of milestone, dependency, parent, deal and contact. */
  kind: Scalars['String']['output'];
  id: Scalars['UUID']['output'];
};

export type ChecklistItemInput = {
  /** Id of the item to keep; without it an item with the same title is kept. */
  id?: InputMaybe<Scalars['UUID']['input']>;
  title: Scalars['String']['input'];
  required?: InputMaybe<Scalars['Boolean']['input']>;
  done?: InputMaybe<Scalars['Boolean']['input']>;
  assigneeUserId?: InputMaybe<Scalars['UUID']['input']>;
};

export type ChecklistItemChanges = {
  title?: InputMaybe<Scalars['String']['input']>;
  required?: InputMaybe<Scalars['Boolean']['input']>;
  done?: InputMaybe<Scalars['Boolean']['input']>;
  assigneeUserId?: InputMaybe<Scalars['UUID']['input']>;
};

export type TaskDependencyInput = {
  /** The task that must come first. */
  predecessorId: Scalars['UUID']['input'];
  /** Defaults to finish_to_start. */
  type?: InputMaybe<DependencyType>;
  /** In working days; defaults to 0. */
  lagDays?: InputMaybe<Scalars['Int']['input']>;
};

export type TaskInput = {
  title?: InputMaybe<Scalars['String']['input']>;
  /** Only on creation; later use the move route. */
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  /** Only without a project. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  parentId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to todo. */
  status?: InputMaybe<TaskStatus>;
  /** With the status done: completes the open subtasks too. */
  cascade?: InputMaybe<TaskCascade>;
  priority?: InputMaybe<TaskPriority>;
  assigneeIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Time of day, HH:MM. */
  dueTime?: InputMaybe<Scalars['String']['input']>;
  scheduleMode?: InputMaybe<TaskScheduleMode>;
  estimateMinutes?: InputMaybe<Scalars['Int']['input']>;
  milestoneId?: InputMaybe<Scalars['UUID']['input']>;
  /** Markdown. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Only on creation; later use the checklist routes. */
  checklist?: InputMaybe<Array<ChecklistItemInput>>;
  /** Only on creation; later use the dependencies route. */
  dependencies?: InputMaybe<Array<TaskDependencyInput>>;
  /** An RRULE with FREQ, INTERVAL, BYDAY, COUNT and UNTIL; requires dueDate. */
  recurrence?: InputMaybe<Scalars['String']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  ticketId?: InputMaybe<Scalars['UUID']['input']>;
  /** Required for the status blocked. */
  blockedReason?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type TaskCascade =
  | 'complete';

export type TaskMoveInput = {
  /** A column of the board of the project. */
  columnId?: InputMaybe<Scalars['UUID']['input']>;
  /** The card in front of which the task is to stand. */
  beforeId?: InputMaybe<Scalars['UUID']['input']>;
  /** The card behind which the task is to stand. */
  afterId?: InputMaybe<Scalars['UUID']['input']>;
  /** Another project; subtasks go along. */
  projectId?: InputMaybe<Scalars['UUID']['input']>;
};

export type TaskChanges = {
  status?: InputMaybe<TaskStatus>;
  blockedReason?: InputMaybe<Scalars['String']['input']>;
  priority?: InputMaybe<TaskPriority>;
  assigneeIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  /** Moves start and due by working days. */
  dueShiftDays?: InputMaybe<Scalars['Int']['input']>;
  addTags?: InputMaybe<Array<Scalars['String']['input']>>;
  removeTags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Deletes the tasks; stands alone. */
  delete?: InputMaybe<Scalars['Boolean']['input']>;
};

export type TaskFilter = {
  /** Tasks that the user is assigned to; `me` is the caller. */
  assigneeId?: InputMaybe<TextFilter>;
  isBlocked?: InputMaybe<BooleanFilter>;
  isOverdue?: InputMaybe<BooleanFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  title?: InputMaybe<TextFilter>;
  projectId?: InputMaybe<IdFilter>;
  companyId?: InputMaybe<IdFilter>;
  parentId?: InputMaybe<IdFilter>;
  status?: InputMaybe<TextFilter>;
  priority?: InputMaybe<TextFilter>;
  startDate?: InputMaybe<DateFilter>;
  dueDate?: InputMaybe<DateFilter>;
  scheduleMode?: InputMaybe<TextFilter>;
  milestoneId?: InputMaybe<IdFilter>;
  dealId?: InputMaybe<IdFilter>;
  contactId?: InputMaybe<IdFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<TaskFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<TaskFilter>>;
  /** This must not hold. */
  not?: InputMaybe<TaskFilter>;
};

/** Security requirements for members and tokens. */
export type SecuritySettings = {
  __typename?: 'SecuritySettings';
  /** Whether sessions need a second factor. */
  requireMfa: Scalars['Boolean']['output'];
  /** Minutes without a request after which a session is refused; null means no limit. */
  sessionIdleMinutes?: Maybe<Scalars['Int']['output']>;
  /** Origins whose pages may call; empty means every page with a token. */
  allowedOrigins: Array<Scalars['String']['output']>;
  /** IP addresses and ranges that people and tokens may use; empty means everywhere. */
  ipAllowlist: Array<Scalars['String']['output']>;
  /** Whether members must use single sign-on; set with the connection. */
  ssoEnforced: Scalars['Boolean']['output'];
  /** Whether changes of versioned records require If-Match (or expectedVersion); 428 otherwise. */
  requireIfMatch: Scalars['Boolean']['output'];
  /** Whether operators may access the workspace for support. */
  allowSupportAccess: Scalars['Boolean']['output'];
};

export type TenantSettingsInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  /** A time zone of the IANA database. */
  timeZone?: InputMaybe<Scalars['String']['input']>;
  /** An ISO 4217 currency code. */
  currency?: InputMaybe<Scalars['String']['input']>;
  /** An ISO 3166-1 alpha-2 country code. */
  country?: InputMaybe<Scalars['CountryCode']['input']>;
  /** Year, month and day with one separator between them. */
  dateFormat?: InputMaybe<Scalars['String']['input']>;
  /** Must begin with https://. */
  logoUrl?: InputMaybe<Scalars['String']['input']>;
  /** Modules to enable or disable; absent ones stay as they are. auth, settings, dashboard and activities are always enabled. */
  modules?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Absent settings stay as they are. */
  security?: InputMaybe<SecuritySettingsInput>;
  /** Absent settings stay as they are. */
  commercial?: InputMaybe<CommercialSettingsInput>;
  /** Absent settings stay as they are. */
  delivery?: InputMaybe<DeliverySettingsInput>;
};

export type SecuritySettingsInput = {
  /** Can only be set in a session with a second factor. */
  requireMfa?: InputMaybe<Scalars['Boolean']['input']>;
  sessionIdleMinutes?: InputMaybe<Scalars['Int']['input']>;
  allowedOrigins?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Must include the caller's address. */
  ipAllowlist?: InputMaybe<Array<Scalars['String']['input']>>;
  requireIfMatch?: InputMaybe<Scalars['Boolean']['input']>;
  allowSupportAccess?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Settings of delivery. */
export type DeliverySettings = {
  __typename?: 'DeliverySettings';
  /** Usual hourly rate, in the currency of the workspace. */
  billRate?: Maybe<Scalars['Decimal']['output']>;
  /** Whether somebody else must approve a person's time. */
  timeFourEyes: Scalars['Boolean']['output'];
};

export type DeliverySettingsInput = {
  billRate?: InputMaybe<Scalars['Decimal']['input']>;
  timeFourEyes?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Minutes that a person worked on a task. */
export type TimeEntry = {
  __typename?: 'TimeEntry';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  userId: Scalars['UUID']['output'];
  taskId: Scalars['UUID']['output'];
  projectId?: Maybe<Scalars['UUID']['output']>;
  companyId?: Maybe<Scalars['UUID']['output']>;
  workDate: Scalars['Date']['output'];
  /** 0 while the timer runs. */
  minutes: Scalars['Int']['output'];
  note?: Maybe<Scalars['String']['output']>;
  billable: Scalars['Boolean']['output'];
  /** Per hour; null without the permission projects.finance. */
  rate?: Maybe<Scalars['Decimal']['output']>;
  currency: Scalars['String']['output'];
  /** Minutes times rate; null without the permission projects.finance. */
  amount?: Maybe<Scalars['Decimal']['output']>;
  status: TimeEntryStatus;
  /** Why it was rejected, or approved no longer. */
  decisionNote?: Maybe<Scalars['String']['output']>;
  approvedBy?: Maybe<Scalars['UUID']['output']>;
  approvedAt?: Maybe<Scalars['DateTime']['output']>;
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether its timer runs. */
  running: Scalars['Boolean']['output'];
  /** Whether the timer was stopped after twelve hours. */
  autoStopped: Scalars['Boolean']['output'];
  /** The invoice that bills it. */
  invoiceId?: Maybe<Scalars['UUID']['output']>;
  invoiceLineId?: Maybe<Scalars['UUID']['output']>;
  /** What the call did to the timer; null otherwise. */
  outcome?: Maybe<TimerOutcome>;
  /** When the timer was discarded; null otherwise. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** What the caller should know about the write; empty on reads. */
  warnings: Array<DeliveryWarning>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

export type TimeEntryStatus =
  | 'draft'
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'invoiced';

export type TimerOutcome =
  /** The timer was started; the HTTP status is 201. */
  | 'created'
  | 'stopped'
  | 'discarded';

export type TimerAction =
  | 'start'
  | 'stop'
  | 'discard';

export type TimeAmount = {
  __typename?: 'TimeAmount';
  currency: Scalars['String']['output'];
  amount: Scalars['Decimal']['output'];
};

/** Sums over the whole list. */
export type TimeTotals = {
  __typename?: 'TimeTotals';
  minutes: Scalars['Int']['output'];
  billableMinutes: Scalars['Int']['output'];
  /** Value of the billable time; empty without the permission projects.finance. */
  amounts: Array<TimeAmount>;
};

/** A page of a list of TimeEntry. */
export type TimeEntryConnection = Connection & {
  __typename?: 'TimeEntryConnection';
  /** Sums over the whole list. */
  totals: TimeTotals;
  /** The records of the page. */
  nodes: Array<TimeEntry>;
  /** The records of the page, each with its cursor. */
  edges: Array<TimeEntryEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

export type TimeEntryInput = {
  /** Defaults to the caller; another one requires time_entries.approve. Only on creation. */
  userId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to today; not in the future. */
  workDate?: InputMaybe<Scalars['Date']['input']>;
  minutes?: InputMaybe<Scalars['Int']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
  /** Defaults by the billing of the project. */
  billable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Per hour; requires the permission projects.finance. */
  rate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Submits, approves, rejects or reopens the entry; not on creation. */
  status?: InputMaybe<TimeEntryStatus>;
  /** Required for rejected, and for approved entries that become drafts. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type TimerInput = {
  action: TimerAction;
  /** With start: stops the timer that runs. */
  switch?: InputMaybe<Scalars['Boolean']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
};

export type WebhookDeliveryState =
  /** Will be attempted now. */
  | 'pending'
  /** Is being attempted. */
  | 'delivering'
  | 'succeeded'
  /** Has failed and will be retried. */
  | 'retrying'
  /** Waits until the webhook is active again. */
  | 'held'
  /** Has failed for good. */
  | 'failed'
  /** The webhook was deleted. */
  | 'cancelled';

/** What went wrong with an attempt. */
export type WebhookAttemptError =
  /** No answer within 15 seconds, or no connection within 5. */
  | 'timeout'
  /** The host name was not found. */
  | 'dns'
  /** The connection could not be secured. */
  | 'tls'
  /** The connection was refused or broken. */
  | 'refused'
  /** The host name resolves to an address that may not be called. */
  | 'blocked'
  /** The answer was not 2xx. */
  | 'http';

/** One delivery attempt. */
export type WebhookAttempt = {
  __typename?: 'WebhookAttempt';
  deliveryId: Scalars['UUID']['output'];
  /** Starts at 1. */
  number: Scalars['Int']['output'];
  at: Scalars['DateTime']['output'];
  /** Null if there was no answer. */
  statusCode?: Maybe<Scalars['Int']['output']>;
  durationMs: Scalars['Int']['output'];
  /** Null if it was delivered. */
  error?: Maybe<WebhookAttemptError>;
  /** The first 2 kB of the answer; anything that looks like a credential is masked. */
  response?: Maybe<Scalars['String']['output']>;
};

/** The delivery of one event to one endpoint. */
export type WebhookDelivery = {
  __typename?: 'WebhookDelivery';
  id: Scalars['UUID']['output'];
  webhookId: Scalars['UUID']['output'];
  /** The header webhook-id, the same on every attempt and replay. */
  messageId: Scalars['String']['output'];
  eventType: Scalars['String']['output'];
  state: WebhookDeliveryState;
  attemptCount: Scalars['Int']['output'];
  /** HTTP status of the last attempt. */
  lastStatusCode?: Maybe<Scalars['Int']['output']>;
  lastError?: Maybe<WebhookAttemptError>;
  lastAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** The body as it is sent. */
  payload: Scalars['JSONObject']['output'];
  /** Every attempt, oldest first; kept for 30 days. */
  attempts: Array<WebhookAttempt>;
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
};

/** What a recovery sends. */
export type WebhookRecoveredState =
  /** Deliveries that have failed for good. */
  | 'failed'
  /** Cancelled deliveries. */
  | 'cancelled'
  /** Events of the subscribed types that were never delivered, such as while the webhook was paused. */
  | 'missing';

export type WebhookStatus =
  | 'active'
  /** Nothing is sent; waiting deliveries are held. */
  | 'paused'
  /** Disabled by the service: nothing was delivered for five days. */
  | 'disabled_failing'
  /** Disabled by the service: the endpoint answered 410. */
  | 'disabled_gone'
  /** Disabled by an operator of the platform. */
  | 'disabled_operator';

/** How deliveries are signed, by Standard Webhooks. */
export type WebhookSignature =
  /** HMAC-SHA256 with a shared secret. */
  | 'v1'
  /** Ed25519; receivers verify with the public key. */
  | 'v1a';

/** Delivery statistics of an endpoint. */
export type WebhookStats = {
  __typename?: 'WebhookStats';
  /** Share of successful attempts in the last 24 hours; null if there were none. */
  successRate24h?: Maybe<Scalars['Float']['output']>;
  lastSuccessAt?: Maybe<Scalars['DateTime']['output']>;
  /** The first failure since the last success. */
  firstFailureAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A subscription of a URL to some types of events. */
export type Webhook = {
  __typename?: 'Webhook';
  id: Scalars['UUID']['output'];
  /** Increases by one with every write; sent as the ETag. */
  version: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  url: Scalars['String']['output'];
  /** Names of events; `deal.*` means all of a kind, `*` means all. */
  eventTypes: Array<Scalars['String']['output']>;
  /** Values that fields of the event's object must have; an empty filter matches everything. */
  filter: Scalars['JSONObject']['output'];
  status: WebhookStatus;
  signature: WebhookSignature;
  /** Public key to verify v1a signatures; null with v1. */
  publicKey?: Maybe<Scalars['String']['output']>;
  /** Whether a former secret still signs too, after a rotation. */
  hasPreviousSecret: Scalars['Boolean']['output'];
  previousSecretExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** API version of the bodies. */
  apiVersion: Scalars['String']['output'];
  /** Names of additional request headers; their values are not shown. */
  customHeaderNames: Array<Scalars['String']['output']>;
  /** Maximum number of concurrent requests to the endpoint. */
  maxInFlight: Scalars['Int']['output'];
  stats: WebhookStats;
  /** The signing secret, only in the answer that creates it; null with v1a. */
  secret?: Maybe<Scalars['String']['output']>;
  /** Whether this answer contains the secret. */
  secretShown: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
};

export type WebhookInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  /** An https address with a public host name, on port 443 or 8443. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** Names of events; `deal.*` means all of a kind, `*` means all. */
  eventTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** For each field of the event's object, one value or a list of accepted values. */
  filter?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Active or paused; active also enables a webhook that the service disabled. */
  status?: InputMaybe<WebhookStatus>;
  /** Defaults to V1; cannot be changed later. */
  signature?: InputMaybe<WebhookSignature>;
  /**
   * Headers added to every request, at most five, `Authorization` included. They replace the former ones, and their values are
   * never shown again.
   */
  customHeaders?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Defaults to 5. */
  maxInFlight?: InputMaybe<Scalars['Int']['input']>;
};

/** A type of event that webhooks can deliver. */
export type WebhookEventType = {
  __typename?: 'WebhookEventType';
  type: Scalars['String']['output'];
  objectType: Scalars['String']['output'];
  description: Scalars['String']['output'];
  /** JSON Schema 2020-12 of the body. */
  schema: Scalars['JSONObject']['output'];
  /** An example body. */
  example: Scalars['JSONObject']['output'];
};

/** An order of a company to do or deliver something. */
export type WorkOrder = Node & {
  __typename?: 'WorkOrder';
  id: Scalars['ID']['output'];
  /** Grows by one with every write; the ETag. */
  version: Scalars['Int']['output'];
  /** The id; null in a dry run, which stores nothing. */
  storedId?: Maybe<Scalars['UUID']['output']>;
  /** The number; null for a draft invoice and in a dry run. */
  number?: Maybe<Scalars['String']['output']>;
  /** The number, or that it is a draft. */
  title: Scalars['String']['output'];
  status: WorkOrderStatus;
  /** Why it was put on hold, cancelled or declined. */
  statusReason?: Maybe<Scalars['String']['output']>;
  /** The company that buys. */
  companyId?: Maybe<Scalars['UUID']['output']>;
  company?: Maybe<Company>;
  contactId?: Maybe<Scalars['UUID']['output']>;
  contact?: Maybe<Contact>;
  dealId?: Maybe<Scalars['UUID']['output']>;
  deal?: Maybe<Deal>;
  projectId?: Maybe<Scalars['UUID']['output']>;
  ownerUserId?: Maybe<Scalars['UUID']['output']>;
  currency: Scalars['String']['output'];
  issueDate?: Maybe<Scalars['Date']['output']>;
  reference?: Maybe<Scalars['String']['output']>;
  poNumber?: Maybe<Scalars['String']['output']>;
  terms?: Maybe<Scalars['String']['output']>;
  notes?: Maybe<Scalars['String']['output']>;
  /** Never part of what the client sees. */
  internalNotes?: Maybe<Scalars['String']['output']>;
  pricesIncludeTax: Scalars['Boolean']['output'];
  taxRounding: TaxRounding;
  discount?: Maybe<DocumentDiscount>;
  taxGroups: Array<TaxGroup>;
  /** Sum of the lines after their own discounts. */
  subtotal: Scalars['Decimal']['output'];
  /** The discount on the document. */
  discountTotal: Scalars['Decimal']['output'];
  /** Without tax, after discounts. */
  netTotal: Scalars['Decimal']['output'];
  taxTotal: Scalars['Decimal']['output'];
  roundingAdjustment: Scalars['Decimal']['output'];
  total: Scalars['Decimal']['output'];
  /** Units of the currency of the workspace for one of the document. */
  exchangeRate?: Maybe<Scalars['Decimal']['output']>;
  seller?: Maybe<Seller>;
  buyer?: Maybe<Buyer>;
  source?: Maybe<DocumentSource>;
  /** The stored PDF; null while there is none. */
  pdf?: Maybe<DocumentPdf>;
  locale?: Maybe<Scalars['String']['output']>;
  lines: Array<DocumentLine>;
  warnings: Array<DocumentWarning>;
  tags: Array<Scalars['String']['output']>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  scheduledStart?: Maybe<Scalars['DateTime']['output']>;
  scheduledEnd?: Maybe<Scalars['DateTime']['output']>;
  assigneeIds: Array<Scalars['UUID']['output']>;
  siteAddress?: Maybe<Address>;
  signOff?: Maybe<SignOff>;
  signOffRequired: Scalars['Boolean']['output'];
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  billingStatus: BillingStatus;
  deliveries: Array<WorkOrderDelivery>;
  conversions: Array<DocumentConversion>;
  /** What the workspace has defined beside these fields, by key. */
  customFields: Scalars['JSONObject']['output'];
  /** Timeline of the work order, newest first. */
  activities: ActivityConnection;
  updatedAt: Scalars['DateTime']['output'];
  createdBy: Actor;
  updatedBy: Actor;
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
};


/** An order of a company to do or deliver something. */
export type WorkOrderActivitiesArgs = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type WorkOrderStatus =
  | 'draft'
  | 'scheduled'
  | 'in_progress'
  | 'on_hold'
  | 'completed'
  | 'cancelled';

export type BillingStatus =
  | 'not_billable'
  | 'unbilled'
  | 'partially_billed'
  | 'billed';

/** Who signed a work order off. */
export type SignOff = {
  __typename?: 'SignOff';
  name: Scalars['String']['output'];
  at: Scalars['DateTime']['output'];
  envelopeId?: Maybe<Scalars['UUID']['output']>;
};

/** Quantities that were delivered at once. */
export type WorkOrderDelivery = {
  __typename?: 'WorkOrderDelivery';
  id: Scalars['UUID']['output'];
  deliveredOn: Scalars['Date']['output'];
  note?: Maybe<Scalars['String']['output']>;
  lines: Array<ConvertedLine>;
  createdBy: Actor;
  createdAt: Scalars['DateTime']['output'];
};

export type WorkOrderInput = {
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to that of the workspace. */
  currency?: InputMaybe<Scalars['String']['input']>;
  issueDate?: InputMaybe<Scalars['Date']['input']>;
  reference?: InputMaybe<Scalars['String']['input']>;
  poNumber?: InputMaybe<Scalars['String']['input']>;
  terms?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  internalNotes?: InputMaybe<Scalars['String']['input']>;
  pricesIncludeTax?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to that of the workspace. */
  taxRounding?: InputMaybe<TaxRounding>;
  discount?: InputMaybe<DocumentDiscountInput>;
  /** Replaces the lines; those with a known id keep it. */
  lines?: InputMaybe<Array<DocumentLineInput>>;
  exchangeRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Members of the buyer that differ from the company and contact. */
  buyer?: InputMaybe<BuyerInput>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Refuses the call if the total is another one. */
  expectedTotal?: InputMaybe<Scalars['Decimal']['input']>;
  scheduledStart?: InputMaybe<Scalars['DateTime']['input']>;
  scheduledEnd?: InputMaybe<Scalars['DateTime']['input']>;
  assigneeIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  siteAddress?: InputMaybe<AddressInput>;
  /** Defaults to that of the workspace. */
  signOffRequired?: InputMaybe<Scalars['Boolean']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type WorkOrderAction =
  | 'schedule'
  | 'start'
  | 'hold'
  | 'resume'
  | 'complete'
  | 'cancel';

export type WorkOrderStatusInput = {
  action: WorkOrderAction;
  /** Required to hold, to cancel and to take up a completed one. */
  reason?: InputMaybe<Scalars['String']['input']>;
  scheduledStart?: InputMaybe<Scalars['DateTime']['input']>;
  scheduledEnd?: InputMaybe<Scalars['DateTime']['input']>;
  /** Completes it although not everything is delivered. */
  shortClose?: InputMaybe<Scalars['Boolean']['input']>;
  signOff?: InputMaybe<SignOffInput>;
};

export type SignOffInput = {
  name: Scalars['String']['input'];
  at?: InputMaybe<Scalars['DateTime']['input']>;
};

export type DeliveryInput = {
  /** Defaults to today. */
  deliveredOn?: InputMaybe<Scalars['Date']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
  lines: Array<QuantityInput>;
};

export type ConversionBasis =
  | 'delivered'
  | 'ordered'
  | 'time';

export type ConvertWorkOrderInput = {
  /** Defaults to delivered. */
  basis?: InputMaybe<ConversionBasis>;
  lines?: InputMaybe<Array<QuantityInput>>;
  until?: InputMaybe<Scalars['Date']['input']>;
};

export type WorkOrderFilter = {
  /** Work orders that the user is assigned to. */
  assigneeId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  number?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  companyId?: InputMaybe<IdFilter>;
  contactId?: InputMaybe<IdFilter>;
  dealId?: InputMaybe<IdFilter>;
  projectId?: InputMaybe<IdFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  currency?: InputMaybe<TextFilter>;
  issueDate?: InputMaybe<DateFilter>;
  reference?: InputMaybe<TextFilter>;
  poNumber?: InputMaybe<TextFilter>;
  total?: InputMaybe<NumberFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  scheduledStart?: InputMaybe<DateTimeFilter>;
  billingStatus?: InputMaybe<TextFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<WorkOrderFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<WorkOrderFilter>>;
  /** This must not hold. */
  not?: InputMaybe<WorkOrderFilter>;
};

/** Kinds of records that have a timeline. */
export type TimelineEntity =
  | 'company'
  | 'contact'
  | 'deal'
  | 'invoice'
  | 'project'
  | 'quote'
  | 'room'
  | 'task'
  | 'work_order';

export type ActionItemFilter = {
  /** A company that its activity names. */
  companyId?: InputMaybe<IdFilter>;
  /** A contact that its activity names. */
  contactId?: InputMaybe<IdFilter>;
  /** A deal that its activity names. */
  dealId?: InputMaybe<IdFilter>;
  /** A invoice that its activity names. */
  invoiceId?: InputMaybe<IdFilter>;
  /** A project that its activity names. */
  projectId?: InputMaybe<IdFilter>;
  /** A quote that its activity names. */
  quoteId?: InputMaybe<IdFilter>;
  /** A room that its activity names. */
  roomId?: InputMaybe<IdFilter>;
  /** A task that its activity names. */
  taskId?: InputMaybe<IdFilter>;
  /** A work order that its activity names. */
  workOrderId?: InputMaybe<IdFilter>;
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  title?: InputMaybe<TextFilter>;
  dueOn?: InputMaybe<DateFilter>;
  assigneeUserId?: InputMaybe<IdFilter>;
  /** Without a condition on it, only open action items are listed. */
  status?: InputMaybe<TextFilter>;
  completedAt?: InputMaybe<DateTimeFilter>;
  activityId?: InputMaybe<IdFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<ActionItemFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<ActionItemFilter>>;
  /** This must not hold. */
  not?: InputMaybe<ActionItemFilter>;
};

/** A record that can be read by its id alone. Ids are unique over all kinds of records, and the same on every surface. */
export type Node = {
  id: Scalars['ID']['output'];
};

export type AddActionItemInput = {
  title: Scalars['String']['input'];
  dueOn?: InputMaybe<Scalars['Date']['input']>;
  assigneeUserId?: InputMaybe<Scalars['UUID']['input']>;
};

export type CreateActivityInput = {
  type: LoggedActivityType;
  subject: Scalars['String']['input'];
  body?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to now. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  channel?: InputMaybe<ActivityChannel>;
  direction?: InputMaybe<ActivityDirection>;
  /** Default for a call, meeting or event: planned if it is in the future, else held. */
  status?: InputMaybe<ActivityStatus>;
  /** Overrides whether it counts as a meaningful touch; null applies the rules. People only. */
  meaningfulOverride?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * The complete list of records on whose timelines it appears. An activity with contacts and no company also appears on the
   * timelines of their companies.
   */
  links?: InputMaybe<Array<ActivityLinkInput>>;
};

export type CreateAgentInput = {
  name: Scalars['String']['input'];
  purpose: Scalars['String']['input'];
  /** A member of the workspace; defaults to the caller. */
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** A role that grants no more than the caller has; defaults to the system role agent. */
  roleId?: InputMaybe<Scalars['UUID']['input']>;
  /** Scope names, or wildcards such as `crm.*:read`, which are expanded when they are stored. */
  allowedScopes: Array<Scalars['String']['input']>;
  /** Defaults to 500. */
  dailyActionCap?: InputMaybe<Scalars['Int']['input']>;
};

export type CreateApiTokenInput = {
  name: Scalars['String']['input'];
  /** Defaults to service; cannot be changed. */
  kind?: InputMaybe<ApiTokenKind>;
  /** The registered agent that a token of the kind agent belongs to; cannot be changed. */
  agentId?: InputMaybe<Scalars['UUID']['input']>;
  /** The user responsible for it; defaults to the caller. */
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** A role that grants no more than the caller has; defaults to the agent role. */
  roleId?: InputMaybe<Scalars['UUID']['input']>;
  /** Scope names, or wildcards such as `crm.*:read`, which are expanded when they are stored. */
  scopes: Array<Scalars['String']['input']>;
  /** Null means every module that the caller may use. */
  modules?: InputMaybe<Array<Scalars['String']['input']>>;
  /** IP addresses and ranges that it may be used from; empty means everywhere. */
  ipAllowlist?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Defaults to 90 days from now; at most 365 days. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

export type AssistantChatInput = {
  message: Scalars['String']['input'];
  /** The conversation to continue; a new one is started by default. */
  conversationId?: InputMaybe<Scalars['UUID']['input']>;
  context?: InputMaybe<AssistantContext>;
};

export type CreateCallTemplateInput = {
  name: Scalars['String']['input'];
  purpose: CallTemplatePurpose;
  description?: InputMaybe<Scalars['String']['input']>;
  sections: Array<CallTemplateSectionInput>;
};

export type CreateCallInput = {
  subject: Scalars['String']['input'];
  /** Defaults to outbound. */
  direction?: InputMaybe<CallDirection>;
  /** Later calls are planned, others run; defaults to now. */
  startedAt?: InputMaybe<Scalars['DateTime']['input']>;
  participants?: InputMaybe<Array<CallParticipantInput>>;
  links?: InputMaybe<CommunicationLinksInput>;
  templateId?: InputMaybe<Scalars['UUID']['input']>;
  summary?: InputMaybe<Scalars['String']['input']>;
  /** Only on a change: starts a planned call, or cancels it. */
  status?: InputMaybe<WritableCallStatus>;
  /** Only on creation: logs a call that was completed. Later, complete it. */
  outcome?: InputMaybe<CallOutcome>;
  /** With an outcome. */
  durationS?: InputMaybe<Scalars['Int']['input']>;
  /** With an outcome. */
  nextSteps?: InputMaybe<Array<NextStepInput>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type CreateOrLinkClientInput = {
  clientName: Scalars['String']['input'];
  /** A host or a URL. Either website or domain is required; the other is derived from it. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** A company-owned email domain. Personal mail domains are refused. */
  domain?: InputMaybe<Scalars['String']['input']>;
  /** Client number; defaults to the next one of the workspace. If clientNumber is given too, both must be equal. */
  clientId?: InputMaybe<Scalars['String']['input']>;
  /** Alias of clientId. */
  clientNumber?: InputMaybe<Scalars['String']['input']>;
  /** Id of the company to make a client, instead of matching. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  /** Creates a company although others have a similar name. People only; refused if another company has the website or domain. */
  forceNew?: InputMaybe<Scalars['Boolean']['input']>;
  legalName?: InputMaybe<Scalars['String']['input']>;
  industry?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  linkedinUrl?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<AddressInput>;
  /** A number, or a range such as `51-200`, `1 to 5` or `10k+`. */
  employeeCount?: InputMaybe<Scalars['JSON']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, absent keys stay as they are. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
  /** One text or up to ten, added as notes of the company. */
  notes?: InputMaybe<Scalars['JSON']['input']>;
};

export type CreateCommunicationInput = {
  channel: CommunicationChannel;
  /** Defaults to outbound. */
  direction?: InputMaybe<ActivityDirection>;
  /** Defaults to general. */
  purpose?: InputMaybe<CommunicationPurpose>;
  /** Draft starts a draft; without it, the message is logged. */
  status?: InputMaybe<InitialCommunicationStatus>;
  subject?: InputMaybe<Scalars['String']['input']>;
  bodyText?: InputMaybe<Scalars['String']['input']>;
  bodyHtml?: InputMaybe<Scalars['String']['input']>;
  participants?: InputMaybe<Array<ParticipantInput>>;
  /** Joins the thread of the communication that this one answers. */
  inReplyTo?: InputMaybe<Scalars['UUID']['input']>;
  /** Joins a thread. */
  threadId?: InputMaybe<Scalars['UUID']['input']>;
  links?: InputMaybe<CommunicationLinksInput>;
  /** When a logged message was exchanged; defaults to now. */
  occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The provider key of the mail server that sends the draft; null uses the default one. */
  connectorId?: InputMaybe<Scalars['UUID']['input']>;
  isAutoReply?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names of files that were attached elsewhere; no bytes. */
  attachments?: InputMaybe<Array<AttachmentInput>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CreateCompanyInput = {
  name: Scalars['String']['input'];
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** A host or a URL; becomes the primary website. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** A company-owned email domain; becomes the primary one. Personal mail domains are refused. */
  domain?: InputMaybe<Scalars['String']['input']>;
  /** Client number. If clientNumber is given too, both must be equal. */
  clientId?: InputMaybe<Scalars['String']['input']>;
  /** Alias of clientId. */
  clientNumber?: InputMaybe<Scalars['String']['input']>;
  companyType?: InputMaybe<CompanyType>;
  industry?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  linkedinUrl?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<AddressInput>;
  /** A number, or a range such as `51-200`, `1 to 5` or `10k+`. */
  employeeCount?: InputMaybe<Scalars['JSON']['input']>;
  /** Requires revenueCurrency, and vice versa. */
  annualRevenue?: InputMaybe<Scalars['Decimal']['input']>;
  revenueCurrency?: InputMaybe<Scalars['String']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** The parent company; at most five levels, without cycles. */
  parentCompanyId?: InputMaybe<Scalars['UUID']['input']>;
  source?: InputMaybe<RecordSource>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** One text or up to ten, added as notes of the company. */
  notes?: InputMaybe<Scalars['JSON']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type AddCompanyIdentifierInput = {
  identifierType: IdentifierType;
  /** A host, a URL or an address; normalized. */
  value: Scalars['String']['input'];
  label?: InputMaybe<Scalars['String']['input']>;
  /** True makes it the primary one of its type. False is refused on the primary one, since each type needs one. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  source?: InputMaybe<IdentifierSource>;
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type AddContactMethodInput = {
  kind: ContactMethodKind;
  /** An email address, a phone number or an https URL; normalized. */
  value: Scalars['String']['input'];
  label?: InputMaybe<ContactMethodLabel>;
  /** The social network; for profiles only. */
  network?: InputMaybe<Scalars['String']['input']>;
  /** True makes it the primary one of its kind. False is refused on the primary one, since each kind needs one. */
  isPrimary?: InputMaybe<Scalars['Boolean']['input']>;
  isValid?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether several contacts may have it. */
  isShared?: InputMaybe<Scalars['Boolean']['input']>;
};

export type UpsertContactInput = {
  prefix?: InputMaybe<Scalars['String']['input']>;
  /** One of firstName, lastName and email is required. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  middleName?: InputMaybe<Scalars['String']['input']>;
  lastName?: InputMaybe<Scalars['String']['input']>;
  suffix?: InputMaybe<Scalars['String']['input']>;
  /** Becomes the primary email address; the former one is kept as an additional one. */
  email: Scalars['String']['input'];
  /** Becomes the primary phone number; without a country code it is read as a number of the workspace's country. */
  phone?: InputMaybe<Scalars['String']['input']>;
  title?: InputMaybe<Scalars['String']['input']>;
  department?: InputMaybe<Scalars['String']['input']>;
  /** A zone of the IANA database. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<AddressInput>;
  linkedinUrl?: InputMaybe<Scalars['String']['input']>;
  /** The primary company; null ends the association with it. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  /** False prevents linking the contact to the only company that owns the domain of its new email address. */
  autoLink?: InputMaybe<Scalars['Boolean']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  source?: InputMaybe<ContactSource>;
  status?: InputMaybe<WritableContactStatus>;
  doNotContact?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CreateCustomFieldInput = {
  entity: CustomFieldEntity;
  /** Cannot be changed later. */
  key: Scalars['String']['input'];
  label: Scalars['String']['input'];
  description?: InputMaybe<Scalars['String']['input']>;
  type: CustomFieldType;
  /** Requires a value on creation and on every change of this field. */
  required?: InputMaybe<Scalars['Boolean']['input']>;
  unique?: InputMaybe<Scalars['Boolean']['input']>;
  defaultValue?: InputMaybe<Scalars['JSON']['input']>;
  options?: InputMaybe<Array<CustomFieldOptionInput>>;
  rules?: InputMaybe<CustomFieldRulesInput>;
  /** Class that decides who may read and write the values; cannot be changed later. Custom fields cannot hold credentials. */
  classification?: InputMaybe<FieldClass>;
  group?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to the last position. */
  position?: InputMaybe<Scalars['Int']['input']>;
};

export type AddDealNoteInput = {
  body: Scalars['String']['input'];
  isPinned?: InputMaybe<Scalars['Boolean']['input']>;
};

export type MoveDealStageInput = {
  /** Key of the stage to move to. */
  stage: Scalars['String']['input'];
  /** Required to reopen a closed deal. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** Required for closed_lost, and only allowed there. */
  lostReason?: InputMaybe<DealLostReason>;
  /** Required for the reason other. */
  lostNote?: InputMaybe<Scalars['String']['input']>;
  /** The stage that the caller expects the deal to be in; otherwise 409 STALE_STATE. */
  expectedStage?: InputMaybe<Scalars['String']['input']>;
  /** The pipeline of the stage; defaults to that of the deal. */
  pipelineId?: InputMaybe<Scalars['UUID']['input']>;
};

export type BulkMoveDealStageInput = {
  /** Key of the stage to move to. */
  stage: Scalars['String']['input'];
  /** Required to reopen a closed deal. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** Required for closed_lost, and only allowed there. */
  lostReason?: InputMaybe<DealLostReason>;
  /** Required for the reason other. */
  lostNote?: InputMaybe<Scalars['String']['input']>;
  /** The stage that the caller expects the deal to be in; otherwise 409 STALE_STATE. */
  expectedStage?: InputMaybe<Scalars['String']['input']>;
  /** The pipeline of the stage; defaults to that of the deal. */
  pipelineId?: InputMaybe<Scalars['UUID']['input']>;
};

export type CreateDealPipelineInput = {
  name: Scalars['String']['input'];
  /** True makes it the default in place of the former one. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** Keys of all open stages in their new order; only for an update. */
  stageOrder?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type AddDealStageInput = {
  /** Defaults to a key made from the label; cannot be changed. */
  key?: InputMaybe<Scalars['String']['input']>;
  label: Scalars['String']['input'];
  /** Defaults to 50. A change also applies to deals in the stage that do not override it. */
  probability?: InputMaybe<Scalars['Int']['input']>;
  rottingDays?: InputMaybe<Scalars['Int']['input']>;
  /** Position among the open stages, starting at 1; defaults to the last one. */
  position?: InputMaybe<Scalars['Int']['input']>;
};

export type CreateDealInput = {
  name: Scalars['String']['input'];
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  /** Headline amount, 0 or more. */
  value?: InputMaybe<Scalars['Decimal']['input']>;
  /** Defaults to that of the workspace. */
  currency?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to the default pipeline. Only on creation; later use the stage route. */
  pipelineId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to the first stage of the pipeline. Only on creation; later use the stage route. */
  stage?: InputMaybe<Scalars['String']['input']>;
  /** Read-only; derived from the stage, which has its own route. */
  status?: InputMaybe<Scalars['String']['input']>;
  /** Overrides the probability of the stage; null removes the override. */
  probability?: InputMaybe<Scalars['Int']['input']>;
  /** True keeps the current probability through open stages; false returns to that of the stage. */
  probabilityOverride?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<DealKind>;
  expectedCloseOn?: InputMaybe<Scalars['Date']['input']>;
  /** True imports a deal that was closed elsewhere; requires a closed stage and closedAt. */
  imported?: InputMaybe<Scalars['Boolean']['input']>;
  /** When an imported deal was closed. */
  closedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Why an imported deal was lost. */
  lostReason?: InputMaybe<DealLostReason>;
  /** Explanation, required for the reason other. */
  lostNote?: InputMaybe<Scalars['String']['input']>;
  nextStep?: InputMaybe<Scalars['String']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  source?: InputMaybe<RecordSource>;
  /** The deal that this one renews or follows; not itself or one of its successors. */
  predecessorDealId?: InputMaybe<Scalars['UUID']['input']>;
  /** Only on creation; later use the contacts route. */
  contacts?: InputMaybe<Array<DealContactInput>>;
  contractModel?: InputMaybe<ContractModel>;
  billingFrequency?: InputMaybe<BillingFrequency>;
  pricingBasis?: InputMaybe<PricingBasis>;
  revenueRecognition?: InputMaybe<RevenueRecognition>;
  valueBasis?: InputMaybe<ValueBasis>;
  hasOverages?: InputMaybe<Scalars['Boolean']['input']>;
  includesPassThroughCosts?: InputMaybe<Scalars['Boolean']['input']>;
  unitLabel?: InputMaybe<Scalars['String']['input']>;
  unitPrice?: InputMaybe<Scalars['Decimal']['input']>;
  unitQuantity?: InputMaybe<Scalars['Decimal']['input']>;
  termLength?: InputMaybe<Scalars['Int']['input']>;
  termUnit?: InputMaybe<TermUnit>;
  termStartOn?: InputMaybe<Scalars['Date']['input']>;
  termEndOn?: InputMaybe<Scalars['Date']['input']>;
  autoRenews?: InputMaybe<Scalars['Boolean']['input']>;
  renewalNoticeDays?: InputMaybe<Scalars['Int']['input']>;
  overageRate?: InputMaybe<Scalars['Decimal']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CreateInvoiceInput = {
  companyId: Scalars['UUID']['input'];
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to that of the workspace. */
  currency?: InputMaybe<Scalars['String']['input']>;
  issueDate?: InputMaybe<Scalars['Date']['input']>;
  reference?: InputMaybe<Scalars['String']['input']>;
  poNumber?: InputMaybe<Scalars['String']['input']>;
  terms?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  internalNotes?: InputMaybe<Scalars['String']['input']>;
  pricesIncludeTax?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to that of the workspace. */
  taxRounding?: InputMaybe<TaxRounding>;
  discount?: InputMaybe<DocumentDiscountInput>;
  /** Replaces the lines; those with a known id keep it. */
  lines?: InputMaybe<Array<DocumentLineInput>>;
  exchangeRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Members of the buyer that differ from the company and contact. */
  buyer?: InputMaybe<BuyerInput>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Refuses the call if the total is another one. */
  expectedTotal?: InputMaybe<Scalars['Decimal']['input']>;
  /** Defaults to standard. */
  kind?: InputMaybe<InvoiceKind>;
  /** Always invoice; credit notes are made from the invoice that they credit. */
  documentType?: InputMaybe<NewDocumentType>;
  /** Defaults to the issue date and the terms of the workspace. */
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  supplyDate?: InputMaybe<Scalars['Date']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CreateInvitationInput = {
  email: Scalars['String']['input'];
  /** Roles of the person after joining; they grant no more than the caller has. */
  roleIds: Array<Scalars['UUID']['input']>;
  /** Defaults to every module of the workspace. */
  moduleAccess?: InputMaybe<Array<Module>>;
};

export type AddCompanyNoteInput = {
  body: Scalars['String']['input'];
  isPinned?: InputMaybe<Scalars['Boolean']['input']>;
};

export type AddContactNoteInput = {
  body: Scalars['String']['input'];
  isPinned?: InputMaybe<Scalars['Boolean']['input']>;
};

export type CreateMilestoneInput = {
  name: Scalars['String']['input'];
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Either this or billingPercent. */
  billingAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Share of the project's budget in per cent, up to four decimal places. */
  billingPercent?: InputMaybe<Scalars['Decimal']['input']>;
  /** Completes or reopens the milestone; not on creation. */
  status?: InputMaybe<MilestoneStatus>;
};

export type CreateProjectInput = {
  name: Scalars['String']['input'];
  /** A company that is a client. */
  companyId: Scalars['UUID']['input'];
  /** Markdown. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** A new project is planned or active. */
  status?: InputMaybe<ProjectStatus>;
  /** Required for on_hold, cancelled and reopening. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** What happens to open tasks when the project is completed. */
  openTasks?: InputMaybe<OpenTasksChoice>;
  /** When work goes on after a pause: moves the open tasks by it. */
  shiftDates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Requires healthReason; null returns to the computed health. */
  healthOverride?: InputMaybe<ProjectHealth>;
  healthReason?: InputMaybe<Scalars['String']['input']>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Defaults to the person who creates it. */
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  billingType?: InputMaybe<ProjectBillingType>;
  budgetAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Required for hours_cap. */
  budgetMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Per hour; requires the permission projects.finance. */
  billRate?: InputMaybe<Scalars['Decimal']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  workingCalendar?: InputMaybe<WorkingCalendarInput>;
  autoSchedule?: InputMaybe<Scalars['Boolean']['input']>;
  enforceDependencies?: InputMaybe<DependencyEnforcement>;
  /** Only on creation; later use the contacts route. */
  contacts?: InputMaybe<Array<ProjectContactInput>>;
  /** Only on creation; later use the partners route. */
  partners?: InputMaybe<Array<ProjectPartnerInput>>;
  /** Only on creation; later use the members route. */
  members?: InputMaybe<Array<ProjectMemberOnCreateInput>>;
  /** Replaces the linked deals; each belongs to the same company. */
  dealIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CreateActionProposalInput = {
  /** Name of the operation, or of its tool. */
  operation: Scalars['String']['input'];
  /** Arguments of the operation in wire names: path, query and body together. */
  arguments: Scalars['JSONObject']['input'];
  /** Defaults to the summary of the operation. */
  title?: InputMaybe<Scalars['String']['input']>;
  rationale?: InputMaybe<Scalars['String']['input']>;
  evidence?: InputMaybe<Array<EvidenceInput>>;
};

export type PostPublicRoomCommentInput = {
  body: Scalars['String']['input'];
  itemId?: InputMaybe<Scalars['UUID']['input']>;
  parentId?: InputMaybe<Scalars['UUID']['input']>;
};

export type CreateQuoteInput = {
  companyId: Scalars['UUID']['input'];
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to that of the workspace. */
  currency?: InputMaybe<Scalars['String']['input']>;
  issueDate?: InputMaybe<Scalars['Date']['input']>;
  reference?: InputMaybe<Scalars['String']['input']>;
  poNumber?: InputMaybe<Scalars['String']['input']>;
  terms?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  internalNotes?: InputMaybe<Scalars['String']['input']>;
  pricesIncludeTax?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to that of the workspace. */
  taxRounding?: InputMaybe<TaxRounding>;
  discount?: InputMaybe<DocumentDiscountInput>;
  /** Replaces the lines; those with a known id keep it. */
  lines?: InputMaybe<Array<DocumentLineInput>>;
  exchangeRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Members of the buyer that differ from the company and contact. */
  buyer?: InputMaybe<BuyerInput>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Refuses the call if the total is another one. */
  expectedTotal?: InputMaybe<Scalars['Decimal']['input']>;
  /** Defaults to the issue date and the validity of the workspace. */
  validUntil?: InputMaybe<Scalars['Date']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type RecordRelationshipOutcomeInput = {
  outcomeType: OutcomeType;
  direction: OutcomeDirection;
  /** Defaults to today; not in the future. */
  occurredOn?: InputMaybe<Scalars['Date']['input']>;
  summary?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to the primary company of the contact. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  evidence?: InputMaybe<Array<OutcomeEvidenceInput>>;
  proofAssetRefs?: InputMaybe<Array<ProofAssetRefInput>>;
};

export type CreateRoleInput = {
  name: Scalars['String']['input'];
  description?: InputMaybe<Scalars['String']['input']>;
  /** Names of permissions, `<entity>.*`, or `*`; limited to what the caller has. Permissions that every role has are added. */
  grants?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Entity to `all` or `own`; replaces the former value. */
  recordScope?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Id of a role to copy grants and record scope from, if they are not given; only for a new role. */
  copyRoleId?: InputMaybe<Scalars['UUID']['input']>;
};

export type AddRoomItemInput = {
  /** Fixed after creation. */
  kind: RoomItemKind;
  /** Defaults to the name of the file. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Place in the room, from 0; the end by default. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** HTML, which is sanitized. */
  body?: InputMaybe<Scalars['String']['input']>;
  /** For links and embedded pages. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** For files: an upload of this room. */
  uploadId?: InputMaybe<Scalars['UUID']['input']>;
  isVisible?: InputMaybe<Scalars['Boolean']['input']>;
  allowDownload?: InputMaybe<Scalars['Boolean']['input']>;
  dueOn?: InputMaybe<Scalars['Date']['input']>;
  done?: InputMaybe<Scalars['Boolean']['input']>;
};

export type CreateRoomItemUploadInput = {
  file: FileInput;
};

export type InviteToRoomInput = {
  contactIds: Array<Scalars['UUID']['input']>;
  /** A line of your own in the mail. */
  message?: InputMaybe<Scalars['String']['input']>;
  link?: InputMaybe<RoomInvitationGates>;
};

export type AddRoomCommentInput = {
  body: Scalars['String']['input'];
  itemId?: InputMaybe<Scalars['UUID']['input']>;
  parentId?: InputMaybe<Scalars['UUID']['input']>;
  isInternal?: InputMaybe<Scalars['Boolean']['input']>;
};

export type CreateRoomInput = {
  title: Scalars['String']['input'];
  description?: InputMaybe<Scalars['String']['input']>;
  visibility?: InputMaybe<RoomVisibility>;
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  /** Without companyId, the company of the deal is taken. */
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  /** An active member; the person who creates the room by default. */
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  branding?: InputMaybe<RoomBrandingInput>;
  welcomeMessage?: InputMaybe<Scalars['String']['input']>;
  defaultLinkSettings?: InputMaybe<RoomLinkDefaultsInput>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Another room whose items, with their files, are copied; only on creation. */
  copyItemsFrom?: InputMaybe<Scalars['UUID']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CreateSavedViewInput = {
  /** The list that the view applies to; defaults to that of the copied view. Cannot be changed later. */
  entity?: InputMaybe<SavedViewEntity>;
  name: Scalars['String']['input'];
  /** Defaults to private. */
  visibility?: InputMaybe<SavedViewVisibility>;
  /** The complete list of users and roles that it is shared with. */
  sharedWith?: InputMaybe<Array<SavedViewShareInput>>;
  /**
   * A tree of `{"and": […]}`, `{"or": […]}` and `{"not": …}`, at most 5 levels deep, over at most 50 of
   * `{"field", "op", "value"}`. `@me`, `@today`, `@today+7`, `@today-30` and `@this_quarter` are resolved for the user of the
   * view, when it is used.
   */
  filter?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Sort keys as the list takes them; custom fields come first. */
  sort?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Columns, such as `name` or `custom.tier`. */
  columns?: InputMaybe<Array<Scalars['String']['input']>>;
  groupBy?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to a table. */
  layout?: InputMaybe<SavedViewLayout>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  /** Defaults to the last position. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** Whether it is the caller's default view of the list. */
  isDefault?: InputMaybe<Scalars['Boolean']['input']>;
  /** A view to copy filter, sort, columns, group, layout and page size from, if they are not given; only for a new view. */
  copyViewId?: InputMaybe<Scalars['UUID']['input']>;
};

/** Changes to the connection; absent members stay as they are, null clears. */
export type SetSsoConnectionInput = {
  enabled: Scalars['Boolean']['input'];
  /** Whether members must use it to sign in; owners may still use their password. */
  enforced?: InputMaybe<Scalars['Boolean']['input']>;
  /** The issuer, exactly as the provider names itself; its discovery document and keys are read before anything is stored. */
  issuer?: InputMaybe<Scalars['String']['input']>;
  clientId?: InputMaybe<Scalars['String']['input']>;
  /** Write-only. Required again if issuer or client_id changes. */
  clientSecret?: InputMaybe<Scalars['String']['input']>;
  domains?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Any role but owner. */
  defaultRoleId?: InputMaybe<Scalars['UUID']['input']>;
  /** Group name to role id, at most 100; never to the role owner. */
  groupMap?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CreateTaskInput = {
  title: Scalars['String']['input'];
  /** Only on creation; later use the move route. */
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  /** Only without a project. */
  companyId?: InputMaybe<Scalars['UUID']['input']>;
  parentId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to todo. */
  status?: InputMaybe<TaskStatus>;
  /** With the status done: completes the open subtasks too. */
  cascade?: InputMaybe<TaskCascade>;
  priority?: InputMaybe<TaskPriority>;
  assigneeIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  startDate?: InputMaybe<Scalars['Date']['input']>;
  dueDate?: InputMaybe<Scalars['Date']['input']>;
  /** Time of day, HH:MM. */
  dueTime?: InputMaybe<Scalars['String']['input']>;
  scheduleMode?: InputMaybe<TaskScheduleMode>;
  estimateMinutes?: InputMaybe<Scalars['Int']['input']>;
  milestoneId?: InputMaybe<Scalars['UUID']['input']>;
  /** Markdown. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Only on creation; later use the checklist routes. */
  checklist?: InputMaybe<Array<ChecklistItemInput>>;
  /** Only on creation; later use the dependencies route. */
  dependencies?: InputMaybe<Array<TaskDependencyInput>>;
  /** An RRULE with FREQ, INTERVAL, BYDAY, COUNT and UNTIL; requires dueDate. */
  recurrence?: InputMaybe<Scalars['String']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  ticketId?: InputMaybe<Scalars['UUID']['input']>;
  /** Required for the status blocked. */
  blockedReason?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type CreateTimeEntryInput = {
  /** Defaults to the caller; another one requires time_entries.approve. Only on creation. */
  userId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to today; not in the future. */
  workDate?: InputMaybe<Scalars['Date']['input']>;
  minutes: Scalars['Int']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
  /** Defaults by the billing of the project. */
  billable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Per hour; requires the permission projects.finance. */
  rate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Submits, approves, rejects or reopens the entry; not on creation. */
  status?: InputMaybe<TimeEntryStatus>;
  /** Required for rejected, and for approved entries that become drafts. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type CreateWebhookInput = {
  name: Scalars['String']['input'];
  /** An https address with a public host name, on port 443 or 8443. */
  url: Scalars['String']['input'];
  /** Names of events; `deal.*` means all of a kind, `*` means all. */
  eventTypes: Array<Scalars['String']['input']>;
  /** For each field of the event's object, one value or a list of accepted values. */
  filter?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Active or paused; active also enables a webhook that the service disabled. */
  status?: InputMaybe<WebhookStatus>;
  /** Defaults to V1; cannot be changed later. */
  signature?: InputMaybe<WebhookSignature>;
  /**
   * Headers added to every request, at most five, `Authorization` included. They replace the former ones, and their values are
   * never shown again.
   */
  customHeaders?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Defaults to 5. */
  maxInFlight?: InputMaybe<Scalars['Int']['input']>;
};

export type CreateWorkOrderInput = {
  companyId: Scalars['UUID']['input'];
  contactId?: InputMaybe<Scalars['UUID']['input']>;
  dealId?: InputMaybe<Scalars['UUID']['input']>;
  projectId?: InputMaybe<Scalars['UUID']['input']>;
  ownerUserId?: InputMaybe<Scalars['UUID']['input']>;
  /** Defaults to that of the workspace. */
  currency?: InputMaybe<Scalars['String']['input']>;
  issueDate?: InputMaybe<Scalars['Date']['input']>;
  reference?: InputMaybe<Scalars['String']['input']>;
  poNumber?: InputMaybe<Scalars['String']['input']>;
  terms?: InputMaybe<Scalars['String']['input']>;
  notes?: InputMaybe<Scalars['String']['input']>;
  internalNotes?: InputMaybe<Scalars['String']['input']>;
  pricesIncludeTax?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to that of the workspace. */
  taxRounding?: InputMaybe<TaxRounding>;
  discount?: InputMaybe<DocumentDiscountInput>;
  /** Replaces the lines; those with a known id keep it. */
  lines?: InputMaybe<Array<DocumentLineInput>>;
  exchangeRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Members of the buyer that differ from the company and contact. */
  buyer?: InputMaybe<BuyerInput>;
  /** A BCP 47 language tag. */
  locale?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Refuses the call if the total is another one. */
  expectedTotal?: InputMaybe<Scalars['Decimal']['input']>;
  scheduledStart?: InputMaybe<Scalars['DateTime']['input']>;
  scheduledEnd?: InputMaybe<Scalars['DateTime']['input']>;
  assigneeIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  siteAddress?: InputMaybe<AddressInput>;
  /** Defaults to that of the workspace. */
  signOffRequired?: InputMaybe<Scalars['Boolean']['input']>;
  /** Values of custom fields by key; null clears one, and those that are not named stay. */
  customFields?: InputMaybe<Scalars['JSONObject']['input']>;
};

export type ActionItemSort =
  | 'due_on'
  | '-due_on'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type ActivitySort =
  | 'occurred_at'
  | '-occurred_at'
  | 'created_at'
  | '-created_at';

export type AgentFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  name?: InputMaybe<TextFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  roleId?: InputMaybe<IdFilter>;
  status?: InputMaybe<TextFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<AgentFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<AgentFilter>>;
  /** This must not hold. */
  not?: InputMaybe<AgentFilter>;
};

export type AgentSort =
  | 'name'
  | '-name'
  | 'status'
  | '-status'
  | 'daily_action_cap'
  | '-daily_action_cap'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type ApiTokenFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  name?: InputMaybe<TextFilter>;
  kind?: InputMaybe<TextFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  roleId?: InputMaybe<IdFilter>;
  prefix?: InputMaybe<TextFilter>;
  expiresAt?: InputMaybe<DateTimeFilter>;
  lastUsedAt?: InputMaybe<DateTimeFilter>;
  /** `isNull: true` selects tokens that are not revoked. */
  revokedAt?: InputMaybe<DateTimeFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<ApiTokenFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<ApiTokenFilter>>;
  /** This must not hold. */
  not?: InputMaybe<ApiTokenFilter>;
};

export type ApiTokenSort =
  | 'name'
  | '-name'
  | 'kind'
  | '-kind'
  | 'prefix'
  | '-prefix'
  | 'expires_at'
  | '-expires_at'
  | 'last_used_at'
  | '-last_used_at'
  | 'revoked_at'
  | '-revoked_at'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type CallTemplateFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  name?: InputMaybe<TextFilter>;
  purpose?: InputMaybe<TextFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<CallTemplateFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<CallTemplateFilter>>;
  /** This must not hold. */
  not?: InputMaybe<CallTemplateFilter>;
};

export type CallTemplateSort =
  | 'name'
  | '-name'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type CallSort =
  | 'started_at'
  | '-started_at'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type ClientSort =
  | 'client_name'
  | '-client_name'
  | 'client_id'
  | '-client_id'
  | 'client_status'
  | '-client_status'
  | 'industry'
  | '-industry'
  | 'employee_count'
  | '-employee_count'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type CommunicationThreadSort =
  | 'last_message_at'
  | '-last_message_at';

export type CommunicationSort =
  | 'occurred_at'
  | '-occurred_at'
  | 'scheduled_at'
  | '-scheduled_at'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type CompanySort =
  | 'name'
  | '-name'
  | 'client_id'
  | '-client_id'
  | 'client_status'
  | '-client_status'
  | 'industry'
  | '-industry'
  | 'employee_count'
  | '-employee_count'
  | 'annual_revenue'
  | '-annual_revenue'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

/** Conditions on the company of the record; a record without one meets none. */
export type ContactFilterCompany = {
  name?: InputMaybe<TextFilter>;
  industry?: InputMaybe<TextFilter>;
  clientStatus?: InputMaybe<TextFilter>;
  clientId?: InputMaybe<TextFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  employeeCount?: InputMaybe<IntegerFilter>;
};

export type ContactSort =
  | 'last_name'
  | '-last_name'
  | 'name'
  | '-name'
  | 'email'
  | '-email'
  | 'desired_cadence_days'
  | '-desired_cadence_days'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type CustomFieldFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  entity?: InputMaybe<TextFilter>;
  key?: InputMaybe<TextFilter>;
  type?: InputMaybe<TextFilter>;
  classification?: InputMaybe<TextFilter>;
  group?: InputMaybe<TextFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<CustomFieldFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<CustomFieldFilter>>;
  /** This must not hold. */
  not?: InputMaybe<CustomFieldFilter>;
};

export type CustomFieldSort =
  | 'entity'
  | '-entity'
  | 'key'
  | '-key'
  | 'label'
  | '-label'
  | 'type'
  | '-type'
  | 'classification'
  | '-classification'
  | 'group'
  | '-group'
  | 'position'
  | '-position'
  | 'archived_at'
  | '-archived_at'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

/** Conditions on the company of the record; a record without one meets none. */
export type DealFilterCompany = {
  name?: InputMaybe<TextFilter>;
  industry?: InputMaybe<TextFilter>;
  clientStatus?: InputMaybe<TextFilter>;
  clientId?: InputMaybe<TextFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  employeeCount?: InputMaybe<IntegerFilter>;
};

export type DealSort =
  | 'name'
  | '-name'
  | 'value'
  | '-value'
  | 'probability'
  | '-probability'
  | 'expected_close_on'
  | '-expected_close_on'
  | 'stage_entered_at'
  | '-stage_entered_at'
  | 'closed_at'
  | '-closed_at'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type InvoiceFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  number?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  companyId?: InputMaybe<IdFilter>;
  contactId?: InputMaybe<IdFilter>;
  dealId?: InputMaybe<IdFilter>;
  projectId?: InputMaybe<IdFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  currency?: InputMaybe<TextFilter>;
  issueDate?: InputMaybe<DateFilter>;
  reference?: InputMaybe<TextFilter>;
  poNumber?: InputMaybe<TextFilter>;
  total?: InputMaybe<NumberFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  documentType?: InputMaybe<TextFilter>;
  kind?: InputMaybe<TextFilter>;
  dueDate?: InputMaybe<DateFilter>;
  balance?: InputMaybe<NumberFilter>;
  isOverdue?: InputMaybe<BooleanFilter>;
  creditedInvoiceId?: InputMaybe<IdFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<InvoiceFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<InvoiceFilter>>;
  /** This must not hold. */
  not?: InputMaybe<InvoiceFilter>;
};

export type InvoiceSort =
  | 'number'
  | '-number'
  | 'status'
  | '-status'
  | 'issue_date'
  | '-issue_date'
  | 'total'
  | '-total'
  | 'created_at'
  | '-created_at'
  | 'due_date'
  | '-due_date'
  | 'balance'
  | '-balance'
  | 'updated_at'
  | '-updated_at';

export type JobSort =
  | 'kind'
  | '-kind'
  | 'state'
  | '-state'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at'
  | 'started_at'
  | '-started_at'
  | 'finished_at'
  | '-finished_at';

export type MemberFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  userId?: InputMaybe<IdFilter>;
  email?: InputMaybe<TextFilter>;
  name?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  /** Key of a role of the member or invitation. */
  role?: InputMaybe<TagFilter>;
  joinedAt?: InputMaybe<DateTimeFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<MemberFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<MemberFilter>>;
  /** This must not hold. */
  not?: InputMaybe<MemberFilter>;
};

export type MemberSort =
  | 'email'
  | '-email'
  | 'name'
  | '-name'
  | 'status'
  | '-status'
  | 'joined_at'
  | '-joined_at'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type NumberLedgerEntryFilter = {
  seq?: InputMaybe<IntegerFilter>;
  period?: InputMaybe<TextFilter>;
  documentId?: InputMaybe<IdFilter>;
  issuedAt?: InputMaybe<DateTimeFilter>;
  state?: InputMaybe<TextFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<NumberLedgerEntryFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<NumberLedgerEntryFilter>>;
  /** This must not hold. */
  not?: InputMaybe<NumberLedgerEntryFilter>;
};

export type NumberLedgerEntrySort =
  | 'seq'
  | '-seq'
  | 'issued_at'
  | '-issued_at';

export type ProjectSort =
  | 'number'
  | '-number'
  | 'name'
  | '-name'
  | 'status'
  | '-status'
  | 'start_date'
  | '-start_date'
  | 'due_date'
  | '-due_date'
  | 'progress_percent'
  | '-progress_percent'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type ActionProposalSort =
  | 'operation'
  | '-operation'
  | 'risk_class'
  | '-risk_class'
  | 'state'
  | '-state'
  | 'expires_at'
  | '-expires_at'
  | 'decided_at'
  | '-decided_at'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type QuoteFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  number?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  companyId?: InputMaybe<IdFilter>;
  contactId?: InputMaybe<IdFilter>;
  dealId?: InputMaybe<IdFilter>;
  projectId?: InputMaybe<IdFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  currency?: InputMaybe<TextFilter>;
  issueDate?: InputMaybe<DateFilter>;
  reference?: InputMaybe<TextFilter>;
  poNumber?: InputMaybe<TextFilter>;
  total?: InputMaybe<NumberFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  validUntil?: InputMaybe<DateFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<QuoteFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<QuoteFilter>>;
  /** This must not hold. */
  not?: InputMaybe<QuoteFilter>;
};

export type QuoteSort =
  | 'number'
  | '-number'
  | 'status'
  | '-status'
  | 'issue_date'
  | '-issue_date'
  | 'total'
  | '-total'
  | 'created_at'
  | '-created_at'
  | 'valid_until'
  | '-valid_until'
  | 'updated_at'
  | '-updated_at';

export type RoleFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  key?: InputMaybe<TextFilter>;
  name?: InputMaybe<TextFilter>;
  isSystem?: InputMaybe<BooleanFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<RoleFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<RoleFilter>>;
  /** This must not hold. */
  not?: InputMaybe<RoleFilter>;
};

export type RoleSort =
  | 'key'
  | '-key'
  | 'name'
  | '-name'
  | 'is_system'
  | '-is_system'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type RoomEventFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  type?: InputMaybe<TextFilter>;
  at?: InputMaybe<DateTimeFilter>;
  visitorId?: InputMaybe<IdFilter>;
  linkId?: InputMaybe<IdFilter>;
  itemId?: InputMaybe<IdFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<RoomEventFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<RoomEventFilter>>;
  /** This must not hold. */
  not?: InputMaybe<RoomEventFilter>;
};

export type RoomEventSort =
  | 'at'
  | '-at';

export type RoomCommentFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  itemId?: InputMaybe<IdFilter>;
  isInternal?: InputMaybe<BooleanFilter>;
  isResolved?: InputMaybe<BooleanFilter>;
  isHidden?: InputMaybe<BooleanFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<RoomCommentFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<RoomCommentFilter>>;
  /** This must not hold. */
  not?: InputMaybe<RoomCommentFilter>;
};

export type RoomCommentSort =
  | 'created_at'
  | '-created_at';

export type RoomFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  title?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  visibility?: InputMaybe<TextFilter>;
  companyId?: InputMaybe<IdFilter>;
  dealId?: InputMaybe<IdFilter>;
  ownerUserId?: InputMaybe<IdFilter>;
  publishedAt?: InputMaybe<DateTimeFilter>;
  closedAt?: InputMaybe<DateTimeFilter>;
  tag?: InputMaybe<TagFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** Deleted records are in the list only with includeDeleted. */
  deletedAt?: InputMaybe<DateTimeFilter>;
  customFields?: InputMaybe<Array<CustomFieldCondition>>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<RoomFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<RoomFilter>>;
  /** This must not hold. */
  not?: InputMaybe<RoomFilter>;
};

export type RoomSort =
  | 'title'
  | '-title'
  | 'status'
  | '-status'
  | 'published_at'
  | '-published_at'
  | 'last_visited_at'
  | '-last_visited_at'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type SavedViewSort =
  | 'entity'
  | '-entity'
  | 'name'
  | '-name'
  | 'visibility'
  | '-visibility'
  | 'layout'
  | '-layout'
  | 'position'
  | '-position'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type TaskSort =
  | 'title'
  | '-title'
  | 'status'
  | '-status'
  | 'position'
  | '-position'
  | 'priority'
  | '-priority'
  | 'start_date'
  | '-start_date'
  | 'due_date'
  | '-due_date'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type TimeEntryFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  userId?: InputMaybe<IdFilter>;
  taskId?: InputMaybe<IdFilter>;
  projectId?: InputMaybe<IdFilter>;
  companyId?: InputMaybe<IdFilter>;
  workDate?: InputMaybe<DateFilter>;
  billable?: InputMaybe<BooleanFilter>;
  status?: InputMaybe<TextFilter>;
  running?: InputMaybe<BooleanFilter>;
  invoiceId?: InputMaybe<IdFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<TimeEntryFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<TimeEntryFilter>>;
  /** This must not hold. */
  not?: InputMaybe<TimeEntryFilter>;
};

export type TimeEntrySort =
  | 'work_date'
  | '-work_date'
  | 'minutes'
  | '-minutes'
  | 'created_at'
  | '-created_at';

export type WebhookDeliveryFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  eventType?: InputMaybe<TextFilter>;
  state?: InputMaybe<TextFilter>;
  lastError?: InputMaybe<TextFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<WebhookDeliveryFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<WebhookDeliveryFilter>>;
  /** This must not hold. */
  not?: InputMaybe<WebhookDeliveryFilter>;
};

export type WebhookDeliverySort =
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type WebhookFilter = {
  /** Reads up to 100 records by `in`. */
  id?: InputMaybe<IdFilter>;
  name?: InputMaybe<TextFilter>;
  status?: InputMaybe<TextFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  /** All of these must hold, too. At most five levels of and, or and not, and 50 conditions. */
  and?: InputMaybe<Array<WebhookFilter>>;
  /** One of these must hold. */
  or?: InputMaybe<Array<WebhookFilter>>;
  /** This must not hold. */
  not?: InputMaybe<WebhookFilter>;
};

export type WebhookSort =
  | 'name'
  | '-name'
  | 'status'
  | '-status'
  | 'max_in_flight'
  | '-max_in_flight'
  | 'created_at'
  | '-created_at'
  | 'updated_at'
  | '-updated_at';

export type WorkOrderSort =
  | 'number'
  | '-number'
  | 'status'
  | '-status'
  | 'issue_date'
  | '-issue_date'
  | 'total'
  | '-total'
  | 'created_at'
  | '-created_at'
  | 'scheduled_start'
  | '-scheduled_start'
  | 'updated_at'
  | '-updated_at';

/** Lists that views are saved of. */
export type SavedViewEntity =
  | 'activities'
  | 'calls'
  | 'call_templates'
  | 'clients'
  | 'communications'
  | 'companies'
  | 'contacts'
  | 'deals'
  | 'invoices'
  | 'projects'
  | 'quotes'
  | 'rooms'
  | 'tasks'
  | 'time_entries'
  | 'work_orders';

/** A page of a list of ActionProposal. */
export type ActionProposalConnection = Connection & {
  __typename?: 'ActionProposalConnection';
  /** The records of the page. */
  nodes: Array<ActionProposal>;
  /** The records of the page, each with its cursor. */
  edges: Array<ActionProposalEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ActionProposalEdge = {
  __typename?: 'ActionProposalEdge';
  cursor: Scalars['String']['output'];
  node: ActionProposal;
};

/** A page of a list of Call. */
export type CallConnection = Connection & {
  __typename?: 'CallConnection';
  /** The records of the page. */
  nodes: Array<Call>;
  /** The records of the page, each with its cursor. */
  edges: Array<CallEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type CallEdge = {
  __typename?: 'CallEdge';
  cursor: Scalars['String']['output'];
  node: Call;
};

/** A page of a list of Communication. */
export type CommunicationConnection = Connection & {
  __typename?: 'CommunicationConnection';
  /** The records of the page. */
  nodes: Array<Communication>;
  /** The records of the page, each with its cursor. */
  edges: Array<CommunicationEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type CommunicationEdge = {
  __typename?: 'CommunicationEdge';
  cursor: Scalars['String']['output'];
  node: Communication;
};

/** A page of a list of Company. */
export type CompanyConnection = Connection & {
  __typename?: 'CompanyConnection';
  /** The records of the page. */
  nodes: Array<Company>;
  /** The records of the page, each with its cursor. */
  edges: Array<CompanyEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type CompanyEdge = {
  __typename?: 'CompanyEdge';
  cursor: Scalars['String']['output'];
  node: Company;
};

/** A page of a list of Activity. */
export type ActivityConnection = Connection & {
  __typename?: 'ActivityConnection';
  /** The records of the page. */
  nodes: Array<Activity>;
  /** The records of the page, each with its cursor. */
  edges: Array<ActivityEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ActivityEdge = {
  __typename?: 'ActivityEdge';
  cursor: Scalars['String']['output'];
  node: Activity;
};

/** A page of a list of Contact. */
export type ContactConnection = Connection & {
  __typename?: 'ContactConnection';
  /** The records of the page. */
  nodes: Array<Contact>;
  /** The records of the page, each with its cursor. */
  edges: Array<ContactEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ContactEdge = {
  __typename?: 'ContactEdge';
  cursor: Scalars['String']['output'];
  node: Contact;
};

/** A page of a list of Deal. */
export type DealConnection = Connection & {
  __typename?: 'DealConnection';
  /** The records of the page. */
  nodes: Array<Deal>;
  /** The records of the page, each with its cursor. */
  edges: Array<DealEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type DealEdge = {
  __typename?: 'DealEdge';
  cursor: Scalars['String']['output'];
  node: Deal;
};

/** A page of a list of Invoice. */
export type InvoiceConnection = Connection & {
  __typename?: 'InvoiceConnection';
  /** The records of the page. */
  nodes: Array<Invoice>;
  /** The records of the page, each with its cursor. */
  edges: Array<InvoiceEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type InvoiceEdge = {
  __typename?: 'InvoiceEdge';
  cursor: Scalars['String']['output'];
  node: Invoice;
};

/** A page of a list of Note. */
export type NoteConnection = Connection & {
  __typename?: 'NoteConnection';
  /** The records of the page. */
  nodes: Array<Note>;
  /** The records of the page, each with its cursor. */
  edges: Array<NoteEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type NoteEdge = {
  __typename?: 'NoteEdge';
  cursor: Scalars['String']['output'];
  node: Note;
};

/** A page of a list of Project. */
export type ProjectConnection = Connection & {
  __typename?: 'ProjectConnection';
  /** The records of the page. */
  nodes: Array<Project>;
  /** The records of the page, each with its cursor. */
  edges: Array<ProjectEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ProjectEdge = {
  __typename?: 'ProjectEdge';
  cursor: Scalars['String']['output'];
  node: Project;
};

/** A page of a list of Quote. */
export type QuoteConnection = Connection & {
  __typename?: 'QuoteConnection';
  /** The records of the page. */
  nodes: Array<Quote>;
  /** The records of the page, each with its cursor. */
  edges: Array<QuoteEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type QuoteEdge = {
  __typename?: 'QuoteEdge';
  cursor: Scalars['String']['output'];
  node: Quote;
};

/** A page of a list of Room. */
export type RoomConnection = Connection & {
  __typename?: 'RoomConnection';
  /** The records of the page. */
  nodes: Array<Room>;
  /** The records of the page, each with its cursor. */
  edges: Array<RoomEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type RoomEdge = {
  __typename?: 'RoomEdge';
  cursor: Scalars['String']['output'];
  node: Room;
};

/** A page of a list of WorkOrder. */
export type WorkOrderConnection = Connection & {
  __typename?: 'WorkOrderConnection';
  /** The records of the page. */
  nodes: Array<WorkOrder>;
  /** The records of the page, each with its cursor. */
  edges: Array<WorkOrderEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type WorkOrderEdge = {
  __typename?: 'WorkOrderEdge';
  cursor: Scalars['String']['output'];
  node: WorkOrder;
};

/** A page of a list of DealContact. */
export type DealContactConnection = Connection & {
  __typename?: 'DealContactConnection';
  /** The records of the page. */
  nodes: Array<DealContact>;
  /** The records of the page, each with its cursor. */
  edges: Array<DealContactEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type DealContactEdge = {
  __typename?: 'DealContactEdge';
  cursor: Scalars['String']['output'];
  node: DealContact;
};

/** A page of a list of RelationshipOutcome. */
export type RelationshipOutcomeConnection = Connection & {
  __typename?: 'RelationshipOutcomeConnection';
  /** The records of the page. */
  nodes: Array<RelationshipOutcome>;
  /** The records of the page, each with its cursor. */
  edges: Array<RelationshipOutcomeEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type RelationshipOutcomeEdge = {
  __typename?: 'RelationshipOutcomeEdge';
  cursor: Scalars['String']['output'];
  node: RelationshipOutcome;
};

/** A page of a list of Task. */
export type TaskConnection = Connection & {
  __typename?: 'TaskConnection';
  /** The records of the page. */
  nodes: Array<Task>;
  /** The records of the page, each with its cursor. */
  edges: Array<TaskEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type TaskEdge = {
  __typename?: 'TaskEdge';
  cursor: Scalars['String']['output'];
  node: Task;
};

/** One record of a page with its cursor. */
export type TimeEntryEdge = {
  __typename?: 'TimeEntryEdge';
  cursor: Scalars['String']['output'];
  node: TimeEntry;
};

/** A page of a list of ActionItem. */
export type ActionItemConnection = Connection & {
  __typename?: 'ActionItemConnection';
  /** The records of the page. */
  nodes: Array<ActionItem>;
  /** The records of the page, each with its cursor. */
  edges: Array<ActionItemEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ActionItemEdge = {
  __typename?: 'ActionItemEdge';
  cursor: Scalars['String']['output'];
  node: ActionItem;
};

/** A page of a list of Agent. */
export type AgentConnection = Connection & {
  __typename?: 'AgentConnection';
  /** The records of the page. */
  nodes: Array<Agent>;
  /** The records of the page, each with its cursor. */
  edges: Array<AgentEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type AgentEdge = {
  __typename?: 'AgentEdge';
  cursor: Scalars['String']['output'];
  node: Agent;
};

/** A page of a list of ApiToken. */
export type ApiTokenConnection = Connection & {
  __typename?: 'ApiTokenConnection';
  /** The records of the page. */
  nodes: Array<ApiToken>;
  /** The records of the page, each with its cursor. */
  edges: Array<ApiTokenEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ApiTokenEdge = {
  __typename?: 'ApiTokenEdge';
  cursor: Scalars['String']['output'];
  node: ApiToken;
};

/** A page of a list of ProviderKey. */
export type ProviderKeyConnection = Connection & {
  __typename?: 'ProviderKeyConnection';
  /** The records of the page. */
  nodes: Array<ProviderKey>;
  /** The records of the page, each with its cursor. */
  edges: Array<ProviderKeyEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ProviderKeyEdge = {
  __typename?: 'ProviderKeyEdge';
  cursor: Scalars['String']['output'];
  node: ProviderKey;
};

/** A page of a list of AuditEntry. */
export type AuditEntryConnection = Connection & {
  __typename?: 'AuditEntryConnection';
  /** The records of the page. */
  nodes: Array<AuditEntry>;
  /** The records of the page, each with its cursor. */
  edges: Array<AuditEntryEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type AuditEntryEdge = {
  __typename?: 'AuditEntryEdge';
  cursor: Scalars['String']['output'];
  node: AuditEntry;
};

/** A page of a list of CallTemplate. */
export type CallTemplateConnection = Connection & {
  __typename?: 'CallTemplateConnection';
  /** The records of the page. */
  nodes: Array<CallTemplate>;
  /** The records of the page, each with its cursor. */
  edges: Array<CallTemplateEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type CallTemplateEdge = {
  __typename?: 'CallTemplateEdge';
  cursor: Scalars['String']['output'];
  node: CallTemplate;
};

/** A page of a list of Client. */
export type ClientConnection = Connection & {
  __typename?: 'ClientConnection';
  /** The records of the page. */
  nodes: Array<Client>;
  /** The records of the page, each with its cursor. */
  edges: Array<ClientEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ClientEdge = {
  __typename?: 'ClientEdge';
  cursor: Scalars['String']['output'];
  node: Client;
};

/** A page of a list of CommunicationThread. */
export type CommunicationThreadConnection = Connection & {
  __typename?: 'CommunicationThreadConnection';
  /** The records of the page. */
  nodes: Array<CommunicationThread>;
  /** The records of the page, each with its cursor. */
  edges: Array<CommunicationThreadEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type CommunicationThreadEdge = {
  __typename?: 'CommunicationThreadEdge';
  cursor: Scalars['String']['output'];
  node: CommunicationThread;
};

/** A page of a list of CustomField. */
export type CustomFieldConnection = Connection & {
  __typename?: 'CustomFieldConnection';
  /** The records of the page. */
  nodes: Array<CustomField>;
  /** The records of the page, each with its cursor. */
  edges: Array<CustomFieldEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type CustomFieldEdge = {
  __typename?: 'CustomFieldEdge';
  cursor: Scalars['String']['output'];
  node: CustomField;
};

/** A page of a list of CompanyDuplicate. */
export type CompanyDuplicateConnection = Connection & {
  __typename?: 'CompanyDuplicateConnection';
  /** The records of the page. */
  nodes: Array<CompanyDuplicate>;
  /** The records of the page, each with its cursor. */
  edges: Array<CompanyDuplicateEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type CompanyDuplicateEdge = {
  __typename?: 'CompanyDuplicateEdge';
  cursor: Scalars['String']['output'];
  node: CompanyDuplicate;
};

/** A page of a list of ContactDuplicate. */
export type ContactDuplicateConnection = Connection & {
  __typename?: 'ContactDuplicateConnection';
  /** The records of the page. */
  nodes: Array<ContactDuplicate>;
  /** The records of the page, each with its cursor. */
  edges: Array<ContactDuplicateEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ContactDuplicateEdge = {
  __typename?: 'ContactDuplicateEdge';
  cursor: Scalars['String']['output'];
  node: ContactDuplicate;
};

/** A page of a list of Job. */
export type JobConnection = Connection & {
  __typename?: 'JobConnection';
  /** The records of the page. */
  nodes: Array<Job>;
  /** The records of the page, each with its cursor. */
  edges: Array<JobEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type JobEdge = {
  __typename?: 'JobEdge';
  cursor: Scalars['String']['output'];
  node: Job;
};

/** A page of a list of Member. */
export type MemberConnection = Connection & {
  __typename?: 'MemberConnection';
  /** The records of the page. */
  nodes: Array<Member>;
  /** The records of the page, each with its cursor. */
  edges: Array<MemberEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type MemberEdge = {
  __typename?: 'MemberEdge';
  cursor: Scalars['String']['output'];
  node: Member;
};

/** One record of a page with its cursor. */
export type NumberLedgerEntryEdge = {
  __typename?: 'NumberLedgerEntryEdge';
  cursor: Scalars['String']['output'];
  node: NumberLedgerEntry;
};

/** A page of a list of RelationshipFollowUp. */
export type RelationshipFollowUpConnection = Connection & {
  __typename?: 'RelationshipFollowUpConnection';
  /** The records of the page. */
  nodes: Array<RelationshipFollowUp>;
  /** The records of the page, each with its cursor. */
  edges: Array<RelationshipFollowUpEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type RelationshipFollowUpEdge = {
  __typename?: 'RelationshipFollowUpEdge';
  cursor: Scalars['String']['output'];
  node: RelationshipFollowUp;
};

/** A page of a list of ContactTouch. */
export type ContactTouchConnection = Connection & {
  __typename?: 'ContactTouchConnection';
  /** The records of the page. */
  nodes: Array<ContactTouch>;
  /** The records of the page, each with its cursor. */
  edges: Array<ContactTouchEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type ContactTouchEdge = {
  __typename?: 'ContactTouchEdge';
  cursor: Scalars['String']['output'];
  node: ContactTouch;
};

/** A page of a list of Role. */
export type RoleConnection = Connection & {
  __typename?: 'RoleConnection';
  /** The records of the page. */
  nodes: Array<Role>;
  /** The records of the page, each with its cursor. */
  edges: Array<RoleEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type RoleEdge = {
  __typename?: 'RoleEdge';
  cursor: Scalars['String']['output'];
  node: Role;
};

/** A page of a list of RoomItem. */
export type RoomItemConnection = Connection & {
  __typename?: 'RoomItemConnection';
  /** The records of the page. */
  nodes: Array<RoomItem>;
  /** The records of the page, each with its cursor. */
  edges: Array<RoomItemEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type RoomItemEdge = {
  __typename?: 'RoomItemEdge';
  cursor: Scalars['String']['output'];
  node: RoomItem;
};

/** A page of a list of RoomLink. */
export type RoomLinkConnection = Connection & {
  __typename?: 'RoomLinkConnection';
  /** The records of the page. */
  nodes: Array<RoomLink>;
  /** The records of the page, each with its cursor. */
  edges: Array<RoomLinkEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type RoomLinkEdge = {
  __typename?: 'RoomLinkEdge';
  cursor: Scalars['String']['output'];
  node: RoomLink;
};

/** A page of a list of RoomEvent. */
export type RoomEventConnection = Connection & {
  __typename?: 'RoomEventConnection';
  /** The records of the page. */
  nodes: Array<RoomEvent>;
  /** The records of the page, each with its cursor. */
  edges: Array<RoomEventEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type RoomEventEdge = {
  __typename?: 'RoomEventEdge';
  cursor: Scalars['String']['output'];
  node: RoomEvent;
};

/** A page of a list of RoomComment. */
export type RoomCommentConnection = Connection & {
  __typename?: 'RoomCommentConnection';
  /** The records of the page. */
  nodes: Array<RoomComment>;
  /** The records of the page, each with its cursor. */
  edges: Array<RoomCommentEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type RoomCommentEdge = {
  __typename?: 'RoomCommentEdge';
  cursor: Scalars['String']['output'];
  node: RoomComment;
};

/** A page of a list of SavedView. */
export type SavedViewConnection = Connection & {
  __typename?: 'SavedViewConnection';
  /** The records of the page. */
  nodes: Array<SavedView>;
  /** The records of the page, each with its cursor. */
  edges: Array<SavedViewEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type SavedViewEdge = {
  __typename?: 'SavedViewEdge';
  cursor: Scalars['String']['output'];
  node: SavedView;
};

/** A page of a list of WebhookDelivery. */
export type WebhookDeliveryConnection = Connection & {
  __typename?: 'WebhookDeliveryConnection';
  /** The records of the page. */
  nodes: Array<WebhookDelivery>;
  /** The records of the page, each with its cursor. */
  edges: Array<WebhookDeliveryEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type WebhookDeliveryEdge = {
  __typename?: 'WebhookDeliveryEdge';
  cursor: Scalars['String']['output'];
  node: WebhookDelivery;
};

/** A page of a list of Webhook. */
export type WebhookConnection = Connection & {
  __typename?: 'WebhookConnection';
  /** The records of the page. */
  nodes: Array<Webhook>;
  /** The records of the page, each with its cursor. */
  edges: Array<WebhookEdge>;
  pageInfo: PageInfo;
  /** Number of this page, from 1; null when the page was asked for by cursor. */
  page?: Maybe<Scalars['Int']['output']>;
  /** Items asked for; at most 100. */
  pageSize: Scalars['Int']['output'];
  /** Items in the whole list, counted exactly up to 10,000. */
  total: Scalars['Int']['output'];
  /** Pages of this size in the whole list. */
  totalPages: Scalars['Int']['output'];
  /** True when there are more than total says. */
  totalIsEstimate: Scalars['Boolean']['output'];
  /** Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one. */
  nextCursor?: Maybe<Scalars['String']['output']>;
};

/** One record of a page with its cursor. */
export type WebhookEdge = {
  __typename?: 'WebhookEdge';
  cursor: Scalars['String']['output'];
  node: Webhook;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Connection:
    | ( PageOf<NumberLedgerEntryModel> )
    | ( PageOf<TimeEntryModel> )
    | ( PageOf<ActionProposalModel> )
    | ( PageOf<CallModel> )
    | ( PageOf<CommunicationModel> )
    | ( PageOf<CompanyModel> )
    | ( PageOf<ActivityModel> )
    | ( PageOf<ContactModel> )
    | ( PageOf<DealModel> )
    | ( PageOf<InvoiceModel> )
    | ( PageOf<NoteModel> )
    | ( PageOf<ProjectModel> )
    | ( PageOf<QuoteModel> )
    | ( PageOf<RoomModel> )
    | ( PageOf<WorkOrderModel> )
    | ( PageOf<DealContactModel> )
    | ( PageOf<RelationshipOutcomeModel> )
    | ( PageOf<TaskModel> )
    | ( PageOf<ActionItemModel> )
    | ( PageOf<AgentModel> )
    | ( PageOf<ApiTokenModel> )
    | ( PageOf<ProviderKeyModel> )
    | ( PageOf<AuditEntryModel> )
    | ( PageOf<CallTemplateModel> )
    | ( PageOf<ClientModel> )
    | ( PageOf<CommunicationThreadModel> )
    | ( PageOf<CustomFieldModel> )
    | ( Omit<CompanyDuplicateConnection, 'nodes' | 'edges'> & { nodes: Array<_RefType['CompanyDuplicate']>, edges: Array<_RefType['CompanyDuplicateEdge']> } )
    | ( Omit<ContactDuplicateConnection, 'nodes' | 'edges'> & { nodes: Array<_RefType['ContactDuplicate']>, edges: Array<_RefType['ContactDuplicateEdge']> } )
    | ( PageOf<JobModel> )
    | ( PageOf<MemberModel> )
    | ( PageOf<RelationshipFollowUpModel> )
    | ( PageOf<ContactTouchModel> )
    | ( PageOf<RoleModel> )
    | ( PageOf<RoomItemModel> )
    | ( PageOf<RoomLinkModel> )
    | ( PageOf<RoomEventModel> )
    | ( PageOf<RoomCommentModel> )
    | ( PageOf<SavedViewModel> )
    | ( PageOf<WebhookDeliveryModel> )
    | ( PageOf<WebhookModel> )
  ;
  Node:
    | ( CallTemplateModel )
    | ( CallModel )
    | ( CompanyModel )
    | ( ContactModel )
    | ( DealModel )
    | ( CommunicationModel )
    | ( InvoiceModel )
    | ( ProjectModel )
    | ( QuoteModel )
    | ( RoomModel )
    | ( TaskModel )
    | ( WorkOrderModel )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  PasswordResetRequest: ResolverTypeWrapper<PasswordResetRequest>;
  PasswordReset: ResolverTypeWrapper<PasswordReset>;
  ReAuthenticatedSession: ResolverTypeWrapper<ReAuthenticatedSession>;
  MfaAction: null;
  Mfa: ResolverTypeWrapper<Mfa>;
  ProfileInput: ProfileInput;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ActionItem: ResolverTypeWrapper<ActionItemModel>;
  ActionItemStatus: null;
  Activity: ResolverTypeWrapper<ActivityModel>;
  ActionItemChanges: ActionItemChanges;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  ActivityLink: ResolverTypeWrapper<ActivityLinkModel>;
  ActivityType: null;
  LoggedActivityType: null;
  ActivityChannel: null;
  ActivityDirection: null;
  ActivityStatus: null;
  ActivitySource: null;
  ActivityLinkInput: ActivityLinkInput;
  ActivityInput: ActivityInput;
  ActivityFilter: ActivityFilter;
  Address: ResolverTypeWrapper<Address>;
  AddressInput: AddressInput;
  BulkFailure: ResolverTypeWrapper<BulkFailure>;
  BulkCounts: ResolverTypeWrapper<BulkCounts>;
  BulkResult: ResolverTypeWrapper<BulkResult>;
  UpsertOutcome: null;
  BatchFailure: ResolverTypeWrapper<BatchFailure>;
  BatchOutcome: ResolverTypeWrapper<BatchOutcome>;
  BatchResult: ResolverTypeWrapper<BatchResult>;
  AgentCapabilities: ResolverTypeWrapper<Omit<AgentCapabilities, 'tenant'> & { tenant: ResolversTypes['Workspace'] }>;
  AgentCaller: ResolverTypeWrapper<AgentCaller>;
  AgentPolicy: ResolverTypeWrapper<AgentPolicy>;
  AgentApprovals: ResolverTypeWrapper<AgentApprovals>;
  Approval: null;
  Capability: ResolverTypeWrapper<Capability>;
  Agent: ResolverTypeWrapper<AgentModel>;
  AgentStatus: null;
  AutomationPolicy: ResolverTypeWrapper<AutomationPolicyModel>;
  AutomationModes: ResolverTypeWrapper<AutomationModes>;
  AutomationMode: null;
  QuietHours: ResolverTypeWrapper<QuietHours>;
  AgentChanges: AgentChanges;
  AutomationPolicyInput: AutomationPolicyInput;
  AutomationModesInput: AutomationModesInput;
  QuietHoursInput: QuietHoursInput;
  ApiToken: ResolverTypeWrapper<ApiTokenModel>;
  ApiTokenKind: null;
  ApiTokenStatus: null;
  ApiTokenInput: ApiTokenInput;
  Provider: null;
  ProviderKeyStatus: null;
  ProviderFault: null;
  ProviderKey: ResolverTypeWrapper<ProviderKeyModel>;
  ProviderKeyInput: ProviderKeyInput;
  ProviderKeyChange: ProviderKeyChange;
  AssistantSettings: ResolverTypeWrapper<AssistantSettingsModel>;
  Assistant: ResolverTypeWrapper<Omit<Assistant, 'conversations'> & { conversations: Array<ResolversTypes['AssistantConversation']> }>;
  AssistantConversation: ResolverTypeWrapper<AssistantConversationModel>;
  AssistantRole: null;
  AssistantMessage: ResolverTypeWrapper<AssistantMessageModel>;
  Citation: ResolverTypeWrapper<Citation>;
  AssistantProposal: ResolverTypeWrapper<AssistantProposal>;
  AssistantUsage: ResolverTypeWrapper<AssistantUsage>;
  AssistantAnswer: ResolverTypeWrapper<AssistantAnswer>;
  AssistantContextType: null;
  AssistantContext: AssistantContext;
  AssistantSettingsInput: AssistantSettingsInput;
  AuditEntry: ResolverTypeWrapper<AuditEntryModel>;
  AuditSurface: null;
  AuditOutcome: null;
  AuditTarget: ResolverTypeWrapper<AuditTargetModel>;
  AuditChange: ResolverTypeWrapper<AuditChangeModel>;
  AuditProof: ResolverTypeWrapper<AuditProof>;
  AuditLogFilter: AuditLogFilter;
  AuditSort: null;
  AuditExportFormat: null;
  AuditExportInput: AuditExportInput;
  Account: ResolverTypeWrapper<AccountModel>;
  Workspace: ResolverTypeWrapper<WorkspaceModel>;
  WorkspaceStatus: null;
  WorkspaceMembership: ResolverTypeWrapper<Omit<WorkspaceMembership, 'tenant'> & { tenant: ResolversTypes['Workspace'] }>;
  SignedIn: ResolverTypeWrapper<Omit<SignedIn, 'user' | 'memberships'> & { user: ResolversTypes['Account'], memberships: Array<ResolversTypes['WorkspaceMembership']> }>;
  RefreshedSession: ResolverTypeWrapper<RefreshedSession>;
  SelectedWorkspace: ResolverTypeWrapper<Omit<SelectedWorkspace, 'tenant'> & { tenant: ResolversTypes['Workspace'] }>;
  SignedOut: ResolverTypeWrapper<SignedOut>;
  Device: ResolverTypeWrapper<DeviceModel>;
  CallerKind: null;
  CallingToken: ResolverTypeWrapper<CallingToken>;
  CurrentSession: ResolverTypeWrapper<Omit<CurrentSession, 'user' | 'tenant' | 'memberships'> & { user?: Maybe<ResolversTypes['Account']>, tenant: ResolversTypes['Workspace'], memberships: Array<ResolversTypes['WorkspaceMembership']> }>;
  JsonWebKeySet: ResolverTypeWrapper<JsonWebKeySet>;
  JsonWebKey: ResolverTypeWrapper<JsonWebKey>;
  WipMode: null;
  ProjectBoard: ResolverTypeWrapper<ProjectBoard>;
  BoardColumn: ResolverTypeWrapper<BoardColumn>;
  HiddenStatus: ResolverTypeWrapper<HiddenStatus>;
  TaskCard: ResolverTypeWrapper<TaskCard>;
  BoardColumnInput: BoardColumnInput;
  TimelineTask: ResolverTypeWrapper<TimelineTask>;
  TimelineLink: ResolverTypeWrapper<TimelineLink>;
  TimelineMilestone: ResolverTypeWrapper<TimelineMilestone>;
  ProjectTimeline: ResolverTypeWrapper<ProjectTimeline>;
  CallTemplate: ResolverTypeWrapper<CallTemplateModel>;
  CallTemplateSection: ResolverTypeWrapper<CallTemplateSection>;
  CallTemplatePurpose: null;
  RenderedCallTemplate: ResolverTypeWrapper<RenderedCallTemplate>;
  CallTemplateSectionInput: CallTemplateSectionInput;
  CallTemplateInput: CallTemplateInput;
  Call: ResolverTypeWrapper<CallModel>;
  CallParticipant: ResolverTypeWrapper<CallParticipantModel>;
  CallLinks: ResolverTypeWrapper<CallLinks>;
  CallNextStep: ResolverTypeWrapper<CallNextStep>;
  CallDirection: null;
  CallStatus: null;
  CallOutcome: null;
  CallRole: null;
  WritableCallStatus: null;
  CallParticipantInput: CallParticipantInput;
  NextStepInput: NextStepInput;
  CallInput: CallInput;
  CallCompletionInput: CallCompletionInput;
  CallFilter: CallFilter;
  Company: ResolverTypeWrapper<CompanyModel>;
  Contact: ResolverTypeWrapper<ContactModel>;
  Deal: ResolverTypeWrapper<DealModel>;
  Client: ResolverTypeWrapper<ClientModel>;
  ClientStatusChange: ResolverTypeWrapper<ClientStatusChangeModel>;
  ClientMatch: ResolverTypeWrapper<ClientMatch>;
  ClientOutcome: null;
  ClientWarning: null;
  ClientUpdateInput: ClientUpdateInput;
  ClientFilter: ClientFilter;
  CommercialSettings: ResolverTypeWrapper<CommercialSettings>;
  Seller: ResolverTypeWrapper<Seller>;
  BankAccount: ResolverTypeWrapper<BankAccount>;
  TimeRounding: ResolverTypeWrapper<TimeRounding>;
  TimeRoundingMode: null;
  TaxRounding: null;
  CommercialSettingsInput: CommercialSettingsInput;
  SellerInput: SellerInput;
  BankAccountInput: BankAccountInput;
  TimeRoundingInput: TimeRoundingInput;
  CommunicationThread: ResolverTypeWrapper<CommunicationThreadModel>;
  ThreadLinks: ResolverTypeWrapper<ThreadLinks>;
  ThreadParticipant: ResolverTypeWrapper<ThreadParticipant>;
  ThreadMessage: ResolverTypeWrapper<ThreadMessage>;
  WaitingSide: null;
  CommunicationThreadFilter: CommunicationThreadFilter;
  Communication: ResolverTypeWrapper<CommunicationModel>;
  CommunicationParticipant: ResolverTypeWrapper<CommunicationParticipantModel>;
  CommunicationDelivery: ResolverTypeWrapper<CommunicationDelivery>;
  CommunicationLinks: ResolverTypeWrapper<CommunicationLinks>;
  CommunicationAttachment: ResolverTypeWrapper<CommunicationAttachment>;
  CommunicationChannel: null;
  CommunicationPurpose: null;
  CommunicationStatus: null;
  InitialCommunicationStatus: null;
  ParticipantRole: null;
  DeliveryState: null;
  ParticipantInput: ParticipantInput;
  CommunicationLinksInput: CommunicationLinksInput;
  AttachmentInput: AttachmentInput;
  CommunicationInput: CommunicationInput;
  CommunicationFilter: CommunicationFilter;
  CompanyCounts: ResolverTypeWrapper<CompanyModel>;
  CompanyIdentifier: ResolverTypeWrapper<CompanyIdentifierModel>;
  CompanyType: null;
  ClientStatus: null;
  RecordSource: null;
  IdentifierType: null;
  IdentifierSource: null;
  CompanyInput: CompanyInput;
  CompanyFilter: CompanyFilter;
  CompanyIdentifierInput: CompanyIdentifierInput;
  CompanyUpsert: ResolverTypeWrapper<Omit<CompanyUpsert, 'company'> & { company: ResolversTypes['Company'] }>;
  ContactCompany: ResolverTypeWrapper<ContactCompanyModel>;
  CompanyLink: null;
  AssociationSource: null;
  ContactCompanyInput: ContactCompanyInput;
  ContactMethod: ResolverTypeWrapper<ContactMethodModel>;
  ContactMethodKind: null;
  ContactMethodLabel: null;
  ContactMethodInput: ContactMethodInput;
  ContactConsent: ResolverTypeWrapper<ContactConsentModel>;
  Consent: ResolverTypeWrapper<ConsentModel>;
  ContactSource: null;
  ContactStatus: null;
  WritableContactStatus: null;
  ConsentState: null;
  PreferredChannel: null;
  ContactInput: ContactInput;
  ConsentInput: ConsentInput;
  ConsentFilter: ConsentFilter;
  ContactFilter: ContactFilter;
  ContactUpsert: ResolverTypeWrapper<Omit<ContactUpsert, 'contact'> & { contact: ResolversTypes['Contact'] }>;
  CustomField: ResolverTypeWrapper<CustomFieldModel>;
  CustomFieldOption: ResolverTypeWrapper<CustomFieldOptionModel>;
  CustomFieldRules: ResolverTypeWrapper<CustomFieldRules>;
  CustomFieldEntity: null;
  CustomFieldType: null;
  CustomFieldOptionInput: CustomFieldOptionInput;
  CustomFieldRulesInput: CustomFieldRulesInput;
  CustomFieldChangesInput: CustomFieldChangesInput;
  CustomFieldOperator: null;
  CustomFieldCondition: CustomFieldCondition;
  ContractModel: null;
  BillingFrequency: null;
  PricingBasis: null;
  RevenueRecognition: null;
  ValueBasis: null;
  TermUnit: null;
  ContractStructureWarning: ResolverTypeWrapper<ContractStructureWarning>;
  ContractInconsistency: ResolverTypeWrapper<ContractInconsistency>;
  ContractStructureInput: ContractStructureInput;
  DealContact: ResolverTypeWrapper<DealContactModel>;
  DealRole: null;
  DealCompetitorStatus: null;
  DealContactInput: DealContactInput;
  DealCompetitorInput: DealCompetitorInput;
  DealBoard: ResolverTypeWrapper<Omit<DealBoard, 'pipeline' | 'stages'> & { pipeline: ResolversTypes['DealPipeline'], stages: Array<ResolversTypes['DealBoardStage']> }>;
  DealBoardStage: ResolverTypeWrapper<Omit<DealBoardStage, 'cards'> & { cards: Array<ResolversTypes['Deal']> }>;
  DealTotal: ResolverTypeWrapper<DealTotal>;
  DealForecast: ResolverTypeWrapper<DealForecast>;
  DealForecastRow: ResolverTypeWrapper<DealForecastRow>;
  DealLineage: ResolverTypeWrapper<DealLineage>;
  DealLineageNode: ResolverTypeWrapper<DealLineageNode>;
  DealLineageType: null;
  DealLineageEdge: ResolverTypeWrapper<DealLineageEdge>;
  DealLineageKind: null;
  DealPipeline: ResolverTypeWrapper<DealPipelineModel>;
  DealStage: ResolverTypeWrapper<DealStageModel>;
  DealStageEntry: ResolverTypeWrapper<DealStageEntryModel>;
  DealPipelineInput: DealPipelineInput;
  DealStageInput: DealStageInput;
  DealStatus: null;
  DealKind: null;
  DealLostReason: null;
  DealInput: DealInput;
  DealFilter: DealFilter;
  DocumentLine: ResolverTypeWrapper<DocumentLine>;
  DocumentLineKind: null;
  DocumentDiscount: ResolverTypeWrapper<DocumentDiscount>;
  DiscountType: null;
  TaxCategory: null;
  LineTax: ResolverTypeWrapper<LineTax>;
  TaxGroup: ResolverTypeWrapper<TaxGroup>;
  Buyer: ResolverTypeWrapper<Buyer>;
  DocumentSource: ResolverTypeWrapper<DocumentSource>;
  DocumentPdf: ResolverTypeWrapper<DocumentPdf>;
  DocumentWarning: ResolverTypeWrapper<DocumentWarning>;
  DocumentConversion: ResolverTypeWrapper<DocumentConversion>;
  ConversionTarget: null;
  ConversionMode: null;
  ConvertedLine: ResolverTypeWrapper<ConvertedLine>;
  QuantityInput: QuantityInput;
  DocumentLineInput: DocumentLineInput;
  DocumentDiscountInput: DocumentDiscountInput;
  LineTaxInput: LineTaxInput;
  BuyerInput: BuyerInput;
  SectionSkipReason: null;
  SkippedSection: ResolverTypeWrapper<SkippedSection>;
  WonValue: ResolverTypeWrapper<WonValueModel>;
  DossierDeals: ResolverTypeWrapper<Omit<DossierDeals, 'open' | 'wonValue'> & { open: Array<ResolversTypes['Deal']>, wonValue: Array<ResolversTypes['WonValue']> }>;
  CompanyDossier: ResolverTypeWrapper<CompanyDossierModel>;
  HealthBand: null;
  ClientHealthComponentKey: null;
  ClientHealthComponent: ResolverTypeWrapper<ClientHealthComponent>;
  ClientHealth: ResolverTypeWrapper<ClientHealth>;
  ClientOverview: ResolverTypeWrapper<ClientOverviewModel>;
  CompanyDuplicateReason: null;
  CompanyDuplicate: ResolverTypeWrapper<Omit<CompanyDuplicate, 'company' | 'otherCompany'> & { company?: Maybe<ResolversTypes['Company']>, otherCompany?: Maybe<ResolversTypes['Company']> }>;
  ContactDuplicateReason: null;
  ContactDuplicate: ResolverTypeWrapper<Omit<ContactDuplicate, 'contact' | 'otherContact'> & { contact?: Maybe<ResolversTypes['Contact']>, otherContact?: Maybe<ResolversTypes['Contact']> }>;
  DuplicateDismissal: ResolverTypeWrapper<DuplicateDismissal>;
  FileInput: FileInput;
  FileDownload: ResolverTypeWrapper<FileDownload>;
  TextFilter: TextFilter;
  IdFilter: IdFilter;
  NumberFilter: NumberFilter;
  IntegerFilter: IntegerFilter;
  DateTimeFilter: DateTimeFilter;
  DateFilter: DateFilter;
  BooleanFilter: BooleanFilter;
  TagFilter: TagFilter;
  Health: ResolverTypeWrapper<Health>;
  Readiness: ResolverTypeWrapper<Readiness>;
  ReadinessCheck: ResolverTypeWrapper<ReadinessCheck>;
  Invoice: ResolverTypeWrapper<InvoiceModel>;
  InvoiceStatus: null;
  InvoiceDocumentType: null;
  InvoiceKind: null;
  AppliedCredit: ResolverTypeWrapper<AppliedCredit>;
  CreditNoteSummary: ResolverTypeWrapper<CreditNoteSummary>;
  InvoiceInput: InvoiceInput;
  NewDocumentType: null;
  IssueInvoiceInput: IssueInvoiceInput;
  InvoiceMailKind: null;
  SendInvoiceInput: SendInvoiceInput;
  PdfFormat: null;
  Job: ResolverTypeWrapper<JobModel>;
  JobKind: null;
  JobState: null;
  JobProgress: ResolverTypeWrapper<JobProgress>;
  JobError: ResolverTypeWrapper<JobError>;
  JobDownload: ResolverTypeWrapper<JobDownload>;
  JobFilter: JobFilter;
  MatchStep: null;
  MatchVerdict: null;
  MatchAmbiguity: null;
  MatchCandidate: ResolverTypeWrapper<MatchCandidate>;
  CompanyMatch: ResolverTypeWrapper<CompanyMatch>;
  CompanyMatchInput: CompanyMatchInput;
  Member: ResolverTypeWrapper<MemberModel>;
  MemberStatus: null;
  MembershipStatus: null;
  MemberChanges: MemberChanges;
  MemberRemoval: ResolverTypeWrapper<MemberRemoval>;
  RecordCount: ResolverTypeWrapper<RecordCount>;
  AcceptedInvitation: ResolverTypeWrapper<Omit<AcceptedInvitation, 'user' | 'tenant'> & { user: ResolversTypes['Account'], tenant: ResolversTypes['Workspace'] }>;
  MergeReport: ResolverTypeWrapper<MergeReport>;
  MergeSkip: ResolverTypeWrapper<MergeSkip>;
  CompanyMerge: ResolverTypeWrapper<Omit<CompanyMerge, 'record'> & { record: ResolversTypes['Company'] }>;
  CompanyMergeUndo: ResolverTypeWrapper<Omit<CompanyMergeUndo, 'record' | 'restored'> & { record: ResolversTypes['Company'], restored: ResolversTypes['Company'] }>;
  ContactMerge: ResolverTypeWrapper<Omit<ContactMerge, 'record'> & { record: ResolversTypes['Contact'] }>;
  ContactMergeUndo: ResolverTypeWrapper<Omit<ContactMergeUndo, 'record' | 'restored'> & { record: ResolversTypes['Contact'], restored: ResolversTypes['Contact'] }>;
  ModelPurpose: null;
  ModelFallback: null;
  ModelDataClass: null;
  ModelHealth: null;
  ModelSpend: ResolverTypeWrapper<ModelSpend>;
  ModelRoute: ResolverTypeWrapper<ModelRouteModel>;
  ModelRouteInput: ModelRouteInput;
  Note: ResolverTypeWrapper<NoteModel>;
  NoteInput: NoteInput;
  NumberSeries: ResolverTypeWrapper<NumberSeries>;
  NumberSeriesType: null;
  NumberReset: null;
  NumberLedgerEntry: ResolverTypeWrapper<NumberLedgerEntryModel>;
  NumberLedgerEntryConnection: ResolverTypeWrapper<PageOf<NumberLedgerEntryModel>>;
  NumberState: null;
  NumberGap: ResolverTypeWrapper<NumberGap>;
  NumberSeriesInput: NumberSeriesInput;
  InvoicePayment: ResolverTypeWrapper<InvoicePaymentModel>;
  PaymentRefund: ResolverTypeWrapper<PaymentRefund>;
  PaymentMethod: null;
  PaymentStatus: null;
  PaymentInput: PaymentInput;
  RefundInput: RefundInput;
  CreditNoteInput: CreditNoteInput;
  CreditLineInput: CreditLineInput;
  ClientStatement: ResolverTypeWrapper<ClientStatement>;
  StatementCurrency: ResolverTypeWrapper<StatementCurrency>;
  StatementRow: ResolverTypeWrapper<StatementRow>;
  StatementRowType: null;
  ReceivablesAging: ResolverTypeWrapper<ReceivablesAging>;
  AgingRow: ResolverTypeWrapper<AgingRow>;
  AgingTotal: ResolverTypeWrapper<AgingTotal>;
  AgingBucket: ResolverTypeWrapper<AgingBucket>;
  AgingBucketName: null;
  ProjectContactRole: null;
  ProjectPartnerRole: null;
  ProjectMemberRole: null;
  ProjectContact: ResolverTypeWrapper<ProjectContactModel>;
  ProjectPartner: ResolverTypeWrapper<ProjectPartnerModel>;
  ProjectMember: ResolverTypeWrapper<ProjectMemberModel>;
  MilestoneStatus: null;
  Milestone: ResolverTypeWrapper<MilestoneModel>;
  ProjectContactInput: ProjectContactInput;
  ProjectPartnerInput: ProjectPartnerInput;
  ProjectMemberInput: ProjectMemberInput;
  ProjectMemberOnCreateInput: ProjectMemberOnCreateInput;
  MilestoneInput: MilestoneInput;
  ProjectCurrencyTotals: ResolverTypeWrapper<ProjectCurrencyTotals>;
  ProjectBudget: ResolverTypeWrapper<ProjectBudget>;
  TrackedTime: ResolverTypeWrapper<TrackedTime>;
  UnbilledWork: ResolverTypeWrapper<UnbilledWork>;
  ProjectMargin: ResolverTypeWrapper<ProjectMargin>;
  ProjectFinancials: ResolverTypeWrapper<ProjectFinancials>;
  Project: ResolverTypeWrapper<ProjectModel>;
  DeliveryWarning: ResolverTypeWrapper<DeliveryWarning>;
  ProjectStatus: null;
  ProjectHealth: null;
  ProjectBillingType: null;
  DependencyEnforcement: null;
  Weekday: null;
  WorkingCalendar: ResolverTypeWrapper<WorkingCalendar>;
  WorkingCalendarInput: WorkingCalendarInput;
  ProjectInput: ProjectInput;
  OpenTasksChoice: null;
  ProjectFilter: ProjectFilter;
  ActionProposal: ResolverTypeWrapper<ActionProposalModel>;
  ProposalTarget: ResolverTypeWrapper<ProposalTarget>;
  ProposalEvidence: ResolverTypeWrapper<ProposalEvidence>;
  PreviewLine: ResolverTypeWrapper<PreviewLine>;
  ProposalExecution: ResolverTypeWrapper<ProposalExecution>;
  ExecutionResult: ResolverTypeWrapper<ExecutionResult>;
  ProposalState: null;
  ExecutionState: null;
  QueuedAction: ResolverTypeWrapper<QueuedAction>;
  EvidenceInput: EvidenceInput;
  ActionProposalFilter: ActionProposalFilter;
  PublicLine: ResolverTypeWrapper<PublicLine>;
  PublicPdf: ResolverTypeWrapper<PublicPdf>;
  PublicQuote: ResolverTypeWrapper<PublicQuote>;
  PublicDecision: ResolverTypeWrapper<PublicDecision>;
  PublicInvoice: ResolverTypeWrapper<PublicInvoice>;
  PaymentPage: ResolverTypeWrapper<PaymentPage>;
  ClientDecision: null;
  PublicDecisionInput: PublicDecisionInput;
  PublicPaymentInput: PublicPaymentInput;
  PublicRoomView: ResolverTypeWrapper<PublicRoomView>;
  PublicRoomAccess: ResolverTypeWrapper<PublicRoomAccess>;
  RoomGate: null;
  PublicRoom: ResolverTypeWrapper<PublicRoom>;
  PublicRoomBranding: ResolverTypeWrapper<PublicRoomBranding>;
  PublicRoomNda: ResolverTypeWrapper<PublicRoomNda>;
  PublicRoomVisitor: ResolverTypeWrapper<PublicRoomVisitor>;
  PublicRoomItem: ResolverTypeWrapper<PublicRoomItem>;
  PublicRoomFile: ResolverTypeWrapper<PublicRoomFile>;
  PublicRoomFileView: ResolverTypeWrapper<PublicRoomFileView>;
  RoomEntry: ResolverTypeWrapper<RoomEntry>;
  RoomEntryInput: RoomEntryInput;
  RoomVisitEvent: RoomVisitEvent;
  RoomEventsReceipt: ResolverTypeWrapper<RoomEventsReceipt>;
  PublicRoomComment: ResolverTypeWrapper<PublicRoomComment>;
  PublicRoomAuthor: ResolverTypeWrapper<PublicRoomAuthor>;
  Quote: ResolverTypeWrapper<QuoteModel>;
  QuoteStatus: null;
  QuoteRevision: ResolverTypeWrapper<QuoteRevision>;
  QuoteDecision: ResolverTypeWrapper<QuoteDecision>;
  QuoteDecisionKind: null;
  DecidedBy: null;
  QuoteInput: QuoteInput;
  SendQuoteInput: SendQuoteInput;
  DecideQuoteInput: DecideQuoteInput;
  ConvertQuoteInput: ConvertQuoteInput;
  ConvertMode: null;
  QuoteConversion: ResolverTypeWrapper<Omit<QuoteConversion, 'workOrder' | 'invoice'> & { workOrder?: Maybe<ResolversTypes['WorkOrder']>, invoice?: Maybe<ResolversTypes['Invoice']> }>;
  RelationshipOutcome: ResolverTypeWrapper<RelationshipOutcomeModel>;
  OutcomeType: null;
  OutcomeDirection: null;
  ConfirmationState: null;
  RecordableState: null;
  EvidenceCategory: null;
  OutcomeEvidence: ResolverTypeWrapper<OutcomeEvidence>;
  ProofAssetRef: ResolverTypeWrapper<ProofAssetRefModel>;
  OutcomeCorrection: ResolverTypeWrapper<OutcomeCorrection>;
  OutcomeEvidenceInput: OutcomeEvidenceInput;
  ProofAssetRefInput: ProofAssetRefInput;
  RelationshipOutcomeInput: RelationshipOutcomeInput;
  RelationshipSummary: ResolverTypeWrapper<RelationshipSummaryModel>;
  RelationshipContext: ResolverTypeWrapper<RelationshipContextModel>;
  RelationshipSignals: ResolverTypeWrapper<RelationshipSignals>;
  InteractionCounts: ResolverTypeWrapper<InteractionCounts>;
  RecencyBand: null;
  RelationshipGovernance: ResolverTypeWrapper<RelationshipGovernance>;
  RelationshipFollowUp: ResolverTypeWrapper<RelationshipFollowUpModel>;
  FollowUpReason: null;
  FollowUpPriority: null;
  FollowUpSuppression: ResolverTypeWrapper<FollowUpSuppression>;
  FollowUpSuppressionStatus: null;
  ContactTouch: ResolverTypeWrapper<ContactTouchModel>;
  TouchRule: null;
  RelationshipInput: RelationshipInput;
  Role: ResolverTypeWrapper<RoleModel>;
  PermissionCatalog: ResolverTypeWrapper<PermissionCatalog>;
  PermissionEntry: ResolverTypeWrapper<PermissionEntry>;
  ScopeEntry: ResolverTypeWrapper<ScopeEntry>;
  ModuleEntry: ResolverTypeWrapper<ModuleEntry>;
  RoleInput: RoleInput;
  RoomItem: ResolverTypeWrapper<RoomItemModel>;
  RoomItemKind: null;
  RoomItemFile: ResolverTypeWrapper<RoomItemFile>;
  RoomUpload: ResolverTypeWrapper<RoomUpload>;
  RoomItemInput: RoomItemInput;
  RoomLink: ResolverTypeWrapper<RoomLinkModel>;
  RoomLinkStatus: null;
  NewRoomLink: ResolverTypeWrapper<NewRoomLinkModel>;
  RoomLinkInput: RoomLinkInput;
  RoomInvitationGates: RoomInvitationGates;
  RoomInvitations: ResolverTypeWrapper<RoomInvitations>;
  RoomInvited: ResolverTypeWrapper<RoomInvited>;
  RoomInvitationSkip: ResolverTypeWrapper<RoomInvitationSkip>;
  RoomInvitationSkipReason: null;
  RoomEvent: ResolverTypeWrapper<RoomEventModel>;
  RoomEventType: null;
  RoomRefusalReason: null;
  RoomVisitor: ResolverTypeWrapper<RoomVisitorModel>;
  RoomEventLink: ResolverTypeWrapper<RoomEventLink>;
  RoomEventItem: ResolverTypeWrapper<RoomEventItem>;
  RoomNdaAcceptance: ResolverTypeWrapper<RoomNdaAcceptance>;
  RoomAnalytics: ResolverTypeWrapper<RoomAnalytics>;
  RoomItemAnalytics: ResolverTypeWrapper<RoomItemAnalytics>;
  RoomVisitorAnalytics: ResolverTypeWrapper<RoomVisitorAnalytics>;
  RoomComment: ResolverTypeWrapper<RoomCommentModel>;
  RoomCommentPatch: RoomCommentPatch;
  Room: ResolverTypeWrapper<RoomModel>;
  RoomStatus: null;
  RoomVisibility: null;
  RoomBranding: ResolverTypeWrapper<RoomBranding>;
  RoomNda: ResolverTypeWrapper<RoomNda>;
  RoomLinkDefaults: ResolverTypeWrapper<RoomLinkDefaults>;
  RoomCounts: ResolverTypeWrapper<RoomModel>;
  RoomBrandingInput: RoomBrandingInput;
  RoomLinkDefaultsInput: RoomLinkDefaultsInput;
  RoomInput: RoomInput;
  UUID: ResolverTypeWrapper<Scalars['UUID']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  CountryCode: ResolverTypeWrapper<Scalars['CountryCode']['output']>;
  Module: null;
  Principals: null;
  Risk: null;
  RiskClass: null;
  FieldClass: null;
  Method: null;
  Idempotency: null;
  Answer: null;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Connection: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Connection']>;
  Actor: ResolverTypeWrapper<Actor>;
  Deletion: ResolverTypeWrapper<Deletion>;
  SavedView: ResolverTypeWrapper<SavedViewModel>;
  SavedViewShare: ResolverTypeWrapper<SavedViewShareModel>;
  BrokenClause: ResolverTypeWrapper<BrokenClause>;
  SavedViewVisibility: null;
  SavedViewShareType: null;
  SavedViewShareAccess: null;
  SavedViewLayout: null;
  SavedViewShareInput: SavedViewShareInput;
  SavedViewInput: SavedViewInput;
  SavedViewFilter: SavedViewFilter;
  SearchModule: null;
  SearchStatus: null;
  SearchSkipReason: null;
  SearchRecord: ResolverTypeWrapper<SearchRecordModel>;
  SearchHit: ResolverTypeWrapper<SearchHitModel>;
  SearchGroup: ResolverTypeWrapper<Omit<SearchGroup, 'hits'> & { hits: Array<ResolversTypes['SearchHit']> }>;
  GlobalSearch: ResolverTypeWrapper<Omit<GlobalSearch, 'groups'> & { groups: Array<ResolversTypes['SearchGroup']> }>;
  SsoSettings: ResolverTypeWrapper<SsoSettingsModel>;
  TenantSettings: ResolverTypeWrapper<TenantSettingsModel>;
  SsoDomainProof: ResolverTypeWrapper<SsoDomainProof>;
  SsoStart: ResolverTypeWrapper<SsoStart>;
  SsoCallbackInput: SsoCallbackInput;
  Task: ResolverTypeWrapper<TaskModel>;
  TaskStatus: null;
  TaskPriority: null;
  TaskScheduleMode: null;
  DependencyType: null;
  ChecklistItem: ResolverTypeWrapper<ChecklistItem>;
  TaskDependency: ResolverTypeWrapper<TaskDependencyModel>;
  RescheduledTask: ResolverTypeWrapper<RescheduledTask>;
  DroppedLink: ResolverTypeWrapper<DroppedLink>;
  ChecklistItemInput: ChecklistItemInput;
  ChecklistItemChanges: ChecklistItemChanges;
  TaskDependencyInput: TaskDependencyInput;
  TaskInput: TaskInput;
  TaskCascade: null;
  TaskMoveInput: TaskMoveInput;
  TaskChanges: TaskChanges;
  TaskFilter: TaskFilter;
  SecuritySettings: ResolverTypeWrapper<SecuritySettingsModel>;
  TenantSettingsInput: TenantSettingsInput;
  SecuritySettingsInput: SecuritySettingsInput;
  DeliverySettings: ResolverTypeWrapper<DeliverySettings>;
  DeliverySettingsInput: DeliverySettingsInput;
  TimeEntry: ResolverTypeWrapper<TimeEntryModel>;
  TimeEntryStatus: null;
  TimerOutcome: null;
  TimerAction: null;
  TimeAmount: ResolverTypeWrapper<TimeAmount>;
  TimeTotals: ResolverTypeWrapper<TimeTotals>;
  TimeEntryConnection: ResolverTypeWrapper<PageOf<TimeEntryModel>>;
  TimeEntryInput: TimeEntryInput;
  TimerInput: TimerInput;
  WebhookDeliveryState: null;
  WebhookAttemptError: null;
  WebhookAttempt: ResolverTypeWrapper<WebhookAttemptModel>;
  WebhookDelivery: ResolverTypeWrapper<WebhookDeliveryModel>;
  WebhookRecoveredState: null;
  WebhookStatus: null;
  WebhookSignature: null;
  WebhookStats: ResolverTypeWrapper<WebhookStats>;
  Webhook: ResolverTypeWrapper<WebhookModel>;
  WebhookInput: WebhookInput;
  WebhookEventType: ResolverTypeWrapper<WebhookEventType>;
  WorkOrder: ResolverTypeWrapper<WorkOrderModel>;
  WorkOrderStatus: null;
  BillingStatus: null;
  SignOff: ResolverTypeWrapper<SignOff>;
  WorkOrderDelivery: ResolverTypeWrapper<WorkOrderDeliveryModel>;
  WorkOrderInput: WorkOrderInput;
  WorkOrderAction: null;
  WorkOrderStatusInput: WorkOrderStatusInput;
  SignOffInput: SignOffInput;
  DeliveryInput: DeliveryInput;
  ConversionBasis: null;
  ConvertWorkOrderInput: ConvertWorkOrderInput;
  WorkOrderFilter: WorkOrderFilter;
  TimelineEntity: null;
  ActionItemFilter: ActionItemFilter;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  AddActionItemInput: AddActionItemInput;
  CreateActivityInput: CreateActivityInput;
  CreateAgentInput: CreateAgentInput;
  CreateApiTokenInput: CreateApiTokenInput;
  AssistantChatInput: AssistantChatInput;
  CreateCallTemplateInput: CreateCallTemplateInput;
  CreateCallInput: CreateCallInput;
  CreateOrLinkClientInput: CreateOrLinkClientInput;
  CreateCommunicationInput: CreateCommunicationInput;
  CreateCompanyInput: CreateCompanyInput;
  AddCompanyIdentifierInput: AddCompanyIdentifierInput;
  AddContactMethodInput: AddContactMethodInput;
  UpsertContactInput: UpsertContactInput;
  CreateCustomFieldInput: CreateCustomFieldInput;
  AddDealNoteInput: AddDealNoteInput;
  MoveDealStageInput: MoveDealStageInput;
  BulkMoveDealStageInput: BulkMoveDealStageInput;
  CreateDealPipelineInput: CreateDealPipelineInput;
  AddDealStageInput: AddDealStageInput;
  CreateDealInput: CreateDealInput;
  CreateInvoiceInput: CreateInvoiceInput;
  CreateInvitationInput: CreateInvitationInput;
  AddCompanyNoteInput: AddCompanyNoteInput;
  AddContactNoteInput: AddContactNoteInput;
  CreateMilestoneInput: CreateMilestoneInput;
  CreateProjectInput: CreateProjectInput;
  CreateActionProposalInput: CreateActionProposalInput;
  PostPublicRoomCommentInput: PostPublicRoomCommentInput;
  CreateQuoteInput: CreateQuoteInput;
  RecordRelationshipOutcomeInput: RecordRelationshipOutcomeInput;
  CreateRoleInput: CreateRoleInput;
  AddRoomItemInput: AddRoomItemInput;
  CreateRoomItemUploadInput: CreateRoomItemUploadInput;
  InviteToRoomInput: InviteToRoomInput;
  AddRoomCommentInput: AddRoomCommentInput;
  CreateRoomInput: CreateRoomInput;
  CreateSavedViewInput: CreateSavedViewInput;
  SetSsoConnectionInput: SetSsoConnectionInput;
  CreateTaskInput: CreateTaskInput;
  CreateTimeEntryInput: CreateTimeEntryInput;
  CreateWebhookInput: CreateWebhookInput;
  CreateWorkOrderInput: CreateWorkOrderInput;
  ActionItemSort: null;
  ActivitySort: null;
  AgentFilter: AgentFilter;
  AgentSort: null;
  ApiTokenFilter: ApiTokenFilter;
  ApiTokenSort: null;
  CallTemplateFilter: CallTemplateFilter;
  CallTemplateSort: null;
  CallSort: null;
  ClientSort: null;
  CommunicationThreadSort: null;
  CommunicationSort: null;
  CompanySort: null;
  ContactFilterCompany: ContactFilterCompany;
  ContactSort: null;
  CustomFieldFilter: CustomFieldFilter;
  CustomFieldSort: null;
  DealFilterCompany: DealFilterCompany;
  DealSort: null;
  InvoiceFilter: InvoiceFilter;
  InvoiceSort: null;
  JobSort: null;
  MemberFilter: MemberFilter;
  MemberSort: null;
  NumberLedgerEntryFilter: NumberLedgerEntryFilter;
  NumberLedgerEntrySort: null;
  ProjectSort: null;
  ActionProposalSort: null;
  QuoteFilter: QuoteFilter;
  QuoteSort: null;
  RoleFilter: RoleFilter;
  RoleSort: null;
  RoomEventFilter: RoomEventFilter;
  RoomEventSort: null;
  RoomCommentFilter: RoomCommentFilter;
  RoomCommentSort: null;
  RoomFilter: RoomFilter;
  RoomSort: null;
  SavedViewSort: null;
  TaskSort: null;
  TimeEntryFilter: TimeEntryFilter;
  TimeEntrySort: null;
  WebhookDeliveryFilter: WebhookDeliveryFilter;
  WebhookDeliverySort: null;
  WebhookFilter: WebhookFilter;
  WebhookSort: null;
  WorkOrderSort: null;
  SavedViewEntity: null;
  ActionProposalConnection: ResolverTypeWrapper<PageOf<ActionProposalModel>>;
  ActionProposalEdge: ResolverTypeWrapper<Omit<ActionProposalEdge, 'node'> & { node: ResolversTypes['ActionProposal'] }>;
  CallConnection: ResolverTypeWrapper<PageOf<CallModel>>;
  CallEdge: ResolverTypeWrapper<Omit<CallEdge, 'node'> & { node: ResolversTypes['Call'] }>;
  CommunicationConnection: ResolverTypeWrapper<PageOf<CommunicationModel>>;
  CommunicationEdge: ResolverTypeWrapper<Omit<CommunicationEdge, 'node'> & { node: ResolversTypes['Communication'] }>;
  CompanyConnection: ResolverTypeWrapper<PageOf<CompanyModel>>;
  CompanyEdge: ResolverTypeWrapper<Omit<CompanyEdge, 'node'> & { node: ResolversTypes['Company'] }>;
  ActivityConnection: ResolverTypeWrapper<PageOf<ActivityModel>>;
  ActivityEdge: ResolverTypeWrapper<Omit<ActivityEdge, 'node'> & { node: ResolversTypes['Activity'] }>;
  ContactConnection: ResolverTypeWrapper<PageOf<ContactModel>>;
  ContactEdge: ResolverTypeWrapper<Omit<ContactEdge, 'node'> & { node: ResolversTypes['Contact'] }>;
  DealConnection: ResolverTypeWrapper<PageOf<DealModel>>;
  DealEdge: ResolverTypeWrapper<Omit<DealEdge, 'node'> & { node: ResolversTypes['Deal'] }>;
  InvoiceConnection: ResolverTypeWrapper<PageOf<InvoiceModel>>;
  InvoiceEdge: ResolverTypeWrapper<Omit<InvoiceEdge, 'node'> & { node: ResolversTypes['Invoice'] }>;
  NoteConnection: ResolverTypeWrapper<PageOf<NoteModel>>;
  NoteEdge: ResolverTypeWrapper<Omit<NoteEdge, 'node'> & { node: ResolversTypes['Note'] }>;
  ProjectConnection: ResolverTypeWrapper<PageOf<ProjectModel>>;
  ProjectEdge: ResolverTypeWrapper<Omit<ProjectEdge, 'node'> & { node: ResolversTypes['Project'] }>;
  QuoteConnection: ResolverTypeWrapper<PageOf<QuoteModel>>;
  QuoteEdge: ResolverTypeWrapper<Omit<QuoteEdge, 'node'> & { node: ResolversTypes['Quote'] }>;
  RoomConnection: ResolverTypeWrapper<PageOf<RoomModel>>;
  RoomEdge: ResolverTypeWrapper<Omit<RoomEdge, 'node'> & { node: ResolversTypes['Room'] }>;
  WorkOrderConnection: ResolverTypeWrapper<PageOf<WorkOrderModel>>;
  WorkOrderEdge: ResolverTypeWrapper<Omit<WorkOrderEdge, 'node'> & { node: ResolversTypes['WorkOrder'] }>;
  DealContactConnection: ResolverTypeWrapper<PageOf<DealContactModel>>;
  DealContactEdge: ResolverTypeWrapper<Omit<DealContactEdge, 'node'> & { node: ResolversTypes['DealContact'] }>;
  RelationshipOutcomeConnection: ResolverTypeWrapper<PageOf<RelationshipOutcomeModel>>;
  RelationshipOutcomeEdge: ResolverTypeWrapper<Omit<RelationshipOutcomeEdge, 'node'> & { node: ResolversTypes['RelationshipOutcome'] }>;
  TaskConnection: ResolverTypeWrapper<PageOf<TaskModel>>;
  TaskEdge: ResolverTypeWrapper<Omit<TaskEdge, 'node'> & { node: ResolversTypes['Task'] }>;
  TimeEntryEdge: ResolverTypeWrapper<Omit<TimeEntryEdge, 'node'> & { node: ResolversTypes['TimeEntry'] }>;
  ActionItemConnection: ResolverTypeWrapper<PageOf<ActionItemModel>>;
  ActionItemEdge: ResolverTypeWrapper<Omit<ActionItemEdge, 'node'> & { node: ResolversTypes['ActionItem'] }>;
  AgentConnection: ResolverTypeWrapper<PageOf<AgentModel>>;
  AgentEdge: ResolverTypeWrapper<Omit<AgentEdge, 'node'> & { node: ResolversTypes['Agent'] }>;
  ApiTokenConnection: ResolverTypeWrapper<PageOf<ApiTokenModel>>;
  ApiTokenEdge: ResolverTypeWrapper<Omit<ApiTokenEdge, 'node'> & { node: ResolversTypes['ApiToken'] }>;
  ProviderKeyConnection: ResolverTypeWrapper<PageOf<ProviderKeyModel>>;
  ProviderKeyEdge: ResolverTypeWrapper<Omit<ProviderKeyEdge, 'node'> & { node: ResolversTypes['ProviderKey'] }>;
  AuditEntryConnection: ResolverTypeWrapper<PageOf<AuditEntryModel>>;
  AuditEntryEdge: ResolverTypeWrapper<Omit<AuditEntryEdge, 'node'> & { node: ResolversTypes['AuditEntry'] }>;
  CallTemplateConnection: ResolverTypeWrapper<PageOf<CallTemplateModel>>;
  CallTemplateEdge: ResolverTypeWrapper<Omit<CallTemplateEdge, 'node'> & { node: ResolversTypes['CallTemplate'] }>;
  ClientConnection: ResolverTypeWrapper<PageOf<ClientModel>>;
  ClientEdge: ResolverTypeWrapper<Omit<ClientEdge, 'node'> & { node: ResolversTypes['Client'] }>;
  CommunicationThreadConnection: ResolverTypeWrapper<PageOf<CommunicationThreadModel>>;
  CommunicationThreadEdge: ResolverTypeWrapper<Omit<CommunicationThreadEdge, 'node'> & { node: ResolversTypes['CommunicationThread'] }>;
  CustomFieldConnection: ResolverTypeWrapper<PageOf<CustomFieldModel>>;
  CustomFieldEdge: ResolverTypeWrapper<Omit<CustomFieldEdge, 'node'> & { node: ResolversTypes['CustomField'] }>;
  CompanyDuplicateConnection: ResolverTypeWrapper<Omit<CompanyDuplicateConnection, 'nodes' | 'edges'> & { nodes: Array<ResolversTypes['CompanyDuplicate']>, edges: Array<ResolversTypes['CompanyDuplicateEdge']> }>;
  CompanyDuplicateEdge: ResolverTypeWrapper<Omit<CompanyDuplicateEdge, 'node'> & { node: ResolversTypes['CompanyDuplicate'] }>;
  ContactDuplicateConnection: ResolverTypeWrapper<Omit<ContactDuplicateConnection, 'nodes' | 'edges'> & { nodes: Array<ResolversTypes['ContactDuplicate']>, edges: Array<ResolversTypes['ContactDuplicateEdge']> }>;
  ContactDuplicateEdge: ResolverTypeWrapper<Omit<ContactDuplicateEdge, 'node'> & { node: ResolversTypes['ContactDuplicate'] }>;
  JobConnection: ResolverTypeWrapper<PageOf<JobModel>>;
  JobEdge: ResolverTypeWrapper<Omit<JobEdge, 'node'> & { node: ResolversTypes['Job'] }>;
  MemberConnection: ResolverTypeWrapper<PageOf<MemberModel>>;
  MemberEdge: ResolverTypeWrapper<Omit<MemberEdge, 'node'> & { node: ResolversTypes['Member'] }>;
  NumberLedgerEntryEdge: ResolverTypeWrapper<Omit<NumberLedgerEntryEdge, 'node'> & { node: ResolversTypes['NumberLedgerEntry'] }>;
  RelationshipFollowUpConnection: ResolverTypeWrapper<PageOf<RelationshipFollowUpModel>>;
  RelationshipFollowUpEdge: ResolverTypeWrapper<Omit<RelationshipFollowUpEdge, 'node'> & { node: ResolversTypes['RelationshipFollowUp'] }>;
  ContactTouchConnection: ResolverTypeWrapper<PageOf<ContactTouchModel>>;
  ContactTouchEdge: ResolverTypeWrapper<Omit<ContactTouchEdge, 'node'> & { node: ResolversTypes['ContactTouch'] }>;
  RoleConnection: ResolverTypeWrapper<PageOf<RoleModel>>;
  RoleEdge: ResolverTypeWrapper<Omit<RoleEdge, 'node'> & { node: ResolversTypes['Role'] }>;
  RoomItemConnection: ResolverTypeWrapper<PageOf<RoomItemModel>>;
  RoomItemEdge: ResolverTypeWrapper<Omit<RoomItemEdge, 'node'> & { node: ResolversTypes['RoomItem'] }>;
  RoomLinkConnection: ResolverTypeWrapper<PageOf<RoomLinkModel>>;
  RoomLinkEdge: ResolverTypeWrapper<Omit<RoomLinkEdge, 'node'> & { node: ResolversTypes['RoomLink'] }>;
  RoomEventConnection: ResolverTypeWrapper<PageOf<RoomEventModel>>;
  RoomEventEdge: ResolverTypeWrapper<Omit<RoomEventEdge, 'node'> & { node: ResolversTypes['RoomEvent'] }>;
  RoomCommentConnection: ResolverTypeWrapper<PageOf<RoomCommentModel>>;
  RoomCommentEdge: ResolverTypeWrapper<Omit<RoomCommentEdge, 'node'> & { node: ResolversTypes['RoomComment'] }>;
  SavedViewConnection: ResolverTypeWrapper<PageOf<SavedViewModel>>;
  SavedViewEdge: ResolverTypeWrapper<Omit<SavedViewEdge, 'node'> & { node: ResolversTypes['SavedView'] }>;
  WebhookDeliveryConnection: ResolverTypeWrapper<PageOf<WebhookDeliveryModel>>;
  WebhookDeliveryEdge: ResolverTypeWrapper<Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversTypes['WebhookDelivery'] }>;
  WebhookConnection: ResolverTypeWrapper<PageOf<WebhookModel>>;
  WebhookEdge: ResolverTypeWrapper<Omit<WebhookEdge, 'node'> & { node: ResolversTypes['Webhook'] }>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  PasswordResetRequest: PasswordResetRequest;
  PasswordReset: PasswordReset;
  ReAuthenticatedSession: ReAuthenticatedSession;
  Mfa: Mfa;
  ProfileInput: ProfileInput;
  Mutation: Record<PropertyKey, never>;
  ActionItem: ActionItemModel;
  Activity: ActivityModel;
  ActionItemChanges: ActionItemChanges;
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  ActivityLink: ActivityLinkModel;
  ActivityLinkInput: ActivityLinkInput;
  ActivityInput: ActivityInput;
  ActivityFilter: ActivityFilter;
  Address: Address;
  AddressInput: AddressInput;
  BulkFailure: BulkFailure;
  BulkCounts: BulkCounts;
  BulkResult: BulkResult;
  BatchFailure: BatchFailure;
  BatchOutcome: BatchOutcome;
  BatchResult: BatchResult;
  AgentCapabilities: Omit<AgentCapabilities, 'tenant'> & { tenant: ResolversParentTypes['Workspace'] };
  AgentCaller: AgentCaller;
  AgentPolicy: AgentPolicy;
  AgentApprovals: AgentApprovals;
  Capability: Capability;
  Agent: AgentModel;
  AutomationPolicy: AutomationPolicyModel;
  AutomationModes: AutomationModes;
  QuietHours: QuietHours;
  AgentChanges: AgentChanges;
  AutomationPolicyInput: AutomationPolicyInput;
  AutomationModesInput: AutomationModesInput;
  QuietHoursInput: QuietHoursInput;
  ApiToken: ApiTokenModel;
  ApiTokenInput: ApiTokenInput;
  ProviderKey: ProviderKeyModel;
  ProviderKeyInput: ProviderKeyInput;
  ProviderKeyChange: ProviderKeyChange;
  AssistantSettings: AssistantSettingsModel;
  Assistant: Omit<Assistant, 'conversations'> & { conversations: Array<ResolversParentTypes['AssistantConversation']> };
  AssistantConversation: AssistantConversationModel;
  AssistantMessage: AssistantMessageModel;
  Citation: Citation;
  AssistantProposal: AssistantProposal;
  AssistantUsage: AssistantUsage;
  AssistantAnswer: AssistantAnswer;
  AssistantContext: AssistantContext;
  AssistantSettingsInput: AssistantSettingsInput;
  AuditEntry: AuditEntryModel;
  AuditTarget: AuditTargetModel;
  AuditChange: AuditChangeModel;
  AuditProof: AuditProof;
  AuditLogFilter: AuditLogFilter;
  AuditExportInput: AuditExportInput;
  Account: AccountModel;
  Workspace: WorkspaceModel;
  WorkspaceMembership: Omit<WorkspaceMembership, 'tenant'> & { tenant: ResolversParentTypes['Workspace'] };
  SignedIn: Omit<SignedIn, 'user' | 'memberships'> & { user: ResolversParentTypes['Account'], memberships: Array<ResolversParentTypes['WorkspaceMembership']> };
  RefreshedSession: RefreshedSession;
  SelectedWorkspace: Omit<SelectedWorkspace, 'tenant'> & { tenant: ResolversParentTypes['Workspace'] };
  SignedOut: SignedOut;
  Device: DeviceModel;
  CallingToken: CallingToken;
  CurrentSession: Omit<CurrentSession, 'user' | 'tenant' | 'memberships'> & { user?: Maybe<ResolversParentTypes['Account']>, tenant: ResolversParentTypes['Workspace'], memberships: Array<ResolversParentTypes['WorkspaceMembership']> };
  JsonWebKeySet: JsonWebKeySet;
  JsonWebKey: JsonWebKey;
  ProjectBoard: ProjectBoard;
  BoardColumn: BoardColumn;
  HiddenStatus: HiddenStatus;
  TaskCard: TaskCard;
  BoardColumnInput: BoardColumnInput;
  TimelineTask: TimelineTask;
  TimelineLink: TimelineLink;
  TimelineMilestone: TimelineMilestone;
  ProjectTimeline: ProjectTimeline;
  CallTemplate: CallTemplateModel;
  CallTemplateSection: CallTemplateSection;
  RenderedCallTemplate: RenderedCallTemplate;
  CallTemplateSectionInput: CallTemplateSectionInput;
  CallTemplateInput: CallTemplateInput;
  Call: CallModel;
  CallParticipant: CallParticipantModel;
  CallLinks: CallLinks;
  CallNextStep: CallNextStep;
  CallParticipantInput: CallParticipantInput;
  NextStepInput: NextStepInput;
  CallInput: CallInput;
  CallCompletionInput: CallCompletionInput;
  CallFilter: CallFilter;
  Company: CompanyModel;
  Contact: ContactModel;
  Deal: DealModel;
  Client: ClientModel;
  ClientStatusChange: ClientStatusChangeModel;
  ClientMatch: ClientMatch;
  ClientUpdateInput: ClientUpdateInput;
  ClientFilter: ClientFilter;
  CommercialSettings: CommercialSettings;
  Seller: Seller;
  BankAccount: BankAccount;
  TimeRounding: TimeRounding;
  CommercialSettingsInput: CommercialSettingsInput;
  SellerInput: SellerInput;
  BankAccountInput: BankAccountInput;
  TimeRoundingInput: TimeRoundingInput;
  CommunicationThread: CommunicationThreadModel;
  ThreadLinks: ThreadLinks;
  ThreadParticipant: ThreadParticipant;
  ThreadMessage: ThreadMessage;
  CommunicationThreadFilter: CommunicationThreadFilter;
  Communication: CommunicationModel;
  CommunicationParticipant: CommunicationParticipantModel;
  CommunicationDelivery: CommunicationDelivery;
  CommunicationLinks: CommunicationLinks;
  CommunicationAttachment: CommunicationAttachment;
  ParticipantInput: ParticipantInput;
  CommunicationLinksInput: CommunicationLinksInput;
  AttachmentInput: AttachmentInput;
  CommunicationInput: CommunicationInput;
  CommunicationFilter: CommunicationFilter;
  CompanyCounts: CompanyModel;
  CompanyIdentifier: CompanyIdentifierModel;
  CompanyInput: CompanyInput;
  CompanyFilter: CompanyFilter;
  CompanyIdentifierInput: CompanyIdentifierInput;
  CompanyUpsert: Omit<CompanyUpsert, 'company'> & { company: ResolversParentTypes['Company'] };
  ContactCompany: ContactCompanyModel;
  ContactCompanyInput: ContactCompanyInput;
  ContactMethod: ContactMethodModel;
  ContactMethodInput: ContactMethodInput;
  ContactConsent: ContactConsentModel;
  Consent: ConsentModel;
  ContactInput: ContactInput;
  ConsentInput: ConsentInput;
  ConsentFilter: ConsentFilter;
  ContactFilter: ContactFilter;
  ContactUpsert: Omit<ContactUpsert, 'contact'> & { contact: ResolversParentTypes['Contact'] };
  CustomField: CustomFieldModel;
  CustomFieldOption: CustomFieldOptionModel;
  CustomFieldRules: CustomFieldRules;
  CustomFieldOptionInput: CustomFieldOptionInput;
  CustomFieldRulesInput: CustomFieldRulesInput;
  CustomFieldChangesInput: CustomFieldChangesInput;
  CustomFieldCondition: CustomFieldCondition;
  ContractStructureWarning: ContractStructureWarning;
  ContractInconsistency: ContractInconsistency;
  ContractStructureInput: ContractStructureInput;
  DealContact: DealContactModel;
  DealContactInput: DealContactInput;
  DealCompetitorInput: DealCompetitorInput;
  DealBoard: Omit<DealBoard, 'pipeline' | 'stages'> & { pipeline: ResolversParentTypes['DealPipeline'], stages: Array<ResolversParentTypes['DealBoardStage']> };
  DealBoardStage: Omit<DealBoardStage, 'cards'> & { cards: Array<ResolversParentTypes['Deal']> };
  DealTotal: DealTotal;
  DealForecast: DealForecast;
  DealForecastRow: DealForecastRow;
  DealLineage: DealLineage;
  DealLineageNode: DealLineageNode;
  DealLineageEdge: DealLineageEdge;
  DealPipeline: DealPipelineModel;
  DealStage: DealStageModel;
  DealStageEntry: DealStageEntryModel;
  DealPipelineInput: DealPipelineInput;
  DealStageInput: DealStageInput;
  DealInput: DealInput;
  DealFilter: DealFilter;
  DocumentLine: DocumentLine;
  DocumentDiscount: DocumentDiscount;
  LineTax: LineTax;
  TaxGroup: TaxGroup;
  Buyer: Buyer;
  DocumentSource: DocumentSource;
  DocumentPdf: DocumentPdf;
  DocumentWarning: DocumentWarning;
  DocumentConversion: DocumentConversion;
  ConvertedLine: ConvertedLine;
  QuantityInput: QuantityInput;
  DocumentLineInput: DocumentLineInput;
  DocumentDiscountInput: DocumentDiscountInput;
  LineTaxInput: LineTaxInput;
  BuyerInput: BuyerInput;
  SkippedSection: SkippedSection;
  WonValue: WonValueModel;
  DossierDeals: Omit<DossierDeals, 'open' | 'wonValue'> & { open: Array<ResolversParentTypes['Deal']>, wonValue: Array<ResolversParentTypes['WonValue']> };
  CompanyDossier: CompanyDossierModel;
  ClientHealthComponent: ClientHealthComponent;
  ClientHealth: ClientHealth;
  ClientOverview: ClientOverviewModel;
  CompanyDuplicate: Omit<CompanyDuplicate, 'company' | 'otherCompany'> & { company?: Maybe<ResolversParentTypes['Company']>, otherCompany?: Maybe<ResolversParentTypes['Company']> };
  ContactDuplicate: Omit<ContactDuplicate, 'contact' | 'otherContact'> & { contact?: Maybe<ResolversParentTypes['Contact']>, otherContact?: Maybe<ResolversParentTypes['Contact']> };
  DuplicateDismissal: DuplicateDismissal;
  FileInput: FileInput;
  FileDownload: FileDownload;
  TextFilter: TextFilter;
  IdFilter: IdFilter;
  NumberFilter: NumberFilter;
  IntegerFilter: IntegerFilter;
  DateTimeFilter: DateTimeFilter;
  DateFilter: DateFilter;
  BooleanFilter: BooleanFilter;
  TagFilter: TagFilter;
  Health: Health;
  Readiness: Readiness;
  ReadinessCheck: ReadinessCheck;
  Invoice: InvoiceModel;
  AppliedCredit: AppliedCredit;
  CreditNoteSummary: CreditNoteSummary;
  InvoiceInput: InvoiceInput;
  IssueInvoiceInput: IssueInvoiceInput;
  SendInvoiceInput: SendInvoiceInput;
  Job: JobModel;
  JobProgress: JobProgress;
  JobError: JobError;
  JobDownload: JobDownload;
  JobFilter: JobFilter;
  MatchCandidate: MatchCandidate;
  CompanyMatch: CompanyMatch;
  CompanyMatchInput: CompanyMatchInput;
  Member: MemberModel;
  MemberChanges: MemberChanges;
  MemberRemoval: MemberRemoval;
  RecordCount: RecordCount;
  AcceptedInvitation: Omit<AcceptedInvitation, 'user' | 'tenant'> & { user: ResolversParentTypes['Account'], tenant: ResolversParentTypes['Workspace'] };
  MergeReport: MergeReport;
  MergeSkip: MergeSkip;
  CompanyMerge: Omit<CompanyMerge, 'record'> & { record: ResolversParentTypes['Company'] };
  CompanyMergeUndo: Omit<CompanyMergeUndo, 'record' | 'restored'> & { record: ResolversParentTypes['Company'], restored: ResolversParentTypes['Company'] };
  ContactMerge: Omit<ContactMerge, 'record'> & { record: ResolversParentTypes['Contact'] };
  ContactMergeUndo: Omit<ContactMergeUndo, 'record' | 'restored'> & { record: ResolversParentTypes['Contact'], restored: ResolversParentTypes['Contact'] };
  ModelSpend: ModelSpend;
  ModelRoute: ModelRouteModel;
  ModelRouteInput: ModelRouteInput;
  Note: NoteModel;
  NoteInput: NoteInput;
  NumberSeries: NumberSeries;
  NumberLedgerEntry: NumberLedgerEntryModel;
  NumberLedgerEntryConnection: PageOf<NumberLedgerEntryModel>;
  NumberGap: NumberGap;
  NumberSeriesInput: NumberSeriesInput;
  InvoicePayment: InvoicePaymentModel;
  PaymentRefund: PaymentRefund;
  PaymentInput: PaymentInput;
  RefundInput: RefundInput;
  CreditNoteInput: CreditNoteInput;
  CreditLineInput: CreditLineInput;
  ClientStatement: ClientStatement;
  StatementCurrency: StatementCurrency;
  StatementRow: StatementRow;
  ReceivablesAging: ReceivablesAging;
  AgingRow: AgingRow;
  AgingTotal: AgingTotal;
  AgingBucket: AgingBucket;
  ProjectContact: ProjectContactModel;
  ProjectPartner: ProjectPartnerModel;
  ProjectMember: ProjectMemberModel;
  Milestone: MilestoneModel;
  ProjectContactInput: ProjectContactInput;
  ProjectPartnerInput: ProjectPartnerInput;
  ProjectMemberInput: ProjectMemberInput;
  ProjectMemberOnCreateInput: ProjectMemberOnCreateInput;
  MilestoneInput: MilestoneInput;
  ProjectCurrencyTotals: ProjectCurrencyTotals;
  ProjectBudget: ProjectBudget;
  TrackedTime: TrackedTime;
  UnbilledWork: UnbilledWork;
  ProjectMargin: ProjectMargin;
  ProjectFinancials: ProjectFinancials;
  Project: ProjectModel;
  DeliveryWarning: DeliveryWarning;
  WorkingCalendar: WorkingCalendar;
  WorkingCalendarInput: WorkingCalendarInput;
  ProjectInput: ProjectInput;
  ProjectFilter: ProjectFilter;
  ActionProposal: ActionProposalModel;
  ProposalTarget: ProposalTarget;
  ProposalEvidence: ProposalEvidence;
  PreviewLine: PreviewLine;
  ProposalExecution: ProposalExecution;
  ExecutionResult: ExecutionResult;
  QueuedAction: QueuedAction;
  EvidenceInput: EvidenceInput;
  ActionProposalFilter: ActionProposalFilter;
  PublicLine: PublicLine;
  PublicPdf: PublicPdf;
  PublicQuote: PublicQuote;
  PublicDecision: PublicDecision;
  PublicInvoice: PublicInvoice;
  PaymentPage: PaymentPage;
  PublicDecisionInput: PublicDecisionInput;
  PublicPaymentInput: PublicPaymentInput;
  PublicRoomView: PublicRoomView;
  PublicRoomAccess: PublicRoomAccess;
  PublicRoom: PublicRoom;
  PublicRoomBranding: PublicRoomBranding;
  PublicRoomNda: PublicRoomNda;
  PublicRoomVisitor: PublicRoomVisitor;
  PublicRoomItem: PublicRoomItem;
  PublicRoomFile: PublicRoomFile;
  PublicRoomFileView: PublicRoomFileView;
  RoomEntry: RoomEntry;
  RoomEntryInput: RoomEntryInput;
  RoomVisitEvent: RoomVisitEvent;
  RoomEventsReceipt: RoomEventsReceipt;
  PublicRoomComment: PublicRoomComment;
  PublicRoomAuthor: PublicRoomAuthor;
  Quote: QuoteModel;
  QuoteRevision: QuoteRevision;
  QuoteDecision: QuoteDecision;
  QuoteInput: QuoteInput;
  SendQuoteInput: SendQuoteInput;
  DecideQuoteInput: DecideQuoteInput;
  ConvertQuoteInput: ConvertQuoteInput;
  QuoteConversion: Omit<QuoteConversion, 'workOrder' | 'invoice'> & { workOrder?: Maybe<ResolversParentTypes['WorkOrder']>, invoice?: Maybe<ResolversParentTypes['Invoice']> };
  RelationshipOutcome: RelationshipOutcomeModel;
  OutcomeEvidence: OutcomeEvidence;
  ProofAssetRef: ProofAssetRefModel;
  OutcomeCorrection: OutcomeCorrection;
  OutcomeEvidenceInput: OutcomeEvidenceInput;
  ProofAssetRefInput: ProofAssetRefInput;
  RelationshipOutcomeInput: RelationshipOutcomeInput;
  RelationshipSummary: RelationshipSummaryModel;
  RelationshipContext: RelationshipContextModel;
  RelationshipSignals: RelationshipSignals;
  InteractionCounts: InteractionCounts;
  RelationshipGovernance: RelationshipGovernance;
  RelationshipFollowUp: RelationshipFollowUpModel;
  FollowUpSuppression: FollowUpSuppression;
  ContactTouch: ContactTouchModel;
  RelationshipInput: RelationshipInput;
  Role: RoleModel;
  PermissionCatalog: PermissionCatalog;
  PermissionEntry: PermissionEntry;
  ScopeEntry: ScopeEntry;
  ModuleEntry: ModuleEntry;
  RoleInput: RoleInput;
  RoomItem: RoomItemModel;
  RoomItemFile: RoomItemFile;
  RoomUpload: RoomUpload;
  RoomItemInput: RoomItemInput;
  RoomLink: RoomLinkModel;
  NewRoomLink: NewRoomLinkModel;
  RoomLinkInput: RoomLinkInput;
  RoomInvitationGates: RoomInvitationGates;
  RoomInvitations: RoomInvitations;
  RoomInvited: RoomInvited;
  RoomInvitationSkip: RoomInvitationSkip;
  RoomEvent: RoomEventModel;
  RoomVisitor: RoomVisitorModel;
  RoomEventLink: RoomEventLink;
  RoomEventItem: RoomEventItem;
  RoomNdaAcceptance: RoomNdaAcceptance;
  RoomAnalytics: RoomAnalytics;
  RoomItemAnalytics: RoomItemAnalytics;
  RoomVisitorAnalytics: RoomVisitorAnalytics;
  RoomComment: RoomCommentModel;
  RoomCommentPatch: RoomCommentPatch;
  Room: RoomModel;
  RoomBranding: RoomBranding;
  RoomNda: RoomNda;
  RoomLinkDefaults: RoomLinkDefaults;
  RoomCounts: RoomModel;
  RoomBrandingInput: RoomBrandingInput;
  RoomLinkDefaultsInput: RoomLinkDefaultsInput;
  RoomInput: RoomInput;
  UUID: Scalars['UUID']['output'];
  DateTime: Scalars['DateTime']['output'];
  Date: Scalars['Date']['output'];
  JSON: Scalars['JSON']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  Decimal: Scalars['Decimal']['output'];
  CountryCode: Scalars['CountryCode']['output'];
  PageInfo: PageInfo;
  Connection: ResolversInterfaceTypes<ResolversParentTypes>['Connection'];
  Actor: Actor;
  Deletion: Deletion;
  SavedView: SavedViewModel;
  SavedViewShare: SavedViewShareModel;
  BrokenClause: BrokenClause;
  SavedViewShareInput: SavedViewShareInput;
  SavedViewInput: SavedViewInput;
  SavedViewFilter: SavedViewFilter;
  SearchRecord: SearchRecordModel;
  SearchHit: SearchHitModel;
  SearchGroup: Omit<SearchGroup, 'hits'> & { hits: Array<ResolversParentTypes['SearchHit']> };
  GlobalSearch: Omit<GlobalSearch, 'groups'> & { groups: Array<ResolversParentTypes['SearchGroup']> };
  SsoSettings: SsoSettingsModel;
  TenantSettings: TenantSettingsModel;
  SsoDomainProof: SsoDomainProof;
  SsoStart: SsoStart;
  SsoCallbackInput: SsoCallbackInput;
  Task: TaskModel;
  ChecklistItem: ChecklistItem;
  TaskDependency: TaskDependencyModel;
  RescheduledTask: RescheduledTask;
  DroppedLink: DroppedLink;
  ChecklistItemInput: ChecklistItemInput;
  ChecklistItemChanges: ChecklistItemChanges;
  TaskDependencyInput: TaskDependencyInput;
  TaskInput: TaskInput;
  TaskMoveInput: TaskMoveInput;
  TaskChanges: TaskChanges;
  TaskFilter: TaskFilter;
  SecuritySettings: SecuritySettingsModel;
  TenantSettingsInput: TenantSettingsInput;
  SecuritySettingsInput: SecuritySettingsInput;
  DeliverySettings: DeliverySettings;
  DeliverySettingsInput: DeliverySettingsInput;
  TimeEntry: TimeEntryModel;
  TimeAmount: TimeAmount;
  TimeTotals: TimeTotals;
  TimeEntryConnection: PageOf<TimeEntryModel>;
  TimeEntryInput: TimeEntryInput;
  TimerInput: TimerInput;
  WebhookAttempt: WebhookAttemptModel;
  WebhookDelivery: WebhookDeliveryModel;
  WebhookStats: WebhookStats;
  Webhook: WebhookModel;
  WebhookInput: WebhookInput;
  WebhookEventType: WebhookEventType;
  WorkOrder: WorkOrderModel;
  SignOff: SignOff;
  WorkOrderDelivery: WorkOrderDeliveryModel;
  WorkOrderInput: WorkOrderInput;
  WorkOrderStatusInput: WorkOrderStatusInput;
  SignOffInput: SignOffInput;
  DeliveryInput: DeliveryInput;
  ConvertWorkOrderInput: ConvertWorkOrderInput;
  WorkOrderFilter: WorkOrderFilter;
  ActionItemFilter: ActionItemFilter;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  AddActionItemInput: AddActionItemInput;
  CreateActivityInput: CreateActivityInput;
  CreateAgentInput: CreateAgentInput;
  CreateApiTokenInput: CreateApiTokenInput;
  AssistantChatInput: AssistantChatInput;
  CreateCallTemplateInput: CreateCallTemplateInput;
  CreateCallInput: CreateCallInput;
  CreateOrLinkClientInput: CreateOrLinkClientInput;
  CreateCommunicationInput: CreateCommunicationInput;
  CreateCompanyInput: CreateCompanyInput;
  AddCompanyIdentifierInput: AddCompanyIdentifierInput;
  AddContactMethodInput: AddContactMethodInput;
  UpsertContactInput: UpsertContactInput;
  CreateCustomFieldInput: CreateCustomFieldInput;
  AddDealNoteInput: AddDealNoteInput;
  MoveDealStageInput: MoveDealStageInput;
  BulkMoveDealStageInput: BulkMoveDealStageInput;
  CreateDealPipelineInput: CreateDealPipelineInput;
  AddDealStageInput: AddDealStageInput;
  CreateDealInput: CreateDealInput;
  CreateInvoiceInput: CreateInvoiceInput;
  CreateInvitationInput: CreateInvitationInput;
  AddCompanyNoteInput: AddCompanyNoteInput;
  AddContactNoteInput: AddContactNoteInput;
  CreateMilestoneInput: CreateMilestoneInput;
  CreateProjectInput: CreateProjectInput;
  CreateActionProposalInput: CreateActionProposalInput;
  PostPublicRoomCommentInput: PostPublicRoomCommentInput;
  CreateQuoteInput: CreateQuoteInput;
  RecordRelationshipOutcomeInput: RecordRelationshipOutcomeInput;
  CreateRoleInput: CreateRoleInput;
  AddRoomItemInput: AddRoomItemInput;
  CreateRoomItemUploadInput: CreateRoomItemUploadInput;
  InviteToRoomInput: InviteToRoomInput;
  AddRoomCommentInput: AddRoomCommentInput;
  CreateRoomInput: CreateRoomInput;
  CreateSavedViewInput: CreateSavedViewInput;
  SetSsoConnectionInput: SetSsoConnectionInput;
  CreateTaskInput: CreateTaskInput;
  CreateTimeEntryInput: CreateTimeEntryInput;
  CreateWebhookInput: CreateWebhookInput;
  CreateWorkOrderInput: CreateWorkOrderInput;
  AgentFilter: AgentFilter;
  ApiTokenFilter: ApiTokenFilter;
  CallTemplateFilter: CallTemplateFilter;
  ContactFilterCompany: ContactFilterCompany;
  CustomFieldFilter: CustomFieldFilter;
  DealFilterCompany: DealFilterCompany;
  InvoiceFilter: InvoiceFilter;
  MemberFilter: MemberFilter;
  NumberLedgerEntryFilter: NumberLedgerEntryFilter;
  QuoteFilter: QuoteFilter;
  RoleFilter: RoleFilter;
  RoomEventFilter: RoomEventFilter;
  RoomCommentFilter: RoomCommentFilter;
  RoomFilter: RoomFilter;
  TimeEntryFilter: TimeEntryFilter;
  WebhookDeliveryFilter: WebhookDeliveryFilter;
  WebhookFilter: WebhookFilter;
  ActionProposalConnection: PageOf<ActionProposalModel>;
  ActionProposalEdge: Omit<ActionProposalEdge, 'node'> & { node: ResolversParentTypes['ActionProposal'] };
  CallConnection: PageOf<CallModel>;
  CallEdge: Omit<CallEdge, 'node'> & { node: ResolversParentTypes['Call'] };
  CommunicationConnection: PageOf<CommunicationModel>;
  CommunicationEdge: Omit<CommunicationEdge, 'node'> & { node: ResolversParentTypes['Communication'] };
  CompanyConnection: PageOf<CompanyModel>;
  CompanyEdge: Omit<CompanyEdge, 'node'> & { node: ResolversParentTypes['Company'] };
  ActivityConnection: PageOf<ActivityModel>;
  ActivityEdge: Omit<ActivityEdge, 'node'> & { node: ResolversParentTypes['Activity'] };
  ContactConnection: PageOf<ContactModel>;
  ContactEdge: Omit<ContactEdge, 'node'> & { node: ResolversParentTypes['Contact'] };
  DealConnection: PageOf<DealModel>;
  DealEdge: Omit<DealEdge, 'node'> & { node: ResolversParentTypes['Deal'] };
  InvoiceConnection: PageOf<InvoiceModel>;
  InvoiceEdge: Omit<InvoiceEdge, 'node'> & { node: ResolversParentTypes['Invoice'] };
  NoteConnection: PageOf<NoteModel>;
  NoteEdge: Omit<NoteEdge, 'node'> & { node: ResolversParentTypes['Note'] };
  ProjectConnection: PageOf<ProjectModel>;
  ProjectEdge: Omit<ProjectEdge, 'node'> & { node: ResolversParentTypes['Project'] };
  QuoteConnection: PageOf<QuoteModel>;
  QuoteEdge: Omit<QuoteEdge, 'node'> & { node: ResolversParentTypes['Quote'] };
  RoomConnection: PageOf<RoomModel>;
  RoomEdge: Omit<RoomEdge, 'node'> & { node: ResolversParentTypes['Room'] };
  WorkOrderConnection: PageOf<WorkOrderModel>;
  WorkOrderEdge: Omit<WorkOrderEdge, 'node'> & { node: ResolversParentTypes['WorkOrder'] };
  DealContactConnection: PageOf<DealContactModel>;
  DealContactEdge: Omit<DealContactEdge, 'node'> & { node: ResolversParentTypes['DealContact'] };
  RelationshipOutcomeConnection: PageOf<RelationshipOutcomeModel>;
  RelationshipOutcomeEdge: Omit<RelationshipOutcomeEdge, 'node'> & { node: ResolversParentTypes['RelationshipOutcome'] };
  TaskConnection: PageOf<TaskModel>;
  TaskEdge: Omit<TaskEdge, 'node'> & { node: ResolversParentTypes['Task'] };
  TimeEntryEdge: Omit<TimeEntryEdge, 'node'> & { node: ResolversParentTypes['TimeEntry'] };
  ActionItemConnection: PageOf<ActionItemModel>;
  ActionItemEdge: Omit<ActionItemEdge, 'node'> & { node: ResolversParentTypes['ActionItem'] };
  AgentConnection: PageOf<AgentModel>;
  AgentEdge: Omit<AgentEdge, 'node'> & { node: ResolversParentTypes['Agent'] };
  ApiTokenConnection: PageOf<ApiTokenModel>;
  ApiTokenEdge: Omit<ApiTokenEdge, 'node'> & { node: ResolversParentTypes['ApiToken'] };
  ProviderKeyConnection: PageOf<ProviderKeyModel>;
  ProviderKeyEdge: Omit<ProviderKeyEdge, 'node'> & { node: ResolversParentTypes['ProviderKey'] };
  AuditEntryConnection: PageOf<AuditEntryModel>;
  AuditEntryEdge: Omit<AuditEntryEdge, 'node'> & { node: ResolversParentTypes['AuditEntry'] };
  CallTemplateConnection: PageOf<CallTemplateModel>;
  CallTemplateEdge: Omit<CallTemplateEdge, 'node'> & { node: ResolversParentTypes['CallTemplate'] };
  ClientConnection: PageOf<ClientModel>;
  ClientEdge: Omit<ClientEdge, 'node'> & { node: ResolversParentTypes['Client'] };
  CommunicationThreadConnection: PageOf<CommunicationThreadModel>;
  CommunicationThreadEdge: Omit<CommunicationThreadEdge, 'node'> & { node: ResolversParentTypes['CommunicationThread'] };
  CustomFieldConnection: PageOf<CustomFieldModel>;
  CustomFieldEdge: Omit<CustomFieldEdge, 'node'> & { node: ResolversParentTypes['CustomField'] };
  CompanyDuplicateConnection: Omit<CompanyDuplicateConnection, 'nodes' | 'edges'> & { nodes: Array<ResolversParentTypes['CompanyDuplicate']>, edges: Array<ResolversParentTypes['CompanyDuplicateEdge']> };
  CompanyDuplicateEdge: Omit<CompanyDuplicateEdge, 'node'> & { node: ResolversParentTypes['CompanyDuplicate'] };
  ContactDuplicateConnection: Omit<ContactDuplicateConnection, 'nodes' | 'edges'> & { nodes: Array<ResolversParentTypes['ContactDuplicate']>, edges: Array<ResolversParentTypes['ContactDuplicateEdge']> };
  ContactDuplicateEdge: Omit<ContactDuplicateEdge, 'node'> & { node: ResolversParentTypes['ContactDuplicate'] };
  JobConnection: PageOf<JobModel>;
  JobEdge: Omit<JobEdge, 'node'> & { node: ResolversParentTypes['Job'] };
  MemberConnection: PageOf<MemberModel>;
  MemberEdge: Omit<MemberEdge, 'node'> & { node: ResolversParentTypes['Member'] };
  NumberLedgerEntryEdge: Omit<NumberLedgerEntryEdge, 'node'> & { node: ResolversParentTypes['NumberLedgerEntry'] };
  RelationshipFollowUpConnection: PageOf<RelationshipFollowUpModel>;
  RelationshipFollowUpEdge: Omit<RelationshipFollowUpEdge, 'node'> & { node: ResolversParentTypes['RelationshipFollowUp'] };
  ContactTouchConnection: PageOf<ContactTouchModel>;
  ContactTouchEdge: Omit<ContactTouchEdge, 'node'> & { node: ResolversParentTypes['ContactTouch'] };
  RoleConnection: PageOf<RoleModel>;
  RoleEdge: Omit<RoleEdge, 'node'> & { node: ResolversParentTypes['Role'] };
  RoomItemConnection: PageOf<RoomItemModel>;
  RoomItemEdge: Omit<RoomItemEdge, 'node'> & { node: ResolversParentTypes['RoomItem'] };
  RoomLinkConnection: PageOf<RoomLinkModel>;
  RoomLinkEdge: Omit<RoomLinkEdge, 'node'> & { node: ResolversParentTypes['RoomLink'] };
  RoomEventConnection: PageOf<RoomEventModel>;
  RoomEventEdge: Omit<RoomEventEdge, 'node'> & { node: ResolversParentTypes['RoomEvent'] };
  RoomCommentConnection: PageOf<RoomCommentModel>;
  RoomCommentEdge: Omit<RoomCommentEdge, 'node'> & { node: ResolversParentTypes['RoomComment'] };
  SavedViewConnection: PageOf<SavedViewModel>;
  SavedViewEdge: Omit<SavedViewEdge, 'node'> & { node: ResolversParentTypes['SavedView'] };
  WebhookDeliveryConnection: PageOf<WebhookDeliveryModel>;
  WebhookDeliveryEdge: Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversParentTypes['WebhookDelivery'] };
  WebhookConnection: PageOf<WebhookModel>;
  WebhookEdge: Omit<WebhookEdge, 'node'> & { node: ResolversParentTypes['Webhook'] };
  String: Scalars['String']['output'];
  Boolean: Scalars['Boolean']['output'];
  Float: Scalars['Float']['output'];
  Int: Scalars['Int']['output'];
};

export type CustomFieldsDirectiveArgs = {
  of: CustomFieldEntity;
};

export type CustomFieldsDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = CustomFieldsDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SunsetDirectiveArgs = {
  since: Scalars['Date']['input'];
  on: Scalars['Date']['input'];
  link: Scalars['String']['input'];
};

export type SunsetDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = SunsetDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AccessDirectiveArgs = {
  module: Module;
  permission?: Maybe<Scalars['String']['input']>;
  scope?: Maybe<Scalars['String']['input']>;
  anyScope?: Maybe<Array<Scalars['String']['input']>>;
  principals?: Maybe<Principals>;
  risk?: Maybe<Risk>;
  requiresVersion?: Maybe<Scalars['Boolean']['input']>;
  riskClass?: Maybe<RiskClass>;
  freshByArguments?: Maybe<Scalars['Boolean']['input']>;
};

export type AccessDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = AccessDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SectionDirectiveArgs = {
  list: Scalars['String']['input'];
};

export type SectionDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = SectionDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ClassDirectiveArgs = {
  is: FieldClass;
  read: Scalars['String']['input'];
};

export type ClassDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = ClassDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LimitsDirectiveArgs = {
  min?: Maybe<Scalars['Float']['input']>;
  max?: Maybe<Scalars['Float']['input']>;
  minLength?: Maybe<Scalars['Int']['input']>;
  maxLength?: Maybe<Scalars['Int']['input']>;
  pattern?: Maybe<Scalars['String']['input']>;
  rule?: Maybe<Scalars['String']['input']>;
  minItems?: Maybe<Scalars['Int']['input']>;
  maxItems?: Maybe<Scalars['Int']['input']>;
};

export type LimitsDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = LimitsDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RequiresDirectiveArgs = {
  fields: Array<Scalars['String']['input']>;
};

export type RequiresDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = RequiresDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ExampleDirectiveArgs = {
  value: Scalars['JSON']['input'];
};

export type ExampleDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = ExampleDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type WaitsDirectiveArgs = { };

export type WaitsDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = WaitsDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type UploadDirectiveArgs = {
  maxBytes: Scalars['Int']['input'];
};

export type UploadDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = UploadDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type HeaderDirectiveArgs = {
  name: Scalars['String']['input'];
};

export type HeaderDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = HeaderDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RecordDirectiveArgs = {
  title?: Maybe<Scalars['String']['input']>;
  customFields?: Maybe<CustomFieldEntity>;
  timeline?: Maybe<Scalars['Boolean']['input']>;
  search?: Maybe<Scalars['String']['input']>;
};

export type RecordDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = RecordDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type FilterDirectiveArgs = {
  as?: Maybe<Scalars['String']['input']>;
  description?: Maybe<Scalars['String']['input']>;
  fields?: Maybe<Array<Scalars['String']['input']>>;
};

export type FilterDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = FilterDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SortDirectiveArgs = {
  as?: Maybe<Scalars['String']['input']>;
  nullsFirst?: Maybe<Scalars['Boolean']['input']>;
  column?: Maybe<Scalars['String']['input']>;
  binary?: Maybe<Scalars['Boolean']['input']>;
};

export type SortDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = SortDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type BulkDirectiveArgs = { };

export type BulkDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = BulkDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ColumnDirectiveArgs = {
  name: Scalars['String']['input'];
};

export type ColumnDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = ColumnDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ListDirectiveArgs = {
  search?: Maybe<Scalars['String']['input']>;
  views?: Maybe<SavedViewEntity>;
  deleted?: Maybe<Scalars['Boolean']['input']>;
};

export type ListDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = ListDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PagedDirectiveArgs = { };

export type PagedDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = PagedDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type OmitNullDirectiveArgs = { };

export type OmitNullDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = OmitNullDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ValueDirectiveArgs = {
  is: Scalars['String']['input'];
};

export type ValueDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = ValueDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RestDirectiveArgs = {
  method: Method;
  path: Scalars['String']['input'];
  status?: Maybe<Scalars['Int']['input']>;
  outcome?: Maybe<Scalars['String']['input']>;
  idempotency?: Maybe<Idempotency>;
  answer?: Maybe<Answer>;
  tool?: Maybe<Scalars['String']['input']>;
};

export type RestDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = RestDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ToolDirectiveArgs = { };

export type ToolDirectiveResolver<Result, Parent, ContextType = TenantContext, Args = ToolDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PasswordResetRequestResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PasswordResetRequest'] = ResolversParentTypes['PasswordResetRequest']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PasswordResetResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PasswordReset'] = ResolversParentTypes['PasswordReset']> = {
  sessionsEnded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ReAuthenticatedSessionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ReAuthenticatedSession'] = ResolversParentTypes['ReAuthenticatedSession']> = {
  accessToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tokenType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresIn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  authTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  freshUntil?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type MfaActionResolvers = { ENROL: 'enrol', CONFIRM: 'confirm', DISABLE: 'disable' };

export type MfaResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Mfa'] = ResolversParentTypes['Mfa']> = {
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  otpauthUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recoveryCodes?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  requestPasswordReset?: Resolver<Maybe<ResolversTypes['PasswordResetRequest']>, ParentType, Context, RequireFields<MutationRequestPasswordResetArgs, 'email'>>;
  resetPassword?: Resolver<Maybe<ResolversTypes['PasswordReset']>, ParentType, Context, RequireFields<MutationResetPasswordArgs, 'token' | 'password'>>;
  reAuthenticate?: Resolver<Maybe<ResolversTypes['ReAuthenticatedSession']>, ParentType, Context, Partial<MutationReAuthenticateArgs>>;
  updateProfile?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, Context, RequireFields<MutationUpdateProfileArgs, 'input'>>;
  manageMfa?: Resolver<Maybe<ResolversTypes['Mfa']>, ParentType, Context, RequireFields<MutationManageMfaArgs, 'action'>>;
  addActionItem?: Resolver<Maybe<ResolversTypes['ActionItem']>, ParentType, ContextType, RequireFields<MutationAddActionItemArgs, 'activityId' | 'input'>>;
  updateActionItem?: Resolver<Maybe<ResolversTypes['ActionItem']>, ParentType, ContextType, RequireFields<MutationUpdateActionItemArgs, 'id' | 'input'>>;
  createActivity?: Resolver<Maybe<ResolversTypes['Activity']>, ParentType, ContextType, RequireFields<MutationCreateActivityArgs, 'input'>>;
  updateActivity?: Resolver<Maybe<ResolversTypes['Activity']>, ParentType, ContextType, RequireFields<MutationUpdateActivityArgs, 'id' | 'input'>>;
  deleteActivity?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteActivityArgs, 'id'>>;
  callMcp?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, RequireFields<MutationCallMcpArgs, 'message'>>;
  createAgent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<MutationCreateAgentArgs, 'input'>>;
  updateAgent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<MutationUpdateAgentArgs, 'id' | 'input'>>;
  setAutomationPolicy?: Resolver<Maybe<ResolversTypes['AutomationPolicy']>, ParentType, ContextType, RequireFields<MutationSetAutomationPolicyArgs, 'input'>>;
  createApiToken?: Resolver<Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType, RequireFields<MutationCreateApiTokenArgs, 'input'>>;
  updateApiToken?: Resolver<Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType, RequireFields<MutationUpdateApiTokenArgs, 'id' | 'input'>>;
  rotateApiToken?: Resolver<Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType, RequireFields<MutationRotateApiTokenArgs, 'id'>>;
  revokeApiToken?: Resolver<Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType, RequireFields<MutationRevokeApiTokenArgs, 'id'>>;
  createProviderKey?: Resolver<Maybe<ResolversTypes['ProviderKey']>, ParentType, ContextType, RequireFields<MutationCreateProviderKeyArgs, 'input'>>;
  updateProviderKey?: Resolver<Maybe<ResolversTypes['ProviderKey']>, ParentType, ContextType, RequireFields<MutationUpdateProviderKeyArgs, 'id' | 'input'>>;
  deleteProviderKey?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteProviderKeyArgs, 'id'>>;
  assistantChat?: Resolver<Maybe<ResolversTypes['AssistantAnswer']>, ParentType, ContextType, RequireFields<MutationAssistantChatArgs, 'input'>>;
  deleteAssistantConversation?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteAssistantConversationArgs, 'id'>>;
  updateAssistantSettings?: Resolver<Maybe<ResolversTypes['AssistantSettings']>, ParentType, ContextType, RequireFields<MutationUpdateAssistantSettingsArgs, 'input'>>;
  exportAuditLogs?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType, RequireFields<MutationExportAuditLogsArgs, 'input'>>;
  signIn?: Resolver<Maybe<ResolversTypes['SignedIn']>, ParentType, Context, RequireFields<MutationSignInArgs, 'email' | 'password'>>;
  refreshSession?: Resolver<Maybe<ResolversTypes['RefreshedSession']>, ParentType, Context, RequireFields<MutationRefreshSessionArgs, 'refreshToken'>>;
  signOut?: Resolver<Maybe<ResolversTypes['SignedOut']>, ParentType, Context, Partial<MutationSignOutArgs>>;
  revokeSession?: Resolver<Maybe<ResolversTypes['Device']>, ParentType, Context, RequireFields<MutationRevokeSessionArgs, 'sessionId'>>;
  selectTenant?: Resolver<Maybe<ResolversTypes['SelectedWorkspace']>, ParentType, Context, RequireFields<MutationSelectTenantArgs, 'tenantId'>>;
  setProjectBoard?: Resolver<Maybe<ResolversTypes['ProjectBoard']>, ParentType, ContextType, RequireFields<MutationSetProjectBoardArgs, 'projectId' | 'columns'>>;
  createCallTemplate?: Resolver<Maybe<ResolversTypes['CallTemplate']>, ParentType, ContextType, RequireFields<MutationCreateCallTemplateArgs, 'input'>>;
  updateCallTemplate?: Resolver<Maybe<ResolversTypes['CallTemplate']>, ParentType, ContextType, RequireFields<MutationUpdateCallTemplateArgs, 'id' | 'input'>>;
  deleteCallTemplate?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteCallTemplateArgs, 'id'>>;
  createCall?: Resolver<Maybe<ResolversTypes['Call']>, ParentType, ContextType, RequireFields<MutationCreateCallArgs, 'input'>>;
  updateCall?: Resolver<Maybe<ResolversTypes['Call']>, ParentType, ContextType, RequireFields<MutationUpdateCallArgs, 'id' | 'input'>>;
  deleteCall?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteCallArgs, 'id'>>;
  completeCall?: Resolver<Maybe<ResolversTypes['Call']>, ParentType, ContextType, RequireFields<MutationCompleteCallArgs, 'id' | 'input'>>;
  createOrLinkClient?: Resolver<Maybe<ResolversTypes['Client']>, ParentType, ContextType, RequireFields<MutationCreateOrLinkClientArgs, 'input'>>;
  updateClient?: Resolver<Maybe<ResolversTypes['Client']>, ParentType, ContextType, RequireFields<MutationUpdateClientArgs, 'id' | 'input'>>;
  changeClientStatus?: Resolver<Maybe<ResolversTypes['Client']>, ParentType, ContextType, RequireFields<MutationChangeClientStatusArgs, 'id' | 'status'>>;
  changeClientNumber?: Resolver<Maybe<ResolversTypes['Client']>, ParentType, ContextType, RequireFields<MutationChangeClientNumberArgs, 'id'>>;
  deactivateClient?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeactivateClientArgs, 'id'>>;
  createCommunication?: Resolver<Maybe<ResolversTypes['Communication']>, ParentType, ContextType, RequireFields<MutationCreateCommunicationArgs, 'input'>>;
  updateCommunication?: Resolver<Maybe<ResolversTypes['Communication']>, ParentType, ContextType, RequireFields<MutationUpdateCommunicationArgs, 'id' | 'input'>>;
  deleteCommunication?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteCommunicationArgs, 'id'>>;
  sendCommunication?: Resolver<Maybe<ResolversTypes['Communication']>, ParentType, ContextType, RequireFields<MutationSendCommunicationArgs, 'id'>>;
  cancelCommunication?: Resolver<Maybe<ResolversTypes['Communication']>, ParentType, ContextType, RequireFields<MutationCancelCommunicationArgs, 'id'>>;
  receiveMailProviderEvent?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, RequireFields<MutationReceiveMailProviderEventArgs, 'mailProvider' | 'event'>>;
  receiveVoiceProviderEvent?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, RequireFields<MutationReceiveVoiceProviderEventArgs, 'voiceProvider' | 'event'>>;
  createCompany?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType, RequireFields<MutationCreateCompanyArgs, 'input'>>;
  batchCreateCompanies?: Resolver<Maybe<ResolversTypes['BatchResult']>, ParentType, ContextType, RequireFields<MutationBatchCreateCompaniesArgs, 'items'>>;
  updateCompany?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType, RequireFields<MutationUpdateCompanyArgs, 'id' | 'input'>>;
  deleteCompany?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteCompanyArgs, 'id'>>;
  bulkDeleteCompanies?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkDeleteCompaniesArgs, 'ids'>>;
  restoreCompany?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType, RequireFields<MutationRestoreCompanyArgs, 'id'>>;
  bulkRestoreCompanies?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkRestoreCompaniesArgs, 'ids'>>;
  upsertCompany?: Resolver<Maybe<ResolversTypes['CompanyUpsert']>, ParentType, ContextType, RequireFields<MutationUpsertCompanyArgs, 'input'>>;
  batchUpsertCompanies?: Resolver<Maybe<ResolversTypes['BatchResult']>, ParentType, ContextType, RequireFields<MutationBatchUpsertCompaniesArgs, 'items'>>;
  bulkUpdateCompanies?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkUpdateCompaniesArgs, 'ids' | 'changes'>>;
  addCompanyIdentifier?: Resolver<Maybe<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType, RequireFields<MutationAddCompanyIdentifierArgs, 'companyId' | 'input'>>;
  updateCompanyIdentifier?: Resolver<Maybe<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType, RequireFields<MutationUpdateCompanyIdentifierArgs, 'companyId' | 'identifierId' | 'input'>>;
  removeCompanyIdentifier?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationRemoveCompanyIdentifierArgs, 'companyId' | 'identifierId'>>;
  addContactCompany?: Resolver<Maybe<ResolversTypes['ContactCompany']>, ParentType, ContextType, RequireFields<MutationAddContactCompanyArgs, 'contactId' | 'companyId'>>;
  updateContactCompany?: Resolver<Maybe<ResolversTypes['ContactCompany']>, ParentType, ContextType, RequireFields<MutationUpdateContactCompanyArgs, 'contactId' | 'companyId' | 'input'>>;
  removeContactCompany?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationRemoveContactCompanyArgs, 'contactId' | 'companyId'>>;
  addContactMethod?: Resolver<Maybe<ResolversTypes['ContactMethod']>, ParentType, ContextType, RequireFields<MutationAddContactMethodArgs, 'contactId' | 'input'>>;
  updateContactMethod?: Resolver<Maybe<ResolversTypes['ContactMethod']>, ParentType, ContextType, RequireFields<MutationUpdateContactMethodArgs, 'contactId' | 'methodId' | 'input'>>;
  removeContactMethod?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationRemoveContactMethodArgs, 'contactId' | 'methodId'>>;
  createContact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType, RequireFields<MutationCreateContactArgs, 'input'>>;
  batchCreateContacts?: Resolver<Maybe<ResolversTypes['BatchResult']>, ParentType, ContextType, RequireFields<MutationBatchCreateContactsArgs, 'items'>>;
  updateContact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType, RequireFields<MutationUpdateContactArgs, 'id' | 'input'>>;
  deleteContact?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteContactArgs, 'id'>>;
  restoreContact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType, RequireFields<MutationRestoreContactArgs, 'id'>>;
  bulkRestoreContacts?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkRestoreContactsArgs, 'ids'>>;
  upsertContact?: Resolver<Maybe<ResolversTypes['ContactUpsert']>, ParentType, ContextType, RequireFields<MutationUpsertContactArgs, 'input'>>;
  batchUpsertContacts?: Resolver<Maybe<ResolversTypes['BatchResult']>, ParentType, ContextType, RequireFields<MutationBatchUpsertContactsArgs, 'items'>>;
  bulkUpdateContacts?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkUpdateContactsArgs, 'ids' | 'changes'>>;
  bulkDeleteContacts?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkDeleteContactsArgs, 'ids'>>;
  setContactConsent?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType, RequireFields<MutationSetContactConsentArgs, 'contactId'>>;
  createCustomField?: Resolver<Maybe<ResolversTypes['CustomField']>, ParentType, ContextType, RequireFields<MutationCreateCustomFieldArgs, 'input'>>;
  updateCustomField?: Resolver<Maybe<ResolversTypes['CustomField']>, ParentType, ContextType, RequireFields<MutationUpdateCustomFieldArgs, 'id' | 'input'>>;
  archiveCustomField?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationArchiveCustomFieldArgs, 'id'>>;
  setDealContractStructure?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType, RequireFields<MutationSetDealContractStructureArgs, 'id' | 'input'>>;
  handOffDeal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType, RequireFields<MutationHandOffDealArgs, 'id'>>;
  addDealContact?: Resolver<Maybe<ResolversTypes['DealContact']>, ParentType, ContextType, RequireFields<MutationAddDealContactArgs, 'dealId' | 'input'>>;
  removeDealContact?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationRemoveDealContactArgs, 'dealId' | 'contactId'>>;
  setDealCompetitors?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType, RequireFields<MutationSetDealCompetitorsArgs, 'id' | 'competitors'>>;
  addDealNote?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType, RequireFields<MutationAddDealNoteArgs, 'dealId' | 'input'>>;
  deleteDealNote?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteDealNoteArgs, 'dealId' | 'noteId'>>;
  moveDealStage?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType, RequireFields<MutationMoveDealStageArgs, 'id' | 'input'>>;
  bulkMoveDealStage?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkMoveDealStageArgs, 'ids' | 'changes'>>;
  createDealPipeline?: Resolver<Maybe<ResolversTypes['DealPipeline']>, ParentType, ContextType, RequireFields<MutationCreateDealPipelineArgs, 'input'>>;
  updateDealPipeline?: Resolver<Maybe<ResolversTypes['DealPipeline']>, ParentType, ContextType, RequireFields<MutationUpdateDealPipelineArgs, 'id' | 'input'>>;
  deleteDealPipeline?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteDealPipelineArgs, 'id'>>;
  addDealStage?: Resolver<Maybe<ResolversTypes['DealStage']>, ParentType, ContextType, RequireFields<MutationAddDealStageArgs, 'pipelineId' | 'input'>>;
  updateDealStage?: Resolver<Maybe<ResolversTypes['DealStage']>, ParentType, ContextType, RequireFields<MutationUpdateDealStageArgs, 'pipelineId' | 'stageId' | 'input'>>;
  deleteDealStage?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteDealStageArgs, 'pipelineId' | 'stageId'>>;
  createDeal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType, RequireFields<MutationCreateDealArgs, 'input'>>;
  batchCreateDeals?: Resolver<Maybe<ResolversTypes['BatchResult']>, ParentType, ContextType, RequireFields<MutationBatchCreateDealsArgs, 'items'>>;
  updateDeal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType, RequireFields<MutationUpdateDealArgs, 'id' | 'input'>>;
  deleteDeal?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteDealArgs, 'id'>>;
  bulkDeleteDeals?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkDeleteDealsArgs, 'ids'>>;
  restoreDeal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType, RequireFields<MutationRestoreDealArgs, 'id'>>;
  bulkRestoreDeals?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkRestoreDealsArgs, 'ids'>>;
  dismissCompanyDuplicate?: Resolver<Maybe<ResolversTypes['DuplicateDismissal']>, ParentType, ContextType, RequireFields<MutationDismissCompanyDuplicateArgs, 'ids'>>;
  dismissContactDuplicate?: Resolver<Maybe<ResolversTypes['DuplicateDismissal']>, ParentType, ContextType, RequireFields<MutationDismissContactDuplicateArgs, 'ids'>>;
  createInvoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<MutationCreateInvoiceArgs, 'input'>>;
  updateInvoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<MutationUpdateInvoiceArgs, 'id' | 'input'>>;
  deleteInvoice?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteInvoiceArgs, 'id'>>;
  issueInvoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<MutationIssueInvoiceArgs, 'id'>>;
  sendInvoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<MutationSendInvoiceArgs, 'id'>>;
  voidInvoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<MutationVoidInvoiceArgs, 'id' | 'reason'>>;
  writeOffInvoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<MutationWriteOffInvoiceArgs, 'id' | 'reason'>>;
  cancelJob?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType, RequireFields<MutationCancelJobArgs, 'id'>>;
  updateMember?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType, RequireFields<MutationUpdateMemberArgs, 'id' | 'input'>>;
  removeMember?: Resolver<Maybe<ResolversTypes['MemberRemoval']>, ParentType, ContextType, RequireFields<MutationRemoveMemberArgs, 'id'>>;
  createInvitation?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType, RequireFields<MutationCreateInvitationArgs, 'input'>>;
  revokeInvitation?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationRevokeInvitationArgs, 'id'>>;
  acceptInvitation?: Resolver<Maybe<ResolversTypes['AcceptedInvitation']>, ParentType, Context, RequireFields<MutationAcceptInvitationArgs, 'token'>>;
  mergeCompanies?: Resolver<Maybe<ResolversTypes['CompanyMerge']>, ParentType, ContextType, RequireFields<MutationMergeCompaniesArgs, 'primaryCompanyId' | 'duplicateCompanyId'>>;
  undoCompanyMerge?: Resolver<Maybe<ResolversTypes['CompanyMergeUndo']>, ParentType, ContextType, RequireFields<MutationUndoCompanyMergeArgs, 'mergeId'>>;
  mergeContacts?: Resolver<Maybe<ResolversTypes['ContactMerge']>, ParentType, ContextType, RequireFields<MutationMergeContactsArgs, 'primaryContactId' | 'duplicateContactId'>>;
  undoContactMerge?: Resolver<Maybe<ResolversTypes['ContactMergeUndo']>, ParentType, ContextType, RequireFields<MutationUndoContactMergeArgs, 'mergeId'>>;
  eraseContact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType, RequireFields<MutationEraseContactArgs, 'id'>>;
  setModelRoute?: Resolver<Maybe<ResolversTypes['ModelRoute']>, ParentType, ContextType, RequireFields<MutationSetModelRouteArgs, 'purpose' | 'input'>>;
  addCompanyNote?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType, RequireFields<MutationAddCompanyNoteArgs, 'companyId' | 'input'>>;
  updateCompanyNote?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType, RequireFields<MutationUpdateCompanyNoteArgs, 'companyId' | 'noteId' | 'input'>>;
  deleteCompanyNote?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteCompanyNoteArgs, 'companyId' | 'noteId'>>;
  addContactNote?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType, RequireFields<MutationAddContactNoteArgs, 'contactId' | 'input'>>;
  updateContactNote?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType, RequireFields<MutationUpdateContactNoteArgs, 'contactId' | 'noteId' | 'input'>>;
  deleteContactNote?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteContactNoteArgs, 'contactId' | 'noteId'>>;
  updateNumberSeries?: Resolver<Maybe<ResolversTypes['NumberSeries']>, ParentType, ContextType, RequireFields<MutationUpdateNumberSeriesArgs, 'docType' | 'input'>>;
  recordInvoicePayment?: Resolver<Maybe<ResolversTypes['InvoicePayment']>, ParentType, ContextType, RequireFields<MutationRecordInvoicePaymentArgs, 'id' | 'input'>>;
  refundInvoicePayment?: Resolver<Maybe<ResolversTypes['InvoicePayment']>, ParentType, ContextType, RequireFields<MutationRefundInvoicePaymentArgs, 'id' | 'paymentId' | 'input'>>;
  createCreditNote?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<MutationCreateCreditNoteArgs, 'id' | 'input'>>;
  setProjectContacts?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, RequireFields<MutationSetProjectContactsArgs, 'id' | 'contacts'>>;
  setProjectPartners?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, RequireFields<MutationSetProjectPartnersArgs, 'id' | 'partners'>>;
  setProjectMember?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, RequireFields<MutationSetProjectMemberArgs, 'id' | 'userId' | 'input'>>;
  removeProjectMember?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationRemoveProjectMemberArgs, 'id' | 'userId'>>;
  createMilestone?: Resolver<Maybe<ResolversTypes['Milestone']>, ParentType, ContextType, RequireFields<MutationCreateMilestoneArgs, 'projectId' | 'input'>>;
  updateMilestone?: Resolver<Maybe<ResolversTypes['Milestone']>, ParentType, ContextType, RequireFields<MutationUpdateMilestoneArgs, 'projectId' | 'milestoneId' | 'input'>>;
  deleteMilestone?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteMilestoneArgs, 'projectId' | 'milestoneId'>>;
  createProject?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, RequireFields<MutationCreateProjectArgs, 'input'>>;
  updateProject?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, RequireFields<MutationUpdateProjectArgs, 'id' | 'input'>>;
  deleteProject?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteProjectArgs, 'id'>>;
  restoreProject?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, RequireFields<MutationRestoreProjectArgs, 'id'>>;
  createActionProposal?: Resolver<Maybe<ResolversTypes['QueuedAction']>, ParentType, ContextType, RequireFields<MutationCreateActionProposalArgs, 'input'>>;
  cancelActionProposal?: Resolver<Maybe<ResolversTypes['ActionProposal']>, ParentType, ContextType, RequireFields<MutationCancelActionProposalArgs, 'id'>>;
  approveAction?: Resolver<Maybe<ResolversTypes['ActionProposal']>, ParentType, ContextType, RequireFields<MutationApproveActionArgs, 'approvalId' | 'argumentsHash'>>;
  rejectAction?: Resolver<Maybe<ResolversTypes['ActionProposal']>, ParentType, ContextType, RequireFields<MutationRejectActionArgs, 'approvalId' | 'reason'>>;
  decidePublicQuote?: Resolver<Maybe<ResolversTypes['PublicQuote']>, ParentType, Context, RequireFields<MutationDecidePublicQuoteArgs, 'token' | 'input'>>;
  payPublicInvoice?: Resolver<Maybe<ResolversTypes['PaymentPage']>, ParentType, Context, RequireFields<MutationPayPublicInvoiceArgs, 'token'>>;
  openPublicRoom?: Resolver<Maybe<ResolversTypes['RoomEntry']>, ParentType, Context, RequireFields<MutationOpenPublicRoomArgs, 'token' | 'input'>>;
  postPublicRoomEvents?: Resolver<Maybe<ResolversTypes['RoomEventsReceipt']>, ParentType, Context, RequireFields<MutationPostPublicRoomEventsArgs, 'token' | 'events'>>;
  postPublicRoomComment?: Resolver<Maybe<ResolversTypes['PublicRoomComment']>, ParentType, Context, RequireFields<MutationPostPublicRoomCommentArgs, 'token' | 'input'>>;
  createQuote?: Resolver<Maybe<ResolversTypes['Quote']>, ParentType, ContextType, RequireFields<MutationCreateQuoteArgs, 'input'>>;
  updateQuote?: Resolver<Maybe<ResolversTypes['Quote']>, ParentType, ContextType, RequireFields<MutationUpdateQuoteArgs, 'id' | 'input'>>;
  deleteQuote?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteQuoteArgs, 'id'>>;
  sendQuote?: Resolver<Maybe<ResolversTypes['Quote']>, ParentType, ContextType, RequireFields<MutationSendQuoteArgs, 'id'>>;
  decideQuote?: Resolver<Maybe<ResolversTypes['Quote']>, ParentType, ContextType, RequireFields<MutationDecideQuoteArgs, 'id' | 'input'>>;
  reviseQuote?: Resolver<Maybe<ResolversTypes['Quote']>, ParentType, ContextType, RequireFields<MutationReviseQuoteArgs, 'id'>>;
  convertQuote?: Resolver<Maybe<ResolversTypes['QuoteConversion']>, ParentType, ContextType, RequireFields<MutationConvertQuoteArgs, 'id' | 'input'>>;
  recordRelationshipOutcome?: Resolver<Maybe<ResolversTypes['RelationshipOutcome']>, ParentType, ContextType, RequireFields<MutationRecordRelationshipOutcomeArgs, 'contactId' | 'input'>>;
  correctRelationshipOutcome?: Resolver<Maybe<ResolversTypes['RelationshipOutcome']>, ParentType, ContextType, RequireFields<MutationCorrectRelationshipOutcomeArgs, 'contactId' | 'outcomeId' | 'input'>>;
  confirmRelationshipOutcome?: Resolver<Maybe<ResolversTypes['RelationshipOutcome']>, ParentType, ContextType, RequireFields<MutationConfirmRelationshipOutcomeArgs, 'contactId' | 'outcomeId'>>;
  updateContactRelationship?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType, RequireFields<MutationUpdateContactRelationshipArgs, 'contactId' | 'input'>>;
  snoozeContactFollowUp?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType, RequireFields<MutationSnoozeContactFollowUpArgs, 'contactId'>>;
  createRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationCreateRoleArgs, 'input'>>;
  updateRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationUpdateRoleArgs, 'id' | 'input'>>;
  deleteRole?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteRoleArgs, 'id'>>;
  addRoomItem?: Resolver<Maybe<ResolversTypes['RoomItem']>, ParentType, ContextType, RequireFields<MutationAddRoomItemArgs, 'roomId' | 'input'>>;
  updateRoomItem?: Resolver<Maybe<ResolversTypes['RoomItem']>, ParentType, ContextType, RequireFields<MutationUpdateRoomItemArgs, 'roomId' | 'itemId' | 'input'>>;
  deleteRoomItem?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteRoomItemArgs, 'roomId' | 'itemId'>>;
  reorderRoomItems?: Resolver<Maybe<Array<ResolversTypes['RoomItem']>>, ParentType, ContextType, RequireFields<MutationReorderRoomItemsArgs, 'roomId' | 'itemIds'>>;
  createRoomItemUpload?: Resolver<Maybe<ResolversTypes['RoomUpload']>, ParentType, ContextType, RequireFields<MutationCreateRoomItemUploadArgs, 'roomId' | 'input'>>;
  createRoomLink?: Resolver<Maybe<ResolversTypes['NewRoomLink']>, ParentType, ContextType, RequireFields<MutationCreateRoomLinkArgs, 'roomId' | 'input'>>;
  updateRoomLink?: Resolver<Maybe<ResolversTypes['RoomLink']>, ParentType, ContextType, RequireFields<MutationUpdateRoomLinkArgs, 'roomId' | 'linkId' | 'input'>>;
  revokeRoomLink?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationRevokeRoomLinkArgs, 'roomId' | 'linkId'>>;
  inviteToRoom?: Resolver<Maybe<ResolversTypes['RoomInvitations']>, ParentType, ContextType, RequireFields<MutationInviteToRoomArgs, 'roomId' | 'input'>>;
  addRoomComment?: Resolver<Maybe<ResolversTypes['RoomComment']>, ParentType, ContextType, RequireFields<MutationAddRoomCommentArgs, 'roomId' | 'input'>>;
  moderateRoomComment?: Resolver<Maybe<ResolversTypes['RoomComment']>, ParentType, ContextType, RequireFields<MutationModerateRoomCommentArgs, 'roomId' | 'commentId' | 'input'>>;
  createRoom?: Resolver<Maybe<ResolversTypes['Room']>, ParentType, ContextType, RequireFields<MutationCreateRoomArgs, 'input'>>;
  updateRoom?: Resolver<Maybe<ResolversTypes['Room']>, ParentType, ContextType, RequireFields<MutationUpdateRoomArgs, 'id' | 'input'>>;
  deleteRoom?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteRoomArgs, 'id'>>;
  publishRoom?: Resolver<Maybe<ResolversTypes['Room']>, ParentType, ContextType, RequireFields<MutationPublishRoomArgs, 'id'>>;
  closeRoom?: Resolver<Maybe<ResolversTypes['Room']>, ParentType, ContextType, RequireFields<MutationCloseRoomArgs, 'id'>>;
  setRoomNda?: Resolver<Maybe<ResolversTypes['Room']>, ParentType, ContextType, RequireFields<MutationSetRoomNdaArgs, 'id'>>;
  createSavedView?: Resolver<Maybe<ResolversTypes['SavedView']>, ParentType, ContextType, RequireFields<MutationCreateSavedViewArgs, 'input'>>;
  updateSavedView?: Resolver<Maybe<ResolversTypes['SavedView']>, ParentType, ContextType, RequireFields<MutationUpdateSavedViewArgs, 'id' | 'input'>>;
  deleteSavedView?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteSavedViewArgs, 'id'>>;
  completeSso?: Resolver<Maybe<ResolversTypes['SignedIn']>, ParentType, Context, RequireFields<MutationCompleteSsoArgs, 'code' | 'state'>>;
  setSsoConnection?: Resolver<Maybe<ResolversTypes['SsoSettings']>, ParentType, ContextType, RequireFields<MutationSetSsoConnectionArgs, 'input'>>;
  createTask?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<MutationCreateTaskArgs, 'input'>>;
  updateTask?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<MutationUpdateTaskArgs, 'id' | 'input'>>;
  deleteTask?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteTaskArgs, 'id'>>;
  restoreTask?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<MutationRestoreTaskArgs, 'id'>>;
  moveTask?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<MutationMoveTaskArgs, 'id' | 'input'>>;
  bulkUpdateTasks?: Resolver<Maybe<ResolversTypes['BulkResult']>, ParentType, ContextType, RequireFields<MutationBulkUpdateTasksArgs, 'ids' | 'changes'>>;
  addTaskDependency?: Resolver<Maybe<ResolversTypes['TaskDependency']>, ParentType, ContextType, RequireFields<MutationAddTaskDependencyArgs, 'taskId' | 'input'>>;
  removeTaskDependency?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationRemoveTaskDependencyArgs, 'taskId' | 'dependencyId'>>;
  setTaskChecklist?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<MutationSetTaskChecklistArgs, 'id' | 'items'>>;
  updateChecklistItem?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<MutationUpdateChecklistItemArgs, 'taskId' | 'checklistItemId' | 'input'>>;
  updateTenantSettings?: Resolver<Maybe<ResolversTypes['TenantSettings']>, ParentType, ContextType, RequireFields<MutationUpdateTenantSettingsArgs, 'input'>>;
  createTimeEntry?: Resolver<Maybe<ResolversTypes['TimeEntry']>, ParentType, ContextType, RequireFields<MutationCreateTimeEntryArgs, 'taskId' | 'input'>>;
  updateTimeEntry?: Resolver<Maybe<ResolversTypes['TimeEntry']>, ParentType, ContextType, RequireFields<MutationUpdateTimeEntryArgs, 'id' | 'input'>>;
  deleteTimeEntry?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteTimeEntryArgs, 'id'>>;
  switchTaskTimer?: Resolver<Maybe<ResolversTypes['TimeEntry']>, ParentType, ContextType, RequireFields<MutationSwitchTaskTimerArgs, 'taskId' | 'input'>>;
  testWebhook?: Resolver<Maybe<ResolversTypes['WebhookAttempt']>, ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'id'>>;
  replayWebhookDelivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<MutationReplayWebhookDeliveryArgs, 'webhookId' | 'id'>>;
  recoverWebhookDeliveries?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType, RequireFields<MutationRecoverWebhookDeliveriesArgs, 'id' | 'since'>>;
  createWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationCreateWebhookArgs, 'input'>>;
  updateWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationUpdateWebhookArgs, 'id' | 'input'>>;
  deleteWebhook?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'id'>>;
  rotateWebhookSecret?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationRotateWebhookSecretArgs, 'id'>>;
  createWorkOrder?: Resolver<Maybe<ResolversTypes['WorkOrder']>, ParentType, ContextType, RequireFields<MutationCreateWorkOrderArgs, 'input'>>;
  updateWorkOrder?: Resolver<Maybe<ResolversTypes['WorkOrder']>, ParentType, ContextType, RequireFields<MutationUpdateWorkOrderArgs, 'id' | 'input'>>;
  deleteWorkOrder?: Resolver<Maybe<ResolversTypes['Deletion']>, ParentType, ContextType, RequireFields<MutationDeleteWorkOrderArgs, 'id'>>;
  changeWorkOrderStatus?: Resolver<Maybe<ResolversTypes['WorkOrder']>, ParentType, ContextType, RequireFields<MutationChangeWorkOrderStatusArgs, 'id' | 'input'>>;
  recordWorkOrderDelivery?: Resolver<Maybe<ResolversTypes['WorkOrder']>, ParentType, ContextType, RequireFields<MutationRecordWorkOrderDeliveryArgs, 'id' | 'input'>>;
  convertWorkOrder?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<MutationConvertWorkOrderArgs, 'id'>>;
};

export type ActionItemResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActionItem'] = ResolversParentTypes['ActionItem']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dueOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  assigneeUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ActionItemStatus'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  completedBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  activityId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  activity?: Resolver<Maybe<ResolversTypes['Activity']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type ActionItemStatusResolvers = { OPEN: 'open', DONE: 'done' };

export type ActivityResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Activity'] = ResolversParentTypes['Activity']> = {
  actionItems?: Resolver<Array<ResolversTypes['ActionItem']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ActivityType'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  body?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  channel?: Resolver<Maybe<ResolversTypes['ActivityChannel']>, ParentType, ContextType>;
  direction?: Resolver<Maybe<ResolversTypes['ActivityDirection']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['ActivityStatus']>, ParentType, ContextType>;
  meaningfulOverride?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['ActivitySource'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  links?: Resolver<Array<ResolversTypes['ActivityLink']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  actionItems?: Resolver<Maybe<ResolversTypes['ActionItemConnection']>, ParentType, ContextType, Partial<QueryActionItemsArgs>>;
  activity?: Resolver<Maybe<ResolversTypes['Activity']>, ParentType, ContextType, RequireFields<QueryActivityArgs, 'id'>>;
  activities?: Resolver<Maybe<ResolversTypes['ActivityConnection']>, ParentType, ContextType, Partial<QueryActivitiesArgs>>;
  companyActivity?: Resolver<Maybe<ResolversTypes['ActivityConnection']>, ParentType, ContextType, RequireFields<QueryCompanyActivityArgs, 'companyId'>>;
  contactActivity?: Resolver<Maybe<ResolversTypes['ActivityConnection']>, ParentType, ContextType, RequireFields<QueryContactActivityArgs, 'contactId'>>;
  agentCapabilities?: Resolver<Maybe<ResolversTypes['AgentCapabilities']>, ParentType, ContextType, Partial<QueryAgentCapabilitiesArgs>>;
  agentOpenApi?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, Partial<QueryAgentOpenApiArgs>>;
  mcpManifest?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  agentCard?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  connectorArtifact?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, RequireFields<QueryConnectorArtifactArgs, 'target'>>;
  agents?: Resolver<Maybe<ResolversTypes['AgentConnection']>, ParentType, ContextType, Partial<QueryAgentsArgs>>;
  automationPolicy?: Resolver<Maybe<ResolversTypes['AutomationPolicy']>, ParentType, ContextType>;
  apiTokens?: Resolver<Maybe<ResolversTypes['ApiTokenConnection']>, ParentType, ContextType, Partial<QueryApiTokensArgs>>;
  providerKeys?: Resolver<Maybe<ResolversTypes['ProviderKeyConnection']>, ParentType, ContextType, Partial<QueryProviderKeysArgs>>;
  assistant?: Resolver<Maybe<ResolversTypes['Assistant']>, ParentType, ContextType>;
  assistantConversation?: Resolver<Maybe<ResolversTypes['AssistantConversation']>, ParentType, ContextType, RequireFields<QueryAssistantConversationArgs, 'id'>>;
  assistantSettings?: Resolver<Maybe<ResolversTypes['AssistantSettings']>, ParentType, ContextType>;
  auditLogs?: Resolver<Maybe<ResolversTypes['AuditEntryConnection']>, ParentType, ContextType, Partial<QueryAuditLogsArgs>>;
  auditLog?: Resolver<Maybe<ResolversTypes['AuditEntry']>, ParentType, ContextType, RequireFields<QueryAuditLogArgs, 'id'>>;
  currentSession?: Resolver<Maybe<ResolversTypes['CurrentSession']>, ParentType, ContextType>;
  sessions?: Resolver<Maybe<Array<ResolversTypes['Device']>>, ParentType, Context>;
  jwks?: Resolver<Maybe<ResolversTypes['JsonWebKeySet']>, ParentType, Context>;
  projectBoard?: Resolver<Maybe<ResolversTypes['ProjectBoard']>, ParentType, ContextType, RequireFields<QueryProjectBoardArgs, 'projectId'>>;
  projectTimeline?: Resolver<Maybe<ResolversTypes['ProjectTimeline']>, ParentType, ContextType, RequireFields<QueryProjectTimelineArgs, 'projectId'>>;
  callTemplate?: Resolver<Maybe<ResolversTypes['CallTemplate']>, ParentType, ContextType, RequireFields<QueryCallTemplateArgs, 'id'>>;
  callTemplates?: Resolver<Maybe<ResolversTypes['CallTemplateConnection']>, ParentType, ContextType, Partial<QueryCallTemplatesArgs>>;
  renderCallTemplate?: Resolver<Maybe<ResolversTypes['RenderedCallTemplate']>, ParentType, ContextType, RequireFields<QueryRenderCallTemplateArgs, 'id'>>;
  call?: Resolver<Maybe<ResolversTypes['Call']>, ParentType, ContextType, RequireFields<QueryCallArgs, 'id'>>;
  calls?: Resolver<Maybe<ResolversTypes['CallConnection']>, ParentType, ContextType, Partial<QueryCallsArgs>>;
  client?: Resolver<Maybe<ResolversTypes['Client']>, ParentType, ContextType, RequireFields<QueryClientArgs, 'id'>>;
  clients?: Resolver<Maybe<ResolversTypes['ClientConnection']>, ParentType, ContextType, Partial<QueryClientsArgs>>;
  communicationThreads?: Resolver<Maybe<ResolversTypes['CommunicationThreadConnection']>, ParentType, ContextType, Partial<QueryCommunicationThreadsArgs>>;
  communicationThread?: Resolver<Maybe<ResolversTypes['CommunicationThread']>, ParentType, ContextType, RequireFields<QueryCommunicationThreadArgs, 'threadId'>>;
  communication?: Resolver<Maybe<ResolversTypes['Communication']>, ParentType, ContextType, RequireFields<QueryCommunicationArgs, 'id'>>;
  communications?: Resolver<Maybe<ResolversTypes['CommunicationConnection']>, ParentType, ContextType, Partial<QueryCommunicationsArgs>>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType, RequireFields<QueryCompanyArgs, 'id'>>;
  companies?: Resolver<Maybe<ResolversTypes['CompanyConnection']>, ParentType, ContextType, Partial<QueryCompaniesArgs>>;
  exportCompanies?: Resolver<Maybe<ResolversTypes['CompanyConnection']>, ParentType, ContextType, Partial<QueryExportCompaniesArgs>>;
  companyIdentifiers?: Resolver<Maybe<Array<ResolversTypes['CompanyIdentifier']>>, ParentType, ContextType, RequireFields<QueryCompanyIdentifiersArgs, 'companyId'>>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType, RequireFields<QueryContactArgs, 'id'>>;
  contacts?: Resolver<Maybe<ResolversTypes['ContactConnection']>, ParentType, ContextType, Partial<QueryContactsArgs>>;
  exportContacts?: Resolver<Maybe<ResolversTypes['ContactConnection']>, ParentType, ContextType, Partial<QueryExportContactsArgs>>;
  customFields?: Resolver<Maybe<ResolversTypes['CustomFieldConnection']>, ParentType, ContextType, Partial<QueryCustomFieldsArgs>>;
  contactDeals?: Resolver<Maybe<ResolversTypes['DealContactConnection']>, ParentType, ContextType, RequireFields<QueryContactDealsArgs, 'contactId'>>;
  dealNotes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, RequireFields<QueryDealNotesArgs, 'dealId'>>;
  dealActivity?: Resolver<Maybe<ResolversTypes['ActivityConnection']>, ParentType, ContextType, RequireFields<QueryDealActivityArgs, 'dealId'>>;
  dealBoard?: Resolver<Maybe<ResolversTypes['DealBoard']>, ParentType, ContextType, Partial<QueryDealBoardArgs>>;
  dealForecast?: Resolver<Maybe<ResolversTypes['DealForecast']>, ParentType, ContextType, Partial<QueryDealForecastArgs>>;
  dealLineage?: Resolver<Maybe<ResolversTypes['DealLineage']>, ParentType, ContextType, RequireFields<QueryDealLineageArgs, 'dealId'>>;
  dealPipelines?: Resolver<Maybe<Array<ResolversTypes['DealPipeline']>>, ParentType, ContextType>;
  dealStageHistory?: Resolver<Maybe<Array<ResolversTypes['DealStageEntry']>>, ParentType, ContextType, RequireFields<QueryDealStageHistoryArgs, 'dealId'>>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType, RequireFields<QueryDealArgs, 'id'>>;
  deals?: Resolver<Maybe<ResolversTypes['DealConnection']>, ParentType, ContextType, Partial<QueryDealsArgs>>;
  exportDeals?: Resolver<Maybe<ResolversTypes['DealConnection']>, ParentType, ContextType, Partial<QueryExportDealsArgs>>;
  companyDossier?: Resolver<Maybe<ResolversTypes['CompanyDossier']>, ParentType, ContextType, RequireFields<QueryCompanyDossierArgs, 'companyId'>>;
  clientOverview?: Resolver<Maybe<ResolversTypes['ClientOverview']>, ParentType, ContextType, RequireFields<QueryClientOverviewArgs, 'clientId'>>;
  companyDuplicates?: Resolver<Maybe<ResolversTypes['CompanyDuplicateConnection']>, ParentType, ContextType, Partial<QueryCompanyDuplicatesArgs>>;
  contactDuplicates?: Resolver<Maybe<ResolversTypes['ContactDuplicateConnection']>, ParentType, ContextType, Partial<QueryContactDuplicatesArgs>>;
  health?: Resolver<Maybe<ResolversTypes['Health']>, ParentType, Context>;
  readiness?: Resolver<Maybe<ResolversTypes['Readiness']>, ParentType, Context>;
  invoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType, RequireFields<QueryInvoiceArgs, 'id'>>;
  invoices?: Resolver<Maybe<ResolversTypes['InvoiceConnection']>, ParentType, ContextType, Partial<QueryInvoicesArgs>>;
  exportInvoices?: Resolver<Maybe<ResolversTypes['InvoiceConnection']>, ParentType, ContextType, Partial<QueryExportInvoicesArgs>>;
  invoicePdf?: Resolver<Maybe<ResolversTypes['FileDownload']>, ParentType, ContextType, RequireFields<QueryInvoicePdfArgs, 'id'>>;
  invoiceActivity?: Resolver<Maybe<ResolversTypes['ActivityConnection']>, ParentType, ContextType, RequireFields<QueryInvoiceActivityArgs, 'invoiceId'>>;
  job?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType, RequireFields<QueryJobArgs, 'id'>>;
  jobs?: Resolver<Maybe<ResolversTypes['JobConnection']>, ParentType, ContextType, Partial<QueryJobsArgs>>;
  matchCompany?: Resolver<Maybe<ResolversTypes['CompanyMatch']>, ParentType, ContextType, RequireFields<QueryMatchCompanyArgs, 'input'>>;
  members?: Resolver<Maybe<ResolversTypes['MemberConnection']>, ParentType, ContextType, Partial<QueryMembersArgs>>;
  previewCompanyMerge?: Resolver<Maybe<ResolversTypes['CompanyMerge']>, ParentType, ContextType, RequireFields<QueryPreviewCompanyMergeArgs, 'primaryCompanyId' | 'duplicateCompanyId'>>;
  previewContactMerge?: Resolver<Maybe<ResolversTypes['ContactMerge']>, ParentType, ContextType, RequireFields<QueryPreviewContactMergeArgs, 'primaryContactId' | 'duplicateContactId'>>;
  modelRoutes?: Resolver<Maybe<Array<ResolversTypes['ModelRoute']>>, ParentType, ContextType>;
  companyNotes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, RequireFields<QueryCompanyNotesArgs, 'companyId'>>;
  contactNotes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, RequireFields<QueryContactNotesArgs, 'contactId'>>;
  numberSeries?: Resolver<Maybe<Array<ResolversTypes['NumberSeries']>>, ParentType, ContextType>;
  numberLedger?: Resolver<Maybe<ResolversTypes['NumberLedgerEntryConnection']>, ParentType, ContextType, RequireFields<QueryNumberLedgerArgs, 'docType'>>;
  clientStatement?: Resolver<Maybe<ResolversTypes['ClientStatement']>, ParentType, ContextType, RequireFields<QueryClientStatementArgs, 'id'>>;
  receivablesAging?: Resolver<Maybe<ResolversTypes['ReceivablesAging']>, ParentType, ContextType, Partial<QueryReceivablesAgingArgs>>;
  projectFinancials?: Resolver<Maybe<ResolversTypes['ProjectFinancials']>, ParentType, ContextType, RequireFields<QueryProjectFinancialsArgs, 'projectId'>>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType, RequireFields<QueryProjectArgs, 'id'>>;
  projects?: Resolver<Maybe<ResolversTypes['ProjectConnection']>, ParentType, ContextType, Partial<QueryProjectsArgs>>;
  exportProjects?: Resolver<Maybe<ResolversTypes['ProjectConnection']>, ParentType, ContextType, Partial<QueryExportProjectsArgs>>;
  projectActivity?: Resolver<Maybe<ResolversTypes['ActivityConnection']>, ParentType, ContextType, RequireFields<QueryProjectActivityArgs, 'projectId'>>;
  actionProposals?: Resolver<Maybe<ResolversTypes['ActionProposalConnection']>, ParentType, ContextType, Partial<QueryActionProposalsArgs>>;
  actionProposal?: Resolver<Maybe<ResolversTypes['ActionProposal']>, ParentType, ContextType, RequireFields<QueryActionProposalArgs, 'id'>>;
  publicQuote?: Resolver<Maybe<ResolversTypes['PublicQuote']>, ParentType, Context, RequireFields<QueryPublicQuoteArgs, 'token'>>;
  publicInvoice?: Resolver<Maybe<ResolversTypes['PublicInvoice']>, ParentType, Context, RequireFields<QueryPublicInvoiceArgs, 'token'>>;
  publicRoom?: Resolver<Maybe<ResolversTypes['PublicRoomView']>, ParentType, Context, RequireFields<QueryPublicRoomArgs, 'token'>>;
  publicRoomItem?: Resolver<Maybe<ResolversTypes['PublicRoomItem']>, ParentType, Context, RequireFields<QueryPublicRoomItemArgs, 'token' | 'itemId'>>;
  publicRoomDownload?: Resolver<Maybe<ResolversTypes['FileDownload']>, ParentType, Context, RequireFields<QueryPublicRoomDownloadArgs, 'token' | 'itemId'>>;
  publicRoomComments?: Resolver<Maybe<Array<ResolversTypes['PublicRoomComment']>>, ParentType, Context, RequireFields<QueryPublicRoomCommentsArgs, 'token'>>;
  quote?: Resolver<Maybe<ResolversTypes['Quote']>, ParentType, ContextType, RequireFields<QueryQuoteArgs, 'id'>>;
  quotes?: Resolver<Maybe<ResolversTypes['QuoteConnection']>, ParentType, ContextType, Partial<QueryQuotesArgs>>;
  quotePdf?: Resolver<Maybe<ResolversTypes['FileDownload']>, ParentType, ContextType, RequireFields<QueryQuotePdfArgs, 'id'>>;
  relationshipOutcomes?: Resolver<Maybe<ResolversTypes['RelationshipOutcomeConnection']>, ParentType, ContextType, RequireFields<QueryRelationshipOutcomesArgs, 'contactId'>>;
  relationshipSummary?: Resolver<Maybe<ResolversTypes['RelationshipSummary']>, ParentType, ContextType, RequireFields<QueryRelationshipSummaryArgs, 'contactId'>>;
  relationshipFollowUps?: Resolver<Maybe<ResolversTypes['RelationshipFollowUpConnection']>, ParentType, ContextType, Partial<QueryRelationshipFollowUpsArgs>>;
  contactTouches?: Resolver<Maybe<ResolversTypes['ContactTouchConnection']>, ParentType, ContextType, RequireFields<QueryContactTouchesArgs, 'contactId'>>;
  roles?: Resolver<Maybe<ResolversTypes['RoleConnection']>, ParentType, ContextType, Partial<QueryRolesArgs>>;
  permissionCatalog?: Resolver<Maybe<ResolversTypes['PermissionCatalog']>, ParentType, ContextType>;
  roomItems?: Resolver<Maybe<ResolversTypes['RoomItemConnection']>, ParentType, ContextType, RequireFields<QueryRoomItemsArgs, 'roomId'>>;
  roomLinks?: Resolver<Maybe<ResolversTypes['RoomLinkConnection']>, ParentType, ContextType, RequireFields<QueryRoomLinksArgs, 'roomId'>>;
  roomEvents?: Resolver<Maybe<ResolversTypes['RoomEventConnection']>, ParentType, ContextType, RequireFields<QueryRoomEventsArgs, 'roomId'>>;
  roomAnalytics?: Resolver<Maybe<ResolversTypes['RoomAnalytics']>, ParentType, ContextType, RequireFields<QueryRoomAnalyticsArgs, 'roomId'>>;
  roomComments?: Resolver<Maybe<ResolversTypes['RoomCommentConnection']>, ParentType, ContextType, RequireFields<QueryRoomCommentsArgs, 'roomId'>>;
  room?: Resolver<Maybe<ResolversTypes['Room']>, ParentType, ContextType, RequireFields<QueryRoomArgs, 'id'>>;
  rooms?: Resolver<Maybe<ResolversTypes['RoomConnection']>, ParentType, ContextType, Partial<QueryRoomsArgs>>;
  savedView?: Resolver<Maybe<ResolversTypes['SavedView']>, ParentType, ContextType, RequireFields<QuerySavedViewArgs, 'id'>>;
  savedViews?: Resolver<Maybe<ResolversTypes['SavedViewConnection']>, ParentType, ContextType, Partial<QuerySavedViewsArgs>>;
  globalSearch?: Resolver<Maybe<ResolversTypes['GlobalSearch']>, ParentType, ContextType, RequireFields<QueryGlobalSearchArgs, 'q'>>;
  startSso?: Resolver<Maybe<ResolversTypes['SsoStart']>, ParentType, Context, RequireFields<QueryStartSsoArgs, 'tenantSlug'>>;
  task?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType, RequireFields<QueryTaskArgs, 'id'>>;
  tasks?: Resolver<Maybe<ResolversTypes['TaskConnection']>, ParentType, ContextType, Partial<QueryTasksArgs>>;
  exportTasks?: Resolver<Maybe<ResolversTypes['TaskConnection']>, ParentType, ContextType, Partial<QueryExportTasksArgs>>;
  taskActivity?: Resolver<Maybe<ResolversTypes['ActivityConnection']>, ParentType, ContextType, RequireFields<QueryTaskActivityArgs, 'taskId'>>;
  tenantSettings?: Resolver<Maybe<ResolversTypes['TenantSettings']>, ParentType, ContextType>;
  timeEntries?: Resolver<Maybe<ResolversTypes['TimeEntryConnection']>, ParentType, ContextType, Partial<QueryTimeEntriesArgs>>;
  webhookDeliveries?: Resolver<Maybe<ResolversTypes['WebhookDeliveryConnection']>, ParentType, ContextType, RequireFields<QueryWebhookDeliveriesArgs, 'webhookId'>>;
  webhookDelivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<QueryWebhookDeliveryArgs, 'webhookId' | 'id'>>;
  webhooks?: Resolver<Maybe<ResolversTypes['WebhookConnection']>, ParentType, ContextType, Partial<QueryWebhooksArgs>>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
  webhookEventTypes?: Resolver<Maybe<Array<ResolversTypes['WebhookEventType']>>, ParentType, ContextType>;
  workOrder?: Resolver<Maybe<ResolversTypes['WorkOrder']>, ParentType, ContextType, RequireFields<QueryWorkOrderArgs, 'id'>>;
  workOrders?: Resolver<Maybe<ResolversTypes['WorkOrderConnection']>, ParentType, ContextType, Partial<QueryWorkOrdersArgs>>;
  workOrderPdf?: Resolver<Maybe<ResolversTypes['FileDownload']>, ParentType, ContextType, RequireFields<QueryWorkOrderPdfArgs, 'id'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<Array<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
};

export type ActivityLinkResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActivityLink'] = ResolversParentTypes['ActivityLink']> = {
  entity?: Resolver<ResolversTypes['TimelineEntity'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
  invoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  quote?: Resolver<Maybe<ResolversTypes['Quote']>, ParentType, ContextType>;
  room?: Resolver<Maybe<ResolversTypes['Room']>, ParentType, ContextType>;
  task?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType>;
  workOrder?: Resolver<Maybe<ResolversTypes['WorkOrder']>, ParentType, ContextType>;
};

export type ActivityTypeResolvers = { NOTE: 'note', CALL: 'call', EMAIL: 'email', MESSAGE: 'message', MEETING: 'meeting', EVENT: 'event', TASK: 'task', STAGE_CHANGE: 'stage_change', FIELD_CHANGE: 'field_change', MERGE: 'merge', ROOM: 'room', CAMPAIGN: 'campaign', OUTCOME: 'outcome', SYSTEM: 'system' };

export type LoggedActivityTypeResolvers = { NOTE: 'note', CALL: 'call', EMAIL: 'email', MESSAGE: 'message', MEETING: 'meeting', EVENT: 'event', TASK: 'task' };

export type ActivityChannelResolvers = { EMAIL: 'email', PHONE: 'phone', SMS: 'sms', CHAT: 'chat', SOCIAL: 'social', LETTER: 'letter', VIDEO: 'video', IN_PERSON: 'in_person', ROOM: 'room' };

export type ActivityDirectionResolvers = { INBOUND: 'inbound', OUTBOUND: 'outbound', INTERNAL: 'internal' };

export type ActivityStatusResolvers = { PLANNED: 'planned', HELD: 'held', CANCELLED: 'cancelled', NO_SHOW: 'no_show' };

export type ActivitySourceResolvers = { USER: 'user', SERVICE: 'service', SYSTEM: 'system', VISITOR: 'visitor' };

export type AddressResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Address'] = ResolversParentTypes['Address']> = {
  line1?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  line2?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  city?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postalCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BulkFailureResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BulkFailure'] = ResolversParentTypes['BulkFailure']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fields?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type BulkCountsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BulkCounts'] = ResolversParentTypes['BulkCounts']> = {
  succeeded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BulkResultResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BulkResult'] = ResolversParentTypes['BulkResult']> = {
  succeeded?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  failed?: Resolver<Array<ResolversTypes['BulkFailure']>, ParentType, ContextType>;
  counts?: Resolver<ResolversTypes['BulkCounts'], ParentType, ContextType>;
};

export type UpsertOutcomeResolvers = { CREATED: 'created', UPDATED: 'updated' };

export type BatchFailureResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BatchFailure'] = ResolversParentTypes['BatchFailure']> = {
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fields?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type BatchOutcomeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BatchOutcome'] = ResolversParentTypes['BatchOutcome']> = {
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['UpsertOutcome'], ParentType, ContextType>;
};

export type BatchResultResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BatchResult'] = ResolversParentTypes['BatchResult']> = {
  succeeded?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  failed?: Resolver<Array<ResolversTypes['BatchFailure']>, ParentType, ContextType>;
  outcomes?: Resolver<Array<ResolversTypes['BatchOutcome']>, ParentType, ContextType>;
  counts?: Resolver<ResolversTypes['BulkCounts'], ParentType, ContextType>;
};

export type AgentCapabilitiesResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgentCapabilities'] = ResolversParentTypes['AgentCapabilities']> = {
  principal?: Resolver<ResolversTypes['AgentCaller'], ParentType, ContextType>;
  tenant?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['AgentPolicy'], ParentType, ContextType>;
  modules?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  capabilities?: Resolver<Array<ResolversTypes['Capability']>, ParentType, ContextType>;
};

export type AgentCallerResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgentCaller'] = ResolversParentTypes['AgentCaller']> = {
  kind?: Resolver<ResolversTypes['CallerKind'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  scopes?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type AgentPolicyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgentPolicy'] = ResolversParentTypes['AgentPolicy']> = {
  automationEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  approvals?: Resolver<ResolversTypes['AgentApprovals'], ParentType, ContextType>;
};

export type AgentApprovalsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgentApprovals'] = ResolversParentTypes['AgentApprovals']> = {
  write?: Resolver<ResolversTypes['Approval'], ParentType, ContextType>;
  externalSend?: Resolver<ResolversTypes['Approval'], ParentType, ContextType>;
  financial?: Resolver<ResolversTypes['Approval'], ParentType, ContextType>;
  destructive?: Resolver<ResolversTypes['Approval'], ParentType, ContextType>;
  signing?: Resolver<ResolversTypes['Approval'], ParentType, ContextType>;
};

export type ApprovalResolvers = { NONE: 'none', REQUIRED: 'required', DENIED: 'denied' };

export type CapabilityResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Capability'] = ResolversParentTypes['Capability']> = {
  operation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  module?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  method?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tool?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  graphql?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  permission?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  scope?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  risk?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  riskClass?: Resolver<Maybe<ResolversTypes['RiskClass']>, ParentType, ContextType>;
  approval?: Resolver<ResolversTypes['Approval'], ParentType, ContextType>;
  idempotency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  available?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  unavailableReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  inputSchemaRef?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outputSchemaRef?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AgentResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerUserId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  roleId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  allowedScopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['AgentStatus'], ParentType, ContextType>;
  dailyActionCap?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pendingProposals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastSeenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  proposals?: Resolver<ResolversTypes['ActionProposalConnection'], ParentType, ContextType, Partial<AgentProposalsArgs>>;
};

export type AgentStatusResolvers = { ACTIVE: 'active', PAUSED: 'paused', RETIRED: 'retired' };

export type AutomationPolicyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AutomationPolicy'] = ResolversParentTypes['AutomationPolicy']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  modes?: Resolver<ResolversTypes['AutomationModes'], ParentType, ContextType>;
  fourEyes?: Resolver<Array<ResolversTypes['RiskClass']>, ParentType, ContextType>;
  proposalTtlHours?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dailyCap?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quietHours?: Resolver<Maybe<ResolversTypes['QuietHours']>, ParentType, ContextType>;
  killSwitch?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type AutomationModesResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AutomationModes'] = ResolversParentTypes['AutomationModes']> = {
  write?: Resolver<ResolversTypes['AutomationMode'], ParentType, ContextType>;
  externalSend?: Resolver<ResolversTypes['AutomationMode'], ParentType, ContextType>;
  financial?: Resolver<ResolversTypes['AutomationMode'], ParentType, ContextType>;
  destructive?: Resolver<ResolversTypes['AutomationMode'], ParentType, ContextType>;
  signing?: Resolver<ResolversTypes['AutomationMode'], ParentType, ContextType>;
};

export type AutomationModeResolvers = { ALLOW: 'allow', APPROVAL: 'approval', DENY: 'deny' };

export type QuietHoursResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['QuietHours'] = ResolversParentTypes['QuietHours']> = {
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  until?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ApiTokenResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ApiToken'] = ResolversParentTypes['ApiToken']> = {
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ApiTokenKind'], ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  ownerMissingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  ownerMissing?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  roleId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  modules?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  ipAllowlist?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  prefix?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastFour?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ApiTokenStatus'], ParentType, ContextType>;
  previousSecretExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastUsedIp?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokeReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  secretShown?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type ApiTokenKindResolvers = { SERVICE: 'service', AGENT: 'agent' };

export type ApiTokenStatusResolvers = { ACTIVE: 'active', ROTATING: 'rotating', EXPIRED: 'expired', REVOKED: 'revoked' };

export type ProviderResolvers = { OPENAI_COMPATIBLE: 'openai_compatible', ANTHROPIC_COMPATIBLE: 'anthropic_compatible', EMAIL_SMTP: 'email_smtp', TRANSCRIPTION: 'transcription', ENRICHMENT: 'enrichment', STORAGE: 'storage', CUSTOM: 'custom' };

export type ProviderKeyStatusResolvers = { UNVERIFIED: 'unverified', ACTIVE: 'active', INVALID: 'invalid', DISABLED: 'disabled' };

export type ProviderFaultResolvers = { AUTH: 'auth', NOT_FOUND: 'not_found', RATE_LIMITED: 'rate_limited', HTTP: 'http', TIMEOUT: 'timeout', DNS: 'dns', TLS: 'tls', REFUSED: 'refused', BLOCKED: 'blocked', NETWORK: 'network', INVALID_ANSWER: 'invalid_answer' };

export type ProviderKeyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProviderKey'] = ResolversParentTypes['ProviderKey']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  provider?: Resolver<ResolversTypes['Provider'], ParentType, ContextType>;
  baseUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastFour?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ProviderKeyStatus'], ParentType, ContextType>;
  lastCheckedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['ProviderFault']>, ParentType, ContextType>;
  hasIngressSecret?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isDefault?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type AssistantSettingsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AssistantSettings'] = ResolversParentTypes['AssistantSettings']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  retentionDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dataClasses?: Resolver<Array<ResolversTypes['ModelDataClass']>, ParentType, ContextType>;
  allowProposals?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  modelPurposeReady?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type AssistantResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Assistant'] = ResolversParentTypes['Assistant']> = {
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  modelPurposeReady?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowProposals?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  conversations?: Resolver<Array<ResolversTypes['AssistantConversation']>, ParentType, ContextType>;
};

export type AssistantConversationResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AssistantConversation'] = ResolversParentTypes['AssistantConversation']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  messages?: Resolver<Array<ResolversTypes['AssistantMessage']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AssistantRoleResolvers = { USER: 'user', ASSISTANT: 'assistant' };

export type AssistantMessageResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AssistantMessage'] = ResolversParentTypes['AssistantMessage']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['AssistantRole'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  citations?: Resolver<Array<ResolversTypes['Citation']>, ParentType, ContextType>;
  proposals?: Resolver<Array<ResolversTypes['AssistantProposal']>, ParentType, ContextType>;
  providerUnavailable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CitationResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Citation'] = ResolversParentTypes['Citation']> = {
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AssistantProposalResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AssistantProposal'] = ResolversParentTypes['AssistantProposal']> = {
  proposalId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  operation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AssistantUsageResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AssistantUsage'] = ResolversParentTypes['AssistantUsage']> = {
  inputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AssistantAnswerResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AssistantAnswer'] = ResolversParentTypes['AssistantAnswer']> = {
  conversationId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  messageId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  citations?: Resolver<Array<ResolversTypes['Citation']>, ParentType, ContextType>;
  proposals?: Resolver<Array<ResolversTypes['AssistantProposal']>, ParentType, ContextType>;
  providerUnavailable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  usage?: Resolver<Maybe<ResolversTypes['AssistantUsage']>, ParentType, ContextType>;
};

export type AssistantContextTypeResolvers = { COMPANY: 'company', CLIENT: 'client', CONTACT: 'contact', DEAL: 'deal' };

export type AuditEntryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  seq?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  impersonator?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  approver?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operation?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  surface?: Resolver<ResolversTypes['AuditSurface'], ParentType, ContextType>;
  target?: Resolver<Maybe<ResolversTypes['AuditTarget']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['AuditOutcome'], ParentType, ContextType>;
  errorCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  occurrences?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['AuditChange']>, ParentType, ContextType>;
  risk?: Resolver<Maybe<ResolversTypes['Risk']>, ParentType, ContextType>;
  proposalId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ip?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userAgent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  prevHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  proof?: Resolver<Maybe<ResolversTypes['AuditProof']>, ParentType, ContextType>;
  request?: Resolver<Array<ResolversTypes['AuditEntry']>, ParentType, ContextType>;
};

export type AuditSurfaceResolvers = { REST: 'rest', GRAPHQL: 'graphql', MCP: 'mcp', JOB: 'job', INGRESS: 'ingress' };

export type AuditOutcomeResolvers = { SUCCESS: 'success', DENIED: 'denied', FAILED: 'failed' };

export type AuditTargetResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AuditTarget'] = ResolversParentTypes['AuditTarget']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
};

export type AuditChangeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AuditChange'] = ResolversParentTypes['AuditChange']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type AuditProofResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AuditProof'] = ResolversParentTypes['AuditProof']> = {
  seq?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  prevHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  contentHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  salt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  canonical?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type AuditSortResolvers = { OCCURRED_AT_ASC: 'occurred_at', OCCURRED_AT_DESC: '-occurred_at' };

export type AuditExportFormatResolvers = { CSV: 'csv', JSONL: 'jsonl' };

export type AccountResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Account'] = ResolversParentTypes['Account']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  locale?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  avatarUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  emailVerifiedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  mfaEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isOperator?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastSignInAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WorkspaceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Workspace'] = ResolversParentTypes['Workspace']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkspaceStatus'], ParentType, ContextType>;
  locale?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WorkspaceStatusResolvers = { ACTIVE: 'active', SUSPENDED: 'suspended', PENDING_DELETION: 'pending_deletion', DELETED: 'deleted' };

export type WorkspaceMembershipResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WorkspaceMembership'] = ResolversParentTypes['WorkspaceMembership']> = {
  tenant?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType>;
  joinedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type SignedInResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SignedIn'] = ResolversParentTypes['SignedIn']> = {
  sessionId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  accessToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tokenType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresIn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  refreshToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  refreshExpiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['Account'], ParentType, ContextType>;
  memberships?: Resolver<Array<ResolversTypes['WorkspaceMembership']>, ParentType, ContextType>;
};

export type RefreshedSessionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RefreshedSession'] = ResolversParentTypes['RefreshedSession']> = {
  sessionId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  accessToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tokenType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresIn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  refreshToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  refreshExpiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type SelectedWorkspaceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SelectedWorkspace'] = ResolversParentTypes['SelectedWorkspace']> = {
  accessToken?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tokenType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresIn?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  tenant?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType>;
};

export type SignedOutResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SignedOut'] = ResolversParentTypes['SignedOut']> = {
  sessionsEnded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DeviceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Device'] = ResolversParentTypes['Device']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userAgent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ip?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  authTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastUsedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type CallerKindResolvers = { USER: 'user', SERVICE: 'service', AGENT: 'agent' };

export type CallingTokenResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallingToken'] = ResolversParentTypes['CallingToken']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CurrentSessionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CurrentSession'] = ResolversParentTypes['CurrentSession']> = {
  kind?: Resolver<ResolversTypes['CallerKind'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['CallingToken']>, ParentType, ContextType>;
  sessionId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  tenant?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType>;
  memberships?: Resolver<Array<ResolversTypes['WorkspaceMembership']>, ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  permissions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  scopes?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  modules?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  automationEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  authTime?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  freshUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type JsonWebKeySetResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['JsonWebKeySet'] = ResolversParentTypes['JsonWebKeySet']> = {
  keys?: Resolver<Array<ResolversTypes['JsonWebKey']>, ParentType, ContextType>;
};

export type JsonWebKeyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['JsonWebKey'] = ResolversParentTypes['JsonWebKey']> = {
  kty?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  crv?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  x?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kid?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  use?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  alg?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WipModeResolvers = { SOFT: 'soft', HARD: 'hard' };

export type ProjectBoardResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectBoard'] = ResolversParentTypes['ProjectBoard']> = {
  projectId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  columns?: Resolver<Array<ResolversTypes['BoardColumn']>, ParentType, ContextType>;
  hidden?: Resolver<Array<ResolversTypes['HiddenStatus']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['DeliveryWarning']>, ParentType, ContextType>;
};

export type BoardColumnResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BoardColumn'] = ResolversParentTypes['BoardColumn']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TaskStatus'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wipLimit?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  wipMode?: Resolver<ResolversTypes['WipMode'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  overLimit?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cards?: Resolver<Array<ResolversTypes['TaskCard']>, ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type HiddenStatusResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['HiddenStatus'] = ResolversParentTypes['HiddenStatus']> = {
  status?: Resolver<ResolversTypes['TaskStatus'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TaskCardResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TaskCard'] = ResolversParentTypes['TaskCard']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TaskStatus'], ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['TaskPriority'], ParentType, ContextType>;
  assigneeIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  isBlocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TimelineTaskResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimelineTask'] = ResolversParentTypes['TimelineTask']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  durationDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  earlyStart?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  earlyFinish?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  lateStart?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  lateFinish?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  slackDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isCritical?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  conflict?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TimelineLinkResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimelineLink'] = ResolversParentTypes['TimelineLink']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  predecessorId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  successorId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['DependencyType'], ParentType, ContextType>;
  lagDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TimelineMilestoneResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimelineMilestone'] = ResolversParentTypes['TimelineMilestone']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MilestoneStatus'], ParentType, ContextType>;
};

export type ProjectTimelineResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectTimeline'] = ResolversParentTypes['ProjectTimeline']> = {
  projectId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  finishDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  unscheduled?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tasks?: Resolver<Array<ResolversTypes['TimelineTask']>, ParentType, ContextType>;
  links?: Resolver<Array<ResolversTypes['TimelineLink']>, ParentType, ContextType>;
  criticalPath?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  milestones?: Resolver<Array<ResolversTypes['TimelineMilestone']>, ParentType, ContextType>;
};

export type CallTemplateResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallTemplate'] = ResolversParentTypes['CallTemplate']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['CallTemplatePurpose'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sections?: Resolver<Array<ResolversTypes['CallTemplateSection']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  mergeFields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CallTemplateSectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallTemplateSection'] = ResolversParentTypes['CallTemplateSection']> = {
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  prompt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  questions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CallTemplatePurposeResolvers = { DISCOVERY: 'discovery', DEMO: 'demo', RENEWAL: 'renewal', SUPPORT: 'support', SURVEY: 'survey', OTHER: 'other' };

export type RenderedCallTemplateResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RenderedCallTemplate'] = ResolversParentTypes['RenderedCallTemplate']> = {
  templateId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sections?: Resolver<Array<ResolversTypes['CallTemplateSection']>, ParentType, ContextType>;
  unresolved?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CallResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Call'] = ResolversParentTypes['Call']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['CallDirection'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['CallStatus'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['CallOutcome']>, ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  durationS?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  participants?: Resolver<Array<ResolversTypes['CallParticipant']>, ParentType, ContextType>;
  links?: Resolver<ResolversTypes['CallLinks'], ParentType, ContextType>;
  templateId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  templateRevision?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  summary?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nextSteps?: Resolver<Array<ResolversTypes['CallNextStep']>, ParentType, ContextType>;
  providerCallId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CallParticipantResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallParticipant'] = ResolversParentTypes['CallParticipant']> = {
  role?: Resolver<ResolversTypes['CallRole'], ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type CallLinksResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallLinks'] = ResolversParentTypes['CallLinks']> = {
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  contactIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  roomId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type CallNextStepResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallNextStep'] = ResolversParentTypes['CallNextStep']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dueOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  assigneeUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ActionItemStatus'], ParentType, ContextType>;
};

export type CallDirectionResolvers = { INBOUND: 'inbound', OUTBOUND: 'outbound' };

export type CallStatusResolvers = { PLANNED: 'planned', IN_PROGRESS: 'in_progress', COMPLETED: 'completed', CANCELLED: 'cancelled' };

export type CallOutcomeResolvers = { CONNECTED: 'connected', VOICEMAIL: 'voicemail', NO_ANSWER: 'no_answer', BUSY: 'busy', WRONG_NUMBER: 'wrong_number', REFUSED: 'refused' };

export type CallRoleResolvers = { FROM: 'from', TO: 'to' };

export type WritableCallStatusResolvers = { IN_PROGRESS: 'in_progress', CANCELLED: 'cancelled' };

export type CompanyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Company'] = ResolversParentTypes['Company']> = {
  calls?: Resolver<ResolversTypes['CallConnection'], ParentType, ContextType, Partial<CompanyCallsArgs>>;
  client?: Resolver<Maybe<ResolversTypes['Client']>, ParentType, ContextType>;
  communications?: Resolver<ResolversTypes['CommunicationConnection'], ParentType, ContextType, Partial<CompanyCommunicationsArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  legalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  domain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clientId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clientNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clientStatus?: Resolver<Maybe<ResolversTypes['ClientStatus']>, ParentType, ContextType>;
  companyType?: Resolver<ResolversTypes['CompanyType'], ParentType, ContextType>;
  industry?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  linkedinUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  employeeCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  annualRevenue?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  revenueCurrency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  parentCompanyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['RecordSource'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  identifiers?: Resolver<Array<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType>;
  websites?: Resolver<Array<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType>;
  emailDomains?: Resolver<Array<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  children?: Resolver<ResolversTypes['CompanyConnection'], ParentType, ContextType, Partial<CompanyChildrenArgs>>;
  counts?: Resolver<ResolversTypes['CompanyCounts'], ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<CompanyActivitiesArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  contacts?: Resolver<ResolversTypes['ContactConnection'], ParentType, ContextType, Partial<CompanyContactsArgs>>;
  primaryContacts?: Resolver<ResolversTypes['ContactConnection'], ParentType, ContextType, Partial<CompanyPrimaryContactsArgs>>;
  deals?: Resolver<ResolversTypes['DealConnection'], ParentType, ContextType, Partial<CompanyDealsArgs>>;
  duplicates?: Resolver<Array<ResolversTypes['CompanyDuplicate']>, ParentType, ContextType>;
  invoices?: Resolver<ResolversTypes['InvoiceConnection'], ParentType, ContextType, Partial<CompanyInvoicesArgs>>;
  mergedIntoId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  notes?: Resolver<ResolversTypes['NoteConnection'], ParentType, ContextType, Partial<CompanyNotesArgs>>;
  projects?: Resolver<ResolversTypes['ProjectConnection'], ParentType, ContextType, Partial<CompanyProjectsArgs>>;
  quotes?: Resolver<ResolversTypes['QuoteConnection'], ParentType, ContextType, Partial<CompanyQuotesArgs>>;
  rooms?: Resolver<ResolversTypes['RoomConnection'], ParentType, ContextType, Partial<CompanyRoomsArgs>>;
  workOrders?: Resolver<ResolversTypes['WorkOrderConnection'], ParentType, ContextType, Partial<CompanyWorkOrdersArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ContactResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Contact'] = ResolversParentTypes['Contact']> = {
  calls?: Resolver<ResolversTypes['CallConnection'], ParentType, ContextType, Partial<ContactCallsArgs>>;
  communications?: Resolver<ResolversTypes['CommunicationConnection'], ParentType, ContextType, Partial<ContactCommunicationsArgs>>;
  companyLink?: Resolver<Maybe<ResolversTypes['CompanyLink']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  companies?: Resolver<Array<ResolversTypes['ContactCompany']>, ParentType, ContextType>;
  methods?: Resolver<Array<ResolversTypes['ContactMethod']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  prefix?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  middleName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  suffix?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  displayName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  department?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  timezone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locale?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  linkedinUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['ContactSource'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ContactStatus'], ParentType, ContextType>;
  doNotContact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  consent?: Resolver<ResolversTypes['ContactConsent'], ParentType, ContextType>;
  relationshipIntent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  interests?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  contextNotes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  desiredCadenceDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  preferredChannel?: Resolver<Maybe<ResolversTypes['PreferredChannel']>, ParentType, ContextType>;
  stewardUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<ContactActivitiesArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  deals?: Resolver<ResolversTypes['DealContactConnection'], ParentType, ContextType, Partial<ContactDealsArgs>>;
  duplicates?: Resolver<Array<ResolversTypes['ContactDuplicate']>, ParentType, ContextType>;
  invoices?: Resolver<ResolversTypes['InvoiceConnection'], ParentType, ContextType, Partial<ContactInvoicesArgs>>;
  mergedIntoId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  notes?: Resolver<ResolversTypes['NoteConnection'], ParentType, ContextType, Partial<ContactNotesArgs>>;
  projects?: Resolver<ResolversTypes['ProjectConnection'], ParentType, ContextType, Partial<ContactProjectsArgs>>;
  quotes?: Resolver<ResolversTypes['QuoteConnection'], ParentType, ContextType, Partial<ContactQuotesArgs>>;
  outcomes?: Resolver<ResolversTypes['RelationshipOutcomeConnection'], ParentType, ContextType, Partial<ContactOutcomesArgs>>;
  followUpSnoozedUntil?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  relationshipSummary?: Resolver<Maybe<ResolversTypes['RelationshipSummary']>, ParentType, ContextType>;
  workOrders?: Resolver<ResolversTypes['WorkOrderConnection'], ParentType, ContextType, Partial<ContactWorkOrdersArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DealResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Deal'] = ResolversParentTypes['Deal']> = {
  calls?: Resolver<ResolversTypes['CallConnection'], ParentType, ContextType, Partial<DealCallsArgs>>;
  communications?: Resolver<ResolversTypes['CommunicationConnection'], ParentType, ContextType, Partial<DealCommunicationsArgs>>;
  notes?: Resolver<ResolversTypes['NoteConnection'], ParentType, ContextType, Partial<DealNotesArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pipelineId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  pipeline?: Resolver<Maybe<ResolversTypes['DealPipeline']>, ParentType, ContextType>;
  stage?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DealStatus'], ParentType, ContextType>;
  probability?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  probabilityOverride?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DealKind'], ParentType, ContextType>;
  expectedCloseOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  stageEnteredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  closedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lostReason?: Resolver<Maybe<ResolversTypes['DealLostReason']>, ParentType, ContextType>;
  lostNote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nextStep?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['RecordSource'], ParentType, ContextType>;
  predecessorDealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  predecessor?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
  successors?: Resolver<ResolversTypes['DealConnection'], ParentType, ContextType, Partial<DealSuccessorsArgs>>;
  lineage?: Resolver<ResolversTypes['DealLineage'], ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  contractModel?: Resolver<Maybe<ResolversTypes['ContractModel']>, ParentType, ContextType>;
  billingFrequency?: Resolver<Maybe<ResolversTypes['BillingFrequency']>, ParentType, ContextType>;
  pricingBasis?: Resolver<Maybe<ResolversTypes['PricingBasis']>, ParentType, ContextType>;
  revenueRecognition?: Resolver<Maybe<ResolversTypes['RevenueRecognition']>, ParentType, ContextType>;
  valueBasis?: Resolver<Maybe<ResolversTypes['ValueBasis']>, ParentType, ContextType>;
  hasOverages?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  includesPassThroughCosts?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  unitLabel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unitPrice?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  unitQuantity?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  termLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  termUnit?: Resolver<Maybe<ResolversTypes['TermUnit']>, ParentType, ContextType>;
  termStartOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  termEndOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  autoRenews?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  renewalNoticeDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  overageRate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  contractStructureWarning?: Resolver<Maybe<ResolversTypes['ContractStructureWarning']>, ParentType, ContextType>;
  stageHistory?: Resolver<Array<ResolversTypes['DealStageEntry']>, ParentType, ContextType>;
  contacts?: Resolver<Array<ResolversTypes['DealContact']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<DealActivitiesArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  invoices?: Resolver<ResolversTypes['InvoiceConnection'], ParentType, ContextType, Partial<DealInvoicesArgs>>;
  projects?: Resolver<ResolversTypes['ProjectConnection'], ParentType, ContextType, Partial<DealProjectsArgs>>;
  quotes?: Resolver<ResolversTypes['QuoteConnection'], ParentType, ContextType, Partial<DealQuotesArgs>>;
  workOrders?: Resolver<ResolversTypes['WorkOrderConnection'], ParentType, ContextType, Partial<DealWorkOrdersArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClientResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Client'] = ResolversParentTypes['Client']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  clientName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  legalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clientId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clientNumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clientStatus?: Resolver<ResolversTypes['ClientStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  statusHistory?: Resolver<Array<ResolversTypes['ClientStatusChange']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  domain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  identifiers?: Resolver<Array<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType>;
  websites?: Resolver<Array<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType>;
  emailDomains?: Resolver<Array<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType>;
  companyType?: Resolver<ResolversTypes['CompanyType'], ParentType, ContextType>;
  industry?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  linkedinUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  employeeCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  accountManagerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  match?: Resolver<Maybe<ResolversTypes['ClientMatch']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClientStatusChangeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ClientStatusChange'] = ResolversParentTypes['ClientStatusChange']> = {
  fromStatus?: Resolver<Maybe<ResolversTypes['ClientStatus']>, ParentType, ContextType>;
  toStatus?: Resolver<Maybe<ResolversTypes['ClientStatus']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  changedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type ClientMatchResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ClientMatch'] = ResolversParentTypes['ClientMatch']> = {
  outcome?: Resolver<ResolversTypes['ClientOutcome'], ParentType, ContextType>;
  step?: Resolver<Maybe<ResolversTypes['MatchStep']>, ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['ClientWarning']>, ParentType, ContextType>;
  contactsAssociated?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ClientOutcomeResolvers = { CREATED: 'created', LINKED: 'linked', REACTIVATED: 'reactivated' };

export type ClientWarningResolvers = { NAME_DIFFERS: 'name_differs' };

export type CommercialSettingsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommercialSettings'] = ResolversParentTypes['CommercialSettings']> = {
  seller?: Resolver<ResolversTypes['Seller'], ParentType, ContextType>;
  paymentTermsDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quoteValidityDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  maxDiscountPercent?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  allowOverpayment?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cashRounding?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  deliveryTolerancePercent?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  requireSignOff?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  taxRounding?: Resolver<ResolversTypes['TaxRounding'], ParentType, ContextType>;
  timeRounding?: Resolver<ResolversTypes['TimeRounding'], ParentType, ContextType>;
};

export type SellerResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Seller'] = ResolversParentTypes['Seller']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  legalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  taxId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  registrationNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bank?: Resolver<Maybe<ResolversTypes['BankAccount']>, ParentType, ContextType>;
  footer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BankAccountResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BankAccount'] = ResolversParentTypes['BankAccount']> = {
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  iban?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bic?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TimeRoundingResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimeRounding'] = ResolversParentTypes['TimeRounding']> = {
  minutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['TimeRoundingMode'], ParentType, ContextType>;
};

export type TimeRoundingModeResolvers = { UP: 'up', NEAREST: 'nearest' };

export type TaxRoundingResolvers = { PER_RATE: 'per_rate', PER_LINE: 'per_line' };

export type CommunicationThreadResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationThread'] = ResolversParentTypes['CommunicationThread']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  subject?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  channel?: Resolver<ResolversTypes['CommunicationChannel'], ParentType, ContextType>;
  messageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  participants?: Resolver<Array<ResolversTypes['ThreadParticipant']>, ParentType, ContextType>;
  links?: Resolver<ResolversTypes['ThreadLinks'], ParentType, ContextType>;
  lastMessage?: Resolver<Maybe<ResolversTypes['ThreadMessage']>, ParentType, ContextType>;
  lastMessageAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['WaitingSide'], ParentType, ContextType>;
  messages?: Resolver<Array<ResolversTypes['Communication']>, ParentType, ContextType>;
};

export type ThreadLinksResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ThreadLinks'] = ResolversParentTypes['ThreadLinks']> = {
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  contactIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  roomId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type ThreadParticipantResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ThreadParticipant'] = ResolversParentTypes['ThreadParticipant']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type ThreadMessageResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ThreadMessage'] = ResolversParentTypes['ThreadMessage']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['ActivityDirection'], ParentType, ContextType>;
  occurredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  snippet?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type WaitingSideResolvers = { US: 'us', THEM: 'them', NONE: 'none' };

export type CommunicationResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Communication'] = ResolversParentTypes['Communication']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  channel?: Resolver<ResolversTypes['CommunicationChannel'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['ActivityDirection'], ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['CommunicationPurpose'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['CommunicationStatus'], ParentType, ContextType>;
  subject?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bodyText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bodyHtml?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  snippet?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  participants?: Resolver<Array<ResolversTypes['CommunicationParticipant']>, ParentType, ContextType>;
  threadId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  inReplyTo?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  messageId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  links?: Resolver<ResolversTypes['CommunicationLinks'], ParentType, ContextType>;
  occurredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  scheduledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sentAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  connectorId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  isAutoReply?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  attachments?: Resolver<Array<ResolversTypes['CommunicationAttachment']>, ParentType, ContextType>;
  failureReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CommunicationParticipantResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationParticipant'] = ResolversParentTypes['CommunicationParticipant']> = {
  role?: Resolver<ResolversTypes['ParticipantRole'], ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  delivery?: Resolver<Maybe<ResolversTypes['CommunicationDelivery']>, ParentType, ContextType>;
};

export type CommunicationDeliveryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationDelivery'] = ResolversParentTypes['CommunicationDelivery']> = {
  state?: Resolver<ResolversTypes['DeliveryState'], ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CommunicationLinksResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationLinks'] = ResolversParentTypes['CommunicationLinks']> = {
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  contactIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  roomId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type CommunicationAttachmentResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationAttachment'] = ResolversParentTypes['CommunicationAttachment']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mime?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bytes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CommunicationChannelResolvers = { EMAIL: 'email', SMS: 'sms', CHAT: 'chat', SOCIAL: 'social', LETTER: 'letter', VIDEO: 'video', IN_PERSON: 'in_person' };

export type CommunicationPurposeResolvers = { GENERAL: 'general', RELATIONSHIP: 'relationship', DEAL: 'deal', SUPPORT: 'support', CAMPAIGN: 'campaign' };

export type CommunicationStatusResolvers = { DRAFT: 'draft', SCHEDULED: 'scheduled', QUEUED: 'queued', SENT: 'sent', DELIVERED: 'delivered', BOUNCED: 'bounced', FAILED: 'failed', LOGGED: 'logged', RECEIVED: 'received' };

export type InitialCommunicationStatusResolvers = { DRAFT: 'draft' };

export type ParticipantRoleResolvers = { FROM: 'from', TO: 'to', CC: 'cc', BCC: 'bcc' };

export type DeliveryStateResolvers = { QUEUED: 'queued', SENT: 'sent', DELIVERED: 'delivered', BOUNCED: 'bounced', FAILED: 'failed' };

export type CompanyCountsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyCounts'] = ResolversParentTypes['CompanyCounts']> = {
  children?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contacts?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  openDeals?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rooms?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CompanyIdentifierResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyIdentifier'] = ResolversParentTypes['CompanyIdentifier']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  identifierType?: Resolver<ResolversTypes['IdentifierType'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  valueUnicode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isPrimary?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['IdentifierSource'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CompanyTypeResolvers = { PROSPECT: 'prospect', CLIENT: 'client', PARTNER: 'partner', VENDOR: 'vendor', INVESTOR: 'investor', COMPETITOR: 'competitor', OTHER: 'other' };

export type ClientStatusResolvers = { ONBOARDING: 'onboarding', ACTIVE: 'active', AT_RISK: 'at_risk', PAUSED: 'paused', CHURNED: 'churned', FORMER: 'former' };

export type RecordSourceResolvers = { MANUAL: 'manual', IMPORT: 'import', API: 'api', AGENT: 'agent', CLIENT_CREATE: 'client_create', EMAIL: 'email', ENRICHMENT: 'enrichment' };

export type IdentifierTypeResolvers = { WEBSITE: 'website', EMAIL_DOMAIN: 'email_domain' };

export type IdentifierSourceResolvers = { MANUAL: 'manual', API: 'api', IMPORT: 'import', CLIENT_CREATE: 'client_create', MERGE: 'merge', ENRICHMENT: 'enrichment', COMPAT_FIELD: 'compat_field' };

export type CompanyUpsertResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyUpsert'] = ResolversParentTypes['CompanyUpsert']> = {
  outcome?: Resolver<ResolversTypes['UpsertOutcome'], ParentType, ContextType>;
  company?: Resolver<ResolversTypes['Company'], ParentType, ContextType>;
};

export type ContactCompanyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactCompany'] = ResolversParentTypes['ContactCompany']> = {
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isPrimary?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startedOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  endedOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['AssociationSource'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['UpsertOutcome']>, ParentType, ContextType>;
};

export type CompanyLinkResolvers = { MANUAL: 'manual', AUTO_DOMAIN: 'auto_domain' };

export type AssociationSourceResolvers = { MANUAL: 'manual', IMPORT: 'import', API: 'api', AGENT: 'agent', AUTO_DOMAIN: 'auto_domain', DOMAIN_MATCH: 'domain_match', MERGE: 'merge' };

export type ContactMethodResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactMethod'] = ResolversParentTypes['ContactMethod']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ContactMethodKind'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  original?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['ContactMethodLabel']>, ParentType, ContextType>;
  network?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isPrimary?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isValid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isShared?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ContactMethodKindResolvers = { EMAIL: 'email', PHONE: 'phone', PROFILE: 'profile' };

export type ContactMethodLabelResolvers = { WORK: 'work', HOME: 'home', MOBILE: 'mobile', OTHER: 'other' };

export type ContactConsentResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactConsent'] = ResolversParentTypes['ContactConsent']> = {
  email?: Resolver<ResolversTypes['Consent'], ParentType, ContextType>;
  sms?: Resolver<ResolversTypes['Consent'], ParentType, ContextType>;
  phone?: Resolver<ResolversTypes['Consent'], ParentType, ContextType>;
  post?: Resolver<ResolversTypes['Consent'], ParentType, ContextType>;
};

export type ConsentResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Consent'] = ResolversParentTypes['Consent']> = {
  state?: Resolver<ResolversTypes['ConsentState'], ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  by?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
};

export type ContactSourceResolvers = { MANUAL: 'manual', IMPORT: 'import', API: 'api', AGENT: 'agent', EMAIL: 'email', ENRICHMENT: 'enrichment' };

export type ContactStatusResolvers = { ACTIVE: 'active', INACTIVE: 'inactive', LEFT_COMPANY: 'left_company', ERASED: 'erased' };

export type WritableContactStatusResolvers = { ACTIVE: 'active', INACTIVE: 'inactive', LEFT_COMPANY: 'left_company' };

export type ConsentStateResolvers = { UNKNOWN: 'unknown', OPTED_IN: 'opted_in', OPTED_OUT: 'opted_out' };

export type PreferredChannelResolvers = { EMAIL: 'email', PHONE: 'phone', SMS: 'sms', CHAT: 'chat', VIDEO: 'video', IN_PERSON: 'in_person', SOCIAL: 'social' };

export type ContactUpsertResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactUpsert'] = ResolversParentTypes['ContactUpsert']> = {
  outcome?: Resolver<ResolversTypes['UpsertOutcome'], ParentType, ContextType>;
  contact?: Resolver<ResolversTypes['Contact'], ParentType, ContextType>;
};

export type CustomFieldResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CustomField'] = ResolversParentTypes['CustomField']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entity?: Resolver<ResolversTypes['CustomFieldEntity'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['CustomFieldType'], ParentType, ContextType>;
  required?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  unique?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  defaultValue?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  options?: Resolver<Array<ResolversTypes['CustomFieldOption']>, ParentType, ContextType>;
  rules?: Resolver<ResolversTypes['CustomFieldRules'], ParentType, ContextType>;
  classification?: Resolver<ResolversTypes['FieldClass'], ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  archivedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  usageCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType, RequireFields<CustomFieldUsageCountArgs, 'count'>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type CustomFieldOptionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CustomFieldOption'] = ResolversParentTypes['CustomFieldOption']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  archived?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CustomFieldRulesResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CustomFieldRules'] = ResolversParentTypes['CustomFieldRules']> = {
  minLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  maxLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pattern?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  min?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  max?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  scale?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CustomFieldEntityResolvers = { COMPANIES: 'companies', CONTACTS: 'contacts', DEALS: 'deals', PROJECTS: 'projects', TASKS: 'tasks', ROOMS: 'rooms', COMPETITORS: 'competitors', CAMPAIGNS: 'campaigns', COMMUNICATIONS: 'communications', QUOTES: 'quotes', WORK_ORDERS: 'work_orders', INVOICES: 'invoices', SUPPORT_TICKETS: 'support_tickets' };

export type CustomFieldTypeResolvers = { TEXT: 'text', LONG_TEXT: 'long_text', INTEGER: 'integer', NUMBER: 'number', PERCENT: 'percent', CURRENCY: 'currency', DATE: 'date', DATETIME: 'datetime', BOOLEAN: 'boolean', SELECT: 'select', MULTI_SELECT: 'multi_select', URL: 'url', EMAIL: 'email', PHONE: 'phone', USER: 'user', COMPANY: 'company', CONTACT: 'contact', JSON: 'json' };

export type CustomFieldOperatorResolvers = { EQ: 'eq', NEQ: 'neq', IN: 'in', NIN: 'nin', LT: 'lt', LTE: 'lte', GT: 'gt', GTE: 'gte', BETWEEN: 'between', CONTAINS: 'contains', STARTS_WITH: 'starts_with', IS_NULL: 'is_null', EXISTS: 'exists', NOT: 'not' };

export type ContractModelResolvers = { FIXED_PRICE: 'fixed_price', TIME_AND_MATERIALS: 'time_and_materials', RETAINER: 'retainer', SUBSCRIPTION: 'subscription', MILESTONE: 'milestone', USAGE_BASED: 'usage_based', HYBRID: 'hybrid' };

export type BillingFrequencyResolvers = { ONE_TIME: 'one_time', WEEKLY: 'weekly', MONTHLY: 'monthly', QUARTERLY: 'quarterly', SEMI_ANNUAL: 'semi_annual', ANNUAL: 'annual', PER_MILESTONE: 'per_milestone', ON_COMPLETION: 'on_completion' };

export type PricingBasisResolvers = { FLAT_FEE: 'flat_fee', PER_HOUR: 'per_hour', PER_DAY: 'per_day', PER_UNIT: 'per_unit', PER_SEAT: 'per_seat', PER_MILESTONE: 'per_milestone', TIERED: 'tiered', PERCENTAGE: 'percentage' };

export type RevenueRecognitionResolvers = { POINT_IN_TIME: 'point_in_time', STRAIGHT_LINE: 'straight_line', PERCENTAGE_OF_COMPLETION: 'percentage_of_completion', AS_INVOICED: 'as_invoiced', ON_MILESTONE: 'on_milestone' };

export type ValueBasisResolvers = { TOTAL_CONTRACT: 'total_contract', ANNUAL: 'annual', MONTHLY: 'monthly', ESTIMATE: 'estimate', NOT_TO_EXCEED: 'not_to_exceed' };

export type TermUnitResolvers = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' };

export type ContractStructureWarningResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContractStructureWarning'] = ResolversParentTypes['ContractStructureWarning']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  missing?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  inconsistent?: Resolver<Array<ResolversTypes['ContractInconsistency']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ContractInconsistencyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContractInconsistency'] = ResolversParentTypes['ContractInconsistency']> = {
  fields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DealContactResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealContact'] = ResolversParentTypes['DealContact']> = {
  dealId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
  contactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['DealRole']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DealRoleResolvers = { DECISION_MAKER: 'decision_maker', CHAMPION: 'champion', INFLUENCER: 'influencer', ECONOMIC_BUYER: 'economic_buyer', USER: 'user', BLOCKER: 'blocker', LEGAL: 'legal', OTHER: 'other' };

export type DealCompetitorStatusResolvers = { IN_PLAY: 'in_play', BEATEN: 'beaten', LOST_TO: 'lost_to' };

export type DealBoardResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealBoard'] = ResolversParentTypes['DealBoard']> = {
  pipeline?: Resolver<ResolversTypes['DealPipeline'], ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['DealBoardStage']>, ParentType, ContextType>;
  totals?: Resolver<Array<ResolversTypes['DealTotal']>, ParentType, ContextType>;
};

export type DealBoardStageResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealBoardStage'] = ResolversParentTypes['DealBoardStage']> = {
  stage?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['DealStatus'], ParentType, ContextType>;
  probability?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rottingDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totals?: Resolver<Array<ResolversTypes['DealTotal']>, ParentType, ContextType>;
  rottingCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cards?: Resolver<Array<ResolversTypes['Deal']>, ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type DealTotalResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealTotal'] = ResolversParentTypes['DealTotal']> = {
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  weightedValue?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type DealForecastResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealForecast'] = ResolversParentTypes['DealForecast']> = {
  rows?: Resolver<Array<ResolversTypes['DealForecastRow']>, ParentType, ContextType>;
};

export type DealForecastRowResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealForecastRow'] = ResolversParentTypes['DealForecastRow']> = {
  month?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  won?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  commit?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  bestCase?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  pipeline?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  weighted?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type DealLineageResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealLineage'] = ResolversParentTypes['DealLineage']> = {
  nodes?: Resolver<Array<ResolversTypes['DealLineageNode']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['DealLineageEdge']>, ParentType, ContextType>;
  hiddenCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DealLineageNodeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealLineageNode'] = ResolversParentTypes['DealLineageNode']> = {
  type?: Resolver<ResolversTypes['DealLineageType'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DealLineageTypeResolvers = { DEAL: 'deal', CONTACT: 'contact' };

export type DealLineageEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealLineageEdge'] = ResolversParentTypes['DealLineageEdge']> = {
  from?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DealLineageKind'], ParentType, ContextType>;
};

export type DealLineageKindResolvers = { PREDECESSOR: 'predecessor', SUCCESSOR: 'successor', SOURCE_CONTACT: 'source_contact' };

export type DealPipelineResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealPipeline'] = ResolversParentTypes['DealPipeline']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isDefault?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['DealStage']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type DealStageResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealStage'] = ResolversParentTypes['DealStage']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  probability?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['DealStatus'], ParentType, ContextType>;
  rottingDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  allowedMoves?: Resolver<Array<ResolversTypes['DealStage']>, ParentType, ContextType>;
};

export type DealStageEntryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealStageEntry'] = ResolversParentTypes['DealStageEntry']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  pipelineId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  stage?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DealStatus'], ParentType, ContextType>;
  enteredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  leftAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  secondsInStage?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lostReason?: Resolver<Maybe<ResolversTypes['DealLostReason']>, ParentType, ContextType>;
  lostNote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DealStatusResolvers = { OPEN: 'open', WON: 'won', LOST: 'lost' };

export type DealKindResolvers = { NEW_BUSINESS: 'new_business', RENEWAL: 'renewal', EXPANSION: 'expansion', OTHER: 'other' };

export type DealLostReasonResolvers = { PRICE: 'price', PRODUCT_FIT: 'product_fit', COMPETITOR: 'competitor', NO_BUDGET: 'no_budget', NO_DECISION: 'no_decision', TIMING: 'timing', LOST_CONTACT: 'lost_contact', DUPLICATE: 'duplicate', OTHER: 'other' };

export type DocumentLineResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DocumentLine'] = ResolversParentTypes['DocumentLine']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DocumentLineKind'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sku?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quantity?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unitPrice?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  minutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  discount?: Resolver<Maybe<ResolversTypes['DocumentDiscount']>, ParentType, ContextType>;
  taxes?: Resolver<Array<ResolversTypes['LineTax']>, ParentType, ContextType>;
  gross?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  discountAmount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  net?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  discountShare?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  optional?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  selected?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  sourceLineId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  timeEntryIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  milestoneId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  quantityOrdered?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  quantityDelivered?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  quantityInvoiced?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
};

export type DocumentLineKindResolvers = { ITEM: 'item', SECTION: 'section', TEXT: 'text' };

export type DocumentDiscountResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DocumentDiscount'] = ResolversParentTypes['DocumentDiscount']> = {
  type?: Resolver<ResolversTypes['DiscountType'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type DiscountTypeResolvers = { PERCENT: 'percent', AMOUNT: 'amount' };

export type TaxCategoryResolvers = { STANDARD: 'standard', REDUCED: 'reduced', ZERO: 'zero', EXEMPT: 'exempt', REVERSE_CHARGE: 'reverse_charge', OUTSIDE_SCOPE: 'outside_scope', WITHHOLDING: 'withholding' };

export type LineTaxResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['LineTax'] = ResolversParentTypes['LineTax']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rate?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['TaxCategory'], ParentType, ContextType>;
  exemptionReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TaxGroupResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TaxGroup'] = ResolversParentTypes['TaxGroup']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['TaxCategory'], ParentType, ContextType>;
  rate?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  base?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  tax?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  exemptionReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BuyerResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Buyer'] = ResolversParentTypes['Buyer']> = {
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  taxId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DocumentSourceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DocumentSource'] = ResolversParentTypes['DocumentSource']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
};

export type DocumentPdfResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DocumentPdf'] = ResolversParentTypes['DocumentPdf']> = {
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  renderedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type DocumentWarningResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DocumentWarning'] = ResolversParentTypes['DocumentWarning']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ids?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type DocumentConversionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DocumentConversion'] = ResolversParentTypes['DocumentConversion']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['ConversionTarget'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['ConversionMode'], ParentType, ContextType>;
  percent?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['ConvertedLine']>, ParentType, ContextType>;
  documentId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  documentNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ConversionTargetResolvers = { WORK_ORDER: 'work_order', INVOICE: 'invoice' };

export type ConversionModeResolvers = { ALL: 'all', LINES: 'lines', PERCENT: 'percent', FINAL: 'final' };

export type ConvertedLineResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ConvertedLine'] = ResolversParentTypes['ConvertedLine']> = {
  lineId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type SectionSkipReasonResolvers = { FEATURE_DISABLED: 'FEATURE_DISABLED', PERMISSION_DENIED: 'PERMISSION_DENIED', SCOPE_MISSING: 'SCOPE_MISSING', TIMEOUT: 'TIMEOUT' };

export type SkippedSectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SkippedSection'] = ResolversParentTypes['SkippedSection']> = {
  section?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['SectionSkipReason'], ParentType, ContextType>;
};

export type WonValueResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WonValue'] = ResolversParentTypes['WonValue']> = {
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type DossierDealsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DossierDeals'] = ResolversParentTypes['DossierDeals']> = {
  open?: Resolver<Array<ResolversTypes['Deal']>, ParentType, ContextType>;
  wonValue?: Resolver<Array<ResolversTypes['WonValue']>, ParentType, ContextType>;
  lostCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CompanyDossierResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyDossier'] = ResolversParentTypes['CompanyDossier']> = {
  company?: Resolver<ResolversTypes['Company'], ParentType, ContextType>;
  identifiers?: Resolver<Array<ResolversTypes['CompanyIdentifier']>, ParentType, ContextType>;
  client?: Resolver<Maybe<ResolversTypes['Client']>, ParentType, ContextType>;
  contacts?: Resolver<Maybe<Array<ResolversTypes['Contact']>>, ParentType, ContextType>;
  deals?: Resolver<Maybe<ResolversTypes['DossierDeals']>, ParentType, ContextType>;
  rooms?: Resolver<Maybe<Array<ResolversTypes['Room']>>, ParentType, ContextType>;
  communications?: Resolver<Maybe<Array<ResolversTypes['Communication']>>, ParentType, ContextType>;
  nextScheduled?: Resolver<Maybe<ResolversTypes['Activity']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<Array<ResolversTypes['Note']>>, ParentType, ContextType>;
  activities?: Resolver<Maybe<Array<ResolversTypes['Activity']>>, ParentType, ContextType>;
  actionItemsOpen?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  competitors?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  projects?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  invoicesSummary?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  supportOpen?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pulse?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  skipped?: Resolver<Array<ResolversTypes['SkippedSection']>, ParentType, ContextType>;
  generatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type HealthBandResolvers = { HEALTHY: 'healthy', WATCH: 'watch', AT_RISK: 'at_risk', CRITICAL: 'critical', UNKNOWN: 'unknown' };

export type ClientHealthComponentKeyResolvers = { DELIVERY: 'delivery', RECEIVABLES: 'receivables', SUPPORT: 'support', ENGAGEMENT: 'engagement' };

export type ClientHealthComponentResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ClientHealthComponent'] = ResolversParentTypes['ClientHealthComponent']> = {
  key?: Resolver<ResolversTypes['ClientHealthComponentKey'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sampleSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ClientHealthResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ClientHealth'] = ResolversParentTypes['ClientHealth']> = {
  score?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  band?: Resolver<ResolversTypes['HealthBand'], ParentType, ContextType>;
  partial?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  components?: Resolver<Array<ResolversTypes['ClientHealthComponent']>, ParentType, ContextType>;
};

export type ClientOverviewResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ClientOverview'] = ResolversParentTypes['ClientOverview']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  projects?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  milestonesDue?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  overdueTasks?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  ticketsOpen?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  quotesOpen?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  invoicesOpen?: Resolver<Maybe<Array<ResolversTypes['JSON']>>, ParentType, ContextType>;
  timeUnbilled?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  health?: Resolver<ResolversTypes['ClientHealth'], ParentType, ContextType>;
  skipped?: Resolver<Array<ResolversTypes['SkippedSection']>, ParentType, ContextType>;
};

export type CompanyDuplicateReasonResolvers = { NAME: 'name', SIMILAR_NAME: 'similar_name', BRAND: 'brand' };

export type CompanyDuplicateResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyDuplicate'] = ResolversParentTypes['CompanyDuplicate']> = {
  companyId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  otherCompanyId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  otherCompany?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['CompanyDuplicateReason'], ParentType, ContextType>;
};

export type ContactDuplicateReasonResolvers = { EMAIL: 'email', PHONE: 'phone', NAME_AND_COMPANY: 'name_and_company' };

export type ContactDuplicateResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactDuplicate'] = ResolversParentTypes['ContactDuplicate']> = {
  contactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  otherContactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  otherContact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['ContactDuplicateReason'], ParentType, ContextType>;
};

export type DuplicateDismissalResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DuplicateDismissal'] = ResolversParentTypes['DuplicateDismissal']> = {
  ids?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  dismissedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type FileDownloadResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['FileDownload'] = ResolversParentTypes['FileDownload']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mime?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type HealthResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Health'] = ResolversParentTypes['Health']> = {
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  uptimeSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ReadinessResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Readiness'] = ResolversParentTypes['Readiness']> = {
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  checks?: Resolver<Array<ResolversTypes['ReadinessCheck']>, ParentType, ContextType>;
};

export type ReadinessCheckResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ReadinessCheck'] = ResolversParentTypes['ReadinessCheck']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type InvoiceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Invoice'] = ResolversParentTypes['Invoice']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  storedId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  number?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['InvoiceStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  issueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  poNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  terms?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  internalNotes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pricesIncludeTax?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  taxRounding?: Resolver<ResolversTypes['TaxRounding'], ParentType, ContextType>;
  discount?: Resolver<Maybe<ResolversTypes['DocumentDiscount']>, ParentType, ContextType>;
  taxGroups?: Resolver<Array<ResolversTypes['TaxGroup']>, ParentType, ContextType>;
  subtotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  discountTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  netTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  taxTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  roundingAdjustment?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  exchangeRate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  seller?: Resolver<Maybe<ResolversTypes['Seller']>, ParentType, ContextType>;
  buyer?: Resolver<Maybe<ResolversTypes['Buyer']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['DocumentSource']>, ParentType, ContextType>;
  pdf?: Resolver<Maybe<ResolversTypes['DocumentPdf']>, ParentType, ContextType>;
  locale?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['DocumentLine']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['DocumentWarning']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  documentType?: Resolver<ResolversTypes['InvoiceDocumentType'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['InvoiceKind'], ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  supplyDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  issuedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sentAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  viewedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  amountPaid?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  amountCredited?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  balance?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  isOverdue?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  daysOverdue?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  creditedInvoiceId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  creditRemaining?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  creditReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reminderCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  voidReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  voidedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  writeOffReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  writtenOffAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  payments?: Resolver<Array<ResolversTypes['InvoicePayment']>, ParentType, ContextType>;
  credits?: Resolver<Array<ResolversTypes['AppliedCredit']>, ParentType, ContextType>;
  creditNotes?: Resolver<Array<ResolversTypes['CreditNoteSummary']>, ParentType, ContextType>;
  publicUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publicUrlShown?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<InvoiceActivitiesArgs>>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type InvoiceStatusResolvers = { DRAFT: 'draft', ISSUED: 'issued', PARTIALLY_PAID: 'partially_paid', PAID: 'paid', VOID: 'void', UNCOLLECTIBLE: 'uncollectible' };

export type InvoiceDocumentTypeResolvers = { INVOICE: 'invoice', CREDIT_NOTE: 'credit_note' };

export type InvoiceKindResolvers = { STANDARD: 'standard', DEPOSIT: 'deposit', PROGRESS: 'progress', FINAL: 'final' };

export type AppliedCreditResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AppliedCredit'] = ResolversParentTypes['AppliedCredit']> = {
  creditNoteId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  number?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CreditNoteSummaryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CreditNoteSummary'] = ResolversParentTypes['CreditNoteSummary']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  number?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['InvoiceStatus'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type NewDocumentTypeResolvers = { INVOICE: 'invoice' };

export type InvoiceMailKindResolvers = { INVOICE: 'invoice', REMINDER: 'reminder', RECEIPT: 'receipt' };

export type PdfFormatResolvers = { PDF: 'pdf', XML: 'xml' };

export type JobResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Job'] = ResolversParentTypes['Job']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['JobKind'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['JobState'], ParentType, ContextType>;
  progress?: Resolver<ResolversTypes['JobProgress'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['JobError']>, ParentType, ContextType>;
  result?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  download?: Resolver<Maybe<ResolversTypes['JobDownload']>, ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type JobKindResolvers = { IMPORT_EXECUTE: 'import_execute', IMPORT_ROLLBACK: 'import_rollback', EXPORT: 'export', BATCH: 'batch', PDF_RENDER: 'pdf_render', SEAL: 'seal', RESCHEDULE: 'reschedule' };

export type JobStateResolvers = { QUEUED: 'queued', RUNNING: 'running', SUCCEEDED: 'succeeded', FAILED: 'failed', CANCELLING: 'cancelling', CANCELLED: 'cancelled' };

export type JobProgressResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['JobProgress'] = ResolversParentTypes['JobProgress']> = {
  processed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type JobErrorResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['JobError'] = ResolversParentTypes['JobError']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JobDownloadResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['JobDownload'] = ResolversParentTypes['JobDownload']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type MatchStepResolvers = { IDENTIFIER: 'identifier', NAME: 'name', BRAND: 'brand' };

export type MatchVerdictResolvers = { NONE: 'none', MATCH: 'match', AMBIGUOUS: 'ambiguous' };

export type MatchAmbiguityResolvers = { MULTIPLE_MATCHES: 'multiple_matches', AMBIGUOUS_MATCH: 'ambiguous_match' };

export type MatchCandidateResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['MatchCandidate'] = ResolversParentTypes['MatchCandidate']> = {
  companyId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  domain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  match?: Resolver<ResolversTypes['MatchStep'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CompanyMatchResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyMatch'] = ResolversParentTypes['CompanyMatch']> = {
  verdict?: Resolver<ResolversTypes['MatchVerdict'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['MatchAmbiguity']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  step?: Resolver<Maybe<ResolversTypes['MatchStep']>, ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  candidates?: Resolver<Array<ResolversTypes['MatchCandidate']>, ParentType, ContextType>;
};

export type MemberResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Member'] = ResolversParentTypes['Member']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  avatarUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MemberStatus'], ParentType, ContextType>;
  roleIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  moduleAccess?: Resolver<Maybe<Array<ResolversTypes['Module']>>, ParentType, ContextType>;
  joinedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  invitedBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type MemberStatusResolvers = { INVITED: 'invited', ACTIVE: 'active', DEACTIVATED: 'deactivated' };

export type MembershipStatusResolvers = { ACTIVE: 'active', DEACTIVATED: 'deactivated' };

export type MemberRemovalResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['MemberRemoval'] = ResolversParentTypes['MemberRemoval']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  removedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reassignedToUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  reassigned?: Resolver<Array<ResolversTypes['RecordCount']>, ParentType, ContextType>;
  sessionsEnded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RecordCountResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RecordCount'] = ResolversParentTypes['RecordCount']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AcceptedInvitationResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AcceptedInvitation'] = ResolversParentTypes['AcceptedInvitation']> = {
  user?: Resolver<ResolversTypes['Account'], ParentType, ContextType>;
  tenant?: Resolver<ResolversTypes['Workspace'], ParentType, ContextType>;
  accountCreated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type MergeReportResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['MergeReport'] = ResolversParentTypes['MergeReport']> = {
  id?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  filledFields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  moved?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  skipped?: Resolver<Array<ResolversTypes['MergeSkip']>, ParentType, ContextType>;
};

export type MergeSkipResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['MergeSkip'] = ResolversParentTypes['MergeSkip']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ids?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CompanyMergeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyMerge'] = ResolversParentTypes['CompanyMerge']> = {
  record?: Resolver<ResolversTypes['Company'], ParentType, ContextType>;
  merge?: Resolver<ResolversTypes['MergeReport'], ParentType, ContextType>;
};

export type CompanyMergeUndoResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyMergeUndo'] = ResolversParentTypes['CompanyMergeUndo']> = {
  record?: Resolver<ResolversTypes['Company'], ParentType, ContextType>;
  restored?: Resolver<ResolversTypes['Company'], ParentType, ContextType>;
  merge?: Resolver<ResolversTypes['MergeReport'], ParentType, ContextType>;
};

export type ContactMergeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactMerge'] = ResolversParentTypes['ContactMerge']> = {
  record?: Resolver<ResolversTypes['Contact'], ParentType, ContextType>;
  merge?: Resolver<ResolversTypes['MergeReport'], ParentType, ContextType>;
};

export type ContactMergeUndoResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactMergeUndo'] = ResolversParentTypes['ContactMergeUndo']> = {
  record?: Resolver<ResolversTypes['Contact'], ParentType, ContextType>;
  restored?: Resolver<ResolversTypes['Contact'], ParentType, ContextType>;
  merge?: Resolver<ResolversTypes['MergeReport'], ParentType, ContextType>;
};

export type ModelPurposeResolvers = { ASSISTANT_CHAT: 'assistant_chat', CONTENT_MULTIPLEX: 'content_multiplex', CONTENT_ADAPT: 'content_adapt', SUMMARY: 'summary', TRANSCRIPTION: 'transcription', CLASSIFICATION: 'classification', EMBEDDING: 'embedding' };

export type ModelFallbackResolvers = { DETERMINISTIC: 'deterministic', ASSISTANT_CHAT: 'assistant_chat', CONTENT_MULTIPLEX: 'content_multiplex', CONTENT_ADAPT: 'content_adapt', SUMMARY: 'summary', TRANSCRIPTION: 'transcription', CLASSIFICATION: 'classification', EMBEDDING: 'embedding' };

export type ModelDataClassResolvers = { ORDINARY_CRM: 'ordinary_crm', RESTRICTED_RELATIONSHIP: 'restricted_relationship', PRIVATE_USER_NOTE: 'private_user_note' };

export type ModelHealthResolvers = { UNSET: 'unset', KEY_UNUSABLE: 'key_unusable', OVER_BUDGET: 'over_budget', FAILING: 'failing', HEALTHY: 'healthy', UNTRIED: 'untried' };

export type ModelSpendResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ModelSpend'] = ResolversParentTypes['ModelSpend']> = {
  month?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requests?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ModelRouteResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ModelRoute'] = ResolversParentTypes['ModelRoute']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  purpose?: Resolver<ResolversTypes['ModelPurpose'], ParentType, ContextType>;
  providerKey?: Resolver<Maybe<ResolversTypes['ProviderKey']>, ParentType, ContextType>;
  providerKeyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  temperature?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  maxOutputTokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  timeoutMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  monthlyBudget?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  fallback?: Resolver<ResolversTypes['ModelFallback'], ParentType, ContextType>;
  dataClassesAllowed?: Resolver<Array<ResolversTypes['ModelDataClass']>, ParentType, ContextType>;
  health?: Resolver<ResolversTypes['ModelHealth'], ParentType, ContextType>;
  lastSuccessAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastFailureAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['ProviderFault']>, ParentType, ContextType>;
  spend?: Resolver<ResolversTypes['ModelSpend'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type NoteResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Note'] = ResolversParentTypes['Note']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  body?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isPinned?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  author?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  edited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type NumberSeriesResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['NumberSeries'] = ResolversParentTypes['NumberSeries']> = {
  docType?: Resolver<ResolversTypes['NumberSeriesType'], ParentType, ContextType>;
  format?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reset?: Resolver<ResolversTypes['NumberReset'], ParentType, ContextType>;
  gapFree?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextValue?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  period?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextNumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type NumberSeriesTypeResolvers = { CLIENT: 'client', PROJECT: 'project', QUOTE: 'quote', WORK_ORDER: 'work_order', INVOICE: 'invoice', CREDIT_NOTE: 'credit_note', TICKET: 'ticket' };

export type NumberResetResolvers = { NEVER: 'never', YEARLY: 'yearly', MONTHLY: 'monthly' };

export type NumberLedgerEntryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['NumberLedgerEntry'] = ResolversParentTypes['NumberLedgerEntry']> = {
  number?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  seq?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  period?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  documentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  documentId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  issuedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NumberState'], ParentType, ContextType>;
};

export type NumberLedgerEntryConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['NumberLedgerEntryConnection'] = ResolversParentTypes['NumberLedgerEntryConnection']> = {
  gaps?: Resolver<Array<ResolversTypes['NumberGap']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['NumberLedgerEntry']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['NumberLedgerEntryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NumberStateResolvers = { USED: 'used', VOID: 'void' };

export type NumberGapResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['NumberGap'] = ResolversParentTypes['NumberGap']> = {
  period?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InvoicePaymentResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['InvoicePayment'] = ResolversParentTypes['InvoicePayment']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  invoiceId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['PaymentMethod'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PaymentStatus'], ParentType, ContextType>;
  paidAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  applied?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  excess?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  creditNoteId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  refunded?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  refunds?: Resolver<Array<ResolversTypes['PaymentRefund']>, ParentType, ContextType>;
  invoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType>;
};

export type PaymentRefundResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PaymentRefund'] = ResolversParentTypes['PaymentRefund']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PaymentMethodResolvers = { BANK_TRANSFER: 'bank_transfer', CARD: 'card', DIRECT_DEBIT: 'direct_debit', CASH: 'cash', CHECK: 'check', PROVIDER: 'provider', CREDIT_NOTE: 'credit_note', CLIENT_CREDIT: 'client_credit', OTHER: 'other' };

export type PaymentStatusResolvers = { PENDING: 'pending', SUCCEEDED: 'succeeded', FAILED: 'failed', REFUNDED: 'refunded', PARTIALLY_REFUNDED: 'partially_refunded', DISPUTED: 'disputed' };

export type ClientStatementResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ClientStatement'] = ResolversParentTypes['ClientStatement']> = {
  companyId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  currencies?: Resolver<Array<ResolversTypes['StatementCurrency']>, ParentType, ContextType>;
};

export type StatementCurrencyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['StatementCurrency'] = ResolversParentTypes['StatementCurrency']> = {
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  opening?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  debits?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  credits?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  closing?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  rows?: Resolver<Array<ResolversTypes['StatementRow']>, ParentType, ContextType>;
};

export type StatementRowResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['StatementRow'] = ResolversParentTypes['StatementRow']> = {
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['StatementRowType'], ParentType, ContextType>;
  number?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  paymentId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  debit?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  credit?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  balance?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type StatementRowTypeResolvers = { INVOICE: 'invoice', CREDIT_NOTE: 'credit_note', PAYMENT: 'payment', REFUND: 'refund', WRITE_OFF: 'write_off', WRITE_OFF_REVERSED: 'write_off_reversed', VOID: 'void' };

export type ReceivablesAgingResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ReceivablesAging'] = ResolversParentTypes['ReceivablesAging']> = {
  asOf?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  rows?: Resolver<Array<ResolversTypes['AgingRow']>, ParentType, ContextType>;
  totals?: Resolver<Array<ResolversTypes['AgingTotal']>, ParentType, ContextType>;
};

export type AgingRowResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgingRow'] = ResolversParentTypes['AgingRow']> = {
  companyId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  companyName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  buckets?: Resolver<Array<ResolversTypes['AgingBucket']>, ParentType, ContextType>;
  credits?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type AgingTotalResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgingTotal'] = ResolversParentTypes['AgingTotal']> = {
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  buckets?: Resolver<Array<ResolversTypes['AgingBucket']>, ParentType, ContextType>;
  credits?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type AgingBucketResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgingBucket'] = ResolversParentTypes['AgingBucket']> = {
  bucket?: Resolver<ResolversTypes['AgingBucketName'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type AgingBucketNameResolvers = { CURRENT: 'current', DAYS_1_30: '1-30', DAYS_31_60: '31-60', DAYS_61_90: '61-90', OVER_90: 'over_90' };

export type ProjectContactRoleResolvers = { SPONSOR: 'sponsor', DECISION_MAKER: 'decision_maker', TECHNICAL: 'technical', BILLING: 'billing', STAKEHOLDER: 'stakeholder' };

export type ProjectPartnerRoleResolvers = { SUBCONTRACTOR: 'subcontractor', VENDOR: 'vendor', AGENCY: 'agency', CONSULTANT: 'consultant', OTHER: 'other' };

export type ProjectMemberRoleResolvers = { MANAGER: 'manager', CONTRIBUTOR: 'contributor', VIEWER: 'viewer' };

export type ProjectContactResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectContact'] = ResolversParentTypes['ProjectContact']> = {
  contactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['ProjectContactRole'], ParentType, ContextType>;
  isPrimary?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ProjectPartnerResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectPartner'] = ResolversParentTypes['ProjectPartner']> = {
  companyId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['ProjectPartnerRole'], ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type ProjectMemberResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectMember'] = ResolversParentTypes['ProjectMember']> = {
  userId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['ProjectMemberRole'], ParentType, ContextType>;
  allocationPercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  billRate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  costRate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  addedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type MilestoneStatusResolvers = { OPEN: 'open', COMPLETED: 'completed' };

export type MilestoneResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Milestone'] = ResolversParentTypes['Milestone']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  projectId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MilestoneStatus'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  billingAmount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  billingPercent?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  invoiceId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  invoiceLineId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type ProjectCurrencyTotalsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectCurrencyTotals'] = ResolversParentTypes['ProjectCurrencyTotals']> = {
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quoted?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  invoiced?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  paid?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type ProjectBudgetResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectBudget'] = ResolversParentTypes['ProjectBudget']> = {
  amount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  minutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type TrackedTimeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TrackedTime'] = ResolversParentTypes['TrackedTime']> = {
  minutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  billableMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  cost?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type UnbilledWorkResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['UnbilledWork'] = ResolversParentTypes['UnbilledWork']> = {
  minutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  timeAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  milestoneAmount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type ProjectMarginResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectMargin'] = ResolversParentTypes['ProjectMargin']> = {
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  percent?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
};

export type ProjectFinancialsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectFinancials'] = ResolversParentTypes['ProjectFinancials']> = {
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  budget?: Resolver<ResolversTypes['ProjectBudget'], ParentType, ContextType>;
  tracked?: Resolver<ResolversTypes['TrackedTime'], ParentType, ContextType>;
  unbilled?: Resolver<ResolversTypes['UnbilledWork'], ParentType, ContextType>;
  quoted?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  invoiced?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  paid?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  margin?: Resolver<Maybe<ResolversTypes['ProjectMargin']>, ParentType, ContextType>;
  otherCurrencies?: Resolver<Array<ResolversTypes['ProjectCurrencyTotals']>, ParentType, ContextType>;
};

export type ProjectResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Project'] = ResolversParentTypes['Project']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ProjectStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  health?: Resolver<Maybe<ResolversTypes['ProjectHealth']>, ParentType, ContextType>;
  healthOverride?: Resolver<Maybe<ResolversTypes['ProjectHealth']>, ParentType, ContextType>;
  healthReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  billingType?: Resolver<ResolversTypes['ProjectBillingType'], ParentType, ContextType>;
  budgetAmount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  budgetMinutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  billRate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  workingCalendar?: Resolver<ResolversTypes['WorkingCalendar'], ParentType, ContextType>;
  autoSchedule?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  enforceDependencies?: Resolver<ResolversTypes['DependencyEnforcement'], ParentType, ContextType>;
  templateId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  templateVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  progressPercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contacts?: Resolver<Array<ResolversTypes['ProjectContact']>, ParentType, ContextType>;
  partners?: Resolver<Array<ResolversTypes['ProjectPartner']>, ParentType, ContextType>;
  members?: Resolver<Array<ResolversTypes['ProjectMember']>, ParentType, ContextType>;
  dealIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  deals?: Resolver<Array<ResolversTypes['Deal']>, ParentType, ContextType>;
  milestones?: Resolver<Array<ResolversTypes['Milestone']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['DeliveryWarning']>, ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<ProjectActivitiesArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  tasks?: Resolver<ResolversTypes['TaskConnection'], ParentType, ContextType, Partial<ProjectTasksArgs>>;
  timeEntries?: Resolver<ResolversTypes['TimeEntryConnection'], ParentType, ContextType, Partial<ProjectTimeEntriesArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DeliveryWarningResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DeliveryWarning'] = ResolversParentTypes['DeliveryWarning']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ids?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type ProjectStatusResolvers = { PLANNED: 'planned', ACTIVE: 'active', ON_HOLD: 'on_hold', COMPLETED: 'completed', CANCELLED: 'cancelled' };

export type ProjectHealthResolvers = { ON_TRACK: 'on_track', AT_RISK: 'at_risk', OFF_TRACK: 'off_track' };

export type ProjectBillingTypeResolvers = { NONE: 'none', FIXED_FEE: 'fixed_fee', TIME_AND_MATERIALS: 'time_and_materials', HOURS_CAP: 'hours_cap' };

export type DependencyEnforcementResolvers = { OFF: 'off', WARN: 'warn', BLOCK: 'block' };

export type WeekdayResolvers = { MON: 'mon', TUE: 'tue', WED: 'wed', THU: 'thu', FRI: 'fri', SAT: 'sat', SUN: 'sun' };

export type WorkingCalendarResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WorkingCalendar'] = ResolversParentTypes['WorkingCalendar']> = {
  weekdays?: Resolver<Array<ResolversTypes['Weekday']>, ParentType, ContextType>;
  holidays?: Resolver<Array<ResolversTypes['Date']>, ParentType, ContextType>;
};

export type OpenTasksChoiceResolvers = { CANCEL: 'cancel', LEAVE: 'leave' };

export type ActionProposalResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActionProposal'] = ResolversParentTypes['ActionProposal']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  operation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  arguments?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  argumentsHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  riskClass?: Resolver<ResolversTypes['RiskClass'], ParentType, ContextType>;
  target?: Resolver<Maybe<ResolversTypes['ProposalTarget']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rationale?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  evidence?: Resolver<Array<ResolversTypes['ProposalEvidence']>, ParentType, ContextType>;
  preview?: Resolver<Array<ResolversTypes['PreviewLine']>, ParentType, ContextType>;
  proposedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  onBehalfOfUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ProposalState'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  decidedBy?: Resolver<Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  decidedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decisionNote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  execution?: Resolver<Maybe<ResolversTypes['ProposalExecution']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ProposalTargetResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProposalTarget'] = ResolversParentTypes['ProposalTarget']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ProposalEvidenceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProposalEvidence'] = ResolversParentTypes['ProposalEvidence']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PreviewLineResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PreviewLine'] = ResolversParentTypes['PreviewLine']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type ProposalExecutionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProposalExecution'] = ResolversParentTypes['ProposalExecution']> = {
  state?: Resolver<ResolversTypes['ExecutionState'], ParentType, ContextType>;
  errorCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  resultRef?: Resolver<Maybe<ResolversTypes['ExecutionResult']>, ParentType, ContextType>;
  at?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ExecutionResultResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ExecutionResult'] = ResolversParentTypes['ExecutionResult']> = {
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
};

export type ProposalStateResolvers = { QUEUED: 'queued', APPROVED: 'approved', REJECTED: 'rejected', CANCELLED: 'cancelled', EXPIRED: 'expired' };

export type ExecutionStateResolvers = { PENDING: 'pending', SUCCEEDED: 'succeeded', FAILED: 'failed' };

export type QueuedActionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['QueuedAction'] = ResolversParentTypes['QueuedAction']> = {
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  executed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  proposalId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PublicLineResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicLine'] = ResolversParentTypes['PublicLine']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DocumentLineKind'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sku?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  quantity?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unitPrice?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  minutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  discount?: Resolver<Maybe<ResolversTypes['DocumentDiscount']>, ParentType, ContextType>;
  taxes?: Resolver<Array<ResolversTypes['LineTax']>, ParentType, ContextType>;
  gross?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  discountAmount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  net?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  discountShare?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  optional?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  selected?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PublicPdfResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicPdf'] = ResolversParentTypes['PublicPdf']> = {
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type PublicQuoteResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicQuote'] = ResolversParentTypes['PublicQuote']> = {
  number?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  issueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  poNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  seller?: Resolver<Maybe<ResolversTypes['Seller']>, ParentType, ContextType>;
  buyer?: Resolver<Maybe<ResolversTypes['Buyer']>, ParentType, ContextType>;
  pricesIncludeTax?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['PublicLine']>, ParentType, ContextType>;
  taxGroups?: Resolver<Array<ResolversTypes['TaxGroup']>, ParentType, ContextType>;
  subtotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  discountTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  netTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  taxTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  roundingAdjustment?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  terms?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locale?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pdf?: Resolver<Maybe<ResolversTypes['PublicPdf']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['QuoteStatus'], ParentType, ContextType>;
  validUntil?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  documentHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  decision?: Resolver<Maybe<ResolversTypes['PublicDecision']>, ParentType, ContextType>;
};

export type PublicDecisionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicDecision'] = ResolversParentTypes['PublicDecision']> = {
  decision?: Resolver<ResolversTypes['QuoteDecisionKind'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PublicInvoiceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicInvoice'] = ResolversParentTypes['PublicInvoice']> = {
  number?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  issueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  poNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  seller?: Resolver<Maybe<ResolversTypes['Seller']>, ParentType, ContextType>;
  buyer?: Resolver<Maybe<ResolversTypes['Buyer']>, ParentType, ContextType>;
  pricesIncludeTax?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['PublicLine']>, ParentType, ContextType>;
  taxGroups?: Resolver<Array<ResolversTypes['TaxGroup']>, ParentType, ContextType>;
  subtotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  discountTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  netTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  taxTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  roundingAdjustment?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  terms?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locale?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pdf?: Resolver<Maybe<ResolversTypes['PublicPdf']>, ParentType, ContextType>;
  documentType?: Resolver<ResolversTypes['InvoiceDocumentType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['InvoiceStatus'], ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  supplyDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  amountPaid?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  balance?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type PaymentPageResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PaymentPage'] = ResolversParentTypes['PaymentPage']> = {
  checkoutUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ClientDecisionResolvers = { ACCEPTED: 'accepted', DECLINED: 'declined' };

export type PublicRoomViewResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomView'] = ResolversParentTypes['PublicRoomView']> = {
  access?: Resolver<ResolversTypes['PublicRoomAccess'], ParentType, ContextType>;
  room?: Resolver<ResolversTypes['PublicRoom'], ParentType, ContextType>;
  nda?: Resolver<Maybe<ResolversTypes['PublicRoomNda']>, ParentType, ContextType>;
  items?: Resolver<Maybe<Array<ResolversTypes['PublicRoomItem']>>, ParentType, ContextType>;
  visitor?: Resolver<Maybe<ResolversTypes['PublicRoomVisitor']>, ParentType, ContextType>;
};

export type PublicRoomAccessResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomAccess'] = ResolversParentTypes['PublicRoomAccess']> = {
  granted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requires?: Resolver<Array<ResolversTypes['RoomGate']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  allowDownload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowComments?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RoomGateResolvers = { EMAIL: 'email', CODE: 'code', PASSWORD: 'password', NDA: 'nda' };

export type PublicRoomResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoom'] = ResolversParentTypes['PublicRoom']> = {
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  branding?: Resolver<ResolversTypes['PublicRoomBranding'], ParentType, ContextType>;
  welcomeMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PublicRoomBrandingResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomBranding'] = ResolversParentTypes['PublicRoomBranding']> = {
  logoUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  accent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PublicRoomNdaResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomNda'] = ResolversParentTypes['PublicRoomNda']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PublicRoomVisitorResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomVisitor'] = ResolversParentTypes['PublicRoomVisitor']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PublicRoomItemResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomItem'] = ResolversParentTypes['PublicRoomItem']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RoomItemKind'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  body?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  file?: Resolver<Maybe<ResolversTypes['PublicRoomFile']>, ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDownload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  dueOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  done?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  view?: Resolver<Maybe<ResolversTypes['PublicRoomFileView']>, ParentType, ContextType>;
};

export type PublicRoomFileResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomFile'] = ResolversParentTypes['PublicRoomFile']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mime?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PublicRoomFileViewResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomFileView'] = ResolversParentTypes['PublicRoomFileView']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RoomEntryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomEntry'] = ResolversParentTypes['RoomEntry']> = {
  session?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  visitor?: Resolver<Maybe<ResolversTypes['PublicRoomVisitor']>, ParentType, ContextType>;
  codeSent?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type RoomEventsReceiptResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomEventsReceipt'] = ResolversParentTypes['RoomEventsReceipt']> = {
  accepted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  duplicates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PublicRoomCommentResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomComment'] = ResolversParentTypes['PublicRoomComment']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  body?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  author?: Resolver<ResolversTypes['PublicRoomAuthor'], ParentType, ContextType>;
  itemId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  isResolved?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PublicRoomAuthorResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PublicRoomAuthor'] = ResolversParentTypes['PublicRoomAuthor']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isTeam?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isMe?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type QuoteResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Quote'] = ResolversParentTypes['Quote']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  storedId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  number?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['QuoteStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  issueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  poNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  terms?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  internalNotes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pricesIncludeTax?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  taxRounding?: Resolver<ResolversTypes['TaxRounding'], ParentType, ContextType>;
  discount?: Resolver<Maybe<ResolversTypes['DocumentDiscount']>, ParentType, ContextType>;
  taxGroups?: Resolver<Array<ResolversTypes['TaxGroup']>, ParentType, ContextType>;
  subtotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  discountTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  netTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  taxTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  roundingAdjustment?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  exchangeRate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  seller?: Resolver<Maybe<ResolversTypes['Seller']>, ParentType, ContextType>;
  buyer?: Resolver<Maybe<ResolversTypes['Buyer']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['DocumentSource']>, ParentType, ContextType>;
  pdf?: Resolver<Maybe<ResolversTypes['DocumentPdf']>, ParentType, ContextType>;
  locale?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['DocumentLine']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['DocumentWarning']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  validUntil?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  previousRevisionId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  revisions?: Resolver<Array<ResolversTypes['QuoteRevision']>, ParentType, ContextType>;
  conversions?: Resolver<Array<ResolversTypes['DocumentConversion']>, ParentType, ContextType>;
  convertedPercent?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  sentAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  viewedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decidedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decision?: Resolver<Maybe<ResolversTypes['QuoteDecision']>, ParentType, ContextType>;
  documentHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publicUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publicUrlShown?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<QuoteActivitiesArgs>>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QuoteStatusResolvers = { DRAFT: 'draft', SENT: 'sent', ACCEPTED: 'accepted', DECLINED: 'declined', EXPIRED: 'expired', CANCELLED: 'cancelled', SUPERSEDED: 'superseded' };

export type QuoteRevisionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['QuoteRevision'] = ResolversParentTypes['QuoteRevision']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['QuoteStatus'], ParentType, ContextType>;
};

export type QuoteDecisionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['QuoteDecision'] = ResolversParentTypes['QuoteDecision']> = {
  decision?: Resolver<ResolversTypes['QuoteDecisionKind'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['DecidedBy'], ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ip?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signatureText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type QuoteDecisionKindResolvers = { ACCEPTED: 'accepted', DECLINED: 'declined', CANCELLED: 'cancelled' };

export type DecidedByResolvers = { CLIENT: 'client', USER: 'user' };

export type ConvertModeResolvers = { ALL: 'all', LINES: 'lines', PERCENT: 'percent' };

export type QuoteConversionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['QuoteConversion'] = ResolversParentTypes['QuoteConversion']> = {
  id?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  quoteId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['ConversionTarget'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['ConversionMode'], ParentType, ContextType>;
  percent?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['ConvertedLine']>, ParentType, ContextType>;
  workOrderId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  invoiceId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  workOrder?: Resolver<Maybe<ResolversTypes['WorkOrder']>, ParentType, ContextType>;
  invoice?: Resolver<Maybe<ResolversTypes['Invoice']>, ParentType, ContextType>;
};

export type RelationshipOutcomeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipOutcome'] = ResolversParentTypes['RelationshipOutcome']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
  outcomeType?: Resolver<ResolversTypes['OutcomeType'], ParentType, ContextType>;
  direction?: Resolver<ResolversTypes['OutcomeDirection'], ParentType, ContextType>;
  occurredOn?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  summary?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  evidence?: Resolver<Array<ResolversTypes['OutcomeEvidence']>, ParentType, ContextType>;
  proofAssetRefs?: Resolver<Array<ResolversTypes['ProofAssetRef']>, ParentType, ContextType>;
  confirmationState?: Resolver<ResolversTypes['ConfirmationState'], ParentType, ContextType>;
  suggestionRef?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recordedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  history?: Resolver<Array<ResolversTypes['OutcomeCorrection']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type OutcomeTypeResolvers = { RESOURCE_SHARED: 'resource_shared', REFERRAL_GIVEN: 'referral_given', REFERRAL_RECEIVED: 'referral_received', INTRODUCTION_MADE: 'introduction_made', COLLABORATION_STARTED: 'collaboration_started', COLLABORATION_COMPLETED: 'collaboration_completed', CO_CREATED_ARTIFACT: 'co_created_artifact', RESEARCH_INSIGHT: 'research_insight', COMMUNITY_CONTRIBUTION: 'community_contribution' };

export type OutcomeDirectionResolvers = { INBOUND: 'inbound', OUTBOUND: 'outbound', MUTUAL: 'mutual' };

export type ConfirmationStateResolvers = { AGENT_SUGGESTED: 'agent_suggested', HUMAN_CONFIRMED: 'human_confirmed', CORRECTED: 'corrected' };

export type RecordableStateResolvers = { AGENT_SUGGESTED: 'agent_suggested', HUMAN_CONFIRMED: 'human_confirmed' };

export type EvidenceCategoryResolvers = { MEETING: 'meeting', MESSAGE: 'message', DOCUMENT: 'document', EVENT: 'event', REFERRAL: 'referral', OTHER: 'other' };

export type OutcomeEvidenceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['OutcomeEvidence'] = ResolversParentTypes['OutcomeEvidence']> = {
  category?: Resolver<ResolversTypes['EvidenceCategory'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ProofAssetRefResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProofAssetRef'] = ResolversParentTypes['ProofAssetRef']> = {
  sourceUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSystem?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OutcomeCorrectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['OutcomeCorrection'] = ResolversParentTypes['OutcomeCorrection']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  confirmationState?: Resolver<ResolversTypes['ConfirmationState'], ParentType, ContextType>;
  former?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
};

export type RelationshipSummaryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipSummary'] = ResolversParentTypes['RelationshipSummary']> = {
  contactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  context?: Resolver<ResolversTypes['RelationshipContext'], ParentType, ContextType>;
  signals?: Resolver<ResolversTypes['RelationshipSignals'], ParentType, ContextType>;
  recencyBand?: Resolver<ResolversTypes['RecencyBand'], ParentType, ContextType>;
  governance?: Resolver<ResolversTypes['RelationshipGovernance'], ParentType, ContextType>;
};

export type RelationshipContextResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipContext'] = ResolversParentTypes['RelationshipContext']> = {
  desiredCadenceDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  preferredChannel?: Resolver<Maybe<ResolversTypes['PreferredChannel']>, ParentType, ContextType>;
  stewardUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  relationshipIntent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  interests?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  contextNotes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  proposedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RelationshipSignalsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipSignals'] = ResolversParentTypes['RelationshipSignals']> = {
  lastMeaningfulTouchAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  nextScheduledTouchAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  unresolvedNextSteps?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recencyBand?: Resolver<ResolversTypes['RecencyBand'], ParentType, ContextType>;
  interactionCounts?: Resolver<ResolversTypes['InteractionCounts'], ParentType, ContextType>;
};

export type InteractionCountsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['InteractionCounts'] = ResolversParentTypes['InteractionCounts']> = {
  email?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  phone?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sms?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  chat?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  video?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inPerson?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  social?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  room?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RecencyBandResolvers = { FRESH: 'fresh', STABLE: 'stable', STALE: 'stale', DORMANT: 'dormant' };

export type RelationshipGovernanceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipGovernance'] = ResolversParentTypes['RelationshipGovernance']> = {
  policyVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  classifications?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  redactedFields?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  principalType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  generatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  evidenceVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agentLimits?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RelationshipFollowUpResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipFollowUp'] = ResolversParentTypes['RelationshipFollowUp']> = {
  contactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  displayName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  stewardUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['FollowUpReason'], ParentType, ContextType>;
  reasons?: Resolver<Array<ResolversTypes['FollowUpReason']>, ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['FollowUpPriority'], ParentType, ContextType>;
  overdueDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  suppression?: Resolver<ResolversTypes['FollowUpSuppression'], ParentType, ContextType>;
  lastMeaningfulTouchAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  recencyBand?: Resolver<ResolversTypes['RecencyBand'], ParentType, ContextType>;
  evidenceVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
};

export type FollowUpReasonResolvers = { AWAITING_OUR_REPLY: 'awaiting_our_reply', CADENCE_OVERDUE: 'cadence_overdue', NEVER_TOUCHED: 'never_touched', OPEN_NEXT_STEPS: 'open_next_steps' };

export type FollowUpPriorityResolvers = { URGENT: 'urgent', HIGH: 'high', NORMAL: 'normal', LOW: 'low' };

export type FollowUpSuppressionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['FollowUpSuppression'] = ResolversParentTypes['FollowUpSuppression']> = {
  status?: Resolver<ResolversTypes['FollowUpSuppressionStatus'], ParentType, ContextType>;
  until?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type FollowUpSuppressionStatusResolvers = { DO_NOT_CONTACT: 'do_not_contact', SNOOZED: 'snoozed', SCHEDULED_TOUCH: 'scheduled_touch', AWAITING_REPLY: 'awaiting_reply', NONE: 'none' };

export type ContactTouchResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactTouch'] = ResolversParentTypes['ContactTouch']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ActivityType'], ParentType, ContextType>;
  channel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  direction?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  meaningful?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['TouchRule'], ParentType, ContextType>;
};

export type TouchRuleResolvers = { OVERRIDE: 'override', PLANNED: 'planned', NOT_HELD: 'not_held', CALL_CONNECTED: 'call_connected', MEETING_HELD: 'meeting_held', INBOUND_MESSAGE: 'inbound_message', ROOM_COMMENT: 'room_comment', OUTBOUND_MESSAGE: 'outbound_message', INTERNAL: 'internal', OTHER_KIND: 'other_kind' };

export type RoleResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Role'] = ResolversParentTypes['Role']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isSystem?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  grants?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  permissions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  recordScope?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  memberCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type PermissionCatalogResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PermissionCatalog'] = ResolversParentTypes['PermissionCatalog']> = {
  permissions?: Resolver<Array<ResolversTypes['PermissionEntry']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['ScopeEntry']>, ParentType, ContextType>;
  modules?: Resolver<Array<ResolversTypes['ModuleEntry']>, ParentType, ContextType>;
};

export type PermissionEntryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PermissionEntry'] = ResolversParentTypes['PermissionEntry']> = {
  permission?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entity?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  module?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  risk?: Resolver<ResolversTypes['Risk'], ParentType, ContextType>;
  isGoverned?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isHeld?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ScopeEntryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ScopeEntry'] = ResolversParentTypes['ScopeEntry']> = {
  scope?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modules?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  risk?: Resolver<ResolversTypes['Risk'], ParentType, ContextType>;
};

export type ModuleEntryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ModuleEntry'] = ResolversParentTypes['ModuleEntry']> = {
  module?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isOn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isAlwaysOn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RoomItemResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomItem'] = ResolversParentTypes['RoomItem']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  roomId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RoomItemKind'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  body?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  file?: Resolver<Maybe<ResolversTypes['RoomItemFile']>, ParentType, ContextType>;
  isVisible?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowDownload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  dueOn?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  done?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type RoomItemKindResolvers = { FILE: 'file', LINK: 'link', NOTE: 'note', EMBED: 'embed', SECTION: 'section', ACTION_ITEM: 'action_item' };

export type RoomItemFileResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomItemFile'] = ResolversParentTypes['RoomItemFile']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mime?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  uploadedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RoomUploadResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomUpload'] = ResolversParentTypes['RoomUpload']> = {
  uploadId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mime?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RoomLinkResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomLink'] = ResolversParentTypes['RoomLink']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  roomId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tokenLast4?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RoomLinkStatus'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hasPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requireEmail?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  verifyEmail?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ndaRequired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowList?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  denyList?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  allowDownload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowComments?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  maxSessions?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sessionsCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type RoomLinkStatusResolvers = { ACTIVE: 'active', EXPIRED: 'expired', EXHAUSTED: 'exhausted', REVOKED: 'revoked' };

export type NewRoomLinkResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['NewRoomLink'] = ResolversParentTypes['NewRoomLink']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  roomId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tokenLast4?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RoomLinkStatus'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hasPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requireEmail?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  verifyEmail?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ndaRequired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowList?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  denyList?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  allowDownload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowComments?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  maxSessions?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sessionsCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  secretShown?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RoomInvitationsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomInvitations'] = ResolversParentTypes['RoomInvitations']> = {
  invited?: Resolver<Array<ResolversTypes['RoomInvited']>, ParentType, ContextType>;
  skipped?: Resolver<Array<ResolversTypes['RoomInvitationSkip']>, ParentType, ContextType>;
};

export type RoomInvitedResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomInvited'] = ResolversParentTypes['RoomInvited']> = {
  contactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  linkId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
};

export type RoomInvitationSkipResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomInvitationSkip'] = ResolversParentTypes['RoomInvitationSkip']> = {
  contactId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['RoomInvitationSkipReason'], ParentType, ContextType>;
};

export type RoomInvitationSkipReasonResolvers = { NOT_FOUND: 'not_found', ERASED: 'erased', DO_NOT_CONTACT: 'do_not_contact', OPTED_OUT: 'opted_out', SUPPRESSED: 'suppressed', NO_EMAIL: 'no_email' };

export type RoomEventResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomEvent'] = ResolversParentTypes['RoomEvent']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['RoomEventType'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  visitor?: Resolver<Maybe<ResolversTypes['RoomVisitor']>, ParentType, ContextType>;
  visitorId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  link?: Resolver<Maybe<ResolversTypes['RoomEventLink']>, ParentType, ContextType>;
  linkId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  item?: Resolver<Maybe<ResolversTypes['RoomEventItem']>, ParentType, ContextType>;
  itemId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  seconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['RoomRefusalReason']>, ParentType, ContextType>;
  nda?: Resolver<Maybe<ResolversTypes['RoomNdaAcceptance']>, ParentType, ContextType>;
};

export type RoomEventTypeResolvers = { ROOM_VIEWED: 'room_viewed', ITEM_VIEWED: 'item_viewed', PAGE_VIEWED: 'page_viewed', LINK_CLICKED: 'link_clicked', TIME_SPENT: 'time_spent', ACCESS_GRANTED: 'access_granted', ACCESS_REFUSED: 'access_refused', NDA_ACCEPTED: 'nda_accepted', DOWNLOADED: 'downloaded', COMMENTED: 'commented' };

export type RoomRefusalReasonResolvers = { PASSWORD: 'password', CODE: 'code', LIST: 'list', SESSION_LIMIT: 'session_limit' };

export type RoomVisitorResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomVisitor'] = ResolversParentTypes['RoomVisitor']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  emailVerified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type RoomEventLinkResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomEventLink'] = ResolversParentTypes['RoomEventLink']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RoomEventItemResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomEventItem'] = ResolversParentTypes['RoomEventItem']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RoomNdaAcceptanceResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomNdaAcceptance'] = ResolversParentTypes['RoomNdaAcceptance']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sha256?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ip?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userAgent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RoomAnalyticsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomAnalytics'] = ResolversParentTypes['RoomAnalytics']> = {
  sessions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  visitors?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  views?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  downloads?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  comments?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  refused?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ndaAccepted?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  firstVisitAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastVisitAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  items?: Resolver<Array<ResolversTypes['RoomItemAnalytics']>, ParentType, ContextType>;
  visitorsList?: Resolver<Array<ResolversTypes['RoomVisitorAnalytics']>, ParentType, ContextType>;
};

export type RoomItemAnalyticsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomItemAnalytics'] = ResolversParentTypes['RoomItemAnalytics']> = {
  itemId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RoomItemKind'], ParentType, ContextType>;
  views?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  visitors?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  downloads?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  completion?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RoomVisitorAnalyticsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomVisitorAnalytics'] = ResolversParentTypes['RoomVisitorAnalytics']> = {
  visitorId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  linkId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  sessions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  views?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  downloads?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  completion?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  firstAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RoomCommentResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomComment'] = ResolversParentTypes['RoomComment']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  body?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  author?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  visitorId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  itemId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  isInternal?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isResolved?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isHidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  edited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type RoomResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Room'] = ResolversParentTypes['Room']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RoomStatus'], ParentType, ContextType>;
  visibility?: Resolver<ResolversTypes['RoomVisibility'], ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  branding?: Resolver<ResolversTypes['RoomBranding'], ParentType, ContextType>;
  welcomeMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nda?: Resolver<Maybe<ResolversTypes['RoomNda']>, ParentType, ContextType>;
  defaultLinkSettings?: Resolver<ResolversTypes['RoomLinkDefaults'], ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  closedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastVisitedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  counts?: Resolver<ResolversTypes['RoomCounts'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<RoomActivitiesArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoomStatusResolvers = { DRAFT: 'draft', PUBLISHED: 'published', CLOSED: 'closed' };

export type RoomVisibilityResolvers = { INTERNAL: 'internal', INVITED: 'invited', LINK: 'link' };

export type RoomBrandingResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomBranding'] = ResolversParentTypes['RoomBranding']> = {
  logoMediaId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  accent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RoomNdaResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomNda'] = ResolversParentTypes['RoomNda']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RoomLinkDefaultsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomLinkDefaults'] = ResolversParentTypes['RoomLinkDefaults']> = {
  expiresInDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  requireEmail?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  verifyEmail?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ndaRequired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowDownload?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowComments?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  maxSessions?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type RoomCountsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomCounts'] = ResolversParentTypes['RoomCounts']> = {
  items?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  linksActive?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  visitors?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sessions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  comments?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface UuidScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UUID'], any> {
  name: 'UUID';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export interface DecimalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Decimal'], any> {
  name: 'Decimal';
}

export interface CountryCodeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['CountryCode'], any> {
  name: 'CountryCode';
}

export type ModuleResolvers = { CRM: 'crm', DEALS: 'deals', COMMUNICATIONS: 'communications', CAMPAIGNS: 'campaigns', PULSE: 'pulse', COMPETITORS: 'competitors', CONTENT: 'content', ROOMS: 'rooms', DELIVERY: 'delivery', COMMERCIAL: 'commercial', IMPORTS: 'imports', SETTINGS: 'settings', SIGNING: 'signing', SUPPORT: 'support', BILLING: 'billing', ACTIVITIES: 'activities', WEBHOOKS: 'webhooks', AGENT: 'agent', ASSISTANT: 'assistant', DASHBOARD: 'dashboard', ADMIN: 'admin', AUTH: 'auth' };

export type PrincipalsResolvers = { PUBLIC: 'public', USER: 'user', TENANT: 'tenant', ADMIN: 'admin', OPERATOR: 'operator', INGRESS: 'ingress' };

export type RiskResolvers = { READ: 'read', WRITE: 'write', RISKY: 'risky' };

export type RiskClassResolvers = { WRITE: 'write', EXTERNAL_SEND: 'external_send', FINANCIAL: 'financial', DESTRUCTIVE: 'destructive', SIGNING: 'signing' };

export type FieldClassResolvers = { ORDINARY_CRM: 'ordinary_crm', RESTRICTED_RELATIONSHIP: 'restricted_relationship', PRIVATE_USER_NOTE: 'private_user_note', CREDENTIAL: 'credential' };

export type MethodResolvers = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' };

export type IdempotencyResolvers = { NATURAL: 'natural', KEY: 'key', NONE: 'none' };

export type AnswerResolvers = { ENVELOPE: 'envelope', DOCUMENT: 'document', RAW: 'raw', EXPORT: 'export', BYTES: 'bytes' };

export type PageInfoResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Connection'] = ResolversParentTypes['Connection']> = {
  __resolveType: TypeResolveFn<'NumberLedgerEntryConnection' | 'TimeEntryConnection' | 'ActionProposalConnection' | 'CallConnection' | 'CommunicationConnection' | 'CompanyConnection' | 'ActivityConnection' | 'ContactConnection' | 'DealConnection' | 'InvoiceConnection' | 'NoteConnection' | 'ProjectConnection' | 'QuoteConnection' | 'RoomConnection' | 'WorkOrderConnection' | 'DealContactConnection' | 'RelationshipOutcomeConnection' | 'TaskConnection' | 'ActionItemConnection' | 'AgentConnection' | 'ApiTokenConnection' | 'ProviderKeyConnection' | 'AuditEntryConnection' | 'CallTemplateConnection' | 'ClientConnection' | 'CommunicationThreadConnection' | 'CustomFieldConnection' | 'CompanyDuplicateConnection' | 'ContactDuplicateConnection' | 'JobConnection' | 'MemberConnection' | 'RelationshipFollowUpConnection' | 'ContactTouchConnection' | 'RoleConnection' | 'RoomItemConnection' | 'RoomLinkConnection' | 'RoomEventConnection' | 'RoomCommentConnection' | 'SavedViewConnection' | 'WebhookDeliveryConnection' | 'WebhookConnection', ParentType, ContextType>;
};

export type ActorResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Actor'] = ResolversParentTypes['Actor']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DeletionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Deletion'] = ResolversParentTypes['Deletion']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type SavedViewResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SavedView'] = ResolversParentTypes['SavedView']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entity?: Resolver<ResolversTypes['SavedViewEntity'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerUserId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  visibility?: Resolver<ResolversTypes['SavedViewVisibility'], ParentType, ContextType>;
  sharedWith?: Resolver<Array<ResolversTypes['SavedViewShare']>, ParentType, ContextType>;
  filter?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  sort?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  columns?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  groupBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  layout?: Resolver<ResolversTypes['SavedViewLayout'], ParentType, ContextType>;
  pageSize?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isDefault?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  brokenClauses?: Resolver<Array<ResolversTypes['BrokenClause']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type SavedViewShareResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SavedViewShare'] = ResolversParentTypes['SavedViewShare']> = {
  type?: Resolver<ResolversTypes['SavedViewShareType'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  access?: Resolver<ResolversTypes['SavedViewShareAccess'], ParentType, ContextType>;
};

export type BrokenClauseResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['BrokenClause'] = ResolversParentTypes['BrokenClause']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SavedViewVisibilityResolvers = { PRIVATE: 'private', SHARED: 'shared', TENANT: 'tenant' };

export type SavedViewShareTypeResolvers = { USER: 'user', ROLE: 'role' };

export type SavedViewShareAccessResolvers = { VIEW: 'view', EDIT: 'edit' };

export type SavedViewLayoutResolvers = { TABLE: 'table', BOARD: 'board', CALENDAR: 'calendar', TIMELINE: 'timeline' };

export type SearchModuleResolvers = { COMPANIES: 'companies', CLIENTS: 'clients', CONTACTS: 'contacts', DEALS: 'deals', PROJECTS: 'projects', ROOMS: 'rooms', COMMUNICATIONS: 'communications', CAMPAIGNS: 'campaigns', COMPETITORS: 'competitors' };

export type SearchStatusResolvers = { SEARCHED: 'searched', SKIPPED: 'skipped' };

export type SearchSkipReasonResolvers = { FEATURE_DISABLED: 'FEATURE_DISABLED', MODULE_ACCESS: 'MODULE_ACCESS', PERMISSION_DENIED: 'PERMISSION_DENIED', SCOPE_MISSING: 'SCOPE_MISSING', QUERY_TOO_SHORT: 'QUERY_TOO_SHORT', TIMEOUT: 'TIMEOUT', ERROR: 'ERROR' };

export type SearchRecordResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SearchRecord'] = ResolversParentTypes['SearchRecord']> = {
  __resolveType: TypeResolveFn<'Client' | 'CallTemplate' | 'Call' | 'Communication' | 'Company' | 'Contact' | 'Deal' | 'Invoice' | 'Project' | 'Quote' | 'Room' | 'Task' | 'WorkOrder', ParentType, ContextType>;
};

export type SearchHitResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SearchHit'] = ResolversParentTypes['SearchHit']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  matchedField?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  record?: Resolver<Maybe<ResolversTypes['SearchRecord']>, ParentType, ContextType>;
};

export type SearchGroupResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SearchGroup'] = ResolversParentTypes['SearchGroup']> = {
  module?: Resolver<ResolversTypes['SearchModule'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SearchStatus'], ParentType, ContextType>;
  skipReason?: Resolver<Maybe<ResolversTypes['SearchSkipReason']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  total?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hits?: Resolver<Array<ResolversTypes['SearchHit']>, ParentType, ContextType>;
};

export type GlobalSearchResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['GlobalSearch'] = ResolversParentTypes['GlobalSearch']> = {
  q?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tookMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  groups?: Resolver<Array<ResolversTypes['SearchGroup']>, ParentType, ContextType>;
};

export type SsoSettingsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SsoSettings'] = ResolversParentTypes['SsoSettings']> = {
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  enforced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  issuer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clientId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasSecret?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  domains?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  domainProofs?: Resolver<Array<ResolversTypes['SsoDomainProof']>, ParentType, ContextType>;
  defaultRoleId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  groupMap?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  redirectUri?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TenantSettingsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TenantSettings'] = ResolversParentTypes['TenantSettings']> = {
  sso?: Resolver<Maybe<ResolversTypes['SsoSettings']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkspaceStatus'], ParentType, ContextType>;
  locale?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  country?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dateFormat?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  logoUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  modules?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  security?: Resolver<ResolversTypes['SecuritySettings'], ParentType, ContextType>;
  commercial?: Resolver<ResolversTypes['CommercialSettings'], ParentType, ContextType>;
  delivery?: Resolver<ResolversTypes['DeliverySettings'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type SsoDomainProofResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SsoDomainProof'] = ResolversParentTypes['SsoDomainProof']> = {
  domain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  proven?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  txtName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  txtValue?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SsoStartResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SsoStart'] = ResolversParentTypes['SsoStart']> = {
  authorizationUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type TaskResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Task'] = ResolversParentTypes['Task']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  project?: Resolver<Maybe<ResolversTypes['Project']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['Task']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TaskStatus'], ParentType, ContextType>;
  columnId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['TaskPriority'], ParentType, ContextType>;
  assigneeIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  assignees?: Resolver<Array<ResolversTypes['Member']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  dueTime?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  durationDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  scheduleMode?: Resolver<ResolversTypes['TaskScheduleMode'], ParentType, ContextType>;
  estimateMinutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  trackedMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  milestoneId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  checklist?: Resolver<Array<ResolversTypes['ChecklistItem']>, ParentType, ContextType>;
  recurrence?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  seriesId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  occurrence?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  nextTaskId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  ticketId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  blockedReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isBlocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isOverdue?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  scheduleConflict?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  subtasks?: Resolver<Array<ResolversTypes['Task']>, ParentType, ContextType>;
  dependencies?: Resolver<Array<ResolversTypes['TaskDependency']>, ParentType, ContextType>;
  dependents?: Resolver<Array<ResolversTypes['TaskDependency']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  rescheduled?: Resolver<Array<ResolversTypes['RescheduledTask']>, ParentType, ContextType>;
  dropped?: Resolver<Array<ResolversTypes['DroppedLink']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['DeliveryWarning']>, ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<TaskActivitiesArgs>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TaskStatusResolvers = { BACKLOG: 'backlog', TODO: 'todo', IN_PROGRESS: 'in_progress', IN_REVIEW: 'in_review', BLOCKED: 'blocked', DONE: 'done', CANCELLED: 'cancelled' };

export type TaskPriorityResolvers = { LOW: 'low', NORMAL: 'normal', HIGH: 'high', URGENT: 'urgent' };

export type TaskScheduleModeResolvers = { AUTO: 'auto', MANUAL: 'manual' };

export type DependencyTypeResolvers = { FINISH_TO_START: 'finish_to_start', START_TO_START: 'start_to_start', FINISH_TO_FINISH: 'finish_to_finish', START_TO_FINISH: 'start_to_finish' };

export type ChecklistItemResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ChecklistItem'] = ResolversParentTypes['ChecklistItem']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  required?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  done?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  doneAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  assigneeUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type TaskDependencyResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TaskDependency'] = ResolversParentTypes['TaskDependency']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  taskId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  successorId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  predecessorId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['DependencyType'], ParentType, ContextType>;
  lagDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['UpsertOutcome']>, ParentType, ContextType>;
  rescheduled?: Resolver<Array<ResolversTypes['RescheduledTask']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['DeliveryWarning']>, ParentType, ContextType>;
};

export type RescheduledTaskResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RescheduledTask'] = ResolversParentTypes['RescheduledTask']> = {
  taskId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  dueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  formerStartDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  formerDueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  conflict?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type DroppedLinkResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DroppedLink'] = ResolversParentTypes['DroppedLink']> = {
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
};

export type TaskCascadeResolvers = { COMPLETE: 'complete' };

export type SecuritySettingsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SecuritySettings'] = ResolversParentTypes['SecuritySettings']> = {
  requireMfa?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  sessionIdleMinutes?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  allowedOrigins?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  ipAllowlist?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  ssoEnforced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requireIfMatch?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  allowSupportAccess?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type DeliverySettingsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DeliverySettings'] = ResolversParentTypes['DeliverySettings']> = {
  billRate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  timeFourEyes?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TimeEntryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimeEntry'] = ResolversParentTypes['TimeEntry']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  taskId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  workDate?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  minutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  billable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TimeEntryStatus'], ParentType, ContextType>;
  decisionNote?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  approvedBy?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  approvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  running?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  autoStopped?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  invoiceId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  invoiceLineId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['TimerOutcome']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['DeliveryWarning']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type TimeEntryStatusResolvers = { DRAFT: 'draft', SUBMITTED: 'submitted', APPROVED: 'approved', REJECTED: 'rejected', INVOICED: 'invoiced' };

export type TimerOutcomeResolvers = { CREATED: 'created', STOPPED: 'stopped', DISCARDED: 'discarded' };

export type TimerActionResolvers = { START: 'start', STOP: 'stop', DISCARD: 'discard' };

export type TimeAmountResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimeAmount'] = ResolversParentTypes['TimeAmount']> = {
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
};

export type TimeTotalsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimeTotals'] = ResolversParentTypes['TimeTotals']> = {
  minutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  billableMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  amounts?: Resolver<Array<ResolversTypes['TimeAmount']>, ParentType, ContextType>;
};

export type TimeEntryConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimeEntryConnection'] = ResolversParentTypes['TimeEntryConnection']> = {
  totals?: Resolver<ResolversTypes['TimeTotals'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['TimeEntry']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['TimeEntryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookDeliveryStateResolvers = { PENDING: 'pending', DELIVERING: 'delivering', SUCCEEDED: 'succeeded', RETRYING: 'retrying', HELD: 'held', FAILED: 'failed', CANCELLED: 'cancelled' };

export type WebhookAttemptErrorResolvers = { TIMEOUT: 'timeout', DNS: 'dns', TLS: 'tls', REFUSED: 'refused', BLOCKED: 'blocked', HTTP: 'http' };

export type WebhookAttemptResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WebhookAttempt'] = ResolversParentTypes['WebhookAttempt']> = {
  deliveryId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  statusCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['WebhookAttemptError']>, ParentType, ContextType>;
  response?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  webhookId?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  messageId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['WebhookDeliveryState'], ParentType, ContextType>;
  attemptCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastStatusCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['WebhookAttemptError']>, ParentType, ContextType>;
  lastAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  payload?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  attempts?: Resolver<Array<ResolversTypes['WebhookAttempt']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WebhookRecoveredStateResolvers = { FAILED: 'failed', CANCELLED: 'cancelled', MISSING: 'missing' };

export type WebhookStatusResolvers = { ACTIVE: 'active', PAUSED: 'paused', DISABLED_FAILING: 'disabled_failing', DISABLED_GONE: 'disabled_gone', DISABLED_OPERATOR: 'disabled_operator' };

export type WebhookSignatureResolvers = { V1: 'v1', V1A: 'v1a' };

export type WebhookStatsResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WebhookStats'] = ResolversParentTypes['WebhookStats']> = {
  successRate24h?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lastSuccessAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  firstFailureAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventTypes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  filter?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['WebhookSignature'], ParentType, ContextType>;
  publicKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasPreviousSecret?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  previousSecretExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  customHeaderNames?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  maxInFlight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stats?: Resolver<ResolversTypes['WebhookStats'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  secretShown?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
};

export type WebhookEventTypeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WebhookEventType'] = ResolversParentTypes['WebhookEventType']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  objectType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  schema?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  example?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
};

export type WorkOrderResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WorkOrder'] = ResolversParentTypes['WorkOrder']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  storedId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  number?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkOrderStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  companyId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['Company']>, ParentType, ContextType>;
  contactId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['Contact']>, ParentType, ContextType>;
  dealId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  deal?: Resolver<Maybe<ResolversTypes['Deal']>, ParentType, ContextType>;
  projectId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  ownerUserId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  issueDate?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  reference?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  poNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  terms?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  internalNotes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pricesIncludeTax?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  taxRounding?: Resolver<ResolversTypes['TaxRounding'], ParentType, ContextType>;
  discount?: Resolver<Maybe<ResolversTypes['DocumentDiscount']>, ParentType, ContextType>;
  taxGroups?: Resolver<Array<ResolversTypes['TaxGroup']>, ParentType, ContextType>;
  subtotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  discountTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  netTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  taxTotal?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  roundingAdjustment?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Decimal'], ParentType, ContextType>;
  exchangeRate?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  seller?: Resolver<Maybe<ResolversTypes['Seller']>, ParentType, ContextType>;
  buyer?: Resolver<Maybe<ResolversTypes['Buyer']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['DocumentSource']>, ParentType, ContextType>;
  pdf?: Resolver<Maybe<ResolversTypes['DocumentPdf']>, ParentType, ContextType>;
  locale?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['DocumentLine']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['DocumentWarning']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  scheduledStart?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  scheduledEnd?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  assigneeIds?: Resolver<Array<ResolversTypes['UUID']>, ParentType, ContextType>;
  siteAddress?: Resolver<Maybe<ResolversTypes['Address']>, ParentType, ContextType>;
  signOff?: Resolver<Maybe<ResolversTypes['SignOff']>, ParentType, ContextType>;
  signOffRequired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  billingStatus?: Resolver<ResolversTypes['BillingStatus'], ParentType, ContextType>;
  deliveries?: Resolver<Array<ResolversTypes['WorkOrderDelivery']>, ParentType, ContextType>;
  conversions?: Resolver<Array<ResolversTypes['DocumentConversion']>, ParentType, ContextType>;
  customFields?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  activities?: Resolver<ResolversTypes['ActivityConnection'], ParentType, ContextType, Partial<WorkOrderActivitiesArgs>>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  updatedBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkOrderStatusResolvers = { DRAFT: 'draft', SCHEDULED: 'scheduled', IN_PROGRESS: 'in_progress', ON_HOLD: 'on_hold', COMPLETED: 'completed', CANCELLED: 'cancelled' };

export type BillingStatusResolvers = { NOT_BILLABLE: 'not_billable', UNBILLED: 'unbilled', PARTIALLY_BILLED: 'partially_billed', BILLED: 'billed' };

export type SignOffResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SignOff'] = ResolversParentTypes['SignOff']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  envelopeId?: Resolver<Maybe<ResolversTypes['UUID']>, ParentType, ContextType>;
};

export type WorkOrderDeliveryResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WorkOrderDelivery'] = ResolversParentTypes['WorkOrderDelivery']> = {
  id?: Resolver<ResolversTypes['UUID'], ParentType, ContextType>;
  deliveredOn?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['ConvertedLine']>, ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['Actor'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type WorkOrderActionResolvers = { SCHEDULE: 'schedule', START: 'start', HOLD: 'hold', RESUME: 'resume', COMPLETE: 'complete', CANCEL: 'cancel' };

export type ConversionBasisResolvers = { DELIVERED: 'delivered', ORDERED: 'ordered', TIME: 'time' };

export type TimelineEntityResolvers = { COMPANY: 'company', CONTACT: 'contact', DEAL: 'deal', INVOICE: 'invoice', PROJECT: 'project', QUOTE: 'quote', ROOM: 'room', TASK: 'task', WORK_ORDER: 'work_order' };

export type NodeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'CallTemplate' | 'Call' | 'Company' | 'Contact' | 'Deal' | 'Communication' | 'Invoice' | 'Project' | 'Quote' | 'Room' | 'Task' | 'WorkOrder', ParentType, ContextType>;
};

export type ActionItemSortResolvers = { DUE_ON_ASC: 'due_on', DUE_ON_DESC: '-due_on', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type ActivitySortResolvers = { OCCURRED_AT_ASC: 'occurred_at', OCCURRED_AT_DESC: '-occurred_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at' };

export type AgentSortResolvers = { NAME_ASC: 'name', NAME_DESC: '-name', STATUS_ASC: 'status', STATUS_DESC: '-status', DAILY_ACTION_CAP_ASC: 'daily_action_cap', DAILY_ACTION_CAP_DESC: '-daily_action_cap', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type ApiTokenSortResolvers = { NAME_ASC: 'name', NAME_DESC: '-name', KIND_ASC: 'kind', KIND_DESC: '-kind', PREFIX_ASC: 'prefix', PREFIX_DESC: '-prefix', EXPIRES_AT_ASC: 'expires_at', EXPIRES_AT_DESC: '-expires_at', LAST_USED_AT_ASC: 'last_used_at', LAST_USED_AT_DESC: '-last_used_at', REVOKED_AT_ASC: 'revoked_at', REVOKED_AT_DESC: '-revoked_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type CallTemplateSortResolvers = { NAME_ASC: 'name', NAME_DESC: '-name', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type CallSortResolvers = { STARTED_AT_ASC: 'started_at', STARTED_AT_DESC: '-started_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type ClientSortResolvers = { CLIENT_NAME_ASC: 'client_name', CLIENT_NAME_DESC: '-client_name', CLIENT_ID_ASC: 'client_id', CLIENT_ID_DESC: '-client_id', CLIENT_STATUS_ASC: 'client_status', CLIENT_STATUS_DESC: '-client_status', INDUSTRY_ASC: 'industry', INDUSTRY_DESC: '-industry', EMPLOYEE_COUNT_ASC: 'employee_count', EMPLOYEE_COUNT_DESC: '-employee_count', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type CommunicationThreadSortResolvers = { LAST_MESSAGE_AT_ASC: 'last_message_at', LAST_MESSAGE_AT_DESC: '-last_message_at' };

export type CommunicationSortResolvers = { OCCURRED_AT_ASC: 'occurred_at', OCCURRED_AT_DESC: '-occurred_at', SCHEDULED_AT_ASC: 'scheduled_at', SCHEDULED_AT_DESC: '-scheduled_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type CompanySortResolvers = { NAME_ASC: 'name', NAME_DESC: '-name', CLIENT_ID_ASC: 'client_id', CLIENT_ID_DESC: '-client_id', CLIENT_STATUS_ASC: 'client_status', CLIENT_STATUS_DESC: '-client_status', INDUSTRY_ASC: 'industry', INDUSTRY_DESC: '-industry', EMPLOYEE_COUNT_ASC: 'employee_count', EMPLOYEE_COUNT_DESC: '-employee_count', ANNUAL_REVENUE_ASC: 'annual_revenue', ANNUAL_REVENUE_DESC: '-annual_revenue', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type ContactSortResolvers = { LAST_NAME_ASC: 'last_name', LAST_NAME_DESC: '-last_name', NAME_ASC: 'name', NAME_DESC: '-name', EMAIL_ASC: 'email', EMAIL_DESC: '-email', DESIRED_CADENCE_DAYS_ASC: 'desired_cadence_days', DESIRED_CADENCE_DAYS_DESC: '-desired_cadence_days', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type CustomFieldSortResolvers = { ENTITY_ASC: 'entity', ENTITY_DESC: '-entity', KEY_ASC: 'key', KEY_DESC: '-key', LABEL_ASC: 'label', LABEL_DESC: '-label', TYPE_ASC: 'type', TYPE_DESC: '-type', CLASSIFICATION_ASC: 'classification', CLASSIFICATION_DESC: '-classification', GROUP_ASC: 'group', GROUP_DESC: '-group', POSITION_ASC: 'position', POSITION_DESC: '-position', ARCHIVED_AT_ASC: 'archived_at', ARCHIVED_AT_DESC: '-archived_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type DealSortResolvers = { NAME_ASC: 'name', NAME_DESC: '-name', VALUE_ASC: 'value', VALUE_DESC: '-value', PROBABILITY_ASC: 'probability', PROBABILITY_DESC: '-probability', EXPECTED_CLOSE_ON_ASC: 'expected_close_on', EXPECTED_CLOSE_ON_DESC: '-expected_close_on', STAGE_ENTERED_AT_ASC: 'stage_entered_at', STAGE_ENTERED_AT_DESC: '-stage_entered_at', CLOSED_AT_ASC: 'closed_at', CLOSED_AT_DESC: '-closed_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type InvoiceSortResolvers = { NUMBER_ASC: 'number', NUMBER_DESC: '-number', STATUS_ASC: 'status', STATUS_DESC: '-status', ISSUE_DATE_ASC: 'issue_date', ISSUE_DATE_DESC: '-issue_date', TOTAL_ASC: 'total', TOTAL_DESC: '-total', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', DUE_DATE_ASC: 'due_date', DUE_DATE_DESC: '-due_date', BALANCE_ASC: 'balance', BALANCE_DESC: '-balance', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type JobSortResolvers = { KIND_ASC: 'kind', KIND_DESC: '-kind', STATE_ASC: 'state', STATE_DESC: '-state', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at', STARTED_AT_ASC: 'started_at', STARTED_AT_DESC: '-started_at', FINISHED_AT_ASC: 'finished_at', FINISHED_AT_DESC: '-finished_at' };

export type MemberSortResolvers = { EMAIL_ASC: 'email', EMAIL_DESC: '-email', NAME_ASC: 'name', NAME_DESC: '-name', STATUS_ASC: 'status', STATUS_DESC: '-status', JOINED_AT_ASC: 'joined_at', JOINED_AT_DESC: '-joined_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type NumberLedgerEntrySortResolvers = { SEQ_ASC: 'seq', SEQ_DESC: '-seq', ISSUED_AT_ASC: 'issued_at', ISSUED_AT_DESC: '-issued_at' };

export type ProjectSortResolvers = { NUMBER_ASC: 'number', NUMBER_DESC: '-number', NAME_ASC: 'name', NAME_DESC: '-name', STATUS_ASC: 'status', STATUS_DESC: '-status', START_DATE_ASC: 'start_date', START_DATE_DESC: '-start_date', DUE_DATE_ASC: 'due_date', DUE_DATE_DESC: '-due_date', PROGRESS_PERCENT_ASC: 'progress_percent', PROGRESS_PERCENT_DESC: '-progress_percent', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type ActionProposalSortResolvers = { OPERATION_ASC: 'operation', OPERATION_DESC: '-operation', RISK_CLASS_ASC: 'risk_class', RISK_CLASS_DESC: '-risk_class', STATE_ASC: 'state', STATE_DESC: '-state', EXPIRES_AT_ASC: 'expires_at', EXPIRES_AT_DESC: '-expires_at', DECIDED_AT_ASC: 'decided_at', DECIDED_AT_DESC: '-decided_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type QuoteSortResolvers = { NUMBER_ASC: 'number', NUMBER_DESC: '-number', STATUS_ASC: 'status', STATUS_DESC: '-status', ISSUE_DATE_ASC: 'issue_date', ISSUE_DATE_DESC: '-issue_date', TOTAL_ASC: 'total', TOTAL_DESC: '-total', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', VALID_UNTIL_ASC: 'valid_until', VALID_UNTIL_DESC: '-valid_until', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type RoleSortResolvers = { KEY_ASC: 'key', KEY_DESC: '-key', NAME_ASC: 'name', NAME_DESC: '-name', IS_SYSTEM_ASC: 'is_system', IS_SYSTEM_DESC: '-is_system', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type RoomEventSortResolvers = { AT_ASC: 'at', AT_DESC: '-at' };

export type RoomCommentSortResolvers = { CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at' };

export type RoomSortResolvers = { TITLE_ASC: 'title', TITLE_DESC: '-title', STATUS_ASC: 'status', STATUS_DESC: '-status', PUBLISHED_AT_ASC: 'published_at', PUBLISHED_AT_DESC: '-published_at', LAST_VISITED_AT_ASC: 'last_visited_at', LAST_VISITED_AT_DESC: '-last_visited_at', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type SavedViewSortResolvers = { ENTITY_ASC: 'entity', ENTITY_DESC: '-entity', NAME_ASC: 'name', NAME_DESC: '-name', VISIBILITY_ASC: 'visibility', VISIBILITY_DESC: '-visibility', LAYOUT_ASC: 'layout', LAYOUT_DESC: '-layout', POSITION_ASC: 'position', POSITION_DESC: '-position', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type TaskSortResolvers = { TITLE_ASC: 'title', TITLE_DESC: '-title', STATUS_ASC: 'status', STATUS_DESC: '-status', POSITION_ASC: 'position', POSITION_DESC: '-position', PRIORITY_ASC: 'priority', PRIORITY_DESC: '-priority', START_DATE_ASC: 'start_date', START_DATE_DESC: '-start_date', DUE_DATE_ASC: 'due_date', DUE_DATE_DESC: '-due_date', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type TimeEntrySortResolvers = { WORK_DATE_ASC: 'work_date', WORK_DATE_DESC: '-work_date', MINUTES_ASC: 'minutes', MINUTES_DESC: '-minutes', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at' };

export type WebhookDeliverySortResolvers = { CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type WebhookSortResolvers = { NAME_ASC: 'name', NAME_DESC: '-name', STATUS_ASC: 'status', STATUS_DESC: '-status', MAX_IN_FLIGHT_ASC: 'max_in_flight', MAX_IN_FLIGHT_DESC: '-max_in_flight', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type WorkOrderSortResolvers = { NUMBER_ASC: 'number', NUMBER_DESC: '-number', STATUS_ASC: 'status', STATUS_DESC: '-status', ISSUE_DATE_ASC: 'issue_date', ISSUE_DATE_DESC: '-issue_date', TOTAL_ASC: 'total', TOTAL_DESC: '-total', CREATED_AT_ASC: 'created_at', CREATED_AT_DESC: '-created_at', SCHEDULED_START_ASC: 'scheduled_start', SCHEDULED_START_DESC: '-scheduled_start', UPDATED_AT_ASC: 'updated_at', UPDATED_AT_DESC: '-updated_at' };

export type SavedViewEntityResolvers = { ACTIVITIES: 'activities', CALLS: 'calls', CALL_TEMPLATES: 'call_templates', CLIENTS: 'clients', COMMUNICATIONS: 'communications', COMPANIES: 'companies', CONTACTS: 'contacts', DEALS: 'deals', INVOICES: 'invoices', PROJECTS: 'projects', QUOTES: 'quotes', ROOMS: 'rooms', TASKS: 'tasks', TIME_ENTRIES: 'time_entries', WORK_ORDERS: 'work_orders' };

export type ActionProposalConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActionProposalConnection'] = ResolversParentTypes['ActionProposalConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['ActionProposal']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ActionProposalEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ActionProposalEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActionProposalEdge'] = ResolversParentTypes['ActionProposalEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ActionProposal'], ParentType, ContextType>;
};

export type CallConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallConnection'] = ResolversParentTypes['CallConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Call']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CallEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CallEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallEdge'] = ResolversParentTypes['CallEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Call'], ParentType, ContextType>;
};

export type CommunicationConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationConnection'] = ResolversParentTypes['CommunicationConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Communication']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CommunicationEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CommunicationEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationEdge'] = ResolversParentTypes['CommunicationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Communication'], ParentType, ContextType>;
};

export type CompanyConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyConnection'] = ResolversParentTypes['CompanyConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Company']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CompanyEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CompanyEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyEdge'] = ResolversParentTypes['CompanyEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Company'], ParentType, ContextType>;
};

export type ActivityConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActivityConnection'] = ResolversParentTypes['ActivityConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Activity']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ActivityEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ActivityEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActivityEdge'] = ResolversParentTypes['ActivityEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Activity'], ParentType, ContextType>;
};

export type ContactConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactConnection'] = ResolversParentTypes['ContactConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Contact']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ContactEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ContactEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactEdge'] = ResolversParentTypes['ContactEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Contact'], ParentType, ContextType>;
};

export type DealConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealConnection'] = ResolversParentTypes['DealConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Deal']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['DealEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DealEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealEdge'] = ResolversParentTypes['DealEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Deal'], ParentType, ContextType>;
};

export type InvoiceConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['InvoiceConnection'] = ResolversParentTypes['InvoiceConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Invoice']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['InvoiceEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type InvoiceEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['InvoiceEdge'] = ResolversParentTypes['InvoiceEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Invoice'], ParentType, ContextType>;
};

export type NoteConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['NoteConnection'] = ResolversParentTypes['NoteConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Note']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['NoteEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NoteEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['NoteEdge'] = ResolversParentTypes['NoteEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Note'], ParentType, ContextType>;
};

export type ProjectConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectConnection'] = ResolversParentTypes['ProjectConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Project']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ProjectEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProjectEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProjectEdge'] = ResolversParentTypes['ProjectEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Project'], ParentType, ContextType>;
};

export type QuoteConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['QuoteConnection'] = ResolversParentTypes['QuoteConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Quote']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['QuoteEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QuoteEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['QuoteEdge'] = ResolversParentTypes['QuoteEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Quote'], ParentType, ContextType>;
};

export type RoomConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomConnection'] = ResolversParentTypes['RoomConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Room']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RoomEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoomEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomEdge'] = ResolversParentTypes['RoomEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Room'], ParentType, ContextType>;
};

export type WorkOrderConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WorkOrderConnection'] = ResolversParentTypes['WorkOrderConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['WorkOrder']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['WorkOrderEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkOrderEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WorkOrderEdge'] = ResolversParentTypes['WorkOrderEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WorkOrder'], ParentType, ContextType>;
};

export type DealContactConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealContactConnection'] = ResolversParentTypes['DealContactConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['DealContact']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['DealContactEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DealContactEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['DealContactEdge'] = ResolversParentTypes['DealContactEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['DealContact'], ParentType, ContextType>;
};

export type RelationshipOutcomeConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipOutcomeConnection'] = ResolversParentTypes['RelationshipOutcomeConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['RelationshipOutcome']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RelationshipOutcomeEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RelationshipOutcomeEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipOutcomeEdge'] = ResolversParentTypes['RelationshipOutcomeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['RelationshipOutcome'], ParentType, ContextType>;
};

export type TaskConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TaskConnection'] = ResolversParentTypes['TaskConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Task']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['TaskEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TaskEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TaskEdge'] = ResolversParentTypes['TaskEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Task'], ParentType, ContextType>;
};

export type TimeEntryEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['TimeEntryEdge'] = ResolversParentTypes['TimeEntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['TimeEntry'], ParentType, ContextType>;
};

export type ActionItemConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActionItemConnection'] = ResolversParentTypes['ActionItemConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['ActionItem']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ActionItemEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ActionItemEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ActionItemEdge'] = ResolversParentTypes['ActionItemEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ActionItem'], ParentType, ContextType>;
};

export type AgentConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgentConnection'] = ResolversParentTypes['AgentConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Agent']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['AgentEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AgentEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AgentEdge'] = ResolversParentTypes['AgentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Agent'], ParentType, ContextType>;
};

export type ApiTokenConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ApiTokenConnection'] = ResolversParentTypes['ApiTokenConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['ApiToken']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ApiTokenEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApiTokenEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ApiTokenEdge'] = ResolversParentTypes['ApiTokenEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ApiToken'], ParentType, ContextType>;
};

export type ProviderKeyConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProviderKeyConnection'] = ResolversParentTypes['ProviderKeyConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['ProviderKey']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ProviderKeyEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProviderKeyEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ProviderKeyEdge'] = ResolversParentTypes['ProviderKeyEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ProviderKey'], ParentType, ContextType>;
};

export type AuditEntryConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AuditEntryConnection'] = ResolversParentTypes['AuditEntryConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['AuditEntry']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['AuditEntryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AuditEntryEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['AuditEntryEdge'] = ResolversParentTypes['AuditEntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AuditEntry'], ParentType, ContextType>;
};

export type CallTemplateConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallTemplateConnection'] = ResolversParentTypes['CallTemplateConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['CallTemplate']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CallTemplateEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CallTemplateEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CallTemplateEdge'] = ResolversParentTypes['CallTemplateEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['CallTemplate'], ParentType, ContextType>;
};

export type ClientConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ClientConnection'] = ResolversParentTypes['ClientConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Client']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ClientEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClientEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ClientEdge'] = ResolversParentTypes['ClientEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
};

export type CommunicationThreadConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationThreadConnection'] = ResolversParentTypes['CommunicationThreadConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['CommunicationThread']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CommunicationThreadEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CommunicationThreadEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CommunicationThreadEdge'] = ResolversParentTypes['CommunicationThreadEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['CommunicationThread'], ParentType, ContextType>;
};

export type CustomFieldConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CustomFieldConnection'] = ResolversParentTypes['CustomFieldConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['CustomField']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CustomFieldEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CustomFieldEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CustomFieldEdge'] = ResolversParentTypes['CustomFieldEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['CustomField'], ParentType, ContextType>;
};

export type CompanyDuplicateConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyDuplicateConnection'] = ResolversParentTypes['CompanyDuplicateConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['CompanyDuplicate']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CompanyDuplicateEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CompanyDuplicateEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['CompanyDuplicateEdge'] = ResolversParentTypes['CompanyDuplicateEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['CompanyDuplicate'], ParentType, ContextType>;
};

export type ContactDuplicateConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactDuplicateConnection'] = ResolversParentTypes['ContactDuplicateConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['ContactDuplicate']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ContactDuplicateEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ContactDuplicateEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactDuplicateEdge'] = ResolversParentTypes['ContactDuplicateEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ContactDuplicate'], ParentType, ContextType>;
};

export type JobConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['JobConnection'] = ResolversParentTypes['JobConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Job']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['JobEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type JobEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['JobEdge'] = ResolversParentTypes['JobEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Job'], ParentType, ContextType>;
};

export type MemberConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['MemberConnection'] = ResolversParentTypes['MemberConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Member']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['MemberEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MemberEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['MemberEdge'] = ResolversParentTypes['MemberEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Member'], ParentType, ContextType>;
};

export type NumberLedgerEntryEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['NumberLedgerEntryEdge'] = ResolversParentTypes['NumberLedgerEntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['NumberLedgerEntry'], ParentType, ContextType>;
};

export type RelationshipFollowUpConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipFollowUpConnection'] = ResolversParentTypes['RelationshipFollowUpConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['RelationshipFollowUp']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RelationshipFollowUpEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RelationshipFollowUpEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RelationshipFollowUpEdge'] = ResolversParentTypes['RelationshipFollowUpEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['RelationshipFollowUp'], ParentType, ContextType>;
};

export type ContactTouchConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactTouchConnection'] = ResolversParentTypes['ContactTouchConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['ContactTouch']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ContactTouchEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ContactTouchEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['ContactTouchEdge'] = ResolversParentTypes['ContactTouchEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ContactTouch'], ParentType, ContextType>;
};

export type RoleConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoleConnection'] = ResolversParentTypes['RoleConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RoleEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoleEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoleEdge'] = ResolversParentTypes['RoleEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
};

export type RoomItemConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomItemConnection'] = ResolversParentTypes['RoomItemConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['RoomItem']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RoomItemEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoomItemEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomItemEdge'] = ResolversParentTypes['RoomItemEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['RoomItem'], ParentType, ContextType>;
};

export type RoomLinkConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomLinkConnection'] = ResolversParentTypes['RoomLinkConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['RoomLink']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RoomLinkEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoomLinkEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomLinkEdge'] = ResolversParentTypes['RoomLinkEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['RoomLink'], ParentType, ContextType>;
};

export type RoomEventConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomEventConnection'] = ResolversParentTypes['RoomEventConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['RoomEvent']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RoomEventEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoomEventEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomEventEdge'] = ResolversParentTypes['RoomEventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['RoomEvent'], ParentType, ContextType>;
};

export type RoomCommentConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomCommentConnection'] = ResolversParentTypes['RoomCommentConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['RoomComment']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RoomCommentEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoomCommentEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['RoomCommentEdge'] = ResolversParentTypes['RoomCommentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['RoomComment'], ParentType, ContextType>;
};

export type SavedViewConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SavedViewConnection'] = ResolversParentTypes['SavedViewConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['SavedView']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['SavedViewEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SavedViewEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['SavedViewEdge'] = ResolversParentTypes['SavedViewEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['SavedView'], ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookDeliveryEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Webhook']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['WebhookEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  page?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsEstimate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookEdgeResolvers<ContextType = TenantContext, ParentType extends ResolversParentTypes['WebhookEdge'] = ResolversParentTypes['WebhookEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type Resolvers<ContextType = TenantContext> = {
  PasswordResetRequest?: PasswordResetRequestResolvers<ContextType>;
  PasswordReset?: PasswordResetResolvers<ContextType>;
  ReAuthenticatedSession?: ReAuthenticatedSessionResolvers<ContextType>;
  MfaAction?: MfaActionResolvers;
  Mfa?: MfaResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ActionItem?: ActionItemResolvers<ContextType>;
  ActionItemStatus?: ActionItemStatusResolvers;
  Activity?: ActivityResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  ActivityLink?: ActivityLinkResolvers<ContextType>;
  ActivityType?: ActivityTypeResolvers;
  LoggedActivityType?: LoggedActivityTypeResolvers;
  ActivityChannel?: ActivityChannelResolvers;
  ActivityDirection?: ActivityDirectionResolvers;
  ActivityStatus?: ActivityStatusResolvers;
  ActivitySource?: ActivitySourceResolvers;
  Address?: AddressResolvers<ContextType>;
  BulkFailure?: BulkFailureResolvers<ContextType>;
  BulkCounts?: BulkCountsResolvers<ContextType>;
  BulkResult?: BulkResultResolvers<ContextType>;
  UpsertOutcome?: UpsertOutcomeResolvers;
  BatchFailure?: BatchFailureResolvers<ContextType>;
  BatchOutcome?: BatchOutcomeResolvers<ContextType>;
  BatchResult?: BatchResultResolvers<ContextType>;
  AgentCapabilities?: AgentCapabilitiesResolvers<ContextType>;
  AgentCaller?: AgentCallerResolvers<ContextType>;
  AgentPolicy?: AgentPolicyResolvers<ContextType>;
  AgentApprovals?: AgentApprovalsResolvers<ContextType>;
  Approval?: ApprovalResolvers;
  Capability?: CapabilityResolvers<ContextType>;
  Agent?: AgentResolvers<ContextType>;
  AgentStatus?: AgentStatusResolvers;
  AutomationPolicy?: AutomationPolicyResolvers<ContextType>;
  AutomationModes?: AutomationModesResolvers<ContextType>;
  AutomationMode?: AutomationModeResolvers;
  QuietHours?: QuietHoursResolvers<ContextType>;
  ApiToken?: ApiTokenResolvers<ContextType>;
  ApiTokenKind?: ApiTokenKindResolvers;
  ApiTokenStatus?: ApiTokenStatusResolvers;
  Provider?: ProviderResolvers;
  ProviderKeyStatus?: ProviderKeyStatusResolvers;
  ProviderFault?: ProviderFaultResolvers;
  ProviderKey?: ProviderKeyResolvers<ContextType>;
  AssistantSettings?: AssistantSettingsResolvers<ContextType>;
  Assistant?: AssistantResolvers<ContextType>;
  AssistantConversation?: AssistantConversationResolvers<ContextType>;
  AssistantRole?: AssistantRoleResolvers;
  AssistantMessage?: AssistantMessageResolvers<ContextType>;
  Citation?: CitationResolvers<ContextType>;
  AssistantProposal?: AssistantProposalResolvers<ContextType>;
  AssistantUsage?: AssistantUsageResolvers<ContextType>;
  AssistantAnswer?: AssistantAnswerResolvers<ContextType>;
  AssistantContextType?: AssistantContextTypeResolvers;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  AuditSurface?: AuditSurfaceResolvers;
  AuditOutcome?: AuditOutcomeResolvers;
  AuditTarget?: AuditTargetResolvers<ContextType>;
  AuditChange?: AuditChangeResolvers<ContextType>;
  AuditProof?: AuditProofResolvers<ContextType>;
  AuditSort?: AuditSortResolvers;
  AuditExportFormat?: AuditExportFormatResolvers;
  Account?: AccountResolvers<ContextType>;
  Workspace?: WorkspaceResolvers<ContextType>;
  WorkspaceStatus?: WorkspaceStatusResolvers;
  WorkspaceMembership?: WorkspaceMembershipResolvers<ContextType>;
  SignedIn?: SignedInResolvers<ContextType>;
  RefreshedSession?: RefreshedSessionResolvers<ContextType>;
  SelectedWorkspace?: SelectedWorkspaceResolvers<ContextType>;
  SignedOut?: SignedOutResolvers<ContextType>;
  Device?: DeviceResolvers<ContextType>;
  CallerKind?: CallerKindResolvers;
  CallingToken?: CallingTokenResolvers<ContextType>;
  CurrentSession?: CurrentSessionResolvers<ContextType>;
  JsonWebKeySet?: JsonWebKeySetResolvers<ContextType>;
  JsonWebKey?: JsonWebKeyResolvers<ContextType>;
  WipMode?: WipModeResolvers;
  ProjectBoard?: ProjectBoardResolvers<ContextType>;
  BoardColumn?: BoardColumnResolvers<ContextType>;
  HiddenStatus?: HiddenStatusResolvers<ContextType>;
  TaskCard?: TaskCardResolvers<ContextType>;
  TimelineTask?: TimelineTaskResolvers<ContextType>;
  TimelineLink?: TimelineLinkResolvers<ContextType>;
  TimelineMilestone?: TimelineMilestoneResolvers<ContextType>;
  ProjectTimeline?: ProjectTimelineResolvers<ContextType>;
  CallTemplate?: CallTemplateResolvers<ContextType>;
  CallTemplateSection?: CallTemplateSectionResolvers<ContextType>;
  CallTemplatePurpose?: CallTemplatePurposeResolvers;
  RenderedCallTemplate?: RenderedCallTemplateResolvers<ContextType>;
  Call?: CallResolvers<ContextType>;
  CallParticipant?: CallParticipantResolvers<ContextType>;
  CallLinks?: CallLinksResolvers<ContextType>;
  CallNextStep?: CallNextStepResolvers<ContextType>;
  CallDirection?: CallDirectionResolvers;
  CallStatus?: CallStatusResolvers;
  CallOutcome?: CallOutcomeResolvers;
  CallRole?: CallRoleResolvers;
  WritableCallStatus?: WritableCallStatusResolvers;
  Company?: CompanyResolvers<ContextType>;
  Contact?: ContactResolvers<ContextType>;
  Deal?: DealResolvers<ContextType>;
  Client?: ClientResolvers<ContextType>;
  ClientStatusChange?: ClientStatusChangeResolvers<ContextType>;
  ClientMatch?: ClientMatchResolvers<ContextType>;
  ClientOutcome?: ClientOutcomeResolvers;
  ClientWarning?: ClientWarningResolvers;
  CommercialSettings?: CommercialSettingsResolvers<ContextType>;
  Seller?: SellerResolvers<ContextType>;
  BankAccount?: BankAccountResolvers<ContextType>;
  TimeRounding?: TimeRoundingResolvers<ContextType>;
  TimeRoundingMode?: TimeRoundingModeResolvers;
  TaxRounding?: TaxRoundingResolvers;
  CommunicationThread?: CommunicationThreadResolvers<ContextType>;
  ThreadLinks?: ThreadLinksResolvers<ContextType>;
  ThreadParticipant?: ThreadParticipantResolvers<ContextType>;
  ThreadMessage?: ThreadMessageResolvers<ContextType>;
  WaitingSide?: WaitingSideResolvers;
  Communication?: CommunicationResolvers<ContextType>;
  CommunicationParticipant?: CommunicationParticipantResolvers<ContextType>;
  CommunicationDelivery?: CommunicationDeliveryResolvers<ContextType>;
  CommunicationLinks?: CommunicationLinksResolvers<ContextType>;
  CommunicationAttachment?: CommunicationAttachmentResolvers<ContextType>;
  CommunicationChannel?: CommunicationChannelResolvers;
  CommunicationPurpose?: CommunicationPurposeResolvers;
  CommunicationStatus?: CommunicationStatusResolvers;
  InitialCommunicationStatus?: InitialCommunicationStatusResolvers;
  ParticipantRole?: ParticipantRoleResolvers;
  DeliveryState?: DeliveryStateResolvers;
  CompanyCounts?: CompanyCountsResolvers<ContextType>;
  CompanyIdentifier?: CompanyIdentifierResolvers<ContextType>;
  CompanyType?: CompanyTypeResolvers;
  ClientStatus?: ClientStatusResolvers;
  RecordSource?: RecordSourceResolvers;
  IdentifierType?: IdentifierTypeResolvers;
  IdentifierSource?: IdentifierSourceResolvers;
  CompanyUpsert?: CompanyUpsertResolvers<ContextType>;
  ContactCompany?: ContactCompanyResolvers<ContextType>;
  CompanyLink?: CompanyLinkResolvers;
  AssociationSource?: AssociationSourceResolvers;
  ContactMethod?: ContactMethodResolvers<ContextType>;
  ContactMethodKind?: ContactMethodKindResolvers;
  ContactMethodLabel?: ContactMethodLabelResolvers;
  ContactConsent?: ContactConsentResolvers<ContextType>;
  Consent?: ConsentResolvers<ContextType>;
  ContactSource?: ContactSourceResolvers;
  ContactStatus?: ContactStatusResolvers;
  WritableContactStatus?: WritableContactStatusResolvers;
  ConsentState?: ConsentStateResolvers;
  PreferredChannel?: PreferredChannelResolvers;
  ContactUpsert?: ContactUpsertResolvers<ContextType>;
  CustomField?: CustomFieldResolvers<ContextType>;
  CustomFieldOption?: CustomFieldOptionResolvers<ContextType>;
  CustomFieldRules?: CustomFieldRulesResolvers<ContextType>;
  CustomFieldEntity?: CustomFieldEntityResolvers;
  CustomFieldType?: CustomFieldTypeResolvers;
  CustomFieldOperator?: CustomFieldOperatorResolvers;
  ContractModel?: ContractModelResolvers;
  BillingFrequency?: BillingFrequencyResolvers;
  PricingBasis?: PricingBasisResolvers;
  RevenueRecognition?: RevenueRecognitionResolvers;
  ValueBasis?: ValueBasisResolvers;
  TermUnit?: TermUnitResolvers;
  ContractStructureWarning?: ContractStructureWarningResolvers<ContextType>;
  ContractInconsistency?: ContractInconsistencyResolvers<ContextType>;
  DealContact?: DealContactResolvers<ContextType>;
  DealRole?: DealRoleResolvers;
  DealCompetitorStatus?: DealCompetitorStatusResolvers;
  DealBoard?: DealBoardResolvers<ContextType>;
  DealBoardStage?: DealBoardStageResolvers<ContextType>;
  DealTotal?: DealTotalResolvers<ContextType>;
  DealForecast?: DealForecastResolvers<ContextType>;
  DealForecastRow?: DealForecastRowResolvers<ContextType>;
  DealLineage?: DealLineageResolvers<ContextType>;
  DealLineageNode?: DealLineageNodeResolvers<ContextType>;
  DealLineageType?: DealLineageTypeResolvers;
  DealLineageEdge?: DealLineageEdgeResolvers<ContextType>;
  DealLineageKind?: DealLineageKindResolvers;
  DealPipeline?: DealPipelineResolvers<ContextType>;
  DealStage?: DealStageResolvers<ContextType>;
  DealStageEntry?: DealStageEntryResolvers<ContextType>;
  DealStatus?: DealStatusResolvers;
  DealKind?: DealKindResolvers;
  DealLostReason?: DealLostReasonResolvers;
  DocumentLine?: DocumentLineResolvers<ContextType>;
  DocumentLineKind?: DocumentLineKindResolvers;
  DocumentDiscount?: DocumentDiscountResolvers<ContextType>;
  DiscountType?: DiscountTypeResolvers;
  TaxCategory?: TaxCategoryResolvers;
  LineTax?: LineTaxResolvers<ContextType>;
  TaxGroup?: TaxGroupResolvers<ContextType>;
  Buyer?: BuyerResolvers<ContextType>;
  DocumentSource?: DocumentSourceResolvers<ContextType>;
  DocumentPdf?: DocumentPdfResolvers<ContextType>;
  DocumentWarning?: DocumentWarningResolvers<ContextType>;
  DocumentConversion?: DocumentConversionResolvers<ContextType>;
  ConversionTarget?: ConversionTargetResolvers;
  ConversionMode?: ConversionModeResolvers;
  ConvertedLine?: ConvertedLineResolvers<ContextType>;
  SectionSkipReason?: SectionSkipReasonResolvers;
  SkippedSection?: SkippedSectionResolvers<ContextType>;
  WonValue?: WonValueResolvers<ContextType>;
  DossierDeals?: DossierDealsResolvers<ContextType>;
  CompanyDossier?: CompanyDossierResolvers<ContextType>;
  HealthBand?: HealthBandResolvers;
  ClientHealthComponentKey?: ClientHealthComponentKeyResolvers;
  ClientHealthComponent?: ClientHealthComponentResolvers<ContextType>;
  ClientHealth?: ClientHealthResolvers<ContextType>;
  ClientOverview?: ClientOverviewResolvers<ContextType>;
  CompanyDuplicateReason?: CompanyDuplicateReasonResolvers;
  CompanyDuplicate?: CompanyDuplicateResolvers<ContextType>;
  ContactDuplicateReason?: ContactDuplicateReasonResolvers;
  ContactDuplicate?: ContactDuplicateResolvers<ContextType>;
  DuplicateDismissal?: DuplicateDismissalResolvers<ContextType>;
  FileDownload?: FileDownloadResolvers<ContextType>;
  Health?: HealthResolvers<ContextType>;
  Readiness?: ReadinessResolvers<ContextType>;
  ReadinessCheck?: ReadinessCheckResolvers<ContextType>;
  Invoice?: InvoiceResolvers<ContextType>;
  InvoiceStatus?: InvoiceStatusResolvers;
  InvoiceDocumentType?: InvoiceDocumentTypeResolvers;
  InvoiceKind?: InvoiceKindResolvers;
  AppliedCredit?: AppliedCreditResolvers<ContextType>;
  CreditNoteSummary?: CreditNoteSummaryResolvers<ContextType>;
  NewDocumentType?: NewDocumentTypeResolvers;
  InvoiceMailKind?: InvoiceMailKindResolvers;
  PdfFormat?: PdfFormatResolvers;
  Job?: JobResolvers<ContextType>;
  JobKind?: JobKindResolvers;
  JobState?: JobStateResolvers;
  JobProgress?: JobProgressResolvers<ContextType>;
  JobError?: JobErrorResolvers<ContextType>;
  JobDownload?: JobDownloadResolvers<ContextType>;
  MatchStep?: MatchStepResolvers;
  MatchVerdict?: MatchVerdictResolvers;
  MatchAmbiguity?: MatchAmbiguityResolvers;
  MatchCandidate?: MatchCandidateResolvers<ContextType>;
  CompanyMatch?: CompanyMatchResolvers<ContextType>;
  Member?: MemberResolvers<ContextType>;
  MemberStatus?: MemberStatusResolvers;
  MembershipStatus?: MembershipStatusResolvers;
  MemberRemoval?: MemberRemovalResolvers<ContextType>;
  RecordCount?: RecordCountResolvers<ContextType>;
  AcceptedInvitation?: AcceptedInvitationResolvers<ContextType>;
  MergeReport?: MergeReportResolvers<ContextType>;
  MergeSkip?: MergeSkipResolvers<ContextType>;
  CompanyMerge?: CompanyMergeResolvers<ContextType>;
  CompanyMergeUndo?: CompanyMergeUndoResolvers<ContextType>;
  ContactMerge?: ContactMergeResolvers<ContextType>;
  ContactMergeUndo?: ContactMergeUndoResolvers<ContextType>;
  ModelPurpose?: ModelPurposeResolvers;
  ModelFallback?: ModelFallbackResolvers;
  ModelDataClass?: ModelDataClassResolvers;
  ModelHealth?: ModelHealthResolvers;
  ModelSpend?: ModelSpendResolvers<ContextType>;
  ModelRoute?: ModelRouteResolvers<ContextType>;
  Note?: NoteResolvers<ContextType>;
  NumberSeries?: NumberSeriesResolvers<ContextType>;
  NumberSeriesType?: NumberSeriesTypeResolvers;
  NumberReset?: NumberResetResolvers;
  NumberLedgerEntry?: NumberLedgerEntryResolvers<ContextType>;
  NumberLedgerEntryConnection?: NumberLedgerEntryConnectionResolvers<ContextType>;
  NumberState?: NumberStateResolvers;
  NumberGap?: NumberGapResolvers<ContextType>;
  InvoicePayment?: InvoicePaymentResolvers<ContextType>;
  PaymentRefund?: PaymentRefundResolvers<ContextType>;
  PaymentMethod?: PaymentMethodResolvers;
  PaymentStatus?: PaymentStatusResolvers;
  ClientStatement?: ClientStatementResolvers<ContextType>;
  StatementCurrency?: StatementCurrencyResolvers<ContextType>;
  StatementRow?: StatementRowResolvers<ContextType>;
  StatementRowType?: StatementRowTypeResolvers;
  ReceivablesAging?: ReceivablesAgingResolvers<ContextType>;
  AgingRow?: AgingRowResolvers<ContextType>;
  AgingTotal?: AgingTotalResolvers<ContextType>;
  AgingBucket?: AgingBucketResolvers<ContextType>;
  AgingBucketName?: AgingBucketNameResolvers;
  ProjectContactRole?: ProjectContactRoleResolvers;
  ProjectPartnerRole?: ProjectPartnerRoleResolvers;
  ProjectMemberRole?: ProjectMemberRoleResolvers;
  ProjectContact?: ProjectContactResolvers<ContextType>;
  ProjectPartner?: ProjectPartnerResolvers<ContextType>;
  ProjectMember?: ProjectMemberResolvers<ContextType>;
  MilestoneStatus?: MilestoneStatusResolvers;
  Milestone?: MilestoneResolvers<ContextType>;
  ProjectCurrencyTotals?: ProjectCurrencyTotalsResolvers<ContextType>;
  ProjectBudget?: ProjectBudgetResolvers<ContextType>;
  TrackedTime?: TrackedTimeResolvers<ContextType>;
  UnbilledWork?: UnbilledWorkResolvers<ContextType>;
  ProjectMargin?: ProjectMarginResolvers<ContextType>;
  ProjectFinancials?: ProjectFinancialsResolvers<ContextType>;
  Project?: ProjectResolvers<ContextType>;
  DeliveryWarning?: DeliveryWarningResolvers<ContextType>;
  ProjectStatus?: ProjectStatusResolvers;
  ProjectHealth?: ProjectHealthResolvers;
  ProjectBillingType?: ProjectBillingTypeResolvers;
  DependencyEnforcement?: DependencyEnforcementResolvers;
  Weekday?: WeekdayResolvers;
  WorkingCalendar?: WorkingCalendarResolvers<ContextType>;
  OpenTasksChoice?: OpenTasksChoiceResolvers;
  ActionProposal?: ActionProposalResolvers<ContextType>;
  ProposalTarget?: ProposalTargetResolvers<ContextType>;
  ProposalEvidence?: ProposalEvidenceResolvers<ContextType>;
  PreviewLine?: PreviewLineResolvers<ContextType>;
  ProposalExecution?: ProposalExecutionResolvers<ContextType>;
  ExecutionResult?: ExecutionResultResolvers<ContextType>;
  ProposalState?: ProposalStateResolvers;
  ExecutionState?: ExecutionStateResolvers;
  QueuedAction?: QueuedActionResolvers<ContextType>;
  PublicLine?: PublicLineResolvers<ContextType>;
  PublicPdf?: PublicPdfResolvers<ContextType>;
  PublicQuote?: PublicQuoteResolvers<ContextType>;
  PublicDecision?: PublicDecisionResolvers<ContextType>;
  PublicInvoice?: PublicInvoiceResolvers<ContextType>;
  PaymentPage?: PaymentPageResolvers<ContextType>;
  ClientDecision?: ClientDecisionResolvers;
  PublicRoomView?: PublicRoomViewResolvers<ContextType>;
  PublicRoomAccess?: PublicRoomAccessResolvers<ContextType>;
  RoomGate?: RoomGateResolvers;
  PublicRoom?: PublicRoomResolvers<ContextType>;
  PublicRoomBranding?: PublicRoomBrandingResolvers<ContextType>;
  PublicRoomNda?: PublicRoomNdaResolvers<ContextType>;
  PublicRoomVisitor?: PublicRoomVisitorResolvers<ContextType>;
  PublicRoomItem?: PublicRoomItemResolvers<ContextType>;
  PublicRoomFile?: PublicRoomFileResolvers<ContextType>;
  PublicRoomFileView?: PublicRoomFileViewResolvers<ContextType>;
  RoomEntry?: RoomEntryResolvers<ContextType>;
  RoomEventsReceipt?: RoomEventsReceiptResolvers<ContextType>;
  PublicRoomComment?: PublicRoomCommentResolvers<ContextType>;
  PublicRoomAuthor?: PublicRoomAuthorResolvers<ContextType>;
  Quote?: QuoteResolvers<ContextType>;
  QuoteStatus?: QuoteStatusResolvers;
  QuoteRevision?: QuoteRevisionResolvers<ContextType>;
  QuoteDecision?: QuoteDecisionResolvers<ContextType>;
  QuoteDecisionKind?: QuoteDecisionKindResolvers;
  DecidedBy?: DecidedByResolvers;
  ConvertMode?: ConvertModeResolvers;
  QuoteConversion?: QuoteConversionResolvers<ContextType>;
  RelationshipOutcome?: RelationshipOutcomeResolvers<ContextType>;
  OutcomeType?: OutcomeTypeResolvers;
  OutcomeDirection?: OutcomeDirectionResolvers;
  ConfirmationState?: ConfirmationStateResolvers;
  RecordableState?: RecordableStateResolvers;
  EvidenceCategory?: EvidenceCategoryResolvers;
  OutcomeEvidence?: OutcomeEvidenceResolvers<ContextType>;
  ProofAssetRef?: ProofAssetRefResolvers<ContextType>;
  OutcomeCorrection?: OutcomeCorrectionResolvers<ContextType>;
  RelationshipSummary?: RelationshipSummaryResolvers<ContextType>;
  RelationshipContext?: RelationshipContextResolvers<ContextType>;
  RelationshipSignals?: RelationshipSignalsResolvers<ContextType>;
  InteractionCounts?: InteractionCountsResolvers<ContextType>;
  RecencyBand?: RecencyBandResolvers;
  RelationshipGovernance?: RelationshipGovernanceResolvers<ContextType>;
  RelationshipFollowUp?: RelationshipFollowUpResolvers<ContextType>;
  FollowUpReason?: FollowUpReasonResolvers;
  FollowUpPriority?: FollowUpPriorityResolvers;
  FollowUpSuppression?: FollowUpSuppressionResolvers<ContextType>;
  FollowUpSuppressionStatus?: FollowUpSuppressionStatusResolvers;
  ContactTouch?: ContactTouchResolvers<ContextType>;
  TouchRule?: TouchRuleResolvers;
  Role?: RoleResolvers<ContextType>;
  PermissionCatalog?: PermissionCatalogResolvers<ContextType>;
  PermissionEntry?: PermissionEntryResolvers<ContextType>;
  ScopeEntry?: ScopeEntryResolvers<ContextType>;
  ModuleEntry?: ModuleEntryResolvers<ContextType>;
  RoomItem?: RoomItemResolvers<ContextType>;
  RoomItemKind?: RoomItemKindResolvers;
  RoomItemFile?: RoomItemFileResolvers<ContextType>;
  RoomUpload?: RoomUploadResolvers<ContextType>;
  RoomLink?: RoomLinkResolvers<ContextType>;
  RoomLinkStatus?: RoomLinkStatusResolvers;
  NewRoomLink?: NewRoomLinkResolvers<ContextType>;
  RoomInvitations?: RoomInvitationsResolvers<ContextType>;
  RoomInvited?: RoomInvitedResolvers<ContextType>;
  RoomInvitationSkip?: RoomInvitationSkipResolvers<ContextType>;
  RoomInvitationSkipReason?: RoomInvitationSkipReasonResolvers;
  RoomEvent?: RoomEventResolvers<ContextType>;
  RoomEventType?: RoomEventTypeResolvers;
  RoomRefusalReason?: RoomRefusalReasonResolvers;
  RoomVisitor?: RoomVisitorResolvers<ContextType>;
  RoomEventLink?: RoomEventLinkResolvers<ContextType>;
  RoomEventItem?: RoomEventItemResolvers<ContextType>;
  RoomNdaAcceptance?: RoomNdaAcceptanceResolvers<ContextType>;
  RoomAnalytics?: RoomAnalyticsResolvers<ContextType>;
  RoomItemAnalytics?: RoomItemAnalyticsResolvers<ContextType>;
  RoomVisitorAnalytics?: RoomVisitorAnalyticsResolvers<ContextType>;
  RoomComment?: RoomCommentResolvers<ContextType>;
  Room?: RoomResolvers<ContextType>;
  RoomStatus?: RoomStatusResolvers;
  RoomVisibility?: RoomVisibilityResolvers;
  RoomBranding?: RoomBrandingResolvers<ContextType>;
  RoomNda?: RoomNdaResolvers<ContextType>;
  RoomLinkDefaults?: RoomLinkDefaultsResolvers<ContextType>;
  RoomCounts?: RoomCountsResolvers<ContextType>;
  UUID?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Date?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Decimal?: GraphQLScalarType;
  CountryCode?: GraphQLScalarType;
  Module?: ModuleResolvers;
  Principals?: PrincipalsResolvers;
  Risk?: RiskResolvers;
  RiskClass?: RiskClassResolvers;
  FieldClass?: FieldClassResolvers;
  Method?: MethodResolvers;
  Idempotency?: IdempotencyResolvers;
  Answer?: AnswerResolvers;
  PageInfo?: PageInfoResolvers<ContextType>;
  Connection?: ConnectionResolvers<ContextType>;
  Actor?: ActorResolvers<ContextType>;
  Deletion?: DeletionResolvers<ContextType>;
  SavedView?: SavedViewResolvers<ContextType>;
  SavedViewShare?: SavedViewShareResolvers<ContextType>;
  BrokenClause?: BrokenClauseResolvers<ContextType>;
  SavedViewVisibility?: SavedViewVisibilityResolvers;
  SavedViewShareType?: SavedViewShareTypeResolvers;
  SavedViewShareAccess?: SavedViewShareAccessResolvers;
  SavedViewLayout?: SavedViewLayoutResolvers;
  SearchModule?: SearchModuleResolvers;
  SearchStatus?: SearchStatusResolvers;
  SearchSkipReason?: SearchSkipReasonResolvers;
  SearchRecord?: SearchRecordResolvers<ContextType>;
  SearchHit?: SearchHitResolvers<ContextType>;
  SearchGroup?: SearchGroupResolvers<ContextType>;
  GlobalSearch?: GlobalSearchResolvers<ContextType>;
  SsoSettings?: SsoSettingsResolvers<ContextType>;
  TenantSettings?: TenantSettingsResolvers<ContextType>;
  SsoDomainProof?: SsoDomainProofResolvers<ContextType>;
  SsoStart?: SsoStartResolvers<ContextType>;
  Task?: TaskResolvers<ContextType>;
  TaskStatus?: TaskStatusResolvers;
  TaskPriority?: TaskPriorityResolvers;
  TaskScheduleMode?: TaskScheduleModeResolvers;
  DependencyType?: DependencyTypeResolvers;
  ChecklistItem?: ChecklistItemResolvers<ContextType>;
  TaskDependency?: TaskDependencyResolvers<ContextType>;
  RescheduledTask?: RescheduledTaskResolvers<ContextType>;
  DroppedLink?: DroppedLinkResolvers<ContextType>;
  TaskCascade?: TaskCascadeResolvers;
  SecuritySettings?: SecuritySettingsResolvers<ContextType>;
  DeliverySettings?: DeliverySettingsResolvers<ContextType>;
  TimeEntry?: TimeEntryResolvers<ContextType>;
  TimeEntryStatus?: TimeEntryStatusResolvers;
  TimerOutcome?: TimerOutcomeResolvers;
  TimerAction?: TimerActionResolvers;
  TimeAmount?: TimeAmountResolvers<ContextType>;
  TimeTotals?: TimeTotalsResolvers<ContextType>;
  TimeEntryConnection?: TimeEntryConnectionResolvers<ContextType>;
  WebhookDeliveryState?: WebhookDeliveryStateResolvers;
  WebhookAttemptError?: WebhookAttemptErrorResolvers;
  WebhookAttempt?: WebhookAttemptResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookRecoveredState?: WebhookRecoveredStateResolvers;
  WebhookStatus?: WebhookStatusResolvers;
  WebhookSignature?: WebhookSignatureResolvers;
  WebhookStats?: WebhookStatsResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookEventType?: WebhookEventTypeResolvers<ContextType>;
  WorkOrder?: WorkOrderResolvers<ContextType>;
  WorkOrderStatus?: WorkOrderStatusResolvers;
  BillingStatus?: BillingStatusResolvers;
  SignOff?: SignOffResolvers<ContextType>;
  WorkOrderDelivery?: WorkOrderDeliveryResolvers<ContextType>;
  WorkOrderAction?: WorkOrderActionResolvers;
  ConversionBasis?: ConversionBasisResolvers;
  TimelineEntity?: TimelineEntityResolvers;
  Node?: NodeResolvers<ContextType>;
  ActionItemSort?: ActionItemSortResolvers;
  ActivitySort?: ActivitySortResolvers;
  AgentSort?: AgentSortResolvers;
  ApiTokenSort?: ApiTokenSortResolvers;
  CallTemplateSort?: CallTemplateSortResolvers;
  CallSort?: CallSortResolvers;
  ClientSort?: ClientSortResolvers;
  CommunicationThreadSort?: CommunicationThreadSortResolvers;
  CommunicationSort?: CommunicationSortResolvers;
  CompanySort?: CompanySortResolvers;
  ContactSort?: ContactSortResolvers;
  CustomFieldSort?: CustomFieldSortResolvers;
  DealSort?: DealSortResolvers;
  InvoiceSort?: InvoiceSortResolvers;
  JobSort?: JobSortResolvers;
  MemberSort?: MemberSortResolvers;
  NumberLedgerEntrySort?: NumberLedgerEntrySortResolvers;
  ProjectSort?: ProjectSortResolvers;
  ActionProposalSort?: ActionProposalSortResolvers;
  QuoteSort?: QuoteSortResolvers;
  RoleSort?: RoleSortResolvers;
  RoomEventSort?: RoomEventSortResolvers;
  RoomCommentSort?: RoomCommentSortResolvers;
  RoomSort?: RoomSortResolvers;
  SavedViewSort?: SavedViewSortResolvers;
  TaskSort?: TaskSortResolvers;
  TimeEntrySort?: TimeEntrySortResolvers;
  WebhookDeliverySort?: WebhookDeliverySortResolvers;
  WebhookSort?: WebhookSortResolvers;
  WorkOrderSort?: WorkOrderSortResolvers;
  SavedViewEntity?: SavedViewEntityResolvers;
  ActionProposalConnection?: ActionProposalConnectionResolvers<ContextType>;
  ActionProposalEdge?: ActionProposalEdgeResolvers<ContextType>;
  CallConnection?: CallConnectionResolvers<ContextType>;
  CallEdge?: CallEdgeResolvers<ContextType>;
  CommunicationConnection?: CommunicationConnectionResolvers<ContextType>;
  CommunicationEdge?: CommunicationEdgeResolvers<ContextType>;
  CompanyConnection?: CompanyConnectionResolvers<ContextType>;
  CompanyEdge?: CompanyEdgeResolvers<ContextType>;
  ActivityConnection?: ActivityConnectionResolvers<ContextType>;
  ActivityEdge?: ActivityEdgeResolvers<ContextType>;
  ContactConnection?: ContactConnectionResolvers<ContextType>;
  ContactEdge?: ContactEdgeResolvers<ContextType>;
  DealConnection?: DealConnectionResolvers<ContextType>;
  DealEdge?: DealEdgeResolvers<ContextType>;
  InvoiceConnection?: InvoiceConnectionResolvers<ContextType>;
  InvoiceEdge?: InvoiceEdgeResolvers<ContextType>;
  NoteConnection?: NoteConnectionResolvers<ContextType>;
  NoteEdge?: NoteEdgeResolvers<ContextType>;
  ProjectConnection?: ProjectConnectionResolvers<ContextType>;
  ProjectEdge?: ProjectEdgeResolvers<ContextType>;
  QuoteConnection?: QuoteConnectionResolvers<ContextType>;
  QuoteEdge?: QuoteEdgeResolvers<ContextType>;
  RoomConnection?: RoomConnectionResolvers<ContextType>;
  RoomEdge?: RoomEdgeResolvers<ContextType>;
  WorkOrderConnection?: WorkOrderConnectionResolvers<ContextType>;
  WorkOrderEdge?: WorkOrderEdgeResolvers<ContextType>;
  DealContactConnection?: DealContactConnectionResolvers<ContextType>;
  DealContactEdge?: DealContactEdgeResolvers<ContextType>;
  RelationshipOutcomeConnection?: RelationshipOutcomeConnectionResolvers<ContextType>;
  RelationshipOutcomeEdge?: RelationshipOutcomeEdgeResolvers<ContextType>;
  TaskConnection?: TaskConnectionResolvers<ContextType>;
  TaskEdge?: TaskEdgeResolvers<ContextType>;
  TimeEntryEdge?: TimeEntryEdgeResolvers<ContextType>;
  ActionItemConnection?: ActionItemConnectionResolvers<ContextType>;
  ActionItemEdge?: ActionItemEdgeResolvers<ContextType>;
  AgentConnection?: AgentConnectionResolvers<ContextType>;
  AgentEdge?: AgentEdgeResolvers<ContextType>;
  ApiTokenConnection?: ApiTokenConnectionResolvers<ContextType>;
  ApiTokenEdge?: ApiTokenEdgeResolvers<ContextType>;
  ProviderKeyConnection?: ProviderKeyConnectionResolvers<ContextType>;
  ProviderKeyEdge?: ProviderKeyEdgeResolvers<ContextType>;
  AuditEntryConnection?: AuditEntryConnectionResolvers<ContextType>;
  AuditEntryEdge?: AuditEntryEdgeResolvers<ContextType>;
  CallTemplateConnection?: CallTemplateConnectionResolvers<ContextType>;
  CallTemplateEdge?: CallTemplateEdgeResolvers<ContextType>;
  ClientConnection?: ClientConnectionResolvers<ContextType>;
  ClientEdge?: ClientEdgeResolvers<ContextType>;
  CommunicationThreadConnection?: CommunicationThreadConnectionResolvers<ContextType>;
  CommunicationThreadEdge?: CommunicationThreadEdgeResolvers<ContextType>;
  CustomFieldConnection?: CustomFieldConnectionResolvers<ContextType>;
  CustomFieldEdge?: CustomFieldEdgeResolvers<ContextType>;
  CompanyDuplicateConnection?: CompanyDuplicateConnectionResolvers<ContextType>;
  CompanyDuplicateEdge?: CompanyDuplicateEdgeResolvers<ContextType>;
  ContactDuplicateConnection?: ContactDuplicateConnectionResolvers<ContextType>;
  ContactDuplicateEdge?: ContactDuplicateEdgeResolvers<ContextType>;
  JobConnection?: JobConnectionResolvers<ContextType>;
  JobEdge?: JobEdgeResolvers<ContextType>;
  MemberConnection?: MemberConnectionResolvers<ContextType>;
  MemberEdge?: MemberEdgeResolvers<ContextType>;
  NumberLedgerEntryEdge?: NumberLedgerEntryEdgeResolvers<ContextType>;
  RelationshipFollowUpConnection?: RelationshipFollowUpConnectionResolvers<ContextType>;
  RelationshipFollowUpEdge?: RelationshipFollowUpEdgeResolvers<ContextType>;
  ContactTouchConnection?: ContactTouchConnectionResolvers<ContextType>;
  ContactTouchEdge?: ContactTouchEdgeResolvers<ContextType>;
  RoleConnection?: RoleConnectionResolvers<ContextType>;
  RoleEdge?: RoleEdgeResolvers<ContextType>;
  RoomItemConnection?: RoomItemConnectionResolvers<ContextType>;
  RoomItemEdge?: RoomItemEdgeResolvers<ContextType>;
  RoomLinkConnection?: RoomLinkConnectionResolvers<ContextType>;
  RoomLinkEdge?: RoomLinkEdgeResolvers<ContextType>;
  RoomEventConnection?: RoomEventConnectionResolvers<ContextType>;
  RoomEventEdge?: RoomEventEdgeResolvers<ContextType>;
  RoomCommentConnection?: RoomCommentConnectionResolvers<ContextType>;
  RoomCommentEdge?: RoomCommentEdgeResolvers<ContextType>;
  SavedViewConnection?: SavedViewConnectionResolvers<ContextType>;
  SavedViewEdge?: SavedViewEdgeResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>;
  WebhookConnection?: WebhookConnectionResolvers<ContextType>;
  WebhookEdge?: WebhookEdgeResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = TenantContext> = {
  customFields?: CustomFieldsDirectiveResolver<any, any, ContextType>;
  sunset?: SunsetDirectiveResolver<any, any, ContextType>;
  access?: AccessDirectiveResolver<any, any, ContextType>;
  section?: SectionDirectiveResolver<any, any, ContextType>;
  class?: ClassDirectiveResolver<any, any, ContextType>;
  limits?: LimitsDirectiveResolver<any, any, ContextType>;
  requires?: RequiresDirectiveResolver<any, any, ContextType>;
  example?: ExampleDirectiveResolver<any, any, ContextType>;
  waits?: WaitsDirectiveResolver<any, any, ContextType>;
  upload?: UploadDirectiveResolver<any, any, ContextType>;
  header?: HeaderDirectiveResolver<any, any, ContextType>;
  record?: RecordDirectiveResolver<any, any, ContextType>;
  filter?: FilterDirectiveResolver<any, any, ContextType>;
  sort?: SortDirectiveResolver<any, any, ContextType>;
  bulk?: BulkDirectiveResolver<any, any, ContextType>;
  column?: ColumnDirectiveResolver<any, any, ContextType>;
  list?: ListDirectiveResolver<any, any, ContextType>;
  paged?: PagedDirectiveResolver<any, any, ContextType>;
  omitNull?: OmitNullDirectiveResolver<any, any, ContextType>;
  value?: ValueDirectiveResolver<any, any, ContextType>;
  rest?: RestDirectiveResolver<any, any, ContextType>;
  tool?: ToolDirectiveResolver<any, any, ContextType>;
};
