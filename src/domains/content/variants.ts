// The variants of a draft: which follow its source, which a person wrote, and their validation.
import { compose } from './compose.ts';
import { normalized } from './counting.ts';
import type { ContentDraft } from './model.ts';
import { type Content, type ContentInput, contentOf, type Format, type Variant } from './rules.ts';
import { splitThread } from './splitting.ts';
import { validate } from './verdicts.ts';

type Followed = Pick<ContentDraft, 'title' | 'source' | 'links' | 'numbering'>;

/** Returns a variant for each channel: those that a person wrote as they are, the others as the source is now. */
export function variantsOf(draft: Followed & Pick<ContentDraft, 'channels' | 'variants'>): Variant[] {
  return draft.channels.map((format) => {
    const variant = draft.variants.find((one) => one.format === format);
    return variant?.customized ? variant : followingVariant(format, draft);
  });
}

/** Returns the variant that follows a source. */
export function followingVariant(format: Format, { title, source, links, numbering }: Followed): Variant {
  return variantWith(format, compose(format, { title, text: source, links, numbering }), false);
}

/** Returns the variant that a person wrote. */
export function customVariant(format: Format, input: ContentInput, numbering: boolean): Variant {
  return variantWith(format, readContent(format, input, numbering), true);
}

/** Returns the text of a channel from an input; the text of a thread is split into segments. */
export function readContent(format: Format, input: ContentInput, numbering: boolean): Content {
  const text = (member: 'text' | 'subject' | 'preview' | 'body') => normalized(input[member] ?? '');
  if (format === 'microblog-thread')
    return contentOf({
      segments: input.segments
        ? input.segments.map((segment) => normalized(segment))
        : splitThread(text('text'), numbering),
    });
  return format === 'email-newsletter'
    ? contentOf({ subject: text('subject'), preview: text('preview'), body: text('body') })
    : contentOf({ text: text('text') });
}

function variantWith(format: Format, content: Content, customized: boolean): Variant {
  return { format, ...content, customized, validation: validate(format, content) };
}
