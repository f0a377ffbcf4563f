// What MCP says below its own terms: JSON-RPC 2.0.

/** A refusal of a message whose id is not known (section 5). */
export function protocolError(code: number, message: string): object {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}
