// The fields of a proposal that a reader may see, with governed values redacted.
import { mayReadCustomField } from '../../access/custom-fields.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import type { ActionProposal } from './model.ts';
import type { PreviewLine } from './rules.ts';
import { mayReadTarget } from './target.ts';

/** Returns the preview; empty if the reader may not read its target. */
export function visiblePreview(
  { preview, operation }: Pick<ActionProposal, 'preview' | 'operation'>,
  ctx: TenantContext,
): PreviewLine[] {
  if (!mayReadTarget(ctx, operation)) {
    ctx.redacted.add('preview');
    return [];
  }
  return preview.map(({ field, from, to }) => ({
    field,
    from: redact(ctx, field, from),
    to: redact(ctx, field, to),
  }));
}

/** Returns the arguments, without governed values that the reader may not read. */
export function visibleArguments(
  { arguments: args }: Pick<ActionProposal, 'arguments'>,
  ctx: TenantContext,
): Record<string, unknown> {
  return redactMembers(ctx, args);
}

/** Removes values that the reader may not read from a member in wire names, at any depth. */
function redact(ctx: TenantContext, name: string, value: unknown): unknown {
  if (isHidden(ctx, name)) return null;
  if (Array.isArray(value)) return value.map((item) => redact(ctx, name, item));
  if (value === null || typeof value !== 'object') return value;
  return name === 'custom_fields' ? redactCustomFields(ctx, value) : redactMembers(ctx, value);
}

function redactMembers(ctx: TenantContext, args: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, redact(ctx, name, value)]));
}

/** Keeps custom fields whose definitions the reader may all read; a field without definition may have been governed. */
function redactCustomFields(ctx: TenantContext, values: object): Record<string, unknown> {
  const { principal, redacted } = ctx;
  const entries = Object.entries(values).filter(([key]) => {
    const fields = Object.values(principal.customFields).flatMap((definitions) => definitions.get(key) ?? []);
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
