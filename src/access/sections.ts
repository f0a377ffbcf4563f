// Sections: parts of a larger answer, each with the access of the operation that lists it. Sections that the caller may
// not read are left out and named as skipped.
import { type GraphQLSchema, isObjectType } from 'graphql';
import { ServiceError } from '../errors.ts';
import { snakeCase } from '../naming.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { refusal } from './check.ts';
import type { AccessContext } from './context.ts';

/** A part of an answer. */
export interface Section {
  /** The name of its field. */
  field: string;
  /** The name of the section in wire form. */
  name: string;
  /** The operation whose access applies. */
  list: string;
  /** False while this service cannot fill it yet. */
  isBuilt: boolean;
}

/** A section that was left out of the answer. */
export interface SkippedSection {
  section: string;
  reason: 'FEATURE_DISABLED' | 'PERMISSION_DENIED' | 'SCOPE_MISSING' | 'TIMEOUT';
}

/** Returns why a caller may not read a section, as its list would answer; undefined if it may. */
export function sectionRefusal(
  { services, principal }: AccessContext,
  { name, list, isBuilt }: Omit<Section, 'field'>,
): ServiceError | undefined {
  const operation = services.catalogue.byName.get(list);
  if (!operation || !isBuilt)
    return new ServiceError('FEATURE_DISABLED', `This service has no ${name.replaceAll('_', ' ')} yet.`);
  return refusal(operation.access, principal);
}

/** Returns the sections of each type of the built schema. A section without a resolver is not built. */
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

/** Wraps each section, so that it returns null if the answer names it as skipped. */
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
