// The manifest of the MCP endpoint for one caller (platform.md section 7).
import type { Principal } from '../access/principal.ts';
import type { Services } from '../services.ts';
import { ENDPOINT, HEADERS, IDENTITY } from './identity.ts';
import { navigation } from './toolset.ts';

/** Clients of the older versions begin with initialize; the newest version is named in every message. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** Returns endpoint, protocol versions, and the tools, resources and prompts that the caller may use; never a secret. */
export async function mcpManifest(services: Services, principal: Principal): Promise<object> {
  // These modules load the large MCP package, so they are imported at first use.
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
        modules: 'Lists only the tools of these modules, separated by commas.',
        read_only: 'true lists only the tools that change nothing.',
        toolset: 'core lists only the most used tools, find_tools and call_tool.',
      },
    },
    protocolVersions: PROTOCOL_VERSIONS,
    authentication: { scheme: 'bearer', scopes: ['agent.mcp:use'], headers: HEADERS },
    capabilities: { tools: {}, resources: {}, prompts: {} },
    tools: [...navigation({ readOnly: false, core: false }), ...toolsOf(services).usable(caller)].map(
      ({ name, title, description, inputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema,
        annotations,
      }),
    ),
    resources: resources.fixed(caller),
    resourceTemplates: resources.templates(caller).resourceTemplates,
    prompts: new Prompts(services, resources).list(caller).prompts,
  };
}
