// What a reader sees of a proposal: never more of the record than they may read, and no governed value that is not theirs.
import { mayReadCustomField } from '../../access/custom-fields.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import type { ActionProposal } from './model.ts';
import type { PreviewLine } from './rules.ts';
import { mayReadTarget } from './target.ts';

/** The preview; empty for who may not read the record that it is about. */
export function shownPreview(
  { preview, operation }: Pick<ActionProposal, 'preview' | 'operation'>,
  ctx: TenantContext,
): PreviewLine[] {
  if (!mayReadTarget(ctx, operation)) {
    ctx.redacted.add('preview');
    return [];
  }
  return preview.map(({ field, from, to }) => ({
    field,
    from: readable(ctx, field, from),
    to: readable(ctx, field, to),
  }));
}

/** The arguments as they were given. */
export function shownArguments(
  { arguments: given }: Pick<ActionProposal, 'arguments'>,
  ctx: TenantContext,
): Record<string, unknown> {
  return members(ctx, given);
}

/** What a reader may read of a member in wire names, at any depth. */
function readable(ctx: TenantContext, name: string, value: unknown): unknown {
  if (isHidden(ctx, name)) return null;
  if (Array.isArray(value)) return value.map((item) => readable(ctx, name, item));
  if (value === null || typeof value !== 'object') return value;
  return name === 'custom_fields' ? customFields(ctx, value) : members(ctx, value);
}

function members(ctx: TenantContext, given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, readable(ctx, name, value)]));
}

/** Values of custom fields whose every definition the reader may read; one that is not known any more may have been governed. */
function customFields(ctx: TenantContext, values: object): Record<string, unknown> {
  const { principal, redacted } = ctx;
  const entries = Object.entries(values).filter(([key]) => {
    const fields = Object.values(principal.customFields).flatMap((own) => own.get(key) ?? []);
    const isReadable = fields.length > 0 && fields.every((field) => mayReadCustomField(field, principal));
    if (!isReadable) redacted.add(`custom_fields.${key}`);
    return isReadable;
  });
  return Object.fromEntries(entries);
}

function isHidden({ services, principal, redacted }: TenantContext, wireName: string): boolean {
  const field = wireName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const governance = services.governed.get(field);
  if (!governance || mayRead(governance, principal)) return false;
  redacted.add(wireName);
  return true;
}
