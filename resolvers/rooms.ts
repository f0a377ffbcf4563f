// Resolvers of rooms: operations call services, other fields call loaders.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import { dealById, liveDealId } from '../src/domains/deals/loaders.ts';
import { fileById } from '../src/domains/file-facts.ts';
import { memberByUser } from '../src/domains/members/loaders.ts';
import { addComment, listComments, moderateComment } from '../src/domains/rooms/comments.ts';
import { openRoom } from '../src/domains/rooms/enter.ts';
import { getAnalytics, listEvents } from '../src/domains/rooms/events.ts';
import { inviteToRoom } from '../src/domains/rooms/invitations.ts';
import {
  addItem,
  createUpload,
  deleteItem,
  listItems,
  reorderItems,
  updateItem,
} from '../src/domains/rooms/items.ts';
import { createLink, listLinks, revokeLink, updateLink } from '../src/domains/rooms/links.ts';
import {
  countRoomsOfCompany,
  countsOfRoom,
  eventItemById,
  eventLinkById,
  linkStatus,
  roomsOfCompany,
  visitorById,
} from '../src/domains/rooms/loaders.ts';
import type { Room, RoomComment, RoomEvent, RoomItem, RoomLink } from '../src/domains/rooms/model.ts';
import {
  closeRoom,
  createRoom,
  deleteRoom,
  getRoom,
  listRooms,
  publishRoom,
  setRoomNda,
  updateRoom,
} from '../src/domains/rooms/service.ts';
import {
  downloadItem,
  listPublicComments,
  postComment,
  storeEvents,
  viewItem,
  viewRoom,
} from '../src/domains/rooms/visits.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { column, related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

/** The fields of a link that are not its columns. */
const linkFields = {
  status: computed<RoomLink>(['revokedAt', 'expiresAt', 'maxSessions', 'sessionsCount'], (link, { now }) =>
    linkStatus(link, now),
  ),
  hasPassword: computed<RoomLink>(['passwordHash'], ({ passwordHash }) => passwordHash !== null),
  deletedAt: column<RoomLink>('revokedAt'),
};

