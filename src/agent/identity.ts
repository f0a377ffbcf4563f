// Who we are to agents, and where: what every document about the MCP endpoint says.
import { VERSION } from '../version.ts';

/** Who we are to MCP clients. */
export const IDENTITY = { name: 'platform-api', title: 'Platform', version: VERSION };

export const ENDPOINT = '/api/agent/mcp';

/** What the two headers of every call hold. */
export const HEADERS = [
  { name: 'Authorization', required: true, description: 'Bearer and an access token of the API.' },
  { name: 'x-tenant-id', required: true, description: 'Id of the workspace.' },
];
