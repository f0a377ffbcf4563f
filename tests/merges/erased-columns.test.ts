// Every text column of every table is either emptied by an erasure or listed with the reason why not, and a person whom
// all of these tables mention is in none of them after the erasure.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { makeKnownPerson } from './known-person.ts';
import { type Data, Records } from './records.ts';

/** Columns that an erasure empties where they contain data of the person. */
const ERASED: Record<string, string> = {
  contacts:
    'prefix first_name middle_name last_name suffix display_name email phone title department timezone locale address linkedin_url consent relationship_intent interests context_notes relationship_proposed_by tags custom_fields',
  contact_methods: 'value original network',
  contact_companies: 'role title',
  contact_duplicate_keys: 'kind value',
  custom_field_claims: 'digest',
  notes: 'body',
  notifications: 'title body',
  import_rows: 'cells parts before errors read_errors keys kept_reason',
  imports: 'found mapping',
  batch_items: 'variables error',
  job_events: 'data',
  activities: 'subject body',
  action_items: 'title',
  relationship_outcomes: 'summary evidence proof_asset_refs suggestion_ref history',
  search_tokens: 'token',
  calls: 'subject summary completed_with tags custom_fields',
  call_participants: 'address name',
  call_recordings: 'title search_title provider_ref provider_url transcript_language custom_fields',
  call_recording_transcripts: 'turns',
  communications: 'subject body_text body_html snippet search_title attachments tags custom_fields',
  communication_participants: 'address name delivery_reason',
  campaign_members: 'address',
  communication_threads: 'subject custom_fields',
  merges: 'filled released',
  merge_moves: 'united',
  audit_entries: 'target_label changes',
  audit_seals: 'salt',
  events: 'data',
  webhook_deliveries: 'payload',
  webhook_attempts: 'response',
  assistant_conversations: 'title',
  assistant_messages: 'text citations proposals',
  action_proposals: 'arguments arguments_hash title rationale evidence preview decision_note',
  idempotency_keys: 'body',
  files: 'name',
  room_links: 'label allow_list deny_list',
  room_visitors: 'name email',
  room_comments: 'body',
  room_codes: 'email',
  support_tickets: 'subject',
  support_messages: 'body',
  comments: 'body',
  file_parts: 'content',
};

