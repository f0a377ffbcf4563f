// The loader of provider keys.
import { byId } from '../../lists/loaders.ts';
import { ProviderKey } from './model.ts';

export const providerKeyById = byId<ProviderKey>(ProviderKey);
