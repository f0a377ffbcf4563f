// The model of provider keys.
import { RecordModel } from '../../db/record-model.ts';
import type { OutboundFailure } from '../../egress/failures.ts';
import type { KeyStatus, Provider } from './rules.ts';

export class ProviderKey extends RecordModel {
  static override tableName = 'provider_keys';
  static override entity = 'provider_keys';

  declare label: string;
  declare provider: Provider;
  declare baseUrl: string | null;
  /** Null once the key is erased. */
  declare sealedSecret: string | null;
  declare sealedIngressSecret: string | null;
  /** The secret that was replaced last, which stays good for a while. */
  declare sealedFormerIngressSecret: string | null;
  declare formerIngressUntil: Date | null;
  declare lastFour: string | null;
  declare status: KeyStatus;
  declare lastCheckedAt: Date | null;
  declare lastError: OutboundFailure | null;
  declare isDefault: boolean;
}
