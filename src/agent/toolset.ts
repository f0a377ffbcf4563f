// The few tools that an agent with little room for descriptions begins with, and the two that lead to all others.
import type { Tool } from '@modelcontextprotocol/server';

/** Reads that are used most, and the way to ask for a change: operations of the catalogue. */
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
    'Finds tools that you may use by words of their name or description, with their input schemas. Call what you find by its name, or by call_tool.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Words; a tool must have each of them.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: '10 without it.' },
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

export const CALL_TOOL: Tool = {
  name: 'call_tool',
  title: 'Call a tool',
  description:
    'Calls a tool that is not listed, with its arguments; idempotencyKey stands inside them where the tool changes something.',
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
