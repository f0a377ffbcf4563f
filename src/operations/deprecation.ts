// Deprecated operations: announced in headers, then refused (platform.md §3, RFC 9745, RFC 8594).
import type { GraphQLArgument, GraphQLField, GraphQLInputField } from 'graphql';
import { ServiceError } from '../errors.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';

/** How long an operation is served at least after its sunset was announced. */
const NOTICE = 365 * 24 * 3600 * 1000;

export interface Deprecation {
  /** What to use instead. */
  reason: string;
  since: Date;
  /** When the operation is removed. */
  sunset: Date;
  link: string;
}

type Carrier = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

/**
 * Returns the deprecation of a root field, which needs both `@deprecated` and `@sunset`. `stop` is called on an
 * inconsistency.
 */
export function deprecationOf(
  field: GraphQLField<unknown, unknown>,
  stop: (fault: string) => never,
): Deprecation | undefined {
  if (!directive(field, 'sunset') && field.deprecationReason)
    stop('needs both @deprecated and @sunset, or neither');
  return sunsetOf(field, stop);
}

/** Returns the deprecation of any field or input; undefined for one deprecated without a date. */
export function sunsetOf(carrier: Carrier, stop: (fault: string) => never): Deprecation | undefined {
  const use = directive(carrier, 'sunset');
  if (!use) return undefined;
  if (!carrier.deprecationReason) stop('needs both @deprecated and @sunset, or neither');
  const { since, on, link } = argumentsOf(use) as Record<string, string>;
  const [from, sunset] = [new Date(since!), new Date(on!)];
  if (!(sunset.getTime() - from.getTime() >= NOTICE)) stop('must be announced a year before its sunset');
  return { reason: carrier.deprecationReason!, since: from, sunset, link: link! };
}

/** Returns the headers that announce a deprecation. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${since.getTime() / 1000}`,
    sunset: sunset.toUTCString(),
    link: `<${link}>; rel="deprecation"`,
  };
}

/** Returns the refusal of an operation after its sunset, or undefined. */
export function sunsetRefusal(deprecation: Deprecation | undefined, now: Date): ServiceError | undefined {
  if (!deprecation || now < deprecation.sunset) return undefined;
  return new ServiceError('GONE', `This operation is gone: ${deprecation.reason}`, {
    details: { sunset: deprecation.sunset.toISOString(), link: deprecation.link },
  });
}
