// Workloads: a page of envelopes that wait for signatures, and an envelope as its signer sees it.
import { createHash } from 'node:crypto';
import { LARGEST, ownerId, workspaceId } from '../dataset/sizes.ts';
import { ids } from './selections.ts';
import { type Body, floor, rest, type Workload } from './workload.ts';

const ENVELOPES = 2_000;
const FIELDS = 50;
const tenant = workspaceId(LARGEST);
const AUTHOR = `'{"type": "user", "id": "${ownerId(LARGEST)}", "label": "Bench"}'::jsonb`;
const TOKEN = 'bench-signer'.padEnd(43, 'x');
const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');
const sqlId = (part: string, number = 'n') =>
  `('01940000-0000-7000-8000-00${part}' || lpad(to_hex(${number}), 8, '0'))::uuid`;
const [ENVELOPE, DOCUMENT] = [sqlId('e1'), sqlId('e2')];
const recipient = (part: string) => sqlId('e3', `n * 4 + ${part}`);
const ENDS = `timestamptz '2999-01-01'`;

/** Envelopes with a document, two signers of whom one has signed, and a viewer; the first one has fields and a link. */
const prepare = `do $$ begin
  set local session_replication_role = replica;
  insert into envelopes (tenant_id, id, status, title, sent_at, expires_at, consent_version, created_at, updated_at, created_by,
      updated_by)
    select '${tenant}', ${ENVELOPE}, 'partially_signed', 'Bench ' || n, now(), ${ENDS}, '1', now(), now() + n * interval '1 ms',
      ${AUTHOR}, ${AUTHOR} from generate_series(1, ${ENVELOPES}) n;
  insert into envelope_documents (tenant_id, id, envelope_id, position, name, pages, size, original_file_id, sha256_original,
      created_at, updated_at)
    select '${tenant}', ${DOCUMENT}, ${ENVELOPE}, 0, 'agreement.pdf', 3, 1000, ${DOCUMENT}, repeat('a', 64), now(), now()
    from generate_series(1, ${ENVELOPES}) n;
  insert into envelope_recipients (tenant_id, id, envelope_id, position, role, name, email, routing_order, status, viewed_at,
      signed_at, created_at, updated_at)
    select '${tenant}', ${recipient('p')}, ${ENVELOPE}, p, case when p = 2 then 'viewer' else 'signer' end, 'Person ' || p,
      'person' || p || '@bench.example', p + 1, case p when 0 then 'signed' when 1 then 'viewed' else 'queued' end,
      case when p < 2 then now() end, case when p = 0 then now() end, now(), now()
    from generate_series(1, ${ENVELOPES}) n, generate_series(0, 2) p;
  insert into envelope_fields (tenant_id, id, envelope_id, recipient_id, document_id, position, type, label, page, x, y, width, height,
      required, created_at, updated_at)
    select '${tenant}', ${sqlId('e4', 'f')}, ${ENVELOPE}, ${recipient('1')}, ${DOCUMENT}, f, 'text', 'Field ' || f, 1, 0.1, 0.1, 0.2, 0.02,
      true, now(), now() from generate_series(1, 1) n, generate_series(1, ${FIELDS}) f;
  insert into envelope_links (tenant_id, id, token_hash, envelope_id, recipient_id, created_at)
    select '${tenant}', ${ENVELOPE}, '${hash(TOKEN)}', ${ENVELOPE}, ${recipient('1')}, now() from generate_series(1, 1) n;
end $$;
analyze envelopes, envelope_documents, envelope_recipients, envelope_fields, envelope_links`;

const restore = `do $$ begin
  set local session_replication_role = replica;
  ${['links', 'fields', 'recipients', 'documents']
    .map(
      (part) => `delete from envelope_${part} where tenant_id = '${tenant}'
        and envelope_id in (select id from envelopes where tenant_id = '${tenant}' and title like 'Bench %');`,
    )
    .join('\n  ')}
  delete from envelopes where tenant_id = '${tenant}' and title like 'Bench %';
end $$`;

const readPage = (body: Body) => ({
  ids: ids(body.data),
  recipients: body.data.flatMap((envelope: Body) => ids(envelope.recipients)),
  done: body.data.map((envelope: Body) => envelope.progress.done),
  total: body.total,
});

