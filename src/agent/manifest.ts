// What the MCP endpoint offers to one caller, as a manifest (platform.md section 7).
import type { Principal } from '../access/principal.ts';
import type { Services } from '../services.ts';
import { ENDPOINT, HEADERS, IDENTITY } from './identity.ts';

/** The older ones begin with initialize, the newest names itself in every message. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** Endpoint, protocol versions and all tools, resources and prompts that the caller may use; never a secret. */
export async function mcpManifest(services: Services, principal: Principal): Promise<object> {
  // What they import of the protocol is large, and loaded when it is first asked for.
  const { Prompts } = await import('./prompts.ts');
  const { Resources } = await import('./resources.ts');
  const { toolsOf } = await import('./tools.ts');
  const caller = { origin: { principal } };
  const resources = new Resources(services);
  return {
    ...IDENTITY,
    description: 'Operations of a CRM workspace as tools, its records as resources.',
    endpoint: {
      url: services.config.publicUrl + ENDPOINT,
      transport: 'streamable-http',
      method: 'POST',
      parameters: {
        modules: 'Tools of these modules only, separated by commas.',
        read_only: 'true: tools that change nothing.',
        toolset: 'core: the tools that are used most, find_tools and call_tool.',
      },
    },
    protocolVersions: PROTOCOL_VERSIONS,
    authentication: { scheme: 'bearer', scopes: ['agent.mcp:use'], headers: HEADERS },
    capabilities: { tools: {}, resources: {}, prompts: {} },
    tools: toolsOf(services)
      .usable(caller)
      .map(({ name, title, description, inputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema,
        annotations,
      })),
    resources: resources.fixed(caller),
    resourceTemplates: resources.templates(caller).resourceTemplates,
    prompts: new Prompts(services, resources).list(caller).prompts,
  };
}
