// The core toolset for agents with little room for descriptions, and the tools that find, describe and call all others.
import type { Tool } from '@modelcontextprotocol/server';
import type { Session } from './session.ts';

/** The most used reads, and the operations for proposing a change, by their names in the catalogue. */
export const CORE_OPERATIONS = [
  'GlobalSearch',
  'ListCompanies',
  'GetCompany',
  'GetCompanyDossier',
  'ListContacts',
  'GetContact',
  'ListDeals',
  'GetDeal',
  'GetDealForecast',
  'ListDealPipelines',
  'ListClients',
  'GetClient',
  'ListActivities',
  'ListActionItems',
  'ListCompanyNotes',
  'ListContactNotes',
  'ListDealNotes',
  'GetRelationshipSummary',
  'ListRelationshipFollowUps',
  'GetCurrentSession',
  'GetAgentCapabilities',
  'ListActionProposals',
  'GetActionProposal',
  'CreateActionProposal',
];

export const FIND_TOOLS: Tool = {
  name: 'find_tools',
  title: 'Find tools',
  description:
    'Finds tools that you may use by words in their name or description, also those that are not on this page. Call a tool by its name, or with call_tool.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Search words; a tool must match all of them.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        description: 'Maximum number of tools; default 10.',
      },
    },
    required: ['query'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            title: { type: 'string' },
            description: { type: 'string' },
            input_schema: { type: 'object' },
          },
          required: ['name', 'input_schema'],
        },
      },
    },
    required: ['success'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

export const DESCRIBE_TOOL: Tool = {
  name: 'describe_tool',
  title: 'Describe a tool',
  description: 'Returns the whole input and output schemas of a tool; lists show only short ones.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: { name: { type: 'string', minLength: 1, maxLength: 100 } },
    required: ['name'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

export const CALL_TOOL: Tool = {
  name: 'call_tool',
  title: 'Call a tool',
  description:
    'Calls a tool that is not listed. Put its input into arguments, including idempotencyKey if the tool changes something.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100 },
      arguments: { type: 'object' },
    },
    required: ['name'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

/**
 * Returns the tools about tools that a listing begins with. call_tool is for the core toolset, which leaves most tools out;
 * it may change something, so a listing that only reads does not have it.
 */
export function navigation({ readOnly, core }: Pick<Session, 'readOnly' | 'core'>): Tool[] {
  return core && !readOnly ? [FIND_TOOLS, DESCRIBE_TOOL, CALL_TOOL] : [FIND_TOOLS, DESCRIBE_TOOL];
}
