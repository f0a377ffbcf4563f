// Provider keys as other records refer to them.
import { byId } from '../../lists/loaders.ts';
import { ProviderKey } from './model.ts';

export const providerKeyById = byId<ProviderKey>(ProviderKey);