export const envelopes: Workload<number> = {
  name: 'envelopes',
  title: 'a page of 25 of 2,000 envelopes under way, with documents, recipients and progress',
  needs: ['Query.envelopes'],
  prepare,
  restore,
  params: async () => [1, 2, 3, 4, 5],
  variants: [
    rest(
      (page) => ({
        method: 'GET',
        path: `/api/signing?filter[status]=partially_signed&pageSize=25&page=${page}`,
      }),
      readPage,
    ),
    floor(
      'envelopes',
      `select json_build_object(
          'data', (select coalesce(json_agg(json_build_object('id', e.id, 'version', e.version, 'kind', e.kind, 'status', e.status,
              'title', e.title, 'message', e.message, 'expires_at', e.expires_at, 'sent_at', e.sent_at,
              'created_at', e.created_at, 'updated_at', e.updated_at, 'created_by', e.created_by, 'updated_by', e.updated_by,
              'documents', (select json_agg(json_build_object('id', d.id, 'name', d.name, 'pages', d.pages, 'size', d.size,
                  'sha256_original', d.sha256_original, 'sha256_final', d.sha256_final) order by d.position)
                from envelope_documents d where d.tenant_id = $1 and d.envelope_id = e.id),
              'recipients', r.recipients, 'progress', json_build_object('done', r.done, 'total', r.total))
            order by e.updated_at desc, e.id desc), '[]')
          from (select * from envelopes where tenant_id = $1 and deleted_at is null
              and case when status in ('sent', 'partially_signed') and expires_at <= now() then 'expired' else status end
                = 'partially_signed'
            order by updated_at desc, id desc limit 25 offset ($2::int - 1) * 25) e,
          lateral (select json_agg(json_build_object('id', p.id, 'role', p.role, 'name', p.name, 'email', p.email,
              'routing_order', p.routing_order, 'auth', p.auth, 'status', p.status, 'viewed_at', p.viewed_at,
              'signed_at', p.signed_at) order by p.position) as recipients, count(*) filter (where p.role <> 'cc') as total,
              count(*) filter (where p.signed_at is not null or p.role = 'viewer' and p.viewed_at is not null) as done
            from envelope_recipients p where p.tenant_id = $1 and p.envelope_id = e.id) r),
          'total', (select count(*) from envelopes where tenant_id = $1 and deleted_at is null
            and case when status in ('sent', 'partially_signed') and expires_at <= now() then 'expired' else status end
              = 'partially_signed'))::text as body`,
      (page) => [tenant, page],
      readPage,
    ),
  ],
};

const readSession = ({ envelope, documents, fields }: Body) => ({
  title: envelope.title,
  documents: ids(documents),
  fields: ids(fields),
});

export const signingSession: Workload<string> = {
  name: 'signing-session',
  title: 'an envelope with 50 fields as its signer sees it',
  needs: ['Query.signingSession'],
  prepare,
  restore,
  params: async () => [TOKEN],
  variants: [
    rest(
      (token) => ({ method: 'GET', path: `/api/signing/public/${token}` }),
      ({ data }) => readSession(data),
    ),
    floor(
      'signing-session',
      `select json_build_object(
          'envelope', json_build_object('id', e.id, 'title', e.title, 'message', e.message, 'status', e.status,
            'expires_at', e.expires_at),
          'recipient', json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'status', p.status),
          'documents', (select json_agg(json_build_object('id', d.id, 'name', d.name, 'pages', d.pages,
              'sha256', d.sha256_original) order by d.position)
            from envelope_documents d where d.tenant_id = e.tenant_id and d.envelope_id = e.id),
          'fields', (select json_agg(json_build_object('id', f.id, 'document_id', f.document_id, 'type', f.type, 'label', f.label,
              'page', f.page, 'x', f.x, 'y', f.y, 'width', f.width, 'height', f.height, 'required', f.required,
              'group', f.group_name, 'options', f.options, 'default', f.default_value, 'value', f.value) order by f.position)
            from envelope_fields f where f.tenant_id = e.tenant_id and f.recipient_id = p.id))::text as body
        from envelope_links l
          join envelopes e on e.tenant_id = l.tenant_id and e.id = l.envelope_id
          join envelope_recipients p on p.tenant_id = l.tenant_id and p.id = l.recipient_id
        where l.token_hash = $1 and l.revoked_at is null and e.deleted_at is null and e.expires_at > now()`,
      (token) => [hash(token)],
      readSession,
    ),
  ],
};