/** Columns that an erasure leaves unchanged, grouped by the reason. */
const KEPT: [reason: string, columns: Record<string, string>][] = [
  [
    'account data and credentials of a colleague or a program',
    {
      users: 'email name password_hash locale time_zone avatar_url mfa_secret',
      memberships: 'module_access invited_by created_by updated_by',
      invitations: 'email module_access token_hash created_by updated_by',
      sessions: 'amr user_agent ip revoke_reason',
      refresh_tokens: 'hash successor',
      recovery_codes: 'hash',
      password_resets: 'hash',
      sso_identities: 'issuer subject',
      sso_attempts: 'state_hash nonce code_verifier redirect_uri',
      api_tokens:
        'name scopes modules secret_hash prefix last_four ip_allowlist previous_secret_hash last_used_ip api_version revoke_reason created_by updated_by',
      agents: 'name purpose allowed_scopes created_by updated_by',
      audit_entries: 'actor ip user_agent',
      jobs: 'requested_by',
      notes: 'author created_by updated_by',
      action_items: 'completed_by created_by updated_by',
      action_proposals: 'proposed_by decided_by created_by updated_by',
      activities: 'actor created_by updated_by',
      assistant_conversations: 'created_by updated_by',
      assistant_settings: 'created_by updated_by',
      automation_policies: 'updated_by',
      client_status_changes: 'changed_by',
      companies: 'created_by updated_by',
      company_duplicates: 'dismissed_by',
      contact_duplicates: 'dismissed_by',
      contacts: 'created_by updated_by',
      calls: 'created_by updated_by',
      campaigns: 'created_by updated_by',
      campaign_members: 'created_by updated_by',
      call_templates: 'created_by updated_by',
      call_recordings: 'created_by updated_by consent_by',
      outreach_sequences: 'created_by updated_by',
      outreach_enrolments: 'created_by updated_by',
      communications: 'created_by updated_by',
      communication_threads: 'created_by updated_by',
      custom_fields: 'created_by updated_by',
      deal_pipelines: 'created_by updated_by',
      deal_stage_entries: 'actor',
      deals: 'created_by updated_by',
      competitors: 'created_by updated_by',
      content_drafts: 'created_by updated_by',
      pulse_items: 'created_by updated_by',
      pulse_topics: 'created_by updated_by',
      battlecard_versions: 'published_by',
      projects: 'created_by updated_by',
      milestones: 'created_by updated_by',
      tasks: 'created_by updated_by',
      support_tickets: 'created_by updated_by',
      comments: 'created_by updated_by',
      support_messages: 'created_by updated_by',
      sla_policies: 'updated_by',
      time_entries: 'created_by updated_by',
      project_templates: 'created_by updated_by',
      events: 'actor',
      merges: 'created_by undone_by',
      model_routes: 'created_by updated_by',
      provider_keys: 'created_by updated_by',
      relationship_outcomes: 'created_by updated_by',
      roles: 'created_by updated_by',
      room_comments: 'created_by updated_by',
      room_items: 'created_by updated_by',
      room_links: 'created_by updated_by',
      rooms: 'created_by updated_by',
      notifications: 'actor',
      imports: 'approval created_by updated_by rollback',
      import_rows: 'fixed_by',
      batches: 'requested_by',
      saved_views: 'created_by updated_by',
      tenants: 'updated_by',
      webhooks: 'created_by updated_by',
    },
  ],
  [
    'settings and secrets of the workspace or the platform',
    {
      tenant_logos: 'source_url',
      tenants:
        'name slug region rate_limits locale time_zone currency country modules commercial delivery profile date_format logo_url allowed_origins ip_allowlist',
      roles: 'key name description grants record_scope',
      custom_fields: 'key label description default_value options rules group_name',
      deal_pipelines: 'key name',
      deal_stages: 'key label',
      call_templates: 'name description sections custom_fields',
      outreach_sequences: 'name description steps sending_window custom_fields',
      call_template_revisions: 'sections',
      jobs: 'work',
      ingress_refusals: 'source provider reason',
      queue_settings: 'name',
      incident_banners: 'title body custom_fields created_by updated_by',
      maintenance_windows: 'message',
      queue_counts: 'name',
      rate_limit_policies: 'policy',
      number_series: 'period',
      number_formats: 'series format',
      number_ledger: 'series number period document_type',
      automation_policies: 'quiet_from quiet_until',
      provider_keys:
        'label base_url sealed_secret sealed_ingress_secret sealed_former_ingress_secret last_four last_error',
      model_routes: 'model fallback_purpose last_error',
      sso_connections: 'issuer client_id client_secret metadata domains proven_domains',
      sso_group_roles: 'group_name',
      webhooks:
        'name url event_types filter public_key sealed_secret sealed_previous_secret api_version header_names sealed_headers',
      saved_views: 'entity name filter sort columns group_by',
      notification_preferences: 'preferences quiet_hours digest_time',
      saved_view_defaults: 'entity',
      data_keys: 'sealed',
      root_keys: 'wrapped_by sealed',
      signing_keys: 'kid public_jwk sealed_private_jwk',
      search_sources: 'entity table_name record_key columns',
      migrations: 'name',
    },
  ],
  [
    'business data related to the person, which is kept (crm.md section 4)',
    {
      content_drafts: 'title source variants links',
      campaigns: 'name subject body body_html audience exclude custom_fields',
      campaign_members: 'skip_reason',
      content_media: 'alt_text',
      content_imports: 'title content source_url sha256',
      companies:
        'name legal_name website domain client_id industry description phone linkedin_url address revenue_currency tags custom_fields client_status_reason',
      company_names: 'name joined',
      company_name_grams: 'gram name',
      company_identifiers: 'value value_unicode label metadata',
      company_duplicate_keys: 'kind value',
      client_numbers: 'number',
      client_status_changes: 'from_status to_status reason',
      projects:
        'number name company_name description status_reason health_reason currency working_calendar board tags custom_fields',
      milestones: 'name',
      tasks: 'title position description checklist recurrence blocked_reason tags custom_fields',
      support_tickets: 'number sla_missed sla_warned tags custom_fields',
      support_messages: 'custom_fields',
      comments: 'entity_type custom_fields',
      reactions: 'entity_type emoji',
      sla_policies: 'targets business_hours',
      time_entries: 'note currency decision_note',
      project_templates: 'name description calendar structure',
      deals: 'name currency stage lost_note next_step unit_label tags custom_fields',
      deal_stage_entries: 'stage label reason lost_reason lost_note',
      competitors:
        'name website positioning strengths weaknesses pricing_notes products differentiators battlecard_draft custom_fields',
      battlecard_versions: 'sections',
      pulse_items: 'title summary source_url source_key source_name custom_fields',
      pulse_topics: 'name terms',
      rooms: 'title description welcome_message nda_text accent default_link_settings tags custom_fields',
      room_ndas: 'text',
      room_items: 'title body url custom_fields',
      room_comments: 'custom_fields',
      room_links: 'custom_fields',
      room_events: 'url',
    },
  ],
  [
    'documents and payments, which the law has workspaces keep as they were issued',
    {
      client_credits: 'currency',
      document_conversions: 'lines',
      document_lines: 'currency description discount sku taxes unit',
      document_links: 'token_hash',
      invoice_payments: 'created_by currency reference refunds',
      invoices:
        'buyer buyer_input created_by credit_reason currency custom_fields discount internal_notes locale notes number pdf_sha256 po_number reference seller source_type status_reason tags tax_groups terms title updated_by void_reason words write_off_reason',
      quotes:
        'buyer buyer_input created_by currency custom_fields decision discount document_hash internal_notes locale notes number pdf_sha256 po_number reference seller source_type status_reason tags tax_groups terms title updated_by words',
      work_order_deliveries: 'created_by lines note',
      work_orders:
        'buyer buyer_input created_by currency custom_fields discount internal_notes locale notes number pdf_sha256 po_number reference seller sign_off site_address source_type status_reason tags tax_groups terms title updated_by words',
    },
  ],
  [
    'agreements and the evidence of their signatures, which are kept as they were signed',
    {
      envelopes:
        'consent_version created_by custom_fields decline_reason manifest manifest_signature message provider provider_envelope_id reminder status_before_expiry tags title updated_by void_reason words',
      envelope_documents: 'name sha256_final sha256_original',
      envelope_events: 'canonical hash prev_hash type',
      envelope_fields: 'default_value group_name label options validation value',
      envelope_links: 'token_hash',
      envelope_recipients: 'access_code_hash answer code_hash decline_reason email key locale name',
      envelope_sessions: 'token_hash',
      signing_provider_events: 'body event_id provider_envelope_id type',
    },
  ],
  [
    'what operators define and state: plans, flags, their own roles, and why they act',
    {
      feature_flags: 'created_by custom_fields description key module plans updated_by',
      module_switches: 'flag_key module plans',
      impersonations: 'reason ticket',
      operators: 'created_by custom_fields updated_by',
      plan_versions: 'limits modules plan_key prices',
      // The address is cleared with the erasure; the counts and ids name nobody.
      privacy_requests: 'created_by custom_fields email holds result_manifest scope_found updated_by',
      tenant_flags: 'flag_key reason set_by',
      tenant_state_changes: 'actor from_state reason to_state',
    },
  ],
  [
    'plans, subscriptions and payments of the workspace itself; bodies of events are erased after 90 days',
    {
      billing_objects: 'object_id provider',
      checkout_sessions: 'created_by currency plan_key provider_session_id url',
      payment_events: 'body connection event_id object_id provider type',
      plans: 'key limits modules name prices',
      subscription_previews: 'change',
      subscriptions:
        'override cancel_reason currency pending_plan_key plan_key provider provider_customer_id provider_subscription_id',
      usage_alerts: 'meter',
    },
  ],
  [
    'names of kinds, operations, keys and states, or unreadable digests',
    {
      activities: 'event',
      activity_links: 'entity',
      custom_fields: 'entity',
      action_proposals: 'operation target_type execution_error_code execution_result',
      assistant_messages: 'model governed_fields',
      audit_anchors: 'hash',
      audit_entries: 'action operation target_type error_code request_id',
      audit_seals: 'content_hash prev_hash hash',
      events: 'type request_id object_type',
      files: 'mime scope sha256',
      idempotency_keys: 'operation key fingerprint headers request_id',
      idempotency_leases: 'operation key',
      jobs: 'error result',
      notifications: 'category entity_type',
      my_work_snoozes: 'kind due_at',
      import_rows: 'kind record_type',
      imports: 'target columns counts error file file_name mapping_hash request_id validation_hash warnings',
      tenant_health_snapshots: 'figures',
      batches: 'operation counts',
      batch_items: 'result',
      record_subscriptions: 'entity_type',
      merge_moves: 'reference keys',
      rate_limits: 'key',
      room_codes: 'code_hash',
      room_events: 'client_event_id nda',
      room_gate_failures: 'address_hash',
      room_links: 'token_hash token_last4 password_hash',
      room_sessions: 'token_hash',
      search_tokens: 'entity',
      suppressions: 'digest',
      calls: 'provider_call_id',
      communications: 'message_id failure_reason',
      outreach_enrolments: 'reason',
      communication_threads: 'channel',
      provider_events: 'provider event_id type',
      webhook_deliveries: 'event_type',
    },
  ],
];

