// The loader of call templates, also archived ones.
import { callTemplateKind } from './kind.ts';

export const callTemplateById = callTemplateKind.byId;
