// Counts given texts, without storing them.
import { assertMembers, type ContentInput, type Format, type Validation } from './rules.ts';
import { readContent } from './variants.ts';
import { validate } from './verdicts.ts';

interface TextInput extends ContentInput {
  format: Format;
  numbering?: boolean | null;
}

/** Returns the verdict on each text. @throws VALIDATION_ERROR unexpected, required, one_of */
export function validateTexts(texts: readonly TextInput[]): { validations: Validation[] } {
  return {
    validations: texts.map(({ format, numbering, ...input }, index) => {
      assertMembers(format, input, `texts[${index}]`);
      return validate(format, readContent(format, input, numbering ?? false));
    }),
  };
}
