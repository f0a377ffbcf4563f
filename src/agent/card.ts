// The agent card in the format of A2A 1.0: URL, authentication and skills. The service speaks MCP and offers no A2A tasks.
import type { Principal } from '../access/principal.ts';
import type { Services } from '../services.ts';
import { isTool, unavailableReason } from './capabilities.ts';
import { ENDPOINT, IDENTITY } from './identity.ts';

const JSON_MODE = ['application/json'];

/** Names of the skills; a module that is not listed uses its own name. */
const TITLES: Record<string, string> = {
  crm: 'Companies, contacts and notes',
  deals: 'Deals and pipelines',
  delivery: 'Clients and delivery',
  activities: 'Activities and action items',
  agent: 'Capabilities and approvals',
};

const MAX_EXAMPLES = 3;

/** Returns the card for one caller, with a skill for each module that they may use. */
export function agentCard({ catalogue, config, clock }: Services, principal: Principal): object {
  const now = clock.now();
  const usable = [...catalogue.operations, ...catalogue.unrouted].filter(
    (operation) => isTool(operation) && !unavailableReason(operation.access, principal, now),
  );
  const skills = [...Map.groupBy(usable, ({ access }) => access.module)].map(([module, operations]) => ({
    id: module,
    name: TITLES[module] ?? module[0]!.toUpperCase() + module.slice(1),
    description: `${operations.length} tools: ${operations.map(({ tool }) => tool).join(', ')}.`,
    tags: [module, ...(operations.some(({ kind }) => kind === 'mutation') ? ['write'] : ['read'])],
    examples: operations.slice(0, MAX_EXAMPLES).map(({ summary }) => summary),
  }));
  return {
    name: IDENTITY.title,
    description: 'A CRM workspace: its records and operations as MCP tools. Risky calls wait for a person.',
    version: IDENTITY.version,
    provider: { organization: IDENTITY.title, url: config.publicUrl },
    documentationUrl: `${config.publicUrl}/docs`,
    supportedInterfaces: [
      {
        url: config.publicUrl + ENDPOINT,
        protocolBinding: 'MCP',
        protocolVersion: '1.0',
        tenant: principal.tenantId,
      },
    ],
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: JSON_MODE,
    defaultOutputModes: JSON_MODE,
    skills: skills.sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}
