// Workloads: the newest of 300,000 messages, a search in them, and the newest threads.
import { LARGEST, workspaceId } from '../dataset/sizes.ts';
import { ids } from './selections.ts';
import { type Body, floor, persisted, type Query, rest, type Variant, type Workload } from './workload.ts';

const tenant = workspaceId(LARGEST);
const PAGE = 25;
const PAGES = 20;

const SELECTION = `id channel direction status subject snippet thread_id: threadId occurred_at: occurredAt
  participants { role address name contact_id: contactId }`;

/** SQL for the JSON of the messages of a page, in its order. */
const json = (rows: string) => `
  select coalesce(json_agg(json_build_object('id', c.id, 'channel', c.channel, 'direction', c.direction, 'status', c.status,
      'subject', c.subject, 'snippet', c.snippet, 'thread_id', c.thread_id, 'occurred_at', c.occurred_at,
      'participants', (select coalesce(json_agg(json_build_object('role', p.role, 'address', p.address, 'name', p.name,
          'contact_id', p.contact_id) order by p.position), '[]')
        from communication_participants p where p.tenant_id = $1 and p.communication_id = c.id))
    order by c.occurred_at desc, c.id desc), '[]')::text as body
  from (${rows}) c`;

const read = (messages: Body[]) => ({
  messages: ids(messages),
  addresses: messages.map((message) => message.participants[0].address),
});

const pages = async () => Array.from({ length: PAGES }, (_, index) => index + 1);

export const communications: Workload<number> = {
  name: 'communications',
  title: 'page of 25 of 300,000 messages',
  needs: ['Query.communications'],
  params: pages,
  variants: [
    persisted(
      {
        name: 'communications',
        documents: {
          messages: `query Messages($page: Int!) {
            data: communications(sort: [OCCURRED_AT_DESC], page: $page, pageSize: ${PAGE}) { page nodes { ${SELECTION} } } }`,
        },
      },
      (page) => ({ page }),
      ({ messages }) => read(messages.nodes),
    ),
    // The documented record has links, tags, attachments and authors in addition, and the list its total.
    rest(
      (page) => ({
        method: 'GET',
        path: `/api/communications?sort=-occurred_at&pageSize=${PAGE}&page=${page}`,
      }),
      ({ data }) => read(data),
    ),
    floor(
      'communications',
      json(`select * from communications where tenant_id = $1 and deleted_at is null
        order by occurred_at desc, id desc limit ${PAGE} offset $2`),
      (page) => [tenant, (page - 1) * PAGE],
      read,
    ),
  ],
};

/** Selects the beginnings of words that few messages have. */
const TERMS = `select distinct left(split_part(subject, ' ', 2), 6) as term from communications
  where tenant_id = $1 order by 1 limit 200`;

const terms = async (query: Query): Promise<string[]> =>
  (await query(TERMS, [tenant])).map(({ term }) => term as string);

const TEXTS = ['subject', 'body_text'];

/** The floor finds what has a word with this beginning anywhere in a text; the topics occur in no other word. */
const substring: Variant<string> = floor(
  'communications-search',
  json(`select * from communications where tenant_id = $1 and deleted_at is null
    and (${TEXTS.map((column) => `${column} ilike $2`).join(' or ')}) order by occurred_at desc, id desc limit ${PAGE}`),
  (term) => [tenant, `% ${term}%`],
  read,
);

export const communicationsSearch: Workload<string> = {
  name: 'communications-search',
  title:
    'search by prefix in 300,000 messages, with trigram indexes for the floor, which the product does not need',
  needs: ['Query.communications'],
  params: terms,
  prepare: `create extension if not exists pg_trgm;
    create index bench_communications on communications using gin (${TEXTS.map((column) => `${column} gin_trgm_ops`).join(', ')});
    analyze communications`,
  restore: 'drop index bench_communications',
  variants: [
    persisted(
      {
        name: 'communications-search',
        documents: {
          messages: `query Messages($term: String!) {
            data: communications(q: $term, sort: [OCCURRED_AT_DESC], first: ${PAGE}) { nodes { ${SELECTION} } } }`,
        },
      },
      (term) => ({ term }),
      ({ messages }) => read(messages.nodes),
    ),
    rest(
      (term) => ({
        method: 'GET',
        path: `/api/communications?q=${term}&sort=-occurred_at&pageSize=${PAGE}`,
      }),
      ({ data }) => read(data),
    ),
    substring,
  ],
};

const readThreads = (threads: Body[]) => ({
  threads: ids(threads),
  last: threads.map((thread) => thread.last_message.id),
});

export const threads: Workload<number> = {
  name: 'threads',
  title: 'page of 25 threads with participants and last message',
  needs: ['Query.communicationThreads'],
  params: pages,
  variants: [
    rest(
      (page) => ({ method: 'GET', path: `/api/communications/threads?pageSize=${PAGE}&page=${page}` }),
      ({ data }) => readThreads(data),
    ),
    floor(
      'threads',
      `select coalesce(json_agg(json_build_object('id', t.id, 'subject', t.subject, 'channel', t.channel,
          'message_count', t.message_count, 'last_message_at', t.last_message_at, 'waiting', t.waiting,
          'links', json_build_object('company_id', t.company_id, 'deal_id', t.deal_id, 'project_id', t.project_id, 'room_id', t.room_id),
          'participants', (select coalesce(json_agg(distinct jsonb_build_object('address', p.address, 'name', p.name,
              'contact_id', p.contact_id, 'user_id', p.user_id)), '[]')
            from communications c join communication_participants p on p.tenant_id = $1 and p.communication_id = c.id
            where c.tenant_id = $1 and c.thread_id = t.id and c.deleted_at is null),
          'last_message', (select json_build_object('id', m.id, 'direction', m.direction, 'occurred_at', m.occurred_at,
              'snippet', m.snippet) from communications m where m.tenant_id = $1 and m.id = t.last_message_id))
        order by t.last_message_at desc, t.id desc), '[]')::text as body
      from (select * from communication_threads where tenant_id = $1 and deleted_at is null
        order by last_message_at desc, id desc limit ${PAGE} offset $2) t`,
      (page) => [tenant, (page - 1) * PAGE],
      readThreads,
    ),
  ],
};
