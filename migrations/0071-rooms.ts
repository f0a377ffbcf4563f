// Rooms: what a team shares with a buyer, the links that open them, and what visitors do there.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await createRooms(knex);
  await createLinks(knex);
  await createVisits(knex);
}

async function createRooms(knex: Knex): Promise<void> {
  await knex.raw(`
    create table rooms (
      title text not null check (length(title) between 1 and 200),
      description text check (length(description) <= 5000),
      status text not null default 'draft' check (status in ('draft', 'published', 'closed')),
      visibility text not null default 'link' check (visibility in ('internal', 'invited', 'link')),
      company_id uuid,
      deal_id uuid,
      owner_user_id uuid references users,
      logo_file_id uuid,
      accent text check (accent ~ '^#[0-9A-Fa-f]{6}$'),
      welcome_message text check (length(welcome_message) <= 2000),
      -- The number of the last NDA; without a text none is in force.
      nda_version int not null default 0,
      nda_text text check (length(nda_text) <= 50000),
      nda_updated_at timestamptz(3),
      default_link_settings jsonb not null,
      published_at timestamptz(3),
      closed_at timestamptz(3),
      last_visited_at timestamptz(3),
      tags text[] not null default '{}'
    );
    call make_record_table('rooms', 'room', array['title']);
    call link_records('rooms', 'company_id', 'companies');
    call link_records('rooms', 'deal_id', 'deals');
    call link_file('rooms', 'logo_file_id');
    -- Also for merges, which move deleted rows too.
    create index rooms_company on rooms (tenant_id, company_id) where company_id is not null;
    create index rooms_title on rooms (tenant_id, title, id) where deleted_at is null;

    -- What visitors accepted, word by word, for as long as the room exists.
    create table room_ndas (
      tenant_id uuid not null,
      room_id uuid not null,
      version int not null,
      text text not null,
      created_at timestamptz(3) not null,
      primary key (tenant_id, room_id, version),
      foreign key (tenant_id, room_id) references rooms
    );
    call protect_tenant_table('room_ndas', 'select, insert');

    create table room_items (
      room_id uuid not null,
      kind text not null check (kind in ('file', 'link', 'note', 'embed', 'section', 'action_item')),
      title text not null check (length(title) between 1 and 300),
      position int not null,
      body text,
      url text,
      file_id uuid,
      file_version int not null default 0,
      file_uploaded_at timestamptz(3),
      is_visible boolean not null default true,
      allow_download boolean not null default true,
      due_on date,
      done boolean not null default false
    );
    call make_record_table('room_items', 'room_item');
    call link_file('room_items', 'file_id');
    alter table room_items add foreign key (tenant_id, room_id) references rooms;
    create index room_items_order on room_items (tenant_id, room_id, position, id) where deleted_at is null;
  `);
}

async function createLinks(knex: Knex): Promise<void> {
  await knex.raw(`
    create table room_links (
      room_id uuid not null,
      label text check (length(label) <= 120),
      token_hash text not null unique,
      token_last4 text not null,
      expires_at timestamptz(3),
      password_hash text,
      require_email boolean not null,
      verify_email boolean not null,
      nda_required boolean not null,
      allow_list text[] not null default '{}',
      deny_list text[] not null default '{}',
      allow_download boolean not null,
      allow_comments boolean not null,
      max_sessions int check (max_sessions between 1 and 10000),
      sessions_count int not null default 0,
      last_used_at timestamptz(3),
      contact_id uuid,
      revoked_at timestamptz(3)
    );
    call make_record_table('room_links', 'room_link');
    call link_records('room_links', 'contact_id', 'contacts');
    alter table room_links add foreign key (tenant_id, room_id) references rooms;
    create index room_links_contact on room_links (tenant_id, contact_id) where contact_id is not null;
    create index room_links_room on room_links (tenant_id, room_id, created_at desc, id desc);
    create policy by_secret on room_links for select using (token_hash = current_secret_hash());

    -- A code that was sent to an address; one for each link and address.
    create table room_codes (
      tenant_id uuid not null,
      link_id uuid not null,
      email text not null,
      code_hash text not null,
      tries int not null default 0,
      sent_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (tenant_id, link_id, email),
      foreign key (tenant_id, link_id) references room_links
    );
    call protect_tenant_table('room_codes');

    -- Wrong passwords and codes of the last minutes, by link and keyed digest of the network address.
    create table room_gate_failures (
      tenant_id uuid not null,
      link_id uuid not null,
      address_hash text not null,
      id uuid not null,
      at timestamptz(3) not null,
      primary key (tenant_id, link_id, address_hash, id),
      foreign key (tenant_id, link_id) references room_links
    );
    create index room_gate_failures_age on room_gate_failures (tenant_id, at);
    call protect_tenant_table('room_gate_failures', 'select, insert, delete');
  `);
}

