// The form of errors on every surface.

/** One invalid member of the input: its path, the rule it breaks, and how to correct it. */
export interface FieldFault {
  path: string;
  rule: string;
  message: string;
}

export interface ErrorExtras {
  details?: Record<string, unknown>;
  fields?: FieldFault[];
  /** Response headers of the error, such as Retry-After. */
  headers?: Record<string, string>;
}

/** The `error` member of a response, the same on every surface (platform.md §2). */
export interface ErrorBody<Code extends string = string> {
  code: Code;
  message: string;
  request_id: string;
  retryable: boolean;
  details?: Record<string, unknown>;
  fields?: FieldFault[];
}
