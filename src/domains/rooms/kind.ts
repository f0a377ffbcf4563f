// Declares the kind of record `room`, and its items.
import { linkFilter } from '../../lists/filters.ts';
import { partKind, recordKind } from '../records/kind.ts';
import { Room, RoomItem } from './model.ts';

export const roomKind = recordKind<Room>({
  model: Room,
  links: ({ id, companyId, dealId }) => [
    { entity: 'room', id },
    ...(companyId ? [{ entity: 'company', id: companyId }] : []),
    ...(dealId ? [{ entity: 'deal', id: dealId }] : []),
  ],
  withheld: ['ndaText'],
  filters: {
    companyId: linkFilter('rooms.company_id', 'companies'),
    dealId: linkFilter('rooms.deal_id', 'deals'),
  },
  // The subtitle is not its company: who may read rooms alone must not learn that name here.
  search: { subtitle: 'r.status', texts: { title: 'r.title' }, related: { companyId: 'Company' } },
});

const ofRoom = ({ roomId }: { roomId: string }) => [{ entity: 'room', id: roomId }];

export const itemKind = partKind<RoomItem>({
  model: RoomItem,
  title: 'title',
  withheld: ['body', 'url'],
  links: ofRoom,
});
