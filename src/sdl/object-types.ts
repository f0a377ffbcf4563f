// Object types of the SDL, each with the fields of its definition and of its extensions.
import {
  type DefinitionNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  type TypeNode,
} from 'graphql';

type ObjectNode = ObjectTypeDefinitionNode | ObjectTypeExtensionNode;

/** An object type with the fields of its definition and of all its extensions. */
export interface ObjectType {
  name: string;
  definition: ObjectTypeDefinitionNode;
  fields: readonly FieldDefinitionNode[];
}

/** Returns whether a node is the definition or an extension of an object type. */
export function isObjectNode(node: DefinitionNode): node is ObjectNode {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
}

/** Returns the object types of a document by name. */
export function objectTypes(definitions: readonly DefinitionNode[]): Map<string, ObjectType> {
  const types = new Map<string, ObjectType>();
  const nodes = definitions.filter(isObjectNode);
  for (const node of nodes)
    if (node.kind === Kind.OBJECT_TYPE_DEFINITION)
      types.set(node.name.value, { name: node.name.value, definition: node, fields: [] });
  for (const { name, fields = [] } of nodes) {
    const type = types.get(name.value);
    if (type) type.fields = [...type.fields, ...fields];
  }
  return types;
}

/** Returns the name of a type without list and non-null wrappers. */
export function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

/** Returns whether a type is a list, nullable or not. */
export function isList(type: TypeNode): boolean {
  return type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isList(type.type));
}
