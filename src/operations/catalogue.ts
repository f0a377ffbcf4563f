// The catalogue of operations: each persisted document with its route and the access of its field. Boot fails if they
// are inconsistent.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { type Access, accessOf } from '../access/access.ts';
import { snakeCase } from '../naming.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { type Deprecation, deprecationOf } from './deprecation.ts';
import { omittedPaths, selectsAnnotation, toWireNames, withFragments } from './documents.ts';
import { inputSchemaOf, type OperationInput, readInput, type UploadInput, uploadOf } from './inputs.ts';
import { type JsonSchema, SchemaWriter } from './json-schema.ts';
import { withListVariables } from './list-documents.ts';
import { CatalogueError, readOperationFiles, validateOperations } from './operation-files.ts';

/**
 * A persisted document with everything derived from it. Operations without a route are MCP tools only (spec README 13).
 */
export interface PersistedOperation {
  name: string;
  /** The name of the MCP tool and the operation id in capabilities: `list_companies`, or the one given in `@rest`. */
  tool: string;
  summary: string;
  /** The description of the root field. */
  description: string;
  kind: 'query' | 'mutation';
  /** Prints the document as written, with its fragments; shown as `x-graphql`. */
  source(): string;
  /**
   * Returns the document that REST and MCP run: every member has its wire name as alias, the root member `data`. Made at
   * the first call, because most operations are rarely called and their documents take a tenth of the memory at start.
   */
  wireDocument(): DocumentNode;
  rootField: string;
  status: number;
  /** The path to the member of the answer that must be `created`; otherwise the status is 200. */
  outcome?: string[];
  idempotency: 'natural' | 'key' | 'none';
  answer: 'envelope' | 'document' | 'raw' | 'export' | 'bytes';
  /** Whether it may be part of the API description. */
  described: boolean;
  access: Access;
  inputs: OperationInput[];
  /** All inputs by wire name as one object, which validates REST and MCP. */
  inputSchema: JsonSchema;
  /** The schema of `data`; for a list, of one record. */
  outputSchema: JsonSchema;
  isPage: boolean;
  /** For a list: the schemas of its members beside the records and those of every page, such as totals. */
  pageMembers: Record<string, JsonSchema>;
  /** The record has a `version`, so that answers have an ETag and writes accept If-Match. */
  versioned: boolean;
  /** The answer has members that are left out while they are null. */
  annotated: boolean;
  /** The members, in wire names below `data`, that are left out while they are null. */
  omitsNull: string[][];
  /** Set if the operation is deprecated. */
  deprecation?: Deprecation;
  /** The file that it takes. */
  upload?: UploadInput;
  /** The operation waits for an external service and holds no transaction meanwhile. */
  waits: boolean;
}

/** An operation with a documented route. */
export interface Operation extends PersistedOperation {
  method: string;
  path: string;
}

export interface Catalogue {
  /** The operations with a documented route. */
  operations: Operation[];
  unrouted: PersistedOperation[];
  byName: Map<string, PersistedOperation>;
  byTool: Map<string, PersistedOperation>;
  /** Operations by the root field of their mutation. */
  byMutation: Map<string, PersistedOperation>;
  /** Named schemas referred to by the operations. */
  definitions: Record<string, JsonSchema>;
}

/** Combines the operations with the schema. @throws CatalogueError on the first inconsistency */
export function buildCatalogue(schema: GraphQLSchema, files = readOperationFiles()): Catalogue {
  checkSchema(schema);
  try {
    return combine(schema, files);
  } catch (error) {
    // A document that is not valid, such as one with an unknown field, fails anywhere; its real fault is named instead.
    if (!(error instanceof CatalogueError)) validateOperations(schema, files);
    throw error;
  }
}

