// Signed addresses of files: PUBLIC_URL/files/{ticket}. The ticket is the permission to read one file for a short time.
import type { Keys } from '../access/keys.ts';
import type { Config } from '../config.ts';
import { fail } from '../errors.ts';
import type { StoredFile } from './files.ts';

/** How long an address is valid. */
const ADDRESS_MS = 600_000;
const PURPOSE = 'file';

/** A further condition that is checked at each use of an address; its kind names who checks it. */
export interface Guard {
  kind: string;
  [member: string]: string;
}

export interface Ticket {
  tenantId: string;
  fileId: string;
  name: string;
  /** How the file is sent; a type that browsers may not show is always sent as an attachment. */
  disposition: 'inline' | 'attachment';
  until: number;
  /** The file was made for this answer and is another one next time, so it has no ETag. */
  isTransient?: true;
  guard?: Guard;
}

/** The type FileDownload of the schema. */
export interface FileAddress {
  url: string;
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
  expiresAt: Date;
}

interface AddressOptions {
  disposition?: Ticket['disposition'];
  /** The name under which the file is sent, if it is not its own. */
  name?: string;
  isTransient?: boolean;
  guard?: Guard;
}

interface TicketServices {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly keys: Keys;
  readonly clock: { now(): Date };
}

/** Returns a signed address of a file. */
export function fileAddress(
  { services, now }: { readonly services: TicketServices; readonly now: Date },
  file: StoredFile,
  { disposition = 'attachment', name = file.name, isTransient = false, guard }: AddressOptions = {},
): FileAddress {
  const { tenantId, id: fileId, mime, bytes, sha256 } = file;
  const until = now.getTime() + ADDRESS_MS;
  const ticket: Ticket = {
    ...{ tenantId, fileId, name, disposition, until },
    ...(isTransient && { isTransient }),
    ...(guard && { guard }),
  };
  const url = `${services.config.publicUrl}/files/${services.keys.seal(JSON.stringify(ticket), PURPOSE)}`;
  return { url, name, mime, bytes, sha256, expiresAt: new Date(until) };
}

/** Opens the ticket of an address. @throws MEDIA_SIGNATURE_INVALID if it was changed or has expired */
export function openTicket({ keys, clock }: TicketServices, sealed: string): Ticket {
  let ticket: Ticket;
  try {
    ticket = JSON.parse(keys.open(sealed, PURPOSE));
  } catch {
    return fail('MEDIA_SIGNATURE_INVALID');
  }
  return ticket.until > clock.now().getTime() ? ticket : fail('MEDIA_SIGNATURE_INVALID');
}