async function createVisits(knex: Knex): Promise<void> {
  await knex.raw(`
    create table room_visitors (
      tenant_id uuid not null references tenants,
      id uuid not null,
      room_id uuid not null,
      name text not null check (length(name) between 1 and 80),
      email text,
      email_verified boolean not null,
      contact_id uuid,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, room_id) references rooms,
      foreign key (tenant_id, contact_id) references contacts
    );
    create unique index room_visitors_email on room_visitors (tenant_id, room_id, email) where email_verified;
    create index room_visitors_room on room_visitors (tenant_id, room_id);
    create index room_visitors_contact on room_visitors (tenant_id, contact_id) where contact_id is not null;
    create trigger room_visitors_merged after insert or update of contact_id on room_visitors for each row
      when (new.contact_id is not null) execute function refuse_merged('contact_id', 'contacts');
    call protect_tenant_table('room_visitors');

    create table room_sessions (
      tenant_id uuid not null,
      id uuid not null,
      room_id uuid not null,
      link_id uuid not null,
      visitor_id uuid not null,
      token_hash text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3),
      primary key (tenant_id, id),
      foreign key (tenant_id, room_id) references rooms,
      foreign key (tenant_id, link_id) references room_links,
      foreign key (tenant_id, visitor_id) references room_visitors
    );
    create unique index room_sessions_token on room_sessions (tenant_id, token_hash);
    create index room_sessions_room on room_sessions (tenant_id, room_id, created_at);
    create index room_sessions_link on room_sessions (tenant_id, link_id) where ended_at is null;
    call protect_tenant_table('room_sessions', 'select, insert, update');

    create table room_events (
      tenant_id uuid not null,
      id uuid not null,
      room_id uuid not null,
      type text not null check (type in ('room_viewed', 'item_viewed', 'page_viewed', 'link_clicked', 'time_spent',
        'access_granted', 'access_refused', 'nda_accepted', 'downloaded', 'commented')),
      at timestamptz(3) not null,
      link_id uuid not null,
      session_id uuid,
      visitor_id uuid,
      item_id uuid,
      seconds int,
      page int,
      url text,
      reason text check (reason in ('password', 'code', 'list', 'session_limit')),
      nda jsonb,
      client_event_id text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      foreign key (tenant_id, room_id) references rooms,
      foreign key (tenant_id, link_id) references room_links,
      foreign key (tenant_id, session_id) references room_sessions,
      foreign key (tenant_id, visitor_id) references room_visitors,
      foreign key (tenant_id, item_id) references room_items
    );
    create unique index room_events_client on room_events (tenant_id, session_id, client_event_id)
      where client_event_id is not null;
    create index room_events_time on room_events (tenant_id, room_id, at desc, id desc);
    call protect_tenant_table('room_events', 'select, insert, update');

    create table room_comments (
      room_id uuid not null,
      body text not null check (length(body) <= 8000),
      visitor_id uuid,
      item_id uuid,
      parent_id uuid,
      is_internal boolean not null default false,
      is_resolved boolean not null default false,
      is_hidden boolean not null default false,
      edited boolean not null default false
    );
    call make_record_table('room_comments', 'room_comment');
    alter table room_comments add foreign key (tenant_id, room_id) references rooms;
    alter table room_comments add foreign key (tenant_id, visitor_id) references room_visitors;
    alter table room_comments add foreign key (tenant_id, item_id) references room_items;
    alter table room_comments add foreign key (tenant_id, parent_id) references room_comments;
    create index room_comments_time on room_comments (tenant_id, room_id, created_at, id) where deleted_at is null;
    -- What an erased person wrote and was sent goes with their name.
    create function erase_room_visitor() returns trigger language plpgsql as $$
    begin
      update room_comments set body = 'Erased comment', created_by = jsonb_set(created_by, '{label}', '"Erased contact"'),
        updated_by = jsonb_set(updated_by, '{label}', '"Erased contact"')
        where tenant_id = new.tenant_id and visitor_id = new.id;
      update room_events set nda = nda - 'ip' - 'userAgent' where tenant_id = new.tenant_id and visitor_id = new.id and nda is not null;
      delete from room_codes where tenant_id = old.tenant_id and email = old.email;
      return null;
    end $$;
    create trigger room_visitors_erased after update of email_verified on room_visitors for each row
      when (old.email_verified and not new.email_verified) execute function erase_room_visitor();
    create index room_comments_visitor on room_comments (tenant_id, visitor_id) where visitor_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table room_events;
    call drop_record_table('room_comments', 'room_comment');
    drop table room_sessions, room_visitors, room_gate_failures, room_codes;
    call drop_record_table('room_links', 'room_link');
    call drop_record_table('room_items', 'room_item');
    drop table room_ndas;
    call drop_record_table('rooms', 'room');
    drop function erase_room_visitor;
  `);
}
