// The kinds of records that hold custom fields.
import { recordTypes } from '../../sdl/records.ts';

/** Entities of platform.md §8 that are built, each named like its table. */
export const CUSTOMIZED: readonly string[] = recordTypes()
  .filter(({ hasCustomFields }) => hasCustomFields)
  .map(({ entity }) => entity);
