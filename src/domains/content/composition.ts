// Writes a source for channels, by a model or by rule. Nothing of the texts is stored or logged, only hashes are returned.
import { createHash } from 'node:crypto';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { inSeparateTransaction } from '../../operations/derive-context.ts';
import type { Purpose } from '../models/rules.ts';
import { openRoutes, recordUse } from '../models/use.ts';
import { type Composed, type FitAttempt, type Source, shorten } from './compose.ts';
import { normalized, withoutInvalidCharacters } from './counting.ts';
import { FORMATS, type Format, isReady } from './rules.ts';
import { writeByModel } from './writer.ts';

type Action = 'draft-from-source' | 'adapt-channel' | 'shorten-to-fit' | 'regenerate-all';

interface SourceInput {
  source: string;
  title?: string | null;
  channels?: readonly Format[] | null;
  style?: string | null;
  numbering?: boolean | null;
}

export interface AdaptInput extends SourceInput {
  action: Action;
  channel?: Format | null;
}

/** A text for a channel, with how it was made. */
type ComposedVariant = Composed['content'] & { format: Format } & Pick<Composed, 'validation'> & {
    attempts: FitAttempt[];
  };

interface Composition {
  sourceHash: string;
  styleHash: string | null;
  provider: string;
  variants: ComposedVariant[];
}

/** Writes a source for the channels. @throws VALIDATION_ERROR required */
export function multiplexContent(ctx: TenantContext, input: SourceInput): Promise<Composition> {
  return composeAll(ctx, 'content_multiplex', 'draft-from-source', input, channelsOf(input));
}

/** Writes, adapts or shortens a source. @throws VALIDATION_ERROR required, unexpected */
export function adaptContent(ctx: TenantContext, input: AdaptInput): Promise<Composition> {
  const { action, channel, channels } = input;
  const isOfOne = action === 'adapt-channel' || action === 'shorten-to-fit';
  if (isOfOne && !channel) throw invalid('channel', 'required', `Give the channel for ${action}.`);
  if (isOfOne && channels)
    throw invalid('channels', 'unexpected', `${action} is for one channel; give it as channel.`);
  if (!isOfOne && channel)
    throw invalid('channel', 'unexpected', `${action} is for several channels; give them as channels.`);
  return composeAll(ctx, 'content_adapt', action, input, isOfOne ? [channel!] : channelsOf(input));
}

function channelsOf({ channels }: SourceInput): Format[] {
  return FORMATS.filter((format) => !channels || channels.includes(format));
}

async function composeAll(
  ctx: TenantContext,
  purpose: Purpose,
  action: Action,
  { source, title, style, numbering }: SourceInput,
  formats: readonly Format[],
): Promise<Composition> {
  const text = withoutInvalidCharacters(normalized(source)).trim();
  if (!text) throw invalid('source', 'required', 'Give a source that is not blank.');
  const routes = await inSeparateTransaction(ctx, (reading) => openRoutes(reading, purpose));
  const instructions = { action, source: text, title: title?.trim() || null, style: style?.trim() || null };
  const { texts, model, uses } = await writeByModel(ctx, routes, instructions, formats);
  const given = { title: instructions.title, numbering: numbering ?? false };
  const variants = formats.map((format) => variantOf(format, { ...given, text }, texts.get(format)));
  if (uses.length > 0) await ctx.tx.savepoint(() => recordUse(ctx, uses));
  return {
    sourceHash: hashOf(source),
    styleHash: style ? hashOf(style) : null,
    provider: texts.size > 0 ? model! : 'deterministic',
    variants,
  };
}

/** Takes the text of the model if it fits; otherwise shortens it, or the source without one. */
function variantOf(format: Format, source: Source, written?: Composed): ComposedVariant {
  if (!written) {
    const { content, validation, attempts } = shorten(format, source);
    return { format, ...content, validation, attempts };
  }
  const { content, validation } = written;
  const { status, count } = validation;
  const first: FitAttempt = { attempt: 1, strategy: 'provider', status, count };
  if (isReady(validation)) return { format, ...content, validation, attempts: [first] };
  const text = content.text ?? content.body ?? content.segments?.join('\n\n') ?? '';
  const shortened = shorten(format, text.trim() ? { ...source, text } : source, 2);
  return {
    format,
    ...shortened.content,
    validation: shortened.validation,
    attempts: [first, ...shortened.attempts],
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
