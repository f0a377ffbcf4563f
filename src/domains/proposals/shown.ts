// What a reader sees of a proposal: never more of the record than they may read, and no governed value that is not theirs.
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
  return preview.map((line) => (isHidden(ctx, line.field) ? { ...line, from: null, to: null } : line));
}

/** The arguments as they were given. */
export function shownArguments(
  { arguments: given }: Pick<ActionProposal, 'arguments'>,
  ctx: TenantContext,
): Record<string, unknown> {
  const entries = Object.entries(given).map(([name, value]) => [name, isHidden(ctx, name) ? null : value]);
  return Object.fromEntries(entries);
}

function isHidden({ services, principal, redacted }: TenantContext, wireName: string): boolean {
  const field = wireName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const governance = services.governed.get(field);
  if (!governance || mayRead(governance, principal)) return false;
  redacted.add(wireName);
  return true;
}
