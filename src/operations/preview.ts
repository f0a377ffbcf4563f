// What the preview of a proposal shows besides the changes of its target and its arguments.
import type { OperationContext } from './context.ts';

/**
 * Adds fields to the preview of a proposal; a call that is no dry run of one ignores them.
 * @param fields in the names of the wire, with what the person who decides must know
 */
export function addToPreview(
  { previewLines }: Pick<OperationContext, 'previewLines'>,
  fields: Record<string, unknown>,
): void {
  for (const [field, to] of Object.entries(fields)) previewLines?.push({ field, from: null, to });
}