export const rooms: Resolvers = {
  Query: {
    room: (_, { id }, ctx, info) => getRoom(ctx, id, lookahead(info, 'rooms')),
    rooms: (_, args, ctx, info) => listRooms(ctx, args, lookahead(info, 'rooms')),
    roomItems: (_, { roomId, ...args }, ctx, info) =>
      listItems(ctx, roomId, args, lookahead(info, 'room_items')),
    roomLinks: (_, { roomId, ...args }, ctx, info) =>
      listLinks(ctx, roomId, args, lookahead(info, 'room_links')),
    roomEvents: (_, { roomId, ...args }, ctx, info) =>
      listEvents(ctx, roomId, args, lookahead(info, 'room_events')),
    roomAnalytics: (_, { roomId, ...range }, ctx) => getAnalytics(ctx, roomId, range),
    roomComments: (_, { roomId, ...args }, ctx, info) =>
      listComments(ctx, roomId, args, lookahead(info, 'room_comments')),
    publicRoom: (_, secrets, ctx) => viewRoom(ctx, secrets),
    publicRoomItem: (_, { itemId, ...secrets }, ctx) => viewItem(ctx, secrets, itemId),
    publicRoomDownload: (_, { itemId, ...secrets }, ctx) => downloadItem(ctx, secrets, itemId),
    publicRoomComments: (_, secrets, ctx) => listPublicComments(ctx, secrets),
  },
  Mutation: {
    createRoom: (_, { input }, ctx) => createRoom(ctx, input),
    updateRoom: (_, { id, input, expectedVersion }, ctx) => updateRoom(ctx, id, input, expectedVersion),
    deleteRoom: (_, { id, expectedVersion }, ctx) => deleteRoom(ctx, id, expectedVersion),
    publishRoom: (_, { id, expectedVersion }, ctx) => publishRoom(ctx, id, expectedVersion),
    closeRoom: (_, { id, expectedVersion }, ctx) => closeRoom(ctx, id, expectedVersion),
    setRoomNda: (_, { id, text, expectedVersion }, ctx) => setRoomNda(ctx, id, text, expectedVersion),
    addRoomItem: (_, { roomId, input }, ctx) => addItem(ctx, roomId, input),
    updateRoomItem: (_, { roomId, itemId, input, expectedVersion }, ctx) =>
      updateItem(ctx, roomId, itemId, input, expectedVersion),
    deleteRoomItem: (_, { roomId, itemId, expectedVersion }, ctx) =>
      deleteItem(ctx, roomId, itemId, expectedVersion),
    reorderRoomItems: (_, { roomId, itemIds }, ctx) => reorderItems(ctx, roomId, itemIds),
    createRoomItemUpload: (_, { roomId, input }, ctx) => createUpload(ctx, roomId, input.file!),
    createRoomLink: (_, { roomId, input }, ctx) => createLink(ctx, roomId, input),
    updateRoomLink: (_, { roomId, linkId, input, expectedVersion }, ctx) =>
      updateLink(ctx, roomId, linkId, input, expectedVersion),
    revokeRoomLink: (_, { roomId, linkId, expectedVersion }, ctx) =>
      revokeLink(ctx, roomId, linkId, expectedVersion),
    inviteToRoom: (_, { roomId, input }, ctx) => inviteToRoom(ctx, roomId, input),
    addRoomComment: (_, { roomId, input }, ctx) => addComment(ctx, roomId, input),
    moderateRoomComment: (_, { roomId, commentId, input, expectedVersion }, ctx) =>
      moderateComment(ctx, roomId, commentId, input, expectedVersion),
    openPublicRoom: (_, { token, input }, ctx) => openRoom(ctx, token, input),
    postPublicRoomEvents: (_, { events, ...secrets }, ctx) => storeEvents(ctx, secrets, events),
    postPublicRoomComment: (_, { input, ...secrets }, ctx) => postComment(ctx, secrets, input),
  },
  Room: {
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    dealId: related(liveDealId, 'dealId'),
    deal: related(dealById, 'dealId'),
    owner: related(memberByUser, 'ownerUserId'),
    branding: computed<Room>(['logoFileId', 'accent'], ({ logoFileId, accent }) => ({
      logoMediaId: logoFileId,
      accent,
    })),
    nda: computed<Room>(['ndaVersion', 'ndaText', 'ndaUpdatedAt'], ({ ndaVersion, ndaText, ndaUpdatedAt }) =>
      ndaText === null ? null : { version: ndaVersion, text: ndaText, updatedAt: ndaUpdatedAt },
    ),
    counts: computed<Room>(['id'], ({ id }, ctx) => countsOfRoom(ctx, id)),
  },
  RoomItem: {
    file: computed<RoomItem>(
      ['fileId', 'fileVersion', 'fileUploadedAt'],
      async ({ fileId, fileVersion, fileUploadedAt }, ctx) => {
        const file = await fileById(ctx, fileId);
        return file && { ...file, version: fileVersion, uploadedAt: fileUploadedAt };
      },
    ),
  },
  RoomLink: linkFields,
  NewRoomLink: linkFields,
  RoomEvent: {
    visitor: computed<RoomEvent>(['visitorId'], ({ visitorId }, ctx) => visitorById(ctx, visitorId)),
    link: computed<RoomEvent>(['linkId'], ({ linkId }, ctx) => eventLinkById(ctx, linkId)),
    item: computed<RoomEvent>(['itemId'], ({ itemId }, ctx) => eventItemById(ctx, itemId)),
  },
  RoomComment: { author: column<RoomComment>('createdBy') },
  Company: { rooms: related(roomsOfCompany) },
  CompanyCounts: { rooms: related(countRoomsOfCompany) },
};
