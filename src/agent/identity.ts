// Name, version, endpoint and headers that every document about the MCP endpoint repeats.
import { VERSION } from '../version.ts';

/** The name and version of this server for MCP clients. */
export const IDENTITY = { name: 'platform-api', title: 'Platform', version: VERSION };

export const ENDPOINT = '/api/agent/mcp';

/** The headers that every call needs. */
export const HEADERS = [
  { name: 'Authorization', required: true, description: 'Bearer, followed by an access token of the API.' },
  { name: 'x-tenant-id', required: true, description: 'Id of the workspace.' },
];
