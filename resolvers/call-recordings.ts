// Resolvers of recordings of calls: operations call services, other fields call loaders.
import { mediaOf, recordingsOfCall, transcriptOf } from '../src/domains/call-recordings/loaders.ts';
import type { CallRecording } from '../src/domains/call-recordings/model.ts';
import {
  createRecording,
  deleteRecording,
  getRecording,
  listRecordings,
  recordingMedia,
  updateRecording,
} from '../src/domains/call-recordings/service.ts';
import type { Call } from '../src/domains/calls/model.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const callRecordings: Resolvers = {
  Query: {
    callRecording: (_, { id, includeTranscript }, ctx, info) =>
      getRecording(ctx, id, includeTranscript ?? false, lookahead(info, 'call_recordings')),
    callRecordings: async (_, args, ctx, info) =>
      listRecordings(
        ctx,
        await applySavedView(ctx, 'call_recordings', args),
        lookahead(info, 'call_recordings'),
      ),
    callRecordingMedia: (_, { id }, ctx) => recordingMedia(ctx, id),
  },
  Mutation: {
    createCallRecording: (_, { input }, ctx) => createRecording(ctx, input),
    updateCallRecording: (_, { id, input, expectedVersion }, ctx) =>
      updateRecording(ctx, id, input, expectedVersion),
    deleteCallRecording: (_, { id, expectedVersion }, ctx) => deleteRecording(ctx, id, expectedVersion),
  },
  CallRecording: {
    media: computed<CallRecording>(['fileId', 'retentionUntil'], (recording, ctx) => mediaOf(ctx, recording)),
    consent: computed<CallRecording>(
      ['consentState', 'consentBy', 'consentAt'],
      ({ consentState, consentBy, consentAt }) => ({ state: consentState, by: consentBy, at: consentAt }),
    ),
    transcript: computed<CallRecording>(
      ['id', 'transcriptState', 'transcriptLanguage', 'retentionUntil'],
      (recording, ctx) => transcriptOf(ctx, recording),
    ),
  },
  Call: { recordings: computed<Call>(['id'], ({ id }, ctx) => recordingsOfCall(ctx, id)) },
};
