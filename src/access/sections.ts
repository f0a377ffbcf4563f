// Sections: parts of a larger answer, each with the access of the operation that lists it. What a caller may not read is
// left out and named, and the other parts answer.
import { type GraphQLSchema, isObjectType } from 'graphql';
import { ServiceError } from '../errors.ts';
import { snakeCase } from '../naming.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { refusal } from './check.ts';
import type { AccessContext } from './context.ts';

/** A part of an answer. */
export interface Section {
  /** Name of its field. */
  field: string;
  /** What it is called to callers. */
  name: string;
  /** The operation whose access it has. */
  list: string;
  /** False while this service has nothing that would fill it. */
  isBuilt: boolean;
}

/** A section that the answer is without. */
export interface SkippedSection {
  section: string;
  reason: 'FEATURE_DISABLED' | 'PERMISSION_DENIED' | 'SCOPE_MISSING' | 'TIMEOUT';
}

/** Why a caller may not read a part of an answer, as its list would say; undefined where it may. */
export function sectionRefusal(
  { services, principal }: AccessContext,
  { name, list, isBuilt }: Omit<Section, 'field'>,
): ServiceError | undefined {
  const operation = services.catalogue.byName.get(list);
  if (!operation || !isBuilt)
    return new ServiceError('FEATURE_DISABLED', `This service has no ${name.replaceAll('_', ' ')} yet.`);
  return refusal(operation.access, principal);
}

/** The sections of each type, from the schema as it was built: what resolves by itself alone is not built. */
export function sectionsOf(schema: GraphQLSchema): ReadonlyMap<string, Section[]> {
  const sections = new Map<string, Section[]>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const use = directive(field, 'section');
      if (!use) continue;
      const section = {
        field: field.name,
        name: snakeCase(field.name),
        list: argumentsOf(use).list as string,
        isBuilt: !!field.extensions.isBuilt,
      };
      sections.set(type.name, [...(sections.get(type.name) ?? []), section]);
    }
  }
  return sections;
}

/** Makes each section read null where the answer that it belongs to names it as skipped. */
export function applySections(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!directive(field, 'section')) continue;
      const { resolve } = field;
      field.extensions = { ...field.extensions, isBuilt: !!resolve };
      const name = snakeCase(field.name);
      field.resolve = (parent: { skipped: SkippedSection[] }, args, ctx, info) =>
        !resolve || parent.skipped.some(({ section }) => section === name)
          ? null
          : resolve(parent, args, ctx, info);
    }
  }
  return schema;
}