function combine(schema: GraphQLSchema, files: Map<string, string>): Catalogue {
  const documents = [...files].map(([file, text]) => ({ file, document: readDocument(text, schema) }));
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const { file, document } of documents) {
    for (const node of document.definitions) {
      if (node.kind !== Kind.FRAGMENT_DEFINITION) continue;
      if (fragments.has(node.name.value))
        throw new CatalogueError(`${file}: the fragment ${node.name.value} is declared twice`);
      fragments.set(node.name.value, node);
    }
  }
  const writer = new SchemaWriter(schema, fragments);
  const operations: Operation[] = [];
  const unrouted: PersistedOperation[] = [];
  const routes = new Map<string, string>();
  for (const { file, document } of documents) {
    for (const node of document.definitions) {
      if (node.kind !== Kind.OPERATION_DEFINITION) continue;
      const operation = readOperation(file, node, schema, fragments, writer);
      if (!isRouted(operation)) {
        unrouted.push(operation);
        continue;
      }
      const route = `${operation.method} ${operation.path.replace(/\{\w+\}/g, '{}')}`;
      const other = routes.get(route);
      if (other) throw new CatalogueError(`${file}: ${operation.name} and ${other} share the route ${route}`);
      routes.set(route, operation.name);
      operations.push(operation);
    }
  }
  const all = [...operations, ...unrouted];
  return {
    operations,
    unrouted,
    byName: new Map(all.map((operation) => [operation.name, operation])),
    byTool: new Map(all.map((operation) => [operation.tool, operation])),
    byMutation: new Map(
      all.filter(({ kind }) => kind === 'mutation').map((operation) => [operation.rootField, operation]),
    ),
    definitions: writer.definitions,
  };
}

/** Parses an operations file and adds the arguments of its lists. */
function readDocument(text: string, schema: GraphQLSchema): DocumentNode {
  const { definitions, ...document } = parse(text, { noLocation: true });
  return {
    ...document,
    definitions: definitions.map((node) =>
      node.kind === Kind.OPERATION_DEFINITION ? withListVariables(node, schema) : node,
    ),
  };
}

/**
 * Checks that every root field has an access, and that every record type and root field has a description (house.md
 * §3.3, §3.4).
 */