const columnNames = (columns: Record<string, string>): string[] =>
  Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`));

let service: TestService;
let records: Records;
let inspector: Inspector;
let receiver: Receiver;
let worker: Worker | undefined;

beforeAll(async () => {
  service = await startService();
  records = new Records(service);
  inspector = await Inspector.open(service.databaseUrl);
  receiver = await startReceiver();
  // The endpoint echoes its requests because responses are stored.
  receiver.respondWith((response, { text }) => void response.writeHead(200).end(text));
});

afterAll(async () => {
  await worker?.stop();
  await receiver?.stop();
  await inspector?.close();
  await service?.stop();
});

/** Returns the columns that can contain free text; columns that a constraint limits to a list of words are left out. */
async function textColumns(): Promise<string[]> {
  const rows = await inspector.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and format_type(a.atttypid, null) ~ '^(text|character varying|jsonb?|bytea|inet|tsvector)'
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
         and pg_get_constraintdef(k.oid) ~ 'ANY \\(ARRAY|<@')
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the columns that contain one of the words. */
async function columnsContaining(words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const column of await textColumns()) {
    const [table, name] = column.split('.');
    const rows = await inspector.query(`select 1 from ${table} where ${name}::text ilike any ($1) limit 1`, [
      words.map((word) => `%${word}%`),
    ]);
    if (rows.length) found.push(column);
  }
  return found;
}

const subscribe = (): Promise<Data> =>
  records.ok('POST', '/api/webhooks', { name: 'Mirror', url: `${receiver.url}/in`, event_types: ['*'] });

const asAgent = (method: string, path: string, body?: unknown) =>
  records.ok(method, path, body, {
    as: service.acme.agent,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });

/** Creates notes, proposals and a conversation in which colleagues, agents and the assistant mention the person. */
async function discuss({ id }: Data): Promise<{ proposalId: string; conversationId: string }> {
  const { proposal_id: proposalId } = await asAgent('POST', '/api/agent/actions/proposals', {
    operation: 'UpdateContact',
    arguments: { id, title: 'Zanzibar proposed' },
    title: 'Promote Zanzibar',
    rationale: 'Zanzibar asked',
    evidence: [{ type: 'contact', id, label: 'Zanzibar' }],
  });
  const named = await asAgent('POST', '/api/agent/actions/proposals', {
    operation: 'CreateContact',
    arguments: { first_name: 'Zanzibar', last_name: 'Quimby' },
    title: 'Once more',
  });
  await records.ok('POST', `/api/agent/actions/approvals/${named.proposal_id}/reject`, {
    reason: 'Zanzibar Quimby is known',
  });
  const conversation = await records.ok('POST', '/api/assistant/chat', {
    message: 'What about Zanzibar Quimby?',
  });
  expect(conversation.citations).toContainEqual(expect.objectContaining({ type: 'contact', id }));
  return { proposalId, conversationId: conversation.conversation_id };
}

describe('every text column', () => {
  it('is emptied by an erasure or listed with the reason why not', async () => {
    const declaredColumns = [...columnNames(ERASED), ...KEPT.flatMap(([, columns]) => columnNames(columns))];
    expect(declaredColumns.toSorted()).toEqual(await textColumns());
  });
});

describe('an erased contact', () => {
  it('is in no column any more, including deliveries, endpoint responses, conversations, proposals and files', async () => {
    const webhook = await subscribe();
    const { contact } = await makeKnownPerson(records);
    const { proposalId, conversationId } = await discuss(contact);
    worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
    const { id: jobId } = await records.ok('POST', '/api/audit-logs/export', {});
    await until(async () => (await records.ok('GET', `/api/jobs/${jobId}`)).state === 'succeeded');
    await until(
      async () =>
        !(await inspector.query(`select from webhook_outbox union all select from webhook_queue`)).length,
    );
    await worker.stop();
    worker = undefined;
    // This delivery is still waiting to be sent.
    await records.ok('PATCH', `/api/contacts/${contact.id}`, { title: 'Zanzibar waits' });
    const words = ['zanzibar', 'quimby', '8675309'];
    const before = await columnsContaining(words);
    for (const column of [
      'webhook_deliveries.payload',
      'webhook_attempts.response',
      'assistant_messages.text',
    ])
      expect(before).toContain(column);
    expect(before.filter((column) => !columnNames(ERASED).includes(column))).toEqual([]);

    await records.ok('POST', `/api/contacts/${contact.id}/erase`);

    expect(await columnsContaining(words)).toEqual([]);
    const proposal = await records.ok('GET', `/api/agent/actions/proposals/${proposalId}`);
    expect(proposal).toMatchObject({
      state: 'cancelled',
      title: 'Erased contact',
      arguments: {},
      preview: [],
    });
    const conversation = await service.rest('GET', `/api/assistant/conversations/${conversationId}`);
    expect(conversation.status).toBe(404);

    receiver.received.length = 0;
    worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
    const deliveries = await records.ok('GET', `/api/webhooks/${webhook.id}/deliveries?pageSize=100`);
    const replayed = deliveries.find(({ event_type: type }: Data) => type === 'contact.created');
    await records.ok('POST', `/api/webhooks/${webhook.id}/deliveries/${replayed.id}/replay`, {});
    const sent = await receiver.until(1, ({ headers }) => headers['webhook-id'] === replayed.message_id);
    expect(sent[0]!.body.data.object).toEqual({ id: expect.any(String), version: 1, erased: true });
    await receiver.until(1, ({ body }) => body.type === 'contact.updated');
    for (const { text } of receiver.received) expect(text).not.toMatch(/zanzibar|quimby|8675309/i);
  });
});
