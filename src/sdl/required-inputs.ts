// Derives the input of a create from the one it shares with the update: `@requires` makes its members required.
import {
  type DefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputObjectTypeExtensionNode,
  type InputValueDefinitionNode,
  Kind,
  type TypeNode,
} from 'graphql';
import { argumentsOf, directive } from './directives.ts';
import { isObjectNode, namedType } from './object-types.ts';

/** An input type with required members, and the declared input of which it is a copy. */
export interface RequiredInput {
  /** The declared input: `CompanyInput`. The same as its own name if no other argument takes that. */
  base: string;
  /** The members that are required in it, in camelCase. */
  fields: readonly string[];
}

/**
 * Gives each argument with `@requires` an input of its own, named after the field: `createCompany(input:)` takes
 * `CreateCompanyInput`, which is `CompanyInput` with a required `name`.
 */
export function withRequiredInputs(definitions: readonly DefinitionNode[]): {
  definitions: DefinitionNode[];
  inputs: Map<string, RequiredInput>;
} {
  const declared = inputTypes(definitions);
  const inputs = new Map<string, RequiredInput>();
  const derived = new Map<string, InputObjectTypeDefinitionNode>();
  const derive = (field: string, argument: InputValueDefinitionNode): InputValueDefinitionNode => {
    const use = directive(argument, 'requires');
    if (!use) return argument;
    const fields = argumentsOf(use).fields as string[];
    const base = namedType(argument.type);
    const name = `${field[0]!.toUpperCase()}${field.slice(1)}Input`;
    if (declared.has(name) && name !== base)
      throw new Error(`${field} cannot take an input with required members: the name ${name} is taken.`);
    inputs.set(name, { base, fields });
    derived.set(name, withRequired(declared.get(base)!, name, fields));
    return { ...argument, type: renamed(argument.type, name) };
  };
  const used = definitions.map((node) =>
    isObjectNode(node)
      ? {
          ...node,
          fields: node.fields?.map((field) => ({
            ...field,
            arguments: field.arguments?.map((argument) => derive(field.name.value, argument)),
          })),
        }
      : node,
  );
  const whole = [...(used as DefinitionNode[]), ...derived.values()];
  const referred = referredTypes(whole);
  const bases = new Set([...inputs.values()].map(({ base }) => base));
  // A declared input that only such arguments take is replaced by the derived ones.
  const isReplaced = (node: DefinitionNode) =>
    isInputNode(node) &&
    !([...derived.values()] as DefinitionNode[]).includes(node) &&
    (derived.has(node.name.value) || (bases.has(node.name.value) && !referred.has(node.name.value)));
  return { definitions: whole.filter((node) => !isReplaced(node)), inputs };
}

/** Returns the names of the types that arguments and members of inputs have. */
function referredTypes(definitions: readonly DefinitionNode[]): Set<string> {
  const names = new Set<string>();
  for (const node of definitions) {
    const values = isInputNode(node)
      ? (node.fields ?? [])
      : isObjectNode(node)
        ? (node.fields ?? []).flatMap((field) => field.arguments ?? [])
        : [];
    for (const { type } of values) names.add(namedType(type));
  }
  return names;
}

function isInputNode(
  node: DefinitionNode,
): node is InputObjectTypeDefinitionNode | InputObjectTypeExtensionNode {
  return node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION || node.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION;
}

/** Returns the input types by name, each with the members of its extensions. */
function inputTypes(definitions: readonly DefinitionNode[]): Map<string, InputObjectTypeDefinitionNode> {
  const types = new Map<string, InputObjectTypeDefinitionNode>();
  for (const node of definitions)
    if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) types.set(node.name.value, node);
  for (const node of definitions) {
    const type = node.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION && types.get(node.name.value);
    if (type)
      types.set(type.name.value, { ...type, fields: [...(type.fields ?? []), ...(node.fields ?? [])] });
  }
  return types;
}

function withRequired(
  type: InputObjectTypeDefinitionNode,
  name: string,
  required: readonly string[],
): InputObjectTypeDefinitionNode {
  const missing = required.find((member) => !type.fields?.some((field) => field.name.value === member));
  if (missing) throw new Error(`${name} requires ${missing}, which ${type.name.value} does not have.`);
  return {
    ...type,
    name: { kind: Kind.NAME, value: name },
    fields: type.fields?.map((field) =>
      required.includes(field.name.value) && field.type.kind !== Kind.NON_NULL_TYPE
        ? { ...field, type: { kind: Kind.NON_NULL_TYPE, type: field.type } }
        : field,
    ),
  };
}

function renamed(type: TypeNode, name: string): TypeNode {
  if (type.kind === Kind.NAMED_TYPE) return { ...type, name: { ...type.name, value: name } };
  return { ...type, type: renamed(type.type, name) } as TypeNode;
}