function checkSchema(schema: GraphQLSchema): void {
  for (const [kind, root] of [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const name = `${root!.name}.${field.name}`;
      checkAccess(name, kind, accessOf(field, kind));
      const { principals, risk } = accessOf(field, kind)!;
      if (directive(field, 'waits') && principals === 'tenant' && risk === 'risky')
        throw new CatalogueError(
          `${name} waits, so it may not be risky: approved calls run in a transaction`,
        );
      if (!field.description) throw new CatalogueError(`${name} has no description`);
      if (isNonNullType(field.type))
        throw new CatalogueError(`${name} must be nullable: its refusal would blank the other fields`);
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (
      type.name.startsWith('__') ||
      !isObjectType(type) ||
      type === schema.getQueryType() ||
      type === schema.getMutationType()
    )
      continue;
    if (directive(type, 'access') && !type.description)
      throw new CatalogueError(`the record type ${type.name} has no description`);
  }
}

/** Checks that names have the forms of platform.md §5, and that a scope matches the kind of the field. */
function checkAccess(name: string, kind: 'query' | 'mutation', access: Access | undefined): void {
  if (!access) throw new CatalogueError(`${name} has no @access`);
  const { permission, scope, anyScope = [], principals } = access;
  if (permission && !/^[a-z_]+\.[a-z_]+$/.test(permission))
    throw new CatalogueError(`${name}: "${permission}" is not a permission such as companies.read`);
  const scopes = scope ? [scope, ...anyScope] : anyScope;
  for (const one of scopes) {
    if (!/^[a-z]+\.[a-z_]+:(read|write|use)$/.test(one))
      throw new CatalogueError(`${name}: "${one}" is not a scope such as crm.companies:read`);
    if (one.endsWith(kind === 'query' ? ':write' : ':read'))
      throw new CatalogueError(`${name} is a ${kind} under the scope ${one}`);
  }
  if ((principals === 'public' || principals === 'ingress') && (permission || scopes.length))
    throw new CatalogueError(`${name} is public, so a permission or scope cannot be asked for`);
  if (principals === 'tenant' && !scopes.length)
    throw new CatalogueError(`${name} is open to tokens, so it needs a scope`);
}

function readOperation(
  file: string,
  node: OperationDefinitionNode,
  schema: GraphQLSchema,
  fragments: Map<string, FragmentDefinitionNode>,
  writer: SchemaWriter,
): PersistedOperation | Operation {
  const name = node.name?.value;
  if (!name) throw new CatalogueError(`${file}: an operation has no name`);
  const stop = (fault: string): never => {
    throw new CatalogueError(`${file}: ${name} ${fault}`);
  };
  const summary = node.description?.value ?? stop('has no description');
  const rest = directive(node, 'rest') ?? directive(node, 'tool') ?? stop('has neither @rest nor @tool');
  const route = argumentsOf(rest) as Record<string, string> & { status?: number; described?: boolean };
  const { method = 'POST', path = '', status, outcome, idempotency, answer, tool, described = true } = route;
  const document = withFragments(node, fragments);
  if (node.selectionSet.selections.length !== 1) stop('must select exactly one root field');
  const root = node.selectionSet.selections[0] as FieldNode;
  const kind = node.operation as 'query' | 'mutation';
  const field = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())!.getFields()[
    root.name.value
  ]!;
  const access = accessOf(field, kind)!;
  const inputs = (node.variableDefinitions ?? []).map((variable) =>
    readInput(variable, path, method, schema, root, field),
  );
  for (const [parameter] of path.matchAll(/(?<=\{)\w+(?=\})/g)) {
    if (!inputs.some((input) => input.variable === parameter))
      stop(`has no variable for the path parameter {${parameter}}`);
  }
  const deprecation = deprecationOf(field, stop);
  const upload = uploadOf(inputs, field);
  const type = getNamedType(field.type);
  const isPage = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Connection');
  const nodes = isPage
    ? (root.selectionSet!.selections.find(
        (part) => part.kind === Kind.FIELD && part.name.value === 'nodes',
      ) as FieldNode | undefined)
    : root;
  if (!nodes) return stop('selects a list without its nodes');
  const record = isPage
    ? getNamedType(
        (type as never as { getFields(): Record<string, GraphQLField<unknown, unknown>> }).getFields().nodes!
          .type,
      )
    : type;
  return {
    name,
    tool: tool ?? snakeCase(name),
    summary,
    description: field.description!,
    kind,
    source: () => print(document),
    wireDocument: once(() => toWireNames(document)),
    rootField: field.name,
    ...(path && { method, path }),
    status: status ?? 200,
    ...(outcome && { outcome: outcome.split('.') }),
    idempotency: (
      idempotency ??
      (method === 'POST' && kind === 'mutation'
        ? 'KEY'
        : kind === 'query' && method === 'POST'
          ? 'NONE'
          : 'NATURAL')
    ).toLowerCase() as Operation['idempotency'],
    answer: (answer ?? 'ENVELOPE').toLowerCase() as Operation['answer'],
    described,
    access,
    inputs,
    inputSchema: inputSchemaOf(inputs, field, root, writer, stop),
    outputSchema: isPage
      ? writer.output(new GraphQLNonNull(record as never), nodes.selectionSet)
      : // A root field is null only if it was refused, and then the answer is an error.
        writer.output(new GraphQLNonNull(getNullableType(field.type)), root.selectionSet),
    isPage,
    pageMembers: isPage ? writer.members(type as never, ownMembers(root.selectionSet!)) : {},
    annotated: selectsAnnotation(document),
    omitsNull: omittedPaths(root),
    ...(deprecation && { deprecation }),
    ...(upload && { upload }),
    waits: !!directive(field, 'waits'),
    versioned: !isPage && isObjectType(record) && 'version' in record.getFields(),
  };
}

/** Returns a function that computes a value at its first call and keeps it. */
function once<T extends object>(compute: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}

/** Returns the members that a list has beside its records and the members of every page, such as totals. */
function ownMembers(selection: SelectionSetNode): SelectionSetNode {
  const isOwn = (node: SelectionNode) =>
    node.kind === Kind.FIELD && node.name.value !== 'nodes' && node.name.value !== 'nextCursor';
  return { ...selection, selections: selection.selections.filter(isOwn) };
}

/** Returns whether an operation has a route. */
export function isRouted(operation: PersistedOperation): operation is Operation {
  return 'path' in operation;
}

/** Returns whether an operation takes the version of the record that it changes. */
export function takesVersion({ kind, inputs }: PersistedOperation): boolean {
  return kind === 'mutation' && inputs.some(({ wire }) => wire === 'expected_version');
}

/** Returns whether an operation accepts an idempotency key: every mutation, and queries that say so. */
export function takesKey({ kind, idempotency }: PersistedOperation): boolean {
  return kind === 'mutation' || idempotency === 'key';
}

/** Returns whether a call of an operation can compute its answer without writing anything. */
export function takesDryRun({ inputs }: PersistedOperation): boolean {
  return inputs.some(({ wire }) => wire === 'dry_run');
}

/** Returns whether the API description includes the operation: only those that answer JSON of a described shape. */
export function isDescribed({ answer, described }: Operation): boolean {
  if (!described) return false;
  return answer === 'envelope' || answer === 'document';
}
