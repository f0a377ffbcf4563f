// Errors of JSON-RPC 2.0, the protocol below MCP.

/** Returns the error response to a message whose id is not known (section 5). */
export function protocolError(code: number, message: string): object {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}
