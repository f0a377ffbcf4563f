// Reads the participants of a message: their addresses, and the contacts that the addresses belong to.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { contactById } from '../contacts/loaders.ts';
import { normalizeMethod } from '../contacts/methods.ts';
import type { Channel, CommunicationParticipant, ParticipantRole } from './model.ts';

export interface ParticipantInput {
  role: ParticipantRole;
  address?: string | null;
  name?: string | null;
  contactId?: string | null;
  userId?: string | null;
}

/** A participant to be stored. */
export type Participant = Pick<
  CommunicationParticipant,
  'role' | 'address' | 'name' | 'contactId' | 'userId'
>;

/**
 * Returns participants with normalized addresses, and with the contacts that they belong to.
 * @throws VALIDATION_ERROR exists for a contact or user that is not there; email, phone for an address that is none
 */
export async function readParticipants(
  ctx: TenantContext,
  channel: Channel,
  inputs: readonly ParticipantInput[],
): Promise<Participant[]> {
  const path = (index: number, member: string) => `participants[${index}].${member}`;
  const contacts = await Promise.all(inputs.map(({ contactId }) => contactById(ctx, contactId)));
  const members = await membersOf(ctx, inputs);
  const addresses = await Promise.all(
    inputs.map(({ address }, index) => normalizeAddress(ctx, channel, address, path(index, 'address'))),
  );
  const owners = await ownersOf(ctx, channel, addresses);
  return inputs.map(({ role, name, contactId, userId }, index) => {
    const contact = contacts[index];
    if (contactId && !contact)
      throw invalid(path(index, 'contact_id'), 'exists', 'There is no such contact.');
    const member = userId ? members.get(userId) : undefined;
    if (userId && !member) throw invalid(path(index, 'user_id'), 'exists', 'There is no such member.');
    const own = channel === 'sms' ? contact?.phone : channel === 'email' ? contact?.email : null;
    const address = addresses[index] ?? own ?? (channel === 'email' ? member?.email : null) ?? null;
    if (!address && !contactId && !userId)
      throw invalid(`participants[${index}]`, 'required', 'Give an address, a contact_id or a user_id.');
    const owner = contact ?? owners.get(address ?? '');
    return {
      role,
      address,
      name: lineOf(name) ?? owner?.displayName ?? member?.name ?? null,
      contactId: owner?.id ?? null,
      userId: userId ?? null,
    };
  });
}

/** Returns a name in one line, as headers of mail need it. */
function lineOf(name: string | null | undefined): string | null {
  return name?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null;
}

async function normalizeAddress(
  ctx: TenantContext,
  channel: Channel,
  address: string | null | undefined,
  path: string,
): Promise<string | null> {
  const text = address?.trim();
  if (!text) return null;
  if (channel === 'email') return (await normalizeMethod(ctx, 'email', text, path)).value;
  if (channel === 'sms') return (await normalizeMethod(ctx, 'phone', text, path)).value;
  return text.toLowerCase();
}

interface Owner {
  id: string;
  displayName: string;
}

/** Returns the contacts whose methods the addresses are, where exactly one live contact has an address. */
async function ownersOf(
  ctx: TenantContext,
  channel: Channel,
  addresses: readonly (string | null)[],
): Promise<Map<string, Owner>> {
  const values = addresses.filter((address) => address !== null);
  if (values.length === 0) return new Map();
  const rows = await ctx.tx.rows<Owner & { value: string }>(
    `select m.value, c.id, c.display_name as "displayName" from (
       select value, (array_agg(contact_id))[1] as contact_id from contact_methods
       where tenant_id = $1 and kind = $2 and value = any ($3) and live group by value having count(distinct contact_id) = 1
     ) m join contacts c on c.tenant_id = $1 and c.id = m.contact_id and c.deleted_at is null`,
    [ctx.tenantId, channel === 'sms' ? 'phone' : 'email', values],
  );
  return new Map(rows.map(({ value, ...owner }) => [value, owner]));
}

interface MemberAddress {
  id: string;
  email: string;
  name: string;
}

async function membersOf(
  ctx: TenantContext,
  inputs: readonly ParticipantInput[],
): Promise<Map<string, MemberAddress>> {
  const ids = inputs.flatMap(({ userId }) => userId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await ctx.tx.rows<MemberAddress>(
    `select u.id, u.email, u.name from memberships m join users u on u.id = m.user_id
     where m.tenant_id = $1 and m.status = 'active' and m.user_id = any ($2)`,
    [ctx.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the contacts among participants, each once. */
export function contactsOf(participants: readonly Pick<Participant, 'contactId'>[]): string[] {
  return [...new Set(participants.flatMap(({ contactId }) => contactId ?? []))];
}
