// The model of API tokens.
import { RecordModel } from '../../db/record-model.ts';
import type { Notice } from './rules.ts';

export class ApiToken extends RecordModel {
  static override tableName = 'api_tokens';
  static override entity = 'api_tokens';
  // Tokens that have ended are still found, because the audit refers to them.
  static override live = RecordModel.of as typeof RecordModel.live;

  declare name: string;
  declare kind: 'service' | 'agent';
  declare agentId: string | null;
  declare roleId: string | null;
  declare ownerUserId: string | null;
  declare ownerMissingSince: Date | null;
  declare scopes: string[];
  /** null: every module of the workspace. */
  declare modules: string[] | null;
  declare ipAllowlist: string[];
  declare secretHash: string;
  declare previousSecretHash: string | null;
  declare previousSecretExpiresAt: Date | null;
  declare prefix: string;
  declare lastFour: string;
  declare apiVersion: string;
  declare expiresAt: Date;
  declare expiryNotice: Notice | null;
  declare lastUsedAt: Date | null;
  declare lastUsedIp: string | null;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
}

/** A token with its secret, which only the call that generated the secret returns. */
export type IssuedToken = ApiToken & { secret?: string };
